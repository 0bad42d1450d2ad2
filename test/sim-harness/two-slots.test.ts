// Owns: two slots of one unit: what one does in a cycle is not lost because the other does something in the same one.
import { expect, test } from 'vitest'
import { decodeRecord } from '../../coprocessor/isa/cause.ts'
import { parameters } from '../../coprocessor/parameters.ts'
import { oracleUnit } from '../../coprocessor/unit/oracle-unit.ts'
import { elaborate } from '../../rtl-gen/dsl/index.ts'
import { BridgeHost } from '../../sim-harness/bridge/host.ts'
import { parseScript, scriptOracle } from '../../sim-harness/bridge/oracles/script.ts'
import { boot, must, openSegment } from '../../sim-harness/driver/boot.ts'
import { UnitDriver } from '../../sim-harness/driver/unit-driver.ts'
import { openWasm } from '../../sim-harness/engines/wasm/wasm-engine.ts'

const p = parameters()
const engine = openWasm(elaborate(oracleUnit(p)))
const fresh = engine.simulator.snapshot()

/** Slot 1 is started so many cycles after slot 0 has answered; the causes of both, by slot. */
async function causes(delay: number): Promise<string[]> {
  engine.simulator.restore(fresh)
  engine.reset(1)
  const oracle = scriptOracle(parseScript('{"text":"ab","yield":true,"after_cycles":200}\n{"text":"cd","yield":true,"after_cycles":200}\n'))
  const unit = new UnitDriver({ engine, ownsEngine: false, parameters: p, peer: new BridgeHost({ oracle, session: 1 }) })
  const found: string[] = []
  try {
    await boot(unit)
    for (const slot of [0, 1]) await openSegment(unit, { slot, base: 0x8000_0000n + BigInt(slot) * 4096n, length: 4096, history: new TextEncoder().encode(`hello ${slot}`) })
    await must(unit, 'ostart', 0n)
    await unit.step(delay)
    await must(unit, 'ostart', 1n)
    for (let i = 0; i < 2; i++) {
      await unit.untilInterrupt(3000)
      const record = decodeRecord(await must(unit, 'otrap', (1n << 64n) - 1n))
      found[record?.slot ?? 2] = `${record?.cause} ${record?.appended}`
    }
  } finally {
    await unit.close()
  }
  return found
}

test('a last chunk that leaves in the cycle in which another slot begins a query has left', async () => {
  for (let delay = 0; delay < 45; delay++) expect([delay, await causes(delay)]).toEqual([delay, ['yield 3', 'yield 3']])
})
