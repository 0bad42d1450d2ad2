// Owns: how far in time a unit may differ from the reference, which has no clock: every number of cycles by which the observer judges either way.
import { watchEvery } from '../../coprocessor/unit/watch-every.ts'

/** All in clock cycles, but `linkBeats`. A unit that does the same earlier or later inside these bounds is not told from the reference. */
export interface Tolerances {
  /** Silent cycles after which the unit must have done all that waits for nothing outside; and the most that a command which waits for nothing may take. */
  readonly patience: number
  /** A watchdog may end a run so much before its time, counted from the acceptance of the start or of the last symbol ... */
  readonly watchdogEarly: number
  /** ... and must have ended it so much after, where the ports are silent. Between the two both are right, also beside an `oabort` or the last beat of an answer. */
  readonly watchdogLate: number
  /** busy may stay up so long after the last command that raises it was answered. */
  readonly busyLate: number
  /** The memory port may be found dead so much before `memoryCycles` have gone by without an answer. */
  readonly deadEarly: number
  /** ... and must have been found so much after, while an access is in flight. */
  readonly deadLate: number
  /** Beats to the host that the unit may hold besides its queue and one chunk: what was handed to the link and stands on no port yet. */
  readonly linkBeats: number
}

/** What the unit needs besides the turn of the watcher, in clock cycles. */
const patience = 400
/** A symbol may wait so long at the link until memory has taken those before it: only then is it accepted. */
const backPressure = 1000
/** Of a unit with so many slots. */
export function defaultTolerances(slots: number): Tolerances {
  const turn = slots * watchEvery
  return { patience: patience + turn, watchdogEarly: 0, watchdogLate: backPressure + turn, busyLate: 2, deadEarly: 4, deadLate: 64, linkBeats: 4 }
}
