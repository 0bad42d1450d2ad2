// Owns: a test as a user writes one: the two ends of a serial line joined, and every byte comes through.
import assert from 'node:assert/strict'
import test from 'node:test'
import { bit, instance, module, output, simulate, sink, source, uint } from '../../rtl-gen/index.ts' // in a package of your own: from 'archnights/rtl-gen'
import { uartRx, uartTx } from './uart.ts'

const loopback = module('loopback', {
  send: sink(uint(8)),
  received: source(uint(8)),
  overrun: output(bit),
  tx: instance(uartTx('uartTx', 8)),
  rx: instance(uartRx('uartRx', 8)),
}, ({ send, received, tx, rx }, { assign }) => [
  assign({ send: tx.byte, tx: { byte: send }, rx: { line: tx.line, byte: received }, received: rx.byte, overrun: rx.overrun }),
])

test('every byte comes through', () => {
  const sim = simulate(loopback), bytes = [0x00, 0xff, 0x55, 0x80, 0x01, 0xa7]
  sim.reset()
  for (const b of bytes) sim.sinks.send.send(b)
  const seen: bigint[] = []
  for (let cycle = 0; cycle < 1000 && seen.length < bytes.length; cycle++) {
    sim.step()
    const byte = sim.sources.received.take()
    if (byte !== undefined) seen.push(byte)
  }
  assert.deepEqual(seen, bytes.map(BigInt))
})

test('a byte that nobody takes is kept, and the next one is reported lost', () => {
  const sim = simulate(loopback)
  sim.reset()
  sim.sources.received.accept(false)
  sim.sinks.send.send(0x12)
  sim.sinks.send.send(0x34)
  let overruns = 0
  for (let cycle = 0; cycle < 300; cycle++) {
    overruns += Number(sim.peek.overrun)
    sim.step()
  }
  assert.equal(overruns, 1)
  sim.sources.received.accept(true)
  sim.step()
  assert.equal(sim.sources.received.take(), 0x12n)
})
