// Owns: what every operation of the language computes, in simulation, against BigInt.
import { describe, expect, it } from 'vitest'
import { all, any, bit, bundle, cat, elaborate, enumeration, input, lit, module, mux, named, output, pack, register, replicate, sint, uint, unpack, vec, write } from '../../../rtl-gen/dsl/index.ts'
import type { Sint, Uint } from '../../../rtl-gen/dsl/index.ts'
import { validate } from '../../../rtl-gen/ir/validate.ts'
import { compileSimulator } from '../../../rtl-gen/sim/index.ts'
import type { Simulator } from '../../../rtl-gen/sim/index.ts'

const simulate = (m: unknown): Simulator => {
  const design = elaborate(m as never)
  expect(validate(design)).toEqual([])
  const sim = compileSimulator(design)
  sim.reset()
  return sim
}
const mask = (w: number): bigint => (1n << BigInt(w)) - 1n
const signed = (v: bigint, w: number): bigint => BigInt.asIntN(w, v)
/** Corners of a width, and some values between. */
const corners = (w: number): bigint[] =>
  [0n, 1n, 2n, mask(w), mask(w) - 1n, mask(w) >> 1n, (mask(w) >> 1n) + 1n, 0x5a5a5a5a5a5an].map(v => v & mask(w)).filter((v, i, all) => all.indexOf(v) === i)

describe.each([1, 8, 33])('uint of %i bits', w => {
  type U = Uint<any>
  const two: Record<string, [f: (a: U, b: U) => U, width: number, model: (a: bigint, b: bigint) => bigint]> = {
    add: [(a, b) => a.add(b), w, (a, b) => a + b],
    addWide: [(a, b) => a.addWide(b), w + 1, (a, b) => a + b],
    sub: [(a, b) => a.sub(b), w, (a, b) => a - b],
    subWide: [(a, b) => a.subWide(b), w + 1, (a, b) => a - b],
    and: [(a, b) => a.and(b), w, (a, b) => a & b],
    or: [(a, b) => a.or(b), w, (a, b) => a | b],
    xor: [(a, b) => a.xor(b), w, (a, b) => a ^ b],
    not: [a => a.not(), w, a => ~a],
    eq: [(a, b) => a.eq(b), 1, (a, b) => BigInt(a === b)],
    ne: [(a, b) => a.ne(b), 1, (a, b) => BigInt(a !== b)],
    lt: [(a, b) => a.lt(b), 1, (a, b) => BigInt(a < b)],
    le: [(a, b) => a.le(b), 1, (a, b) => BigInt(a <= b)],
    gt: [(a, b) => a.gt(b), 1, (a, b) => BigInt(a > b)],
    ge: [(a, b) => a.ge(b), 1, (a, b) => BigInt(a >= b)],
    shiftLeft: [(a, b) => a.shiftLeft(b), w, (a, b) => (b >= w ? 0n : a << b)],
    shiftRight: [(a, b) => a.shiftRight(b), w, (a, b) => (b >= w ? 0n : a >> b)],
    shiftLeftBy3: [a => a.shiftLeft(3), w, a => a << 3n],
    orReduce: [a => a.orReduce(), 1, a => BigInt(a !== 0n)],
    andReduce: [a => a.andReduce(), 1, a => BigInt(a === mask(w))],
    xorReduce: [a => a.xorReduce(), 1, a => BigInt([...a.toString(2)].filter(c => c === '1').length % 2)],
    topBit: [a => a.bit(w - 1), 1, a => a >> BigInt(w - 1)],
    at: [(a, b) => a.at(b), 1, (a, b) => (b >= w ? 0n : (a >> b) & 1n)],
    slice: [(a, b) => a.slice(b, 3), 3, (a, b) => (b >= w ? 0n : (a >> b) & 7n)],
    extend: [a => a.extend(w + 2), w + 2, a => a],
    isIn: [a => a.isIn(0, 1), 1, a => BigInt(a < 2n)],
    isInNothing: [a => a.isIn(), 1, () => 0n],
    cat: [(a, b) => cat(a, b), 2 * w, (a, b) => (a << BigInt(w)) | b],
    replicate: [a => replicate(3, a), 3 * w, a => (((a << BigInt(w)) | a) << BigInt(w)) | a],
    mux: [(a, b) => mux(a.bit(0), a, b), w, (a, b) => (a & 1n ? a : b)],
    muxNumber: [(a, b) => mux(a.bit(0), 1, b), w, (a, b) => (a & 1n ? 1n : b)],
    all: [(a, b) => all(a.bit(0), b.bit(0), a.eq(b)), 1, (a, b) => BigInt(a === b) & a & 1n],
    any: [(a, b) => any(a.bit(0), b.bit(0)), 1, (a, b) => (a | b) & 1n],
    allOfNone: [() => all(), 1, () => 1n],
    literal: [a => a.add(lit(w, 1)), w, a => a + 1n],
  }
  it('computes what BigInt computes', () => {
    // `and`, `or`, `not` are words of Verilog, so the ports are numbered.
    const names = Object.keys(two), port = (n: string): string => `o${names.indexOf(n)}`
    const outputs = Object.fromEntries(names.map(n => [port(n), output(uint(two[n]![1]))]))
    const sim = simulate(module('m', { a: input(uint(w)), b: input(uint(w)), ...outputs }, (x: any, { assign }: any) => [
      assign(Object.fromEntries(names.map(n => [port(n), two[n]![0](x.a, x.b)]))),
    ] as never))
    for (const a of corners(w)) for (const b of corners(w)) {
      sim.poke('a', a)
      sim.poke('b', b)
      for (const n of names) expect(`${n}(${a}, ${b}) = ${sim.peek(port(n))}`).toBe(`${n}(${a}, ${b}) = ${two[n]![2](a, b) & mask(two[n]![1])}`)
    }
  })
})

it('sint computes as signed', () => {
  const w = 9
  const two: Record<string, [f: (a: Sint<9>, b: Sint<9>) => unknown, width: number, model: (a: bigint, b: bigint) => bigint]> = {
    plus: [(a, b) => a.add(b).asUint(), w, (a, b) => a + b],
    plus_wide: [(a, b) => a.addWide(b).asUint(), w + 1, (a, b) => a + b],
    minus_one_wide: [a => a.subWide(-256).asUint(), w + 1, a => a + 256n],
    minus_wide: [(a, b) => a.subWide(b).asUint(), w + 1, (a, b) => a - b],
    less: [(a, b) => a.lt(b), 1, (a, b) => BigInt(a < b)],
    at_least: [(a, b) => a.ge(b), 1, (a, b) => BigInt(a >= b)],
    negated: [a => a.negate().asUint(), w, a => -a],
    right: [a => a.shiftRight(2).asUint(), w, a => a >> 2n],
    wide: [a => a.extend(12).asUint(), 12, a => a],
    narrow: [a => a.truncate(4).asUint(), 4, a => a],
    is_minus_3: [a => a.eq(-3), 1, a => BigInt(a === -3n)],
  }
  const names = Object.keys(two)
  const sim = simulate(module('m', { a: input(sint(w)), b: input(sint(w)), ...Object.fromEntries(names.map(n => [n, output(uint(two[n]![1]))])) }, (x: any, { assign }: any) => [
    assign(Object.fromEntries(names.map(n => [n, two[n]![0](x.a, x.b)]))),
  ] as never))
  for (const a of corners(w)) for (const b of [...corners(w), mask(w) - 2n]) {
    sim.poke('a', a)
    sim.poke('b', b)
    for (const n of names) expect(`${n}(${a}, ${b}) = ${sim.peek(n)}`).toBe(`${n}(${a}, ${b}) = ${two[n]![2](signed(a, w), signed(b, w)) & mask(two[n]![1])}`)
  }
})

class Pair extends bundle({ high: uint(4), low: sint(3) }) {}
class Nest extends bundle({ pair: Pair, many: vec(2, uint(2)), flag: bit }) {}
const mood = enumeration('mood', { calm: 1, busy: 4 })

it('bundles, vectors and enumerations: packed, chosen, taken apart, put together', () => {
  const sim = simulate(module('m', {
    word: input(uint(12)), pick: input(uint(2)), c: input(bit), nest: input(Nest), ports: input(vec(3, uint(5))), mood: input(mood),
    word_again: output(uint(12)), again: output(Nest), chosen: output(uint(12)),
    element: output(uint(5)), inner: output(uint(2)), calm: output(bit), either: output(bit), next: output(mood), raw: output(uint(3)),
  }, ({ word, pick, c, nest, ports, mood: m }, { assign }) => {
    const { whole } = named({ whole: unpack(Nest, word) })
    return [assign({
      word_again: pack(whole), again: { ...whole, flag: whole.flag.not() }, chosen: pack(mux(c, nest, whole)), element: ports.at(pick), inner: whole.many.at(pick),
      calm: m.is('calm'), either: m.isIn('calm', 'busy'), next: mux(c, m, 'busy'), raw: m.asUint(),
    })]
  }))
  sim.poke('word', 0b1010_011_10_01_1)
  expect(sim.peek('word_again')).toBe(0b1010_011_10_01_1n)
  expect([sim.peek('again_pair_high'), sim.peek('again_pair_low'), sim.peek('again_many_0'), sim.peek('again_many_1'), sim.peek('again_flag')]).toEqual([0b1010n, 0b011n, 0b10n, 0b01n, 0n])
  sim.poke('ports_0', 7)
  sim.poke('ports_1', 8)
  sim.poke('ports_2', 9)
  expect([0, 1, 2, 3].map(i => { sim.poke('pick', i); return sim.peek('element') })).toEqual([7n, 8n, 9n, 0n])
  expect([0, 1, 2, 3].map(i => { sim.poke('pick', i); return sim.peek('inner') })).toEqual([2n, 1n, 0n, 0n])
  expect(sim.peek('chosen')).toBe(0b1010_011_10_01_1n)
  sim.poke('c', 1)
  sim.poke('nest_pair_low', 0b101)
  sim.poke('nest_many_1', 3)
  expect(sim.peek('chosen')).toBe(0b0000_101_00_11_0n)
  const moods = [1, 4, 2].map(v => { sim.poke('mood', v); return [sim.peek('calm'), sim.peek('either'), sim.peek('next'), sim.peek('raw')] })
  expect(moods).toEqual([[1n, 1n, 1n, 1n], [0n, 1n, 4n, 4n], [0n, 0n, 2n, 2n]])
  sim.poke('c', 0)
  expect(sim.peek('next')).toBe(4n)
})

it('rules change parts: fields, elements, elements of split ports; the last one wins', () => {
  const sim = simulate(module('m', {
    i: input(uint(2)), go: input(bit), out: output(vec(3, Pair)), r: register(Nest, { pair: { high: 1, low: -1 }, many: [2, 3], flag: 0 }), table: register(vec(4, Pair), 'none'),
    seen: output(Nest), entry: output(Pair),
  }, ({ i, go, r, table }, { assign, when }) => [
    assign({ out: [{ high: 1, low: 1 }, { high: 2, low: 2 }, { high: 3, low: 3 }], seen: r, entry: table.at(i) }),
    when(go, { out: write(i, { high: 15 }), r: { pair: { low: 2 }, many: [write(0, 1), write(i.bit(0), 0)] }, table: write(i, { high: 5, low: -4 }) }),
  ]))
  const seen = (): bigint[] => ['pair_high', 'pair_low', 'many_0', 'many_1', 'flag'].map(p => sim.peek(`seen_${p}`))
  expect(seen()).toEqual([1n, 7n, 2n, 3n, 0n])
  sim.poke('go', 1)
  sim.poke('i', 1)
  expect([0, 1, 2].map(n => [sim.peek(`out_${n}_high`), sim.peek(`out_${n}_low`)])).toEqual([[1n, 1n], [15n, 2n], [3n, 3n]])
  sim.step()
  expect(seen()).toEqual([1n, 2n, 1n, 0n, 0n])
  expect([sim.peek('entry_high'), sim.peek('entry_low')]).toEqual([5n, 4n])
  sim.poke('i', 0)
  sim.step()
  expect(seen()).toEqual([1n, 2n, 0n, 0n, 0n])
})
