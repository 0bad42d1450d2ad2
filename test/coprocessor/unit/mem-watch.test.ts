// Owns: checks of the watch over memory: dead after so many cycles without an answer, never before, and for good.
import { describe, expect, test } from 'vitest'
import { parameters } from '../../../coprocessor/parameters.ts'
import { memWatch } from '../../../coprocessor/unit/mem-watch.ts'
import { bench, Chance, same } from './bench.ts'

describe.each([16, 100, 1000])('%i cycles', (memoryCycles) => {
  const { pins, sim, cycle } = bench(memWatch(parameters({ memoryCycles })), ['pending', 'answered', 'dead_out'])
  const step = (pending: boolean, answered: boolean): boolean => {
    pins.pending.set(pending ? 1 : 0)
    pins.answered.set(answered ? 1 : 0)
    cycle()
    return pins.dead_out.get() === 1
  }

  test('dead when nothing was answered for so long, and it stays', () => {
    sim.reset()
    for (let i = 0; i <= memoryCycles; i++) expect([i, step(true, false)]).toEqual([i, false])
    expect(step(true, false)).toBe(true)
    for (let i = 0; i < 20; i++) expect(step(i % 2 === 0, i % 3 === 0)).toBe(true)
    sim.reset()
    expect(step(false, false)).toBe(false)
  })

  test('an answer in the last cycle, or nothing pending, begins anew', () => {
    sim.reset()
    for (let round = 0; round < 4; round++) {
      for (let i = 1; i < memoryCycles; i++) expect(step(true, false)).toBe(false)
      expect(step(round % 2 === 0, round % 2 === 0)).toBe(false)
    }
  })

  test('at random, against a count', () => {
    for (let seed = 0; seed < 30; seed++) {
      sim.reset()
      const chance = new Chance(seed), quiet = chance.one([60, 95, 99.9])
      let waited = 0, dead = false, will = false
      for (let i = 0; i < 4 * memoryCycles; i++) {
        const pending = chance.often(quiet), answered = pending && chance.often(chance.one([0, 0, 20]) / memoryCycles)
        same([step(pending, answered)], [dead], () => `seed ${seed}, cycle ${i}`)
        dead ||= will
        waited = pending && !answered ? waited + 1 : 0
        will ||= waited >= memoryCycles
      }
    }
  })
})
