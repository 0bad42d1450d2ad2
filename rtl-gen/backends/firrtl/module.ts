// Owns: a module as FIRRTL text: its sections and their order.
import { coverage } from '../../passes/coverage.ts'
import { zero } from '../../passes/build.ts'
import { UniqueNames, declaredNames } from '../../passes/unique-names.ts'
import { isCombinational, isGround, moduleNamed, scopeOf, signalKey, widthOf } from '../../ir/index.ts'
import type { BlackBox, Constant, Design, Domain, EnumType, Instance, Module, Register, SetStatement, Type } from '../../ir/index.ts'
import { inOrder } from '../verilog/order.ts'
import { indent, joinSections, line } from '../verilog/text.ts'
import type { Line } from '../verilog/text.ts'
import { expressionText, ground, literalText, typeText } from './expression.ts'
import { isWritten, memoryDeclaration, readLines, writeLines } from './memory.ts'
import { commentText, idText, stringText } from './names.ts'
import { bodyLines, statement } from './statements.ts'
import type { Surroundings } from './statements.ts'

/** The lines of a module; the top is public: its ports stay as they are. */
export function moduleLines(m: Module, design: Design): Line[] {
  const names = new UniqueNames(declaredNames(m).map(n => n.toLowerCase()))
  const enums = new EnumNodes(names)
  const domains = new Map(m.domains.map(d => [d.name, d]))
  const around: Surroundings = { member: (type, value) => enums.use(type, value), domain: name => domains.get(name)!, label: wanted => names.take(wanted) }
  const memories = m.memories.filter(isWritten)
  // Bodies first: they tell which members of enums are used.
  const values = inOrder([
    ...memories.flatMap(mem => mem.reads.map(r => ({ name: r.data, reads: r.mode === 'async' ? [r.address] : [r.address, r.enable], lines: () => readLines(mem, r, around) }))),
    ...m.locals.map(l => ({ name: l.name, reads: [l.value], lines: () => [statement(`node ${idText(l.name)} = ${expressionText(l.value, around)}`, l.at)] })),
  ]).flatMap(v => v.lines())
  const sections = [
    m.registers.flatMap(r => registerLines(r, domains.get(r.domain)!, names)), m.wires.map(w => statement(`wire ${idText(w.name)} : ${shapeText(w.type)}`, w.at)),
    ...memories.map(memoryDeclaration), ...m.instances.map(i => instanceLines(i, m, design)), values, ...memories.map(mem => writeLines(mem, around)),
    bodyLines([...defaults(m, design), ...m.body], around),
  ]
  const inside = joinSections([enums.lines(), ...sections])
  return [
    ...m.doc.map(t => line(`; ${commentText(t)}`, m.at)),
    statement(`${m.name === design.top ? 'public ' : ''}module ${idText(m.name)} :`, m.at),
    ...indent(joinSections([portLines(m), inside.length === 0 ? [line('skip')] : inside])),
  ]
}

/** A module whose insides are written elsewhere; one declaration for each set of parameters, all of one Verilog module. */
export function blackBoxLines(b: BlackBox, name: string, parameters: Instance['parameters']): Line[] {
  return [
    statement(`extmodule ${idText(name)} :`, b.at),
    ...indent([
      ...portLines(b), line(`defname = ${b.name}`),
      ...Object.entries(parameters).map(([p, value]) => line(`parameter ${p} = ${typeof value === 'bigint' ? value : stringText(value)}`)),
    ]),
  ]
}

/** Clocks and resets, then the ports as declared. */
function portLines(m: Module | BlackBox): Line[] {
  const clocks = new Map<string, string>()
  for (const d of m.domains) {
    if (!clocks.has(d.clock)) clocks.set(d.clock, 'Clock')
    if (d.reset !== undefined && !clocks.has(d.reset.name)) clocks.set(d.reset.name, resetType(d.reset))
  }
  return [
    ...[...clocks].map(([name, type]) => line(`input ${idText(name)} : ${type}`)),
    ...m.ports.flatMap((p): Line[] => [...(p.doc === undefined ? [] : [line(`; ${commentText(p.doc)}`, p.at)]), statement(`${p.direction} ${idText(p.name)} : ${shapeText(p.type)}`, p.at)]),
  ]
}

type Reset = NonNullable<Domain['reset']>
/** A black box with an asynchronous reset takes a plain bit in Verilog all the same. */
const resetType = (r: Reset): string => (r.kind === 'async' ? 'AsyncReset' : 'UInt<1>')

const shapeText = (t: Type): string => (t.kind === 'vec' ? `${typeText(ground({ type: t.of }))}[${t.length}]` : typeText(ground({ type: t })))

function registerLines(r: Register, d: Domain, names: UniqueNames): Line[] {
  const name = idText(r.name)
  const head = `${name} : ${shapeText(r.type)}, ${idText(d.clock)}`
  if (r.reset === null || d.reset === undefined) return [statement(`reg ${head}`, r.at)]
  const reset = `regreset ${head}, ${idText(d.reset.name)}`
  if (isGround(r.type)) return [statement(`${reset}, ${literalText(r.type, r.reset as bigint)}`, r.at)]
  const of = ground({ type: (r.type as Extract<Type, { kind: 'vec' }>).of })
  const start = names.take(`${r.name}_start`)
  return [
    statement(`wire ${start} : ${shapeText(r.type)}`, r.at),
    ...(r.reset as readonly Constant[]).map((value, i) => statement(`connect ${start}[${i}], ${literalText(of, value as bigint)}`, r.at)),
    statement(`${reset}, ${start}`, r.at),
  ]
}

/** Nodes for the members of enums that the module uses. */
class EnumNodes {
  readonly #names: UniqueNames
  readonly #nodes = new Map<string, string>()
  readonly #rows: Line[] = []
  constructor(names: UniqueNames) { this.#names = names }

  use(type: EnumType, value: bigint): string | undefined {
    const member = type.members.find(m => m.value === value)
    if (member === undefined) return undefined
    const key = `${type.name} ${member.name} ${type.width} ${value}`
    const known = this.#nodes.get(key)
    if (known !== undefined) return known
    const name = this.#names.take(`${upperSnake(type.name)}_${upperSnake(member.name)}`)
    this.#nodes.set(key, name)
    this.#rows.push(line(`node ${name} = ${literalText(type, value)}`))
    return name
  }

  lines(): readonly Line[] { return this.#rows }
}

const upperSnake = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/[^A-Za-z0-9_]/g, '_').toUpperCase()

/** An instance with its clocks and resets. */
function instanceLines(i: Instance, m: Module, design: Design): Line[] {
  const of = moduleNamed(design, i.of)!
  const ours = new Map(m.domains.map(d => [d.name, d]))
  const connections = new Map<string, string>()
  for (const d of of.domains) {
    const parent = ours.get(d.name)!
    connections.set(d.clock, idText(parent.clock))
    if (d.reset !== undefined && !connections.has(d.reset.name)) connections.set(d.reset.name, resetText(d.reset, parent.reset))
  }
  return [
    statement(`inst ${idText(i.name)} of ${idText(i.of)}`, i.at),
    ...[...connections].map(([port, text]) => statement(`connect ${idText(i.name)}.${idText(port)}, ${text}`, i.at)),
  ]
}

function resetText(wanted: Reset, ours: Reset | undefined): string {
  const text = ours === undefined ? 'UInt<1>(0)' : idText(ours.name)
  const kind = ours?.kind ?? 'sync'
  if (kind === wanted.kind) return text
  return wanted.kind === 'async' ? `asAsyncReset(${text})` : `asUInt(${text})`
}

/** FIRRTL wants a value on every path, and knows nothing of a `match` that leaves nothing out. */
function defaults(m: Module, design: Design): SetStatement[] {
  const scope = scopeOf(m, design)
  const covered = coverage(m.body, t => scope.get(signalKey(t))?.type, () => false)
  return [...scope.values()].filter(isCombinational).flatMap((s): SetStatement[] => {
    const all = (1n << BigInt(widthOf(s.type))) - 1n
    if (((covered.get(s.key)?.always ?? 0n) & all) === all) return []
    const dot = s.key.indexOf('.')
    const target = { ...(dot < 0 ? { name: s.key } : { instance: s.key.slice(0, dot), name: s.key.slice(dot + 1) }), path: [], type: s.type, at: s.at }
    return [{ kind: 'set', target, value: zero(ground(s), s.at), at: s.at }]
  })
}
