// Owns: the order of the clusters in a cycle: those that are computed always, together as far as it goes, and groups of those that are tested.
import type { Cluster, Clusters } from './clusters.ts'

/** Clusters that are tested share a word of bits. */
const groupSize = 32

/** Clusters of one function, in order. `group` is undefined if they are computed in every cycle. */
export interface Unit { readonly clusters: readonly Cluster[]; readonly group: number | undefined }

/** Each cluster after those that it reads from; `nodesPerFunction` limits those that are always computed. */
export function arrange({ list, home }: Clusters, always: ReadonlySet<Cluster>, nodesPerFunction: number): Unit[] {
  // A new level begins where a cluster that is always computed reads from one that is not.
  const levels: Cluster[][] = [], levelOf = new Map<Cluster, number>()
  for (const c of list) {
    let own = 0
    for (const n of c.inputs) {
      const from = list[home[n]!]
      if (from !== undefined) own = Math.max(own, levelOf.get(from)! + (always.has(c) && !always.has(from) ? 1 : 0))
    }
    levelOf.set(c, own)
    const level = levels[own] ??= []
    level.push(c)
  }
  let groups = 0
  return levels.flatMap(level => {
    const steady: Cluster[][] = []
    let nodes = Infinity
    for (const c of level) {
      if (!always.has(c)) continue
      if (nodes + c.nodes.length > nodesPerFunction) {
        steady.push([])
        nodes = 0
      }
      nodes += c.nodes.length
      steady.at(-1)!.push(c)
    }
    const tested = level.filter(c => !always.has(c)), units: Unit[] = steady.map(clusters => ({ clusters, group: undefined }))
    for (let i = 0; i < tested.length; i += groupSize) units.push({ clusters: tested.slice(i, i + groupSize), group: groups++ })
    return units
  })
}
