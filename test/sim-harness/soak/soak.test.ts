// Owns: soak programs: the same from the same seed, written down and read again, shrunk, and 2,000 of them on the simulated unit.
import { describe, expect, it } from 'vitest'
import { CoverageCount } from '../../../sim-harness/soak/coverage.ts'
import { generateProgram } from '../../../sim-harness/soak/generate.ts'
import { programOf, programText, type SoakProgram } from '../../../sim-harness/soak/program.ts'
import { runProgram } from '../../../sim-harness/soak/run-program.ts'
import { shrinkProgram } from '../../../sim-harness/soak/shrink.ts'
import { wasmDrivers } from '../../../sim-harness/soak/wasm-drivers.ts'
import { FakeUnit } from '../observer/fake-unit.ts'

describe('soak programs', () => {
  it('are the same from the same seed, and come back from their text', () => {
    for (let seed = 1; seed < 30; seed++) {
      const program = generateProgram(seed)
      expect(programText(generateProgram(seed))).toBe(programText(program))
      expect(programOf(programText(program))).toEqual(program)
    }
    expect(() => programOf('{"seed": 1}')).toThrow('parameters')
  })

  it('shrink to the steps that matter', async () => {
    const program = generateProgram(11, 40)
    const matters = (p: SoakProgram) => p.steps.filter((s) => s.do === 'command' && s.mnemonic === 'ostart').length >= 2
    expect(matters(program)).toBe(true)
    const small = await shrinkProgram(program, (p) => Promise.resolve(matters(p)))
    expect([small.steps.length, small.answers, small.memory, small.stalls]).toEqual([2, [], 0, 0])
  })

  it('shrink a fault of a unit to a program that still shows it', async () => {
    const fails = async (p: SoakProgram): Promise<boolean> => {
      const faults = { parameters: { yieldSymbol: 0xfe } }
      return runProgram(p, async (s) => new FakeUnit({ ...s, faults })).then(() => false, () => true)
    }
    let seed = 1
    while (!await fails(generateProgram(seed))) seed++
    const small = await shrinkProgram(generateProgram(seed), fails, 80)
    expect(await fails(small)).toBe(true)
    expect(small.steps.length).toBeLessThan(generateProgram(seed).steps.length)
  }, 60_000)

  it('run on the simulated unit without a difference, 2,000 of them, and reach all there is', async () => {
    const drivers = wasmDrivers()
    const count = new CoverageCount()
    for (let seed = 1; seed <= 2000; seed++) {
      try {
        count.add(await runProgram(generateProgram(seed), drivers.create))
      } catch (error) {
        throw new Error(`npm run soak -- --seed ${seed} --programs 1 shows, shrunk: ${(error as Error).message}`, { cause: error })
      }
    }
    const { codes, statuses, causes, microcode } = count.coverage(drivers.executed)
    expect([codes.missing, statuses.missing, causes.missing, microcode.missing]).toEqual([[], [], [], []])
    expect([count.queries > 5000, count.several > 500, count.causes.get('memory')! > 50]).toEqual([true, true, true])
  }, 600_000)
})
