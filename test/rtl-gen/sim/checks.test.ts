// Owns: assertions, covers, clocks, snapshots, access by path, and every diagnostic of the simulator.
import { describe, expect, it } from 'vitest'
import { DiagnosticError } from '../../../rtl-gen/diagnostics/index.ts'
import type { Expr } from '../../../rtl-gen/ir/index.ts'
import { compileSimulator } from '../../../rtl-gen/sim/index.ts'
import { add, at, binary, bit, cat, check, design, domain, extend, input, instance, lit, module, mux, not, output, ref, register, set, slice, target, uint, when } from '../../support/ir-short.ts'

const guarded = module('guarded', {
  ports: [input('on', bit), output('count', 4)],
  registers: [register('n', 4)],
  body: [
    set('count', ref('n', 4)), when(ref('on', 1), [set('n', add(ref('n', 4), lit(4, 1))), check('assert', 'below_five', binary('lt', ref('n', 4), lit(4, 5)))]),
    check('cover', 'saw_three', binary('eq', ref('n', 4), lit(4, 3))), check('assume', 'on_or_zero', binary('or', ref('on', 1), binary('eq', ref('n', 4), lit(4, 0)))),
  ],
})
const outer = design(guarded, module('outer', {
  ports: [input('on', bit), output('count', 4)], instances: [instance('a', 'guarded')],
  body: [set(target('on', bit, [], 'a'), ref('on', 1)), set('count', ref('count', 4, 'a'))],
}))
const codes = (run: () => unknown): string[] => {
  try { run() } catch (e) { if (e instanceof DiagnosticError) return e.diagnostics.map(d => d.code); throw e }
  return []
}

describe('checks', () => {
  it('stop at the end of the cycle in which an assertion fails, and name it', () => {
    const sim = compileSimulator(outer)
    sim.poke('on', 1)
    expect(() => sim.step(100)).toThrow(`error RTL6004: assert \`below_five\` of a does not hold in cycle 5\n  test.ts:1:1   asserted here`)
    expect(sim.cycle).toBe(6)
    expect(sim.peek('count')).toBe(6n)
  })
  it('are counted when recorded, and not in reset', () => {
    const sim = compileSimulator(outer, { checks: 'record' })
    sim.poke('on', 1)
    sim.step(7)
    sim.poke('on', 0)
    sim.step(2)
    sim.reset(3)
    sim.step(3)
    expect(sim.checks().map(c => [c.check, c.label, c.scope, c.count, c.first])).toEqual([
      ['assert', 'below_five', 'a', 2, 5], ['cover', 'saw_three', 'a', 1, 3], ['assume', 'on_or_zero', 'a', 2, 7],
    ])
  })
})

describe('clocks and resets', () => {
  const two = design(module('two', {
    domains: [domain('clk'), domain('rx', 'async')], ports: [output('x', 4), output('y', 4, 'rx')],
    registers: [register('a', 4, 1n), register('b', 4, 9n, 'rx')],
    body: [set('x', ref('a', 4)), set('y', ref('b', 4)), set('a', add(ref('a', 4), lit(4, 1))), set('b', add(ref('b', 4), lit(4, 1)))],
  }))
  it('move only the registers of the rising clocks', () => {
    const sim = compileSimulator(two)
    expect(sim.clocks).toEqual(['clk', 'rx'])
    sim.step(2, 0b01)
    sim.step(3, 0b10)
    sim.step(1, 0b11)
    sim.step(4, 0)
    expect([sim.peek('x'), sim.peek('y'), sim.cycle]).toEqual([4n, 13n, 10])
  })
  it('reset at once or at the edge', () => {
    const sim = compileSimulator(two)
    sim.step(3)
    sim.poke('rst', 1)
    sim.poke('rx_rst', 1)
    expect([sim.peek('x'), sim.peek('y')]).toEqual([4n, 9n])
    sim.poke('rx_rst', 0)
    expect(sim.peek('y')).toBe(9n)
    sim.step(1, 0b01)
    expect([sim.peek('x'), sim.peek('b')]).toEqual([1n, 9n])
  })
})

describe('access', () => {
  it('gives what outputs were in the cycle itself until something settles', () => {
    const sim = compileSimulator(outer), count = sim.port('count'), on = sim.port('on')
    on.set(1)
    sim.step()
    sim.step()
    expect([count.get(), sim.words[count.index]]).toEqual([1, 1])
    sim.eval()
    expect(count.get()).toBe(2)
  })
  it('goes back to a snapshot', () => {
    const sim = compileSimulator(outer)
    sim.poke('on', 1)
    sim.step(2)
    const saved = sim.snapshot()
    sim.step(2)
    sim.restore(saved)
    expect([sim.cycle, sim.peek('a.n'), sim.peek('a.on')]).toEqual([2, 2n, 1n])
  })
  it('moves numbers of up to 53 bits and wide values', () => {
    const wide = compileSimulator(design(module('wide', { ports: [input('i', 130), input('j', 50), output('o', 130), output('p', 50)], body: [set('o', not(ref('i', 130))), set('p', ref('j', 50))] })))
    wide.port('i').set(2 ** 40)
    wide.port('j').set(2 ** 49 + 12345)
    wide.eval()
    expect(wide.port('o').getBig()).toBe(2n ** 130n - 1n - 2n ** 40n)
    expect(wide.port('p').get()).toBe(2 ** 49 + 12345)
  })
  it('orders bits that are set apart, apart', () => {
    const w = ref('w', 4)
    const sim = compileSimulator(design(module('ripple', {
      ports: [input('i', bit), output('o', 4)], wires: [{ kind: 'wire', name: 'w', type: uint(4), at }],
      body: [
        ...[0, 1, 2, 3].map(i => set(target('w', 1, [{ kind: 'slice', low: i, width: 1 }]), i === 0 ? ref('i', 1) : not(slice(w, i - 1, 1)))),
        set('o', w),
      ],
    })))
    expect(sim.peek('o')).toBe(0b1010n)
    sim.poke('i', 1)
    expect(sim.peek('o')).toBe(0b0101n)
  })
  it.each<[string, (w: Expr, i: Expr) => Expr, bigint]>([
    ['a concatenation', (w, i) => cat(not(slice(w, 0, 3)), i), 0b0101n],
    ['bitwise operations and a shift', (w, i) => binary('xor', binary('shl', w, lit(3, 1)), cat(lit(3, 7), i)), 0b0101n],
    ['a sum', (w, i) => add(binary('shl', w, lit(2, 1)), extend(i, 4)), 0b1111n],
    ['a choice', (w, i) => mux(i, cat(slice(w, 0, 3), i), lit(4, 9)), 0b1111n],
  ])('orders bits of one word apart in %s', (_, of, wanted) => {
    const sim = compileSimulator(design(module('bits', {
      ports: [input('i', bit), output('o', 4)], wires: [{ kind: 'wire', name: 'w', type: uint(4), at }], body: [set('w', of(ref('w', 4), ref('i', 1))), set('o', ref('w', 4))],
    })))
    sim.poke('i', 1)
    expect(sim.peek('o')).toBe(wanted)
  })
  it('lists signals with kinds and places', () => {
    expect(compileSimulator(outer).signals.map(s => [s.path, s.kind, s.width])).toEqual([
      ['rst', 'reset', 1], ['on', 'input', 1], ['count', 'output', 4], ['a.on', 'input', 1], ['a.count', 'output', 4], ['a.n', 'register', 4],
    ])
  })
})

describe('diagnostics', () => {
  const box = design({ kind: 'blackbox', name: 'pll', at, domains: [], ports: [], parameters: [] }, module('top', { instances: [instance('a', 'pll'), instance('b', 'pll')] }))
  it('RTL6001: black boxes', () => expect(codes(() => compileSimulator(box))).toEqual(['RTL6001', 'RTL6001']))
  it('RTL6002: a loop, hop by hop', () => {
    const loop = design(module('loop', {
      ports: [output('o', 1)], wires: ['p', 'q'].map(name => ({ kind: 'wire' as const, name, type: bit, at })), body: [set('p', not(ref('q', 1))), set('q', ref('p', 1)), set('o', ref('p', 1))],
    }))
    expect(() => compileSimulator(loop)).toThrow('error RTL6002: `p` depends on itself in the same cycle\n  test.ts:1:1   `p` needs `q`\n  test.ts:1:1   `q` needs `p`')
  })
  it('RTL6003: 33 clocks', () => expect(codes(() => compileSimulator(design(module('m', { domains: Array.from({ length: 33 }, (_, i) => domain(`c${i}`)) }))))).toEqual(['RTL6003']))
  it('RTL6005: unknown or computed', () => {
    const sim = compileSimulator(outer)
    expect(() => sim.peek('a.coun')).toThrow('did you mean `a.count`?')
    expect(codes(() => sim.poke('a.count', 1))).toEqual(['RTL6005'])
    expect(codes(() => sim.peekMemory('x', 1))).toEqual(['RTL6005'])
  })
  it('RTL6006: too large', () => {
    const sim = compileSimulator(outer)
    expect([codes(() => sim.poke('on', 2)), codes(() => sim.port('on').set(-1)), codes(() => sim.port('on').set(0.5)), codes(() => sim.poke('a.n', -1))]).toEqual(Array(4).fill(['RTL6006']))
  })
  it('deep chains do not exhaust the stack', () => {
    let e = ref('i', 8)
    for (let k = 0; k < 20000; k++) e = binary(k % 2 ? 'add' : 'xor', e, lit(8, k))
    const sim = compileSimulator(design(module('deep', { ports: [input('i', 8), output('o', 8)], body: [set('o', e)] })))
    let v = 5n
    for (let k = 0; k < 20000; k++) v = k % 2 ? (v + BigInt(k)) & 255n : v ^ BigInt(k & 255)
    sim.poke('i', 5)
    expect(sim.peek('o')).toBe(v)
  })
})
