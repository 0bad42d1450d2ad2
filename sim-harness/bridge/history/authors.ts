// Owns: who wrote which byte of a history. Known by position, as the run saw it, never by marks: text may lie about its speaker, a range cannot.

export type Author = 'priestess' | 'oracle'
/** Bytes [start, end) of a history. */
export interface AuthorSpan { readonly author: Author; readonly start: number; readonly end: number }

/** `spans` with `length` more bytes of one author behind them; neighbours of one author are one span. */
export function appended(spans: readonly AuthorSpan[], author: Author, length: number): AuthorSpan[] {
  const last = spans.at(-1)
  const start = last?.end ?? 0
  if (length === 0) return [...spans]
  if (last?.author === author) return [...spans.slice(0, -1), { author, start: last.start, end: start + length }]
  return [...spans, { author, start, end: start + length }]
}

/** What is left of `spans` when the history is cut to `length` bytes. */
export const truncated = (spans: readonly AuthorSpan[], length: number): AuthorSpan[] =>
  spans.filter((s) => s.start < length).map((s) => (s.end > length ? { ...s, end: length } : s))

/** The author of byte `at`; undefined past the end. */
export const authorOf = (spans: readonly AuthorSpan[], at: number): Author | undefined => spans.find((s) => s.start <= at && at < s.end)?.author
