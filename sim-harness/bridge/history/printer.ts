// Owns: a history as people read it in a terminal: records line by line, who wrote them, nothing that could steer the terminal.
import type { AuthorSpan } from './authors.ts'
import { defaultSymbols, splitRecords, type RecordSpan, type Symbols } from './records.ts'
import { utf8Parts } from './utf8.ts'

const hex = (byte: number) => `\\x${byte.toString(16).padStart(2, '0')}`
/** Control characters, and those that turn the writing direction or are not seen. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/u
/** Whether a character can be shown as it is: a reader sees it, and it does nothing to what stands around it. */
export const isSeen = (char: string): boolean => char === '\n' || !unseen.test(char)

/** Bytes as text that is safe in a terminal: printable UTF-8 and line feeds as they are, every other byte as \xHH. */
export function readable(bytes: Uint8Array): string {
  let text = ''
  for (const { start, end, char } of utf8Parts(bytes)) {
    const plain = char !== null && isSeen(char)
    text += plain ? char : [...bytes.subarray(start, end)].map(hex).join('')
  }
  return text
}

const names = { system: 'system', priestess: 'priestess', oracle: 'oracle', none: '' } as const

export interface PrintOptions {
  readonly symbols?: Symbols
  /** First byte to be shown; the records before it are left out. */
  readonly from?: number
  /** Who wrote what; without it only the marks' word is shown. */
  readonly authors?: readonly AuthorSpan[]
  /** Paints one part; the default leaves it plain. */
  readonly paint?: (text: string, author: AuthorSpan['author'] | undefined) => string
}

interface Piece { readonly bytes: Uint8Array; readonly author: AuthorSpan['author'] | undefined }
function pieces(history: Uint8Array, start: number, end: number, authors: readonly AuthorSpan[] | undefined): Piece[] {
  if (!authors) return [{ bytes: history.subarray(start, end), author: undefined }]
  return authors.filter((s) => s.start < end && s.end > start).map((s) => ({ bytes: history.subarray(Math.max(start, s.start), Math.min(end, s.end)), author: s.author }))
}

function line(history: Uint8Array, span: RecordSpan, options: PrintOptions): string {
  const paint = options.paint ?? ((text) => text)
  const from = Math.max(span.start, options.from ?? 0)
  const parts = pieces(history, Math.max(from, span.bodyStart), span.bodyEnd, options.authors)
  const body = parts.map((p) => paint(readable(p.bytes).replaceAll('\n', `\n${' '.repeat(13)}`), p.author)).join('')
  const name = span.bodyStart > span.start && from <= span.start ? names[span.speaker] : from > span.start ? '...' : ''
  // Who wrote it is said in words too: paint alone is lost in a file.
  const writers = options.authors ? [...new Set(pieces(history, from, span.end, options.authors).map((p) => p.author))].join(', then ') : ''
  return `${name.padEnd(10)} | ${body}${span.ended ? ' ■' : ''}${writers === '' ? '' : `   (written by the ${writers.replaceAll(', then ', ', then the ')})`}`
}

/** One line a record: the mark's word, the body, ■ where the yield symbol ends it, and with `authors` who really wrote it. No line feed at the end. */
export const printHistory = (history: Uint8Array, options: PrintOptions = {}): string =>
  splitRecords(history, options.symbols ?? defaultSymbols).filter((s) => s.end > (options.from ?? 0)).map((s) => line(history, s, options)).join('\n')
