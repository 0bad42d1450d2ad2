// Owns: the state of one slot as the instruction set defines it, and the rules of held and seen. Immutable; every change gives a new state.
import { counterWidth, type Counter, type SlotStatus } from '../isa/fields.ts'
import type { Cause } from '../isa/cause.ts'
import type { Tokens } from '../link/codec.ts'
import type { AnswerRule } from './answer-rule.ts'

/** The counters that a model without clock cycles can know. */
export type ExactCounter = Exclude<Counter, 'cyclesSending' | 'cyclesHost' | 'cyclesAppending' | 'dropped'>
export const exactCounters: readonly ExactCounter[] = [
  'queries', 'answers', 'sentNew', 'sentAgain', 'appended', 'truncated', 'shared', 'tokensEvaluated', 'tokensReused', 'tokensHistory',
]
export const isExact = (c: Counter): c is ExactCounter => (exactCounters as readonly Counter[]).includes(c)
export type SlotCounters = Readonly<Record<ExactCounter, number>>

/**
 * Where a run stands. begin: the next query is about to be paid. sending: its chunks leave. awaiting: symbols are taken. confirming: the
 * end was accepted, stores are in flight. ending: a cause is latched, accesses drain, the record comes next.
 */
export type Phase = 'begin' | 'sending' | 'awaiting' | 'confirming' | 'ending'

export interface Run {
  readonly phase: Phase
  /** P-mode: one query, one answer. */
  readonly single: boolean
  /** The Oracle that its queries name. */
  readonly oracle: number
  /** top where the current query began: what a rollback returns to. */
  readonly mark: number
  /** Symbols of whole earlier answers of this run. */
  readonly earlier: number
  /** Accepted symbols of the current answer, and the last of them (-1: none). */
  readonly symbols: number
  readonly last: number
  /** A chunk of the current query was begun. */
  readonly begun: boolean
  readonly cause?: Cause
  readonly cut: boolean
  /** The run ended because an answer did, and the last symbol of that is the yield symbol. */
  readonly yielded: boolean
  /** What the end of the answer told (phase confirming). */
  readonly tokens?: Tokens
  /** A new session came while it was ending: held = 0 after the record. */
  readonly forget: boolean
  /** What becomes of the symbols of answers, where they are not appended as they come, and what that has kept of them so far. */
  readonly rule?: AnswerRule
  readonly memo?: unknown
}

export interface SlotState {
  readonly status: SlotStatus
  readonly colour: 0 | 1
  /** Addresses, in bytes. */
  readonly base: number
  readonly top: number
  readonly limit: number
  readonly held: number
  readonly seen: number
  readonly oracle: number
  readonly sequence: number
  readonly budgeted: boolean
  readonly budget: number
  readonly watchdog: number
  readonly cached: number
  readonly record: bigint
  /** Flags to send, in the order in which they leave. `abort` carries the length kept and the sequence of the query that ended. */
  readonly abort?: { readonly held: number; readonly sequence: number }
  readonly close: boolean
  /** The host is to begin this slot's mirror as a copy of the first `held` bytes of another slot's. */
  readonly fork?: { readonly source: number }
  readonly hint?: number
  readonly counters: SlotCounters
  readonly run?: Run
}

const zeroCounters = Object.fromEntries(exactCounters.map((c) => [c, 0])) as SlotCounters
const most = 2 ** counterWidth - 1

/** A slot after reset. */
export const freeSlot: SlotState = {
  status: 'free', colour: 0, base: 0, top: 0, limit: 0, held: 0, seen: 0, oracle: 0, sequence: 0, budgeted: false, budget: 0, watchdog: 0, cached: 0,
  record: 0n, close: false, counters: zeroCounters,
}

/** Adds to counters; they saturate. */
export function count(s: SlotState, by: Partial<SlotCounters>): SlotState {
  const counters = { ...s.counters }
  for (const [name, n] of Object.entries(by)) counters[name as ExactCounter] = Math.min(most, counters[name as ExactCounter] + n)
  return { ...s, counters }
}

/** held rises to the whole history (a query's last chunk left, an answer ended or was cut), and seen with it. */
export function holdAll(s: SlotState): SlotState {
  const held = s.top - s.base
  return { ...s, held, seen: Math.max(s.seen, held) }
}

/** top falls or rises; when it falls held and seen follow, and what was seen and is gone counts as truncated. */
export function moveTop(s: SlotState, top: number): SlotState {
  const length = top - s.base
  const moved = count(s, { truncated: Math.max(0, s.seen - length) })
  return { ...moved, top, held: Math.min(s.held, length), seen: Math.min(s.seen, length) }
}

/** `oseg.open`: everything of the slot begins anew but the sequence, the last record and a close not yet sent. */
export const openSlot = (s: SlotState, colour: 0 | 1, base: number, length: number, watchdog: number): SlotState => ({
  ...freeSlot, status: 'idle', colour, base, top: base, limit: base + length, watchdog, sequence: s.sequence, record: s.record, close: s.close,
})

const withoutFlags = ({ abort: _a, fork: _f, hint: _h, ...rest }: SlotState): SlotState => ({ ...rest, close: false })

/** `oseg.close`: the host is to forget; what else was to be sent is no longer of use to it. */
export const closeSlot = (s: SlotState): SlotState => ({ ...withoutFlags(s), status: 'free', close: true })

/** A new session, for a slot without a run: flags to send are cleared, and the host holds nothing. */
export const forgetAll = (s: SlotState): SlotState => ({ ...withoutFlags(s), held: 0, cached: 0 })

/** Something is still to be sent for this slot besides its query. */
export const owesFlags = (s: SlotState): boolean => s.abort !== undefined || s.close || s.fork !== undefined || s.hint !== undefined

/** A command made this of a slot: forks of it that have not left are lost, because it started, was closed, or the host is to have less of it. */
export const losesForks = (before: SlotState, after: SlotState): boolean =>
  (after.status === 'running' && before.status !== 'running') || (after.status === 'free' && before.status !== 'free') || after.held < before.held

/** The fork of this slot is lost: the host has nothing of its history. */
export function loseFork(s: SlotState): SlotState {
  const { fork: _, ...rest } = s
  return { ...rest, held: 0 }
}
