// Owns: a history as pieces of bytes with the tokens that stand for them, so that what was encoded or generated once is never encoded again.
import { splitRecords, type Symbols } from '../../history/records.ts'

/** `bytes` bytes of the history and the tokens they became. */
export interface Piece { readonly bytes: number; readonly ids: readonly number[] }

/** Text to tokens; here or at a server. */
export type Encode = (run: Uint8Array) => readonly number[] | Promise<readonly number[]>

/** ChatML: the tokens that marks and the yield symbol become. */
export interface Chat {
  readonly opening: readonly (readonly number[])[]
  readonly stop: number
  readonly newline: readonly number[]
}

export const chatWords = { start: '<|im_start|>', stop: '<|im_end|>' } as const

/** `start` and `stop`: the tokens of `chatWords`. @throws RangeError for a vocabulary without them. */
export async function chatOf(start: number | undefined, stop: number | undefined, encode: Encode): Promise<Chat> {
  if (start === undefined || stop === undefined) throw new RangeError(`its vocabulary has no ${chatWords.start} and ${chatWords.stop}`)
  const text = (t: string) => encode(new TextEncoder().encode(t))
  const opening: number[][] = []
  for (const role of ['system\n', 'user\n', 'assistant\n']) opening.push([start, ...await text(role)])
  return { opening, stop, newline: await text('\n') }
}

/** The piece of the yield symbol: the stop token that was generated, else `<|im_end|>`, and a newline. */
export const yieldPiece = (chat: Chat, stop = chat.stop): Piece => ({ bytes: 1, ids: [stop, ...chat.newline] })

/** Pieces for bytes that were not seen before: a mark, a run of text, a yield symbol each is one. */
export async function encodePieces(bytes: Uint8Array, encode: Encode, chat: Chat, symbols: Symbols): Promise<Piece[]> {
  const pieces: Piece[] = []
  for (const r of splitRecords(bytes, symbols)) {
    if (r.bodyStart > r.start) pieces.push({ bytes: 1, ids: chat.opening[symbols.marks.indexOf(bytes[r.start]!)]! })
    if (r.bodyEnd > r.bodyStart) pieces.push({ bytes: r.bodyEnd - r.bodyStart, ids: await encode(bytes.subarray(r.bodyStart, r.bodyEnd)) })
    if (r.ended) pieces.push(yieldPiece(chat))
  }
  return pieces
}

/** The history after an answer whose tokens were told: the ground on which the next query's are counted. */
export interface Settled { readonly bytes: Uint8Array; readonly ids: readonly number[] }
export const nothingSettled: Settled = { bytes: new Uint8Array(0), ids: [] }

export const idsOf = (pieces: readonly Piece[]): number[] => pieces.flatMap((p) => p.ids)

/** Those of `pieces` that lie wholly in the bytes that `before` (which they stand for) and `now` have in common, and how many bytes that are. */
export function keptPieces(pieces: readonly Piece[], before: Uint8Array, now: Uint8Array): { kept: Piece[]; bytes: number } {
  let common = 0
  while (common < before.length && common < now.length && before[common] === now[common]) common++
  let bytes = 0
  let count = 0
  while (count < pieces.length && bytes + pieces[count]!.bytes <= common) bytes += pieces[count++]!.bytes
  return { kept: pieces.slice(0, count), bytes }
}
