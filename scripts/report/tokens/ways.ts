// Owns: the ways to carry a conversation from turn to turn: the one of the bridge, and those in which one hypothesis of Prop. 4.10 does not hold.
import { encodeRecord } from '../../../sim-harness/bridge/history/records.ts'
import { commonLength } from '../../../sim-harness/bridge/metrics/recomputed.ts'
import { chatWords, idsOf, yieldPiece, type Piece } from '../../../sim-harness/bridge/oracles/model/pieces.ts'
import { joined } from '../../../sim-harness/bridge/slot-mirror.ts'
import type { TokenModel } from './model.ts'

/** What the Priestess does, and how much the Oracle says at most. */
export interface Work {
  readonly begin: Uint8Array
  /** Appended before turn `n`, from 0. */
  readonly append: (turn: number) => Uint8Array
  readonly mostTokens: number
}

export const ways = ['kept', 're-encoded', 'stop dropped', 'truncated', 'compacted'] as const
export type Way = (typeof ways)[number]

export interface Turn {
  /** Tokens that the engine computed, by its own meter. */
  readonly evaluated: number
  /** Tokens of the history behind the answer. */
  readonly history: number
  /** `evaluated` without those of what was appended and of the answer. */
  readonly excess: number
  /** What Prop. 4.9 says of it, from the ids alone: the tokens of the prompt behind its longest common prefix with what the engine has, without those of what was appended. */
  readonly predicted: number
}

/** Every so many turns the last exchange is taken back, or the first half of the exchanges becomes one line. */
const truncateEvery = 5, compactEvery = 10

interface Exchange { readonly asked: Uint8Array; readonly pieces: Piece[]; readonly answer: Uint8Array; readonly answerPieces: Piece[] }

/** The turns of `work`, as many as fit in the model's context. */
export async function converse(model: TokenModel, work: Work, way: Way, count: number): Promise<Turn[]> {
  const thread = await model.thread()
  let head = { bytes: work.begin, pieces: await model.encode(work.begin) }
  let gone = 0
  let exchanges: Exchange[] = []
  const turns: Turn[] = []
  /** What the engine has, token for token. */
  let cache: readonly number[] = []
  const bytesOf = () => joined([head.bytes, ...exchanges.flatMap((e) => [e.asked, e.answer])])
  const kept = () => idsOf([...head.pieces, ...exchanges.flatMap((e) => [...e.pieces, ...e.answerPieces])])
  try {
    for (let turn = 0; turn < count; turn++) {
      if (way === 'truncated' && turn % truncateEvery === truncateEvery - 1) exchanges = exchanges.slice(0, -1)
      if (way === 'compacted' && turn % compactEvery === compactEvery - 1) {
        gone += exchanges.splice(0, exchanges.length >> 1).length
        const bytes = joined([work.begin, encodeRecord('system', `${gone} requests were answered.`)])
        head = { bytes, pieces: await model.encode(bytes) }
      }
      const asked = work.append(turn), added = await model.encode(asked)
      // What stands for the history: the kept ids, or its bytes encoded anew.
      const ids = way === 're-encoded' ? idsOf(await model.encode(joined([bytesOf(), asked]))) : [...kept(), ...idsOf(added)]
      if (ids.length + work.mostTokens + 4 > model.contextTokens) break
      const { added: said, stop, evaluated } = await thread.complete(ids, work.mostTokens)
      const words = said.map((id) => model.vocabulary.bytesOf(id))
      const answerPieces: Piece[] = said.map((id, n) => ({ bytes: words[n]!.length, ids: [id] }))
      if (stop !== undefined) answerPieces.push(yieldPiece(model.chat, stop))
      const answer = joined([...words, Uint8Array.from(stop === undefined ? [] : [0xff])])
      const appended = turn === 0 ? ids.length : idsOf(added).length
      const predicted = ids.length - commonLength(cache, ids) - appended
      cache = [...ids, ...idsOf(answerPieces)]
      const computed = evaluated + await thread.commit(cache)
      const excess = computed - appended - (cache.length - ids.length)
      if (way === 'stop dropped' && stop !== undefined) {
        // What a client does that has only text: the yield goes back as the word that it reads.
        answerPieces.splice(-1, 1, { bytes: 1, ids: [...model.vocabulary.encode(new TextEncoder().encode(chatWords.stop)), ...model.chat.newline] })
      }
      exchanges.push({ asked, pieces: added, answer, answerPieces })
      turns.push({ evaluated: computed, history: way === 're-encoded' ? cache.length : kept().length, excess, predicted })
    }
  } finally {
    await thread.close()
  }
  return turns
}
