// Owns: the measured proof that a slot whose host takes a million cycles holds up no other: the O-mode of another slot, alone and beside it, in cycles.
import { expect, test } from 'vitest'
import { decodeRecord } from '../../coprocessor/isa/cause.ts'
import { parameters } from '../../coprocessor/parameters.ts'
import { oracleUnit } from '../../coprocessor/unit/oracle-unit.ts'
import { elaborate } from '../../rtl-gen/dsl/index.ts'
import { BridgeHost } from '../../sim-harness/bridge/host.ts'
import type { Oracle } from '../../sim-harness/bridge/oracle.ts'
import { parseScript, scriptOracle } from '../../sim-harness/bridge/oracles/script.ts'
import { boot, must, openSegment } from '../../sim-harness/driver/boot.ts'
import { UnitDriver } from '../../sim-harness/driver/unit-driver.ts'
import { openWasm } from '../../sim-harness/engines/wasm/wasm-engine.ts'
import { idealMemory, randomMemory, rocketMemory, type MemorySettings } from '../../sim-harness/memory/memory-port.ts'

const slots = 8, p = parameters({ slots }), engine = openWasm(elaborate(oracleUnit(p))), fresh = engine.simulator.snapshot()
const fast = 7n, queries = 20, slow = 1_000_000
const base = (slot: bigint): bigint => p.cacheableLow + 65536n * slot

/** When a slot that waits for its host was started: before all, so that it waits already; or just before the other one, so that its query leaves meanwhile. */
type Beside = 'alone' | 'waiting' | 'asking'
interface Measured { readonly cycles: number; readonly waits: number; readonly causes: readonly string[] }

/**
 * One slot runs 20 queries in O-mode, each answered after `latency` cycles by 16 symbols, the last of which yields. `waiting` others have histories of 40 bytes, which
 * their Oracle answers after a million cycles. @returns cycles from the acceptance of `oenter` to its answer, and those that the others wait in all
 */
async function measure(beside: Beside, waiting: number, memory: MemorySettings, latency: number): Promise<Measured> {
  engine.simulator.restore(fresh)
  engine.reset(1)
  const lines = Array.from({ length: queries }, (_, i) => JSON.stringify({ text: 'x'.repeat(15), yield: i === queries - 1, after_cycles: latency, ...(i < queries - 1 ? { text: 'x'.repeat(16) } : {}) }))
  const patient = Array.from({ length: waiting }, () => JSON.stringify({ text: 'late', yield: true, after_cycles: slow }))
  const oracles = new Map<number, Oracle>([[0, scriptOracle(parseScript(lines.join('\n')))], [1, scriptOracle(parseScript(patient.join('\n')))]])
  const unit = new UnitDriver({ engine, ownsEngine: false, parameters: p, peer: new BridgeHost({ oracle: oracles, session: 1 }), memory })
  const others = beside === 'alone' ? [] : Array.from({ length: waiting }, (_, i) => BigInt(i))
  try {
    await boot(unit, { oracles: 0b11n })
    await openSegment(unit, { slot: Number(fast), base: base(fast), length: 4096, history: Buffer.from('a history of forty symbols, all of them.') })
    for (const slot of others) {
      await openSegment(unit, { slot: Number(slot), base: base(slot), length: 4096, history: Buffer.from('a history of forty symbols, all of them.') })
      await must(unit, 'oseg.bind', slot, 1n)
    }
    const begun = unit.cycle
    for (const slot of others) await must(unit, 'ostart', slot)
    if (beside === 'waiting') await unit.step(3000)
    const entered = unit.issue('oenter', fast)
    await unit.wait(entered)
    const cycles = entered.answered! - entered.accepted!
    const causes = [decodeRecord(await must(unit, 'otrap', fast))!]
    if (others.length > 0) await unit.untilInterrupt(2 * slow)
    const waits = unit.cycle - begun
    await unit.step(3000)
    for (const slot of others) causes.push(decodeRecord(await must(unit, 'otrap', slot))!)
    return { cycles, waits, causes: causes.map((r) => `${r.cause} ${r.appended}`) }
  } finally {
    await unit.close()
  }
}

const memories = { ideal: idealMemory, rocket: rocketMemory(), random: randomMemory(1) }
const cases = (['ideal', 'rocket', 'random'] as const).flatMap((memory) => [40, 400].flatMap((latency) => ([['waiting', 1], ['asking', 1], ['waiting', 7]] as const).map(([beside, others]) => ({ memory, latency, beside, others }))))
/** What stands in the table of the measurement: cycles alone and beside the others. */
const table: string[] = []

test.each(cases)('$memory memory, answers after $latency cycles, beside $others $beside: at most 1 % more', async ({ memory, latency, beside, others }) => {
  const alone = await measure('alone', 0, memories[memory], latency), with_ = await measure(beside, others, memories[memory], latency)
  expect([alone.causes, with_.causes]).toEqual([[`yield ${16 * queries}`], [`yield ${16 * queries}`, ...Array.from({ length: others }, () => 'yield 5')]])
  // It was answered while the others waited.
  expect(with_.waits).toBeGreaterThan(slow)
  expect(alone.cycles).toBeGreaterThan(queries * latency)
  table.push(`${memory} ${latency} ${beside} ${others}: ${alone.cycles} ${with_.cycles} ${(100 * (with_.cycles / alone.cycles - 1)).toFixed(2)} %`)
  if (process.env['SHOW']) console.log(table.at(-1))
  expect(with_.cycles / alone.cycles).toBeLessThanOrEqual(1.01)
}, 60_000)
