// Owns: what a test does with a simulation: memories, registers, several clocks, conditions, snapshots with queues, paths into instances.
import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { fifo, twoFifos } from '../../../examples/language/fifo.ts'
import { roccAccumulator } from '../../../examples/language/rocc-accumulator.ts'
import { segmentChecker } from '../../../examples/language/segment-checker.ts'
import { bit, bundle, enumeration, input, instance, memory, module, named, output, read, register, rom, simulate, sint, uint, vec, write } from '../../../rtl-gen/index.ts'

const step = enumeration('step', ['idle', 'busyNow'])
class Entry extends bundle({ key: uint(5), delta: sint(3), list: vec(2, uint(4)), step }) {}
const table = module('table', {
  at: input(uint(2)), entry: input(Entry), store: input(bit), found: output(Entry), constant: output(uint(8)),
  words: memory({ depth: 3, of: Entry, collision: 'old' }), squares: rom({ of: uint(8), words: [0, 1, 4, 9] }),
}, ({ at, entry, store, words, squares }, { assign, when }) => [
  assign({ found: words.data, constant: squares.data }),
  { words: read(at), squares: read(at) },
  when(store, { words: write(at, entry) }),
])
const zero = { key: 0n, delta: 0n, list: [0n, 0n], step: 'idle' }, one = { key: 17n, delta: -4n, list: [1n, 15n], step: 'busyNow' } as const

/** Two counters, each on its own clock. */
const two = module('two', {
  slow: output(uint(8)), fast: output(uint(8), 'rx'), a: register(uint(8), 0), b: register(uint(8), 0, 'rx'),
}, ({ a, b }, { assign }) => [assign({ slow: a, fast: b }), { a: a.add(1), b: b.add(1) }])

describe('memories', () => {
  it('are arrays of words, read and set at once', () => {
    const sim = simulate(table)
    expect(sim.memory.words).toEqual([zero, zero, zero])
    sim.memory.words[1] = one
    expect([sim.memory.words[1], sim.memory.words.length]).toEqual([one, 3])
    expect([...sim.memory.squares]).toEqual([0n, 1n, 4n, 9n])
    expect(sim.memory.squares.map(x => x + 1n)).toEqual([1n, 2n, 5n, 10n])
    sim.poke({ at: 1 })
    sim.step()
    // What the hardware reads is what the test wrote, part by part: the packing is the language's own.
    expect([sim.peek.found, sim.peek.constant]).toEqual([one, 1n])
    sim.poke({ at: 2, entry: { ...one, delta: 3 }, store: 1 })
    sim.step()
    expect(sim.memory.words).toEqual([zero, one, { ...one, delta: 3n }])
    expect([sim.peekPath('words[2].delta'), sim.peekPath('words[1].list[1]'), sim.peekPath('words[1].step'), sim.peekPath('squares[3]')]).toEqual([3n, 15n, 'busyNow', 9n])
    expectTypeOf(sim.memory.squares).toEqualTypeOf<bigint[]>()
  })
})

describe('values', () => {
  it('are plain, for every tool that looks at them', () => {
    const sim = simulate(table)
    sim.poke({ entry: one })
    expect(sim.peek).toMatchObject({ entry: { key: 17n, delta: -4n } })
    assert.deepEqual(sim.peek.entry, one)
    expect(Object.keys(sim.peek)).toEqual(['at', 'entry', 'store', 'found', 'constant'])
    expect(inspect(sim.peek)).toContain('at')
    expect(() => expect(sim.peek).toEqual({})).toThrow(/AssertionError|expected/)
    expect(() => expect(sim.memory.words).toEqual([])).toThrow(/expected/)
  })
  it('of registers can be set, and the next edge goes on from there', () => {
    const sim = simulate(roccAccumulator)
    sim.set({ state: 'reply', sum: 2n ** 63n, rd: 9 })
    sim.step()
    expect(sim.sources.resp.takeAll()).toEqual([{ rd: 9n, data: 2n ** 63n }])
    const q = simulate(fifo('q', Entry))
    q.set({ slots: [one, zero as never, one, one], count: 1 })
    expect(q.peek.slots).toEqual([one, zero, one, one])
    q.step()
    expect(q.sources.deq.take()).toEqual(one)
  })
})

describe('paths', () => {
  const inner = module('innerPart', { a: input(uint(4)), twice: output(uint(5)), lastA: register(uint(4), 3) }, ({ a }, { assign }) => {
    const { doubleA } = named({ doubleA: a.addWide(a) })
    return [assign({ twice: doubleA }), { lastA: a }]
  })
  const outer = module('outerPart', { a: input(uint(4)), b: output(uint(5)), firstPart: instance(inner), second: instance(twoFifos(Entry)) }, ({ a, firstPart }, { assign }) => [
    assign({ b: firstPart.twice, firstPart: { a }, second: { enq: { valid: 0, payload: zero as never }, deq: { ready: 1 } } }),
  ])
  it('lead into instances, by declared and by emitted names', () => {
    const sim = simulate(outer)
    sim.poke({ a: 6 })
    sim.step()
    expect(['firstPart.lastA', 'first_part.last_a', 'firstPart.a', 'firstPart.twice', 'firstPart.doubleA', 'firstPart.double_a', 'b'].map(p => sim.peekPath(p))).toEqual([6n, 6n, 6n, 12n, 12n, 12n, 12n])
    expect(sim.peekPath('second.first.slots[2]')).toEqual(zero)
    expect(sim.peekPath('second.first.slots[2].list')).toEqual([0n, 0n])
    expect(sim.peekPath('second.first.deq')).toEqual({ valid: 0n, ready: 1n, payload: zero })
    expect(sim.peekPath('second.first.deq.payload.step')).toBe('idle')
  })
})

describe('clocks', () => {
  it('all rise, or those that are named', () => {
    const sim = simulate(two)
    sim.step(2)
    sim.step(3, { clocks: ['rx'] })
    sim.step(1, { clocks: [] })
    expect([sim.peek.slow, sim.peek.fast, sim.cycle]).toEqual([2n, 5n, 6])
    expectTypeOf<NonNullable<NonNullable<Parameters<typeof sim.step>[1]>['clocks']>[number]>().toEqualTypeOf<'clk' | 'rx'>()
    // @ts-expect-error there is no such clock, and the compiler says so
    expect(() => sim.step(1, { clocks: ['tx'] })).toThrow('RTL6011')
  })
  it('run by themselves with periods', () => {
    const sim = simulate(two, { periods: { clk: 10, rx: { period: 4, first: 1 } } })
    // rx: 1 5 9 13 17 21; clk: 10 20.
    sim.step(4)
    expect([sim.time, sim.peek.slow, sim.peek.fast]).toEqual([10, 1n, 3n])
    expect(sim.advance(11)).toBe(4)
    expect([sim.time, sim.peek.slow, sim.peek.fast]).toEqual([21, 2n, 6n])
    expect(sim.advance(2)).toBe(0)
    expect(sim.time).toBe(23)
    expect(sim.runUntil(s => s.peek.slow === 3n, { limit: 5 })).toBe(3)
    expect(sim.time).toBe(30)
  })
  it.each([[{ clk: 10 }, /`rx` has no period/], [{ clk: 10, rx: 0 }, /`rx` has no period/], [{ clk: 10, rx: 1.5 }, /`rx`/], [{ clk: 10, rx: 3, tx: 3 }, /no clock `tx`/], [{ clk: 10, rx: { period: 3, first: 0 } }, /`rx`/]])('are refused with periods %j', (periods, text) => {
    expect(() => simulate(two, { periods: periods as never })).toThrow(/RTL6011/)
    expect(() => simulate(two, { periods: periods as never })).toThrow(text)
  })
  it('move only their own streams', () => {
    const sim = simulate(twoFifos(uint(8)))
    sim.sinks.enq.send(1, 2)
    sim.step(2, { clocks: [] })
    expect(sim.sinks.enq.pending).toBe(2)
    sim.step(1, { clocks: ['clk'] })
    expect(sim.sinks.enq.pending).toBe(1)
  })
})

describe('runUntil', () => {
  it('asks before each cycle, and gives the number run', () => {
    const sim = simulate(two)
    expect(sim.runUntil(s => s.peek.slow === 0n)).toBe(0)
    expect(sim.runUntil(s => s.peek.slow === 7n, { limit: 7 })).toBe(7)
    expect(() => sim.runUntil(s => s.peek.slow === 0n, { limit: 9 })).toThrow('within 9 cycles')
    expect(sim.cycle).toBe(16)
  })
})

describe('snapshots', () => {
  it('keep the queues of streams, and what they accept', () => {
    const sim = simulate(twoFifos(uint(8)))
    sim.sources.deq.accept(false)
    sim.sinks.enq.send(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    sim.step(5)
    const saved = sim.snapshot(), rest = (): bigint[] => {
      sim.sources.deq.accept(true)
      sim.step(30)
      return sim.sources.deq.takeAll()
    }
    const first = rest()
    expect(first).toEqual([1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n, 10n])
    sim.restore(saved)
    expect(sim.sinks.enq.pending).toBe(5)
    sim.step(30)
    expect(sim.sources.deq.pending).toBe(0)
    expect(rest()).toEqual(first)
  })
  it('fit another simulation of the module, clocks with periods included', () => {
    const of = () => simulate(two, { periods: { clk: 10, rx: 3 } }), sim = of(), twin = of()
    sim.step(5)
    twin.restore(sim.snapshot())
    expect([twin.time, twin.cycle, twin.peek]).toEqual([sim.time, sim.cycle, sim.peek])
    sim.step(7)
    twin.step(7)
    expect([twin.time, twin.peek]).toEqual([sim.time, sim.peek])
  })
})

describe('streams', () => {
  it('can be held on both ends, and taken whole', () => {
    const sim = simulate(segmentChecker)
    sim.poke({ load: 1, loadSlot: 1, entry: { base: 100, limit: 200, valid: 1, writable: 0 } })
    sim.step()
    sim.poke({ load: 0 })
    sim.sinks.access.offer(false)
    sim.sinks.access.send({ slot: 1, offset: 3, length: 4, store: 0 }, { slot: 1, offset: 3, length: 4, store: 1 })
    sim.step(4)
    expect([sim.sinks.access.pending, sim.sources.verdict.pending]).toEqual([2, 0])
    sim.sinks.access.offer(true)
    sim.step(4)
    expect(sim.sources.verdict.takeAll()).toEqual([{ status: 'ok', address: 103n }, { status: 'notWritable', address: 103n }])
    expect(sim.sources.verdict.takeAll()).toEqual([])
  })
})

describe('hooks', () => {
  it('see each cycle with its clocks, and whether it is a reset', () => {
    const sim = simulate(two), seen: [number, boolean][] = []
    const stop = sim.onCycle((rising, resetting) => seen.push([rising, resetting]))
    sim.reset(1)
    sim.step(1)
    sim.step(1, { clocks: ['rx'] })
    stop()
    sim.step(5)
    expect(seen).toEqual([[3, true], [3, false], [2, false]])
    expect([sim.peek.slow, sim.peek.fast]).toEqual([6n, 7n])
  })
})
