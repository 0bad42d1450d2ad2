// Owns: memories with several ports, lanes, reads in the same cycle, first words from a text, and depths that are no power of two.
import { describe, expect, it } from 'vitest'
import { bit, bundle, elaborate, input, memory, module, output, read, register, rom, sint, uint, wordsFromBinary, wordsFromHex, write } from '../../../rtl-gen/dsl/index.ts'
import type { Module } from '../../../rtl-gen/dsl/index.ts'
import { emitVerilog } from '../../../rtl-gen/backends/verilog/index.ts'
import { validate } from '../../../rtl-gen/ir/validate.ts'
import { check } from '../../../rtl-gen/passes/pipeline.ts'
import { compileSimulator } from '../../../rtl-gen/sim/index.ts'
import { lintVerilog } from '../../support/lint-verilog.ts'

type Row = Readonly<Record<string, number>>
/** One cycle a row; what an output is while the inputs of the row stand, before the edge. */
function run(of: Module<any>, rows: readonly Row[], out: string): bigint[] {
  const design = elaborate(of)
  expect(validate(design)).toEqual([])
  check(design)
  const sim = compileSimulator(design)
  sim.reset()
  return rows.map(row => {
    for (const [k, v] of Object.entries(row)) sim.poke(k, v)
    const seen = sim.peek(out)
    sim.step()
    return seen
  })
}
const ports = { wea: input(bit), web: input(bit), mask: input(uint(4)), ad: input(uint(2)), wd: input(uint(32)), rd: output(uint(32)) }

describe('several ports', () => {
  const bytes = module('bytes', {
    ...ports, mem: memory({ depth: 4, of: uint(32), mode: 'async', reads: ['r'], writes: ['whole', 'some'], lanes: 4 }),
  }, ({ wea, web, mask, ad, wd, mem }, { assign, when }) => [
    assign({ rd: mem.r.data, mem: { r: read(ad) } }),
    when(wea, { mem: { whole: write(ad, wd) } }),
    when(web, { mem: { some: write(ad, wd, mask) } }),
  ])
  it('whole words and byte lanes, bit 0 for the lowest byte; a write shows in the next cycle', () => {
    expect(run(bytes, [
      { wea: 1, web: 0, mask: 0, ad: 2, wd: 0xa1b2c3d4 }, { wea: 0, web: 1, mask: 5, wd: 0x11223344 }, { mask: 0, wd: 0xffffffff }, { web: 0, mask: 15, wd: 0 },
    ], 'rd')).toEqual([0n, 0xa1b2c3d4n, 0xa122c344n, 0xa122c344n])
  })
  it('of two writes of one word the later declared port wins, lane by lane', () => {
    expect(run(bytes, [{ wea: 1, web: 1, mask: 0b1001, ad: 1, wd: 0x01020304 }, { wea: 0, web: 0 }], 'rd')[1]).toBe(0x01020304n)
    const two = module('two', { ...ports, mem: memory({ depth: 4, of: uint(32), mode: 'async', reads: ['r'], writes: ['x', 'y'], lanes: 2 }) },
      ({ wea, ad, wd, mem }, { assign, when }) => [assign({ rd: mem.r.data, mem: { r: read(ad) } }), when(wea, { mem: { y: write(ad, wd, 2), x: write(ad, 0xaaaabbbb) } })])
    expect(run(two, [{ wea: 1, ad: 3, wd: 0x11112222 }, { wea: 0 }], 'rd')[1]).toBe(0x1111bbbbn)
  })
  const clocked = (collision: 'old' | 'new') => module('clocked', {
    ...ports, mem: memory({ depth: 4, of: uint(32), collision, init: [7, 8], reads: ['a', 'b'], writes: ['w'] }),
  }, ({ wea, web, ad, wd, mem }, { assign, when }) => [
    assign({ rd: mem.a.data.xor(mem.b.data) }),
    { mem: { a: read(ad) } },
    when(web, { mem: { b: read(ad.not()) } }),
    when(wea, { mem: { w: write(ad, wd) } }),
  ])
  it('each keeps its own word, and sees the old or the new one of a write', () => {
    const rows = [{ wea: 1, web: 1, ad: 0, wd: 5 }, { wea: 0, web: 1, ad: 3 }, { web: 0, ad: 1 }, {}]
    // a: word 0 while it becomes 5; b: word 3 (0), then word 0 (5), which it keeps; a: word 3 (0), then word 1 (8).
    expect(run(clocked('old'), rows, 'rd').slice(1)).toEqual([7n, 5n, 8n ^ 5n])
    expect(run(clocked('new'), rows, 'rd').slice(1)).toEqual([5n, 5n, 8n ^ 5n])
  })
  it('with neither reads nor writes named otherwise, the other kind has one port of its own name', () => {
    const m = module('m', { ...ports, mem: memory({ depth: 4, of: uint(32), mode: 'async', writes: ['w'] }) },
      ({ wea, ad, wd, mem }, { assign, when }) => [assign({ rd: mem.read.data, mem: { read: read(ad) } }), when(wea, { mem: { w: write(ad, wd) } })])
    expect(run(m, [{ wea: 1, ad: 1, wd: 9 }, { wea: 0 }], 'rd')).toEqual([0n, 9n])
  })
  it('their text is clean, and one block holds all writes in the order of declaration', () => {
    for (const m of [bytes, clocked('old'), clocked('new')]) expect(lintVerilog(emitVerilog(elaborate(m)))).toBe('')
    const { text } = emitVerilog(elaborate(bytes))[0]!
    expect(text.indexOf('mem[ad] <= wd;')).toBeGreaterThan(0)
    expect(text.indexOf('mem[ad] <= wd;')).toBeLessThan(text.indexOf('mem[ad][7:0] <= wd[7:0];'))
  })
  it('may have clocks of their own', () => {
    const m = module('m', { we: input(bit, 'rx'), a: input(uint(2), 'rx'), b: input(uint(2)), d: input(bit, 'rx'), o: output(bit), mem: memory({ depth: 4, of: bit, collision: 'undefined', reads: { r: 'clk' }, writes: { w: 'rx' } }) },
      ({ we, a, b, d, mem }, { assign, when }) => [assign({ o: mem.r.data, mem: { r: read(b) } }), when(we, { mem: { w: write(a, d) } })])
    const design = elaborate(m)
    check(design)
    expect(design.modules[0]!.domains.map(d => d.name)).toEqual(['rx', 'clk'])
    expect(lintVerilog(emitVerilog(design))).toBe('')
  })
})

describe('reads in the same cycle', () => {
  it('follow the address; past the end of a depth that is no power of two they are zero, and a write there changes nothing', () => {
    const m = module('m', { we: input(bit), wa: input(uint(4)), w: input(uint(8)), ra: input(uint(4)), rd: output(uint(8)), mem: memory({ depth: 12, of: uint(8), mode: 'async' }) },
      ({ we, wa, w, ra, mem }, { assign, when }) => [assign({ rd: mem.data, mem: read(ra) }), when(we, { mem: write(wa, w) })])
    expect(run(m, [{ we: 1, wa: 5, w: 17, ra: 5 }, { wa: 13, w: 34 }, { we: 0 }, { ra: 1 }, { ra: 9 }, { ra: 13 }], 'rd')).toEqual([0n, 17n, 17n, 0n, 0n, 0n])
    expect(lintVerilog(emitVerilog(elaborate(m)))).toBe('')
  })
  it('of signed words and of a ROM made by a function', () => {
    const m = module('m', { a: input(uint(2)), y: output(sint(8)), z: output(uint(16)), t: rom({ of: sint(8), words: [-1, -128, 5, 127], mode: 'async' }), u: rom({ of: uint(16), words: Array.from({ length: 16 }, (_, i) => 777 * i + 5), mode: 'async', reads: ['p', 'q'] }) },
      ({ a, t, u }, { assign }) => [assign({ y: t.data, t: read(a), z: u.p.data.xor(u.q.data), u: { p: read(a.extend(4)), q: read(15) } })])
    expect(run(m, [{ a: 0 }, { a: 1 }, { a: 2 }, { a: 3 }], 'y').map(v => BigInt.asIntN(8, v))).toEqual([-1n, -128n, 5n, 127n])
    expect(run(m, [{ a: 1 }], 'z')).toEqual([782n ^ 11660n])
    expect(lintVerilog(emitVerilog(elaborate(m)))).toBe('')
  })
  it('of a bundle, whose first field is highest, in lanes', () => {
    class Pair extends bundle({ hi: uint(8), lo: uint(8) }) {}
    const m = module('m', { go: input(bit), rd: output(uint(8)), hi: output(uint(8)), mem: memory({ depth: 2, of: Pair, mode: 'async', lanes: 2 }), n: register(uint(2), 0) },
      ({ go, mem, n }, { assign, when }) => [assign({ rd: mem.data.lo, hi: mem.data.hi, mem: read(1) }), when(go, { mem: write(1, { hi: 7, lo: 9 }, n), n: n.add(1) })])
    expect(run(m, [{ go: 1 }, {}, {}, {}], 'rd')).toEqual([0n, 0n, 9n, 9n])
    expect(run(m, [{ go: 1 }, {}, {}, {}], 'hi')).toEqual([0n, 0n, 0n, 7n])
  })
})

describe('words from a text', () => {
  it('hexadecimal and binary numbers, comments, underscores, addresses', () => {
    expect(wordsFromHex('DEADBEEF // the first\n00000001 /* two\n lines */ 8000_0000', 32)).toEqual([0xdeadbeefn, 1n, 0x80000000n])
    expect(wordsFromBinary('11011110101011011011111011101111\n1 10000000000000000000000000000000\n', 32)).toEqual([0xdeadbeefn, 1n, 0x80000000n])
    expect(wordsFromHex('\uFEFF1\r\n@A ff\r\n', 8)).toEqual([1n, ...Array<bigint>(9).fill(0n), 255n])
    expect(wordsFromBinary('@2 1', 1)).toEqual([0n, 0n, 1n])
    expect(wordsFromHex('', 8)).toEqual([])
  })
  it('of a signed shape are patterns', () => expect(wordsFromHex('ff 80 7f', sint(8))).toEqual([-1n, -128n, 127n]))
  it('are what a memory starts with', () => {
    const m = module('m', { a: input(uint(2)), o: output(uint(32)), mem: memory({ depth: 3, of: uint(32), mode: 'async', init: wordsFromHex('DEADBEEF\n00000001\n80000000', 32) }) }, ({ a, mem }, { assign }) => [assign({ o: mem.data, mem: read(a) })])
    expect(run(m, [{ a: 0 }, { a: 1 }, { a: 2 }, { a: 3 }], 'o')).toEqual([0xdeadbeefn, 1n, 0x80000000n, 0n])
  })
})
