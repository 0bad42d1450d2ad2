// Owns: lines of emitted text: literals, ranges, comments. Nothing is aligned by names: a renamed signal changes only the lines that name it.
import type { GroundType, Place } from '../../ir/index.ts'

/** One emitted line and the place of the source that it comes from. */
export interface Line { readonly text: string; readonly at?: Place }

export const line = (text: string, at?: Place): Line => (at === undefined || at.file === '' ? { text } : { text, at })
export const blank: Line = { text: '' }

/** Sections that are not empty, an empty line between them. */
export const joinSections = (sections: readonly (readonly Line[])[]): Line[] => sections.filter(s => s.length > 0).flatMap((s, i) => (i === 0 ? s : [blank, ...s]))

export const indent = (lines: readonly Line[], by = 2): Line[] => lines.map(l => (l.text === '' ? l : { ...l, text: ' '.repeat(by) + l.text }))

/** Values from here on are written in hexadecimal. */
const firstHex = 1024n

/** `1'b1`, `8'd200`, `64'hdeadbeef`. */
export const literalText = (value: bigint, width: number): string => (width === 1 ? `1'b${value}` : value < firstHex ? `${width}'d${value}` : `${width}'h${value.toString(16)}`)

/** A number among signed operands: `4'sd3`, `-4'sd3`; the least number, whose negation does not fit, as its pattern. */
export function signedLiteralText(pattern: bigint, width: number): string {
  const half = 1n << BigInt(width - 1)
  if (pattern < half) return `${width}'sd${pattern}`
  return pattern === half ? `${width}'sh${pattern.toString(16)}` : `-${width}'sd${2n * half - pattern}`
}

/** `[7:0]`; nothing for one bit. */
export const rangeText = (t: Pick<GroundType, 'width'>): string => (t.width === 1 ? '' : `[${t.width - 1}:0]`)

/** `[7:4]` or `[3]`. */
export const bitsText = (low: number, width: number): string => (width === 1 ? `[${low}]` : `[${low + width - 1}:${low}]`)

/** Words that make a comment an order to a tool when they stand first in it. */
const orders = /^(?=\s*(verilator|synopsys|synthesis|pragma|cadence|translate_o(n|ff))\b)/i

/** A user's text for a comment: line ends would leave it, and it must not begin with what a tool obeys. */
export const commentText = (text: string): string => text.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ').replace(/[\\ ]+$/, '').replace(orders, '- ')

/** `fifo.ts:9`: the file without its folders. */
export const placeText = (at: Place): string => `${commentText(at.file.slice(at.file.lastIndexOf('/') + 1))}:${at.line}`

/** The length that a text counts as where lines are broken: every name as if it had 14 letters, so that a longer name moves nothing but itself. */
export const breadth = (text: string): number => text.replace(/(?<!['\w])[A-Za-z_]\w*/g, 'name_of_14_let').length
