// Owns: waves as text, for tests and for reports of errors.

/** One line of a drawing; `values` has one pattern a cycle, undefined where nothing is known. */
export interface AsciiSignal { readonly name: string; readonly width: number; readonly values: readonly (bigint | number | undefined)[]; readonly show?: (v: bigint) => string }

export interface AsciiOptions {
  /** Number of the first cycle (0). */
  readonly first?: number
  /** Which cycle to mark, if any. */
  readonly mark?: number
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
  const longest = Math.max(String(first + cycles - 1).length, ...signals.map((s, i) => s.width === 1 && !s.show ? 0 : Math.max(0, ...texts[i]!.map(t => t.length))))
  const column = longest + 3, names = Math.max('cycle'.length, ...signals.map(s => s.name.length)) + 2
  const line = (name: string, drawn: string): string => (name.padEnd(names) + drawn).trimEnd()
  const head = line('cycle', Array.from({ length: cycles }, (_, i) => ` ${first + i}`.padEnd(column)).join(''))
  const marked = options.mark === undefined ? [] : [line('', `${' '.repeat(column * (options.mark - first) + 1)}^`)]
  return [head, ...signals.map((s, i) => line(s.name, s.width === 1 && !s.show ? bitLine(s, cycles, column) : vectorLine(texts[i]!, column))), ...marked, ''].join('\n')
}

function valueText(s: AsciiSignal, i: number): string {
  const v = s.values[i]
  if (v === undefined) return '?'
  return s.show ? s.show(BigInt(v)) : BigInt(v).toString(16).padStart(Math.ceil(s.width / 4), '0')
}

function bitLine(s: AsciiSignal, cycles: number, column: number): string {
  let text = '', before: number | undefined
  for (let i = 0; i < cycles; i++) {
    const v = s.values[i] === undefined ? undefined : Number(s.values[i]), level = v === undefined ? '?' : v ? '~' : '_'
    const edge = before === undefined || v === undefined || v === before ? level : v ? '/' : '\\'
    text += edge + level.repeat(column - 1)
    before = v
  }
  return text
}

function vectorLine(texts: readonly string[], column: number): string {
  return texts.map((t, i) => i > 0 && t === texts[i - 1] ? ' '.repeat(column) : `| ${t}`.padEnd(column)).join('')
}
