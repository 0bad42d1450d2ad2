// Owns: a fuzz run: batches of random designs, or of random stimulus for one design, on several engines; what fails is shrunk.
import { setImmediate as breath } from 'node:timers/promises'
import { assumedStimulus, randomDesign, randomStimulus, seededPick, seedFor, type Trial } from '../../rtl-gen/fuzz/index.ts'
import type { Design } from '../../rtl-gen/ir/index.ts'
import type { FuzzEngine } from './engine-names.ts'
import { failedAsserts, type FailedAssert } from './failed-asserts.ts'
import { judge, stopped, type Judgement, type Plants } from './judge.ts'
import { shrinkCase } from './shrink-case.ts'

export interface FuzzOptions {
  /** Random designs, or with `design` random stimuli. */
  readonly designs: number
  readonly seed: number
  /** The number of the first of them (default 0). */
  readonly first?: number
  readonly engines: readonly FuzzEngine[]
  /** Of each trial. Default 40. */
  readonly cycles?: number
  /** Instead of random designs. Its assumptions are kept. */
  readonly design?: Design
  /** Trials that share one build (default 200). */
  readonly together?: number
  /** Of the failing trials, so many are made small (default 3). */
  readonly shrink?: number
  readonly signal?: AbortSignal | undefined
  readonly progress?: (text: string) => void
  /** Each failing trial, shrunk or not, as soon as it is known. */
  readonly failed?: (found: Judgement) => void
  readonly plants?: Plants
}

export interface FuzzResult {
  readonly designs: number; readonly mismatches: number; readonly cycles: number
  /** With `design`: its asserts that failed. */
  readonly asserts: readonly FailedAssert[]
  /** Trials that found no stimulus to begin with under the design's assumptions. */
  readonly empty: number
}

/** Trial number `i` of a seed, whatever comes before it. */
export function fuzzTrial(seed: number, i: number, cycles: number, design?: Design): Trial {
  const own = seedFor(seed, `design ${i}`), name = `f${i}`
  if (design !== undefined) return { name, design, cycles: assumedStimulus(design, own, cycles) }
  const made = randomDesign(seededPick(own), { prefix: `${name}_` })
  return { name, design: made, cycles: randomStimulus(made, own, cycles) }
}

/** @throws HarnessError SIM1001 (a tool is missing), SIM3005 (stopped) */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const { designs, seed, engines, first = 0, cycles = 40, design, together = 200, shrink = 3, signal, progress, failed, plants } = options
  const common = { engines, signal, ...(plants === undefined ? {} : { plants }) }
  const asserts = failedAsserts()
  let mismatches = 0, run = 0, empty = 0
  for (let from = 0; from < designs; from += together) {
    const drawn: Trial[] = []
    while (drawn.length < Math.min(together, designs - from)) {
      drawn.push(fuzzTrial(seed, first + from + drawn.length, cycles, design))
      await breath()
      if (signal?.aborted) throw stopped()
    }
    const trials = drawn.filter(t => t.cycles.length > 0)
    empty += drawn.length - trials.length
    progress?.(`${from} of ${designs}, ${mismatches} mismatches; the next ${drawn.length} on ${engines.join(', ')}`)
    for (const found of await judge(trials, common)) {
      run += found.trial.cycles.length
      if (design !== undefined) asserts.add(found.expected.failures, first + from + drawn.indexOf(found.trial))
      if (found.faults.length === 0) continue
      mismatches++
      failed?.(mismatches > shrink ? found : await shrinkCase(found, { ...common, seed: seedFor(seed, found.trial.name), ...(progress === undefined ? {} : { progress }) }))
    }
  }
  return { designs, mismatches, cycles: run, asserts: asserts.all(), empty }
}
