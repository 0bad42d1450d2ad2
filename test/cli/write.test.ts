// Owns: checks of writing results: whole or not at all, other files untouched, nothing temporary left.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CliError } from '../../cli/failure.ts'
import { checkFolder, inPieces, pendingFile, writeFolder } from '../../cli/write.ts'
import { withFolder } from './command.ts'

const refused = (work: () => void): string => {
  try {
    work()
  } catch (error) {
    if (error instanceof CliError) return `${error.code} ${error.message}`
    throw error
  }
  return 'taken'
}
const metadata = (...files: string[]) => ({ name: 'oracle.json', text: JSON.stringify({ files }) })

describe('writeFolder', () => {
  test('makes the folder and its parents, with the permissions of any new folder', () => withFolder((folder) => {
    writeFolder(join(folder, 'a', 'b'), [{ name: 'x.v', text: 'x' }])
    mkdirSync(join(folder, 'plain'))
    expect(readFileSync(join(folder, 'a', 'b', 'x.v'), 'utf8')).toBe('x')
    expect(statSync(join(folder, 'a', 'b')).mode).toBe(statSync(join(folder, 'plain')).mode)
    expect(readdirSync(join(folder, 'a'))).toEqual(['b'])
  }))

  test('a second time: what it wrote before and does not write now goes, the files of others stay', () => withFolder((folder) => {
    const place = join(folder, 'rtl')
    writeFolder(place, [{ name: 'old.v', text: '1' }, { name: 'both.v', text: '1' }, metadata('old.v', 'both.v')])
    writeFileSync(join(place, 'mine.txt'), 'mine')
    writeFolder(place, [{ name: 'both.v', text: '2' }, { name: 'new.v', text: '2' }, metadata('both.v', 'new.v')])
    expect(readdirSync(place).sort()).toEqual(['both.v', 'mine.txt', 'new.v', 'oracle.json'])
    expect([readFileSync(join(place, 'both.v'), 'utf8'), readFileSync(join(place, 'mine.txt'), 'utf8')]).toEqual(['2', 'mine'])
  }))

  test('a system over a unit takes away what both listed before; a unit over a system leaves the system', () => withFolder((folder) => {
    const system = (...files: string[]) => [{ name: 'OracleSystem.json', text: JSON.stringify({ files }) }, ...files.map((name) => ({ name, text: name }))]
    writeFolder(folder, [metadata('oracle_unit.v', 'old_part.v'), { name: 'oracle_unit.v', text: '1' }, { name: 'old_part.v', text: '1' }])
    writeFolder(folder, [metadata('oracle_unit.v'), ...system('oracle_unit.v', 'OracleSystem.v', 'plusarg_reader.v')])
    expect(readdirSync(folder).sort()).toEqual(['OracleSystem.json', 'OracleSystem.v', 'oracle.json', 'oracle_unit.v', 'plusarg_reader.v'])
    writeFolder(folder, [metadata('oracle_unit.v'), ...system('oracle_unit.v', 'OracleSystem.v')])
    writeFolder(folder, [metadata('oracle_unit.v'), { name: 'oracle_unit.v', text: '2' }])
    expect(readdirSync(folder).sort()).toEqual(['OracleSystem.json', 'OracleSystem.v', 'oracle.json', 'oracle_unit.v'])
  }))

  test('metadata that was tampered with cannot make it remove files elsewhere', () => withFolder((folder) => {
    const place = join(folder, 'rtl')
    writeFileSync(join(folder, 'precious'), '')
    writeFolder(place, [metadata('../precious')])
    writeFolder(place, [metadata()])
    expect(existsSync(join(folder, 'precious'))).toBe(true)
  }))

  test('a file in the way', () => withFolder((folder) => {
    writeFileSync(join(folder, 'file'), 'mine')
    expect(refused(() => writeFolder(join(folder, 'file'), []))).toMatch(/^CLI2006 cannot write .*: it is not a folder$/)
    expect(refused(() => writeFolder(join(folder, 'file', 'deep'), []))).toMatch(/^CLI2006 cannot write .*: a part of its path is not a folder$/)
    expect(readdirSync(folder)).toEqual(['file'])
  }))

  test('a folder in the place of a file: everything is put back as it was', () => withFolder((folder) => {
    const place = join(folder, 'rtl')
    writeFolder(place, [{ name: 'a.v', text: '1' }])
    mkdirSync(join(place, 'sub'))
    // A file cannot hold another: staging fails before anything moved.
    expect(refused(() => writeFolder(place, [{ name: 'a.v', text: '2' }, { name: 'a.v/such.v', text: '2' }]))).toMatch(/^CLI2006/)
    expect(readdirSync(place).sort()).toEqual(['a.v', 'sub'])
    expect(readFileSync(join(place, 'a.v'), 'utf8')).toBe('1')
  }))

  test('files in folders: whole or not at all, and nothing else in those folders is touched', () => withFolder((folder) => {
    const place = join(folder, 'generator')
    const files = (text: string) => [{ name: 'build.sbt', text }, { name: 'src/main/a.scala', text }, { name: 'src/b.v', text }]
    const all = () => readdirSync(place, { recursive: true }).map(String).filter((name) => /\.\w+$/.test(name)).sort().map((name) => [name, readFileSync(join(place, name), 'utf8')])
    writeFolder(place, files('1'))
    writeFileSync(join(place, 'src', 'mine.v'), 'mine')
    writeFolder(place, files('2'))
    const written = [['build.sbt', '2'], ['src/b.v', '2'], ['src/main/a.scala', '2'], ['src/mine.v', 'mine']]
    expect(all()).toEqual(written)
    // The last of them is in the way of a folder: what was exchanged before it comes back, and the folders that were made go.
    mkdirSync(join(place, 'other.v'))
    expect(refused(() => writeFolder(place, [...files('3'), { name: 'new/folder/c.v', text: '3' }, { name: 'other.v', text: '3' }]))).toMatch(/^CLI2006 .*other\.v: it is a folder$/)
    rmSync(join(place, 'other.v'), { recursive: true })
    expect(all()).toEqual(written)
    expect(readdirSync(place).sort()).toEqual(['build.sbt', 'src'])
  }))

  test('metadata that names files of others takes none of them away', () => withFolder((folder) => {
    mkdirSync(join(folder, 'keep.v'))
    writeFileSync(join(folder, 'mine.txt'), 'mine')
    writeFileSync(join(folder, 'oracle.json'), JSON.stringify({ files: ['keep.v', 'mine.txt', '..', 'gone.v'] }))
    writeFolder(folder, [metadata('a.v'), { name: 'a.v', text: '1' }])
    expect(readdirSync(folder).sort()).toEqual(['a.v', 'keep.v', 'mine.txt', 'oracle.json'])
  }))

  test('a folder in the place of a file is refused, and stays', () => withFolder((folder) => {
    mkdirSync(join(folder, 'a.v'))
    expect(refused(() => writeFolder(folder, [{ name: 'a.v', text: '1' }]))).toMatch(/^CLI2006 cannot write .*a\.v: it is a folder$/)
    expect(readdirSync(folder)).toEqual(['a.v'])
  }))

  test('a file in the place of a folder is bad input', () => withFolder((folder) => {
    writeFileSync(join(folder, 'x'), '')
    expect(refused(() => pendingFile(join(folder, 'x', 'y.json')))).toMatch(/^CLI2006 .*a part of its path is not a folder$/)
  }))

  test.skipIf(process.getuid?.() === 0)('a folder that may not be written', () => withFolder((folder) => {
    chmodSync(folder, 0o500)
    expect(refused(() => writeFolder(join(folder, 'rtl'), []))).toMatch(/^CLI2006 cannot write .*: it may not be written$/)
    chmodSync(folder, 0o700)
  }))

  test.skipIf(process.platform !== 'linux')('a place where nothing can be made', () => {
    expect(refused(() => writeFolder('/proc/archnights/rtl', []))).toMatch(/^CLI2006 cannot write \/proc\/archnights\/rtl: /)
  })
})

describe('checkFolder', () => {
  test('leaves nothing, whether it can be written or not', () => withFolder((folder) => {
    writeFileSync(join(folder, 'file'), 'mine')
    checkFolder(folder)
    checkFolder(join(folder, 'a', 'b', 'c'))
    expect(refused(() => checkFolder(join(folder, 'file')))).toMatch(/^CLI2006 cannot write .*: it is not a folder$/)
    expect(refused(() => checkFolder(join(folder, 'file', 'deep')))).toMatch(/^CLI2006 cannot write .*: a part of its path is not a folder$/)
    expect(readdirSync(folder)).toEqual(['file'])
  }))

  test.skipIf(process.platform !== 'linux')('a place where nothing can be made', () => {
    expect(refused(() => checkFolder('/proc/archnights/rtl'))).toMatch(/^CLI2006 cannot write \/proc\/archnights\/rtl: /)
  })
})

describe('pendingFile', () => {
  test('the file appears when it is complete, and until then the old one is there', () => withFolder((folder) => {
    const place = join(folder, 'trace.json')
    writeFileSync(place, 'old')
    const file = pendingFile(place)
    file.write('new')
    expect(readFileSync(place, 'utf8')).toBe('old')
    file.commit()
    file.discard()
    expect(readFileSync(place, 'utf8')).toBe('new')
    expect(readdirSync(folder)).toEqual(['trace.json'])
  }))

  test('discarded: nothing is left', () => withFolder((folder) => {
    const file = pendingFile(join(folder, 'trace.json'))
    file.write('half')
    file.discard()
    expect(readdirSync(folder)).toEqual([])
  }))

  test('places that cannot be written are found out at once', () => withFolder((folder) => {
    expect(refused(() => pendingFile(folder))).toMatch(/it is a folder$/)
    expect(refused(() => pendingFile(join(folder, 'no', 'such')))).toMatch(/its folder is not there$/)
    expect(readdirSync(folder)).toEqual([])
  }))

  test('small pieces reach the disk as large ones, in order and whole', () => withFolder((folder) => {
    const file = pendingFile(join(folder, 'trace'))
    let appends = 0
    const pieces = inPieces({ ...file, append: (piece) => { appends++; file.append(piece) } })
    const line = `${'x'.repeat(1023)}\n`
    for (let i = 0; i < 2500; i++) pieces.write(line)
    pieces.end()
    pieces.end()
    file.commit()
    expect([appends, readFileSync(join(folder, 'trace'), 'utf8') === line.repeat(2500)]).toEqual([3, true])
  }))

  test.skipIf(!existsSync('/dev/full'))('a full disk', () => {
    const file = pendingFile('/dev/full')
    expect(refused(() => file.write('x'.repeat(10_000)))).toBe('CLI2006 cannot write /dev/full: the disk is full')
    expect(spawnSync('test', ['-c', '/dev/full']).status).toBe(0)
  })
})
