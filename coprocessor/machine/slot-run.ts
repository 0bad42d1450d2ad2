// Owns: what happens to a running slot: queries, symbols, the end of an answer, the causes and the record. The meaning of O-mode and P-mode, without time.
import { encodeRecord, type Cause } from '../isa/cause.ts'
import type { Tokens } from '../link/codec.ts'
import type { Parameters } from '../parameters.ts'
import { count, holdAll, moveTop, type Run, type SlotState } from './slot-state.ts'

const withRun = (s: SlotState, change: Partial<Run>): SlotState => ({ ...s, run: { ...s.run!, ...change } })

/** Runs, and its cause is not latched yet. */
export const isLive = (s: SlotState): boolean => s.run !== undefined && s.run.phase !== 'ending'

const start = (s: SlotState, budget: number, how: Pick<Run, 'single' | 'oracle'>): SlotState => ({
  ...s, status: 'running', budgeted: budget > 0, budget,
  run: { ...how, phase: 'begin', mark: s.top, earlier: 0, symbols: 0, last: -1, begun: false, cut: false, yielded: false, forget: false },
})
/** `ostart`, `oenter`: O-mode, the Oracle of the slot. @param budget 0: none. */
export const startRun = (s: SlotState, budget: number): SlotState => start(s, budget, { single: false, oracle: s.oracle })
/** `oask`, `oracle`: P-mode, one query to any Oracle, one answer, no budget. The slot stays bound to its own. */
export const startAsk = (s: SlotState, oracle: number): SlotState => start(s, 0, { single: true, oracle })

/** The first cause is latched and wins; a later one changes nothing. */
export const latch = (s: SlotState, cause: Cause, cut = false): SlotState =>
  (isLive(s) ? withRun(s, { phase: 'ending', cause, cut }) : s)

/** The top of the loop (phase begin): pay for a query and number it, or trap `budget`. */
export function nextQuery(s: SlotState): SlotState {
  if (s.budgeted && s.budget === 0) return latch(s, 'budget')
  const paid = count({ ...s, sequence: (s.sequence + 1) % 65536, budget: s.budgeted ? s.budget - 1 : 0 }, { queries: 1 })
  return withRun(paid, { phase: 'sending', mark: s.top, symbols: 0, last: -1, begun: false })
}

/** A chunk of the query was begun: from here on an end other than yield, answer, reject tells the host by an abort. */
export const chunkBegun = (s: SlotState): SlotState => withRun(s, { begun: true })

/** The query's last chunk has left (phase sending): what was sent counts, and the host has the whole history. */
export function lastChunkLeft(s: SlotState): SlotState {
  const length = s.top - s.base
  return withRun(holdAll(count(s, { sentNew: length - s.seen, sentAgain: s.seen - s.held })), { phase: 'awaiting', begun: true })
}

/** One symbol of the current answer (phase awaiting): a mark is `link`, no room `limit`, no budget `budget`; else it is appended. */
export function takeSymbol(s: SlotState, symbol: number, p: Parameters): SlotState {
  if (p.recordMarks.includes(symbol)) return latch(s, 'link')
  if (s.top === s.limit) return latch(s, 'limit', true)
  if (s.budgeted && s.budget === 0) return latch(s, 'budget', true)
  return withRun({ ...s, top: s.top + 1, budget: s.budgeted ? s.budget - 1 : 0 }, { symbols: s.run!.symbols + 1, last: symbol })
}

/** The end of an answer was accepted (phase awaiting). It has ended only when its stores are confirmed. */
export const acceptEnd = (s: SlotState, tokens: Tokens): SlotState => withRun(s, { phase: 'confirming', tokens })

/** What an answer leaves behind that is kept, in whole or in part. */
const keepAnswer = (s: SlotState): SlotState =>
  withRun(count(holdAll(s), { appended: s.run!.symbols }), { earlier: s.run!.earlier + s.run!.symbols, mark: s.top, symbols: 0, begun: false })

/** The stores of a whole answer are confirmed (phase confirming): it can no longer be rolled back. In P-mode that is the end, in O-mode a yield is; else the loop begins again. */
export function confirmAnswer(s: SlotState, p: Parameters): SlotState {
  const { evaluated, reused, history } = s.run!.tokens!
  const counted = count(keepAnswer(s), { answers: 1, tokensEvaluated: evaluated, tokensReused: reused })
  const told = { ...counted, counters: { ...counted.counters, tokensHistory: history } }
  const yielded = s.run!.last === p.yieldSymbol
  if (!s.run!.single && !yielded) return withRun(told, { phase: 'begin' })
  return withRun(latch(told, s.run!.single ? 'answer' : 'yield'), { yielded })
}

/** `reject` of the host: legal only after the query has left and before the first symbol. */
export const takeReject = (s: SlotState): SlotState =>
  latch(s, s.run!.phase === 'awaiting' && s.run!.symbols === 0 ? 'reject' : 'link')

/** Accesses have drained (phase ending): the record is pushed. */
export function finishRun(s: SlotState, slot: number): SlotState {
  const { cause, cut, begun, yielded, forget } = s.run!
  const kept = cut ? keepAnswer(s) : moveTop(s, s.run!.mark)
  const record = encodeRecord({ cause: cause!, slot, cut, yielded, appended: BigInt(kept.run!.earlier) })
  const { run: _, ...rest } = kept
  const held = forget || cause === 'link' ? 0 : rest.held
  // A trap `budget` at a query ends no query: the host has nothing to give up.
  const tells = begun && (cut || cause === 'abort' || cause === 'link')
  return { ...rest, status: 'trapped', held, record, ...(tells ? { abort: { held, sequence: s.sequence } } : {}) }
}

/** A new session. The first after reset traps nothing. Flags to send are cleared, and the host holds nothing. */
export function newSession(s: SlotState, first: boolean): SlotState {
  const { abort: _, ...rest } = s
  const bare: SlotState = { ...rest, held: 0, cached: 0, close: false }
  if (s.run === undefined) return bare
  return s.run.phase === 'ending' ? withRun(bare, { forget: true }) : first ? bare : latch(bare, 'link')
}
