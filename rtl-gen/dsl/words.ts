// Owns: the words of a memory from the text of a file.
import { fail, note } from './fail.ts'
import { place } from './place.ts'
import { checkSize } from './shape.ts'
import type { SintShape, UintShape } from './shape.ts'
import type { Place } from '../ir/place.ts'

/** The width of a word, or its shape: of a sint the text holds the patterns of two's complement. */
export type WordWidth = number | UintShape<number> | SintShape<number>

/**
 * The words of a text as $readmemh takes it: hexadecimal numbers apart by blanks, underscores between digits, comments as in Verilog, and
 * `@20` (hexadecimal) for the address of the next word; words that are left out are 0. The text comes from wherever the caller likes:
 *
 *     init: wordsFromHex(readFileSync(new URL('boot.hex', import.meta.url), 'utf8'), 32)
 *
 * Errors: RTL1017 names the line: a word that is no number (x and z too), that is wider than `width`, or an address that goes back.
 */
export const wordsFromHex = (text: string, width: WordWidth): bigint[] => wordsOf(text, width, 16, place())
/** The same for a text as $readmemb takes it, of binary numbers; addresses after `@` are hexadecimal there too. */
export const wordsFromBinary = (text: string, width: WordWidth): bigint[] => wordsOf(text, width, 2, place())

function wordsOf(text: string, width: WordWidth, base: 2 | 16, at: Place): bigint[] {
  const bits = typeof width === 'number' ? width : width.bits, words: bigint[] = []
  checkSize(bits, 'a width')
  const blank = (comment: string): string => comment.replace(/[^\n]/g, ' ')
  const lines = text.replace(/^\uFEFF/, '').replace(/\/\/[^\n]*|\/\*[^]*?\*\//g, blank).split('\n')
  lines.forEach((l, i) => {
    const wrong = (message: string, help: string): never => fail('RTL1017', `line ${i + 1} of the text: ${message}`, [note(at, 'read here')], help)
    for (const token of l.split(/\s+/).filter(t => t !== '')) {
      const digits = token.replace(/^@/, '').replaceAll('_', ''), isAddress = token.startsWith('@')
      if (!(base === 16 || isAddress ? /^[0-9a-f]+$/i : /^[01]+$/).test(digits)) {
        wrong(`\`${token}\` is no ${base === 16 || isAddress ? 'hexadecimal' : 'binary'} number`, /^[01xz?]+$|^[0-9a-fxz?]+$/i.test(digits) ? 'write 0 or 1 for bits that do not matter' : 'numbers have digits only: no 0x in front, no sign')
      }
      const n = BigInt(`0${base === 16 || isAddress ? 'x' : 'b'}${digits}`)
      if (isAddress) {
        if (n < BigInt(words.length)) wrong(`address ${token} lies before word ${words.length.toString(16)}, which comes next`, 'put the words in the order of their addresses')
        if (n > 1n << 24n) wrong(`address ${token} is out of reach`, 'correct the address')
        while (BigInt(words.length) < n) words.push(0n)
      } else {
        if (n >> BigInt(bits) !== 0n) wrong(`\`${token}\` has more than ${bits} bits`, 'widen the words of the memory, or correct the text')
        words.push(typeof width === 'object' && width.kind === 'sint' ? BigInt.asIntN(bits, n) : n)
      }
    }
  })
  return words
}
