// Owns: who reads what in a program that skips clusters: readers to be marked when a value changes, and values that must stand in memory.
import type { Cluster, Clusters } from './clusters.ts'
import { op, type Graph, type NodeId } from './graph.ts'
import type { ArrayStore } from './netlist.ts'

export interface Readers {
  /** The clusters that read a node of another, or an input or a register. */
  readonly all: ReadonlyMap<NodeId, readonly Cluster[]>
  /** Of those, the ones that are computed only when they are marked. */
  readonly marked: ReadonlyMap<NodeId, readonly Cluster[]>
  /** The same for a register, by its address, and for an array. */
  readonly markedAt: ReadonlyMap<number, readonly Cluster[]>
  readonly markedOf: ReadonlyMap<ArrayStore, readonly Cluster[]>
  /** The clusters of the effects that take a node when they happen. */
  readonly effects: ReadonlyMap<NodeId, ReadonlySet<Cluster>>
}

export function findReaders(g: Graph, clusters: Clusters, always: ReadonlySet<Cluster>): Readers {
  const all = new Map<NodeId, Cluster[]>(), marked = new Map<NodeId, Cluster[]>(), markedAt = new Map<number, Cluster[]>(), markedOf = new Map<ArrayStore, Cluster[]>()
  const effects = new Map<NodeId, Set<Cluster>>()
  for (const c of clusters.list) {
    for (const n of c.inputs) put(all, n, c)
    for (const s of c.sinks) if (s.kind === 'effect') for (const n of s.operands) effects.set(n, (effects.get(n) ?? new Set()).add(c))
    if (always.has(c)) continue
    for (const n of c.inputs) put(marked, n, c)
    for (const a of c.arrays) put(markedOf, a, c)
  }
  for (const [n, readers] of marked) if (g.op[n] === op.load) markedAt.set(g.imm[n] as number, [...new Set([...markedAt.get(g.imm[n] as number) ?? [], ...readers])])
  return { all, marked, markedAt, markedOf, effects }
}

function put<K>(map: Map<K, Cluster[]>, key: K, c: Cluster): void {
  const known = map.get(key)
  if (known) known.push(c)
  else map.set(key, [c])
}
