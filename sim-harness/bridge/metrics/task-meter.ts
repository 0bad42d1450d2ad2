// Owns: what is counted for each task: what its queries held, what of it was there already, what was computed again and why, how long the first symbol took, what keeping it costs.
import type { Hint } from '../../../coprocessor/link/hint.ts'
import type { AnswerEnd } from '../oracle.ts'
import { policySummary, returnCost, untilPaid, type Patience, type PolicySummary, type Prices, type ReturnCost } from './keep-or-discard.ts'
import { nothingRecomputed, recomputationCauses, type Recomputed } from './recomputed.ts'

/** `prompt`: of all queries; it is hit + new + recomputed. `hit`: the host had them already. `recomputed`: they stood where others had been before, after a rewrite or a cut. */
export interface SymbolMetrics { readonly prompt: number; readonly hit: number; readonly new: number; readonly recomputed: number; /** Of the answers. */ readonly answered: number }
/** `new` and `recomputed` were evaluated, answers counted; `hit` was taken from the cache. Zeros where the Oracle does not tell. `prompt`: of all queries. */
export interface TokenMetrics { readonly prompt: number; readonly hit: number; readonly new: number; readonly recomputed: number; readonly causes: Recomputed }
/** From the last beat of a query to the first beat of its first symbol. */
export interface FirstSymbol { readonly answers: number; readonly least: number; readonly mean: number; readonly most: number }

/** A task: what a slot held from its opening to its close. */
export interface TaskMetrics {
  readonly slot: number
  readonly queries: number
  readonly symbols: SymbolMetrics
  readonly tokens: TokenMetrics
  readonly firstSymbolCycles: FirstSymbol
  /** Keeping what was computed between an answer and the next query, by the rule, against the best in hindsight. */
  readonly keepOrDiscard: PolicySummary
}

export interface MeterOptions {
  readonly patience?: Patience
  /** Of a history of so many symbols and tokens. Default: rent 1 a cycle; computing anew 1,000 a token, or a symbol where no tokens are told. */
  readonly prices?: (symbols: number, tokens: number) => Prices
}
/** A choice, so that the rule has a price to go by: simulated time says nothing of how fast a real model is. */
export const rebuildPerToken = 1000
const defaultPrices = (symbols: number, tokens: number): Prices => ({ rent: 1, rebuild: rebuildPerToken * (tokens || symbols) })

interface Task {
  queries: number
  symbols: { prompt: number; hit: number; new: number; recomputed: number; answered: number }
  tokens: { prompt: number; hit: number; evaluated: number; causes: Record<keyof Recomputed, number> }
  first: number[]
  costs: ReturnCost[]
  /** Bytes of the history that the host knows, and tokens after the last answer. */
  known: number
  history: number
  asked: number
  /** Cycle of the end of the last answer; undefined while the Oracle answers, and at first. */
  idle: number | undefined
  hint: Hint | undefined
  answering: boolean
}
const fresh = (known = 0): Task => ({
  queries: 0, symbols: { prompt: 0, hit: 0, new: 0, recomputed: 0, answered: 0 }, tokens: { prompt: 0, hit: 0, evaluated: 0, causes: { ...nothingRecomputed } },
  first: [], costs: [], known, history: 0, asked: 0, idle: undefined, hint: undefined, answering: false,
})

/** Give it to a host as `meter`; `tasks` at any time. Simulated time only: the same run gives the same numbers. */
export class TaskMeter {
  readonly #patience: Patience
  readonly #prices: NonNullable<MeterOptions['prices']>
  readonly #open = new Map<number, Task>()
  readonly #closed: { readonly slot: number; readonly task: Task }[] = []

  constructor(options: MeterOptions = {}) {
    this.#patience = options.patience ?? untilPaid
    this.#prices = options.prices ?? defaultPrices
  }

  /** A query came whole in `cycle`: `length` bytes, of which the host had the first `common` as they are. */
  asked(slot: number, cycle: number, length: number, common: number): void {
    const task = this.#task(slot)
    task.queries++
    const again = Math.max(0, Math.min(task.known, length) - common)
    task.symbols.prompt += length
    task.symbols.hit += common
    task.symbols.recomputed += again
    task.symbols.new += length - common - again
    if (task.idle !== undefined) {
      const prices = this.#prices(task.known, task.history)
      if (prices.rebuild > 0) task.costs.push(returnCost(cycle - task.idle, this.#patience(prices, task.hint), prices))
    }
    task.idle = task.hint = undefined
    task.known = length
    task.asked = cycle
    task.answering = true
  }

  /** A frame with `count` symbols went out in `cycle`. */
  answers(slot: number, cycle: number, count: number): void {
    const task = this.#task(slot)
    if (count > 0 && task.answering) {
      task.first.push(cycle - task.asked)
      task.answering = false
    }
    task.symbols.answered += count
    task.known += count
  }

  /** The answer ended; without `end` it was refused or failed. */
  ended(slot: number, cycle: number, end: AnswerEnd | undefined): void {
    const task = this.#task(slot)
    task.idle = cycle
    task.answering = false
    if (!end) return
    const { tokens, detail } = end
    task.history = tokens.history
    task.tokens.hit += tokens.reused
    task.tokens.evaluated += tokens.evaluated
    task.tokens.prompt += detail?.prompt ?? 0
    for (const cause of recomputationCauses) task.tokens.causes[cause] += detail?.recomputed[cause] ?? 0
  }

  /** The unit gave the query up and keeps `length` bytes. */
  left(slot: number, cycle: number, length: number): void {
    const task = this.#task(slot)
    task.known = Math.min(task.known, length)
    task.idle ??= cycle
    task.answering = false
  }

  hinted(slot: number, hint: Hint): void { this.#task(slot).hint = hint }

  /** The slot was closed. */
  closed(slot: number): void {
    const task = this.#open.get(slot)
    if (task && task.queries > 0) this.#closed.push({ slot, task })
    this.#open.delete(slot)
  }

  /** A slot that was closed begins with `length` bytes. */
  forked(slot: number, length: number): void { this.#open.set(slot, fresh(length)) }

  /** Those that asked something: closed ones first, in the order in which they were closed; then by slot. */
  tasks(): TaskMetrics[] {
    const open = [...this.#open].sort(([a], [b]) => a - b).map(([slot, task]) => ({ slot, task })).filter(({ task }) => task.queries > 0)
    return [...this.#closed, ...open].map(({ slot, task }) => summary(slot, task))
  }

  /** Of every task: the cycles from the end of an answer to the next query. */
  returns(): number[] { return [...this.#closed.map((c) => c.task), ...this.#open.values()].flatMap((task) => task.costs.map((c) => c.cycles)) }

  #task(slot: number): Task {
    const known = this.#open.get(slot)
    if (known) return known
    const task = fresh()
    this.#open.set(slot, task)
    return task
  }
}

function summary(slot: number, { queries, symbols, tokens: { prompt, hit, evaluated, causes }, first, costs }: Task): TaskMetrics {
  const recomputed = recomputationCauses.reduce((n, cause) => n + causes[cause], 0)
  const sum = first.reduce((n, c) => n + c, 0)
  return {
    slot, queries, symbols: { ...symbols }, tokens: { prompt, hit, new: evaluated - recomputed, recomputed, causes: { ...causes } },
    firstSymbolCycles: { answers: first.length, least: first.length === 0 ? 0 : Math.min(...first), mean: first.length === 0 ? 0 : sum / first.length, most: Math.max(0, ...first) },
    keepOrDiscard: policySummary(costs),
  }
}
