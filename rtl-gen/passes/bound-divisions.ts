// Owns: divisions in a form that every text language reads alike: unsigned, and nothing divided by zero is ever used.
import { mapModule, mapModules, rewriter } from '../ir/index.ts'
import type { Binary, Design, Expr } from '../ir/index.ts'
import { alignedDivision } from './aligned-division.ts'
import { cast, compare, ground, literal, mux, slice, uint, zero } from './build.ts'

/** Afterwards `div` and `rem` stand for the unsigned operation of the language, whatever that gives for a divisor of zero; signed ones are made of it, by sign and magnitude. */
export const boundDivisions = (design: Design): Design => mapModules(design, m => mapModule(m, rewriter(boundNode)))

function boundNode(e: Expr): Expr {
  if (e.kind !== 'binary' || (e.op !== 'div' && e.op !== 'rem')) return e
  const { at } = e, type = ground(e), bits = uint(type.width)
  const byZero = e.op === 'div' ? literal(type, (1n << BigInt(type.width)) - 1n, at) : e.left
  if (e.right.kind === 'literal' && e.right.value === 0n) return byZero
  const plain = type.kind === 'uint' ? alignedDivision(e) : cast(signed(e), type, at)
  return e.right.kind === 'literal' ? plain : mux(compare('eq', cast(e.right, bits, at), zero(bits, at), at), byZero, plain, at)
}

/** The bits of a signed quotient or remainder: of the magnitudes, with the sign put back. The least sint has a magnitude as a uint. */
function signed(e: Binary): Expr {
  const { at } = e, width = ground(e).width, bits = uint(width)
  const asBits = (x: Expr): Expr => cast(x, bits, at), sign = (x: Expr): Expr => slice(x, width - 1, 1, at)
  const negated = (x: Expr): Expr => (x.kind === 'literal' ? literal(bits, BigInt.asUintN(width, -x.value), at) : { kind: 'unary', op: 'neg', of: x, type: bits, at })
  const magnitude = (x: Expr): Expr => mux(sign(x), negated(asBits(x)), asBits(x), at)
  const result = alignedDivision({ ...e, left: magnitude(e.left), right: magnitude(e.right), type: bits })
  // As a comparison: Verilator 5.006 takes a wrong turn at `a[64] ^ b[64]` where `a` is a sum that it has put there.
  const negative: Expr = e.op === 'rem' ? sign(e.left) : compare('ne', sign(e.left), sign(e.right), at)
  return mux(negative, negated(result), result, at)
}
