// Owns: answers to cases about combinational logic, instances and aggregates.
import { expect } from 'vitest'
import { bit, bundle, emitVerilog, input, instance, module, output, pack, register, simulate, uint, unpack, vec, wire, write, check, elaborate } from '../../../rtl-gen/index.ts'
import { runVerilog } from '../../support/run-verilog.ts'
import type { Answers } from './answer.ts'

const increment = module('s78Increment', { i: input(uint(4)), o: output(uint(4)) }, ({ i }, { assign }) => [assign({ o: i.add(1) })])
const passOn = module('s66Pass', { i: input(uint(4)), o: output(uint(4)) }, ({ i }, { assign }) => [assign({ o: i })])
const two = module('s63Two', { i1: input(uint(4)), i2: input(uint(4)), o1: output(uint(4)), o2: output(uint(5)) }, ({ i1, i2 }, { assign }) => [
  assign({ o1: i1.add(1), o2: i2.extend(5).shiftLeft(1) }),
])
class Complex extends bundle({ re: uint(4), im: uint(4) }) {}
const pair = vec(2, Complex)

export const comb: Answers = {
  'hdl-S61': {
    modules: [module('s61', { y: output(uint(4)) }, (_, { assign, when }) => [assign({ y: 0 }), when(1 as never, { y: 9 })])],
    check: design => {
      const files = emitVerilog(design)
      expect(runVerilog(files, [{ name: 'y', width: 4, direction: 'output' }], [{}], { resetFirst: false })).toEqual([{ y: 9n }])
    },
  },
  'hdl-S62': {
    modules: [module('s62', { a: input(bit), b: input(bit), y: output(uint(4)), t: wire(vec(4, bit)) }, ({ a, b, t }, { assign }) => [
      assign({ t: [t.at(1).and(a), t.at(2).xor(b), t.at(3).not(), a], y: pack(t).bits(0, 1).extend(4).shiftLeft(3).or(pack(t).bits(1, 1).extend(4).shiftLeft(2)).or(pack(t).bits(2,
        1).extend(4).shiftLeft(1)).or(pack(t).bits(3, 1).extend(4)) }),
    ])],
  },
  'hdl-S63': {
    modules: [module('s63', { a: input(uint(4)), y: output(uint(5)), t: instance(two) }, ({ a, t }, { assign }) => [assign({ t: { i1: a, i2: t.o1 }, y: t.o2 })])],
  },
  'hdl-S65': {
    // A condition that always holds: without one, the first value of x would have no effect, which is refused.
    modules: [module('s65', { a: input(uint(8)), b: input(uint(8)), x: output(uint(8)), y: output(uint(8)) }, ({ a, b, x }, { assign, when }) => [
      assign({ x: a, y: x.add(1) }),
      when(1 as never, { x: b }),
    ])],
    documented: { y: [21n, 1n] }, asReference: (_, out) => out !== 'y', how: 'value: a signal reads its final value; without the when, RTL4005',
    refused: [{
      code: 'RTL4005', says: 'x', by: () => check(elaborate(module('s65Twice', { a: input(uint(8)), b: input(uint(8)), x: output(uint(8)), y: output(uint(8)) }, ({ a, b, x }, { assign }) => [
        assign({ x: a, y: x.add(1) }), { x: b },
      ]))),
    }],
  },
  'hdl-S66': {
    modules: [module('s66', { a: input(uint(4)), b: input(uint(4)), c: input(bit), y: output(uint(4)), z: output(uint(4)), p: instance(passOn) }, ({ a, b, c, p }, { assign, when }) => [
      assign({ y: a, z: p.o, p: { i: b } }),
      when(c, { y: b }),
    ])],
    how: 'value; a second unconditional connection is refused with RTL4005',
    refused: [{
      code: 'RTL4005', says: 'p.i', by: () => check(elaborate(module('s66Twice', { a: input(uint(4)), b: input(uint(4)), z: output(uint(4)), p: instance(passOn) }, ({ a, b, p }, { assign }) => [
        assign({ z: p.o, p: { i: a } }), { p: { i: b } },
      ]))),
    }],
  },
  'hdl-S76': {
    modules: [module('s76', {
      k: input(uint(4)), re0: output(uint(4)), im0: output(uint(4)), re1: output(uint(4)), im1: output(uint(4)), v: wire(pair), flat: wire(uint(16)),
    }, ({ k, v, flat }, { assign }) => {
      const back = unpack(pair, flat)
      return [assign({
        v: [{ re: k.add(1), im: k.add(2) }, { re: k.add(3), im: k.add(4) }], flat: pack(v),
        re0: back.at(0).re, im0: back.at(0).im, re1: back.at(1).re, im1: back.at(1).im,
      })]
    })],
    // The documented order: the first field, or element, in the highest bits.
    check: () => {
      const flat = simulate(module('s76Flat', { v: input(pair), o: output(uint(16)) }, ({ v }, { assign }) => [assign({ o: pack(v) })]))
      flat.poke({ v: [{ re: 1, im: 2 }, { re: 3, im: 4 }] })
      expect(flat.peek.o).toBe(0x1234n)
    },
    how: 'value; first element and field in the highest bits',
  },
  'hdl-S77': {
    modules: [module('s77', { d: input(uint(4)), v0: output(uint(4)), v1: output(uint(4)), v: register(vec(2, uint(4)), [3, 5]) }, ({ d, v }, { assign }) => [
      assign({ v0: v.at(0), v1: v.at(1) }),
      { v: write(1, d) },
    ])],
  },
  'hdl-S78': {
    modules: [module('s78', { i: input(uint(4)), y: output(uint(4)), w: wire(uint(4)), c: instance(increment) }, ({ i, w, c }, { assign }) => [
      assign({ c: { i }, w: c.o, y: w.xor(3) }),
    ])],
  },
}
