// Owns: a history read as records with who wrote them: what a mark says, and whose hand it is by position.
import type { Author, AuthorSpan } from './authors.ts'
import { defaultSymbols, splitRecords, type Speaker, type Symbols } from './records.ts'

export interface HistoryRecord {
  /** What the mark says. */
  readonly speaker: Speaker
  readonly start: number
  readonly end: number
  readonly body: Uint8Array
  /** The yield symbol ended it. */
  readonly ended: boolean
  /** By position: of the mark, of the body in order, of the yield symbol. Empty where it is not known or there is none. */
  readonly markBy: Author | undefined
  readonly bodyBy: readonly Author[]
  readonly endBy: Author | undefined
}

/** `authors` as the run saw it; without it nobody is named. Every byte is in exactly one record. */
export function readRecords(history: Uint8Array, { symbols = defaultSymbols, authors = [] }: { symbols?: Symbols; authors?: readonly AuthorSpan[] } = {}): HistoryRecord[] {
  const by = (at: number) => authors.find((s) => s.start <= at && at < s.end)?.author
  return splitRecords(history, symbols).map(({ speaker, start, end, bodyStart, bodyEnd, ended }) => ({
    speaker, start, end, ended, body: history.slice(bodyStart, bodyEnd),
    markBy: bodyStart > start ? by(start) : undefined,
    bodyBy: [...new Set(authors.filter((s) => s.start < bodyEnd && s.end > bodyStart).map((s) => s.author))],
    endBy: ended ? by(bodyEnd) : undefined,
  }))
}
