// Owns: bytes that must not stand where they are, as characters that may: U+E000 + byte, in the private use area.

/** Each byte as the character U+E000 + byte. */
export const escapedBytes = (bytes: Iterable<number>): string => [...bytes].map((b) => String.fromCharCode(0xe000 + b)).join('')
