// Owns: that the cocotb benches pass: each of their tests is a test here, on Icarus and on Verilator, and on a unit with other parameters.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { parseParameters } from '../../../coprocessor/parameter-text.ts'
import { oracleUnit } from '../../../coprocessor/unit/oracle-unit.ts'
import { elaborate } from '../../../rtl-gen/dsl/index.ts'
import { benchModules, emitInto, missingForCocotb, runBenches, skippedFor, testsOf, type BenchOutcome, type CocotbSimulator } from '../../support/cocotb.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()
/** Everything that can be small is small, and symbols and range are others. */
const small = [
  'slots=2', 'addrWidth=34', 'cacheableLow=0x100000000', 'cacheableHigh=0x100100000', 'yieldSymbol=0xc0', 'recordMarks=0xc1,0xf5,0xf6', 'loadsInFlight=2', 'burst=64', 'quiet=40',
  'memoryCycles=4096', 'chunkBytes=16', 'txDepth=2', 'rxDepth=2',
]
const runs: readonly { readonly title: string; readonly name: string; readonly simulator: CocotbSimulator; readonly settings: readonly string[]; readonly modules: readonly string[] }[] = [
  { title: 'the unit in Icarus', name: 'plain', simulator: 'icarus', settings: [], modules: benchModules },
  { title: 'the unit in Verilator', name: 'plain', simulator: 'verilator', settings: [], modules: benchModules },
  // A run of the command line has default parameters.
  { title: 'a small unit in Icarus', name: 'small', simulator: 'icarus', settings: small, modules: benchModules.filter((m) => m !== 'test_bridge') },
]

describe.each(runs)('$title', ({ name, simulator, settings, modules }) => {
  const missing = missingForCocotb(simulator)
  let outcome: BenchOutcome = { results: [], log: '' }
  beforeAll(async () => {
    if (missing.length > 0) return
    const unit = join(folder, name), p = parseParameters(settings)
    if (!existsSync(join(unit, 'oracle.json'))) emitInto(unit, elaborate(oracleUnit(p)), p)
    outcome = await runBenches({ unit, simulator, modules, results: folder })
  }, 600_000)

  if (simulator === 'verilator') test.skipIf(missing.length > 0)('it is the Verilator of the set-up', () => expect(outcome.log).toContain('Running on Verilator version 5.052'))

  test.skipIf(missing.length > 0).for(modules.flatMap(testsOf))(`%s${skippedFor(missing)}`, (testName, context) => {
    const found = outcome.results.find((r) => r.name === testName)
    if (found === undefined) throw new Error(`it was not run:\n${outcome.log.split('\n').slice(-60).join('\n')}`)
    context.skip(found.outcome === 'skipped', 'not for a unit with these parameters')
    expect([found.outcome, found.words]).toEqual(['passed', ''])
  })
})

test('a module is not forgotten, and neither is a test', () => {
  expect(benchModules).toEqual(['test_boot', 'test_bridge', 'test_link', 'test_memory', 'test_o_mode', 'test_random', 'test_slots', 'test_storm'])
  for (const module of benchModules) expect(testsOf(module).length).toBeGreaterThan(1)
})
