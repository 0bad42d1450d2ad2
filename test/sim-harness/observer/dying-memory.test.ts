// Owns: the observer beside a unit whose memory dies, and beside many runs that end unseen behind a link that stands still.
import { describe, expect, it } from 'vitest'
import type { Parameters } from '../../../coprocessor/parameters.ts'
import { oracleUnit } from '../../../coprocessor/unit/oracle-unit.ts'
import { elaborate } from '../../../rtl-gen/dsl/index.ts'
import { UnitDriver } from '../../../sim-harness/driver/unit-driver.ts'
import { openWasm } from '../../../sim-harness/engines/wasm/wasm-engine.ts'
import { memoryProfile, type MemorySettings } from '../../../sim-harness/memory/memory-port.ts'
import { ObserverDifference } from '../../../sim-harness/observer/difference.ts'
import type { SoakProgram, SoakStep } from '../../../sim-harness/soak/program.ts'
import { runProgram, type SoakDriverFactory } from '../../../sim-harness/soak/run-program.ts'
import { noStalls, type PortStalls } from '../../../sim-harness/transport/clock.ts'

/** The unit on the Wasm engine. @param built the unit's own parameters, where they are not those that the observer knows */
const on = (memory: MemorySettings, stalls: PortStalls = noStalls, built: Partial<Parameters> = {}): SoakDriverFactory => ({ parameters, peer, observer }) =>
  Promise.resolve(new UnitDriver({ engine: openWasm(elaborate(oracleUnit({ ...parameters, ...built }))), parameters, peer, observer, memory, stalls }))
const c = (mnemonic: string, rs1: number, rs2 = 0): SoakStep => ({ do: 'command', mnemonic, rs1: `0x${rs1.toString(16)}`, rs2: `0x${rs2.toString(16)}`, wait: true })

/** A query of 60 bytes in chunks of 8, an answer of 20 symbols, two symbols pushed; then once more. */
const program = (memoryCycles: number): SoakProgram => {
  const turn: SoakStep[] = [c('ostart', 0), { do: 'await', cycles: 6000 }, { do: 'take' }, c('opush', 0, 0x62), c('opush', 0, 0x63)]
  return {
    seed: 0, parameters: { slots: 2, chunkBytes: 8, memoryCycles } as SoakProgram['parameters'], memory: 0, stalls: 0,
    steps: [
      c('oentry', 4), c('oauto', 1), c('owindow', 0x8000_0000, 0x8000_4000), c('oseg.open', 0x8000_0001, 0x200 << 8), { do: 'append', slot: 0, bytes: '61'.repeat(60) }, ...turn, ...turn,
    ],
    answers: [{ stubborn: false, frames: [{ kind: 'answer', symbols: `${'65'.repeat(19)}ff`, end: true, after: 9 }] }],
  }
}
const dies = (after: number, takes: boolean): MemorySettings => ({ ...memoryProfile('rocket', 1), dies: { after, takes } })

describe('a memory that dies', () => {
  it('says nothing, whichever access it is and whether it takes more or not, and sees the cause and the status', async () => {
    const ends: [boolean, boolean][] = []
    for (const after of [1, 5, 9, 11, 12, 13, 40]) {
      for (const takes of [true, false]) {
        const { causes, statuses } = await runProgram(program(300), on(dies(after, takes)))
        ends.push([causes.has('memory'), ['opush memory', 'ostart memory'].some((s) => statuses.has(s))])
      }
    }
    expect([ends.filter(([cause]) => cause).length >= 4, ends.filter(([, status]) => status).length >= 4]).toEqual([true, true])
  }, 120_000)

  it('finds a unit that gives memory up too early', async () => {
    await expect(runProgram(program(3000), on(dies(3, true), noStalls, { memoryCycles: 300 }))).rejects.toBeInstanceOf(ObserverDifference)
  }, 60_000)
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
