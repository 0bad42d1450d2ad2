// Owns: checks of the queue of trap records, against a list.
import { describe, expect, test } from 'vitest'
import { parameters } from '../../../coprocessor/parameters.ts'
import { traps } from '../../../coprocessor/unit/traps.ts'
import { bench, Chance, same } from './bench.ts'

describe.each([1, 2, 3, 5, 8, 16])('%i slots', (slots) => {
  const { pins, sim, cycle } = bench(traps(parameters({ slots })), ['push', 'pushed', 'take', 'taken', 'waits', 'oldest'])

  test('the oldest first, taken from anywhere, none lost when all have trapped', () => {
    sim.reset()
    const chance = new Chance(slots), list: number[] = []
    let filled = 0
    for (let i = 0; i < 6000; i++) {
      // Long spells of pushing and of taking, so that it runs full and empty.
      const fills = i % 200 < 100
      const absent = Array.from({ length: slots }, (_, s) => s).filter((s) => !list.includes(s))
      const push = absent.length > 0 && chance.often(fills ? 70 : 20) ? chance.one(absent) : undefined
      const take = push === undefined && list.length > 0 && chance.often(fills ? 20 : 70) ? (chance.often(40) ? list[0]! : chance.one(list)) : undefined
      pins.push.set(push === undefined ? 0 : 1)
      pins.pushed.set(push ?? chance.below(slots))
      pins.take.set(take === undefined ? 0 : 1)
      pins.taken.set(take ?? chance.below(slots))
      cycle()
      same([pins.waits.get() === 1, list.length > 0 ? pins.oldest.get() : undefined], [list.length > 0, list[0]], `cycle ${i}, ${list.join(' ')}`)
      if (push !== undefined) list.push(push)
      if (take !== undefined) list.splice(list.indexOf(take), 1)
      if (list.length === slots) filled++
    }
    expect(filled).toBeGreaterThan(20)
  })
})
