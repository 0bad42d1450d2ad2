// Owns: registers that cross from one clock to another: what is accepted, what is refused, and how they are written.
import { describe, expect, it } from 'vitest'
import { bit, crossing, elaborate, input, module, output, register, uint } from '../../../rtl-gen/dsl/index.ts'
import type { Changes } from '../../../rtl-gen/dsl/index.ts'
import { emitVerilog } from '../../../rtl-gen/backends/verilog/index.ts'
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
