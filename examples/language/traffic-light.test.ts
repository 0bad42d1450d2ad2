// Owns: a test of a state machine as a user writes it: the states that are seen, in order.
import assert from 'node:assert/strict'
import test from 'node:test'
import { simulate } from '../../rtl-gen/index.ts' // in a package of your own: from 'archnights/rtl-gen'
import { trafficLight } from './traffic-light.ts'

test('a press of the button lets people walk for four cycles, once', () => {
  const sim = simulate(trafficLight(4)), seen: string[] = []
  sim.reset()
  sim.step(5)
  assert.equal(sim.peek.state, 'carsGo') // nobody pressed
  sim.poke({ button: 1 })
  sim.step()
  sim.poke({ button: 0 })
  for (let cycle = 0; cycle < 12; cycle++) {
    seen.push(sim.peek.state)
    sim.step()
  }
  const times = (n: number, state: string) => Array.from({ length: n }, () => state)
  assert.deepEqual(seen, [...times(3, 'carsStop'), ...times(4, 'walk'), ...times(3, 'clear'), ...times(2, 'carsGo')])
})
