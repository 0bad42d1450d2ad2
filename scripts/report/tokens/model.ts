// Owns: the small model for measurements of tokens: a prompt of ids in, an answer of ids out, and how many the engine computed, by its own meter.
import { defaultSymbols } from '../../../sim-harness/bridge/history/records.ts'
import { commonLength } from '../../../sim-harness/bridge/metrics/recomputed.ts'
import { loadEngine, type Sequence } from '../../../sim-harness/bridge/oracles/model/engine.ts'
import { chatOf, chatWords, encodePieces, type Chat, type Piece } from '../../../sim-harness/bridge/oracles/model/pieces.ts'
import { vocabularyOf, type Vocabulary } from '../../../sim-harness/bridge/oracles/model/vocabulary.ts'
import { modelPlaces } from '../../../sim-harness/bridge/setup/places.ts'

export interface Completed {
  readonly added: readonly number[]
  /** The end-of-generation token that was sampled. */
  readonly stop: number | undefined
  /** Tokens that the engine computed for it, and first ones of the prompt that it had. */
  readonly evaluated: number
  readonly reused: number
}

/** One history in the engine: what it has computed stays, up to the first token that differs. */
export interface Thread {
  /** At most `most` tokens, temperature 0. The one sampled last is not computed. */
  complete(ids: readonly number[], most: number): Promise<Completed>
  /** Computes what the engine lacks of `ids`; how many that were. */
  commit(ids: readonly number[]): Promise<number>
  close(): Promise<void>
}

export interface TokenModel {
  readonly chat: Chat
  readonly vocabulary: Vocabulary
  readonly contextTokens: number
  encode(bytes: Uint8Array): Promise<Piece[]>
  thread(): Promise<Thread>
  dispose(): Promise<void>
}

const used = (s: Sequence): number => s.tokenMeter.usedInputTokens + s.tokenMeter.usedOutputTokens

async function rewind(sequence: Sequence, ids: readonly number[], most: number): Promise<number> {
  const same = Math.min(commonLength(sequence.contextTokens, ids), most)
  if (same < sequence.contextTokens.length) await sequence.eraseContextTokenRanges([{ start: same, end: sequence.contextTokens.length }])
  return same
}

/** @throws BridgeError where the model or its engine is missing */
export async function tokenModel(): Promise<TokenModel> {
  const places = modelPlaces(), engine = await loadEngine(places.engine)
  await engine.start()
  const model = await engine.loadModel(places.model)
  const { marks, yieldSymbol } = defaultSymbols
  const vocabulary = vocabularyOf(await engine.readInfo(places.model), (text) => model.tokenize(text, false), [yieldSymbol, ...marks])
  const encode = (run: Uint8Array): number[] => vocabulary.encode(run)
  const chat = await chatOf(vocabulary.find(chatWords.start), vocabulary.find(chatWords.stop), encode)
  const contextTokens = model.trainContextSize
  return {
    chat, vocabulary, contextTokens,
    encode: (bytes) => encodePieces(bytes, encode, chat, defaultSymbols),
    async thread() {
      const context = await model.createContext({ contextSize: contextTokens, sequences: 1, threads: 1 })
      const sequence = context.getSequence()
      const commit = async (ids: readonly number[]): Promise<number> => {
        const before = used(sequence), same = await rewind(sequence, ids, ids.length)
        await sequence.evaluateWithoutGeneratingNewTokens(ids.slice(same))
        return used(sequence) - before
      }
      return {
        commit,
        async complete(ids, most) {
          const before = used(sequence), reused = await rewind(sequence, ids, ids.length - 1)
          await commit(ids.slice(0, -1))
          const added: number[] = []
          let stop: number | undefined
          for await (const id of sequence.evaluate(ids.slice(-1), { temperature: 0, yieldEogToken: true })) {
            if (model.isEogToken(id)) stop = id
            else added.push(id)
            if (stop !== undefined || added.length === most) break
          }
          return { added, stop, evaluated: used(sequence) - before, reused }
        },
        close: () => context.dispose(),
      }
    },
    async dispose() {
      await model.dispose()
      await engine.dispose()
    },
  }
}
