// Owns: the bits of a number: how many are set, which is the first, in the other order, one for each number.
import type { Expr } from '../ir/expr.ts'
import type { Place } from '../ir/place.ts'
import { grown } from './arithmetic.ts'
import { describe } from './describe.ts'
import { fail, note } from './fail.ts'
import { place } from './place.ts'
import { indexBits } from './shape.ts'
import { bitType, literal, Signal, typeName, UintSignal, uintType, wrap } from './signal.ts'
import { show } from './show.ts'
import type { Known, Uint } from './value.ts'

function bitsOf(what: string, v: unknown, at: Place): UintSignal {
  if (v instanceof UintSignal) return v
  if (v instanceof Signal) return fail('RTL2008', `${what} takes a uint, not ${typeName(v.type)}`, [note(at, 'used here'), note(v.expr.at, `\`${show(v.expr)}\``)], 'use asUint()')
  return fail('RTL2011', `${what} takes a uint, not ${describe(v)}`, [note(at, 'used here')], 'give a constant a size: lit(width, number)')
}
const part = (x: UintSignal, low: number, width: number, at: Place): Expr => (width === x.width ? x.expr : { kind: 'slice', type: uintType(width), of: x.expr, low, at })
const any = (of: Expr, at: Place): Expr => ((of.type as { width: number }).width === 1 ? of : { kind: 'unary', op: 'orReduce', type: bitType, of, at })

/** How many bits are set, in as many bits as that number needs: 0 to 8 of uint(8) in 4 bits. */
export function popCount<D extends string>(x: Uint<any, D>): Uint<any, D>
export function popCount(x: unknown): unknown {
  const at = place(), v = bitsOf('popCount', x, at)
  // Halves, so that the chain of adders is short.
  const count = (low: number, width: number): Expr => {
    if (width === 1) return part(v, low, 1, at)
    const half = width >> 1, type = uintType(indexBits(width + 1))
    return { kind: 'binary', op: 'add', type, left: grown(count(low, half), type.width, at), right: grown(count(low + half, width - half), type.width, at), at }
  }
  return wrap(count(0, v.width), v.domain)
}

/**
 * The number of the lowest bit that is set. `found`: is there one? Without one `index` is 0. For the highest bit give `reverse(x)` and count from the top.
 *
 *     const { found, index } = priorityEncode(requests)
 */
export function priorityEncode<D extends string>(x: Uint<any, D>): { readonly found: Uint<1, D>; readonly index: Uint<any, D> }
export function priorityEncode(x: unknown): unknown {
  const at = place(), v = bitsOf('priorityEncode', x, at)
  const index = (low: number, width: number): Expr => {
    if (width === 1) return literal(bitType, 0n, at)
    const half = 2 ** (indexBits(width) - 1), left = any(part(v, low, half, at), at), right = any(part(v, low + half, width - half, at), at)
    const high: Expr = { kind: 'binary', op: 'and', type: bitType, left: { kind: 'unary', op: 'not', type: bitType, of: left, at }, right, at }
    if (half === 1) return high
    const below = indexBits(half), type = uintType(below)
    return { kind: 'cat', type: uintType(below + 1), parts: [high, { kind: 'mux', type, condition: left, then: index(low, half), else: grown(index(low + half, width - half), below, at), at }], at }
  }
  return { found: wrap(any(v.expr, at), v.domain), index: wrap(index(0, v.width), v.domain) }
}

/** The bits in the other order: the lowest becomes the highest. */
export function reverse<W extends number, D extends string>(x: Uint<W, D>): Uint<W, D>
export function reverse(x: unknown): unknown {
  const at = place(), v = bitsOf('reverse', x, at)
  return v.width === 1 ? v : wrap({ kind: 'cat', type: uintType(v.width), parts: Array.from({ length: v.width }, (_, i) => part(v, i, 1, at)), at }, v.domain)
}

/** At most so many bits come out of decode. */
const widest = 4096
/**
 * `width` bits of which only bit number x is set; none if x is past the end. Without `width` there is a bit for each number that x can be.
 *
 *     decode(select, 10)
 */
export function decode<D extends string>(x: Uint<any, D>): Uint<any, D>
export function decode<const N extends number, D extends string>(x: Uint<any, D>, width: N): Uint<Known<N>, D>
export function decode(x: unknown, width?: number): unknown {
  const at = place(), v = bitsOf('decode', x, at), n = width ?? 2 ** v.width
  if (!Number.isInteger(n) || n < 1 || n > widest) fail('RTL2014', `decode of \`${show(v.expr)}\` to ${n} bits`, [note(at, 'used here'), note(v.expr.at, `the value, which has ${v.width} bits`)], `say how many bits are wanted, 1 to ${widest}: decode(x, 16)`)
  return wrap({ kind: 'binary', op: 'shl', type: uintType(n), left: literal(uintType(n), 1n, at), right: v.expr, at }, v.domain)
}
