// Owns: one of several values, counts and places of bits, encodings of enumerations, narrow constants: what they compute, and that the tools take their text.
import { describe, expect, it } from 'vitest'
import { emitVerilog } from '../../../rtl-gen/backends/verilog/index.ts'
import { bit, bundle, decode, elaborate, enumeration, input, lit, module, mux, oneHotMux, output, pack, popCount, priorityEncode, priorityMux, register, reverse, sint, uint, vec } from '../../../rtl-gen/dsl/index.ts'
import { validate } from '../../../rtl-gen/ir/validate.ts'
import { check } from '../../../rtl-gen/passes/index.ts'
import { simulate } from '../../../rtl-gen/simulate.ts'
import { lintVerilog } from '../../support/lint-verilog.ts'
import { runVerilog } from '../../support/run-verilog.ts'

type Rows = readonly Readonly<Record<string, number | bigint>>[]
/** The outputs of each row, here and in Icarus; both have to be `wanted`, as patterns. */
function both(m: any, rows: Rows, wanted: readonly Readonly<Record<string, number | bigint>>[]): void {
  const design = elaborate(m), top = design.modules.at(-1)!, sim = simulate(m as never).raw, files = emitVerilog(design)
  expect(validate(design)).toEqual([])
  check(design)
  expect(lintVerilog(files)).toBe('')
  const ports = top.ports.map(p => ({ name: p.name, width: (p.type as { width: number }).width, direction: p.direction })), outs = ports.filter(p => p.direction === 'output')
  const patterns = wanted.map(w => Object.fromEntries(outs.map(p => [p.name, BigInt.asUintN(p.width, BigInt(w[p.name]!))])))
  const here = rows.map(row => {
    for (const [k, v] of Object.entries(row)) sim.poke(k, BigInt.asUintN(ports.find(p => p.name === k)!.width, BigInt(v)))
    return Object.fromEntries(outs.map(p => [p.name, sim.peek(p.name)]))
  })
  expect(here).toEqual(patterns)
  expect(runVerilog(files, ports, rows, { clocked: top.domains.length > 0 && files.at(-1)!.text.includes('clock') })).toEqual(patterns)
}
const count = (n: number): number[] => Array.from({ length: n }, (_, i) => i)

class Point extends bundle({ x: sint(4), far: bit, tags: vec(2, uint(3)) }) {}
const pointsOf = (rows: readonly (readonly number[])[]) => rows.map(([x, far, t, u]) => lit(Point, { x: x!, far: far!, tags: [t!, u!] }))
const mood = enumeration('mood', { calm: 1, busy: 4, done: 6 })

describe('oneHotMux', () => {
  const ports = { s: input(uint(3)), a: input(uint(8)), b: input(uint(8)), c: input(uint(8)) }
  const m = module('m', { ...ports, y: output(uint(8)), one: output(uint(8)), flag: output(bit), n: output(sint(8)), p: output(uint(11)), k: output(uint(3)) },
    ({ s, a, b, c }, { assign }) => {
      const point = (n: number) => lit(Point, { x: n - 3, far: n & 1, tags: [n, 7 - n] })
      return [assign({
        y: oneHotMux(s, [a, b, c]), one: oneHotMux(s.bit(0), [a]), flag: oneHotMux(s, [a.bit(0), b.bit(0), c.bit(0)]), n: oneHotMux(s, [a, b, c].map(x => x.asSint())),
        p: pack(oneHotMux(s, [0, 1, 2].map(point))), k: oneHotMux(s, [lit(mood, 'calm'), lit(mood, 'busy'), lit(mood, 'done')]).asUint(),
      })]
    })
  it('gives the leg of the bit that is set, the OR of several, 0 of none; one leg works; bundles and members too', () => {
    const points = count(3).map(n => (BigInt.asUintN(4, BigInt(n - 3)) << 7n) | (BigInt(n & 1) << 6n) | (BigInt(n) << 3n) | BigInt(7 - n))
    const rows = count(8).flatMap(s => [[0x12, 0xf1, 0x4c], [0x81, 0x80, 0xff]].map(([a, b, c]) => ({ s, a: a!, b: b!, c: c! })))
    const or = (s: number, legs: readonly (number | bigint)[]): bigint => legs.reduce<bigint>((n, leg, i) => n | (s >> i & 1 ? BigInt(leg) : 0n), 0n)
    both(m, rows, rows.map(({ s, a, b, c }) => ({ y: or(s, [a, b, c]), one: or(s & 1, [a]), flag: or(s, [a & 1, b & 1, c & 1]), n: or(s, [a, b, c]), p: or(s, points), k: or(s, [1, 4, 6]) })))
  })
})

it('priorityMux gives the leg of the lowest bit, or what is said for none', () => {
  const ports = { s: input(uint(3)), a: input(uint(4)), b: input(uint(4)), c: input(uint(4)) }
  const m = module('m', { ...ports, y: output(uint(4)), p: output(uint(11)), st: output(mood) }, ({ s, a, b, c }, { assign }) => [assign({
    y: priorityMux(s, [a, b, c], 9),
    p: pack(priorityMux(s, pointsOf([[1, 1, 1, 2], [2, 0, 3, 4], [3, 1, 5, 6]]), lit(Point, { x: -1, far: 0, tags: [7, 0] }))),
    st: priorityMux(s, [lit(mood, 'busy'), lit(mood, 'done'), lit(mood, 'calm')], 'busy'),
  })])
  const points = [0b0001_1_001_010, 0b0010_0_011_100, 0b0011_1_101_110, 0b1111_0_111_000], rows = count(8).map(s => ({ s, a: 3, b: 5, c: 12 }))
  const lowest = (s: number): number => (s & 1 ? 0 : s & 2 ? 1 : s & 4 ? 2 : 3)
  both(m, rows, rows.map(({ s }) => ({ y: [3, 5, 12, 9][lowest(s)]!, p: points[lowest(s)]!, st: [4, 6, 1, 4][lowest(s)]! })))
})

it('at: an element by a signal, and a stated value past the end', () => {
  const ports = { i: input(uint(3)), v: input(vec(5, uint(4))), other: input(uint(4)) }
  const m = module('m', {
    ...ports, plain: output(uint(4)), said: output(uint(4)), signal: output(uint(4)), of_register: output(uint(4)), whole: output(uint(11)), never: output(uint(4)),
    r: register(vec(3, uint(4)), [7, 8, 9]), points: register(vec(2, Point), [{ x: 0, far: 0, tags: [0, 0] }, { x: -8, far: 1, tags: [7, 0] }]),
  }, ({ i, v, other, r, points }, { assign }) => [assign({
    plain: v.at(i), said: v.at(i, { past: 15 }), signal: v.at(i, { past: other }), of_register: r.at(i.truncate(2), { past: 1 }), never: v.at(i.truncate(2), { past: 15 }),
    whole: pack(points.at(i, { past: { x: -2, far: 1, tags: [1, 2] } })),
  })])
  const v = { v_0: 10, v_1: 11, v_2: 12, v_3: 13, v_4: 14, other: 6 }, rows = count(8).map(i => ({ i, ...v }))
  both(m, rows, rows.map(({ i }) => ({
    plain: i < 5 ? 10 + i : 0, said: i < 5 ? 10 + i : 15, signal: i < 5 ? 10 + i : 6, of_register: [7, 8, 9, 1][i % 4]!, never: 10 + i % 4,
    whole: i === 0 ? 0 : i === 1 ? 0b1000_1_111_000 : 0b1110_1_001_010,
  })))
})

it.each([1, 2, 3, 5, 8, 13])('popCount, priorityEncode, reverse, decode of %i bits', w => {
  const m = module('m', { x: input(uint(w)), n: input(uint(4)), ones: output(uint(4)), found: output(bit), index: output(uint(4)), turned: output(uint(w)), all: output(uint(16)), some: output(uint(10)) }, ({ x, n }, { assign }) => {
    const first = priorityEncode(x), to4 = (v: any): any => (v.width > 4 ? v.truncate(4) : v.extend(4))
    expect([popCount(x).width, first.index.width]).toEqual([w.toString(2).length, Math.max(1, (w - 1).toString(2).length)])
    return [assign({ ones: to4(popCount(x)), found: first.found, index: to4(first.index), turned: reverse(x), all: decode(n), some: decode(n, 10) })]
  })
  const values = w < 6 ? count(2 ** w) : [...count(w).flatMap(i => [1 << i, (1 << i) | (1 << (w - 1)), (1 << i) - 1]), 2 ** w - 1, 0xa5 & (2 ** w - 1)]
  const rows = values.map((x, i) => ({ x, n: i % 16 }))
  both(m, rows, rows.map(({ x, n }) => {
    const bits = [...x.toString(2).padStart(w, '0')].reverse()
    return { ones: bits.filter(b => b === '1').length, found: Number(x > 0), index: Math.max(0, bits.indexOf('1')), turned: parseInt(bits.join(''), 2), all: 1 << n, some: n < 10 ? 1 << n : 0 }
  }))
})

describe('enumerations', () => {
  const names = ['a', 'b', 'c', 'd', 'e'] as const
  it('are encoded as said', () => {
    const values = (encoding?: any): [number, bigint[]] => { const e = enumeration('e', names, encoding && { encoding }); return [e.bits, names.map(e.valueOf)] }
    expect(values()).toEqual([3, [0n, 1n, 2n, 3n, 4n]])
    expect(values('binary')).toEqual(values())
    expect(values('onehot')).toEqual([5, [1n, 2n, 4n, 8n, 16n]])
    expect(values('gray')).toEqual([3, [0n, 1n, 3n, 2n, 6n]])
    expect(enumeration('wide', count(70).map(i => `m${i}`), { encoding: 'onehot' }).valueOf('m69')).toBe(1n << 69n)
    expect([enumeration('e', ['only']).bits, enumeration('e', ['only'], { encoding: 'onehot' }).bits]).toEqual([1, 1])
  })
  it('isMember and next, of gaps too', () => {
    const full = enumeration('full', ['p', 'q', 'r', 's'])
    const m = module('m', { x: input(uint(3)), y: input(uint(2)), valid: output(bit), nxt: output(uint(3)), every: output(bit) }, ({ x, y }, { assign }) => {
      const k = x.asEnum(mood)
      return [assign({ valid: k.isMember(), nxt: k.next().asUint(), every: y.asEnum(full).isMember() })]
    })
    const rows = count(8).map(x => ({ x, y: x % 4 }))
    both(m, rows, rows.map(({ x }) => ({ valid: Number([1, 4, 6].includes(x)), nxt: x === 1 ? 4 : x === 4 ? 6 : 1, every: 1 })))
  })
  it.each(['binary', 'onehot', 'gray'] as const)('a machine in %s walks through its states', encoding => {
    const state = enumeration('state', ['idle', 'begin', 'end'], { encoding })
    const m = module('m', { go: input(bit), s: register(state, 'idle'), y: output(uint(3)), raw: output(uint(state.bits)) }, ({ go, s }, { assign, when, match }) => [
      assign({ y: 1, raw: s.asUint() }), match(s, { idle: {}, begin: { y: 4 }, end: { y: 6 } }), when(go, { s: s.next() }),
    ])
    expect(lintVerilog(emitVerilog(elaborate(m)))).toBe('')
    const sim = simulate(m)
    sim.reset()
    sim.poke({ go: 1 })
    const seen = count(4).map(() => { const now = [sim.peek.s, sim.peek.y, sim.peek.raw]; sim.step(); return now })
    const raw = { binary: [0n, 1n, 2n], onehot: [1n, 2n, 4n], gray: [0n, 1n, 3n] }[encoding]
    expect(seen).toEqual([['idle', 1n, raw[0]], ['begin', 4n, raw[1]], ['end', 6n, raw[2]], ['idle', 1n, raw[0]]])
  })
})

it('constants in the fewest bits that hold them', () => {
  const signed = { '-1': 1, '-2': 2, '-21': 6, '-32': 6, '-33': 7, '0': 1, '1': 2, '31': 6, '32': 7 }, unsigned = { 0: 1, 1: 1, 2: 2, 31: 5, 32: 6 }
  expect(Object.fromEntries(Object.keys(signed).map(n => [n, lit(sint, Number(n)).width]))).toEqual(signed)
  expect(Object.fromEntries(Object.keys(unsigned).map(n => [n, lit(uint, Number(n)).width]))).toEqual(unsigned)
  expect(lit(uint, 1n << 80n).width).toBe(81)
  expect(() => lit(uint, -1)).toThrow('does not fit')
  expect(() => lit(sint, 0.5)).toThrow('RTL2006')
  expect(() => lit(uint, 2 ** 53)).toThrow('RTL2006')
  both(module('m', { w: output(sint(8)), t: output(bit) }, (_, { assign }) => [assign({ w: lit(sint, -21).extend(8), t: lit(sint, -21).extend(8).bit(7) })]), [{}], [{ w: -21, t: 1 }])
})

it('domains are kept: an index, a leg, a chosen vector', () => {
  const ports = { i: input(uint(2), 'rx'), c: input(bit), v: input(vec(3, uint(4))), w: input(vec(3, uint(4))), r: register(vec(3, uint(4)), 'none'), s: input(uint(2)), o: output(uint(4)) }
  const build = (make: (x: any) => unknown) => () => elaborate((module as any)('m', ports, (x: any, { assign }: any) => [assign({ o: make(x) })]))
  const crossing: ((x: any) => unknown)[] = [
    x => x.v.at(x.i), x => x.r.at(x.i), x => mux(x.c, x.v, x.w).at(x.i), x => x.v.at(x.s, { past: x.i.extend(4) }), x => oneHotMux(x.i, [x.v.at(0), x.v.at(1)]), x => priorityMux(x.s, [x.i, x.i], 0),
    x => x.s.rotateLeft(x.i), x => x.s.mulWide(x.i), x => x.s.addSaturating(x.i), x => x.s.min(x.i), x => x.s.at(x.i, { past: 1 }),
  ]
  for (const make of crossing) expect(build(make), String(make)).toThrow('RTL2010')
  expect(build(x => x.v.at(x.s, { past: x.w.at(1) }))).not.toThrow()
})
