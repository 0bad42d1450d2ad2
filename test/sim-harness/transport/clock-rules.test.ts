// Owns: tests of what the clock does when a unit breaks the rules of its ports: it stops and names the cycle.
import { describe, expect, test } from 'vitest'
import { parameters } from '../../../coprocessor/parameters.ts'
import { UnitDriver } from '../../../sim-harness/driver/unit-driver.ts'
import type { Engine, RunResult } from '../../../sim-harness/engines/engine.ts'
import { fieldNamed, layoutOf, setField } from '../../../sim-harness/engines/layout.ts'
import type { PortStalls } from '../../../sim-harness/transport/clock.ts'
import { FakePeer } from '../fake-peer.ts'
import { fakeUnit } from '../fake-unit.ts'

const p = parameters(), layout = layoutOf(fakeUnit(p))

/** An engine whose outputs in each cycle are written down; one cycle a call. */
function scripted(cycles: readonly Readonly<Record<string, bigint>>[]): Engine {
  let at = 0
  return {
    name: 'scripted', layout,
    run(): RunResult {
      const outputs = new Uint32Array(layout.outputWords)
      for (const [name, value] of Object.entries(cycles[at++] ?? {})) setField(outputs, fieldNamed(layout, name), value)
      return { cycles: 1, outputs }
    },
    play: () => Promise.resolve([]), reset: () => undefined, close: () => Promise.resolve(),
  }
}
/** Up in cycle 0, down in cycles 1 and 2. */
const closed: PortStalls = { seed: 1, response: { up: 1, down: 40 }, toHost: { up: 1, down: 40 }, fromHost: { up: 1, down: 0 } }
const run = (cycles: readonly Readonly<Record<string, bigint>>[], stalls?: PortStalls): Promise<void> =>
  new UnitDriver({ engine: scripted(cycles), parameters: p, peer: new FakePeer(), stalls }).step(cycles.length)

describe('the clock stops at', () => {
  test('a response that nobody waits for', async () => {
    await expect(run([{}, { rocc_resp_valid: 1n, rocc_resp_rd: 5n }])).rejects.toMatchObject({ code: 'SIM2002', message: 'cycle 1: a response with rd 5, for which no command waits' })
  })

  test.each([
    ['a response that goes away', { rocc_resp_valid: 1n, rocc_resp_rd: 5n }, {}, 'rocc_resp'],
    ['a response that changes', { rocc_resp_valid: 1n, rocc_resp_data: 2n ** 40n }, { rocc_resp_valid: 1n }, 'rocc_resp'],
    ['a beat that goes away', { link_tx_tvalid: 1n }, {}, 'link_tx'],
    ['a beat that changes', { link_tx_tvalid: 1n, link_tx_tdata: 1n }, { link_tx_tvalid: 1n, link_tx_tdata: 2n }, 'link_tx'],
    ['a beat whose tlast changes', { link_tx_tvalid: 1n }, { link_tx_tvalid: 1n, link_tx_tlast: 1n }, 'link_tx'],
  ] as [string, Record<string, bigint>, Record<string, bigint>, string][])('%s before it was taken', async (_, first, then, port) => {
    await expect(run([{}, first, then], closed)).rejects.toMatchObject({ code: 'SIM2002', message: `cycle 2: what stood on ${port} changed before it was taken` })
  })

  test('nothing, if what stands stays', async () => {
    await expect(run([{}, { link_tx_tvalid: 1n, link_tx_tdata: 1n }, { link_tx_tvalid: 1n, link_tx_tdata: 1n }], closed)).resolves.toBeUndefined()
  })
})
