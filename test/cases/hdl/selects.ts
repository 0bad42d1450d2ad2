// Owns: answers to cases about indices, enumerations, division and widths of zero.
import { bit, enumeration, input, lit, module, oneHotMux, output, sint, uint, vec } from '../../../rtl-gen/index.ts'
import type { Answers } from './answer.ts'

const members = enumeration('memberCode', { a: 1, b: 4, c: 6 })

export const selects: Answers = {
  'hdl-S25': {
    modules: [module('s25', { a: input(sint(5)), b: input(sint(5)), q: output(sint(6)), r: output(sint(5)) }, ({ a, b }, { assign }) => [
      assign({ q: a.extend(6).div(b.extend(6)), r: a.rem(b) }),
    ])],
    how: 'value; by zero: all ones, and the dividend',
    documented: { q: [-3n, -3n, 3n, -1n, -1n, 0n, 16n], r: [-1n, 1n, -1n, 9n, -9n, 0n, 0n] },
    asReference: row => row['b'] !== 0n,
  },
  'hdl-S26': {
    modules: [module('s26', { a: input(uint(8)), b: input(uint(8)), y: output(uint(8)) }, ({ a, b }, { assign, when }) => [
      assign({ y: a.div(b) }),
      when(b.eq(0), { y: 0 }),
    ])],
  },
  'hdl-S28': { refused: [{ code: 'RTL1001', says: 'a width is a whole number from 1 up, not 0', by: () => module('s28', { z: input(uint(0)) }, (_, { assign }) => [assign({})]) }] },
  'hdl-S29': { refused: [{ code: 'RTL1001', says: 'a width is a whole number from 1 up, not 0', by: () => module('s29', { z: input(uint(0)) }, (_, { assign }) => [assign({})]) }],
    how: 'value without z, which is refused with RTL1001' },
  'hdl-S30': {
    modules: [module('s30', { a: input(vec(1, uint(8))), i: input(bit), y: output(uint(8)) }, ({ a, i }, { assign }) => [assign({ y: a.at(i) })])],
    names: { a: 'a_0' }, documented: { y: [77n, 255n, 0n] }, asReference: row => row['i'] === 0n, how: 'value; past the end 0',
  },
  'hdl-S32': {
    modules: [module('s32', { a: input(uint(10)), n: input(uint(4)), y: output(bit) }, ({ a, n }, { assign }) => [assign({ y: a.at(n) })])],
    documented: { y: [1n, 0n, 1n, 0n, 0n] }, how: 'value; past the end 0',
  },
  'hdl-S33': {
    modules: [module('s33', { i: input(uint(3)), y: output(uint(8)) }, ({ i }, { assign }) => [assign({ y: lit(vec(5, uint(8)), [10, 20, 30, 40, 50]).at(i) })])],
    documented: { y: [10n, 20n, 50n, 0n, 0n] }, asReference: row => row['i']! < 5n, how: 'value; past the end 0',
  },
  'hdl-S37': {
    modules: [module('s37', { s: input(bit), a: input(uint(8)), f: input(bit), y: output(uint(8)), g: output(bit) }, ({ s, a, f }, { assign }) => [assign({ y: oneHotMux(s, [a]), g: oneHotMux(s,
      [f]) })])],
    documented: { y: [55n, 0n], g: [1n, 0n] }, how: 'value; with no bit set 0',
  },
  'hdl-S38': {
    modules: [module('s38', { s: input(uint(3)), a: input(uint(8)), b: input(uint(8)), c: input(uint(8)), y: output(uint(8)) }, ({ s, a, b, c }, { assign }) => [assign({ y: oneHotMux(s, [a, b,
      c]) })])],
    documented: { y: [10n, 20n, 40n, 0n, 30n] }, how: 'value; with no bit set 0, with several the OR',
  },
  'hdl-S39': {
    modules: [module('s39', { x: input(uint(3)), valid: output(bit), nxt: output(uint(3)) }, ({ x }, { assign, matchSome }) => {
      const code = x.asEnum(members)
      return [
        assign({ valid: code.isIn('a', 'b', 'c'), nxt: 0 }),
        matchSome(code, { a: { nxt: lit(members, 'b').asUint() }, b: { nxt: lit(members, 'c').asUint() }, c: { nxt: lit(members, 'a').asUint() }, otherwise: {} }),
      ]
    })],
    documented: { nxt: [0n, 4n, 0n, 6n, 0n, 1n, 0n] }, how: 'value; what assign gives where no arm matches',
  },
}
