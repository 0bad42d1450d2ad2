// Owns: a history as pieces of bytes with the tokens that stand for them, so that what was encoded or generated once is never encoded again.
import { splitRecords, type Symbols } from '../../history/records.ts'
import type { Vocabulary } from './vocabulary.ts'

/** `bytes` bytes of the history and the tokens they became. */
export interface Piece { readonly bytes: number; readonly ids: readonly number[] }

/** ChatML: the tokens that marks and the yield symbol become. */
export interface Chat {
  readonly opening: readonly (readonly number[])[]
  readonly stop: number
  readonly newline: readonly number[]
}

/** @throws RangeError for a vocabulary without the ChatML tokens. */
export function chatOf(vocabulary: Vocabulary): Chat {
  const start = vocabulary.find('<|im_start|>')
  const stop = vocabulary.find('<|im_end|>')
  if (start === undefined || stop === undefined) throw new RangeError('its vocabulary has no <|im_start|> and <|im_end|>')
  const text = (t: string) => vocabulary.encode(new TextEncoder().encode(t))
  return { opening: ['system\n', 'user\n', 'assistant\n'].map((role) => [start, ...text(role)]), stop, newline: text('\n') }
}

/** The piece of the yield symbol: the stop token that was generated, else `<|im_end|>`, and a newline. */
export const yieldPiece = (chat: Chat, stop = chat.stop): Piece => ({ bytes: 1, ids: [stop, ...chat.newline] })

/** Pieces for bytes that were not seen before: a mark, a run of text, a yield symbol each is one. */
export function encodePieces(bytes: Uint8Array, vocabulary: Vocabulary, chat: Chat, symbols: Symbols): Piece[] {
  return splitRecords(bytes, symbols).flatMap((r) => [
    ...(r.bodyStart > r.start ? [{ bytes: 1, ids: chat.opening[symbols.marks.indexOf(bytes[r.start]!)]! }] : []),
    ...(r.bodyEnd > r.bodyStart ? [{ bytes: r.bodyEnd - r.bodyStart, ids: vocabulary.encode(bytes.subarray(r.bodyStart, r.bodyEnd)) }] : []),
    ...(r.ended ? [yieldPiece(chat)] : []),
  ])
}

/** Those of `pieces` that lie wholly in the bytes that `before` (which they stand for) and `now` have in common, and how many bytes that are. */
export function keptPieces(pieces: readonly Piece[], before: Uint8Array, now: Uint8Array): { kept: Piece[]; bytes: number } {
  let common = 0
  while (common < before.length && common < now.length && before[common] === now[common]) common++
  let bytes = 0
  let count = 0
  while (count < pieces.length && bytes + pieces[count]!.bytes <= common) bytes += pieces[count++]!.bytes
  return { kept: pieces.slice(0, count), bytes }
}
