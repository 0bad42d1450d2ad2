// Owns: registers that cross from one clock to another: what is accepted, what is refused, and how they are written.
import { describe, expect, it } from 'vitest'
import { bit, crossing, elaborate, input, instance, module, named, output, register, uint } from '../../../rtl-gen/dsl/index.ts'
import type { Changes } from '../../../rtl-gen/dsl/index.ts'
import { emitVerilog } from '../../../rtl-gen/backends/verilog/index.ts'
import { synchronizer } from '../../../rtl-gen/lib/index.ts'
import { printDesign } from '../../../rtl-gen/ir/print.ts'
import { findings } from '../../../rtl-gen/passes/pipeline.ts'
import { lintVerilog } from '../../support/lint-verilog.ts'

const decls = {
  theirs: input(uint(8), 'rx'), flag: input(bit, 'rx'), other: input(bit, 'tx'), go: input(bit), word: output(uint(8)), seen: output(bit), out: output(bit),
  held: crossing(uint(8), 'none', { from: 'rx', to: 'clk', why: 'held until the acknowledge comes back' }),
  first: crossing(bit, 0, { from: 'rx', to: 'clk' }), second: register(bit, 0),
}
type Rules = (x: any, verbs: any) => readonly unknown[]
const design = (rules: Rules) => elaborate(module('m', decls, (x, v) => [v.assign({ word: x.held, seen: x.second, out: 0 }), ...rules(x, v) as Changes<typeof decls>[]]))
const said = (rules: Rules): string[] => findings(design(rules)).map(d => `${d.code} ${d.message}`)
const good: Rules = (x, { when }) => [{ first: x.flag, second: x.first }, when(x.go, { held: x.theirs })]

it('one bit through two registers, and a word with a reason, are accepted; the text says so and is clean', () => {
  expect(said(good)).toEqual([])
  const files = emitVerilog(design(good)), text = files[0]!.text
  expect(text.split('\n').slice(text.split('\n').findIndex(l => l.includes('Crosses'))).slice(0, 6)).toEqual([
    '  // Crosses from rx to clk: held until the acknowledge comes back.', '  reg  [7:0] held;',
    '  // Crosses from rx to clk.', '  (* ASYNC_REG = "TRUE" *)', '  reg        first;', '  (* ASYNC_REG = "TRUE" *)',
  ])
  expect(lintVerilog(files)).toBe('')
  expect(printDesign(design(good))).toContain('register held: uint(8) on clk = none, crosses from rx (held until the acknowledge comes back)')
  expect(printDesign(design(good))).toContain('register first: uint(1) on clk = 0, crosses from rx\n')
})

describe('RTL4007: a crossing of one bit that is not the first of two registers', () => {
  const first = (because: string): string => `RTL4007 register \`first\` of clock domain \`clk\` takes a value of \`rx\`: ${because}`
  it.each<[string, Rules, string]>([
    ['computed, so that it may glitch', x => [{ first: x.flag.and(x.theirs.bit(0)), second: x.first }], first('the value does not come straight from a register or an input, so it may glitch')],
    ['under a condition', (x, { when }) => [when(x.go, { first: x.flag }), { second: x.first }], first('it is set under a condition')],
    ['without a second register', x => [{ first: x.flag, second: 0 }], first('no second register takes it')],
    ['read by more than the second', x => [{ first: x.flag, second: x.first, out: x.first }], first('2 places read it, where one more register is wanted')],
    ['computed with before it has settled', x => [{ first: x.flag, second: x.first.not() }], first('what reads it is not a second register that copies it in every cycle')],
    ['copied now and then', (x, { when }) => [{ first: x.flag }, when(x.go, { second: x.first })], first('what reads it is not a second register that copies it in every cycle')],
    ['set twice', (x, { when }) => [{ first: x.flag, second: x.first }, when(x.go, { first: 0 })], first('it is set in more than one place')],
  ])('%s', (_, rules, text) => expect(said((x, v) => [...rules(x, v), { held: 0 }])).toContain(text))
})

it('a reason covers the clock that it names and the own one, and no third', () => {
  expect(said((x, { when }) => [{ first: x.flag, second: x.first }, when(x.flag, { held: x.theirs })])).toEqual([])
  expect(said((x, { when }) => [{ first: x.flag, second: x.first }, when(x.other, { held: x.theirs })])).toEqual(['RTL4007 register `held` of clock domain `clk` takes a value of `tx`'])
})

it('an ordinary register takes nothing of another clock', () => {
  expect(() => design(x => [...good(x, { when: () => ({}) }).slice(0, 1), { second: x.flag }])).toThrow('RTL2010')
})

describe('RTL4011: a synchroniser inside takes what comes straight from a register', () => {
  const flop = module('flop', { i: input(bit, 'rx'), steady: output(bit, 'rx'), computed: output(bit, 'rx'), r: register(bit, 0, 'rx') }, ({ i, r }, { assign }) => [assign({ steady: r, computed: r.not() }), { r: i }])
  const deeper = module('deeper', { i: input(bit, 'rx'), o: output(bit), s: instance(synchronizer('sync', { from: 'rx', to: 'clk' })) }, ({ i, s }, { assign }) => [assign({ s: { i }, o: s.o })])
  const with_ = (value: (x: any) => any, name: 's' | 'd'): string[] => findings(elaborate(module('m', {
    a: input(bit, 'rx'), b: input(bit, 'rx'), r: register(bit, 0, 'rx'), o: output(bit), f: instance(flop), s: instance(synchronizer('sync', { from: 'rx', to: 'clk' })), d: instance(deeper),
  }, (x, { assign }) => [assign({ o: x.s.o.and(x.d.o), f: { i: x.a }, s: { i: name === 's' ? value(x) : 0 }, d: { i: name === 'd' ? value(x) : 0 } }), { r: x.b }]))).map(d => `${d.code} ${d.message}`)
  it.each<[string, (x: any) => any]>([['a register', x => x.r], ['an input', x => x.a], ['a constant', () => 1], ['an output of a module that is a register there', x => x.f.steady], ['a named one of these', x => named({ v: x.r }).v]])('%s', (_, value) => {
    expect(with_(value, 's')).toEqual([])
    expect(with_(value, 'd')).toEqual([])
  })
  it.each<[string, (x: any) => any]>([['computed here', x => x.a.and(x.b)], ['computed in a module', x => x.f.computed], ['computed under a name', x => named({ v: x.a.not() }).v]])('refused: %s', (_, value) => {
    expect(with_(value, 's')).toEqual(['RTL4011 `s.i` crosses to another clock inside, and is given a computed value, which may glitch'])
    expect(with_(value, 'd')).toEqual(['RTL4011 `d.i` crosses to another clock inside, and is given a computed value, which may glitch'])
  })
})
