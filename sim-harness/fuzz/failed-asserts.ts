// Owns: the asserts of a module that failed in a fuzz run: where each stands, how often, and the shortest way to see it.
import type { Failure } from '../../rtl-gen/fuzz/reference.ts'
import { formatPlace } from '../../rtl-gen/diagnostics/index.ts'
import type { Place } from '../../rtl-gen/ir/index.ts'

/** An assert of one instance. */
export interface FailedAssert {
  /** As the user called it. */
  readonly name: string
  /** Its name in emitted text and in the simulator: of two asserts with one name the second has another here. */
  readonly label: string
  /** Instances with dots between; empty for the top. */
  readonly instance: string
  readonly at: Place
  /** Cycles in which it failed, over all stimuli. */
  readonly times: number
  /** Stimuli in which it failed. */
  readonly stimuli: number
  /** The one in which it failed soonest, by its number, and in which of its cycles, from 0. */
  readonly stimulus: number
  readonly cycle: number
}

/** Collects them. `add`: the failures of a stimulus by its number, in the order of time; `all`: in the order in which they were seen first. */
export function failedAsserts(): { add(failures: readonly Failure[], stimulus: number): void; all(): FailedAssert[] } {
  const found = new Map<string, FailedAssert>()
  return {
    add: (failures, stimulus) => {
      const here = new Set<string>()
      for (const { statement: s, scope, cycle } of failures) {
        if (s.check !== 'assert') continue
        const key = `${scope} ${s.label} ${formatPlace(s.at)}`, before = found.get(key), isNew = !here.has(key)
        here.add(key)
        const soonest = before !== undefined && before.cycle <= cycle ? { stimulus: before.stimulus, cycle: before.cycle } : { stimulus, cycle }
        found.set(key, { name: s.written ?? s.label, label: s.label, instance: scope, at: s.at, times: (before?.times ?? 0) + 1, stimuli: (before?.stimuli ?? 0) + (isNew ? 1 : 0), ...soonest })
      }
    },
    all: () => [...found.values()],
  }
}
