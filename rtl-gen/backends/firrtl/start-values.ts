// Owns: registers whose reset value no reset gives. FIRRTL has no start values, so a black box tells whether the clock has risen yet.
import { isGround, mapModule, modulesOf, rewriter } from '../../ir/index.ts'
import type { BlackBox, Constant, Design, Domain, Expr, GroundType, Instance, Module, Place, Register, SetStatement, Statement, Type } from '../../ir/index.ts'
import { bit, element, ground, indexWidth, isIndex, literal, mux, ref, uint } from '../../passes/build.ts'
import { UniqueNames, declaredNames } from '../../passes/unique-names.ts'

/** The Verilog of such a black box. */
export const startedText = (name: string): string => [
  `module ${name} (`, '  input  wire clock,', '  output reg  started', ');', '  initial begin', "    started = 1'b0;", '  end',
  '  always @(posedge clock) begin', "    started <= 1'b1;", '  end', 'endmodule', '',
].join('\n')

/** A design in which every register has its value from a reset or from before, and the names of the black boxes that this took. */
export interface Started { readonly design: Design; readonly blackBoxes: readonly string[] }

/** After lowerAggregates and splitParts. Before the first edge of its clock, a register of a domain without a reset reads as its reset value. */
export function startValues(design: Design): Started {
  const names = new UniqueNames(design.modules.map(m => m.name.toLowerCase()))
  const boxes = new Map<string, BlackBox>()
  const boxOf = (d: Domain): string => {
    const known = boxes.get(d.name)
    if (known !== undefined) return known.name
    const name = names.take(`${d.name}_started`)
    boxes.set(d.name, {
      kind: 'blackbox', name, at: d.at, parameters: [], domains: [{ name: d.name, clock: 'clock', edge: 'rising', at: d.at }],
      ports: [{ kind: 'port', name: 'started', direction: 'output', type: bit, domain: d.name, at: d.at }],
    })
    return name
  }
  const modules = new Map(modulesOf(design).map(m => [m.name, withStarts(m, boxOf)]))
  if (boxes.size === 0) return { design, blackBoxes: [] }
  return { design: { ...design, modules: [...boxes.values(), ...design.modules.map(m => modules.get(m.name) ?? m)] }, blackBoxes: [...boxes.values()].map(b => b.name) }
}

function withStarts(m: Module, boxOf: (d: Domain) => string): Module {
  const without = new Map(m.domains.filter(d => d.reset === undefined).map(d => [d.name, d]))
  const starting = new Map(m.registers.filter(r => r.reset !== null && without.has(r.domain)).map(r => [r.name, r]))
  if (starting.size === 0) return m
  const names = new UniqueNames(declaredNames(m).map(n => n.toLowerCase()))
  const instances = new Map<string, Instance>()
  for (const r of starting.values()) {
    if (!instances.has(r.domain)) instances.set(r.domain, { kind: 'instance', name: names.take(`${r.domain}_started`), of: boxOf(without.get(r.domain)!), parameters: {}, at: r.at })
  }
  const started = (r: Register, at: Place): Expr => ref('started', bit, at, instances.get(r.domain)!.name)
  const values = new Map([...starting.values()].filter(r => isGround(r.type)).map(r => [r.name, names.take(`${r.name}_value`)]))
  const read = rewriter((e): Expr => {
    if (e.kind === 'index' && e.of.kind === 'ref' && e.of.instance === undefined) {
      const r = starting.get(e.of.name)
      return r === undefined ? e : mux(started(r, e.at), e, startAt(r, e.index, ground(e), e.at), e.at)
    }
    const value = e.kind === 'ref' && e.instance === undefined ? values.get(e.name) : undefined
    return value === undefined ? e : ref(value, e.type, e.at)
  })
  const locals = [...starting.values()].flatMap(r => {
    const name = values.get(r.name)
    if (name === undefined) return []
    return [{ kind: 'local' as const, name, type: r.type, at: r.at, value: mux(started(r, r.at), ref(r.name, r.type, r.at), literal(r.type as GroundType, r.reset as bigint, r.at), r.at) }]
  })
  const holds = [...starting.values()].flatMap((r): Statement[] => {
    const name = values.get(r.name)
    return name === undefined ? elementHolds(r, started(r, r.at)) : [setOf(r, [], r.type, ref(name, r.type, r.at))]
  })
  const rewritten = mapModule(m, read)
  return { ...rewritten, instances: [...m.instances, ...instances.values()], locals: [...locals, ...rewritten.locals], body: [...holds, ...rewritten.body] }
}

const setOf = (r: Register, path: SetStatement['target']['path'], type: Type, value: Expr): SetStatement => ({ kind: 'set', target: { name: r.name, path, type, at: r.at }, value, at: r.at })

/** The start value of an element. */
const startAt = (r: Register, index: Expr, type: GroundType, at: Place): Expr =>
  (r.reset as readonly Constant[]).reduceRight<Expr>((rest, value, i) => mux(isIndex(index, i, at), literal(type, value as bigint, at), rest, at), literal(type, 0n, at))

function elementHolds(r: Register, started: Expr): Statement[] {
  const all = r.reset as readonly Constant[]
  const type = (r.type as Extract<Type, { kind: 'vec' }>).of as GroundType
  return all.map((value, i) => {
    const index = literal(uint(indexWidth(all.length)), BigInt(i), r.at)
    return setOf(r, [{ kind: 'index', index }], type, mux(started, element(ref(r.name, r.type, r.at), index, type, r.at), literal(type, value as bigint, r.at), r.at))
  })
}
