// Owns: every operator at every kind of width, against plain BigInt arithmetic, on patterns that make carries run.
import { describe, expect, it } from 'vitest'
import type { BinaryOp, Expr, UnaryOp } from '../../../rtl-gen/ir/index.ts'
import { compileSimulator } from '../../../rtl-gen/sim/index.ts'
import { binary, cast, design, dynamicSlice, extend, input, module, mux, output, ref, set, sint, slice, uint, unary } from '../../support/ir-short.ts'
import { seededPick } from '../../../rtl-gen/fuzz/index.ts'

const widths = [1, 2, 8, 31, 32, 33, 63, 64, 65, 96, 127, 128, 129, 192, 200, 256, 1000, 4096]
const signedOf = (v: bigint, w: number): bigint => BigInt.asIntN(w, v)
const unsigned = (v: bigint, w: number): bigint => BigInt.asUintN(w, v)
const bool = (b: boolean): bigint => b ? 1n : 0n

/** Operands and width. */
type Fn = (a: bigint, b: bigint, w: number) => bigint
/** Operands and the shorter amount. */
type Case = (a: bigint, b: bigint, n: bigint) => bigint
const plain: Record<Exclude<BinaryOp, 'shl' | 'shr'>, Fn> = {
  add: (a, b, w) => unsigned(a + b, w), sub: (a, b, w) => unsigned(a - b, w), mul: (a, b, w) => unsigned(a * b, w),
  div: (a, b, w) => b === 0n ? unsigned(-1n, w) : unsigned(a / b, w), rem: (a, b, w) => unsigned(b === 0n ? a : a % b, w),
  and: (a, b) => a & b, or: (a, b) => a | b, xor: (a, b) => a ^ b,
  eq: (a, b) => bool(a === b), ne: (a, b) => bool(a !== b), lt: (a, b) => bool(a < b), le: (a, b) => bool(a <= b), gt: (a, b) => bool(a > b), ge: (a, b) => bool(a >= b),
}
const reductions: Record<UnaryOp, Fn> = {
  not: (a, _, w) => unsigned(~a, w), neg: (a, _, w) => unsigned(-a, w), andReduce: (a, _, w) => bool(a === 2n ** BigInt(w) - 1n), orReduce: a => bool(a !== 0n),
  xorReduce: a => BigInt(a.toString(2).replaceAll('0', '').length % 2),
}

/** Patterns of whole 32-bit pieces, each all zeros, all ones, one end bit, or random. */
function pattern(pick: (n: number) => number, w: number): bigint {
  const piece = (): bigint => [0n, 0xffffffffn, 1n, 0x80000000n, BigInt(pick(2 ** 31)) * 2n + 1n, 0xfffffffen][pick(6)]!
  let v = 0n
  for (let i = 0; i < w; i += 32) v = v << 32n | piece()
  return unsigned(v, w)
}

describe.each(widths)('%i bits', w => {
  /** A division takes as many steps as it has bits. */
  const isMeant = (o: string): boolean => w <= 256 || (o !== 'div' && o !== 'rem')
  const a = ref('a', w), b = ref('b', w), n = ref('n', 14), s = sint(w)
  const cases: [string, Expr, Case][] = [
    ...(Object.keys(plain) as (keyof typeof plain)[]).filter(isMeant).map((o): [string, Expr, Case] => [o, binary(o, a, b), (x, y) => plain[o](x, y, w)]),
    ...(['lt', 'le', 'gt', 'ge', 'div', 'rem'] as const).filter(isMeant).map((o): [string, Expr, Case] => [`signed ${o}`, binary(o, cast(a, s), cast(b, s)), (x, y) => plain[o](signedOf(x, w), signedOf(y, w), w)]),
    ...(Object.keys(reductions) as UnaryOp[]).map((o): [string, Expr, Case] => [o, unary(o, a), (x, y) => reductions[o](x, y, w)]),
    ['shl', binary('shl', a, n), (x, _, k) => unsigned(x << k, w)],
    ['shr', binary('shr', a, n), (x, _, k) => x >> k],
    ['signed shr', binary('shr', cast(a, s), n), (x, _, k) => unsigned(signedOf(x, w) >> k, w)],
    ['shl by itself', binary('shl', a, b), (x, y) => y >= w ? 0n : unsigned(x << y, w)],
    ['shr by itself', binary('shr', a, b), (x, y) => y >= w ? 0n : x >> y],
    ['signed shr by itself', binary('shr', cast(a, s), b), (x, y) => unsigned(signedOf(x, w) >> (y >= w ? BigInt(w) : y), w)],
    ['mux', mux(slice(n, 0, 1), a, b), (x, y, k) => k & 1n ? x : y],
    ['extend', extend(a, w + 37), x => x],
    ['signed extend', extend(cast(a, s), w + 37), x => unsigned(signedOf(x, w), w + 37)],
    ['dynamic slice', dynamicSlice(a, n, 40), (x, _, k) => unsigned(x >> k, 40)],
    ['wide dynamic slice', dynamicSlice(a, n, 130), (x, _, k) => unsigned(x >> k, 130)],
  ]
  const sim = compileSimulator(design(module('ops', {
    ports: [input('a', w), input('b', w), input('n', uint(14)), ...cases.map(([, e], i) => output(`o${i}`, e.type))],
    body: cases.map(([, e], i) => set(`o${i}`, e)),
  })))

  it('agrees with BigInt', () => {
    const pick = seededPick(w)
    for (let round = 0; round < 60; round++) {
      const x = pattern(pick, w), y = pick(4) === 0 ? x : pick(8) === 0 ? BigInt(pick(2 * w)) % 2n ** BigInt(w) : pattern(pick, w), k = BigInt(pick(4) ? pick(Math.min(2 ** 14, w + 2)) : pick(2 ** 14))
      sim.poke('a', x)
      sim.poke('b', y)
      sim.poke('n', k)
      const wrong = cases.flatMap(([name, , f], i) => {
        const seen = sim.peek(`o${i}`), wanted = f(x, y, k)
        return seen === wanted ? [] : [`${name}(${x.toString(16)}, ${y.toString(16)}, ${k}) gave ${seen.toString(16)}, not ${wanted.toString(16)}`]
      })
      expect(wrong).toEqual([])
    }
  })
})
