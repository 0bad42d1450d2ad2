// Owns: which program runs the cycles of a simulation: all of it in every cycle at first, then what the activity of the design makes cheaper.
import type { Cluster, Clusters } from './clusters.ts'
import { header } from './layout.ts'

/** Runs up to `n` cycles in which the clocks of the mask rise; stops after one in which a check failed if `stop` is 1. Gives the cycles run. */
export type Step = (n: number, rising: number, stop: number) => number

/**
 * `plain`: cycles before the activity is looked at for the first time; `trace`: cycles in which it is. `always`: which clusters, by their numbers, are
 * computed in every cycle, where that is not to be measured (for tests).
 */
export interface Activity { readonly plain: number; readonly trace: number; readonly always?: (cluster: number) => boolean }
export const defaultActivity: Activity = { plain: 1000, trace: 128 }

/** A program that skips what has not changed. `groups`: see GatedProgram. */
export interface GatedStep { readonly step: Step; readonly groups: readonly { readonly clusters: readonly Cluster[]; readonly traceAddress: number }[] }

export interface TierParts {
  /** Computes everything in every cycle. */
  readonly plain: Step
  readonly clusters: () => Clusters
  readonly gated: (always: ReadonlySet<Cluster>, trace: boolean) => GatedStep
  readonly words: Uint32Array
  readonly activity: Activity
}

/** What is looked at again, and again each time the simulation is this many times as old. */
const growth = 10
/** In operations of the graph: a test of a cluster; what a cluster costs that is computed; and each of its values that others read. */
const cost = { test: 1, run: 5, shared: 3 }

/** One step function over all programs of a design. */
export function tieredStep({ plain, clusters, gated, words, activity }: TierParts): Step {
  let current = plain, left = activity.plain, age = Math.max(1, activity.plain), kept: ReadonlySet<Cluster> | undefined
  let traced: GatedStep | undefined, watch: Watch | undefined
  const use = (step: Step): void => {
    current = step
    // A program knows nothing of what another kept.
    words[header.stale / 4] = 1
  }
  /** What ran before, and what happens in the cycles that are traced. */
  interface Watch { readonly before: Step; readonly counts: Map<Cluster, number>; cycles: number }
  const traceOne = (rising: number, stop: number): number => {
    if (traced === undefined || watch === undefined) {
      traced ??= gated(new Set(), true)
      // The first cycle computes everything.
      watch = { before: current, counts: new Map(), cycles: -1 }
      use(traced.step)
    }
    for (const { traceAddress } of traced.groups) words[traceAddress / 4] = 0
    const done = current(1, rising, stop)
    if (++watch.cycles > 0) {
      for (const { clusters: own, traceAddress } of traced.groups) {
        const ran = words[traceAddress / 4]!
        if (ran !== 0) own.forEach((c, i) => { if (ran >>> i & 1) watch!.counts.set(c, (watch!.counts.get(c) ?? 0) + 1) })
      }
    }
    if (watch.cycles >= activity.trace) {
      choose(watch)
      watch = undefined
    }
    return done
  }
  const choose = ({ before, counts, cycles }: Watch): void => {
    age *= growth
    left = age
    const all = clusters(), always = activity.always ? new Set(all.list.filter((_, i) => activity.always!(i))) : cheaperAlways(all, counts, cycles)
    const same = kept === always || (kept !== undefined && always !== undefined && kept.size === always.size && [...kept].every(c => always.has(c)))
    use(same ? before : always === undefined ? plain : gated(always, false).step)
    kept = always
  }
  return (n, rising, stop) => {
    if (n < left) {
      left -= n
      return current(n, rising, stop)
    }
    words[header.failed / 4] = 0
    let done = 0
    while (done < n && !(stop && words[header.failed / 4])) {
      if (left > 0) {
        const ran = current(Math.min(left, n - done), rising, stop)
        left -= ran
        done += ran
      } else done += traceOne(rising, stop)
    }
    return done
  }
}

/** The clusters that are cheaper without a test, at what they did in `cycles` cycles; undefined if that holds for the design as a whole. */
function cheaperAlways(clusters: Clusters, counts: ReadonlyMap<Cluster, number>, cycles: number): ReadonlySet<Cluster> | undefined {
  const always = new Set<Cluster>(), read = new Set(clusters.list.flatMap(c => [...c.inputs]))
  let gatedCost = 0, plainCost = 0
  for (const c of clusters.list) {
    const rate = (counts.get(c) ?? 0) / cycles, size = c.nodes.length + c.sinks.length
    const shared = cost.shared * (c.nodes.filter(n => read.has(n)).length + c.sinks.length)
    const gated = cost.test + rate * (size + cost.run + shared), ungated = size + shared
    plainCost += size
    gatedCost += Math.min(gated, ungated)
    if (ungated < gated) always.add(c)
  }
  return gatedCost < plainCost ? always : undefined
}
