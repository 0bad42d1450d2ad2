// Owns: smaller designs by what is declared: one output, no instances, an input or a constant in the place of what is remembered or computed.
import { isGround, modulesOf, portsOf, widthOf, type Constant, type Design, type Expr, type Memory, type Module, type Port } from '../../ir/index.ts'
import { lit, port } from '../nodes.ts'
import { topOf } from '../trial.ts'
import { withModule, type Candidates } from './candidates.ts'
import { inlineInstance } from './inline.ts'
import { mapSignals } from './names.ts'
import { withoutSets } from './statements.ts'

/** Each output alone; each output gone. */
export const fewerOutputs: Candidates = design => {
  const top = topOf(design)
  if (top.kind === 'blackbox') return []
  const outputs = portsOf(top, 'output')
  const keep = (wanted: (p: Port) => boolean) => (): Design => withModule(design, top, dropPorts(top, outputs.filter(p => !wanted(p))))
  return outputs.length < 2 ? [] : [...outputs.map(o => keep(p => p === o)), ...outputs.map(o => keep(p => p !== o))]
}

function dropPorts(m: Module, ports: readonly Port[]): Module {
  const names = new Set(ports.map(p => p.name))
  return { ...m, ports: m.ports.filter(p => !names.has(p.name)), body: withoutSets(m.body, t => t.instance === undefined && names.has(t.name)) }
}

/** Each instance gone (its ground outputs read zero), or written out. */
export const fewerInstances: Candidates = design => modulesOf(design).flatMap(m => m.instances.flatMap(i => [
  () => {
    const unread = mapSignals(m, r => r.instance === i.name && isGround(r.type) ? lit(r.type, 0) : r)
    return withModule(design, m, { ...unread, body: withoutSets(unread.body, t => t.instance === i.name) })
  },
  () => inlineInstance(design, m, i.name),
]))

/** In the place of a register, wire, named value or word read: an input of the top, or zero. */
export const freed: Candidates = design => modulesOf(design).flatMap(m => {
  const made = [...m.registers, ...m.wires, ...m.locals, ...m.memories.flatMap(mem => mem.reads.map(r => ({ name: r.data, type: mem.type })))].filter(d => isGround(d.type))
  return made.flatMap(d => [
    ...(m.name === design.top ? [() => withModule(design, m, freeSignal(m, d.name, d))] : []),
    () => withModule(design, m, withoutSignal(mapSignals(m, r => r.instance === undefined && r.name === d.name && isGround(r.type) ? lit(r.type, 0) : r), d.name)),
  ])
})

const freeSignal = (m: Module, name: string, d: { readonly type: Expr['type'] }): Module => {
  const without = withoutSignal(m, name)
  return { ...without, ports: [port('input', name, d.type, m.domains[0]!.name), ...without.ports] }
}

/** Without the declaration and what sets it; reads stay. */
function withoutSignal(m: Module, name: string): Module {
  const other = (d: { readonly name: string }): boolean => d.name !== name
  return {
    ...m, registers: m.registers.filter(other), wires: m.wires.filter(other), locals: m.locals.filter(other), body: withoutSets(m.body, t => t.instance === undefined && t.name === name),
    memories: m.memories.map(mem => ({ ...mem, reads: mem.reads.filter(r => r.data !== name) })),
  }
}

/** Named values written out where they are read. */
export const writtenOut: Candidates = design => modulesOf(design).flatMap(m => m.locals.map(l => () =>
  withModule(design, m, mapSignals({ ...m, locals: m.locals.filter(x => x !== l) }, r => r.instance === undefined && r.name === l.name ? l.value : r))))

/** Plainer memories and registers. */
export const plainer: Candidates = design => modulesOf(design).flatMap(m => [
  ...m.registers.filter(r => r.reset !== null).flatMap(r => [null, zeroOf(r.reset!)].map(
    reset => () => withModule(design, m, { ...m, registers: m.registers.map(x => x === r ? { ...r, reset } : x) }))),
  ...m.memories.flatMap(mem => plainerMemories(mem).map(made => () => withModule(design, m, { ...m, memories: m.memories.map(x => x === mem ? made : x) }))),
])

function zeroOf(c: Constant): Constant {
  if (typeof c === 'bigint') return 0n
  if (Array.isArray(c)) return (c as readonly Constant[]).map(zeroOf)
  return Object.fromEntries(Object.entries(c).map(([k, v]) => [k, zeroOf(v as Constant)]))
}

function plainerMemories(mem: Memory): Memory[] {
  const one = lit({ kind: 'uint', width: 1 }, 1)
  return [
    ...mem.writes.map(w => ({ ...mem, writes: mem.writes.filter(x => x !== w) })),
    ...(mem.init.length > 0 ? [{ ...mem, init: [] }, { ...mem, init: mem.init.slice(0, -1) }] : []),
    ...mem.writes.filter(w => w.lanes !== undefined).map(w => {
      const { lanes: _, ...whole } = w
      return { ...mem, writes: mem.writes.map(x => x === w ? whole : x) }
    }),
    ...mem.writes.filter(w => w.enable.kind !== 'literal').map(w => ({ ...mem, writes: mem.writes.map(x => x === w ? { ...w, enable: one } : x) })),
    ...mem.reads.filter(r => r.enable.kind !== 'literal').map(r => ({ ...mem, reads: mem.reads.map(x => x === r ? { ...r, enable: one } : x) })),
    ...[1, 2, 4].filter(depth => depth < mem.depth).map(depth => ({ ...mem, depth, init: mem.init.slice(0, depth) })),
    ...(isGround(mem.type) ? [] : [{ ...mem, type: { kind: 'uint' as const, width: widthOf(mem.type) } }]),
  ]
}
