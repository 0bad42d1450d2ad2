// Owns: operations on numbers that are made of several nodes: saturating, wide products, rotations, magnitudes.
import type { Expr } from '../ir/expr.ts'
import type { Place } from '../ir/place.ts'
import type { GroundType } from '../ir/type.ts'
import { note, fail } from './fail.ts'
import { place } from './place.ts'
import { indexBits } from './shape.ts'
import { amount, bitType, joinDomains, lift, literal, typeName, uintType, wide, wrap } from './signal.ts'
import type { Signal, SintSignal, UintSignal } from './signal.ts'
import { show } from './show.ts'

type NumberType = Extract<GroundType, { readonly kind: 'uint' | 'sint' }>
type Num = UintSignal | SintSignal
const signed = (t: GroundType): boolean => t.kind === 'sint'

/** The same number in a wider type; a literal stays one. */
export function grown(of: Expr, width: number, at: Place): Expr {
  const from = of.type as NumberType, type: NumberType = { kind: from.kind, width }
  if (of.kind !== 'literal') return width === from.width ? of : { kind: 'extend', type, of, at }
  return literal(type, BigInt.asUintN(width, signed(from) ? BigInt.asIntN(from.width, of.value) : of.value), of.at)
}

/** The other factor may have another width; a bare number takes that of this side. */
export function mulWide(a: Num, b: unknown): Signal {
  const at = place(), right = lift(b, a.type, at)
  if (right.type.kind !== a.type.kind) {
    fail('RTL2008', `mulWide: the left side is ${typeName(a.type)}, the right side ${typeName(right.type)}`,
      [note(at, 'used here'), note(a.expr.at, `left, \`${show(a.expr)}\``), note(right.expr.at, `right, \`${show(right.expr)}\``)], signedRemedy)
  }
  const type: NumberType = { kind: a.type.kind as NumberType['kind'], width: a.width + right.width }
  return wrap({ kind: 'binary', op: 'mul', type, left: grown(a.expr, type.width, at), right: grown(right.expr, type.width, at), at }, joinDomains(a.domain, right.domain, at, a.expr, right.expr))
}
/** What makes one kind of two numbers without losing any. */
export const signedRemedy = 'to keep the number write u.extend(width + 1).asSint() on the unsigned side; to read the same bits otherwise asUint() or asSint()'

/** The sum or difference, held at the ends of the type where it would leave it. */
export function saturating(op: 'add' | 'sub', a: Num, b: unknown): Signal {
  const exact = wide(op, a, b, `${op}Saturating`), at = exact.expr.at, w = a.width
  const one = (i: number): Expr => ({ kind: 'slice', type: bitType, of: exact.expr, low: i, at })
  const low: Expr = { kind: 'slice', type: uintType(w), of: exact.expr, low: 0, at }
  const mux = (condition: Expr, then: Expr, otherwise: Expr): Expr => ({ kind: 'mux', type: a.type, condition, then, else: otherwise, at })
  const ends = (1n << BigInt(w)) - 1n, top = 1n << BigInt(w - 1)
  if (!signed(a.type)) return wrap(mux(one(w), literal(a.type, op === 'add' ? ends : 0n, at), low), exact.domain)
  // The exact result left the type if its two highest bits differ; the highest one says at which end.
  const left: Expr = { kind: 'binary', op: 'xor', type: bitType, left: one(w), right: one(w - 1), at }
  const end = mux(one(w), literal(a.type, top, at), literal(a.type, top - 1n, at))
  return wrap(mux(left, end, { kind: 'cast', type: a.type as NumberType, of: low, at }), exact.domain)
}

/** By a number modulo the width: all bits twice, side by side, and a window into them. */
export function rotate(a: UintSignal, n: unknown, to: 'left' | 'right'): Signal {
  const at = place(), w = a.width, by = amount(n, at) as UintSignal, domain = joinDomains(a.domain, by.domain, at, a.expr, by.expr)
  if (w === 1) return a
  if (by.expr.kind === 'literal') {
    const k = Number(by.expr.value % BigInt(w)), low = to === 'right' ? k : (w - k) % w
    const part = (from: number, width: number): Expr => ({ kind: 'slice', type: uintType(width), of: a.expr, low: from, at })
    return low === 0 ? a : wrap({ kind: 'cat', type: uintType(w), parts: [part(0, low), part(low, w - low)], at }, domain)
  }
  const bits = indexBits(w), type = uintType(bits), power = 2 ** bits === w
  const remainder = (power || 2 ** by.width <= w ? by : by.rem(w)) as UintSignal
  const within = (remainder.width < bits ? remainder.extend(bits) : remainder.truncate(bits)) as UintSignal
  const more = indexBits(w + 1)
  const low: Expr = to === 'right' ? within.expr
    : power ? { kind: 'unary', op: 'neg', type, of: within.expr, at }
    : { kind: 'binary', op: 'sub', type: uintType(more), left: literal(uintType(more), BigInt(w), at), right: grown(within.expr, more, at), at }
  return wrap({ kind: 'dynamic-slice', type: uintType(w), of: { kind: 'cat', type: uintType(2 * w), parts: [a.expr, a.expr], at }, low, at }, domain)
}

/** The distance to 0 of a signed number: unsigned, of the same width, so the least number has one too. */
export function magnitude(a: SintSignal): Signal {
  const at = place(), type = uintType(a.width)
  const bits = (of: Expr): Expr => ({ kind: 'cast', type, of, at })
  const negative: Expr = { kind: 'slice', type: bitType, of: a.expr, low: a.width - 1, at }
  return wrap({ kind: 'mux', type, condition: negative, then: bits({ kind: 'unary', op: 'neg', type: a.type, of: a.expr, at }), else: bits(a.expr), at }, a.domain)
}
