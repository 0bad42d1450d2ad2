// Owns: what an Oracle is to the bridge: it is asked with a whole history and answers with symbols.
import type { Tokens } from '../../coprocessor/link/codec.ts'
import type { Hint } from '../../coprocessor/link/hint.ts'
import type { Recomputed } from './metrics/recomputed.ts'

export interface OracleQuery {
  readonly slot: number
  readonly sequence: number
  /** The whole history, [base, top) of the segment: the host's mirror of it. Not to be changed; it stays as it is. */
  readonly history: Uint8Array
  /** How many of its first bytes are the same as in the previous query of this slot, answer included; 0 on the first. */
  readonly common: number
  /** Fires when the unit gave this query up. */
  readonly signal: AbortSignal
}

/** Cycles from the accepted last query beat (first event) or from the first beat of the event before to the first beat of this one; absent: the latency model's constant. */
interface Timed { readonly afterCycles?: number }
/** What an Oracle knows of the tokens of one answer beyond `tokens`; the unit is not told. `prompt`: of the query. */
export interface TokenDetail { readonly prompt: number; readonly recomputed: Recomputed }
/**
 * How an answer ended. `cached`: so many bytes of the history, this answer included, are computed and kept for the slot's next query; absent: not known. The
 * unit is told.
 */
export interface AnswerEnd { readonly tokens: Tokens; readonly cached?: number; readonly detail?: TokenDetail }
/** A frame of an answer. With `end` the answer ends with these symbols (there may be none). */
export interface SymbolsEvent extends Timed { readonly kind: 'symbols'; readonly symbols: Uint8Array; readonly end?: AnswerEnd }
/** The history is refused; only as the first event. */
export interface RejectEvent extends Timed { readonly kind: 'reject'; readonly message?: string }
/** The Oracle failed; `message` is for people and never reaches the unit. */
export interface FaultEvent extends Timed { readonly kind: 'fault'; readonly message: string }
export type AnswerEvent = SymbolsEvent | RejectEvent | FaultEvent

/** The last event of an answer is a symbols event with `end`, a reject or a fault. What it throws is taken as a fault. */
export interface Oracle {
  readonly name: string
  /**
   * Called in the order in which the queries arrived. What it returns is iterated once, at most one event ahead of the link, and for one
   * slot only after its answer before has ended or was left; slots may overlap. When `signal` fires, it should end soon: nothing waits for it but the
   * slot's next query and `dispose`.
   */
  ask(query: OracleQuery): AsyncIterable<AnswerEvent>
  /** After a cut or an abort: only the first `length` bytes of what this slot's last query and answer made are in the history. */
  keep?(slot: number, length: number): void
  /** The slot was closed. */
  close?(slot: number): void
  /** The history of `slot`, which was closed, is now the first `length` bytes of that of `source`. Called when nothing of either is being computed. */
  fork?(slot: number, source: number, length: number): void
  /** Advice about the history of a slot that it was asked about. Gives how many bytes of it are still computed and kept; undefined: not known. */
  hint?(slot: number, hint: Hint): number | undefined | Promise<number | undefined>
  /** Frees what it holds; no call comes after it. */
  dispose(): Promise<void>
}
