// Owns: tests that a unit which does not fit the core is refused before anything is built, with a sentence that names what and what to do. Java runs; nothing is elaborated.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { parameters } from '../../../coprocessor/parameters.ts'
import { rocketConfigs } from '../../../rocket-config/configs.ts'
import { elaborateRocket } from '../../../rocket-config/elaborate.ts'
import { describeUnit } from '../../../rocket-config/elaborate/description.ts'
import { temporaryFolder } from '../../sim-harness/temporary-folder.ts'
import { cacheDir, canElaborate, coldBuild, missingTools, scala } from './scala.ts'

const good = describeUnit(parameters()).text
/** One line of a description, changed. */
const line = (key: string, value: string) => {
  const entry = new RegExp(`^${key.replaceAll('.', '\\.')}=.*$`, 'm')
  if (!entry.test(good)) throw new Error(`${key} is no entry`)
  return good.replace(entry, `${key}=${value}`)
}
const ports = /^ports=(.*)$/m.exec(good)![1]!
const range = (low: bigint, high: bigint) => line('parameter.cacheableLow', String(low)).replace(/^parameter\.cacheableHigh=.*$/m, `parameter.cacheableHigh=${high}`)

/** Name, description, what must be found: all of it, in this order. */
const cases: readonly [string, string, readonly (string | RegExp)[]][] = [
  ['the unit itself', good, []],
  ['a narrower tag', line('port.mem_req_tag', 'output 5').replace('port.mem_resp_tag=input 6', 'port.mem_resp_tag=input 5'), []],
  ['a port that is missing', line('ports', ports.replace(' rocc_busy', '')), [/^the unit has no port rocc_busy \(output, 1 bits\): emit /]],
  ['a port too many', `${line('ports', `${ports} rocc_debug`)}port.rocc_debug=output 3\n`, [/^the unit has a port rocc_debug \(output, 3 bits\) that the wrapper does not connect: emit /]],
  ['a port twice', line('ports', `${ports} rocc_busy`), [/^port rocc_busy is described twice/]],
  ['another width', line('port.rocc_cmd_rd', 'input 4'), [/^port rocc_cmd_rd has 4 bits, the wrapper needs 5: emit /]],
  ['an address of another width than its parameter', line('port.mem_req_addr', 'output 36'), [/^port mem_req_addr has 36 bits, the wrapper needs 40/]],
  ['another direction', line('port.rocc_exception', 'output 1'), [/^port rocc_exception is an output of the unit, the wrapper needs an input: emit /]],
  ['another link', line('port.link_tx_tdata', 'output 32'), [/^port link_tx_tdata has 32 bits, the wrapper needs 64/]],
  ['a tag of 7 bits', line('port.mem_req_tag', 'output 7').replace('port.mem_resp_tag=input 6', 'port.mem_resp_tag=input 7'),
    [/^port mem_req_tag has 7 bits, this core brings 6 tag bits back, and a wider tag would hang/, /^port mem_resp_tag has 7 bits/]],
  ['tags that differ', line('port.mem_req_tag', 'output 5'), [/^ports mem_req_tag and mem_resp_tag have 5 and 6 bits/]],
  ['a unit for 32-bit registers', line('port.rocc_resp_data', 'output 32'), [/^port rocc_resp_data has 32 bits, this core's registers have 64: take a core with RV32/]],
  ['a range that begins before main memory', range(0x7fff_f000n, 0x9000_0000n),
    [/^the cacheable range 0x7ffff000 to 0x90000000 of the unit is not inside main memory 0x80000000 to 0x100000000.*set cacheableLow to 0x80000000 or above/]],
  ['a range that ends behind main memory', range(0x8000_0000n, 0x1_0000_1000n),
    [/^the cacheable range 0x80000000 to 0x100001000 .*set .*cacheableHigh to 0x100000000 or below/, /beyond this core's 32-bit physical addresses: set cacheableHigh to 0x100000000 or below/]],
  ['an opcode of another instruction', line('opcode', '51'), [/^opcode 0x33 is none of 0x0b, 0x2b, 0x5b, 0x7b \(custom-0 to custom-3\)/]],
  ['several things at once', line('port.rocc_cmd_rd', 'input 4').replace('opcode=11', 'opcode=51'), [/^port rocc_cmd_rd/, /^opcode/]],
  ['another layout of the file', line('format', '2'), [/has format 2, this wrapper reads format 1: take both from the same version/]],
  ['a link of another kind', line('link', 'wire'), [/`link` is `wire`, it must be `pins` or `dpi`/]],
  ['an entry that is missing', good.replace(/^opcode=.*\n/m, ''), [/has no entry `opcode`: emit the unit again/]],
  ['a number that is none', line('parameter.cacheableLow', '0x80000000'), [/`parameter.cacheableLow` is `0x80000000`, it must be a decimal number/]],
  ['a width that is none', line('port.rocc_busy', 'output 0'), [/`port.rocc_busy` must be `input WIDTH` or `output WIDTH`/]],
]

describe.skipIf(!canElaborate)(`a unit and a core${canElaborate ? '' : ` (skipped: ${missingTools.join(', ')} missing)`}`, () => {
  const folder = temporaryFolder()
  let said = ''
  beforeAll(async () => {
    cases.forEach(([, text], i) => writeFileSync(join(folder, String(i)), text))
    said = await scala(['archnights.Fit', 'SmallConfig', ...cases.map((_, i) => String(i))], folder)
  }, coldBuild)
  const findings = (i: number) => said.split('\n').filter((l) => l.startsWith(`${i}: `)).map((l) => l.slice(`${i}: `.length))

  test.each(cases.map(([name, , wanted], i) => [name, i, wanted] as const))('%s', (_, i, wanted) => {
    const found = findings(i)
    if (wanted.length === 0) {
      expect(found).toEqual(['fits'])
      return
    }
    expect(found.map((f) => f.replace(/^misfit: /, ''))).toEqual(wanted.map((w) => expect.stringMatching(w) as string))
  })

  test('the unit fits every configuration', async () => {
    writeFileSync(join(folder, 'good'), good)
    for (const { scala: config } of rocketConfigs) expect(await scala(['archnights.Fit', config, 'good'], folder)).toBe('good: fits')
  }, coldBuild)

  test('elaborateRocket says it, and keeps nothing', async () => {
    await expect(elaborateRocket({ config: 'small', parameters: parameters({ cacheableHigh: 0x2_0000_0000n }), cacheDir })).rejects.toMatchObject({
      code: 'RKT1004', exitCode: 2, message: expect.stringMatching(/does not fit this core:\n {2}the cacheable range 0x80000000 to 0x200000000 .*main memory.*\n.*32-bit physical/) as string,
    })
  }, coldBuild)
})
