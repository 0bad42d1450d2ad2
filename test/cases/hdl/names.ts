// Owns: answers to cases about names: keywords, doubles, other letters, places in the source.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'vitest'
import { bit, bundle, compileSimulator, elaborate, emitVerilog, enumeration, input, instance, module, output, printDesign, recordVcd, register, simulate, uint } from '../../../rtl-gen/index.ts'
import type { Module } from '../../../rtl-gen/index.ts'
import { lintVerilog } from '../../support/lint-verilog.ts'
import type { Answers } from './answer.ts'

const cycleOf = enumeration('cycleOf', ['idle', 'begin', 'end'])
const chosen = (name: string, thenPart: boolean) => module(name, { x: input(bit), y: output(uint(3)) }, ({ x }, { assign, when }) => [
  assign({ y: 0 }),
  thenPart ? when(x, { y: 6 }) : when(x, {}).otherwise({ y: 6 }),
])
const twice = module('s44', { q: output(uint(4)), p: output(uint(4)), cnt: register(uint(4), 0), Cnt: register(uint(4), 0) }, ({ cnt, Cnt }, { assign }) => [
  assign({ q: Cnt, p: cnt }),
  { Cnt: Cnt.add(2) },
  { cnt: cnt.add(1) },
])
const adder = (name: string, by: number) => module(name, { i: input(uint(8)), o: output(uint(8)) }, ({ i }, { assign }) => [assign({ o: i.add(by) })])
const both = (name: string, first: string, second: string) => module(name, { i: input(uint(8)), p: output(uint(8)), q: output(uint(8)), one: instance(adder(first, 1)),
  other: instance(adder(second, 2)) }, ({ i, one, other }, { assign }) => [
  assign({ one: { i }, other: { i }, p: one.o, q: other.o }),
])

/** The names of a dump's variables. */
function dumped(m: Module<any>): string[] {
  let text = ''
  recordVcd(compileSimulator(elaborate(m)), t => { text += t })
  return [...text.matchAll(/^\$var \w+ \d+ \S+ (\S+)/gm)].map(x => x[1]!)
}

const words = ['module', 'signed', 'output', 'begin', 'case', 'time', 'logic', 'bit', 'int', 'do', 'priority', '2nd', '1']
const child = module('s41Child', { edge: input(uint(4)), wait: output(uint(4)) }, ({ edge, wait: _ }, { assign }) => [assign({ wait: edge.add(1) })])
const keywords = module('s41Words', Object.fromEntries(words.flatMap(w => [[w, input(bit)], [`${w} out`, output(bit)]])) as Record<string, any>, (x: any, { assign }: any) => [
  assign(Object.fromEntries(words.map(w => [`${w} out`, x[w].not()]))),
] as never)
class Fields extends bundle({ x: uint(2), y: uint(3) }) {}
const meeting = module('s42', { s: input(Fields), s_x: input(uint(4)), p: output(uint(2)), q: output(uint(4)) }, ({ s, s_x }, { assign }) => [assign({ p: s.x, q: s_x })])

export const names: Answers = {
  'hdl-S41': {
    modules: [module('s41', { reg: input(uint(4)), table: output(uint(4)), c: instance(child) }, ({ reg, c }, { assign }) => [assign({ c: { edge: reg }, table: c.wait })])],
    names: { i: 'reg_', o: 'table_' },
    check: () => {
      const design = elaborate(keywords)
      expect(lintVerilog(emitVerilog(design))).toBe('')
      const sim = simulate(keywords)
      sim.poke(Object.fromEntries(words.map((w, i) => [w, i & 1])))
      expect(words.map(w => sim.peek[`${w} out`])).toEqual(words.map((_, i) => BigInt(1 - (i & 1))))
    },
  },
  'hdl-S42': {
    modules: [meeting], names: { sx: 's_x', sy: 's_y', t: 's_x_2' },
    check: () => {
      const sim = simulate(meeting)
      sim.poke({ s: { x: 2, y: 7 }, s_x: 4 })
      expect([sim.peek.p, sim.peek.q]).toEqual([2n, 4n])
    },
  },
  'hdl-S43': {
    // Both would be mac_2_taps; with other names the same two modules give the values.
    modules: [both('s43', 'mac (2 taps)', 'mac [two taps]')], how: 'refused with RTL3006, as both become mac_2_taps; value with names that stay apart',
    refused: [{ code: 'RTL3006', says: '`mac [2 taps]`', by: () => elaborate(both('s43Same', 'mac (2 taps)', 'mac [2 taps]')) }],
  },
  'hdl-S44': {
    modules: [twice],
    check: design => {
      const text = emitVerilog(design).map(f => f.text).join('')
      expect(text).toMatch(/cnt <= cnt \+ 4'd1/)
      expect(text).toMatch(/cnt_2 <= cnt_2 \+ 4'd2/)
      expect(dumped(twice)).toEqual(expect.arrayContaining(['cnt', 'cnt_2']))
    },
  },
  'hdl-S45': {
    refused: [{ code: 'RTL3006', says: 'two different modules are named `fifo`', by: () => elaborate(both('s45', 'Fifo', 'fifo')) }],
    check: () => expect(emitVerilog(elaborate(both('s45', 'rxFifo', 'txFifo'))).map(f => f.file)).toEqual(['rx_fifo.v', 'tx_fifo.v', 's45.v']),
  },
  'hdl-S46': {
    modules: [module('s46', { idle: input(bit), st: output(uint(2)), now: register(cycleOf, 'idle') }, ({ idle, now }, { assign, when, match }) => [
      assign({ st: now.asUint() }),
      when(idle, match(now, { idle: { now: 'begin' }, begin: { now: 'end' }, end: { now: 'idle' } })),
    ])],
    names: { go: 'idle' },
  },
  'hdl-S47': {
    check: async () => {
      const folder = mkdtempSync(join(tmpdir(), 'rtl-'))
      try {
        for (const [i, path] of ['my-dir/a b\n*/ `define x 1\n.ts', 'été/шина ц.ts'].entries()) {
          const file = join(folder, path)
          mkdirSync(join(file, '..'), { recursive: true })
          writeFileSync(file, `import { bit, input, module, output } from ${JSON.stringify(new URL('../../../rtl-gen/index.ts', import.meta.url).href)}
export const odd = module('s47${'ab'[i]}', { x: input(bit), y: output(bit) }, ({ x }, { assign }) => [assign({ y: x.not() })], { doc: 'ends here: */ and\\n\`define x 1' })
`)
          const { odd } = await import(pathToFileURL(file).href) as { odd: Module<any> }
          const design = elaborate(odd), files = emitVerilog(design)
          expect(lintVerilog(files)).toBe('')
          expect(files[0]!.text).not.toMatch(/^\s*`define/m)
          expect(printDesign(design)).toContain('s47')
        }
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  },
  'hdl-S48': {
    modules: [module('s48', { x: input(bit), p: output(uint(3)), q: output(uint(3)), a: instance(chosen('s48A', true)), b: instance(chosen('s48B', false)) }, ({ x, a, b }, { assign }) => [
      assign({ a: { x }, b: { x }, p: a.y, q: b.y }),
    ])],
  },
}
