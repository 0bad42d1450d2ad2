// Owns: shifts by an amount that is a signal.
import { clampBits, constantBits, fromLimbs, isWide, limbs, muxBits, type Bits } from './bits.ts'
import { op, type Graph, type NodeId } from './graph.ts'

/** Amounts of `width` and more give 0. */
export function shiftLeft(g: Graph, x: Bits, amount: Bits): Bits {
  if (!isWide(x.width)) return shortShift(g, op.shl, x, amount)
  const by = clampBits(g, amount, x.width)
  const moved = moveLimbs(g, limbs(g, x), by, -1, g.const64(0n))
  const bits = bitAmount(g, by), rest = g.binary(op.sub, g.const64(63n), bits)
  return fromLimbs(g, x.width, moved.map((p, i) => {
    // Two steps, because a shift of 64 would be one of 0.
    const carried = i === 0 ? g.const64(0n) : g.binary(op.shr, g.binary(op.shr, moved[i - 1]!, g.const64(1n)), rest)
    return g.binary(op.or, g.binary(op.shl, p, bits), carried)
  }))
}

/** Amounts of `width` and more give 0, or the sign in every bit. */
export function shiftRight(g: Graph, x: Bits, amount: Bits, signed: boolean): Bits {
  if (!isWide(x.width)) return signed ? shortShiftSigned(g, x, amount) : shortShift(g, op.shr, x, amount)
  const by = clampBits(g, amount, x.width), parts = limbs(g, x)
  let fill = g.const64(0n)
  if (signed) {
    const spare = g.const64(BigInt(64 * parts.length - x.width))
    parts.push(g.binary(op.shrSigned, g.binary(op.shl, parts.pop()!, spare), spare))
    fill = g.binary(op.shrSigned, parts.at(-1)!, g.const64(63n))
  }
  const moved = moveLimbs(g, parts, by, 1, fill)
  const bits = bitAmount(g, by), rest = g.binary(op.sub, g.const64(63n), bits)
  return fromLimbs(g, x.width, moved.map((p, i) =>
    g.binary(op.or, g.binary(op.shr, p, bits), g.binary(op.shl, g.binary(op.shl, moved[i + 1] ?? fill, g.const64(1n)), rest))))
}

const bitAmount = (g: Graph, by: NodeId): NodeId => g.widen(g.binary(op.and, by, g.const32(63)))

/** Takes limb i from limb i + direction * (by / 64), in steps of powers of two; `fill` from past the ends. */
function moveLimbs(g: Graph, from: readonly NodeId[], by: NodeId, direction: 1 | -1, fill: NodeId): NodeId[] {
  let out = [...from]
  for (let step = 1; step <= from.length; step *= 2) {
    const taken = g.binary(op.and, g.binary(op.shr, by, g.const32(6 + Math.log2(step))), g.const32(1))
    const now = out
    out = now.map((p, i) => g.select(taken, now[i + direction * step] ?? fill, p))
  }
  return out
}

/** In one node. The machine takes the amount modulo 32 or 64, so a larger one is caught unless its type excludes it. */
function shortShift(g: Graph, kind: typeof op.shl | typeof op.shr, x: Bits, amount: Bits): Bits {
  const part = x.parts[0]!, long = g.long[part]!, size = long ? 64 : 32
  const safe = 2 ** amount.width <= size
  const by = safe ? amount.parts[0]! : clampBits(g, amount, x.width)
  const shifted: Bits = { width: x.width, parts: [g.mask(g.binary(kind, part, long ? lengthen(g, by) : by), x.width)] }
  return safe ? shifted : muxBits(g, g.binary(op.lt, by, g.const32(x.width)), shifted, constantBits(g, x.width, 0n))
}

function shortShiftSigned(g: Graph, x: Bits, amount: Bits): Bits {
  const part = x.parts[0]!, long = g.long[part]!, spare = g.constLike(part, (long ? 64 : 32) - x.width)
  const by = clampBits(g, amount, x.width - 1)
  const whole = g.binary(op.shrSigned, g.binary(op.shl, part, spare), spare)
  return { width: x.width, parts: [g.mask(g.binary(op.shrSigned, whole, long ? lengthen(g, by) : by), x.width)] }
}

const lengthen = (g: Graph, n: NodeId): NodeId => g.long[n] ? n : g.widen(n)
