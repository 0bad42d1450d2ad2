// Owns: from what a llama.cpp server says of an answer to bytes with the ids that made them.
import { z } from 'zod'
import type { Piece } from '../model/pieces.ts'

const count = z.number().int().min(0)
/** One event of a streamed answer, or all of an answer; what else the server says is not looked at. */
const completionSchema = z.object({
  content: z.string(), tokens: z.array(count.max(0x7fff_ffff)).optional(), stop: z.boolean(), stop_type: z.string().optional(), tokens_predicted: count.optional(),
  timings: z.object({ cache_n: count, prompt_n: count, predicted_n: count }).optional(),
})
export type Completion = z.infer<typeof completionSchema>

/** @throws Error for what is no completion of llama.cpp */
export function completionOf(json: unknown): Completion {
  const parsed = completionSchema.safeParse(json)
  if (parsed.success) return parsed.data
  throw new Error(`the server does not answer as llama.cpp does: ${z.prettifyError(parsed.error).split('\n').join(' ').slice(0, 200)}`)
}

export interface Generated {
  readonly bytes: Uint8Array
  /** They stand for the first bytes of the answer, all of them where every id is known. */
  readonly pieces: readonly Piece[]
  /** Ids behind the last byte that made none: they belong to what comes next. */
  readonly withoutBytes: readonly number[]
  /** The end-of-generation token; undefined when the answer does not yield. */
  readonly stop: number | undefined
  /** Tokens of the prompt that were computed, and that the cache had. */
  readonly promptComputed: number
  readonly reused: number
  /** Tokens that were sampled, the stop token counted. */
  readonly count: number
}

/**
 * `encode` guesses the ids of a character that came with its last one only. undefined: an id is missing, and the guess does not fit.
 * @throws Error for an answer that has no end, or none of llama.cpp's counters
 */
export async function answerPieces(events: readonly Completion[], chatStop: number, encode: (text: string) => Promise<readonly number[]> | readonly number[]): Promise<Generated | undefined> {
  const last = events.at(-1)
  if (!last?.stop) throw new Error("the server's answer has no end")
  if (!last.timings) throw new Error('the server does not count its tokens as llama.cpp does')
  const pieces: Piece[] = []
  let text = ''
  let held = ''
  let waiting: number[] = []
  let predicted = 0
  for (const event of events) {
    const { content, tokens = [], tokens_predicted: so_far = predicted + tokens.length } = event
    let ids: readonly number[] = tokens
    const made = so_far - predicted
    if (made > tokens.length && content !== '') {
      const guess = await encode(content)
      if (guess.length !== made || !tokens.every((id, n) => guess[made - tokens.length + n] === id)) return undefined
      ids = guess
    }
    // What is sampled behind the last whole character is counted by the last event, and comes with none.
    predicted = so_far
    waiting.push(...ids)
    held += content
    // Half of a character's two units waits for the other one.
    if (held === '' || (/[\ud800-\udbff]$/.test(held) && event !== last)) continue
    text += held
    pieces.push({ bytes: Buffer.byteLength(held, 'utf8'), ids: waiting })
    waiting = []
    held = ''
  }
  const yields = last.stop_type === 'eos'
  // Of a whole answer the stop token is the last id of its one piece.
  if (yields && waiting.length === 0 && pieces.length > 0 && events.length === 1) {
    const { bytes, ids } = pieces.pop()!
    pieces.push({ bytes, ids: ids.slice(0, -1) })
    waiting = ids.slice(-1)
  }
  const { cache_n: reused, prompt_n: promptComputed, predicted_n: sampled } = last.timings
  const bytes = new TextEncoder().encode(text)
  const about = { bytes, stop: yields ? waiting.at(-1) ?? chatStop : undefined, withoutBytes: yields ? waiting.slice(0, -1) : [], promptComputed, reused, count: sampled }
  // Half a character that a whole answer was cut in stands as U+FFFD: which ids made it is not known.
  return { ...about, pieces: events.length === 1 && !yields && text.endsWith('\ufffd') ? [] : pieces }
}
