// Owns: products, quotients, saturation, rotations, extremes: what they compute against BigInt, and that the tools take their text.
import { describe, expect, it } from 'vitest'
import { emitVerilog } from '../../../rtl-gen/backends/verilog/index.ts'
import { elaborate, input, lit, module, output, sint, uint } from '../../../rtl-gen/dsl/index.ts'
import type { Sint, Uint } from '../../../rtl-gen/dsl/index.ts'
import { validate } from '../../../rtl-gen/ir/validate.ts'
import { compileSimulator } from '../../../rtl-gen/sim/index.ts'
import { lintVerilog } from '../../support/lint-verilog.ts'
import { runVerilog } from '../../support/run-verilog.ts'

type Row<T> = readonly [f: (a: T, b: T, n: Uint) => Sint | Uint, width: number, model: (a: bigint, b: bigint, n: bigint) => bigint]
const mask = (w: number): bigint => (1n << BigInt(w)) - 1n
const most = (a: bigint, b: bigint): bigint => (a > b ? a : b), least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
/** Corners of a width as patterns, and some between. */
const corners = (w: number): bigint[] => [...new Set([0n, 1n, 2n, 3n, mask(w), mask(w) - 2n, mask(w) >> 1n, (mask(w) >> 1n) + 1n, 0x5a5a5a5a5a5an].map(v => v & mask(w)))]
const amounts = [0n, 1n, 2n, 5n, 7n, 15n]

/** A module with an output for each row. */
function ofRows<T>(shape: any, w: number, rows: Readonly<Record<string, Row<T>>>): any {
  return module('rows', { a: input(shape(w)), b: input(shape(w)), n: input(uint(4)), ...Object.fromEntries(Object.entries(rows).map(([k, r]) => [k, output(uint(r[1]))])) }, (x: any, { assign }: any) => [
    assign(Object.fromEntries(Object.entries(rows).map(([k, r]) => [k, r[0](x.a, x.b, x.n).asUint()]))),
  ] as never)
}

function checkRows<T>(shape: any, w: number, rows: Readonly<Record<string, Row<T>>>, read: (v: bigint) => bigint): void {
  const design = elaborate(ofRows(shape, w, rows))
  expect(validate(design)).toEqual([])
  const sim = compileSimulator(design), stimulus = corners(w).flatMap(a => corners(w).flatMap(b => amounts.map(n => ({ a, b, n }))))
  const wanted = stimulus.map(s => Object.fromEntries(Object.entries(rows).map(([k, r]) => [k, r[2](read(s.a), read(s.b), s.n) & mask(r[1])])))
  for (const [i, s] of stimulus.entries()) {
    for (const [k, v] of Object.entries(s)) sim.poke(k, v)
    expect([s, Object.fromEntries(Object.keys(rows).map(k => [k, sim.peek(k)]))]).toEqual([s, wanted[i]])
  }
  const files = emitVerilog(design), ports = [
    ...['a', 'b'].map(name => ({ name, width: w, direction: 'input' as const })), { name: 'n', width: 4, direction: 'input' as const },
    ...Object.entries(rows).map(([name, r]) => ({ name, width: r[1], direction: 'output' as const })),
  ]
  expect(lintVerilog(files)).toBe('')
  expect(runVerilog(files, ports, stimulus, { clocked: false })).toEqual(wanted)
}

describe.each([1, 3, 8, 33, 70])('uint of %i bits', w => {
  const W = BigInt(w), left = (a: bigint, n: bigint): bigint => (a << (n % W)) | (a >> (W - (n % W)))
  it('computes what BigInt computes, here and in Icarus', () => checkRows<Uint>(uint, w, {
    p: [(a, b) => a.mul(b), w, (a, b) => a * b],
    p_wide: [(a, b) => a.mulWide(b), 2 * w, (a, b) => a * b],
    p_wide_one: [a => a.mulWide(1), 2 * w, a => a],
    p_wide_n: [(a, _, n) => a.mulWide(n), w + 4, (a, _, n) => a * n],
    quotient: [(a, b) => a.div(b), w, (a, b) => (b === 0n ? mask(w) : a / b)],
    left_over: [(a, b) => a.rem(b), w, (a, b) => (b === 0n ? a : a % b)],
    sum: [(a, b) => a.addSaturating(b), w, (a, b) => least(a + b, mask(w))],
    sum_one: [a => a.addSaturating(1), w, a => least(a + 1n, mask(w))],
    difference: [(a, b) => a.subSaturating(b), w, (a, b) => most(a - b, 0n)],
    low: [(a, b) => a.min(b), w, least],
    high: [(a, b) => a.max(b), w, most],
    high_one: [a => a.max(1), w, a => most(a, 1n)],
    left_n: [(a, _, n) => a.rotateLeft(n), w, (a, _, n) => left(a, n)],
    right_n: [(a, _, n) => a.rotateRight(n), w, (a, _, n) => left(a, W - (n % W))],
    left_bit: [(a, _, n) => a.rotateLeft(n.bit(0)), w, (a, _, n) => left(a, n & 1n)],
    left_5: [a => a.rotateLeft(5), w, a => left(a, 5n)],
    right_5: [a => a.rotateRight(5), w, a => left(a, W - (5n % W))],
    shifted_out: [a => a.shiftRight(w), w, () => 0n],
    shifted_far: [a => a.shiftRight(9), w, a => a >> 9n],
    shifted_left_far: [a => a.shiftLeft(70), w, a => a << 70n],
    three: [(_, __, n) => lit(8, 3).shiftLeft(n), 8, (_, __, n) => 3n << n],
    twice: [(a, b, n) => a.shiftLeft(n).shiftLeft(b), w, (a, b, n) => (b >= W ? 0n : a << n << b)],
    at_n: [(a, _, n) => a.at(n, { past: 1 }), 1, (a, _, n) => (n >= W ? 1n : a >> n)],
    at_n_past: [(a, b, n) => a.at(n, { past: b.bit(0) }), 1, (a, b, n) => (n >= W ? b : a >> n)],
  }, v => v))
})

describe.each([1, 3, 8, 33, 70])('sint of %i bits', w => {
  const top = mask(w) >> 1n, bottom = -top - 1n, sat = (v: bigint): bigint => most(least(v, top), bottom)
  it('computes what BigInt computes, here and in Icarus', () => checkRows<Sint>(sint, w, {
    p: [(a, b) => a.mul(b), w, (a, b) => a * b],
    p_wide: [(a, b) => a.mulWide(b), 2 * w, (a, b) => a * b],
    p_wide_n: [(a, _, n) => a.mulWide(n.extend(5).asSint()), w + 5, (a, _, n) => a * n],
    quotient: [(a, b) => a.div(b), w, (a, b) => (b === 0n ? -1n : a / b)],
    left_over: [(a, b) => a.rem(b), w, (a, b) => (b === 0n ? a : a % b)],
    sum: [(a, b) => a.addSaturating(b), w, (a, b) => sat(a + b)],
    sum_least: [a => a.addSaturating(bottom), w, a => sat(a + bottom)],
    difference: [(a, b) => a.subSaturating(b), w, (a, b) => sat(a - b)],
    low: [(a, b) => a.min(b), w, least],
    high: [(a, b) => a.max(b), w, most],
    distance: [a => a.abs(), w, a => (a < 0n ? -a : a)],
    both: [(a, b) => a.and(b), w, (a, b) => a & b],
    either: [(a, b) => a.or(b), w, (a, b) => a | b],
    one_of: [(a, b) => a.xor(b), w, (a, b) => a ^ b],
    both_least: [a => a.and(bottom), w, a => a & bottom],
    opposite: [a => a.not(), w, a => ~a],
    any_bit: [a => a.orReduce(), 1, a => BigInt(a !== 0n)],
    all_bits: [a => a.andReduce(), 1, a => BigInt(a === -1n)],
    sign: [a => a.bit(w - 1), 1, a => BigInt(a < 0n)],
    whole: [a => a.bits(0, w), w, a => a],
    shifted_out: [a => a.shiftRight(w), w, a => (a < 0n ? -1n : 0n)],
    shifted_far: [a => a.shiftRight(9), w, a => a >> 9n],
    shifted_n: [(a, _, n) => a.shiftRight(n), w, (a, _, n) => a >> n],
    bits_shifted: [a => a.asUint().shiftRight(1), w, a => (a & mask(w)) >> 1n],
    at_n: [(a, _, n) => a.at(n), 1, (a, _, n) => (n >= BigInt(w) ? 0n : a >> n)],
    three: [(a, _, n) => a.slice(n, 3), 3, (a, _, n) => (a & mask(w)) >> n],
    is_0_or_least: [a => a.isIn(0, bottom), 1, a => BigInt(a === 0n || a === bottom)],
  }, v => BigInt.asIntN(w, v)))
})
