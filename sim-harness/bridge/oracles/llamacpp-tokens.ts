// Owns: the Oracle that is a llama.cpp server, driven by token ids: what it computed once it keeps, and what it generated goes back to it as the ids that it was.
import { z } from 'zod'
import { wordsOf } from '../errors.ts'
import type { Symbols } from '../history/records.ts'
import { commonLength, recomputedOf } from '../metrics/recomputed.ts'
import type { AnswerEvent, Oracle, OracleQuery } from '../oracle.ts'
import { joined } from '../slot-mirror.ts'
import { chatOf, chatWords, encodePieces, idsOf, keptPieces, nothingSettled, yieldPiece, type Chat, type Piece, type Settled } from './model/pieces.ts'
import { answerPieces, completionOf, type Generated } from './llamacpp-tokens/answer.ts'
import { encoderOf, type ServerEncoder } from './llamacpp-tokens/encoder.ts'
import type { LlamaServer } from './llamacpp-tokens/server.ts'
import { ServerSlots } from './llamacpp-tokens/slots.ts'

export interface LlamaTokensOptions {
  readonly symbols: Symbols
  /** Most tokens of one answer, which then does not yield. Default 256. */
  readonly maxTokens?: number
  /** More fields of a request, as the server names them; what the bridge answers for is not overwritten. */
  readonly request?: Readonly<Record<string, unknown>>
  /** Ask for the whole answer at once instead of token by token. */
  readonly unstreamed?: boolean
}

interface SlotState { readonly server: LlamaServer; bytes: Uint8Array; pieces: readonly Piece[]; settled: Settled }

const propsSchema = z.object({ total_slots: z.number().int().min(1).max(1024), default_generation_settings: z.object({ n_ctx: z.number().int().min(1) }) })
const refused = (thrown: unknown): boolean => (thrown as { code?: unknown } | undefined)?.code === 'E_CONTEXT'

/** What a server said of itself. */
interface About { readonly encoder: ServerEncoder; readonly chat: Chat; readonly contextTokens: number; readonly slots: ServerSlots }

async function askAbout(server: LlamaServer, signal: AbortSignal): Promise<About> {
  const props = propsSchema.safeParse(await server.get('/props', signal))
  if (!props.success) throw new Error('the server does not tell its slots and context as llama.cpp does: "token_ids": false in the file of --oracle-config asks it with text')
  const encoder = await encoderOf(server, signal)
  const [start, stop] = [await encoder.control(server, chatWords.start, signal), await encoder.control(server, chatWords.stop, signal)]
  if (start === undefined || stop === undefined) throw new Error('the model of the server does not speak ChatML: "token_ids": false in the file of --oracle-config asks it with text')
  const chat = await chatOf(start, stop, (run) => encoder.encode(server, run, signal))
  return { encoder, chat, slots: new ServerSlots(props.data.total_slots), contextTokens: props.data.default_generation_settings.n_ctx }
}

class LlamaTokens implements Oracle {
  readonly name: string
  readonly #open: () => LlamaServer
  readonly #options: LlamaTokensOptions
  #about: Promise<About> | undefined
  readonly #states = new Map<number, SlotState>()
  readonly #ending: Promise<void>[] = []

  constructor(name: string, open: () => LlamaServer, options: LlamaTokensOptions) {
    this.name = name
    this.#open = open
    this.#options = options
  }

  async *ask({ slot, history, signal }: OracleQuery): AsyncGenerator<AnswerEvent> {
    const state = this.#state(slot)
    let leave = (): void => undefined
    try {
      const { encoder, chat, contextTokens, slots } = await this.#serverIs(state.server, signal)
      const place = slots.take(slot)
      leave = () => slots.leave(slot)
      const { kept, bytes } = keptPieces(state.pieces, state.bytes, history)
      const pieces = [...kept, ...await encodePieces(history.subarray(bytes), (run) => encoder.encode(state.server, run, signal), chat, this.#options.symbols)]
      const rewritten = commonLength(state.settled.bytes, history) < state.settled.bytes.length
      state.pieces = pieces
      state.bytes = history
      const ids = idsOf(pieces)
      if (ids.length === 0) return yield { kind: 'reject', message: 'an empty history: a model needs something to go on from' }
      const room = contextTokens - ids.length - 1 - chat.newline.length
      if (room < 0) return yield { kind: 'reject', message: `the history has ${ids.length} tokens, the server's context ${contextTokens}` }

      const generated = await this.#generate(state.server, { encoder, chat }, this.#body(ids, place, Math.min(this.#options.maxTokens ?? 256, 1 + room)), signal)
      if (signal.aborted) return
      const stopped = generated.stop === undefined ? [] : [{ bytes: 1, ids: [...generated.withoutBytes, ...yieldPiece(chat, generated.stop).ids] }]
      state.pieces = [...pieces, ...generated.pieces, ...stopped]
      const symbols = joined([generated.bytes, Uint8Array.from(generated.stop === undefined ? [] : [this.#options.symbols.yieldSymbol])])
      state.bytes = joined([history, symbols])
      const whole = state.pieces.reduce((n, p) => n + p.bytes, 0) === state.bytes.length
      const committed = whole ? await this.#commit(state.server, this.#body(idsOf(state.pieces), place, 0), signal) : undefined
      if (signal.aborted) return
      // What was sampled last is not computed before it is sent back.
      const evaluated = generated.promptComputed + Math.max(0, generated.count - 1) + (committed ?? 0)
      const tokens = { evaluated, reused: generated.reused, history: idsOf(state.pieces).length }
      const detail = { prompt: ids.length, recomputed: recomputedOf({ before: state.settled.ids, now: ids, reused: generated.reused, rewritten }) }
      state.settled = { bytes: state.bytes, ids: idsOf(state.pieces) }
      yield { kind: 'symbols', symbols, end: { tokens, ...(committed === undefined ? {} : { cached: state.bytes.length }), detail } }
    } catch (thrown) {
      if (signal.aborted) return
      yield refused(thrown) ? { kind: 'reject', message: wordsOf(thrown) } : { kind: 'fault', message: wordsOf(thrown) }
    } finally {
      leave()
    }
  }

  /** The tokens that stand for the bytes go over; the server computes them in a slot of its own. */
  fork(slot: number, source: number, length: number): void {
    const from = this.#states.get(source)
    if (!from) return
    const { kept, bytes } = keptPieces(from.pieces, from.bytes, from.bytes.subarray(0, length))
    this.close(slot)
    this.#states.set(slot, { server: this.#open(), bytes: from.bytes.slice(0, bytes), pieces: kept, settled: { bytes: from.bytes.slice(0, bytes), ids: idsOf(kept) } })
  }

  close(slot: number): void {
    const state = this.#states.get(slot)
    this.#states.delete(slot)
    void this.#about?.then(({ slots }) => slots.free(slot), () => undefined)
    if (state) this.#ending.push(state.server.close())
  }

  async dispose(): Promise<void> {
    for (const slot of [...this.#states.keys()]) this.close(slot)
    await Promise.all(this.#ending)
  }

  /** Asked once; again when it failed. */
  #serverIs(server: LlamaServer, signal: AbortSignal): Promise<About> {
    const about = this.#about ??= askAbout(server, signal)
    about.catch(() => { if (this.#about === about) this.#about = undefined })
    return about
  }

  /** Each slot has a connection of its own: one that is cancelled is nobody else's. */
  #state(slot: number): SlotState {
    const known = this.#states.get(slot) ?? { server: this.#open(), bytes: new Uint8Array(0), pieces: [], settled: nothingSettled }
    this.#states.set(slot, known)
    return known
  }

  #body(ids: readonly number[], place: number, most: number): object {
    return { temperature: 0, ...this.#options.request, prompt: ids, n_predict: most, cache_prompt: true, id_slot: place, return_tokens: true }
  }

  /** Streamed, a character of several tokens comes with the last id only: where the missing ones are not certain the answer is asked for once more, as a whole. */
  async #generate(server: LlamaServer, { encoder, chat }: Pick<About, 'encoder' | 'chat'>, body: object, signal: AbortSignal): Promise<Generated> {
    if (!this.#options.unstreamed) {
      const events = (await server.events('/completion', { ...body, stream: true }, signal)).map(completionOf)
      const generated = await answerPieces(events, chat.stop, (text) => encoder.encode(server, new TextEncoder().encode(text), signal))
      if (generated) return generated
    }
    const event = completionOf(await server.post('/completion', { ...body, stream: false }, signal))
    return (await answerPieces([event], chat.stop, () => []))!
  }

  /**
   * Lets the server compute what was sampled last and what the yield symbol adds, so that its cache is the history, token for token, and the next query pays for its own
   * tokens only. How many it computed; undefined when it did not: the next query does it then.
   */
  async #commit(server: LlamaServer, body: object, signal: AbortSignal): Promise<number | undefined> {
    try {
      const { timings } = completionOf(await server.post('/completion', { ...body, stream: false }, signal))
      return timings?.prompt_n
    } catch {
      return undefined
    }
  }
}

/**
 * A llama.cpp server whose model speaks ChatML, asked with token ids. What a history becomes, how an answer ends and what is escaped is as with `ggufOracle`: both share the code.
 * Every id is kept beside the bytes it stands for; what was generated goes back as it was, the stop token too. `tokens` are the server's own counters.
 *
 * Each slot of the unit has a slot of the server as long as there are enough; with more, the one that was asked longest ago gives its up, and its history is computed anew.
 * An answer is held back until it has ended. An empty history, and one that does not fit the context, are refused.
 * The server is asked what it is with the first query; one that is none of llama.cpp, or whose model is not ChatML, is a fault.
 */
export const llamaTokensOracle = (open: () => LlamaServer, options: LlamaTokensOptions, name = 'llamacpp'): Oracle => new LlamaTokens(name, open, options)
