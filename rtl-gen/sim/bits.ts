// Owns: values of any width over the machine operations: up to 32 bits one short node, up to 64 one long node, else long limbs, lowest first.
import { op, type Graph, type NodeId, type Op } from './graph.ts'
import { multiplyLimbs } from './multiply.ts'

/** The pattern is kept zero-extended: bits past `width` are 0. */
export interface Bits { readonly width: number; readonly parts: readonly NodeId[] }

export const isWide = (width: number): boolean => width > 64
const limbCount = (width: number): number => Math.ceil(width / 64)

export function constantBits(g: Graph, width: number, value: bigint): Bits {
  const v = BigInt.asUintN(width, value)
  return width <= 32 ? { width, parts: [g.const32(Number(v))] } : fromLimbs(g, width, Array.from({ length: limbCount(width) }, (_, i) => g.const64(v >> BigInt(64 * i))))
}

/** Limb `i` as a long node; 0 past the end. */
export function limb(g: Graph, x: Bits, i: number): NodeId {
  const part = x.parts[i]
  if (part === undefined) return g.const64(0n)
  return g.long[part] ? part : g.widen(part)
}
export const limbs = (g: Graph, x: Bits): NodeId[] => Array.from({ length: limbCount(x.width) }, (_, i) => limb(g, x, i))

/** A value from long limbs; what is past `width` is cut off. */
export function fromLimbs(g: Graph, width: number, from: readonly NodeId[]): Bits {
  const count = limbCount(width)
  const parts = Array.from({ length: count }, (_, i) => g.mask(from[i] ?? g.const64(0n), Math.min(64, width - 64 * i)))
  return width <= 32 ? { width, parts: [g.narrow(parts[0]!)] } : { width, parts }
}

/** Bits [low + width - 1 : low]; zero past the end. */
export function sliceBits(g: Graph, x: Bits, low: number, width: number): Bits {
  if (low === 0 && width === x.width) return x
  if (x.width <= 32 && width <= 32) return { width, parts: [low >= x.width ? g.const32(0) : g.mask(g.binary(op.shr, x.parts[0]!, g.const32(low)), width)] }
  const first = Math.floor(low / 64), shift = low % 64
  const out = Array.from({ length: limbCount(width) }, (_, i) => {
    const down = g.binary(op.shr, limb(g, x, first + i), g.const64(BigInt(shift)))
    return shift + Math.min(64, width - 64 * i) <= 64 ? down : g.binary(op.or, down, g.binary(op.shl, limb(g, x, first + i + 1), g.const64(BigInt(64 - shift))))
  })
  return fromLimbs(g, width, out)
}

export const resizeBits = (g: Graph, x: Bits, width: number): Bits => sliceBits(g, x, 0, width)

/** Highest part first. */
export function catBits(g: Graph, parts: readonly Bits[]): Bits {
  const width = parts.reduce((n, p) => n + p.width, 0)
  let low = 0
  if (width <= 32) {
    let sum = g.const32(0)
    for (const p of parts.toReversed()) {
      sum = g.binary(op.or, sum, g.binary(op.shl, p.parts[0]!, g.const32(low)))
      low += p.width
    }
    return { width, parts: [sum] }
  }
  const out = Array.from({ length: limbCount(width) }, () => g.const64(0n))
  for (const p of parts.toReversed()) {
    limbs(g, p).forEach((l, i) => {
      const at = Math.floor(low / 64) + i, shift = low % 64
      out[at] = g.binary(op.or, out[at]!, g.binary(op.shl, l, g.const64(BigInt(shift))))
      if (shift !== 0 && at + 1 < out.length) out[at + 1] = g.binary(op.or, out[at + 1]!, g.binary(op.shr, l, g.const64(BigInt(64 - shift))))
    })
    low += p.width
  }
  return fromLimbs(g, width, out)
}

export function muxBits(g: Graph, condition: NodeId, then: Bits, otherwise: Bits): Bits {
  return { width: then.width, parts: then.parts.map((p, i) => g.select(condition, p, otherwise.parts[i]!)) }
}

/** and, or, xor of two values of one width. */
export function bitwise(g: Graph, kind: Op, x: Bits, y: Bits): Bits {
  return { width: x.width, parts: x.parts.map((p, i) => g.binary(kind, p, y.parts[i]!)) }
}

export const notBits = (g: Graph, x: Bits): Bits => bitwise(g, op.xor, x, constantBits(g, x.width, -1n))

export function addBits(g: Graph, x: Bits, y: Bits): Bits {
  if (!isWide(x.width)) return { width: x.width, parts: [g.mask(g.binary(op.add, x.parts[0]!, y.parts[0]!), x.width)] }
  let carry = g.const64(0n)
  return fromLimbs(g, x.width, x.parts.map((p, i) => {
    const sum = g.binary(op.add, p, y.parts[i]!), all = g.binary(op.add, sum, carry)
    carry = g.widen(g.binary(op.or, g.binary(op.lt, sum, p), g.binary(op.lt, all, sum)))
    return all
  }))
}

export function subBits(g: Graph, x: Bits, y: Bits): Bits {
  if (!isWide(x.width)) return { width: x.width, parts: [g.mask(g.binary(op.sub, x.parts[0]!, y.parts[0]!), x.width)] }
  let borrow = g.const64(0n)
  return fromLimbs(g, x.width, x.parts.map((p, i) => {
    const part = g.binary(op.sub, p, y.parts[i]!), all = g.binary(op.sub, part, borrow)
    borrow = g.widen(g.binary(op.or, g.binary(op.lt, p, y.parts[i]!), g.binary(op.lt, part, borrow)))
    return all
  }))
}

export function mulBits(g: Graph, x: Bits, y: Bits): Bits {
  if (!isWide(x.width)) return { width: x.width, parts: [g.mask(g.binary(op.mul, x.parts[0]!, y.parts[0]!), x.width)] }
  return fromLimbs(g, x.width, multiplyLimbs(g, x.parts, y.parts))
}

/** A node that is 1 if the two are equal. */
export function equalBits(g: Graph, x: Bits, y: Bits): NodeId {
  if (x.parts.length === 1) return g.binary(op.eq, x.parts[0]!, y.parts[0]!)
  const differences = x.parts.map((p, i) => g.binary(op.xor, p, y.parts[i]!))
  return g.binary(op.eq, differences.reduce((a, b) => g.binary(op.or, a, b)), g.const64(0n))
}

/** A node that is 1 if x < y, as two's complement if `signed`. */
export function lessBits(g: Graph, x: Bits, y: Bits, signed: boolean): NodeId {
  if (signed) {
    // With the sign bit turned over, two's complement has the order of the unsigned patterns.
    const sign = constantBits(g, x.width, 1n << BigInt(x.width - 1))
    return lessBits(g, bitwise(g, op.xor, x, sign), bitwise(g, op.xor, y, sign), false)
  }
  let less = g.const32(0)
  x.parts.forEach((p, i) => {
    const below = g.binary(op.lt, p, y.parts[i]!)
    less = i === 0 ? below : g.binary(op.or, below, g.binary(op.and, g.binary(op.eq, p, y.parts[i]!), less))
  })
  return less
}

/** A node that is 1 if any bit is set. */
export function anyBit(g: Graph, x: Bits): NodeId {
  const all = x.parts.reduce((a, b) => g.binary(op.or, a, b))
  return g.binary(op.ne, all, g.constLike(all, 0))
}

/** A node that is 1 if the number of set bits is odd. */
export function parityBits(g: Graph, x: Bits): NodeId {
  return g.binary(op.and, g.popcount(x.parts.reduce((a, b) => g.binary(op.xor, a, b))), g.const32(1))
}

/** Wider, by zeros or by the sign. */
export function extendBits(g: Graph, x: Bits, width: number, signed: boolean): Bits {
  if (!signed || width === x.width) return resizeBits(g, x, width)
  const sign = sliceBits(g, x, x.width - 1, 1).parts[0]!
  const added = width - x.width
  return catBits(g, [muxBits(g, sign, constantBits(g, added, -1n), constantBits(g, added, 0n)), x])
}

/** The value as a short node, at most `limit` (below 2^31): larger values give `limit`. */
export function clampBits(g: Graph, x: Bits, limit: number): NodeId {
  const low = g.long[x.parts[0]!] ? g.narrow(x.parts[0]!) : x.parts[0]!
  const fits = x.width < 32 && 2 ** x.width - 1 <= limit
  if (fits) return low
  const clamped = g.select(g.binary(op.lt, low, g.const32(limit)), low, g.const32(limit))
  const result = x.width <= 32 ? clamped : g.select(anyBit(g, sliceBits(g, x, 32, x.width - 32)), g.const32(limit), clamped)
  return g.limitBound(result, 32 - Math.clz32(limit))
}
