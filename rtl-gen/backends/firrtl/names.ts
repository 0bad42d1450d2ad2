// Owns: names, strings and places as FIRRTL text.
import type { Place } from '../../ir/index.ts'

/** Of the words of FIRRTL, those that firtool does not take as a name where a name is wanted: `reg is : UInt<8>` would begin the old `is invalid`. */
const words = new Set(['is'])

/** An identifier; in backticks if it could be read as a word of the language. */
export const idText = (name: string): string => (words.has(name) ? `\`${name}\`` : name)

/** A string in quotes; FIRRTL takes 7-bit characters only, others are written as `?`. */
export const stringText = (text: string): string =>
  `"${text.replace(/[^\x00-\x7f]/g, '?').replace(/[\\"]/g, c => `\\${c}`).replace(/\n/g, '\\n').replace(/\t/g, '\\t').replace(/[\x00-\x1f\x7f]/g, ' ')}"`

/** ` @[examples/fifo.ts 9:5]`, or nothing for what nobody wrote. */
export const locator = (at: Place): string => (at.file === '' ? '' : ` @[${at.file.replace(/[\x00-\x1f\x7f]/g, ' ').replace(/[\\\]]/g, c => `\\${c}`)} ${at.line}:${at.column}]`)

/** Text for a comment: on one line. */
export const commentText = (text: string): string => text.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ').trimEnd()
