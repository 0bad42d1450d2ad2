// Owns: what happens to a running slot: queries, symbols, the end of an answer, the causes and the record. The meaning of O-mode and P-mode, without time.
import { encodeRecord, type Cause } from '../isa/cause.ts'
import type { Tokens } from '../link/codec.ts'
import type { Parameters } from '../parameters.ts'
import type { AnswerRule } from './answer-rule.ts'
import { count, forgetAll, holdAll, moveTop, type Run, type SlotState } from './slot-state.ts'

export const withRun = (s: SlotState, change: Partial<Run>): SlotState => ({ ...s, run: { ...s.run!, ...change } })

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
/** A run of the slot's own Oracle, without a budget, whose answers go where `rule` says. @param memo what the rule begins with */
export const startRule = (s: SlotState, rule: AnswerRule, memo: unknown): SlotState => withRun(start(s, 0, { single: true, oracle: s.oracle }), { rule, memo })

/** The first cause is latched and wins; a later one changes nothing. */
export const latch = (s: SlotState, cause: Cause, cut = false): SlotState =>
  (isLive(s) ? withRun(s, { phase: 'ending', cause, cut }) : s)

/** The memory port is dead: that is the cause, also of a run that was ending for another one and waited for its accesses. */
export const memoryDied = (s: SlotState): SlotState => (s.run === undefined ? s : withRun(s, { phase: 'ending', cause: 'memory', cut: false, yielded: false }))

/** Where in the history, from base, the next symbol of the current answer belongs: what a chunk of it must name. */
export const answerOffset = (s: SlotState): number => (s.run!.rule === undefined ? s.top - s.base : s.run!.mark - s.base + s.run!.symbols)

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

/** One symbol of the current answer (phase awaiting): a mark is `link`, no room `limit`, no budget `budget`, no memory `memory`; else it is appended. */
export function takeSymbol(s: SlotState, symbol: number, p: Parameters, memoryDead = false): SlotState {
  if (p.recordMarks.includes(symbol)) return latch(s, 'link')
  const { rule } = s.run!
  if (rule !== undefined) {
    const taken = rule.take(s, symbol)
    return isLive(taken) ? withRun(taken, { symbols: s.run!.symbols + 1, last: symbol }) : taken
  }
  if (s.top === s.limit) return latch(s, 'limit', true)
  if (s.budgeted && s.budget === 0) return latch(s, 'budget', true)
  if (memoryDead) return latch(s, 'memory')
  return withRun({ ...s, top: s.top + 1, budget: s.budgeted ? s.budget - 1 : 0 }, { symbols: s.run!.symbols + 1, last: symbol })
}

/** The end of an answer was accepted (phase awaiting). It has ended only when its stores are confirmed. */
export const acceptEnd = (s: SlotState, tokens: Tokens): SlotState => withRun(s, { phase: 'confirming', tokens })

/** What an answer leaves behind that is kept, in whole or in part. */
function keepAnswer(s: SlotState): SlotState {
  const appended = s.top - s.run!.mark
  return withRun(count(holdAll(s), { appended }), { earlier: s.run!.earlier + appended, mark: s.top, symbols: 0, begun: false })
}

/**
 * The stores of a whole answer are confirmed (phase confirming): it can no longer be rolled back. In P-mode that is the end, in O-mode a yield is; else the loop begins again.
 * With a rule that is what the rule says.
 */
export function confirmAnswer(s: SlotState, p: Parameters): SlotState {
  const { evaluated, reused, history } = s.run!.tokens!
  const counted = count(keepAnswer(s), { answers: 1, tokensEvaluated: evaluated, tokensReused: reused })
  const told = { ...counted, counters: { ...counted.counters, tokensHistory: history } }
  const { rule } = s.run!
  if (rule !== undefined) return rule.ended(told, p)
  const yielded = s.run!.last === p.yieldSymbol
  if (!s.run!.single && !yielded) return withRun(told, { phase: 'begin' })
  return withRun(latch(told, s.run!.single ? 'answer' : 'yield'), { yielded })
}

/** `reject` of the host: legal only after the query has left and before the first symbol. */
export const takeReject = (s: SlotState): SlotState =>
  latch(s, s.run!.phase === 'awaiting' && s.run!.symbols === 0 ? 'reject' : 'link')

/** Symbols for the room behind the history, as many as fit: they are not the host's yet, and count as sent when the next query has left. */
export function appendOwn(s: SlotState, symbols: number): SlotState {
  const fits = Math.min(symbols, s.limit - s.top)
  return withRun({ ...s, top: s.top + fits }, { earlier: s.run!.earlier + fits, mark: s.top + fits })
}

/** The port is dead: none of those symbols came to memory. */
export const loseOwn = (s: SlotState, symbols: number): SlotState =>
  memoryDied(withRun({ ...s, top: s.top - symbols }, { earlier: s.run!.earlier - symbols, mark: s.run!.mark - symbols }))

/** Accesses have drained (phase ending): the record is pushed. */
export function finishRun(s: SlotState, slot: number): SlotState {
  const { cause, cut, begun, yielded, forget } = s.run!
  // A run that ended behind its last answer has nothing of a query left to keep.
  const kept = cut && begun ? keepAnswer(s) : moveTop(s, s.run!.mark)
  const record = encodeRecord({ cause: cause!, slot, cut, yielded, appended: BigInt(kept.run!.earlier) })
  const { run: _, ...rest } = kept
  const held = forget || cause === 'link' || cause === 'memory' ? 0 : rest.held
  // Behind the end of an answer, and at a trap `budget` before a query, no query is out: the host has nothing to give up.
  const tells = begun && cause !== 'yield' && cause !== 'answer' && cause !== 'reject'
  return { ...rest, status: 'trapped', held, record, ...(tells ? { abort: { held, sequence: s.sequence } } : {}) }
}

/** `otrap` of this slot: its record, and the slot is idle again; 0 when none waits. */
export const takeRecord = (s: SlotState): { readonly value: bigint; readonly slot: SlotState } =>
  (s.status === 'trapped' ? { value: s.record, slot: { ...s, status: 'idle' } } : { value: 0n, slot: s })

/** A new session. The first after reset traps nothing. Flags to send are cleared, and the host holds nothing. */
export function newSession(s: SlotState, first: boolean): SlotState {
  const bare = forgetAll(s)
  if (s.run === undefined) return bare
  return s.run.phase === 'ending' ? withRun(bare, { forget: true }) : first ? bare : latch(bare, 'link')
}
