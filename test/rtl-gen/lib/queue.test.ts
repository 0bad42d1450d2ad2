// Owns: checks of the queue: order, nothing lost or doubled, room, one element a cycle.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { uint } from '../../../rtl-gen/dsl/index.ts'
import { queue } from '../../../rtl-gen/lib/queue.ts'
import { bench, same } from '../../coprocessor/unit/bench.ts'

const depths = [1, 2, 3, 4, 5, 7, 8, 16, 33]
const queues = new Map(depths.map((d) => [d, bench(queue('q', uint(16), d), ['enq_valid', 'enq_ready', 'enq_payload', 'deq_valid', 'deq_ready', 'deq_payload'])]))

/** Offers 1, 2, 3, ... when `offers` says so and takes when `takes` does; gives what came out, and what was seen each cycle. */
function run(depth: number, offers: readonly boolean[], takes: readonly boolean[]) {
  const { pins, sim, cycle } = queues.get(depth)!
  sim.reset()
  const out: number[] = []
  let next = 1, most = 0, standing: number | undefined
  offers.forEach((offer, i) => {
    pins.enq_valid.set(offer ? 1 : 0)
    pins.enq_payload.set(offer ? next : 0xdead)
    pins.deq_ready.set(takes[i] ? 1 : 0)
    cycle()
    if (offer && pins.enq_ready.get()) next++
    if (standing !== undefined) same([pins.deq_valid.get(), pins.deq_payload.get()], [1, standing], `cycle ${i}: what stands`)
    standing = undefined
    if (pins.deq_valid.get()) {
      if (takes[i]) out.push(pins.deq_payload.get())
      else standing = pins.deq_payload.get()
    }
    most = Math.max(most, next - 1 - out.length)
  })
  return { out, sent: next - 1, most }
}

const bits = (n: number) => fc.array(fc.boolean(), { minLength: n, maxLength: n })

describe.each(depths)('a queue of %i', (depth) => {
  test('under any back-pressure what goes in comes out, once, in order; what stands does not change', () => {
    fc.assert(fc.property(bits(150), bits(150), (offers, takes) => {
      const drain = Array.from({ length: depth + 4 }, () => true)
      const { out, sent } = run(depth, [...offers, ...drain.map(() => false)], [...takes, ...drain])
      expect(out).toEqual(Array.from({ length: sent }, (_, i) => i + 1))
    }), { numRuns: 40, seed: depth })
  })

  test('it holds its depth and one more at the output, and not more', () => {
    const n = depth + 10
    expect(run(depth, Array.from({ length: n }, () => true), Array.from({ length: n }, () => false)).most).toBe(depth + 1)
  })

  test('the first element comes two cycles after it went in', () => {
    expect(run(depth, [true, false], [true, true]).out).toEqual([])
    expect(run(depth, [true, false, false], [true, true, true]).out).toEqual([1])
  })
})

test.each(depths.filter((d) => d > 1))('a queue of %i gives an element in each cycle', (depth) => {
  const n = 100, always = Array.from({ length: n }, () => true)
  expect(run(depth, always, always).out).toHaveLength(n - 2)
})
