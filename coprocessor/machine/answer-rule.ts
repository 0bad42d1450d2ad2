// Owns: the hook by which an instruction makes something else of an answer than appending it as it comes.
import type { Parameters } from '../parameters.ts'
import type { SlotState } from './slot-state.ts'

/**
 * Pure. What it keeps of answers lies in `run.memo`, whose shape is its own. Marks are looked at before, offsets of chunks follow from the symbols taken
 * (`answerOffset`), an answer can be refused only before its first symbol, and whatever else ends a run ends this one too.
 */
export interface AnswerRule {
  readonly name: string
  /** One symbol of the current answer, kept in `memo`; or a cause is latched. */
  take(s: SlotState, symbol: number): SlotState
  /** The answer ended and is counted: the next query (phase begin), or a cause is latched. */
  ended(s: SlotState, p: Parameters): SlotState
  /** The symbols that `ended` has put behind the history, below the new top. Asked when the run has ended, whatever ended it: none when `take` latched the cause. */
  stored(s: SlotState): readonly number[]
}
