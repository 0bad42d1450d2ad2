// Owns: records: how a history is cut into parts that say who speaks. A mark opens a record, the yield symbol ends it.

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
