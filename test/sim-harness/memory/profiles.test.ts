// Owns: tests of the memory model's kinds: the replay queue of a core's cache, gaps, devices, the window, death, and the named profiles.
import { describe, expect, test } from 'vitest'
import { ByteMemory } from '../../../sim-harness/memory/byte-memory.ts'
import { idealMemory, MemoryPort, memoryProfile, memoryProfiles, rocketMemory, type MemorySettings } from '../../../sim-harness/memory/memory-port.ts'

const low = 0x8000_0000
const double = 3
const fresh = (settings: MemorySettings): MemoryPort => new MemoryPort(new ByteMemory(low, low + 0x10000), settings)

interface Run { readonly taken: number[]; readonly answered: [tag: number, cycle: number][]; readonly quiet: number[] }
/** A unit that asks in every cycle in which it has a tag, of `tags`; at each cycle `change` must not have promised too much. */
function stream(port: MemoryPort, cycles: number, tags = 64, from = 0): Run {
  const taken: number[] = [], answered: [number, number][] = [], quiet: number[] = []
  const flying = new Set<number>()
  let promised = 0, before = false
  for (let cycle = from, next = 0; cycle < cycles; cycle++) {
    const ready = port.ready(cycle), answer = port.answer(cycle)
    if (cycle < promised) {
      quiet.push(cycle)
      if (answer || ready !== before) throw new Error(`cycle ${cycle} is otherwise, ${promised} was promised`)
    }
    if (answer) {
      answered.push([answer.tag, cycle])
      flying.delete(answer.tag)
    }
    const takes = ready && flying.size < tags
    if (takes) {
      while (flying.has(next % 64)) next++
      port.accept(cycle, low + 8 * (next % 64), next % 64, false, double, 0, 0)
      flying.add(next++ % 64)
      taken.push(cycle)
    }
    before = ready
    // As the clock: after an answer or a request nothing is promised.
    promised = answer || takes ? 0 : port.change(cycle + 1)
  }
  return { taken, answered, quiet }
}

describe('the replay queue', () => {
  test('of depth 2 takes two of three requests, of depth 3 each, and hits are answered two cycles later', () => {
    const two = stream(fresh(rocketMemory()), 3000)
    expect(two.taken.slice(0, 7)).toEqual([0, 1, 3, 4, 6, 7, 9])
    expect(two.taken.length).toBe(2000)
    expect(two.answered.slice(0, 4)).toEqual([[0, 2], [1, 3], [2, 5], [3, 6]])
    expect(stream(fresh(rocketMemory(3)), 3000).taken.length).toBe(3000)
    expect(stream(fresh(rocketMemory(1)), 3000).taken.length).toBe(1000)
  })

  test('a miss is refused after two cycles with the request of the cycle between; nothing is taken until both were repeated', () => {
    const port = fresh({ ...rocketMemory(3), replay: { depth: 3, misses: 100, least: 10, most: 10 } })
    expect([0, 1].map((c) => port.ready(c))).toEqual([true, true])
    port.accept(0, low, 60, false, double, 0, 0)
    port.accept(1, low + 8, 61, false, double, 0, 0)
    // Refused in 2; the first comes in 2 + 10, the second misses again when it is repeated: 10 cycles after that.
    expect(stream(port, 40, 64, 2).taken[0]).toBe(23)
  })

  test('misses come in order of their requests, and each is answered once', () => {
    const { answered, taken } = stream(fresh({ ...rocketMemory(), seed: 9, replay: { depth: 2, misses: 30, least: 3, most: 40 } }), 20_000)
    expect(answered.length).toBeGreaterThan(500)
    expect(answered.length).toBeGreaterThanOrEqual(taken.length - 2)
    // Two in flight at most: a hit beside a miss that went first is answered behind it.
    expect(answered.slice(0, 200).map(([tag]) => tag)).toEqual(Array.from({ length: 200 }, (_, i) => i % 64))
  })
})

describe('what a memory does to a unit', () => {
  test('gaps hold answers back', () => {
    const { answered } = stream(fresh({ ...idealMemory, seed: 4, answers: { up: 3, down: 20 } }), 2000, 8)
    const gaps = answered.slice(1).map(([, cycle], i) => cycle - answered[i]![1])
    expect(Math.max(...gaps)).toBeGreaterThan(10)
    expect(gaps.filter((g) => g === 1).length).toBeGreaterThan(50)
  })

  test('a device store is never answered, a device load gives 0, and the second store takes the last place', () => {
    for (const settings of [idealMemory, rocketMemory(2)]) {
      const port = fresh({ ...settings, uncached: { low: 0x6000_0000, high: 0x6000_1000 } })
      port.accept(0, 0x6000_0008, 60, false, double, 0, 0)
      expect([port.answer(2), port.ready(3)]).toEqual([{ tag: 60, low: 0, high: 0 }, true])
      port.accept(3, 0x6000_0000, 61, true, double, 1, 2)
      expect(stream(port, 100, 1, 4).taken.length).toBeGreaterThan(20)
      port.answer(150)
      expect(port.ready(200)).toBe(true)
      port.accept(200, 0x6000_0000, 62, true, double, 1, 2)
      expect([201, 500, 100_000].map((c) => port.ready(c))).toEqual([false, false, false])
      expect(port.inFlight).toBeGreaterThanOrEqual(2)
    }
  })

  test('outside the window everything stops, once there is one', () => {
    const port = fresh(idealMemory)
    port.accept(0, low + 0x2000, 0, false, double, 0, 0)
    port.window = { low, high: low + 0x1000 }
    port.accept(1, low + 0xff8, 1, false, double, 0, 0)
    expect(() => port.accept(2, low + 0x1000, 2, false, double, 0, 0)).toThrow(expect.objectContaining({
      code: 'SIM2001', message: 'cycle 2: load of 8 bytes at 0x80001000, tag 2: outside the window [0x80000000, 0x80001000): the core may not access it',
    }) as Error)
  })

  test('a dying memory answers nothing from its last access on, and says nothing of it', () => {
    const port = fresh({ ...idealMemory, dies: { after: 3, takes: true } })
    const { answered, taken } = stream(port, 200, 8)
    // Requests in 0, 1, 2: the third ends it, behind the answer to the first.
    expect([answered, taken.length, port.dead]).toEqual([[[0, 2]], 9, true])
    const deaf = fresh({ ...idealMemory, dies: { after: 4, takes: false } })
    expect(stream(deaf, 200, 8)).toMatchObject({ taken: [0, 1, 2, 3], answered: [[0, 2], [1, 3]] })
    expect(deaf.change(7)).toBe(Infinity)
    const hand = fresh(idealMemory)
    hand.accept(0, low, 0, false, double, 0, 0)
    hand.die(1)
    expect([hand.answer(2), hand.inFlight]).toEqual([undefined, 1])
  })

  test('settings that no memory has are refused', () => {
    expect(() => fresh({ ...idealMemory, least: 0 })).toThrow('a latency of 0')
    expect(() => fresh({ ...idealMemory, replay: { depth: 2, misses: 1, least: 2, most: 9 } })).toThrow('misses of 2 to 9')
  })
})

describe('profiles', () => {
  test('are those that are named, each the same from the same seed', () => {
    expect(memoryProfiles).toEqual(['ideal', 'rocket', 'random', 'hostile', 'dying'])
    for (const name of memoryProfiles) for (let seed = 1; seed < 40; seed++) expect(memoryProfile(name, seed)).toEqual(memoryProfile(name, seed))
    const kinds = new Set(Array.from({ length: 40 }, (_, seed) => JSON.stringify(memoryProfile('hostile', seed))))
    expect(kinds.size).toBe(40)
  })

  test.each([['ideal', 8], ['rocket', 16 / 3]] as const)('%s lets %d bytes through a cycle', (name, rate) => {
    expect(8 * stream(fresh(memoryProfile(name, 1)), 3000).taken.length / 3000).toBeCloseTo(rate, 2)
  })

  test.each(['random', 'hostile'] as const)('%s answers everything, and stays as it is as long as it said', (name) => {
    let out = 0, quiet = 0
    for (let seed = 1; seed <= 60; seed++) {
      const run = stream(fresh(memoryProfile(name, seed)), 3000, 8)
      expect(run.answered.length).toBeGreaterThan(20)
      expect(run.taken.length - run.answered.length).toBeLessThanOrEqual(8)
      quiet += run.quiet.length
      if (run.answered.some(([tag], i) => i > 0 && (tag - run.answered[i - 1]![0] + 64) % 64 > 32)) out++
    }
    expect([out > 15, quiet > 1000]).toEqual([true, true])
  })

  test('dying dies, with and without taking more', () => {
    const ways = new Set<boolean>()
    for (let seed = 1; seed <= 60; seed++) {
      const settings = memoryProfile('dying', seed), port = fresh(settings)
      const run = stream(port, 60_000, 8)
      expect(port.dead).toBe(true)
      expect(run.answered.length).toBeLessThanOrEqual(300)
      ways.add(settings.dies!.takes)
    }
    expect(ways.size).toBe(2)
  })
})
