// Owns: numbers in source maps: base 64, five bits a digit, lowest first, the sign in the lowest bit.

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** A whole number of at most 30 bits: `vlq(16)` is `gB`, `vlq(-1)` is `D`. */
export function vlq(n: number): string {
  let rest = n < 0 ? (-n << 1) | 1 : n << 1
  let text = ''
  do {
    const digit = rest & 31
    rest >>>= 5
    text += digits[rest > 0 ? digit | 32 : digit]
  } while (rest > 0)
  return text
}
