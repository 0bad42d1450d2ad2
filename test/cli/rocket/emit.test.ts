// Owns: checks of `archnights rocket emit`: the whole system is there, the list and the description agree with the Verilog, and nothing of one machine is in it.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { unitFiles } from '../../../coprocessor/output/unit-files.ts'
import { parameters } from '../../../coprocessor/parameters.ts'
import { archnights, withFolder } from '../command.ts'
import { canRunRocket, simulator } from '../../support/rocket.ts'
import { coldBuild } from './programs.ts'

interface System {
  readonly top: string; readonly config: string; readonly isa: string; readonly files: readonly string[]; readonly ports: readonly { name: string; dir: string; width: number }[]
  readonly unit: string; readonly memoryMap: { memory: { base: number; size: number } }; readonly sourceHash: string
}

test('a place that cannot be written is found out before anything is elaborated', () => withFolder(async (folder) => {
  writeFileSync(join(folder, 'file'), 'mine')
  const { code, stdout } = await archnights('rocket', 'emit', '--out', join(folder, 'file'), '--cache', join(folder, 'cache'), '--json')
  expect([code, (JSON.parse(stdout) as { error: { code: string } }).error.code]).toEqual([2, 'CLI2006'])
  expect(readdirSync(folder)).toEqual(['file'])
}))

test('--chipyard writes the generator folder, with no tool and no --config', () => withFolder(async (folder) => {
  const out = join(folder, 'generators', 'archnights')
  const { code, stdout, stderr } = await archnights('rocket', 'emit', '--chipyard', '--out', out, '--set', 'slots=2', '--json')
  expect([code, stderr.includes('error')]).toEqual([0, false])
  const { files } = JSON.parse(stdout) as { files: string[] }
  expect(readdirSync(out, { recursive: true, withFileTypes: true }).filter((e) => e.isFile()).map((e) => relative(out, join(e.parentPath, e.name))).sort()).toEqual([...files].sort())
  expect(files).toEqual(expect.arrayContaining(['README.md', 'build.sbt', 'src/main/scala/archnights/WithOracle.scala', 'software/oracle.h']))
  expect(readFileSync(join(out, 'software', 'oracle.h'), 'utf8')).toMatch(/#define ORACLE_SLOTS +2 /)
  // Again, over its own files; but not over somebody's, unless it is told to.
  const again = () => archnights('rocket', 'emit', '--chipyard', '--out', out, '--set', 'slots=3')
  expect((await again()).code).toBe(0)
  writeFileSync(join(out, 'build.sbt'), 'name := "mine"\n')
  const refused = await archnights('rocket', 'emit', '--chipyard', '--out', out)
  expect([refused.code, refused.stderr.split('\n')[0]]).toEqual([2, `error CLI2042: ${join(out, 'build.sbt')} is there, and was not written by \`archnights emit\``])
  expect([readFileSync(join(out, 'build.sbt'), 'utf8'), readFileSync(join(out, 'software', 'oracle.h'), 'utf8')]).toEqual(['name := "mine"\n', expect.stringMatching(/#define ORACLE_SLOTS +3 /)])
  expect((await archnights('rocket', 'emit', '--chipyard', '--out', out, '--force')).code).toBe(0)
  expect(readFileSync(join(out, 'build.sbt'), 'utf8')).toContain('archnights')
  const both = await archnights('rocket', 'emit', '--chipyard', '--config', 'small', '--out', out)
  expect([both.code, both.stderr.split('\n')[0]]).toEqual([2, 'error CLI2009: --chipyard has no --config: Chipyard brings its own'])
}))

describe.skipIf(!canRunRocket)('rocket emit', () => {
  beforeAll(() => simulator('small'), coldBuild)

  test('writes the system and the unit, a list in order, and a description that agrees with the Verilog', () => withFolder(async (folder) => {
    const out = join(folder, 'system')
    const { code, stdout } = await archnights('rocket', 'emit', '--out', out, '--json')
    expect(code).toBe(0)
    const read = (name: string) => readFileSync(join(out, name), 'utf8')
    const system = JSON.parse(read('OracleSystem.json')) as System
    expect(system).toMatchObject({ top: 'OracleSystem', config: 'small', isa: 'rv64imac', unit: 'tile.oracle.unit', memoryMap: { memory: { base: 0x8000_0000, size: 0x8000_0000 } } })
    const unit = unitFiles(parameters())
    for (const { name, text } of unit.all) expect([name, read(name) === text]).toEqual([name, true])
    expect(readdirSync(out, { recursive: true, withFileTypes: true }).filter((e) => e.isFile()).map((e) => join(e.parentPath, e.name).slice(out.length + 1)).sort()).toEqual([...new Set([...unit.all.map((f) => f.name), ...system.files, 'OracleSystem.f', 'OracleSystem.json'])].sort())
    expect(JSON.parse(stdout)).toMatchObject({ top: 'OracleSystem', config: 'small', sourceHash: system.sourceHash, files: expect.arrayContaining(readdirSync(out, { withFileTypes: true }).filter((e) => e.isFile()).map((e) => e.name)) })
    expect(read('OracleSystem.f')).toBe(system.files.map((name) => `${name}\n`).join(''))
    // Modules are used in files behind the one that has them; the top stands last.
    expect(system.files.at(-1)).toBe('OracleSystem.v')
    const hash = createHash('sha256')
    for (const name of system.files) hash.update(`${name}\0${read(name)}\0`)
    expect(system.sourceHash).toBe(hash.digest('hex'))
    // By hand, from the unit's ports: the link leaves the tile under its own names.
    const port = (name: string) => system.ports.find((p) => p.name === name)
    expect([port('clock'), port('link_0_tx_tdata'), port('link_0_tx_tready'), port('link_0_rx_tkeep')]).toEqual([
      { name: 'clock', dir: 'input', width: 1 }, { name: 'link_0_tx_tdata', dir: 'output', width: 64 }, { name: 'link_0_tx_tready', dir: 'input', width: 1 }, { name: 'link_0_rx_tkeep', dir: 'input', width: 8 },
    ])
    for (const name of [...unit.all.map((f) => f.name), ...system.files, 'OracleSystem.json']) expect([name, /\/(home|root|tmp|work|Users)\//.test(read(name))]).toEqual([name, false])
    // Its own files are written over, and nobody else's.
    expect((await archnights('rocket', 'emit', '--out', out)).code).toBe(0)
    writeFileSync(join(out, 'OracleSystem.v'), '// by hand\n')
    writeFileSync(join(out, 'OracleSystem.json'), '{}\n')
    const refused = await archnights('rocket', 'emit', '--out', out)
    expect([refused.code, refused.stderr.split('\n')[0]]).toEqual([2, `error CLI2042: ${join(out, 'OracleSystem.v')}, ${join(out, 'OracleSystem.json')} are there, and were not written by \`archnights emit\``])
    expect(read('OracleSystem.v')).toBe('// by hand\n')
    expect((await archnights('rocket', 'emit', '--out', out, '--force')).code).toBe(0)
    // Every module that is used is there.
    const lint = spawnSync('verilator', ['--lint-only', '-Wno-fatal', '-Wno-lint', '-Wno-style', '--top-module', 'OracleSystem', '-f', 'OracleSystem.f'], { cwd: out, encoding: 'utf8' })
    expect([lint.status, lint.stderr.split('\n').filter((line) => line.startsWith('%Error'))]).toEqual([0, []])
  }))

  test('twice the same: the second time nothing is elaborated', async () => {
    const { code, stdout } = await archnights('rocket', 'build', '--json')
    expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ config: 'small', elaborated: false })])
    const again = await archnights('rocket', 'build', '--json')
    expect(JSON.parse(again.stdout)).toMatchObject({ config: 'small', waves: null, elaborated: false, built: false })
  })
})
