// Owns: one state that a slot of the unit may be in, as far as its ports have told, and what it still owes to the link.
import { freeSlot, exactCounters, type SlotState } from '../../coprocessor/machine/slot-state.ts'
import type { StackAccess } from '../../coprocessor/machine/stack-commands.ts'

/** A query whose chunks are to be seen. sending: the last has not left. left: all were handed to the link. ended: given up; what was begun may still come. */
export interface QueryOut {
  readonly kind: 'query'
  /** Serial of the command that began the run, or made the flag: entries of later commands come later. */
  readonly of: number
  readonly mode: 'sending' | 'left' | 'ended'
  readonly sequence: number
  readonly oracle: number
  readonly epoch: number
  /** Bytes [start, end) from base; the next chunk to be seen begins at `next`. */
  readonly start: number
  readonly next: number
  readonly end: number
  /** The history when the run started, and what answers appended since. */
  readonly snapshot: Uint8Array
  readonly text: string
  /** The header of a chunk was seen and its end was not. */
  readonly open: boolean
}
/** A short frame. `must`: it has to be seen before the slot's next query. */
export interface FlagOut {
  readonly of: number
  readonly kind: 'abort' | 'close' | 'fork' | 'hint'
  readonly must: boolean
  readonly epoch: number
  readonly sequence: number
  /** What the frame has as its offset: bytes held, or the hint. */
  readonly held: number
  /** Of a fork: the slot that it is a copy of. */
  readonly source?: number
}
export type Out = QueryOut | FlagOut

/**
 * rd of a command that this state has executed. `waits`: not before its record; `passed`: `otrap -1` took another slot's record; `trapped`, `running`, `none`:
 * what an `owait` found of this slot; null: any value of its own rule.
 */
export type Result = bigint | 'waits' | 'passed' | 'trapped' | 'running' | 'none' | null

/** The one access of the command that comes next: to be seen, under way, answered (of a load with this byte). */
export interface OwnAccess { readonly access: StackAccess; readonly phase: 'due' | 'flying' | 'answered'; readonly byte: number }

export interface Hypothesis {
  readonly slot: SlotState
  /** The next item of the slot's list, and what becomes of the frame it belongs to. */
  readonly item: number
  readonly frame: 'counts' | 'dropped'
  /** The next command of the slot's list, and the results of those executed and not answered. */
  readonly command: number
  readonly results: readonly { readonly serial: number; readonly value: Result }[]
  readonly own?: OwnAccess
  readonly epoch: number
  /** Of the run: the history at its start, the address behind it, the symbols accepted since, how many of them were stored. */
  readonly snapshot: Uint8Array
  readonly runTop: number
  readonly text: string
  readonly stored: number
  readonly out: readonly Out[]
  /** Serial of the command that started the run. */
  readonly start: number
  /** Cycles from which the watchdog may count at the earliest, and at the latest. */
  readonly restart: number
  readonly fresh: number
  /** Nothing that made this state happened later than this cycle began. */
  readonly since: number
  /** The record was pushed no earlier than this cycle. */
  readonly trapped: number
  /** A run was started since the slot was opened. */
  readonly ran: boolean
  /** The cause of the run was a new session. */
  readonly bySession: boolean
  /** Frames dropped: at the least, at the most, and how many of those between are certain once the unit had time. */
  readonly drops: { readonly least: number; readonly most: number; readonly late: number }
}

const nothing = new Uint8Array(0)

export const resetHypothesis: Hypothesis = {
  slot: freeSlot, item: 0, frame: 'dropped', command: 0, results: [], epoch: 0, snapshot: nothing, runTop: 0, text: '', stored: 0, out: [], start: 0, restart: 0, fresh: 0, since: 0,
  trapped: 0, ran: false, bySession: false, drops: { least: 0, most: 0, late: 0 },
}

const outKey = (o: Out): string => (o.kind === 'query' ? `q${o.mode[0]}${o.sequence},${o.next},${o.end},${o.open ? 1 : 0},${o.epoch}` : `${o.kind}${o.must ? 1 : 0}${o.sequence},${o.held},${o.source ?? ''},${o.epoch}`)

/**
 * Equal for hypotheses that no port can tell apart. Drops, the earliest times and what may stay away unsent are left out: they are merged. @param loose what commands
 * with a serial below this have still to send is left out too, but a query that is being sent
 */
export function keyOf(h: Hypothesis, loose = 0): string {
  const s = h.slot
  const r = s.run
  return [
    s.status, s.colour, s.base, s.top, s.limit, s.held, s.seen, s.oracle, s.sequence, s.budget, s.watchdog, s.cached, s.record, exactCounters.map((c) => s.counters[c]).join(),
    r ? [r.phase, r.single, r.oracle, r.mark, r.earlier, r.symbols, r.last, r.begun, r.cause, r.cut, r.yielded, r.forget, r.memo === undefined ? '' : JSON.stringify(r.memo)].join() : '',
    h.item, h.frame, h.command, h.results.map((r) => `${r.serial}=${r.value}`).join(), h.own === undefined ? '' : `${h.own.phase}${h.own.byte}`, h.epoch, h.runTop, h.text, h.stored, h.out.filter((o) => (o.of < loose ? o.kind === 'query' && (o.open || o.mode === 'sending') : !skippable(o))).map(outKey).join(';'), h.restart, h.fresh, h.ran, h.bySession,
  ].join('|')
}

/** The byte `at` (from base) of the history that a query speaks of. */
export const queryByte = (q: QueryOut, at: number): number => (at < q.snapshot.length ? q.snapshot[at]! : q.text.charCodeAt(at - q.snapshot.length))

/** What an executed command with this serial found or will answer; undefined: not executed yet, or answered. */
export const resultOf = (h: Hypothesis, serial: number): Result | undefined => h.results.find((r) => r.serial === serial)?.value
export const withoutResult = (h: Hypothesis, serial: number): Hypothesis => ({ ...h, results: h.results.filter((r) => r.serial !== serial) })

/** A run needs nothing more from this entry before later ones may be seen. */
export const skippable = (o: Out): boolean => (o.kind === 'query' ? o.mode === 'ended' && !o.open : !o.must)

/** The order in which the unit hands entries to the link: by the command they belong to, then by query, an abort behind its query. */
function before(a: Out, b: Out, sequence: number): number {
  const age = (o: Out): number => (o.sequence - sequence + 0x8000) & 0xffff
  return a.of - b.of || age(a) - age(b) || Number(a.kind !== 'query') - Number(b.kind !== 'query')
}

/**
 * What either of two equal states may still send: those that must are the same, those that may stay away are put together. So a run that ended unseen leaves one
 * list behind, not one for each way in which it may have ended. `a` itself when it has everything.
 */
export function mergeOut(a: readonly Out[], b: readonly Out[], sequence: number): readonly Out[] {
  const known = new Set(a.map((o) => `${o.of} ${outKey(o)}`))
  const more = b.filter((o) => skippable(o) && !known.has(`${o.of} ${outKey(o)}`))
  return more.length === 0 ? a : [...a, ...more].sort((x, y) => before(x, y, sequence))
}

const loosened = (o: Out): Out => (o.kind !== 'query' ? { ...o, must: false } : o.mode === 'left' && !o.open ? { ...o, mode: 'ended' } : o)

/**
 * The same for states that differ in what must be sent too: what only one of the two has to send may stay away, and a query that only one says to have wholly left may be cut.
 * Nothing more is lost: a frame that comes must still be one that a state has to send, in its order, with its bytes, and slots, records, memory and answers stay as exact as
 * they were. What is lost is which of these entries go together: a run of which one state says that its query left, and another that it never began, is free to be either
 * whatever is seen of the runs around it. So a unit that forgets such a frame is found out only where every state owes it. More is allowed than before, never less: no false alarm.
 */
export function mergeOutLoosely(a: readonly Out[], b: readonly Out[], sequence: number): readonly Out[] {
  const key = (o: Out): string => `${o.of} ${outKey(o)}`
  const inBoth = new Set(b.map(key).filter((k) => a.some((o) => key(o) === k)))
  const all = new Map([...a, ...b].map((o) => (inBoth.has(key(o)) ? o : loosened(o))).map((o) => [key(o), o]))
  const merged = [...all.values()].sort((x, y) => before(x, y, sequence))
  return merged.length === a.length && merged.every((o, i) => key(o) === key(a[i]!)) ? a : merged
}
