// Owns: answers to cases about registers, resets, clocks and state machines.
import { expect } from 'vitest'
import { bit, crossing, elaborate, emitVerilog, enumeration, input, instance, module, output, register, simulate, uint } from '../../../rtl-gen/index.ts'
import { runVerilog } from '../../support/run-verilog.ts'
import type { Answers } from './answer.ts'

const three = enumeration('phase', ['first', 'second', 'third'])
const ring = enumeration('ring', { one: 1, two: 2, four: 4 })
const gated = module('s67Gated', { x: input(uint(2)), r: output(uint(2)), kept: register(uint(2), 0) }, ({ x, kept }, { assign }) => [assign({ r: kept }), { kept: x }])
const counter = module('s59', { q: output(uint(4)), n: register(uint(4), 6) }, ({ n }, { assign }) => [assign({ q: n }), { n: n.add(1) }])
const script = module('s70', { d: input(uint(8)), q: output(uint(8)), s: output(uint(8)), kept: register(uint(8), 0) }, ({ d, kept }, { assign }) => [assign({ q: kept, s: kept.add(d) }), { kept: d }])

export const state: Answers = {
  'hdl-S56': {
    modules: [module('s56', { d: input(uint(8)), q: output(uint(8)), kept: register(uint(8), 42) }, ({ d, kept }, { assign }) => [assign({ q: kept }), { kept: d }],
      { domains: { clk: { reset: 'async' } } })],
    names: { rst: 'reset' },
  },
  'hdl-S58': {
    modules: [module('s58', { en: input(bit), d: input(uint(8)), q: output(uint(8)), kept: register(uint(8), 5) }, ({ en, d, kept }, { assign, when }) => [assign({ q: kept }), when(en,
      { kept: d })])],
  },
  'hdl-S59': {
    modules: [counter], names: { rst: 'reset' }, documented: { q: [6n, 6n, 7n, 8n] }, how: 'value; no start values without startValues',
    check: design => {
      const files = emitVerilog(design)
      expect(files.map(f => f.text).join('')).not.toMatch(/initial|reg [^;]*=/)
      // After one edge under reset it counts from 6, whatever it was before.
      expect(runVerilog(files, [{ name: 'q', width: 4, direction: 'output' }], [{}, {}, {}])).toEqual([{ q: 6n }, { q: 7n }, { q: 8n }])
    },
  },
  'hdl-S60': {
    modules: [module('s60', { go: input(bit), y: output(uint(3)), now: register(three, 'first') }, ({ go, now }, { assign, when, match }) => [
      assign({ y: 0 }),
      match(now, {
        first: [{ y: 1 }, when(go, { now: 'second' })],
        second: [{ y: 4 }, when(go, { now: 'third' })],
        third: [{ y: 6 }, when(go, { now: 'first' })],
      }),
    ])],
  },
  'hdl-S64': {
    modules: [
      module('s64', { d: input(uint(4)), q: output(uint(4)), s0: register(uint(4), 0), s1: register(uint(4), 0), s2: register(uint(4), 0) }, ({ d, s0, s1, s2 }, { assign }) => [assign({ q: s2 }),
        { s0: d }, { s1: s0 }, { s2: s1 }]),
      module('s64Reverse', { d: input(uint(4)), q: output(uint(4)), s2: register(uint(4), 0), s1: register(uint(4), 0), s0: register(uint(4), 0) }, ({ d, s0, s1, s2 }, { assign }) =>
        [assign({ q: s2 }), { s2: s1, s1: s0, s0: d }]),
    ],
  },
  'hdl-S67': {
    modules: [module('s67', { en: input(bit), x: output(uint(2)), r: output(uint(2)), n: register(uint(2), 0), kept: register(uint(2), 0) }, ({ en, n, kept }, { assign, when }) => [
      assign({ x: n, r: kept }),
      { n: n.add(1) },
      when(en, { kept: n }),
    ])],
    refused: [{
      code: 'RTL3003', says: '`inner` has no input `clock`', by: () => elaborate(module('s67Parent', { clock2: input(bit), o: output(uint(2)), inner: instance(gated) }, ({ clock2, inner },
        { assign }) => [
        assign({ o: inner.r, inner: { x: 0, clock: clock2 } as never }),
      ])),
    }],
    how: 'value as an enable; a signal as a clock is refused with RTL3003',
  },
  'hdl-S68': {
    modules: [module('s68', {
      x: output(uint(4), 'ca'), y: output(uint(4), 'cb'), n: register(uint(4), 0, 'ca'), kept: crossing(uint(4), 0, { from: 'ca', to: 'cb',
        why: 'the case wants the value of the other clock as it is' }),
    }, ({ n, kept }, { assign }) => [assign({ x: n, y: kept }), { n: n.add(1) }, { kept: n }])],
    how: 'value, as a crossing with its reason; without one, RTL2010',
    refused: [{
      code: 'RTL2010', says: '`kept` is clocked by cb, `n` by ca', by: () => elaborate(module('s68Bare', { y: output(uint(4), 'cb'), n: register(uint(4), 0, 'ca'), kept: register(uint(4), 0,
        'cb') }, ({ n, kept }, { assign }) => [
        assign({ y: kept }), { kept: n as never },
      ])),
    }],
  },
  'hdl-S70': {
    modules: [script],
    check: () => {
      const sim = simulate(script)
      sim.poke({ d: 3 })
      sim.step()
      sim.poke({ d: 9 })
      expect([sim.peek.q, sim.peek.s]).toEqual([3n, 12n])
      sim.step()
      expect(sim.peek.q).toBe(9n)
    },
  },
  'hdl-S75': {
    modules: [module('s75', { ld: input(bit), v: input(uint(3)), s: output(uint(3)), now: register(ring, 'one') }, ({ ld, v, now }, { assign, when, matchSome }) => [
      assign({ s: now.asUint() }),
      when(ld, { now: v.asEnum(ring) }).otherwise(matchSome(now, { one: { now: 'two' }, two: { now: 'four' }, four: { now: 'one' }, otherwise: { now: 'one' } })),
    ])],
  },
}
