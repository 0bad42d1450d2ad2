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
import { idealMemory, rocketMemory, type MemorySettings } from '../../sim-harness/memory/memory-port.ts'

const slots = 8, p = parameters({ slots }), engine = openWasm(elaborate(oracleUnit(p))), fresh = engine.simulator.snapshot()
const fast = 7n, queries = 20, slow = 1_000_000
const base = (slot: bigint): bigint => p.cacheableLow + 65536n * slot

/** When a slot that waits for its host was started: before all, so that it waits already; or just before the other one, so that its query leaves meanwhile. */
type Beside = 'alone' | 'waiting' | 'asking'
interface Measured { readonly cycles: number; readonly waits: number; readonly causes: readonly string[] }

/**
 * One slot runs 20 queries in O-mode, each answered after `latency` cycles by 16 symbols, the last of which yields. `waiting` others have histories of 40 bytes, which
 * their Oracle answers after a million cycles. @param phase so many cycles later: the unit does some things in a rhythm of its own @param toEnd until the others were
 * answered @returns cycles from the acceptance of `oenter` to its answer, and those that the others wait in all
 */
async function measure(beside: Beside, waiting: number, memory: MemorySettings, latency: number, phase: number, toEnd: boolean): Promise<Measured> {
  engine.simulator.restore(fresh)
  engine.reset(1)
  const lines = Array.from({ length: queries }, (_, i) => JSON.stringify({ text: 'x'.repeat(i < queries - 1 ? 16 : 15), yield: i === queries - 1, after_cycles: latency }))
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
    await unit.step(phase)
    const entered = unit.issue('oenter', fast)
    await unit.wait(entered)
    const cycles = entered.answered! - entered.accepted!
    const causes = [decodeRecord(await must(unit, 'otrap', fast))!]
    if (!toEnd) return { cycles, waits: 0, causes: [] }
    await unit.untilInterrupt(2 * slow)
    const waits = unit.cycle - begun
    await unit.step(3000)
    for (const slot of others) causes.push(decodeRecord(await must(unit, 'otrap', slot))!)
    return { cycles, waits, causes: causes.map((r) => `${r.cause} ${r.appended}`) }
  } finally {
    await unit.close()
  }
}

const memories = { ideal: idealMemory, rocket: rocketMemory() }
const percent = (alone: number): number => 0.01 * alone
/**
 * How much longer it may take: a percent beside one that waits. What a slot that waits costs does not hang on what it waits for: its watchdog is looked
 * at by the one sequencer, some cycles for each query of the other. One that asks meanwhile shares the link, for its chunk.
 */
const cases = (['ideal', 'rocket'] as const).flatMap((memory) => ([
  [1000, 'waiting', 1, percent], [400, 'waiting', 1, percent], [40, 'waiting', 1, percent],
  [400, 'waiting', 7, () => 10 * queries], [40, 'waiting', 7, () => 10 * queries], [400, 'asking', 1, () => 100], [40, 'asking', 1, () => 100],
] as const).map(([latency, beside, others, most]) => ({ memory, latency, beside, others, most })))

/** Phases that are measured, over a whole turn of the watcher. */
const phases = Array.from({ length: 16 }, (_, i) => 67 * i)
/** The mean of all phases. */
const mean = async (beside: Beside, others: number, memory: MemorySettings, latency: number): Promise<number> => {
  let cycles = 0
  for (const phase of phases) cycles += (await measure(beside, others, memory, latency, phase, false)).cycles
  return cycles / phases.length
}

test.each(cases)('$memory memory, answers after $latency cycles, $others others, $beside', async ({ memory, latency, beside, others, most }) => {
  const alone = await mean('alone', 0, memories[memory], latency), with_ = await mean(beside, others, memories[memory], latency)
  expect(alone).toBeGreaterThan(queries * latency)
  expect(with_ - alone).toBeLessThanOrEqual(most(alone))
}, 60_000)

test('the others waited for all of that time, and get their answers', async () => {
  const { causes, waits } = await measure('waiting', 7, idealMemory, 400, 0, true)
  expect(causes).toEqual([`yield ${16 * queries}`, ...Array.from({ length: 7 }, () => 'yield 5')])
  expect(waits).toBeGreaterThan(slow)
}, 60_000)
