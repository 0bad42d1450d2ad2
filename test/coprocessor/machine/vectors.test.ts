// Owns: the hand-computed vectors on the reference, and that they reach every status of every row with microcode.
import { describe, expect, it } from 'vitest'
import { funct3 } from '../../../coprocessor/isa/instruction.ts'
import { statusOf, statusValue } from '../../../coprocessor/isa/status.ts'
import { instruction, instructions } from '../../../coprocessor/isa/table.ts'
import { UnitModel, type ModelMemory } from '../../../coprocessor/machine/unit-model.ts'
import { vectors } from '../../../coprocessor/machine/vectors.ts'
import { parameters } from '../../../coprocessor/parameters.ts'

/** All zeros at first. */
function byteMemory(): ModelMemory {
  const bytes = new Map<number, number>()
  return { read: (a, n) => Uint8Array.from({ length: n }, (_, i) => bytes.get(a + i) ?? 0), write: (a, data) => data.forEach((b, i) => bytes.set(a + i, b)) }
}

describe('vectors', () => {
  for (const vector of vectors) {
    it(vector.name, () => {
      const unit = new UnitModel({ parameters: parameters(), memory: byteMemory() })
      vector.steps.forEach((step, i) => {
        if ('awaitRecord' in step) {
          // The model has no clock: a watchdog shorter than the default has run out by now.
          for (let s = 0; s < 8; s++) if (unit.slot(s).status === 'running' && unit.slot(s).watchdog < 2 ** 32) unit.expire(s)
          expect(unit.interrupt).toBe(true)
          return
        }
        const row = instruction(step.mnemonic)
        const f3 = step.funct3 ?? funct3(row)
        const rd = unit.command({ funct7: step.funct7 ?? row.funct7, xd: (f3 & 4) !== 0, xs1: (f3 & 2) !== 0, xs2: (f3 & 1) !== 0, rs1: step.rs1, rs2: step.rs2, prv: step.prv ?? 3 })
        const wanted = typeof step.expect === 'bigint' ? step.expect : statusValue(step.expect)
        expect(rd, `step ${i}: ${step.mnemonic} 0x${step.rs1.toString(16)} 0x${step.rs2.toString(16)} answers ${typeof rd === 'bigint' ? statusOf(rd) ?? rd : rd}`).toBe(wanted)
      })
    })
  }

  it('reach every status of every row with microcode', () => {
    const seen = new Set(vectors.flatMap((v) => v.steps).flatMap((s) => ('mnemonic' in s && typeof s.expect === 'string' && s.funct7 === undefined ? [`${s.mnemonic} ${s.expect}`] : [])))
    const wanted = instructions.filter((i) => i.microcode !== undefined)
      .flatMap((i) => [...(i.privilege === 'any' ? [] : ['privilege']), 'opcode', ...i.statuses.filter((s) => s !== 'memory')].map((s) => `${i.mnemonic} ${s}`))
    expect(wanted.filter((w) => !seen.has(w))).toEqual([])
  })
})
