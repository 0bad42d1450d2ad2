// Owns: bytes walked as UTF-8, where what is not UTF-8 stays byte by byte.

/** Bytes [start, end): one well-formed character, or one byte that belongs to none (`char` null). */
export interface Utf8Part { readonly start: number; readonly end: number; readonly char: string | null }

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const sizeOf = (lead: number) => (lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0)

/** Every byte in exactly one part, in order. Overlong forms, surrogates and cut characters are single bytes. */
export function* utf8Parts(bytes: Uint8Array): Generator<Utf8Part> {
  for (let at = 0; at < bytes.length;) {
    const size = sizeOf(bytes[at]!)
    let char: string | null = null
    if (size === 1) char = String.fromCharCode(bytes[at]!)
    else if (size > 0 && at + size <= bytes.length) {
      try {
        char = strict.decode(bytes.subarray(at, at + size))
      } catch {
        char = null
      }
    }
    const end = at + (char === null ? 1 : size)
    yield { start: at, end, char }
    at = end
  }
}
