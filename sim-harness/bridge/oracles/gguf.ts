// Owns: the Oracle that is a language model in this process: a history becomes tokens, tokens become an answer, each token is computed once.
import { open } from 'node:fs/promises'
import type { Hint } from '../../../coprocessor/link/hint.ts'
import { BridgeError, wordsOf } from '../errors.ts'
import { type Symbols } from '../history/records.ts'
import { commonLength, recomputedOf } from '../metrics/recomputed.ts'
import type { AnswerEvent, Oracle, OracleQuery } from '../oracle.ts'
import type { ModelPlaces } from '../setup/places.ts'
import { engineStatus } from '../setup/status.ts'
import { joined } from '../slot-mirror.ts'
import { loadEngine, type Context, type Engine, type Model, type Sequence } from './model/engine.ts'
import { chatOf, chatWords, encodePieces, idsOf, keptPieces, nothingSettled, yieldPiece, type Chat, type Piece, type Settled } from './model/pieces.ts'
import { vocabularyOf, type Vocabulary } from './model/vocabulary.ts'

export interface ModelOptions {
  readonly symbols: Symbols
  readonly places: ModelPlaces
  /** Most tokens of a slot's history, its answer included; 4096, or what the model was trained with if that is less. */
  readonly contextTokens?: number
  readonly progress?: (message: string) => void
}

/** An answer without a yield ends after so many tokens. */
export const mostAnswerTokens = 256
/** Tokens of a prompt that are evaluated between two looks at the abort signal. */
const promptStep = 64

/** What is known of one slot: the bytes of its history, their pieces, and the engine's context that has computed a prefix of their tokens. */
interface SlotState { readonly context: Context; readonly sequence: Sequence; bytes: Uint8Array; pieces: Piece[]; settled: Settled }

const evaluated = (s: Sequence) => s.tokenMeter.usedInputTokens + s.tokenMeter.usedOutputTokens

class ModelOracle implements Oracle {
  readonly name: string
  readonly #engine: Engine
  readonly #model: Model
  readonly #vocabulary: Vocabulary
  readonly #chat: Chat
  readonly #symbols: Symbols
  readonly #contextTokens: number
  readonly #progress: (message: string) => void
  readonly #slots = new Map<number, Promise<SlotState>>()
  readonly #ending: Promise<void>[] = []

  constructor(name: string, engine: Engine, model: Model, vocabulary: Vocabulary, chat: Chat, options: ModelOptions) {
    this.name = name
    this.#engine = engine
    this.#model = model
    this.#vocabulary = vocabulary
    this.#chat = chat
    this.#symbols = options.symbols
    this.#contextTokens = Math.min(options.contextTokens ?? 4096, model.trainContextSize)
    this.#progress = options.progress ?? (() => undefined)
  }

  async *ask({ slot, history, signal }: OracleQuery): AsyncGenerator<AnswerEvent> {
    const state = await this.#state(slot)
    const { sequence } = state
    const { kept, bytes } = keptPieces(state.pieces, state.bytes, history)
    const pieces = [...kept, ...await encodePieces(history.subarray(bytes), (run) => this.#vocabulary.encode(run), this.#chat, this.#symbols)]
    const rewritten = commonLength(state.settled.bytes, history) < state.settled.bytes.length
    state.pieces = pieces
    state.bytes = history
    const ids = idsOf(pieces)
    if (ids.length === 0) return yield { kind: 'reject', message: 'an empty history: a model needs something to go on from' }
    // A full context would shift, silently. Room for one token and for what a yield symbol adds must be left.
    const room = this.#contextTokens - ids.length - 1 - this.#chat.newline.length
    if (room < 0) return yield { kind: 'reject', message: `the history has ${ids.length} tokens, the context ${this.#contextTokens}` }

    const meter = evaluated(sequence)
    const reused = await this.#rewind(sequence, ids)
    for (let at = reused; at < ids.length - 1; at += promptStep) {
      if (signal.aborted) return
      this.#progress(`slot ${slot}: reading, ${at} of ${ids.length} tokens`)
      await sequence.evaluateWithoutGeneratingNewTokens(ids.slice(at, Math.min(at + promptStep, ids.length - 1)))
    }
    const most = Math.min(mostAnswerTokens, 1 + room)
    const added: number[] = []
    let stop: number | undefined
    if (signal.aborted) return
    for await (const id of sequence.evaluate(ids.slice(-1), { temperature: 0, yieldEogToken: true })) {
      if (signal.aborted) return
      if (this.#model.isEogToken(id)) {
        stop = id
        break
      }
      added.push(id)
      const symbols = this.#vocabulary.bytesOf(id)
      state.pieces.push({ bytes: symbols.length, ids: [id] })
      state.bytes = joined([state.bytes, symbols])
      this.#progress(`slot ${slot}: answering, ${added.length} tokens`)
      yield { kind: 'symbols', symbols }
      if (signal.aborted || added.length === most) break
    }
    if (signal.aborted) return
    // What was sampled last is not computed yet. Doing it now makes the cache the history, token for token, and the next query pay for its own tokens only.
    const last = stop === undefined ? added.slice(-1) : yieldPiece(this.#chat, stop).ids
    await sequence.evaluateWithoutGeneratingNewTokens([...last])
    const symbols = Uint8Array.from(stop === undefined ? [] : [this.#symbols.yieldSymbol])
    if (stop !== undefined) state.pieces.push(yieldPiece(this.#chat, stop))
    state.bytes = joined([state.bytes, symbols])
    const tokens = { evaluated: evaluated(sequence) - meter, reused, history: state.pieces.reduce((n, p) => n + p.ids.length, 0) }
    const detail = { prompt: ids.length, recomputed: recomputedOf({ before: state.settled.ids, now: ids, reused, rewritten }) }
    state.settled = { bytes: state.bytes, ids: idsOf(state.pieces) }
    yield { kind: 'symbols', symbols, end: { tokens, cached: state.bytes.length, detail } }
  }

  /** The tokens that stand for the bytes go over; what was computed of them does not: each slot has a context of its own. */
  fork(slot: number, source: number, length: number): void {
    const from = this.#slots.get(source)
    if (from === undefined) return
    const made = Promise.all([this.#fresh(), from]).then(([state, { pieces, bytes }]) => {
      const { kept, bytes: whole } = keptPieces(pieces, bytes, bytes.subarray(0, length))
      return { ...state, pieces: kept, bytes: bytes.slice(0, whole), settled: { bytes: bytes.slice(0, whole), ids: idsOf(kept) } }
    })
    this.#slots.set(slot, made)
  }

  /** Discards what was computed; the tokens that were generated stay, so that the history is the same when it comes back. */
  async hint(slot: number, hint: Hint): Promise<number | undefined> {
    const state = await this.#slots.get(slot)
    if (state === undefined || hint.kind !== 'discard') return state?.bytes.length
    const { sequence } = state
    if (sequence.nextTokenIndex > 0) await sequence.eraseContextTokenRanges([{ start: 0, end: sequence.nextTokenIndex }])
    return 0
  }

  close(slot: number): void {
    const state = this.#slots.get(slot)
    this.#slots.delete(slot)
    if (state) this.#ending.push(state.then((s) => s.context.dispose(), () => undefined))
  }

  async dispose(): Promise<void> {
    for (const slot of [...this.#slots.keys()]) this.close(slot)
    await Promise.all(this.#ending)
    await this.#model.dispose()
    await this.#engine.dispose()
  }

  /** A context a slot, made when it is first asked and freed when it closes: only slots in use cost memory (23 KB a token of SmolLM2), and none crowds another. */
  #state(slot: number): Promise<SlotState> {
    const known = this.#slots.get(slot)
    if (known) return known
    const made = this.#fresh()
    this.#slots.set(slot, made)
    return made
  }

  async #fresh(): Promise<SlotState> {
    const context = await this.#model.createContext({ contextSize: this.#contextTokens, sequences: 1, threads: 1 })
    return { context, sequence: context.getSequence(), bytes: new Uint8Array(0), pieces: [], settled: nothingSettled }
  }

  /** Cuts the cache to what it has in common with `ids`; at least the last token is left to be computed. Returns the length of the cache. */
  async #rewind(sequence: Sequence, ids: readonly number[]): Promise<number> {
    const cached = sequence.contextTokens
    let same = 0
    while (same < cached.length && same < ids.length - 1 && cached[same] === ids[same]) same++
    if (same < cached.length) await sequence.eraseContextTokenRanges([{ start: same, end: cached.length }])
    if (sequence.nextTokenIndex !== same) throw new Error(`the engine kept ${sequence.nextTokenIndex} tokens, not ${same}`)
    return same
  }
}

/**
 * Opens a model from `file`. A history goes in as ChatML: a mark becomes `<|im_start|>`, the role and a newline; the yield symbol becomes
 * the stop token that was generated (else `<|im_end|>`) and a newline; a history without marks is completed as it is. Text never becomes a
 * control token. Bytes that the encoder cannot take go in as U+E000 + byte (see `escapeText`); the segment stays as it is, and an answer goes out byte for byte.
 *
 * Temperature 0, at most 256 tokens an answer, which then does not yield; an end-of-generation token yields. Every token is kept beside the bytes
 * it made: what was generated or encoded is not encoded again, and what the cache holds is not computed again. A history that was rewritten
 * is encoded anew from its first changed piece and computed anew from its first changed token. `tokens` of an answer: evaluated + reused = history.
 * An empty history, and one that does not fit the context, are refused.
 * @throws BridgeError BRG1005 for a file that is no usable model, BRG2001 without an engine, BRG2003 for an engine that does not load.
 */
export async function ggufOracle(file: string, options: ModelOptions): Promise<Oracle> {
  const unusable = (why: string) => new BridgeError('BRG1005', `the model ${file} cannot be used: ${why}`, 'give a GGUF file of a ChatML model')
  await checkMagic(file, unusable)
  const engine = await openEngine(options.places)
  options.progress?.('loading the model')
  const info = await engine.readInfo(file).catch(() => undefined)
  if (!info?.metadata?.tokenizer?.ggml?.tokens) throw unusable('it starts with GGUF, but what follows is damaged or has no vocabulary')
  await engine.start().catch((thrown: unknown) => { throw engineFault(options.places, thrown) })
  let model: Model | undefined
  try {
    const loaded = model = await engine.loadModel(file)
    const vocabulary = vocabularyOf(info, (text) => loaded.tokenize(text, false), [options.symbols.yieldSymbol, ...options.symbols.marks])
    const chat = await chatOf(vocabulary.find(chatWords.start), vocabulary.find(chatWords.stop), (run) => vocabulary.encode(run))
    return new ModelOracle(`gguf:${file}`, engine, loaded, vocabulary, chat, options)
  } catch (thrown) {
    await model?.dispose()
    await engine.dispose()
    throw unusable(wordsOf(thrown))
  }
}

async function checkMagic(file: string, unusable: (why: string) => BridgeError): Promise<void> {
  const magic = Buffer.alloc(4)
  try {
    const handle = await open(file)
    await handle.read(magic, 0, 4, 0).finally(() => handle.close())
  } catch (thrown) {
    throw unusable(wordsOf(thrown))
  }
  if (magic.toString('latin1') !== 'GGUF') throw unusable('it does not start with GGUF')
}

async function openEngine(places: ModelPlaces): Promise<Engine> {
  const status = await engineStatus(places)
  if (status.state !== 'present') throw new BridgeError(status.state === 'missing' ? 'BRG2001' : 'BRG2003', status.message, status.remedy)
  return loadEngine(places.engine).catch((thrown: unknown) => { throw engineFault(places, thrown) })
}

const engineFault = (places: ModelPlaces, thrown: unknown) => new BridgeError('BRG2003', `the model's engine does not load: ${wordsOf(thrown)}`, `run ${places.command}`)
