// Owns: the observer beside a unit whose memory dies, and beside many runs that end unseen behind a link that stands still.
import { describe, expect, it } from 'vitest'
import type { Parameters } from '../../../coprocessor/parameters.ts'
import { oracleUnit } from '../../../coprocessor/unit/oracle-unit.ts'
import { elaborate } from '../../../rtl-gen/dsl/index.ts'
import { UnitDriver } from '../../../sim-harness/driver/unit-driver.ts'
import { openWasm } from '../../../sim-harness/engines/wasm/wasm-engine.ts'
import { memoryProfile, type MemorySettings } from '../../../sim-harness/memory/memory-port.ts'
import { ObserverDifference } from '../../../sim-harness/observer/difference.ts'
import { generateProgram } from '../../../sim-harness/soak/generate.ts'
import type { SoakProgram, SoakStep } from '../../../sim-harness/soak/program.ts'
import { runProgram, type SoakDriverFactory, type SoakResult } from '../../../sim-harness/soak/run-program.ts'
import { noStalls, type PortStalls } from '../../../sim-harness/transport/clock.ts'

/** The unit on the Wasm engine. @param built the unit's own parameters, where they are not those that the observer knows */
const on = (memory: MemorySettings, stalls: PortStalls = noStalls, built: Partial<Parameters> = {}): SoakDriverFactory => ({ parameters, peer, observer }) =>
  Promise.resolve(new UnitDriver({ engine: openWasm(elaborate(oracleUnit({ ...parameters, ...built }))), parameters, peer, observer, memory, stalls }))
const program = (seed: number, memoryCycles: number): SoakProgram => {
  const made = generateProgram(seed)
  return { ...made, parameters: { ...made.parameters, memoryCycles } as SoakProgram['parameters'] }
}
const c = (mnemonic: string, rs1: number, rs2 = 0): SoakStep => ({ do: 'command', mnemonic, rs1: `0x${rs1.toString(16)}`, rs2: `0x${rs2.toString(16)}`, wait: true })

describe('a memory that dies', () => {
  it('says nothing, whichever way it dies, and sees the cause and the status', async () => {
    const results: SoakResult[] = []
    for (let seed = 1; seed <= 12; seed++) results.push(await runProgram(program(seed, 300), on(memoryProfile('dying', seed))))
    expect(results.some((r) => [...r.statuses.keys()].some((s) => s.endsWith(' memory')))).toBe(true)
    expect(results.some((r) => r.causes.has('memory'))).toBe(true)
  }, 120_000)

  it('finds a unit that gives memory up too early', async () => {
    const found: unknown[] = []
    for (let seed = 1; seed <= 12 && found.length === 0; seed++) {
      await runProgram(program(seed, 3000), on(memoryProfile('dying', seed), noStalls, { memoryCycles: 300 })).catch((error: unknown) => found.push(error))
    }
    expect(found[0]).toBeInstanceOf(ObserverDifference)
  }, 120_000)
})

describe('many runs that end unseen', () => {
  it('leave few states behind: twelve, ended by a watchdog of three cycles, nothing of them on the link yet', async () => {
    const runs = Array.from({ length: 12 }, () => [c('ostart', 0), { do: 'await', cycles: 300 } as const, { do: 'take' } as const]).flat()
    const steps: SoakStep[] = [
      c('oentry', 4), c('oauto', 1), c('owindow', 0x8000_0000, 0x8000_4000), { do: 'step', cycles: 6000 }, c('oseg.open', 0x8000_0001, 0x200 << 8), c('oseg.watch', 0, 3),
      { do: 'append', slot: 0, bytes: '61'.repeat(20) }, ...runs, { do: 'step', cycles: 60_000 }, { do: 'read', slot: 0 },
    ]
    const always = { up: 1, down: 0 }
    const stalls = { seed: 3, response: always, fromHost: always, toHost: { up: 12, down: 3000 } }
    const result = await runProgram({ seed: 0, parameters: { slots: 2, chunkBytes: 8, txDepth: 64 }, memory: 0, stalls: 0, answers: [], steps }, on(memoryProfile('random', 3), stalls))
    expect(result.causes.get('link')).toBe(12)
  }, 60_000)
})
