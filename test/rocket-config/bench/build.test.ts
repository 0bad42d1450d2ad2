// Owns: tests of building a Rocket simulator: once for each content, and what does not fit is said before anything is built.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parameters } from '../../../coprocessor/parameters.ts'
import { buildRocket } from '../../../rocket-config/build.ts'
import type { ElaboratedRocket } from '../../../rocket-config/elaborate.ts'
import { describeUnit, descriptionFile } from '../../../rocket-config/elaborate/description.ts'
import { temporaryFolder } from '../../sim-harness/temporary-folder.ts'
import { coldBuild, elaboratedSystem, rocketSimulator } from './system.ts'

const folder = temporaryFolder()
let count = 0
/** A system that was elaborated for the default unit, as far as its description says. */
function elaboratedFor(text: string, p = parameters()): ElaboratedRocket {
  const at = join(folder, `system${count++}`)
  mkdirSync(at)
  const { interfaceHash, text: description } = describeUnit(p)
  writeFileSync(join(at, descriptionFile), description)
  writeFileSync(join(at, 'OracleSystem.v'), text)
  return { folder: at, files: [join(at, 'OracleSystem.v')], top: 'OracleSystem', interfaceHash, cached: true }
}
const cacheDir = join(folder, 'cache')
const nothingBuilt = (): void => expect(readdirSync(folder)).not.toContain('cache')

test('parameters that change the interface are named, before anything is built', async () => {
  const build = buildRocket({ elaborated: elaboratedFor(''), parameters: parameters({ addrWidth: 36, cacheableLow: 0x9000_0000n }), cacheDir })
  await expect(build).rejects.toMatchObject({
    code: 'RKT1204', exitCode: 1, help: expect.stringContaining('rocket build') as string,
    message: 'the unit is not the one that the system was elaborated for:\n  port.mem_req_addr: the system has output 40, the unit output 36\n'
      + '  parameter.addrWidth: the system has 40, the unit 36\n  parameter.cacheableLow: the system has 2147483648, the unit 2415919104',
  })
  nothingBuilt()
})

test('a system whose description is gone is told by the hash', async () => {
  const elaborated = { ...elaboratedFor(''), folder: join(folder, 'gone'), interfaceHash: 'cafe' }
  await expect(buildRocket({ elaborated, parameters: parameters(), cacheDir })).rejects.toMatchObject({ code: 'RKT1204', message: expect.stringMatching(/port\.rocc_busy: the system has none, the unit output 1/) as string })
  nothingBuilt()
})

test('files that are gone, and text that is no such system', async () => {
  const gone = elaboratedFor('')
  await expect(buildRocket({ elaborated: { ...gone, files: [join(folder, 'none.v')] }, parameters: parameters(), cacheDir })).rejects.toMatchObject({ code: 'RKT1203', message: expect.stringContaining('none.v: ENOENT') as string })
  await expect(buildRocket({ elaborated: elaboratedFor('module other(\n  input clock\n);\nendmodule\n'), parameters: parameters(), cacheDir })).rejects.toMatchObject({ code: 'RKT1204', message: expect.stringContaining('no instance tile.oracle.unit') as string })
  nothingBuilt()
})

test('a name inside Rocket that is not there is named before anything is built; the same content is built once', { timeout: coldBuild }, async () => {
  const there = await elaboratedSystem('small'), text = readFileSync(there.files.find((f) => f.endsWith('OracleSystem.v'))!, 'utf8')
  const build = buildRocket({ elaborated: elaboratedFor(text.replaceAll('s2_sc_fail', 's2_renamed')), parameters: parameters(), cacheDir })
  await expect(build).rejects.toMatchObject({ code: 'RKT1203', message: expect.stringMatching(/tile\.dcache\.s2_sc_fail for its output hart_store_valid, but .*module DCache.* has no signal `s2_sc_fail`/) as string })
  nothingBuilt()

  const first = await rocketSimulator('small'), again = await rocketSimulator('small')
  expect(again).toEqual({ ...first, cached: true })
})

test('a tool that is missing is exit code 3 with what to install', { timeout: coldBuild }, async () => {
  const elaborated = await elaboratedSystem('small'), path = process.env['PATH']
  process.env['PATH'] = folder
  try {
    await expect(buildRocket({ elaborated, parameters: parameters(), cacheDir, waves: 'fst' })).rejects.toMatchObject({
      code: 'RKT1201', exitCode: 3, message: 'verilator is not on this machine', help: 'apt-get install --no-install-recommends verilator make g++ zlib1g-dev',
    })
  } finally {
    process.env['PATH'] = path
  }
  nothingBuilt()
})
