// Owns: checks of `archnights emit`: what it writes, that the same input gives the same bytes, that the metadata agrees with the Verilog.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { unitFiles } from '../../coprocessor/output/unit-files.ts'
import { parameters } from '../../coprocessor/parameters.ts'
import { cocotbFiles } from '../../sim-harness/cocotb/package-files.ts'
import { archnights, withFolder } from './command.ts'

interface Metadata {
  readonly top: string; readonly files: readonly string[]; readonly parameters: Readonly<Record<string, unknown>>
  readonly ports: readonly { name: string; dir: string; width: number }[]; readonly isa: readonly { mnemonic: string; funct7: number; funct3: number }[]; readonly sourceHash: string
  readonly artifacts: readonly string[]
}
const everyFile = (folder: string) => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((e) => e.isFile()).map((e) => join(e.parentPath, e.name).slice(folder.length + 1)).sort()
const contents = (folder: string) => Object.fromEntries(everyFile(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
const metadataOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'oracle.json'), 'utf8')) as Metadata

describe('emit', () => {
  test('writes one module a file, in Verilog and SystemVerilog with source maps, FIRRTL, the lists, the metadata and the header, and says so', () => withFolder(async (folder) => {
    const out = join(folder, 'rtl')
    const { code, stdout, stderr } = await archnights('emit', '--out', out)
    expect([code, stderr]).toEqual([0, ''])
    const { top, files, ports, isa, sourceHash, artifacts } = metadataOf(out)
    expect(top).toBe('oracle_unit')
    const system = files.map((name) => `sv/${name.replace(/v$/, 'sv')}`)
    const python = cocotbFiles(parameters(), unitFiles(parameters()).metadata).map((f) => f.name)
    expect(python).toContain('cocotb/archnights_cocotb/unit.py')
    const wanted = [...files, 'oracle_unit.f', ...system, 'sv/oracle_unit.f', 'fir/oracle_unit.fir', ...[...files, ...system].map((name) => `${name}.map`), ...python, 'oracle.json', 'oracle.h']
    // Memories with first words are files of their own beside the FIRRTL.
    const withoutWords = (names: readonly string[]) => names.filter((name) => !name.endsWith('.hex'))
    expect(withoutWords(everyFile(out))).toEqual([...wanted].sort())
    expect(withoutWords(stdout.trim().split('\n'))).toEqual(wanted.map((name) => `${out}/${name}`))
    expect(artifacts).toEqual(everyFile(out).filter((name) => !['oracle.json', 'oracle.h'].includes(name)).sort((a, b) => artifacts.indexOf(a) - artifacts.indexOf(b)))
    expect(readFileSync(join(out, 'oracle_unit.f'), 'utf8')).toBe(files.map((name) => `${name}\n`).join(''))
    // Those that are used stand before those that use them.
    expect(files.at(-1)).toBe('oracle_unit.v')
    for (const name of files) expect(readFileSync(join(out, name), 'utf8').match(/^module (\w+)/gm)).toEqual([`module ${name.replace('.v', '')}`])
    // The hash, computed again by its definition.
    const hash = createHash('sha256')
    for (const name of files) hash.update(`${name}\0${readFileSync(join(out, name), 'utf8')}\0`)
    expect(sourceHash).toBe(hash.digest('hex'))
    expect(isa.find((i) => i.mnemonic === 'oenter')).toMatchObject({ funct7: 0x23, funct3: 7, opcode: 0x0b, rs1: 'slot', rs2: 'budget', waits: true, built: true })
    // Ports as in the Verilog: name, direction, width.
    const text = readFileSync(join(out, 'oracle_unit.v'), 'utf8')
    const declared = [...text.slice(0, text.indexOf(');')).matchAll(/^\s*(input|output)\s+(?:wire|reg)?\s*(?:\[(\d+):0\])?\s*(\w+)/gm)]
    expect(declared.map(([, dir, high, name]) => ({ name, dir, width: high === undefined ? 1 : Number(high) + 1 }))).toEqual(ports)
  }))

  test('twice the same bytes, also over an earlier result, and no path of this machine in them', () => withFolder(async (folder) => {
    const [a, b] = [join(folder, 'a'), join(folder, 'b')]
    await archnights('emit', '--out', a)
    await archnights('emit', '--out', b)
    await archnights('emit', '--out', b)
    expect(contents(b)).toEqual(contents(a))
    for (const text of Object.values(contents(a))) expect(text).not.toMatch(/\/(home|root|tmp|work|Users)\//)
  }))

  test('--set reaches the unit, its metadata and its header; --json tells the same', () => withFolder(async (folder) => {
    const { code, stdout } = await archnights('emit', '--out', join(folder, 'rtl'), '--set', 'slots=2', '--set', 'recordMarks=0xf5,0xf6,0xf7', '--json')
    expect(code).toBe(0)
    const told = JSON.parse(stdout) as { top: string; files: string[]; sourceHash: string }
    const { parameters, sourceHash } = metadataOf(join(folder, 'rtl'))
    expect(parameters).toMatchObject({ slots: 2, recordMarks: [0xf5, 0xf6, 0xf7], chunkBytes: 256 })
    expect(told).toMatchObject({ top: 'oracle_unit', sourceHash })
    expect(told.files).toContain('oracle_unit.v')
    expect(readFileSync(join(folder, 'rtl', 'oracle.h'), 'utf8')).toMatch(/#define ORACLE_SLOTS +2 /)
    await archnights('emit', '--out', join(folder, 'plain'))
    expect(metadataOf(join(folder, 'plain')).sourceHash).not.toBe(sourceHash)
  }))

  test('what cannot be written is exit code 2, and nothing is there', () => withFolder(async (folder) => {
    for (const out of ['/proc/archnights/rtl', '/dev/null', '/dev/null/rtl']) {
      const { code, stdout, stderr } = await archnights('emit', '--out', out)
      expect([out, code, stdout]).toEqual([out, 2, ''])
      expect(stderr).toMatch(/^error CLI2006: cannot write /)
      expect(existsSync(join(out, 'oracle.json'))).toBe(false)
    }
    expect(readdirSync(folder)).toEqual([])
  }))
})
