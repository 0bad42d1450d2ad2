// Owns: quotient and remainder of values of any width, with the stated results for a divisor of zero.
import { bitwise, constantBits, catBits, isWide, lessBits, muxBits, notBits, sliceBits, subBits, anyBit, type Bits } from './bits.ts'
import { op, type Graph, type NodeId } from './graph.ts'

export interface Division { readonly quotient: Bits; readonly remainder: Bits }

/** Rounds toward zero; by zero: all ones, and the dividend. */
export function divideBits(g: Graph, x: Bits, y: Bits, signed: boolean): Division {
  const none = g.not1(anyBit(g, y)), zero = constantBits(g, x.width, 0n)
  const negate = (b: Bits, when: NodeId): Bits => muxBits(g, when, subBits(g, zero, b), b)
  const sign = (b: Bits): NodeId => (signed ? sliceBits(g, b, b.width - 1, 1).parts[0]! : g.const32(0))
  const { quotient, remainder } = divideUnsigned(g, negate(x, sign(x)), negate(y, sign(y)), none)
  return {
    quotient: muxBits(g, none, notBits(g, zero), negate(quotient, g.binary(op.xor, sign(x), sign(y)))),
    remainder: muxBits(g, none, x, negate(remainder, sign(x))),
  }
}

/** `none`: the divisor is 0, and the results do not matter. */
function divideUnsigned(g: Graph, x: Bits, y: Bits, none: NodeId): Division {
  if (isWide(x.width)) return divideLong(g, x, y)
  // WebAssembly traps on a divisor of zero, also where nobody looks at the result.
  const by = muxBits(g, none, constantBits(g, y.width, 1n), y).parts[0]!
  const one = (kind: typeof op.div | typeof op.rem): Bits => ({ width: x.width, parts: [g.binary(kind, x.parts[0]!, by)] })
  return { quotient: one(op.div), remainder: one(op.rem) }
}

/** Bit by bit, the highest first. */
function divideLong(g: Graph, x: Bits, y: Bits): Division {
  const { width } = x, bit = (n: NodeId): Bits => ({ width: 1, parts: [n] }), divisor = catBits(g, [constantBits(g, 1, 0n), y])
  let rest = constantBits(g, width + 1, 0n)
  const digits: Bits[] = []
  for (let i = width - 1; i >= 0; i--) {
    rest = catBits(g, [sliceBits(g, rest, 0, width), sliceBits(g, x, i, 1)])
    const fits = g.not1(lessBits(g, rest, divisor, false))
    rest = subBits(g, rest, bitwise(g, op.and, divisor, muxBits(g, fits, constantBits(g, width + 1, -1n), constantBits(g, width + 1, 0n))))
    digits.push(bit(fits))
  }
  return { quotient: catBits(g, digits), remainder: sliceBits(g, rest, 0, width) }
}
