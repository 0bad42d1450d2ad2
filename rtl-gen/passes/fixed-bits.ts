// Owns: which bits of an expression are the same whatever the signals are, as its form tells.
import { widthOf } from '../ir/index.ts'
import type { Expr } from '../ir/index.ts'

/** `mask`: the bits that are known; `value`: what they are. */
export interface FixedBits { readonly mask: bigint; readonly value: bigint }

const ones = (width: number): bigint => (1n << BigInt(width)) - 1n
const none: FixedBits = { mask: 0n, value: 0n }

/** Literals, seen through joins, cuts, casts and zeros above. */
export function fixedBits(e: Expr): FixedBits {
  switch (e.kind) {
    case 'literal': return { mask: ones(e.type.width), value: e.value }
    case 'cast': return fixedBits(e.of)
    case 'cat': return e.parts.reduce((all, part) => {
      const { mask, value } = fixedBits(part), width = BigInt(widthOf(part.type))
      return { mask: all.mask << width | mask, value: all.value << width | value }
    }, none)
    case 'extend': {
      const { mask, value } = fixedBits(e.of), own = widthOf(e.of.type)
      return e.type.kind === 'uint' ? { mask: ones(e.type.width) & ~ones(own) | mask, value } : { mask, value }
    }
    case 'slice': {
      const { mask, value } = fixedBits(e.of), all = ones(e.type.width), low = BigInt(e.low)
      return { mask: mask >> low & all, value: value >> low & all }
    }
    default: return none
  }
}
