// Owns: several ports, streams and instances under one name.
import { describe, expect, it } from 'vitest'
import { bit, bundle, elaborate, input, instance, layout, module, output, sink, source, uint, vecOf } from '../../../rtl-gen/dsl/index.ts'
import { queue } from '../../../rtl-gen/lib/index.ts'
import { emitVerilog } from '../../../rtl-gen/backends/verilog/index.ts'
import { simulate } from '../../../rtl-gen/simulate.ts'
import { lintVerilog } from '../../support/lint-verilog.ts'

class Pair extends bundle({ a: uint(4), b: bit }) {}
const lanes = module('lanes', {
  i: vecOf(3, sink(Pair)), o: vecOf(3, source(Pair)), n: vecOf(2, input(uint(4))), s: vecOf(2, output(uint(4))), go: input(bit),
  q: vecOf(3, instance(queue('q', Pair, 2))),
}, ({ i, o, n, s, go, q }, { assign, when }) => [
  assign({ q: q.map((_, k) => ({ enq: i[k]!, deq: o[k]! })), i: q.map(x => x.enq), o: q.map(x => x.deq), s: n.map(x => x.add(1)) }),
  when(go, { s: { [1]: s[0].add(n[0]) } }),
])

describe('lists', () => {
  it('have names by number, one module for equal instances, and clean text without a word on names', () => {
    const files = emitVerilog(elaborate(lanes))
    expect(files.map(f => f.file)).toEqual(['q.v', 'lanes.v'])
    expect(elaborate(lanes).modules[1]!.ports.map(p => p.name).filter(p => !/^[io]_[12]/.test(p))).toEqual(['i_0_valid', 'i_0_ready', 'i_0_a', 'i_0_b', 'o_0_valid', 'o_0_ready', 'o_0_a', 'o_0_b', 'n_0', 'n_1', 's_0', 's_1', 'go'])
    expect(files[1]!.text).not.toContain('Port ')
    expect([...files[1]!.text.matchAll(/^ {2}q (\w+) \(/gm)].map(m => m[1])).toEqual(['q_0', 'q_1', 'q_2'])
    expect(lintVerilog(files)).toBe('')
  })
  it('are known to a simulator by their parts', () => {
    const sim = simulate(lanes)
    sim.reset()
    sim.sinks['i[1]'].send({ a: 5, b: 1 })
    sim.poke({ 'n[0]': 3, 'n[1]': 8 })
    sim.step(4)
    expect([sim.sources['o[0]'].take(), sim.sources['o[1]'].take(), sim.peek['s[0]'], sim.peek['s[1]']]).toEqual([undefined, { a: 5n, b: 1n }, 4n, 9n])
    sim.poke({ go: 1 })
    expect([sim.peek['s[0]'], sim.peek['s[1]']]).toEqual([4n, 7n])
    expect([...layout(lanes as never).placed.keys()].slice(0, 3)).toEqual(['i[0]', 'i[1]', 'i[2]'])
  })
  it('of a module inside are driven and read as lists, and by number in a rule', () => {
    const outer = module('outer', { l: instance(lanes), x: input(uint(4)), y: output(uint(4)), go: input(bit) }, ({ l, x, y: _, go }, { assign, when }) => [
      assign({ l: { i: l.i.map(() => ({ valid: 0, payload: { a: 0, b: 0 } })), o: l.o.map(() => ({ ready: 1 })), n: [x, 1], go: 0 }, y: l.s[0].xor(l.s[1]) }),
      when(go, { l: { n: [7, 7] } }),
    ])
    const sim = simulate(outer)
    sim.poke({ x: 4 })
    expect(sim.peek.y).toBe(5n ^ 2n)
    sim.poke({ go: 1 })
    expect(sim.peek.y).toBe(0n)
    expect(lintVerilog(emitVerilog(elaborate(outer)))).toBe('')
  })
  it('a part whose name is taken gets another', () => {
    const names = elaborate(module('m', { p: vecOf(2, input(bit)), p_1: input(bit) }, (_, { assign }) => [assign({})])).modules[0]!.ports.map(p => p.name)
    expect(new Set(names).size).toBe(3)
    expect(names.slice(0, 2)).toEqual(['p_0', 'p_1'])
  })
})
