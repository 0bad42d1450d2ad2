// Owns: that the emitted unit is clean in the newer Verilator that cocotb wants, beside Debian's, which the other tests ask.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { unitFiles } from '../../../coprocessor/output/unit-files.ts'
import { parseParameters } from '../../../coprocessor/parameter-text.ts'
import { packagedVerilator } from '../../support/cocotb.ts'
import { inFolder } from '../../support/lint-verilog.ts'

const verilator = packagedVerilator(), here = existsSync(verilator)
/** Its exit code and all that it has to say. */
const run = (args: readonly string[], folder?: string) => {
  const { status, stdout, stderr, error } = spawnSync(verilator, args, { encoding: 'utf8', ...(folder === undefined ? {} : { cwd: folder }) })
  return { status, said: error === undefined ? stdout + stderr : error.message }
}
const units: readonly (readonly string[])[] = [
  [], ['slots=1'], ['slots=16'],
  ['slots=1', 'addrWidth=33', 'loadsInFlight=2', 'chunkBytes=8', 'txDepth=2', 'rxDepth=2', 'quiet=0'], ['slots=3', 'loadsInFlight=16', 'chunkBytes=256', 'txDepth=256', 'rxDepth=5'],
]

describe.skipIf(!here)(`Verilator 5.052${here ? '' : ' (skipped: there is none: npm run setup)'}`, () => {
  test('it is that one', () => expect(run(['--version']).said).toMatch(/^Verilator 5\.052 /))

  test.each(units.map((settings) => ({ settings, title: settings.length === 0 ? 'the default unit' : settings.join(' ') })))('has nothing to say about $title', ({ settings }) => {
    const { all, metadata } = unitFiles(parseParameters(settings))
    const kinds = { verilog: metadata.files, system: metadata.files.map((name) => `sv/${name.replace(/v$/, 'sv')}`) }
    for (const names of Object.values(kinds)) {
      // A folder for each kind: no file of the other is found instead.
      const files = names.map((name) => ({ file: name.replace(/^sv\//, ''), text: all.find((f) => f.name === name)!.text }))
      const seen = inFolder(files, (folder) => run(['--lint-only', '-Wall', '--quiet', '--assert', '--top-module', 'oracle_unit', ...files.map((f) => f.file)], folder))
      expect([dirname(names[0]!), seen]).toEqual([dirname(names[0]!), { status: 0, said: '' }])
    }
  })

  test('and it would say something', () => {
    const file = { file: 'm.v', text: 'module m (input wire [3:0] a, output wire [2:0] b);\n  assign b = a;\nendmodule\n' }
    expect(inFolder([file], (folder) => run(['--lint-only', '-Wall', '--quiet', 'm.v'], folder)).said).toContain('WIDTHTRUNC')
  })
})
