// Owns: answers to cases about memories: depths, ports, lanes, first words, and a read in the cycle of a write.
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { bit, emitVerilog, input, memory, module, output, read, register, rom, simulate, sint, uint, wordsFromBinary, wordsFromHex, write } from '../../../rtl-gen/index.ts'
import type { Answers } from './answer.ts'

const start = module('s69', { rd: output(uint(8)), w: output(bit), on: register(bit, 0), m: memory({ depth: 4, of: uint(8), mode: 'async', init: [7, 7, 7, 7] }) }, ({ on, m }, { assign, when }) => [
  assign({ rd: m.data, w: on }),
  { on: 1, m: read(0) },
  when(on, { m: write(0, 99) }),
])
const hex = readFileSync(new URL('words.hex', import.meta.url), 'utf8'), binary = readFileSync(new URL('words.bin', import.meta.url), 'utf8')
const fromFile = (name: string, words: readonly bigint[]) => module(name, { a: input(uint(2)), y: output(uint(32)), m: memory({ depth: 3, of: uint(32), mode: 'async', init: words }) }, ({ a, m },
  { assign }) => [
  assign({ y: m.data }),
  { m: read(a) },
])
/** The columns that the case leaves open; past the end a read gives zero. */
const signed = module('s53', { a: input(uint(2)), y: output(sint(8)), m: rom({ of: sint(8), words: [-1, -128, 5, 127], mode: 'async' }) }, ({ a, m }, { assign }) => [assign({ y: m.data }),
  { m: read(a) }])
const computed = module('s54', { a: input(uint(4)), y: output(uint(16)), m: rom({ of: uint(16), words: Array.from({ length: 16 }, (_, a) => 777 * a + 5), mode: 'async' }) }, ({ a, m },
  { assign }) => [assign({ y: m.data }), { m: read(a) }])

export const memories: Answers = {
  'hdl-S49': {
    modules: [module('s49', { we: input(bit), wa: input(uint(4)), wd: input(uint(8)), ra: input(uint(4)), rd: output(uint(8)), m: memory({ depth: 12, of: uint(8), mode: 'async' }) }, ({ we, wa,
      wd, ra, m }, { assign, when }) => [
      assign({ rd: m.data }),
      { m: read(ra) },
      when(we, { m: write(wa, wd) }),
    ])],
    documented: { rd: [0n, 17n, 17n, 0n, 0n, 0n] }, how: 'value; past the end 0',
  },
  'hdl-S50': {
    modules: [module('s50', {
      wea: input(bit), web: input(bit), mk: input(uint(4)), ad: input(uint(2)), wd: input(uint(32)), rd: output(uint(32)),
      m: memory({ depth: 4, of: uint(32), mode: 'async', lanes: 4, reads: ['out'], writes: ['b', 'a'] }),
    }, ({ wea, web, mk, ad, wd, m }, { assign, when }) => [
      assign({ rd: m.out.data }),
      { m: { out: read(ad) } },
      when(web, { m: { b: write(ad, wd, mk) } }),
      // The port that was declared later wins.
      when(wea, { m: { a: write(ad, wd) } }),
    ])],
  },
  'hdl-S51': {
    modules: [module('s51', { ra: input(uint(4)), rd: output(uint(8)), c: register(uint(4), 0), m: memory({ depth: 16, of: uint(8), mode: 'async' }) }, ({ ra, c, m }, { assign }) => [
      assign({ rd: m.data }),
      { c: c.add(1), m: [read(ra), write(c, c.extend(8).add(0x41))] },
    ])],
  },
  'hdl-S52': {
    modules: [module('s52', { we: input(bit), wa: input(uint(2)), wd: input(uint(8)), ra: input(uint(2)), q: output(uint(8)), m: memory({ depth: 4, of: uint(8), collision: 'new', init: [4, 6, 8,
      10] }) }, ({ we, wa, wd, ra, m }, { assign, when }) => [
      assign({ q: m.data }),
      { m: read(ra) },
      when(we, { m: write(wa, wd) }),
    ])],
  },
  'hdl-S53': { modules: [signed] },
  'hdl-S54': { modules: [computed] },
  'hdl-S55': {
    modules: [fromFile('s55Hex', wordsFromHex(hex, 32)), fromFile('s55Binary', wordsFromBinary(binary, 32))],
    allowed: row => row['a']! < 3n,
    // The file is read when the design is described: the emitted text holds the words, so it has no path that could be wrong later.
    check: design => expect(emitVerilog(design).map(f => f.text).join('')).not.toContain('$readmem'),
  },
  'hdl-S57': {
    modules: [module('s57', { en: input(bit), ra: input(uint(2)), q: output(uint(8)), m: memory({ depth: 4, of: uint(8), collision: 'old', init: [1, 2, 3, 4] }) }, ({ en, ra, m }, { assign,
      when }) => [
      assign({ q: m.data }),
      when(en, { m: read(ra) }),
    ])],
    documented: { q: [0n, 0n, 0n, 3n] }, how: 'value; 0 before the first read, with start values',
  },
  'hdl-S69': {
    modules: [start],
    check: () => {
      const sim = simulate(start), seen = [0, 1, 2, 3].map(() => {
        const word = sim.memory.m[0]
        expect(word).toBe(sim.peek.rd)
        sim.step()
        return word
      })
      expect(seen).toEqual([7n, 7n, 99n, 99n])
    },
  },
}
