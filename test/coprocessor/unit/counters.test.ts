// Owns: checks of the counters, against an array of numbers.
import { expect, test } from 'vitest'
import { counterNumber, counters as table } from '../../../coprocessor/isa/fields.ts'
import { parameters } from '../../../coprocessor/parameters.ts'
import { counters } from '../../../coprocessor/unit/counters.ts'
import { bench, Chance, same } from './bench.ts'

const names = ['slot', 'counter', 'add', 'look', 'clear', 'replace', 'addend', 'value'] as const
const most = 2 ** 48 - 1

test.each([1, 3, 8, 16])('adding saturates, replacing replaces, clearing clears, and no other counter moves (%i slots)', (slots) => {
  const { pins, cycle } = bench(counters(parameters({ slots })), names), chance = new Chance(slots)
  const idle = () => { for (const n of ['add', 'look', 'clear', 'replace'] as const) pins[n].set(0) }
  const at = (slot: number, counter: number) => { pins.slot.set(slot); pins.counter.set(counter) }
  const model = new Map<string, number>()
  const cells = Array.from({ length: slots }, (_, s) => table.map((_, c) => [s, c] as const)).flat()
  for (const [s, c] of cells) {
    idle()
    at(s, c)
    pins.clear.set(1)
    cycle()
  }
  let saturated = 0
  const read = (s: number, c: number) => {
    idle()
    at(s, c)
    pins.look.set(1)
    cycle()
    idle()
    at(chance.below(slots), chance.below(table.length))
    cycle()
    same([pins.value.get()], [model.get(`${s} ${c}`) ?? 0], `counter ${c} of slot ${s}`)
  }
  for (let i = 0; i < 4000; i++) {
    const [s, c] = chance.one(chance.often(70) ? cells.slice(0, 4) : cells), key = `${s} ${c}`, was = model.get(key) ?? 0
    const what = chance.below(10)
    idle()
    at(s, c)
    if (what < 6) {
      const addend = chance.one([0, 1, chance.below(1000), chance.below(2 ** 47), most - was, Math.min(most, most - was + 1), most])
      pins.addend.set(addend)
      pins.add.set(1)
      pins.replace.set(what === 0 ? 1 : 0)
      cycle()
      // The cycle after it is not to be used; what stands on the other inputs means nothing.
      idle()
      at(chance.below(slots), chance.below(table.length))
      pins.addend.set(chance.below(1000))
      pins.replace.set(chance.below(2))
      cycle()
      const sum = what === 0 ? addend : Math.min(most, was + addend)
      if (was + addend > most && what > 0) saturated++
      model.set(key, sum)
    } else if (what === 6) {
      pins.clear.set(1)
      cycle()
      model.set(key, 0)
    } else read(s, c)
  }
  for (const [s, c] of cells) read(s, c)
  expect(saturated).toBeGreaterThan(100)
})

test('a counter has a number that the port can carry', () => {
  expect(table.map((c) => counterNumber(c.name))).toEqual(table.map((_, i) => i))
  expect(table.length).toBeLessThanOrEqual(16)
})
