// Owns: bytes as text and back: what a text or an encoder cannot hold goes as characters of the private use area, reversibly.
import { utf8Parts } from './utf8.ts'

/** Where escaped bytes go: the first 256 characters of the private use area. */
const escapeBase = 0xe000
/** Each byte as U+E000 + byte. */
export const escapedBytes = (bytes: Iterable<number>): string => [...bytes].map((b) => String.fromCharCode(escapeBase + b)).join('')

/**
 * A text that the encoder takes whole. A byte that no token of the vocabulary has (`known` false), a byte that is no UTF-8, and a
 * character of the escape's own range U+E000..U+E0FF become, byte by byte, the characters U+E000 + byte; all else stays. `unescapeText` undoes it.
 */
export function escapeText(bytes: Uint8Array, known: (byte: number) => boolean): string {
  let text = ''
  for (const { start, end, char } of utf8Parts(bytes)) {
    const part = bytes.subarray(start, end)
    const ours = char !== null && char.charCodeAt(0) >= escapeBase && char.charCodeAt(0) <= escapeBase + 0xff
    text += char === null || ours || !part.every(known) ? escapedBytes(part) : char
  }
  return text
}

/** The bytes that `escapeText` was given. */
export const unescapeText = (text: string): Uint8Array =>
  Uint8Array.from([...text].flatMap((c) => (c.charCodeAt(0) >= escapeBase && c.charCodeAt(0) <= escapeBase + 0xff ? [c.charCodeAt(0) - escapeBase] : [...Buffer.from(c, 'utf8')])))
