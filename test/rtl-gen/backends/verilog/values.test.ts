// Owns: what the emitted text means, in Icarus, against numbers worked out by hand: places where widths, signs and ends go wrong in Verilog.
import { describe, expect, it } from 'vitest'
import { emitVerilog } from '../../../../rtl-gen/backends/verilog/index.ts'
import { lowerAggregates } from '../../../../rtl-gen/passes/index.ts'
import { widthOf } from '../../../../rtl-gen/ir/index.ts'
import type { Design, Expr } from '../../../../rtl-gen/ir/index.ts'
import { bin, cast, cat, design, dyn, ext, input, lit, local, module, mux, not, output, read, ref, s, set, slice, u, un, when, wire } from '../../../support/ir-nodes.ts'
import { expressions, partial, ram, rom, aggregates } from '../../../support/ir-samples.ts'
import { runVerilog } from '../../../support/run-verilog.ts'
import type { Row } from '../../../support/run-verilog.ts'

type Value = number | bigint
const run = (d: Design, rows: readonly Row[]): Record<string, bigint | string>[] => {
  const ports = d.modules.at(-1)!.ports
  return runVerilog(emitVerilog(d), ports.map(p => ({ name: p.name, width: widthOf(p.type), direction: p.direction })), rows)
}
/** Each output as a column of numbers, negative ones as patterns of the output's width. */
function gives(d: Design, rows: readonly Row[], out: Record<string, readonly Value[]>): void {
  const seen = run(d, rows)
  const ports = d.modules.at(-1)!.ports
  for (const [name, values] of Object.entries(out)) {
    const width = widthOf(ports.find(p => p.name === name)!.type)
    expect(seen.map(r => r[name]), name).toEqual(values.map(v => BigInt.asUintN(width, BigInt(v))))
  }
}
const pure = (inputs: Record<string, ReturnType<typeof u> | ReturnType<typeof s>>, outs: (r: (n: string) => Expr) => Record<string, Expr>): Design => expressions('dut', inputs, outs)

describe('widths', () => {
  it('keeps the carry of a widened sum inside a concatenation', () => {
    gives(pure({ a: u(4), b: u(4) }, r => ({ y: cat(lit(u(2), 2), bin('add', ext(r('a'), 5), ext(r('b'), 5))) })), [{ a: 15, b: 9 }, { a: 3, b: 4 }, { a: 15, b: 15 }], { y: [88, 71, 94] })
  })
  it('drops the carry of a sum that is widened afterwards', () => {
    gives(pure({ a: u(4), b: u(4) }, r => ({ y: ext(bin('add', r('a'), r('b')), 8), z: bin('shr', bin('add', r('a'), r('b')), lit(u(1), 1)) })), [{ a: 15, b: 9 }, { a: 15, b: 15 }], { y: [8, 14], z: [4, 7] })
  })
  it('inverts at the width of the operand', () => {
    gives(pure({ a: u(4) }, r => ({ y: ext(bin('shr', not(r('a')), lit(u(1), 1)), 8), z: bin('eq', ext(not(r('a')), 8), lit(u(8), 10)) })), [{ a: 5 }, { a: 0 }, { a: 15 }], { y: [5, 7, 0], z: [1, 0, 0] })
  })
  it('takes bits of a sum and of a constant', () => {
    gives(pure({ a: u(8), b: u(8) }, r => ({ y: slice(bin('add', ext(r('a'), 9), ext(r('b'), 9)), 5, 4), k: slice(lit(u(10), 693), 2, 6) })), [{ a: 200, b: 100 }, { a: 255, b: 255 }, { a: 0, b: 31 }], { y: [9, 15, 0], k: [45, 45, 45] })
  })
  it('handles constants and values wider than a machine word', () => {
    const big = 0x30000000000000001n
    gives(pure({ c: u(1), a: u(130), m: u(60) }, r => ({ y: mux(r('c'), lit(u(70), big), lit(u(70), 0)), t: bin('shl', r('a'), lit(u(7), 65)), g: bin('gt', slice(r('a'), 0, 128), lit(u(128), 0)), x: bin('xor', r('m'), lit(u(60), 0x123456789abcdefn)) })),
      [{ c: 1, a: 0x100000000000000000000000000000001n, m: 0 }, { c: 0, a: 0x100000000000000000000000000000000n, m: 1 }],
      { y: [big, 0], t: [0x20000000000000000n, 0], g: [1, 0], x: [0x123456789abcdefn, 0x123456789abcdeen] })
  })
})

describe('signs', () => {
  it('compares numbers, not patterns', () => {
    gives(pure({ a: u(8), b: s(8) }, r => {
      const [a, b] = [cast(ext(r('a'), 9), s(9)), ext(r('b'), 9)]
      return { lt: bin('lt', a, b), gt: bin('gt', a, b) }
    }), [{ a: 200, b: -3 }, { a: 2, b: 5 }, { a: 0, b: -1 }, { a: 5, b: 5 }, { a: 255, b: 127 }], { lt: [0, 1, 0, 0, 0], gt: [1, 0, 1, 0, 1] })
  })
  it('shifts the sign in beside unsigned operands', () => {
    gives(pure({ c: u(1), b: u(4), a: u(4), n: u(2) }, r => ({ y: mux(r('c'), r('b'), not(cast(bin('shr', cast(r('a'), s(4)), r('n')), u(4)))) })),
      [{ c: 0, b: 0, a: 8, n: 1 }, { c: 0, b: 0, a: 8, n: 3 }, { c: 1, b: 9, a: 8, n: 1 }, { c: 0, b: 0, a: 4, n: 1 }], { y: [3, 0, 9, 13] })
  })
  it('widens by the sign: names, single bits, literals', () => {
    gives(pure({ x: u(3), v: s(2), a: u(4) }, r => ({
      y: bin('shl', ext(cast(ext(r('v'), 4), u(4)), 12), r('x')), o: cast(ext(cast(un('orReduce', r('a')), s(1)), 4), u(4)), k: ext(lit(s(6), -21), 8),
    })), [{ x: 5, v: -1, a: 2 }, { x: 7, v: -2, a: 0 }, { x: 0, v: 1, a: 15 }], { y: [480, 1792, 1], o: [15, 0, 15], k: [-21, -21, -21] })
  })
  it('compares with the least number and with negative literals', () => {
    gives(pure({ b: s(4) }, r => ({ most: bin('gt', r('b'), lit(s(4), -8)), below: bin('lt', r('b'), lit(s(4), -3)), up: bin('le', lit(s(4), 2), r('b')) })), [{ b: -8 }, { b: -4 }, { b: -3 }, { b: 7 }], { most: [0, 1, 1, 1], below: [1, 1, 0, 0], up: [0, 0, 0, 1] })
  })
  it('multiplies a signed by an unsigned number', () => {
    gives(pure({ a: s(6), b: u(6) }, r => ({ y: bin('mul', ext(r('a'), 12), cast(ext(r('b'), 12), s(12))) })), [{ a: -5, b: 50 }, { a: 31, b: 63 }, { a: -32, b: 63 }, { a: -1, b: 0 }], { y: [-250, 1953, -2016, 0] })
  })
})

describe('shifts and selections', () => {
  it('gives zero or the sign for amounts past the width, however wide they are', () => {
    gives(pure({ a: u(8), b: s(8), n: u(40) }, r => ({ l: bin('shl', r('a'), r('n')), z: bin('shr', r('a'), r('n')), s: bin('shr', r('b'), r('n')) })),
      [{ a: 0x81, b: -128, n: 1 }, { a: 0x81, b: -128, n: 8 }, { a: 0x81, b: -128, n: 1n << 32n }, { a: 0x81, b: 64, n: 1n << 39n }], { l: [2, 0, 0, 0], z: [0x40, 0, 0, 0], s: [-64, -1, -1, 0] })
  })
  it('reads zero past the end of a slice by a signal', () => {
    gives(pure({ a: u(10), n: u(4) }, r => ({ y: dyn(r('a'), r('n'), 1), w: dyn(r('a'), r('n'), 4), b: dyn(slice(r('a'), 0, 2), r('n'), 6) })),
      [{ a: 512, n: 9 }, { a: 341, n: 8 }, { a: 1023, n: 13 }, { a: 1023, n: 8 }, { a: 1023, n: 1 }], { y: [1, 1, 0, 1, 1], w: [1, 1, 0, 3, 15], b: [0, 0, 0, 0, 1] })
  })
  it('binds operators as the tree says', () => {
    gives(pure({ a: u(8), b: u(8), c: u(8), f: u(1) }, r => ({
      x: bin('sub', r('a'), bin('sub', r('b'), r('c'))), z: bin('mul', r('a'), bin('add', r('b'), r('c'))), e: bin('lt', bin('eq', r('a'), r('b')), r('f')), n: un('neg', not(r('a'))),
      r: bin('and', r('f'), bin('and', un('andReduce', slice(r('b'), 0, 3)), un('orReduce', slice(r('c'), 0, 2)))),
    })), [{ a: 20, b: 9, c: 4, f: 1 }, { a: 7, b: 7, c: 1, f: 1 }], { x: [15, 1], z: [4, 56], e: [1, 0], n: [21, 8], r: [0, 1] })
  })
})

describe('memories and registers', () => {
  it('reads old, new and (in simulation) inverted words at a collision', () => {
    const rows: Row[] = [{ we: 1, re: 0, wa: 2, ra: 0, wd: 0x1111 }, { we: 1, re: 1, wa: 2, ra: 2, wd: 0x2222 }, { we: 0, re: 1, wa: 0, ra: 2, wd: 0 }, { we: 0, re: 0, wa: 0, ra: 0, wd: 0 }]
    const data = (c: 'old' | 'new' | 'undefined') => run(ram(c, 16, 'sync'), rows).slice(2).map(r => r.q)
    expect(data('old')).toEqual([0x1111n, 0x2222n])
    expect(data('new')).toEqual([0x2222n, 0x2222n])
    expect(data('undefined')).toEqual([0xeeeen, 0x2222n])
  })
  it('writes nothing and reads zero past the end', () => {
    const rows: Row[] = [{ we: 1, re: 1, wa: 5, ra: 5, wd: 17 }, { we: 1, re: 1, wa: 13, ra: 5, wd: 34 }, { we: 0, re: 1, wa: 0, ra: 13, wd: 0 }, { ra: 1 }, { ra: 5 }, { ra: 9 }]
    expect(run(ram('old', 12, 'async'), rows).map(r => r.q)).toEqual([0n, 17n, 0n, 0n, 17n, 0n])
    // 8 is 0 in the three bits that five words need.
    expect(run(ram('old', 5, 'async'), [{ we: 1, wa: 8, wd: 99 }, { we: 0, ra: 0 }, { ra: 8 }]).map(r => r.q)).toEqual([0n, 0n, 0n])
    expect(run(ram('old', 12, 'sync'), rows).slice(1).map(r => r.q)).toEqual([0n, 17n, 0n, 0n, 17n])
  })
  it('writes lanes', () => {
    const rows: Row[] = [{ we: 1, wa: 2, ra: 2, wd: 0xa1b2, lanes: 3 }, { wd: 0x1122, lanes: 1 }, { wd: 0xffff, lanes: 0 }, { we: 0 }]
    expect(run(ram('old', 16, 'async', true), rows).map(r => r.q)).toEqual([0n, 0xa1b2n, 0xa122n, 0xa122n])
  })
  it('reads a ROM', () => {
    const words = [0, 1, 2, 3].map(i => BigInt(777 * i + 5))
    expect(run(rom('async', words, 6), [{ a: 1 }, { a: 3 }, { a: 4 }, { a: 15 }]).map(r => r.y)).toEqual([782n, 2336n, 0n, 0n])
    expect(run(rom('sync', words, 4), [{ a: 1 }, { a: 2 }, { a: 3 }]).slice(1).map(r => r.y)).toEqual([782n, 1559n])
  })
  it('sets parts, and bits from other bits of the same vector', () => {
    gives(partial(), [{ a: 1, b: 0, wide: 0 }, { a: 0, b: 0 }, { a: 1, b: 1 }, { a: 0, b: 1 }], { y: [8, 6, 11, 4] })
  })
  it('gives a signal that follows from another one of the same branch its final value', () => {
    const [a, c, y] = [input('a', u(4)), input('c', u(1)), output('y', u(4))]
    const [early, late] = [wire('early', u(4)), wire('late', u(4))]
    const d = design(module('dut', { ports: [a, c, y], wires: [early, late], locals: [local('next', bin('add', read(early), lit(u(4), 1)))], body: [
      set(y, read(late)), set(late, lit(u(4), 0)), set(early, lit(u(4), 0)), when([read(c), [set(late, ref('next', u(4))), set(early, read(a))]]),
    ] }))
    gives(d, [{ a: 3, c: 1 }, { a: 9, c: 1 }, { a: 9, c: 0 }, { a: 15, c: 1 }], { y: [4, 10, 0, 0] })
    expect(emitVerilog(d)[0]!.text.match(/always @\*/g)).toHaveLength(2)
  })
  it('picks elements of vectors by a signal, zero past the end', () => {
    const row = { p_flags: 5, p_data_0: 0x1ff, p_data_1: 3 }
    // i = 0 writes element 0 and plain[1]; w is 1, 2, 3, and 15 where i selects with its high bit set.
    gives(lowerAggregates(aggregates()), [{ i: 0, ...row }, { i: 0 }, { i: 1 }, { i: 2 }, { i: 3 }], { z: [1, 1, 2, 15, 0], n: [7, 7, 5, 7, 5] })
    expect(run(lowerAggregates(aggregates()), [{ i: 0, ...row }, { i: 0 }, { i: 3 }]).slice(1).map(r => r.y_flags)).toEqual([5n, 0n])
  })
})
