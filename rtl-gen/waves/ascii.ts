// Owns: waves as text, for tests and for reports of errors.

/** One line of a drawing; `values` has one pattern a cycle, undefined where nothing is known. */
export interface AsciiSignal {
  readonly name: string
  readonly width: number
  readonly values: readonly (bigint | number | undefined)[]
  readonly show?: (v: bigint) => string
  /** Texts that are drawn again in each cycle: of two equal values in a row each is one of its own. */
  readonly again?: (text: string) => boolean
}

export interface AsciiOptions {
  /** Number of the first cycle (0). */
  readonly first?: number
  /** Which cycle to mark, if any. */
  readonly mark?: number
  /** equal (default): all columns as wide as the longest value; fitted: each as wide as what stands in it. */
  readonly columns?: 'equal' | 'fitted'
}

/**
 * Columns are cycles. A bit is drawn as its level, a vector by its hexadecimal value where it changes:
 *
 *     cycle   0    1    2    3
 *     valid   ____/~~~~~~~~~\____
 *     data    | 00 | 1f      | 20
 */
export function asciiWave(signals: readonly AsciiSignal[], options: AsciiOptions = {}): string {
  const cycles = Math.max(0, ...signals.map(s => s.values.length)), first = options.first ?? 0
  const texts = signals.map(s => Array.from({ length: cycles }, (_, i) => valueText(s, i)))
  const drawnAsText = (s: AsciiSignal): boolean => s.width !== 1 || s.show !== undefined
  const vectors = signals.flatMap((s, i) => (drawnAsText(s) ? [{ texts: texts[i]!, again: s.again ?? (() => false) }] : []))
  const columns = options.columns === 'fitted' ? fitted(vectors, cycles, first) : new Array<number>(cycles).fill(Math.max(String(first + cycles - 1).length, ...vectors.flatMap(v => v.texts.map(t => t.length))) + 3)
  const names = Math.max('cycle'.length, ...signals.map(s => s.name.length)) + 2
  const line = (name: string, drawn: string): string => (name.padEnd(names) + drawn).trimEnd()
  const head = line('cycle', columns.map((wide, i) => ` ${first + i}`.padEnd(wide)).join(''))
  const before = (n: number): number => columns.slice(0, n).reduce((sum, wide) => sum + wide, 0)
  const marked = options.mark === undefined ? [] : [line('', `${' '.repeat(before(options.mark - first) + 1)}^`)]
  return [head, ...signals.map((s, i) => line(s.name, drawnAsText(s) ? vectorLine({ texts: texts[i]!, again: s.again ?? (() => false) }, columns) : bitLine(s, columns))), ...marked, ''].join('\n')
}

interface Vector { readonly texts: readonly string[]; readonly again: (text: string) => boolean }
/** Does the value of a column stay from the one before? */
const stays = ({ texts, again }: Vector, i: number): boolean => i > 0 && i < texts.length && texts[i] === texts[i - 1] && !again(texts[i]!)

/** Columns that hold the number of their cycle and every value that begins in them; one that stays may use the columns after. */
function fitted(vectors: readonly Vector[], cycles: number, first: number): number[] {
  const columns = Array.from({ length: cycles }, (_, i) => String(first + i).length + 2)
  for (let i = 0; i < cycles; i++) {
    for (const v of vectors) {
      // Known to be too narrow only where the value ends.
      if (stays(v, i + 1)) continue
      let begin = i
      while (stays(v, begin)) begin--
      const wide = columns.slice(begin, i + 1).reduce((sum, w) => sum + w, 0)
      columns[i]! += Math.max(0, v.texts[i]!.length + 3 - wide)
    }
  }
  return columns
}

function valueText(s: AsciiSignal, i: number): string {
  const v = s.values[i]
  if (v === undefined) return '?'
  return s.show ? s.show(BigInt(v)) : BigInt(v).toString(16).padStart(Math.ceil(s.width / 4), '0')
}

function bitLine(s: AsciiSignal, columns: readonly number[]): string {
  let text = '', before: number | undefined
  columns.forEach((wide, i) => {
    const v = s.values[i] === undefined ? undefined : Number(s.values[i]), level = v === undefined ? '?' : v ? '~' : '_'
    const edge = before === undefined || v === undefined || v === before ? level : v ? '/' : '\\'
    text += edge + level.repeat(wide - 1)
    before = v
  })
  return text
}

/** A value that stays may be longer than the column in which it begins. */
function vectorLine(v: Vector, columns: readonly number[]): string {
  let text = '', end = 0
  columns.forEach((wide, i) => {
    end += wide
    text = (stays(v, i) ? text : `${text}| ${v.texts[i]!}`)
    if (!stays(v, i + 1)) text = text.padEnd(end)
  })
  return text
}
