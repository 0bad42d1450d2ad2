// Owns: the simulator on small designs with values worked out by hand.
import { describe, expect, it } from 'vitest'
import { compileSimulator } from '../../../rtl-gen/sim/index.ts'
import { add, and, bit, design, elementStep, index, input, lit, module, not, output, ref, register, set, sub, target, uint, vec, when } from '../../support/ir-short.ts'

const counter = module('counter', {
  ports: [input('enable', bit), output('count', 8)],
  registers: [register('value', 8, 0xfen)],
  body: [set('count', ref('value', 8)), when(ref('enable', 1), [set('value', add(ref('value', 8), lit(8, 1)))])],
})

const fifo = module('fifo', {
  ports: [input('push', bit), input('data', 8), input('pop', bit), output('front', 8), output('size', 3)],
  registers: [register('slots', vec(4, uint(8)), null), register('head', 2), register('tail', 2), register('count', 3)],
  body: [
    set('front', index(ref('slots', vec(4, uint(8))), ref('head', 2))),
    set('size', ref('count', 3)),
    when(ref('push', 1), [set(target('slots', uint(8), [elementStep(ref('tail', 2))]), ref('data', 8)), set('tail', add(ref('tail', 2), lit(2, 1)))]),
    when(ref('pop', 1), [set('head', add(ref('head', 2), lit(2, 1)))]),
    when(and(ref('push', 1), not(ref('pop', 1))), [set('count', add(ref('count', 3), lit(3, 1)))],
      [when(and(ref('pop', 1), not(ref('push', 1))), [set('count', sub(ref('count', 3), lit(3, 1)))])]),
  ],
})

describe('simulator', () => {
  it('counts, wraps, holds and resets', () => {
    const sim = compileSimulator(design(counter))
    expect(sim.peek('count')).toBe(0xfen)
    sim.step(3)
    expect(sim.peek('count')).toBe(0xfen)
    sim.poke('enable', 1)
    sim.step()
    expect(sim.peek('count')).toBe(0xffn)
    sim.step()
    expect(sim.peek('count')).toBe(0n)
    expect(sim.step(1000)).toBe(1000)
    expect(sim.peek('value')).toBe(1000n % 256n)
    expect(sim.cycle).toBe(1005)
    sim.reset()
    expect(sim.peek('count')).toBe(0xfen)
  })

  it('keeps a queue in an array', () => {
    const sim = compileSimulator(design(fifo))
    for (const v of [11, 22, 33, 44]) {
      sim.poke('push', 1)
      sim.poke('data', v)
      sim.step()
    }
    sim.poke('push', 0)
    expect(sim.peek('size')).toBe(4n)
    const seen = [1, 2, 3, 4].map(() => {
      const v = sim.peek('front')
      sim.poke('pop', 1)
      sim.step()
      sim.poke('pop', 0)
      return v
    })
    expect(seen).toEqual([11n, 22n, 33n, 44n])
    expect(sim.peek('size')).toBe(0n)
  })
})
