// Owns: the hand-computed vectors on the reference, for every row of the table, and that they reach every status of each.
import { describe, expect, it } from 'vitest'
import { funct3 } from '../../../coprocessor/isa/instruction.ts'
import { statusOf, statusValue } from '../../../coprocessor/isa/status.ts'
import { instruction, instructions } from '../../../coprocessor/isa/table.ts'
import { UnitModel, type ModelMemory } from '../../../coprocessor/machine/unit-model.ts'
import { vectors, vectorsOf } from '../../../coprocessor/machine/vectors.ts'
import { parameters } from '../../../coprocessor/parameters.ts'

/** All zeros at first. */
function byteMemory(): ModelMemory {
  const bytes = new Map<number, number>()
  return { read: (a, n) => Uint8Array.from({ length: n }, (_, i) => bytes.get(a + i) ?? 0), write: (a, data) => data.forEach((b, i) => bytes.set(a + i, b)) }
}

const all = vectorsOf(instructions)

describe('vectors', () => {
  for (const vector of all) {
    it(vector.name, () => {
      const unit = new UnitModel({ parameters: parameters(), memory: byteMemory(), also: instructions.map((i) => i.mnemonic) })
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
        if (step.expect === 0n && rd === 'waits') {
          // Nobody but the model's caller is there to let its watchdog run out; then the command answers.
          unit.expire(Number(step.rs1))
          expect(unit.releases().map((r) => r.value)).toEqual([0n])
          return
        }
        expect(rd, `step ${i}: ${step.mnemonic} 0x${step.rs1.toString(16)} 0x${step.rs2.toString(16)} answers ${typeof rd === 'bigint' ? statusOf(rd) ?? rd : rd}`).toBe(wanted)
      })
    })
  }

  it('reach every status of every row but `memory`', () => {
    const seen = new Set(all.flatMap((v) => v.steps).flatMap((s) => ('mnemonic' in s && typeof s.expect === 'string' && s.funct7 === undefined ? [`${s.mnemonic} ${s.expect}`] : [])))
    const wanted = instructions.flatMap((i) => [...(i.privilege === 'any' ? [] : ['privilege']), 'opcode', ...i.statuses.filter((s) => s !== 'memory')].map((s) => `${i.mnemonic} ${s}`))
    expect(wanted.filter((w) => !seen.has(w))).toEqual([])
  })

  it('a row that is left out answers `opcode`, and leaves no vector behind', () => {
    const without = vectorsOf(instructions.filter((i) => i.mnemonic !== 'opop'))
    const named = without.filter((v) => v.steps.some((s) => 'mnemonic' in s && s.mnemonic === 'opop'))
    expect(named.map((v) => v.name)).toEqual(['rows that this unit does not have'])
  })

  it('of the generated unit there are no others than those of its instructions', () => {
    expect(vectors).toEqual(vectorsOf(instructions.filter((i) => i.microcode !== undefined)))
  })
})
