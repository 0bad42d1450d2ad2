// Owns: the hand-computed vectors of the instructions, on the simulated unit.
import { describe, expect, it } from 'vitest'
import { funct3 } from '../../../coprocessor/isa/instruction.ts'
import { statusOf } from '../../../coprocessor/isa/status.ts'
import { instruction } from '../../../coprocessor/isa/table.ts'
import { vectors, type VectorCommand } from '../../../coprocessor/machine/vectors.ts'
import { parameters } from '../../../coprocessor/parameters.ts'
import type { SoakDriver } from '../../../sim-harness/soak/run-program.ts'
import { wasmDrivers } from '../../../sim-harness/soak/wasm-drivers.ts'
import { FakePeer } from '../../sim-harness/fake-peer.ts'

const drivers = wasmDrivers()
const watching = { observe: () => undefined, wrote: () => undefined }
/** Cycles in which the unit must have answered, or the record must wait. */
const patience = 2000

async function answer(unit: SoakDriver, c: VectorCommand): Promise<bigint | undefined> {
  const row = instruction(c.mnemonic), bits = c.funct3 ?? funct3(row)
  const pending = unit.issueRaw({
    funct7: c.funct7 ?? row.funct7, xd: (bits & 4) !== 0, xs1: (bits & 2) !== 0, xs2: (bits & 1) !== 0, rd: 7,
    rs1: BigInt.asUintN(64, c.rs1), rs2: BigInt.asUintN(64, c.rs2), prv: c.prv ?? 3,
  })
  await unit.until(() => pending.response !== undefined, patience)
  return pending.response
}

describe('instruction vectors on the unit', () => {
  it.each(vectors.map((v) => [v.name, v] as const))('%s', async (_, vector) => {
    const unit = await drivers.create({ parameters: parameters(), peer: new FakePeer(), observer: watching, memory: 0, stalls: 0 })
    try {
      for (const [i, step] of vector.steps.entries()) {
        if ('awaitRecord' in step) {
          expect(await unit.until(() => unit.interrupt, patience), `step ${i}: a record waits`).toBe(true)
          continue
        }
        const rd = await answer(unit, step)
        const seen = rd === undefined ? 'no answer' : typeof step.expect === 'bigint' ? BigInt.asUintN(64, rd) : statusOf(rd) ?? rd
        expect(seen, `step ${i}: ${step.mnemonic} ${step.rs1}, ${step.rs2}`).toBe(step.expect)
      }
    } finally {
      await unit.close()
    }
  })
})
