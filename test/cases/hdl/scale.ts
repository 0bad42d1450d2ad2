// Owns: answers to cases about size: long chains, many conditions, shared values.
import { expect } from 'vitest'
import { bit, cat, elaborate, emitVerilog, input, lit, module, mux, output, uint } from '../../../rtl-gen/index.ts'
import type { Module, Uint } from '../../../rtl-gen/index.ts'
import type { Answers } from './answer.ts'

const bits = 5000
const chain = (name: string, nest: (parts: readonly Uint<1>[]) => Uint) => module(name, { a: input(bit), b: input(bit), t: output(bit), l: output(uint(8)) }, ({ a, b }, { assign }) => {
  // x0 is the highest: an even number of parts, of which the even ones are `a`.
  const whole = nest(Array.from({ length: bits }, (_, i) => i % 2 === 0 ? a : b))
  return [assign({ t: whole.bit(bits - 1), l: whole.bits(0, 8) })]
})
const toTheLeft = chain('s87Left', parts => parts.reduce<Uint>((whole, x) => cat(whole, x)))
const toTheRight = chain('s87Right', parts => parts.reduceRight<Uint>((whole, x) => cat(x, whole)))

const ones = module('s88', { c: input(uint(40)), n: output(uint(6)) }, ({ c }, { assign }) => {
  let n: Uint<6, any> = lit(6, 0)
  for (let k = 0; k < 40; k++) n = mux(c.bit(k), n.add(1), n)
  return [assign({ n })]
})
const levels = module('s89', { a: input(uint(64)), y: output(uint(64)) }, ({ a }, { assign }) => {
  let x = a
  for (let k = 0; k < 60; k++) x = x.add(x).xor(x)
  return [assign({ y: x })]
})
const underAMegabyte = (m: Module<any>) => () => { expect(emitVerilog(elaborate(m)).reduce((n, f) => n + f.text.length, 0)).toBeLessThan(1_000_000) }

export const scale: Answers = {
  'hdl-S87': { modules: [toTheLeft, toTheRight] },
  'hdl-S88': { modules: [ones], check: underAMegabyte(ones) },
  'hdl-S89': { modules: [levels], check: underAMegabyte(levels) },
}
