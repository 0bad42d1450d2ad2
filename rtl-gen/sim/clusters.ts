// Owns: the parts into which a cycle is cut, so that a part is computed only when something that it reads has changed.
import type { Effects } from './emit.ts'
import { eachOperand } from './emit-nodes.ts'
import { op, type Graph, type NodeId } from './graph.ts'
import type { ArrayStore } from './netlist.ts'

/**
 * What a cycle leaves behind. register, output: one machine word of a value. effect: a counter, a write or a refill, by its number in that order;
 * `operands` are wanted only in cycles in which `enable` holds.
 */
export type Sink = StoreSink | EffectSink
export interface StoreSink { readonly kind: 'register' | 'output'; readonly value: NodeId; readonly address: number }
export interface EffectSink { readonly kind: 'effect'; readonly number: number; readonly enable: NodeId; readonly operands: readonly NodeId[] }

/** Nodes (operands first) and sinks that are computed together. Its inputs are fixed addresses, arrays and nodes of earlier clusters. */
export interface Cluster {
  readonly nodes: NodeId[]
  readonly sinks: Sink[]
  readonly inputs: ReadonlySet<NodeId>
  readonly arrays: ReadonlySet<ArrayStore>
  /** Its place in the list. */
  number: number
}

export interface Clusters {
  /** Each after those that it reads from. */
  readonly list: readonly Cluster[]
  /** The number of the cluster of a node; -1 for constants, inputs, registers and what nothing wants. */
  readonly home: Int32Array
}

/** The sinks of a program; effects that never happen are left out. */
export function sinksOf(g: Graph, effects: Effects): Sink[] {
  const { counters, writes, refills } = effects
  const effect = (number: number, enable: NodeId, operands: readonly NodeId[]): Sink[] => g.value(enable) === 0 ? [] : [{ kind: 'effect', number, enable, operands }]
  return [
    ...effects.stores.flatMap(s => s.value.parts.map((value, i): Sink => ({ kind: s.next ? 'register' : 'output', value, address: s.address + 8 * i }))),
    ...counters.flatMap((c, i) => effect(i, c.hit, [])),
    ...writes.flatMap((w, i) => effect(counters.length + i, w.enable, [w.offset, ...w.value.parts, ...w.keep?.parts ?? []])),
    ...refills.flatMap((r, i) => effect(counters.length + writes.length + i, r.active, [])),
  ]
}

/** The nodes that a sink takes. */
const takenBy = (s: Sink): readonly NodeId[] => s.kind === 'effect' ? [s.enable, ...s.operands] : [s.value]
/** The nodes of which a change changes what a sink does. */
const watchedBy = (s: Sink): NodeId => s.kind === 'effect' ? s.enable : s.value

/**
 * A node joins the cluster of its users if they all are in one; then clusters that read the same are one. Neither step can make clusters wait for
 * each other in a ring. Words of arrays at fixed addresses are nodes like others, because effects change them before later ones have read them.
 */
export function clusterize(g: Graph, sinks: readonly Sink[], arrays: readonly ArrayStore[]): Clusters {
  const none = -1, shared = -2, owner = new Int32Array(g.count).fill(none)
  const made: { nodes: NodeId[]; sinks: Sink[] }[] = []
  const arrayOf = arrayFinder(arrays)
  const isSource = (n: NodeId): boolean => g.op[n] === op.constant || (g.op[n] === op.load && arrayOf(g.imm[n] as number) === undefined)
  const claim = (n: NodeId, by: number): void => { owner[n] = owner[n] === none || owner[n] === by ? by : shared }
  for (const s of sinks) {
    const id = made.push({ nodes: [], sinks: [s] }) - 1
    for (const n of takenBy(s)) claim(n, id)
  }
  for (let n = g.count - 1; n >= 0; n--) {
    if (owner[n] === none || isSource(n)) continue
    if (owner[n] === shared) owner[n] = made.push({ nodes: [], sinks: [] }) - 1
    const id = owner[n]!
    made[id]!.nodes.push(n)
    eachOperand(g, n, m => claim(m, id))
  }
  const byInputs = new Map<string, Cluster>()
  made.forEach((c, id) => {
    const inputs = new Set<NodeId>(), read = new Set<ArrayStore>()
    const note = (n: NodeId): void => { if (g.op[n] !== op.constant && (owner[n] !== id || isSource(n))) inputs.add(n) }
    for (const n of c.nodes) {
      if (g.op[n] === op.loadAt || g.op[n] === op.load) read.add(arrayOf(g.imm[n] as number)!)
      eachOperand(g, n, note)
    }
    for (const s of c.sinks) note(watchedBy(s))
    const key = `${[...inputs].sort((x, y) => x - y).join()};${[...read].map(a => a.address).sort((x, y) => x - y).join()}`
    const cluster = byInputs.get(key) ?? { nodes: [], sinks: [], inputs, arrays: read, number: byInputs.size }
    byInputs.set(key, cluster)
    cluster.sinks.push(...c.sinks)
    cluster.nodes.push(...c.nodes)
  })
  const clusters = [...byInputs.values()], home = new Int32Array(g.count).fill(none)
  for (const c of clusters) for (const n of c.nodes.sort((x, y) => x - y)) home[n] = c.number
  const list = inOrder(clusters, home)
  list.forEach((c, number) => {
    c.number = number
    for (const n of c.nodes) home[n] = number
  })
  return { list, home }
}

/** Each cluster after those that it reads from, otherwise as they come: what belongs together stands together. */
function inOrder(clusters: readonly Cluster[], home: Int32Array): Cluster[] {
  const order: Cluster[] = [], seen = new Set<Cluster>()
  const enter = (c: Cluster): { cluster: Cluster; rest: Iterator<NodeId> } => { seen.add(c); return { cluster: c, rest: c.inputs.values() } }
  for (const c of clusters) {
    if (seen.has(c)) continue
    const stack = [enter(c)]
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const next = top.rest.next()
      if (next.done) {
        order.push(top.cluster)
        stack.pop()
        continue
      }
      const from = clusters[home[next.value]!]
      if (from !== undefined && !seen.has(from)) stack.push(enter(from))
    }
  }
  return order
}

/** The array that an address lies in. */
export function arrayFinder(arrays: readonly ArrayStore[]): (address: number) => ArrayStore | undefined {
  const sorted = [...arrays].sort((a, b) => a.address - b.address)
  return address => {
    let low = 0, high = sorted.length
    while (low < high) {
      const middle = low + high >> 1
      if (sorted[middle]!.address <= address) low = middle + 1
      else high = middle
    }
    const a = sorted[low - 1]
    return a !== undefined && address < a.address + (a.depth + 1) * a.bytes ? a : undefined
  }
}
