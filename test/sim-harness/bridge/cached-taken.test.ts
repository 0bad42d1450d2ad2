// Owns: the check that the unit takes every `cached` that the host sends: behind answers that it kept, that it cut, that were votes, with a memory that is slow to confirm.
import { expect, test } from 'vitest'
import { decodeRecord } from '../../../coprocessor/isa/cause.ts'
import { counterNumber, fieldNumber } from '../../../coprocessor/isa/fields.ts'
import { parameters } from '../../../coprocessor/parameters.ts'
import { oracleUnit } from '../../../coprocessor/unit/oracle-unit.ts'
import { elaborate } from '../../../rtl-gen/dsl/index.ts'
import { BridgeHost } from '../../../sim-harness/bridge/host.ts'
import { parseScript, scriptOracle } from '../../../sim-harness/bridge/oracles/script.ts'
import { boot, must, openSegment } from '../../../sim-harness/driver/boot.ts'
import { UnitDriver } from '../../../sim-harness/driver/unit-driver.ts'
import { openWasm } from '../../../sim-harness/engines/wasm/wasm-engine.ts'
import { idealMemory, type MemorySettings } from '../../../sim-harness/memory/memory-port.ts'

const p = parameters({ slots: 2 }), engine = openWasm(elaborate(oracleUnit(p))), fresh = engine.simulator.snapshot()
const base = 0x8000_0000n
/** An answer that yields; the Oracle has kept everything. */
const line = (symbols: number): string => `{"text":"${'x'.repeat(symbols - 1)}","yield":true,"cached":1000}`

interface Told { readonly cause: string; readonly top: number; readonly cached: number; readonly dropped: number; readonly frames: number }

/** One run from a history of 10 bytes in a segment of `length`; what the unit says 3,000 cycles later. */
async function run(mnemonic: string, operand: bigint, length: number, symbols: number, memory: MemorySettings): Promise<Told> {
  engine.simulator.restore(fresh)
  engine.reset(1)
  const peer = new BridgeHost({ oracle: scriptOracle(parseScript(Array.from({ length: 3 }, () => line(symbols)).join('\n'))), session: 1 })
  const unit = new UnitDriver({ engine, ownsEngine: false, parameters: p, peer, memory })
  try {
    await boot(unit)
    await openSegment(unit, { slot: 0, base, length, history: Buffer.from('0123456789') })
    await must(unit, mnemonic, 0n, operand)
    await unit.untilInterrupt(30_000)
    await unit.step(3000)
    const record = decodeRecord(await must(unit, 'otrap', 0n))!
    const get = async (field: 'top' | 'cached'): Promise<number> => Number(await must(unit, 'oseg.get', 0n, BigInt(fieldNumber(field))))
    return {
      cause: record.cause, top: await get('top') - Number(base), cached: await get('cached'), dropped: Number(await must(unit, 'ocount', 0n, BigInt(counterNumber('dropped')))),
      frames: unit.log.filter((e) => typeof e.frame !== 'string' && e.frame.kind.name === 'cached').length,
    }
  } finally {
    await unit.close()
  }
}

const slow: MemorySettings = { ...idealMemory, least: 100, most: 400, seed: 1 }
test.each([
  ['kept', 'ostart', 0n, 256, 40, 'yield', 50, 50],
  ['cut by the limit', 'ostart', 0n, 32, 40, 'limit', 32, 10],
  ['cut by the budget', 'ostart', 5n, 256, 40, 'budget', 14, 10],
  ['a vote of three', 'ovote', 3n, 256, 3, 'answer', 13, 10],
] as const)('%s', async (_, mnemonic, operand, length, symbols, cause, top, cached) => {
  for (const memory of [idealMemory, slow]) {
    const told = await run(mnemonic, operand, length, symbols, memory)
    expect(told).toMatchObject({ cause, top, cached, dropped: 0 })
    expect(told.frames).toBeGreaterThan(0)
  }
}, 60_000)
