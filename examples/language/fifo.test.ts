// Owns: a test of streams as a user writes it: whatever goes in comes out in order, also when the taker is slow.
import assert from 'node:assert/strict'
import test from 'node:test'
import { simulate, uint } from '../../rtl-gen/index.ts' // in a package of your own: from 'archnights/rtl-gen'
import { twoFifos } from './fifo.ts'

test('elements come out in the order in which they went in', () => {
  const sim = simulate(twoFifos(uint(16))), sent = Array.from({ length: 100 }, (_, i) => i * 7), seen: bigint[] = []
  sim.reset()
  for (const v of sent) sim.sinks.enq.send(v) // waits its turn: one a cycle, when the module is ready
  for (let cycle = 0; seen.length < sent.length; cycle++) {
    assert.ok(cycle < 1000, 'elements are missing')
    sim.sources.deq.accept(cycle % 3 !== 0) // the taker's ready: low in every third cycle
    sim.step()
    const v = sim.sources.deq.take()
    if (v !== undefined) seen.push(v)
  }
  assert.deepEqual(seen, sent.map(BigInt))
})

test('eight wait inside, a ninth outside', () => {
  const sim = simulate(twoFifos(uint(16)))
  sim.reset()
  sim.sources.deq.accept(false)
  for (let i = 0; i < 9; i++) sim.sinks.enq.send(i)
  sim.step(50)
  assert.equal(sim.sinks.enq.pending, 1)
})
