// Owns: the Oracle that is a model server: each slot asks it over its own connection; an answer is given out only when its attempt has ended well.
import { attempt, type Server, type ServerAnswer } from '../dialects/attempt.ts'
import { tell } from '../dialects/conversation.ts'
import type { Usage } from '../dialects/dialect.ts'
import { appended, truncated, type AuthorSpan } from '../history/authors.ts'
import { HttpClient } from '../http/client.ts'
import { ServerFailure, type ServerCode } from '../http/failure.ts'
import { withRetries } from '../http/retry.ts'
import { nothingRecomputed } from '../metrics/recomputed.ts'
import type { AnswerEvent, Oracle, OracleQuery, TokenDetail } from '../oracle.ts'

/** How a query went. `recomputed`: tokens that were computed before and are computed again, where the server told enough. */
export interface ServerNote {
  readonly slot: number
  readonly attempts: number
  readonly bytes: number
  readonly yielded: boolean
  readonly finish: string
  readonly usage: Usage
  readonly recomputed: number | undefined
}
export interface ServerListeners {
  /** One line for people about what goes on; no key stands in it. */
  readonly log?: ((line: string) => void) | undefined
  /** An answer is complete. */
  readonly answered?: ((note: ServerNote) => void) | undefined
  /** A query failed for good; `message` has no key in it. */
  readonly failed?: ((failure: { readonly slot: number; readonly code: ServerCode; readonly attempts: number; readonly message: string }) => void) | undefined
  /** Text of an answer arrived, in UTF-16 units; it is no answer yet. */
  readonly arrived?: ((slot: number, units: number) => void) | undefined
}

/** What is known of the last answer of a slot; `end`: the history's length with it. `grown`: nothing before that was rewritten or cut since. */
interface Last { readonly end: number; readonly prompt: number | undefined; readonly completion: number | undefined; grown: boolean }
interface SlotState { readonly client: HttpClient; authors: AuthorSpan[]; last: Last | undefined }

const tokensOf = ({ prompt = 0, cached = 0, completion = 0 }: Usage) => {
  const reused = Math.min(cached, prompt)
  return { evaluated: Math.min(prompt - reused + completion, 0xffff_ffff), reused, history: Math.min(prompt + completion, 0xffff_ffff) }
}

/** Of the tokens of the query and the answer before, those that were not in the cache; undefined: the server did not say, or the history was rewritten. */
export function recomputedTokens(usage: Usage, last: Omit<Last, 'end'> | undefined): number | undefined {
  if (last === undefined) return 0
  if (!last.grown || usage.prompt === undefined || usage.cached === undefined || last.prompt === undefined || last.completion === undefined) return undefined
  const fresh = usage.prompt - (last.prompt + last.completion)
  return Math.max(0, usage.prompt - usage.cached - fresh)
}

/**
 * The same with its causes, by position, for a server does not name them: what stood in the last prompt was evicted, what stood in the last answer is encoded in another way now, and after a rewrite all of it
 * is the rewrite's. Undefined: the server did not say.
 */
export function tokenDetail(usage: Usage, last: Omit<Last, 'end'> | undefined): TokenDetail | undefined {
  const { prompt, cached } = usage
  if (prompt === undefined || cached === undefined) return undefined
  if (last === undefined) return { prompt, recomputed: nothingRecomputed }
  if (last.prompt === undefined || last.completion === undefined) return undefined
  const all = Math.max(0, Math.min(last.prompt + last.completion, prompt) - cached)
  const eviction = Math.min(all, Math.max(0, last.prompt - cached))
  return { prompt, recomputed: last.grown ? { ...nothingRecomputed, eviction, encoder: all - eviction } : { ...nothingRecomputed, compaction: all } }
}

/**
 * A server as Oracle. For each query:
 *
 * - the whole history goes out in the server's dialect; bytes that are no UTF-8 as U+FFFD, while the segment stays as it is. Who wrote which byte is known by position: what this Oracle answered
 *   is its own side's, whatever marks stand around it.
 * - attempts are made until one ends well; one that fails leaves nothing. Then the answer is one frame.
 * - an overflow of the model's context is `reject`, every other failure `fault`; its code stands in the message.
 * - when the unit gives up, the connection is closed at once.
 */
export function serverOracle(name: string, server: Server, listeners: ServerListeners = {}): Oracle {
  const { settings, symbols, redact } = server
  const slots = new Map<number, SlotState>()
  const ending: Promise<void>[] = []
  const fresh = (authors: AuthorSpan[] = []): SlotState => ({ client: new HttpClient(server.origin), authors, last: undefined })
  const stateOf = (slot: number): SlotState => {
    const known = slots.get(slot)
    if (known) return known
    const state = fresh()
    slots.set(slot, state)
    return state
  }
  const forget = (slot: number): void => {
    const state = slots.get(slot)
    slots.delete(slot)
    if (state) ending.push(state.client.close())
  }
  const log = (slot: number, words: string) => listeners.log?.(redact(`${name}, slot ${slot}: ${words}`))

  /** @throws ServerFailure E_PROMPT_CUT: the history only grew, and the server read fewer tokens than before */
  const checkRead = ({ usage }: ServerAnswer, last: Last | undefined): void => {
    if (last?.prompt === undefined || !last.grown || usage.prompt === undefined || usage.prompt >= last.prompt) return
    throw new ServerFailure('E_PROMPT_CUT', `the history has grown, and the server read ${usage.prompt} tokens of it, ${last.prompt} before: it leaves a part out`)
  }

  async function askServer({ slot, history, common, signal }: OracleQuery, state: SlotState): Promise<AnswerEvent> {
    // What this Oracle did not write, the Priestess did; also what came while another one answered.
    const known = truncated(state.authors, common)
    state.authors = appended(known, 'priestess', history.length - (known.at(-1)?.end ?? 0))
    // Once a byte of what the server has read is rewritten, its counts say less about the next ones.
    if (state.last && common < state.last.end) state.last.grown = false
    const { last } = state
    const told = tell(history, state.authors, symbols, settings)
    const { attempts: most, base_ms: baseMs, cap_ms: capMs } = settings.retry
    const once = async () => {
      const answer = await attempt(server, state.client, told, signal, (units) => listeners.arrived?.(slot, units))
      checkRead(answer, last)
      return answer
    }
    try {
      const { result, attempts } = await withRetries({ attempts: most, baseMs, capMs }, signal, once,
        (failure, wait) => log(slot, `${failure.code}: ${failure.message}; attempt ${failure.attempts} of ${most}, the next one in ${wait} ms`))
      const { symbols: answer, yielded, finish, usage } = result
      if (signal.aborted) throw new ServerFailure('E_CANCELLED', 'the query was given up')
      const recomputed = recomputedTokens(usage, last)
      state.authors = appended(state.authors, 'oracle', answer.length)
      state.last = { end: history.length + answer.length, prompt: usage.prompt, completion: usage.completion, grown: true }
      log(slot, `${answer.length} bytes in attempt ${attempts}, finish reason ${finish}`)
      listeners.answered?.({ slot, attempts, bytes: answer.length, yielded, finish, usage, recomputed })
      const detail = tokenDetail(usage, last)
      return { kind: 'symbols', symbols: answer, end: { tokens: tokensOf(usage), ...(detail ? { detail } : {}) } }
    } catch (thrown) {
      if (!(thrown instanceof ServerFailure)) throw thrown
      const message = redact(`${thrown.code}: ${thrown.message}${thrown.attempts > 1 ? ` (after ${thrown.attempts} attempts)` : ''}`)
      log(slot, message)
      listeners.failed?.({ slot, code: thrown.code, attempts: thrown.attempts, message })
      return { kind: thrown.code === 'E_CONTEXT' ? 'reject' : 'fault', message }
    }
  }

  return {
    name,
    async *ask(query) {
      if (query.history.length === 0) return yield { kind: 'reject', message: 'an empty history: a model needs something to go on from' }
      yield await askServer(query, stateOf(query.slot))
    },
    keep(slot, length) {
      const state = stateOf(slot)
      state.authors = truncated(state.authors, length)
      if (state.last && length < state.last.end) state.last.grown = false
    },
    close: forget,
    fork(slot, source, length) {
      forget(slot)
      const from = slots.get(source)
      if (from) slots.set(slot, fresh(truncated(from.authors, length)))
    },
    async dispose() {
      for (const slot of [...slots.keys()]) forget(slot)
      await Promise.all(ending)
    },
  }
}
