// Owns: bytes and the characters that they are: where each stands in the text that is shown.

/** Bytes of a character in UTF-8. @param {string} char one code point */
export function bytesIn(char) {
  const code = char.codePointAt(0) ?? 0
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}

/**
 * The character that byte `at` of the text belongs to.
 * @param {string} text @param {number} at @returns {{ char: string, index: number, byte: number }} `index` in the text, and its first byte
 */
export function charAtByte(text, at) {
  let byte = 0, index = 0
  for (const char of text) {
    const size = bytesIn(char)
    if (at < byte + size) return { char, index, byte }
    byte += size
    index += char.length
  }
  return { char: '', index, byte }
}

/** The first byte of the character at `index` of the text. @param {string} text @param {number} index */
export function byteOfIndex(text, index) {
  let byte = 0, at = 0
  for (const char of text) {
    if (index < at + char.length) return byte
    byte += bytesIn(char)
    at += char.length
  }
  return byte
}

/** @param {string | number[]} cell */
export const cellBytes = (cell) => typeof cell === 'string' ? [...new TextEncoder().encode(cell)] : cell
/** @param {string | number[]} cell */
export function cellLength(cell) {
  if (typeof cell !== 'string') return cell.length
  let bytes = 0
  for (const char of cell) bytes += bytesIn(char)
  return bytes
}
