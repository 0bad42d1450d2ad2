// Owns: what a run of a program on Rocket gives back.
import type { LinkEntry } from '../../sim-harness/transport/link-log.ts'
import type { RocketError } from '../errors.ts'
import type { RunFigures } from './figures.ts'
import type { TakenRecord, UnitCounts } from './ledger.ts'

/** How it ended. All but the program's own exit carry what to say and the exit code of a command. */
export type RocketEnd =
  /** The program stored its exit code, 32 bits. */
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'hang' | 'limit' | 'assertion' | 'oracle' | 'difference' | 'stopped'; readonly error: RocketError }

/** Traps that the hart took, by cause. */
export interface HartTrapCount { readonly interrupt: boolean; readonly cause: number; readonly words: string; readonly count: number }

export interface RocketResult {
  readonly end: RocketEnd
  /** Clock cycles from leaving reset up to the end; the exit's own is counted. */
  readonly cycles: number
  /** Instructions that the hart retired. After an assertion: some may be missing. */
  readonly retired: number
  readonly unit: UnitCounts
  /** Trap records of the unit that the program took, in order. */
  readonly records: readonly TakenRecord[]
  readonly hartTraps: readonly HartTrapCount[]
  readonly figures: RunFigures
  /** Every frame that crossed the link. */
  readonly log: readonly LinkEntry[]
  /** What the program did against the rules of M6, in words: the unit is not to blame. Each once. */
  readonly remarks: readonly string[]
}
