// Owns: records: how a history is cut into parts that say who speaks. A mark opens a record, the yield symbol ends it.
import { escapedBytes, escapeText, unescapeText } from './escape.ts'
import { utf8Parts } from './utf8.ts'

/** The symbols of a unit that are not text; the generator's parameters yieldSymbol and recordMarks. */
export interface Symbols { readonly yieldSymbol: number; readonly marks: readonly [system: number, priestess: number, oracle: number] }
export const defaultSymbols: Symbols = { yieldSymbol: 0xff, marks: [0xf8, 0xf9, 0xfa] }

/** `priestess`: the kernel or a tool. `none`: bytes that follow no mark. */
export type Speaker = 'system' | 'priestess' | 'oracle' | 'none'
const speakers = ['system', 'priestess', 'oracle'] as const

/** A part of a history: bytes [start, end), of which [bodyStart, bodyEnd) are between mark and yield symbol. `ended`: the yield symbol stands there. */
export interface RecordSpan { readonly speaker: Speaker; readonly start: number; readonly end: number; readonly bodyStart: number; readonly bodyEnd: number; readonly ended: boolean }

/**
 * One record: mark, body, yield symbol. Text becomes UTF-8.
 * @throws RangeError if a body of bytes holds a mark or the yield symbol: such a record would read as several.
 * @example encodeRecord('priestess', 'ls') // f9 6c 73 ff
 */
export function encodeRecord(speaker: Exclude<Speaker, 'none'>, body: string | Uint8Array, { ended = true, symbols = defaultSymbols }: { ended?: boolean; symbols?: Symbols } = {}): Uint8Array {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const at = bytes.findIndex((b) => b === symbols.yieldSymbol || symbols.marks.includes(b))
  if (at >= 0) throw new RangeError(`byte ${at} of the record is 0x${bytes[at]!.toString(16)}, a mark or the yield symbol`)
  return Uint8Array.from([symbols.marks[speakers.indexOf(speaker)]!, ...bytes, ...(ended ? [symbols.yieldSymbol] : [])])
}

/** Which bytes are neither a mark nor the yield symbol. */
const isText = ({ yieldSymbol, marks }: Symbols) => (byte: number): boolean => byte !== yieldSymbol && !marks.includes(byte)

/**
 * A record of any bytes, what a tool printed for example: they cannot end it or open another. What is no UTF-8, and a byte that is a mark or the yield symbol, goes in as
 * U+E000 + byte (see `escapeText`); `recordBytes` gives them back.
 * @throws RangeError where the unit's symbols are such that even that holds one
 * @example encodeAnything('priestess', Uint8Array.of(0x61, 0xff)) // f9 61 ee 83 bf ff
 */
export const encodeAnything = (speaker: Exclude<Speaker, 'none'>, bytes: Uint8Array, options: { ended?: boolean; symbols?: Symbols } = {}): Uint8Array =>
  encodeRecord(speaker, escapeText(bytes, isText(options.symbols ?? defaultSymbols)), options)

/** The bytes of a body that `encodeAnything` made. Those of another body come back as they are, but for characters U+E000..U+E0FF. */
export const recordBytes = (body: Uint8Array): Uint8Array => unescapeText(Array.from(utf8Parts(body), ({ start, char }) => char ?? escapedBytes(body.subarray(start, start + 1))).join(''))

/** Every byte of the history in exactly one part, in order. A yield symbol ends its part, a mark starts one: also where the part before has not ended. */
export function splitRecords(history: Uint8Array, symbols: Symbols = defaultSymbols): RecordSpan[] {
  const spans: RecordSpan[] = []
  let at = 0
  while (at < history.length) {
    const mark = symbols.marks.indexOf(history[at]!)
    const bodyStart = mark < 0 ? at : at + 1
    let bodyEnd = bodyStart
    while (bodyEnd < history.length && history[bodyEnd] !== symbols.yieldSymbol && !symbols.marks.includes(history[bodyEnd]!)) bodyEnd++
    const ended = history[bodyEnd] === symbols.yieldSymbol
    const end = ended ? bodyEnd + 1 : bodyEnd
    spans.push({ speaker: speakers[mark] ?? 'none', start: at, end, bodyStart, bodyEnd, ended })
    at = end
  }
  return spans
}
