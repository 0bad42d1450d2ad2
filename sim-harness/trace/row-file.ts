// Owns: the text of stimulus and port-trace files: one line for each stretch of equal cycles, readable by $readmemh and by people.
import type { Row } from '../engines/engine.ts'
import type { PortField, PortLayout } from '../engines/layout.ts'
import { HarnessError } from '../errors.ts'

export type RowFileKind = 'stimulus' | 'trace'
/** A row of a trace; a bit of `unknown` says that a four-state simulator had x or z there. */
export interface TraceRow extends Row { readonly unknown?: Uint32Array }

const version = 1
/** Hex digits of a field. */
export const digitsOf = (field: PortField): number => Math.ceil(field.width / 4)
export const fieldsOf = (layout: PortLayout, kind: RowFileKind): readonly PortField[] => kind === 'stimulus' ? layout.inputs : layout.outputs

/** The file as a whole, with a final newline. */
export function formatRows(layout: PortLayout, kind: RowFileKind, rows: readonly TraceRow[]): string {
  const fields = fieldsOf(layout, kind)
  return [
    `// archnights ${kind} ${version} ${layout.top}`,
    `// cycles ${fields.map((f) => `${f.name}:${f.width}`).join(' ')}`,
    ...rows.map((row) => [hex(row.cycles, 8), ...fields.map((f) => formatField(f, row))].join('_')),
    '',
  ].join('\n')
}

function formatField(field: PortField, row: TraceRow): string {
  let text = ''
  for (let i = field.words - 1; i >= 0; i--) {
    const digits = i === field.words - 1 ? digitsOf(field) - 8 * i : 8
    const word = hex(row.frame[field.word + i]!, digits), unknown = row.unknown?.[field.word + i] ?? 0
    text += unknown === 0 ? word : [...word].map((d, k) => (unknown >>> (4 * (digits - 1 - k)) & 15) === 0 ? d : 'x').join('')
  }
  return text
}

/**
 * Reads what `formatRows` or the Icarus bench wrote. Digits x and z become unknown bits.
 * @throws HarnessError SIM4001 naming the line, also if the file was made for other ports
 */
export function parseRows(layout: PortLayout, kind: RowFileKind, text: string): TraceRow[] {
  const fields = fieldsOf(layout, kind)
  const words = kind === 'stimulus' ? layout.inputWords : layout.outputWords
  const lines = text.split('\n')
  const wrong = (line: number, what: string): HarnessError =>
    new HarnessError('SIM4001', `${kind} line ${line + 1}: ${what}`, `make the file again for ${layout.top} as it is now`)
  const first = `// archnights ${kind} ${version} `, ports = fields.map((f) => `${f.name}:${f.width}`).join(' ')
  if (!lines[0]?.startsWith(first)) throw wrong(0, `it does not begin with \`${first.trim()}\``)
  if (lines[1] !== `// cycles ${ports}`) throw wrong(1, 'it names other ports')
  const rows: TraceRow[] = []
  for (let n = 2; n < lines.length; n++) {
    const line = lines[n]!
    if (line === '') continue
    const parts = line.split('_')
    if (parts.length !== fields.length + 1) throw wrong(n, `${parts.length} groups of digits, ${fields.length + 1} are wanted`)
    if (!/^[0-9a-f]{8}$/.test(parts[0]!) || /^0+$/.test(parts[0]!)) throw wrong(n, `${parts[0]} is no number of cycles`)
    const frame = new Uint32Array(words), unknown = new Uint32Array(words)
    fields.forEach((f, i) => {
      const digits = parts[i + 1]!
      if (digits.length !== digitsOf(f) || !/^[0-9a-fxz]+$/i.test(digits)) throw wrong(n, `${digits} is no value of ${f.name}, which has ${f.width} bits`)
      for (let k = 0; k < digits.length; k++) {
        const place = digits.length - 1 - k, word = f.word + (place >> 3), shift = 4 * (place & 7), digit = Number.parseInt(digits[k]!, 16)
        if (Number.isNaN(digit)) unknown[word]! |= 15 << shift
        else frame[word]! |= digit << shift
      }
    })
    rows.push({ cycles: Number.parseInt(parts[0]!, 16), frame, ...(unknown.some((w) => w !== 0) ? { unknown } : {}) })
  }
  return rows
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0')
