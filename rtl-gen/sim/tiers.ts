// Owns: which program runs the cycles of a simulation: all of it in every cycle at first, then what the activity of the design makes cheaper.
import type { Cluster, Clusters } from './clusters.ts'
import type { TracedGroup } from './emit-gated.ts'
import { header } from './layout.ts'

/** Runs up to `n` cycles in which the clocks of the mask rise; stops after one in which a check failed if `stop` is 1. Gives the cycles run. */
export type Step = (n: number, rising: number, stop: number) => number

/**
 * `plain`: cycles before the activity is looked at for the first time; `trace`: cycles in which it is. `always`: which clusters, by their numbers, are
 * computed in every cycle, where that is not to be measured (for tests).
 */
export interface Activity { readonly plain: number; readonly trace: number; readonly always?: (cluster: number) => boolean }
/** They take about as long as it takes to make the code that skips. */
export const defaultActivity: Activity = { plain: 20_000, trace: 128 }

/** A program that skips what has not changed. */
export interface GatedStep { readonly step: Step; readonly groups: readonly TracedGroup[] }

export interface TierParts {
  /** Computes everything in every cycle. */
  readonly plain: Step
  readonly clusters: () => Clusters
  readonly gated: (always: ReadonlySet<Cluster>) => GatedStep
  readonly words: Uint32Array
  /** Where the registers stand in `words`. */
  readonly registers: { readonly start: number; readonly end: number }
  readonly activity: Activity
}

/** What is looked at again, and again each time the simulation is this many times as old. */
const growth = 10
/** In operations of the graph: a test of a cluster; what a cluster costs that is computed; and each of its values that others read. */
const cost = { test: 1, run: 5, shared: 3 }
/** If this part of the registers changes from one cycle to the next, nothing is at rest that could be skipped. */
const restless = 0.7

/** Clusters that are computed in every cycle, or `plain` if all are, by a program that knows nothing of clusters. */
type Choice = ReadonlySet<Cluster> | 'plain'
/** What ran before, and how often clusters were computed in the cycles that are traced. */
interface Watch { readonly before: Step; readonly counts: Map<Cluster, number>; cycles: number }

/** One step function over all programs of a design. */
export function tieredStep({ plain, clusters, gated, words, registers, activity }: TierParts): Step {
  let looks = 0, current = plain, left = activity.plain, age = Math.max(1, activity.plain), chosen: Choice = 'plain'
  let traced: GatedStep | undefined, watch: Watch | undefined
  const use = (step: Step): void => {
    current = step
    // A program knows nothing of what another kept.
    words[header.stale / 4] = 1
  }
  const wait = (): void => {
    age *= growth
    left = age
    looks++
  }
  const choose = (from: GatedStep, { before, counts, cycles }: Watch): void => {
    const { list } = clusters()
    let choice: Choice = activity.always ? new Set(list.filter((_, i) => activity.always!(i))) : cheapest(list, counts, cycles)
    // The program that traces is there already; a better one is made when the simulation has lasted.
    if (looks === 0 && choice !== 'plain' && !activity.always) choice = new Set()
    wait()
    if (sameChoice(choice, chosen)) use(before)
    else use(choice === 'plain' ? plain : choice.size === 0 ? from.step : gated(choice).step)
    chosen = choice
  }
  const traceOne = (rising: number, stop: number): number => {
    if (traced === undefined && !activity.always && current === plain) {
      const before = words.slice(registers.start, registers.end), done = current(1, rising, stop)
      if (before.filter((w, i) => w !== words[registers.start + i]).length > restless * before.length) {
        wait()
        return done
      }
      traced = gated(new Set())
      return done
    }
    traced ??= gated(new Set())
    if (watch === undefined) {
      // The first cycle computes everything.
      watch = { before: current, counts: new Map(), cycles: -1 }
      use(traced.step)
    }
    for (const { traceAddress } of traced.groups) words[traceAddress / 4] = 0
    const done = current(1, rising, stop), { counts } = watch
    if (++watch.cycles > 0) {
      for (const { clusters: own, traceAddress } of traced.groups) {
        const ran = words[traceAddress / 4]!
        if (ran !== 0) own.forEach((c, i) => { if (ran >>> i & 1) counts.set(c, (counts.get(c) ?? 0) + 1) })
      }
    }
    if (watch.cycles >= activity.trace) {
      choose(traced, watch)
      watch = undefined
    }
    return done
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

const sameChoice = (a: Choice, b: Choice): boolean => a === 'plain' || b === 'plain' ? a === b : a.size === b.size && [...a].every(c => b.has(c))

/** What is cheapest, at how often the clusters were computed in `cycles` cycles. */
function cheapest(list: readonly Cluster[], counts: ReadonlyMap<Cluster, number>, cycles: number): Choice {
  const always = new Set<Cluster>(), read = new Set(list.flatMap(c => [...c.inputs]))
  let plain = 0, best = 0
  for (const c of list) {
    const size = c.nodes.length + c.sinks.length, shared = cost.shared * (c.nodes.filter(n => read.has(n)).length + c.sinks.length)
    const withTest = cost.test + (counts.get(c) ?? 0) / cycles * (size + cost.run + shared), without = size + shared
    plain += size
    best += Math.min(withTest, without)
    if (without < withTest) always.add(c)
  }
  return plain <= best ? 'plain' : always
}
