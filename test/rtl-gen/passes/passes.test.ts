// Owns: passes keep designs well formed and their meaning, and leave them as they say.
import { describe, expect, it } from 'vitest'
import { emitVerilog, verilogPasses, writeVerilog } from '../../../rtl-gen/backends/verilog/index.ts'
import { printDesign, printExpr, validate, widthOf } from '../../../rtl-gen/ir/index.ts'
import type { Design, Expr } from '../../../rtl-gen/ir/index.ts'
import { lowerAggregates, removeUnused, settle } from '../../../rtl-gen/passes/index.ts'
import { foldNode } from '../../../rtl-gen/passes/fold.ts'
import { compileSimulator } from '../../../rtl-gen/sim/index.ts'
import { bin, bundle, cast, cat, design, dyn, ext, input, lit, local, module, mux, not, output, read, ref, register, s, set, slice, u, un } from '../../support/ir-nodes.ts'
import { randomDesign, seededPick } from '../../../rtl-gen/fuzz/index.ts'
import * as samples from '../../support/ir-samples.ts'
import { runVerilog } from '../../support/run-verilog.ts'

const all: Record<string, Design> = {
  fifo: samples.fifo(), accumulator: samples.accumulator(), aggregates: samples.aggregates(), partial: samples.partial(), arithmetic: samples.arithmetic(), nested: samples.nested(),
  domains: samples.domains(), ram: samples.ram('new', 12, 'sync', true), ...Object.fromEntries([1, 2, 3, 4, 5, 6].map(n => [`random ${n}`, randomDesign(seededPick(n), { size: 'medium' })])),
}

describe('every pass leaves a well-formed design', () => {
  for (const [name, d] of Object.entries(all)) {
    it(name, () => {
      let at = d
      for (const pass of verilogPasses) {
        at = pass(at)
        expect(validate(at).map(p => `${pass.name}: ${p.message}`)).toEqual([])
      }
    })
  }
})

describe('emitted text means what the simulator says, on random designs', () => {
  for (const seed of [11, 28, 37, 80]) {
    it(`seed ${seed}`, () => {
      const d = randomDesign(seededPick(seed), { size: 'medium', domains: ['clk'], resets: 'sync', checks: false })
      const top = d.modules.at(-1)!
      const pick = seededPick(seed + 1000)
      const ports = top.ports.map(p => ({ name: p.name, width: widthOf(p.type), direction: p.direction }))
      const rows = Array.from({ length: 40 }, () => Object.fromEntries(ports.filter(p => p.direction === 'input').map(p => [
        p.name, BigInt.asUintN(p.width, pick(3) === 0 ? BigInt(pick(4)) : BigInt(pick(1 << 30)) * 0x9e3779b97f4a7c15f39cc0605cedc835n + BigInt(pick(1 << 30))),
      ])))
      const { clock, reset } = top.domains[0]!
      const seen = runVerilog(writeVerilog(d, { startValues: true }), ports, rows, { clock, reset: reset!.name, resetFirst: false })
      const sim = compileSimulator(d)
      const wanted = rows.map(row => {
        for (const [name, value] of Object.entries(row)) sim.poke(name, value)
        const outputs = Object.fromEntries(ports.filter(p => p.direction === 'output').map(p => [p.name, BigInt.asUintN(p.width, sim.peek(p.name))]))
        sim.step()
        return outputs
      })
      expect(seen).toEqual(wanted)
    })
  }
})

describe('lowerAggregates', () => {
  it('keeps a plain name that a part of an aggregate would take', () => {
    const d = design(module('m', { ports: [input('s', bundle('S', { x: u(2), y: u(3) })), input('s_x', u(4)), output('p', u(2)), output('q', u(4))], body: [
      set(output('p', u(2)), { kind: 'field', of: ref('s', bundle('S', { x: u(2), y: u(3) })), field: 'x', type: u(2), at: input('s', u(1)).at }), set(output('q', u(4)), ref('s_x', u(4))),
    ] }))
    const low = lowerAggregates(d)
    expect(low.modules[0]!.ports.map(p => p.name)).toEqual(['s_x_2', 's_y', 's_x', 'p', 'q'])
    expect(validate(low)).toEqual([])
    expect(printDesign(low)).toContain('p := s_x_2\n  q := s_x\n')
  })
})

describe('removeUnused', () => {
  it('drops named values that nothing reads, and those that only they read', () => {
    const [a, y] = [input('a', u(1)), output('y', u(1))]
    const kept = local('kept', not(read(a)))
    const dead = local('dead', not(read(kept)))
    const d = design(module('m', { ports: [a, y], locals: [kept, local('first', not(read(a))), local('second', not(ref('first', u(1)))), dead], body: [set(y, read(kept))] }))
    expect(removeUnused(d).modules.map(m => (m.kind === 'module' ? m.locals.map(l => l.name) : []))).toEqual([['kept']])
  })
})

describe('settle', () => {
  it('makes constants of registers that nothing sets, and of what follows', () => {
    const y = output('y', u(4))
    const [on, count, never] = [register('on', u(1), 0n), register('count', u(4), 5n), register('never', u(4), null)]
    const d = design(module('m', { ports: [y], registers: [on, count, never], body: [set(y, bin('add', read(count), read(never))), { kind: 'if', arms: [{ condition: read(on), body: [set(count, lit(u(4), 1))], at: y.at }], otherwise: [], at: y.at }] }))
    expect(printDesign(removeUnused(settle(d)))).toMatch(/on clk\n {2}y := 5:uint\(4\)\n$/)
  })
})

describe('fold', () => {
  const x = ref('x', u(8))
  const b = ref('b', u(1))
  const i = ref('i', s(4))
  const folds = (e: Expr): string => printExpr(foldNode(e))
  it('works constants out', () => {
    expect(folds(bin('add', lit(u(4), 9), lit(u(4), 9)))).toBe('2:uint(4)')
    expect(folds(bin('shr', lit(s(4), -8), lit(u(3), 2)))).toBe('14:sint(4)')
    expect(folds(bin('shr', lit(s(4), -8), lit(u(3), 7)))).toBe('15:sint(4)')
    expect(folds(bin('lt', lit(s(4), -1), lit(s(4), 0)))).toBe('1:uint(1)')
    expect(folds(un('neg', lit(u(4), 1)))).toBe('15:uint(4)')
    expect(folds(un('xorReduce', lit(u(4), 7)))).toBe('1:uint(1)')
    expect(folds(ext(lit(s(4), -2), 8))).toBe('254:sint(8)')
    expect(folds(cat(lit(u(2), 2), lit(u(3), 5)))).toBe('21:uint(5)')
    expect(folds(slice(lit(u(10), 693), 2, 6))).toBe('45:uint(6)')
  })
  it('sees what does not matter', () => {
    expect(folds(bin('and', x, lit(u(8), 255)))).toBe('x')
    expect(folds(bin('or', x, lit(u(8), 255)))).toBe('255:uint(8)')
    expect(folds(bin('lt', x, lit(u(8), 0)))).toBe('0:uint(1)')
    expect(folds(bin('ge', i, lit(s(4), -8)))).toBe('1:uint(1)')
    expect(folds(bin('eq', b, lit(u(1), 0)))).toBe('not(b)')
    expect(folds(mux(lit(u(1), 1), x, x))).toBe('x')
    expect(folds(bin('shl', x, lit(u(4), 3)))).toBe('cat(x[4:0], 0:uint(3))')
    expect(folds(bin('shr', x, lit(u(4), 9)))).toBe('0:uint(8)')
    expect(folds(slice(slice(x, 2, 5), 1, 2))).toBe('x[4:3]')
    expect(folds(dyn(x, lit(u(4), 6), 4))).toBe('extend(x[7:6], 4)')
    expect(folds(cast(cast(x, s(8)), u(8)))).toBe('x')
  })
})

describe('scale', () => {
  it('writes a value shared at 60 levels, and 5000 joined bits, in moments', () => {
    const [a, y, w] = [input('a', u(64)), output('y', u(64)), output('w', u(5000))]
    let level = read(a)
    for (let k = 0; k < 60; k++) level = bin('xor', bin('add', level, level), level)
    const bits = Array.from({ length: 5000 }, (_, k) => slice(read(a), k % 2, 1))
    const right = bits.toReversed().reduce((chain, x) => cat(x, chain))
    const text = emitVerilog(design(module('big', { ports: [a, y, w], body: [set(y, level), set(w, right)] })))[0]!.text
    expect(text.length).toBeLessThan(100_000)
    const [row] = runVerilog([{ file: 'big.v', text }], [{ name: 'a', width: 64, direction: 'input' }, { name: 'y', width: 64, direction: 'output' }], [{ a: 1 }])
    expect(row!.y).toBe(0x1111111111111111n)
  })
})
