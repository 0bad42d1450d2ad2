// Owns: answers to cases about modules that are written elsewhere, and their parameters.
import { expect } from 'vitest'
import { bit, blackBox, choice, elaborate, emitVerilog, input, instance, integer, module, mux, output, text, uint, check } from '../../../rtl-gen/index.ts'
import type { Answers } from './answer.ts'

const modeIs = blackBox('s79_mode_is', { parameters: { MODE: choice('FAST', 'SLOW') }, ports: { y: output(bit) } })
const textOf = blackBox('s80_str', { parameters: { T: text }, ports: { y: output(uint(40)) } })
const parOf = blackBox('s81_par', { parameters: { P: integer(64) }, ports: { y: output(uint(65)) } })
const outside = 'a black box: its insides are Verilog'

/** In the language the parameters of a module are arguments of the function that makes it. */
const chosen = (NAME: string, N: number) => module('s74', { y: output(bit), n: output(uint(8)) }, (_, { assign }) => [assign({ y: NAME === 'a/b.c' ? 1 : 0, n: N })])
const topP = blackBox('s74_top_p', { parameters: { NAME: text, N: integer(32) }, ports: { y: output(bit), n: output(uint(8)) } })

/** One driver at a time: what a shared net is in hardware of one chip. */
const bus = module('s83', { e0: input(bit), v0: input(uint(4)), e1: input(bit), v1: input(uint(4)), y: output(uint(4)) }, ({ e0, v0, e1, v1 }, { assign }) => [
  assign({ y: mux(e0, v0, 0).or(mux(e1, v1, 0)) }),
])

export const boxes: Answers = {
  'hdl-S74': {
    modules: [chosen('a/b.c', 12)],
    check: () => {
      const user = module('s74Box', { y: output(bit), n: output(uint(8)), t: instance(topP, { NAME: 'a/b.c', N: 12 }) }, ({ t }, { assign }) => [assign({ t: {}, y: t.y, n: t.n })])
      const [file] = emitVerilog(elaborate(user))
      expect(file!.text).toMatch(/\.NAME\s*\("a\/b\.c"\)/)
      expect(file!.text).toMatch(/\.N\s*\(32'd12\)/)
    },
  },
  'hdl-S79': {
    modules: [module('s79', { y: output(bit), m: instance(modeIs, { MODE: 'FAST' }) }, ({ m }, { assign }) => [assign({ m: {}, y: m.y })])],
    beside: [{ file: 's79_mode_is.v', text: 'module s79_mode_is #(parameter MODE = "SLOW") (output wire y);\n  assign y = (MODE == "FAST");\nendmodule\n' }], outside,
  },
  'hdl-S80': {
    modules: [module('s80', { y: output(uint(40)), m: instance(textOf, { T: 'a"b\\c' }) }, ({ m }, { assign }) => [assign({ m: {}, y: m.y })])],
    beside: [{ file: 's80_str.v', text: 'module s80_str #(parameter [39:0] T = 40\'d0) (output wire [39:0] y);\n  assign y = T;\nendmodule\n' }], outside,
  },
  'hdl-S81': {
    modules: [module('s81', { y: output(uint(65)), m: instance(parOf, { P: 0x0123456789ABCDEFn }) }, ({ m }, { assign }) => [assign({ m: {}, y: m.y })])],
    beside: [{ file: 's81_par.v', text: 'module s81_par #(parameter P = 64\'d0) (output wire [64:0] y);\n  assign y = {P, 1\'b1};\nendmodule\n' }], outside,
    refused: [{ code: 'RTL1019', says: 'is a whole number, not', by: () => instance(parOf, { P: Number(0x0123456789ABCDEFn) }) }],
  },
  'hdl-S83': {
    modules: [bus],
    // Both at once is a fight on a real net; the case has it with equal values only.
    asReference: row => (row['e0']! ^ row['e1']!) === 1n,
    refused: [
      { code: 'RTL1007', says: '`p` of module `s83Net` is no declaration', by: () => module('s83Net', { p: { is: 'inout' } as never }, () => [] as never) },
      { code: 'RTL4005', says: '`n` is set twice without a condition', by: () => check(elaborate(module('s83Two', { a: input(bit), b: input(bit), n: output(bit) }, ({ a, b }, { assign }) =>
        [assign({ n: a }), { n: b }]))) },
    ],
    how: 'value with one OR of enabled drivers; a net of two drivers is refused with RTL1007 and RTL4005',
  },
}
