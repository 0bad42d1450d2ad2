// Owns: checks of the stream modules: order, nothing lost or doubled, what stands, throughput, fairness, and clean text.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbiter, asyncQueue, demux, emitVerilog, elaborate, filterStream, fork, handshakeCrossing, join, mapStream, pipe, queue, skid, synchronizer, uint } from '../../../rtl-gen/index.ts'
import type { Module } from '../../../rtl-gen/index.ts'
import { lintVerilog } from '../../support/lint-verilog.ts'
import { always, bench, run, someCycles, underChance } from './streams.ts'

const w = uint(16)
const list = (name: string, n: number) => Array.from({ length: n }, (_, i) => ({ name: `${name}_${i}` }))
/** Element i of input k: all distinct. */
const numbered = (k: number, i: number): number => (k << 12) + i
const clean = (of: Module<any>): void => expect(lintVerilog(emitVerilog(elaborate(of)))).toBe('')

describe.each([
  ['pipe', pipe('p', w), { latency: 1, holds: 1 }], ['skid', skid('s', w), { latency: 1, holds: 2 }], ['queue', queue('q', w, 3, 'rx'), { latency: 2, holds: 4 }],
] as const)('%s', (_, of, { latency, holds }) => {
  const b = bench(of, [{ name: 'enq' }], [{ name: 'deq' }])
  it('under any back-pressure what goes in comes out, once, in order', () => underChance(b, numbered, ({ sent, got }) => expect(got).toEqual(sent)))
  it(`one element a cycle, ${latency} later`, () => expect(run(b, always(b, 50), numbered).got[0]).toHaveLength(50 - latency))
  it(`holds ${holds}`, () => expect(run(b, Array.from({ length: 10 }, () => ({ offers: [true], takes: [false] })), numbered).sent[0]).toHaveLength(holds))
  it('is clean', () => clean(of))
})

it('a skid gives everything from registers, a pipe all but ready', () => {
  const follows = (of: Module<any>): boolean[] => {
    const { sim } = bench(of, [], [])
    const outputs = (): bigint[] => ['enq_ready', 'deq_valid', 'deq_payload'].map(p => sim.peek(p))
    sim.reset()
    sim.poke('enq_valid', 1)
    sim.step(2)
    const change = (pokes: [string, number][]): boolean => {
      const before = outputs()
      for (const [k, v] of pokes) sim.poke(k, v)
      return String(outputs()) !== String(before)
    }
    return [change([['deq_ready', 1]]), change([['enq_valid', 0], ['enq_payload', 5]])]
  }
  expect(follows(skid('s', w))).toEqual([false, false])
  expect(follows(pipe('p', w))).toEqual([true, false])
})

describe.each([1, 2, 3, 5])('fork to %i', n => {
  const of = fork('f', w, n), b = bench(of, [{ name: 'enq' }], list('outs', n))
  it('each gets every element once, in order, and nobody waits for the others to be ready', () => {
    underChance(b, numbered, ({ sent, got }) => expect(got).toEqual(Array.from({ length: n }, () => sent[0])))
    const onlyFirst = Array.from({ length: 5 }, () => ({ offers: [true], takes: Array.from({ length: n }, (_, i) => i === 0) }))
    expect(run(b, onlyFirst, numbered).got[0]).toEqual(n === 1 ? [0, 1, 2, 3, 4] : [0])
  })
  it('one element a cycle', () => expect(run(b, always(b, 20), numbered).got.map(g => g.length)).toEqual(Array.from({ length: n }, () => 20)))
  it('is clean', () => clean(of))
})

describe('join', () => {
  const of = join('j', { a: uint(16), b: uint(16), c: uint(16) }), b = bench(of, [{ name: 'a' }, { name: 'b' }, { name: 'c' }], [{ name: 'out', payload: 'out_a' }])
  it('takes one of each at once', () => {
    const cycles = someCycles(b, 120, 0)
    fc.assert(fc.property(cycles, c => {
      const pairs: bigint[][] = []
      const { sent, got } = run(b, c, numbered, () => {
        if (b.sim.peek('out_valid') && b.sim.peek('out_ready')) pairs.push([b.sim.peek('out_a'), b.sim.peek('out_b'), b.sim.peek('out_c')])
      })
      expect(sent.map(s => s.length)).toEqual([got[0]!.length, got[0]!.length, got[0]!.length])
      expect(pairs).toEqual(got[0]!.map((_, i) => [0, 1, 2].map(k => BigInt(numbered(k, i)))))
    }), { numRuns: 40, seed: 3 })
  })
  it('one of each a cycle', () => expect(run(b, always(b, 20), numbered).sent.map(s => s.length)).toEqual([20, 20, 20]))
  it('is clean', () => clean(of))
})

describe.each([['roundRobin', 1], ['roundRobin', 2], ['roundRobin', 3], ['roundRobin', 4], ['fixed', 2], ['fixed', 5]] as const)('arbiter, %s of %i', (policy, n) => {
  const of = arbiter('a', w, n, policy), b = bench(of, list('ins', n), [{ name: 'out' }])
  it('every element passes once, those of one stream in order, and `from` names the stream', () => {
    fc.assert(fc.property(someCycles(b, 120, 0), c => {
      const from: number[] = []
      const { sent, got } = run(b, c, numbered, () => { if (b.sim.peek('out_valid') && b.sim.peek('out_ready')) from.push(Number(b.sim.peek('from'))) })
      expect(sent).toEqual(Array.from({ length: n }, (_, k) => got[0]!.filter(v => v >> 12 === k)))
      expect(from).toEqual(got[0]!.map(v => v >> 12))
    }), { numRuns: 40, seed: 5 })
  })
  it('in turn, or the first that waits', () => {
    const order = run(b, always(b, 2 * n), numbered).got[0]!.map(v => v >> 12)
    expect(order).toEqual(Array.from({ length: 2 * n }, (_, i) => (policy === 'fixed' ? 0 : i % n)))
  })
  it('who was offered stays offered when an earlier one comes (checked by the bench in each run)', () => {
    const late = [{ offers: list('', n).map((_, k) => k === n - 1), takes: [false] }, { offers: list('', n).map(() => true), takes: [false] }, { offers: [], takes: [true] }].map(c => ({ ...c, offers: list('', n).map((_, k) => c.offers[k] ?? false) }))
    expect(run(b, late, numbered).got[0]).toEqual([numbered(n - 1, 0)])
  })
  it('is clean', () => clean(of))
})

describe.each([1, 2, 3, 4])('demux to %i', n => {
  const of = demux('d', w, n, p => p.bits(0, 2)), b = bench(of, [{ name: 'enq' }], list('outs', n))
  it('each element goes to the one it names, past the end to the last, in order', () => {
    underChance(b, (_, i) => i * 7 % 65536, ({ sent, got }) => expect(got).toEqual(Array.from({ length: n }, (_, k) => sent[0]!.filter(v => Math.min(v & 3, n - 1) === k))))
  })
  it('one element a cycle, whatever it names', () => expect(run(b, always(b, 20), (_, i) => i).sent[0]).toHaveLength(20))
  it('is clean', () => clean(of))
})

it('mapStream and filterStream compute and drop, in order', () => {
  const twice = mapStream('m', w, uint(17), p => p.addWide(p)), odd = filterStream('f', w, p => p.bit(0))
  underChance(bench(twice, [{ name: 'enq' }], [{ name: 'deq' }]), numbered, ({ sent, got }) => expect(got[0]).toEqual(sent[0]!.map(v => 2 * v)))
  underChance(bench(odd, [{ name: 'enq' }], [{ name: 'deq' }]), numbered, ({ sent, got }) => expect(got[0]).toEqual(sent[0]!.filter(v => v % 2 === 1)))
  clean(twice)
  clean(odd)
})

describe.each([
  ['handshakeCrossing', handshakeCrossing('h', w, { from: 'rx', to: 'tx' }), 1], ['asyncQueue of 2', asyncQueue('q', w, 2, { from: 'rx', to: 'tx' }), 3],
  ['asyncQueue of 8', asyncQueue('q', w, 8, { from: 'rx', to: 'tx' }), 9], ['asyncQueue to clk', asyncQueue('q', w, 4, { from: 'rx', to: 'clk' }), 5],
] as const)('%s', (_, of, holds) => {
  const design = elaborate(of), out = design.modules[0]!.domains.find(d => d.name !== 'rx')!.name
  const b = bench(of, [{ name: 'enq', clock: 'rx' }], [{ name: 'deq', clock: out }])
  it('whatever the clocks do, what goes in comes out, once, in order', () => underChance(b, numbered, ({ sent, got }) => {
    expect(got).toEqual(sent)
    expect(sent[0]!.length).toBeGreaterThan(1)
  }, { cycles: 300, drain: 60, runs: 60 }))
  it(`holds ${holds}`, () => expect(run(b, Array.from({ length: 40 }, () => ({ offers: [true], takes: [false] })), numbered).sent[0]!.length).toBe(holds))
  it('is clean', () => clean(of))
})
it('an asyncQueue of 8 passes one element a cycle', () => {
  const b = bench(asyncQueue('q', w, 8, { from: 'rx', to: 'tx' }), [{ name: 'enq', clock: 'rx' }], [{ name: 'deq', clock: 'tx' }])
  expect(run(b, always(b, 60), numbered).got[0]!.length).toBeGreaterThan(50)
})

it.each([2, 3, 4])('a synchronizer of %i registers shows a bit so many edges later', stages => {
  const { sim } = bench(synchronizer('s', { from: 'rx', to: 'clk', stages, reset: 1 }), [], [])
  sim.poke('i', 1)
  sim.reset()
  sim.poke('i', 0)
  const seen = Array.from({ length: 6 }, () => (sim.step(1), sim.peek('o')))
  expect(seen).toEqual(Array.from({ length: 6 }, (_, i) => (i + 1 < stages ? 1n : 0n)))
  clean(synchronizer('s', { from: 'rx', to: 'clk', stages }))
})
