// Owns: tests of what a verilated simulator counts of its run, and of assertions that it keeps.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bit, elaborate, input, module, output, register, uint } from '../../../rtl-gen/dsl/index.ts'
import { openEngine } from '../../../sim-harness/engines/open-engine.ts'
import { isCoverageFile, verilatorCoverage } from '../../../sim-harness/engines/verilator/coverage.ts'
import type { VerilatorEngine } from '../../../sim-harness/engines/verilator/verilator-engine.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const design = elaborate(module('lift', { up: input(bit), floor: output(uint(3)), at: register(uint(3), 0) }, ({ up, at }, { assign, when }) => [
  assign({ floor: at }),
  when(up, { at: at.add(1) }).elseWhen(at.ne(0), { at: at.sub(1) }),
]))

describe('coverage', { timeout: 120_000 }, () => {
  const folder = temporaryFolder()

  test('a line that the run did not reach is told, and one that it did; more is never less', async () => {
    const report = async (up: number) => {
      const coverageFile = join(folder, 'coverage.dat'), engine = await openEngine('verilator', design, { buildDir: join(folder, 'build'), coverageFile })
      await engine.run(Uint32Array.of(up), 3)
      if (up === 1) await engine.run(Uint32Array.of(0), 3)
      await engine.close()
      return await verilatorCoverage({ binary: (engine as VerilatorEngine).binary, data: coverageFile })
    }
    const some = await report(0), more = await report(1), text = (r: typeof some) => r.files.find((f) => f.name === 'annotated/lift.v')!.text
    expect([some.of === more.of, some.reached < more.reached, more.reached <= more.of]).toEqual([true, true, true])
    expect(text(some)).toMatch(/^%0+\t.*at <= at \+/m)
    expect(text(more)).toMatch(/^ 0*3\t.*at <= at \+/m)
    expect(more.files.map((f) => f.name)).toEqual(['coverage.dat', 'coverage.info', 'annotated/lift.v'])
    expect(more.files.every((f) => isCoverageFile(f.name, f.text))).toBe(true)
    expect(isCoverageFile('annotated/lift.v', 'module lift; endmodule')).toBe(false)
    expect(readdirSync(folder).sort()).toEqual(['build', 'coverage.dat'])
  })
})

describe('assertions', { timeout: 120_000 }, () => {
  const buildDir = temporaryFolder()
  const watched = elaborate(module('watched', { up: input(bit), floor: output(uint(3)), at: register(uint(3), 0) }, ({ up, at }, { assign, when, assert }) => [
    assign({ floor: at }),
    when(up, { at: at.add(1) }),
    assert('below_six', at.lt(6)),
  ]))

  test.each(['wasm', 'verilator'] as const)('one that is broken ends the run on %s, with its label', async (name) => {
    const engine = await openEngine(name, watched, { buildDir })
    try {
      await engine.run(Uint32Array.of(1), 5)
      await expect((async () => await engine.run(Uint32Array.of(1), 5))()).rejects.toThrow('below_six')
    } finally {
      await engine.close()
    }
  })
})
