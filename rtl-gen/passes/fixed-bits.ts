// Owns: which bits of an expression are the same whatever the signals are, as its form tells.
import { widthOf } from '../ir/index.ts'
import type { Expr } from '../ir/index.ts'

/** `mask`: the bits that are known; `value`: what they are. */
export interface FixedBits { readonly mask: bigint; readonly value: bigint }

const ones = (width: number): bigint => (1n << BigInt(width)) - 1n
const none: FixedBits = { mask: 0n, value: 0n }

/** Literals, seen through joins, cuts, casts, zeros above, logic and choices, `depth` of them at most. */
export function fixedBits(e: Expr, depth = 8): FixedBits {
  const of = (inner: Expr): FixedBits => (depth > 0 ? fixedBits(inner, depth - 1) : none)
  switch (e.kind) {
    case 'literal': return { mask: ones(e.type.width), value: e.value }
    case 'cast': return of(e.of)
    case 'cat': return e.parts.reduce((all, part) => {
      const { mask, value } = of(part), width = BigInt(widthOf(part.type))
      return { mask: all.mask << width | mask, value: all.value << width | value }
    }, none)
    case 'extend': {
      const { mask, value } = of(e.of), own = widthOf(e.of.type)
      return e.type.kind === 'uint' ? { mask: ones(e.type.width) & ~ones(own) | mask, value } : { mask, value }
    }
    case 'slice': {
      const { mask, value } = of(e.of), all = ones(e.type.width), low = BigInt(e.low)
      return { mask: mask >> low & all, value: value >> low & all }
    }
    case 'unary': {
      const { mask, value } = of(e.of)
      return e.op === 'not' ? { mask, value: mask & ~value } : none
    }
    case 'binary': {
      if (e.op !== 'and' && e.op !== 'or' && e.op !== 'xor') return none
      const a = of(e.left), b = of(e.right), both = a.mask & b.mask
      if (e.op === 'xor') return { mask: both, value: (a.value ^ b.value) & both }
      // A bit that decides alone: 0 of an and, 1 of an or.
      const decides = (x: FixedBits): bigint => x.mask & (e.op === 'and' ? ~x.value : x.value)
      const value = e.op === 'and' ? a.value & b.value & both : both & (a.value | b.value) | decides(a) | decides(b)
      return { mask: both | decides(a) | decides(b), value }
    }
    case 'mux': {
      const a = of(e.then), b = of(e.else), mask = a.mask & b.mask & ~(a.value ^ b.value)
      return { mask, value: a.value & mask }
    }
    default: return none
  }
}
