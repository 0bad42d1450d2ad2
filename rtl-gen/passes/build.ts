// Owns: making IR nodes inside passes: small constructors that fold what is constant.
import { isGround, sameType, widthOf } from '../ir/index.ts'
import type { CompareOp, EnumType, Expr, GroundType, IndexOf, Place, Ref, SintType, Type, UintType } from '../ir/index.ts'

export const uint = (width: number): UintType => ({ kind: 'uint', width })
export const bit: UintType = uint(1)

export const literal = (type: GroundType, value: bigint, at: Place): Expr => ({ kind: 'literal', type, value, at })
export const zero = (type: GroundType, at: Place): Expr => literal(type, 0n, at)
export const ref = (name: string, type: Type, at: Place, instance?: string): Ref => ({ kind: 'ref', name, type, at, ...(instance === undefined ? {} : { instance }) })
export const ground = (e: Expr): GroundType => {
  if (!isGround(e.type)) throw new Error(`${e.kind} is no ground value here`)
  return e.type
}

/** The least number of bits that hold 0 .. length - 1; at least 1. */
export const indexWidth = (length: number): number => Math.max(1, (length - 1).toString(2).length)

/** Can a value of this index be `length` or more? */
export const canExceed = (index: Expr, length: number): boolean =>
  (index.kind === 'literal' ? index.value >= BigInt(length) : 1n << BigInt(widthOf(index.type)) > BigInt(length))

/** Bits [low + width - 1 : low], unsigned; slices of slices, of literals and of whole values fold. */
export function slice(whole: Expr, from: number, width: number, at: Place = whole.at): Expr {
  // A loop, not recursion: a row that grew by one part at a time is as deep as it is long.
  for (let of = whole, low = from; ;) {
    if (low === 0 && width === widthOf(of.type)) return of.type.kind === 'uint' ? of : cast(of, uint(width), at)
    if (of.kind === 'literal') return literal(uint(width), of.value >> BigInt(low) & (1n << BigInt(width)) - 1n, at)
    const inside = within(of, low, width)
    if (inside === undefined) return of.kind === 'extend' && of.type.kind === 'uint' && low >= widthOf(of.of.type) ? zero(uint(width), at) : { kind: 'slice', of, low, type: uint(width), at }
    ;({ of, low } = inside)
  }
}

/** The operand that these bits are bits of, if there is one. */
function within(of: Expr, low: number, width: number): { readonly of: Expr; readonly low: number } | undefined {
  if (of.kind === 'slice') return { of: of.of, low: of.low + low }
  if (of.kind === 'cast') return { of: of.of, low }
  if (of.kind === 'extend') return low + width <= widthOf(of.of.type) ? { of: of.of, low } : undefined
  if (of.kind !== 'cat') return undefined
  let top = widthOf(of.type)
  for (const part of of.parts) {
    top -= widthOf(part.type)
    if (low >= top && low + width <= top + widthOf(part.type)) return { of: part, low: low - top }
  }
  return undefined
}

export function cast(of: Expr, type: GroundType, at: Place = of.at): Expr {
  if (sameType(of.type, type)) return of
  if (of.kind === 'literal') return literal(type, of.value, at)
  if (of.kind === 'cast') return cast(of.of, type, at)
  return { kind: 'cast', of, type: type as UintType | SintType | EnumType, at }
}

/** The value at another width, by zeros or by the sign or by dropping high bits; unsigned stays unsigned. */
export function resize(of: Expr, width: number, at: Place = of.at): Expr {
  const from = widthOf(of.type)
  if (width < from) return slice(of, 0, width, at)
  return width === from ? of : extend(of, { ...(ground(of) as UintType | SintType), width }, at)
}

export function extend(of: Expr, type: UintType | SintType, at: Place = of.at): Expr {
  const from = widthOf(of.type)
  if (from === type.width) return of
  if (of.kind === 'literal') {
    const negative = type.kind === 'sint' && of.value >> BigInt(from - 1) === 1n
    return literal(type, negative ? of.value + (1n << BigInt(type.width)) - (1n << BigInt(from)) : of.value, at)
  }
  return { kind: 'extend', of, type, at }
}

/** Highest first; neighbours that are literals join. */
export function cat(parts: readonly Expr[], at: Place): Expr {
  const flat: Expr[] = []
  for (const part of parts) {
    const last = flat.at(-1)
    if (last?.kind === 'literal' && part.kind === 'literal') {
      const width = widthOf(last.type) + widthOf(part.type)
      flat[flat.length - 1] = literal(uint(width), last.value << BigInt(widthOf(part.type)) | part.value, last.at)
    } else flat.push(part)
  }
  const only = flat.length === 1 ? flat[0] : undefined
  return only === undefined ? { kind: 'cat', parts: flat, type: uint(flat.reduce((n, p) => n + widthOf(p.type), 0)), at } : cast(only, uint(widthOf(only.type)), at)
}

export function mux(condition: Expr, then: Expr, otherwise: Expr, at: Place): Expr {
  if (condition.kind === 'literal') return condition.value === 1n ? then : otherwise
  return { kind: 'mux', condition, then, else: otherwise, type: ground(then), at }
}

export const not = (e: Expr, at: Place = e.at): Expr =>
  (e.kind === 'unary' && e.op === 'not' ? e.of : e.kind === 'literal' ? literal(e.type, e.value ^ (1n << BigInt(widthOf(e.type))) - 1n, at) : { kind: 'unary', op: 'not', of: e, type: ground(e), at })

export function and(left: Expr, right: Expr, at: Place): Expr {
  const ones = (1n << BigInt(widthOf(left.type))) - 1n
  if (left.kind === 'literal') return left.value === ones ? right : left.value === 0n ? left : { kind: 'binary', op: 'and', left, right, type: ground(left), at }
  if (right.kind === 'literal') return and(right, left, at)
  return { kind: 'binary', op: 'and', left, right, type: ground(left), at }
}

export const compare = (op: CompareOp, left: Expr, right: Expr, at: Place): Expr => ({ kind: 'binary', op, left, right, type: bit, at })

/** `index` is the number `n`; constant if it can be known. */
export function isIndex(index: Expr, n: number, at: Place): Expr {
  if (index.kind === 'literal') return literal(bit, index.value === BigInt(n) ? 1n : 0n, at)
  return canExceed(index, n) ? compare('eq', index, literal(ground(index), BigInt(n), at), at) : literal(bit, 0n, at)
}

/** `index` is below `length`; constant if it can be known. */
export function isBelow(index: Expr, length: number, at: Place): Expr {
  if (index.kind === 'literal') return literal(bit, index.value < BigInt(length) ? 1n : 0n, at)
  return canExceed(index, length) ? compare('lt', index, literal(ground(index), BigInt(length), at), at) : literal(bit, 1n, at)
}

export const element = (array: Expr, index: Expr, type: GroundType, at: Place): IndexOf => ({ kind: 'index', of: array, index, type, at })
