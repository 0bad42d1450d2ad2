// Owns: a first test as a user writes it: the counter, cycle by cycle.
import assert from 'node:assert/strict'
import test from 'node:test'
import { simulate } from '../../rtl-gen/index.ts' // in a package of your own: from 'archnights/rtl-gen'
import { counter } from './counter.ts'

test('it counts while it is enabled, and wraps after 255', () => {
  const sim = simulate(counter)
  sim.reset()
  sim.poke({ enable: 1 })
  assert.equal(sim.peek.count, 0n) // outputs follow their inputs at once,
  sim.step()
  assert.equal(sim.peek.count, 1n) // registers at the clock edge
  sim.step(254)
  assert.equal(sim.peek.count, 255n)
  sim.step()
  assert.equal(sim.peek.count, 0n)
})

test('it keeps its value while it is not enabled', () => {
  const sim = simulate(counter)
  sim.reset()
  sim.poke({ enable: 1 })
  sim.step(3)
  sim.poke({ enable: 0 })
  sim.step(10)
  assert.equal(sim.peek.count, 3n)
})
