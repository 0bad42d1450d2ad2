// Owns: division of wide numbers with the divisor moved up to where Icarus Verilog divides right.
import { widthOf } from '../ir/index.ts'
import type { Binary, Expr, Place } from '../ir/index.ts'
import { cast, cat, compare, extend, literal, mux, slice, uint, zero } from './build.ts'

/** Bits of the pieces that Icarus divides by. */
const limb = 64

/**
 * An unsigned `div` or `rem` of more than 64 bits. Icarus Verilog 11 never ends, or gives nonsense, when it divides by a number of several 64-bit pieces
 * whose highest bit within its highest piece is 0 (and divides by 1 to 0). Both operands times one power of two have the same quotient, and the
 * remainder times it: so the divisor moves up until that bit is 1.
 */
export function alignedDivision(e: Binary): Expr {
  const { at } = e, width = widthOf(e.type), wide = Math.ceil((width + limb - 1) / limb) * limb
  if (width <= limb) return e
  const known = e.right.kind === 'literal' ? e.right.value : undefined
  // A constant of one piece is right as it is.
  if (known !== undefined && known > 1n && known < 1n << BigInt(limb)) return e
  const amount = known === undefined ? zerosAbove(e.right, at) : literal(uint(6), BigInt((limb - known.toString(2).length % limb) % limb), at)
  const up = (x: Expr): Expr => ({ kind: 'binary', op: 'shl', left: extend(x, uint(wide), at), right: amount, type: uint(wide), at })
  const divided: Expr = { ...e, left: up(e.left), right: up(e.right), type: uint(wide) }
  return slice(e.op === 'div' ? divided : { kind: 'binary', op: 'shr', left: divided, right: amount, type: uint(wide), at }, 0, width, at)
}

/** How many zeros stand above the highest 1, in the highest piece that holds one. */
function zerosAbove(divisor: Expr, at: Place): Expr {
  const count = Math.ceil(widthOf(divisor.type) / limb), all = extend(divisor, uint(count * limb), at)
  const isZero = (x: Expr): Expr => compare('eq', x, zero(uint(widthOf(x.type)), at), at)
  let rest = slice(all, 0, limb, at)
  for (let i = 1; i < count; i++) {
    const piece = slice(all, i * limb, limb, at)
    rest = mux(isZero(piece), rest, piece, at)
  }
  const bits: Expr[] = []
  for (let step = limb / 2; step >= 1; step /= 2) {
    const empty = isZero(slice(rest, limb - step, step, at))
    bits.push(empty)
    if (step > 1) rest = mux(empty, cat([slice(rest, 0, limb - step, at), zero(uint(step), at)], at), rest, at)
  }
  return cast(cat(bits, at), uint(bits.length), at)
}
