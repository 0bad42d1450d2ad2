// Owns: checks of wrong use of the `rocket` commands: found before anything is elaborated, built or started.
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { archnights, withFolder } from '../command.ts'

const source = 'test/rocket-config/programs/never-ends.c'

describe('wrong use', () => {
  test.each([
    [['rocket'], 'CLI2001', 'rocket needs one of its commands; there are emit, build, run, compile'],
    [['rocket', 'runn', 'x'], 'CLI2001', "unknown command 'runn' (Did you mean run?)"],
    [['rocket', 'emit'], 'CLI2001', "required option '--out <folder>' not specified"],
    [['rocket', 'emit', '--out', 'x', '--config', 'tiny'], 'CLI2008', '--config cannot be `tiny`'],
    [['rocket', 'emit', '--out', 'x', '--set', 'slot=2'], 'CLI2003', 'there is no parameter `slot`'],
    [['rocket', 'build', '--set', 'slots=0'], 'CLI2004', 'slots = 0: it must be 1 to 16'],
    [['rocket', 'build', '--waves', 'fsdb'], 'CLI2008', '--waves cannot be `fsdb`'],
    [['rocket', 'build', '--cache', ''], 'CLI2001', "option '--cache <folder>' argument '' is invalid. it is empty"],
    [['rocket', 'build', 'small'], 'CLI2001', "too many arguments for 'build'"],
    [['rocket', 'run'], 'CLI2001', "missing required argument 'program'"],
    [['rocket', 'run', 'a.elf', '--max-cycles', '0'], 'CLI2008', '--max-cycles cannot be `0`'],
    [['rocket', 'run', 'a.elf', '--max-cycles', '1e9'], 'CLI2008', '--max-cycles cannot be `1e9`'],
    [['rocket', 'run', 'a.elf', '--config', 'large'], 'CLI2008', '--config cannot be `large`'],
    [['rocket', 'run', 'a.elf', '--vcd', 'x', '--fst', 'y'], 'CLI2009', '--vcd and --fst are two forms of the same waves'],
    [['rocket', 'run', 'a.elf', '--vcd', 'x', '--trace', './x'], 'CLI2009', 'the waves and --trace name one file'],
    [['rocket', 'run', 'a.elf', '--trace', './a.elf'], 'CLI2009', 'one file would be read and written'],
    [['rocket', 'run', 'a.elf', '--oracle', 'script:./a.jsonl', '--trace', 'a.jsonl'], 'CLI2009', 'one file would be read and written'],
    [['rocket', 'run', '-', '--oracle', 'human'], 'CLI2009', 'the program and the person would both come from the standard input'],
    [['rocket', 'run', 'no-such.elf'], 'CLI2005', 'cannot read no-such.elf: there is no such file'],
    [['rocket', 'run', 'examples'], 'CLI2005', 'cannot read examples: it is a folder'],
    [['rocket', 'compile', '--out', 'x.elf'], 'CLI2001', "missing required argument 'source'"],
    [['rocket', 'compile', 'a.txt', '--out', 'x.elf'], 'CLI2008', 'a.txt is no source: its name does not end in .c or .S'],
    [['rocket', 'compile', 'a.c', '--out', './a.c'], 'CLI2009', 'one file would be read and written'],
    [['rocket', 'compile', 'no-such.c', '--out', 'x.elf'], 'CLI2005', 'cannot read no-such.c: there is no such file'],
    [['rocket', 'compile', source, '--out', 'examples'], 'CLI2006', 'cannot write examples: it is a folder'],
    [['rocket', 'compile', source, '--out', 'no/such/x.elf'], 'CLI2006', 'cannot write no/such/x.elf: its folder is not there'],
  ])('archnights %j', async (args, errorCode, message) => {
    const words = await archnights(...args)
    expect([words.code, words.stdout]).toEqual([2, ''])
    expect(words.stderr.startsWith(`error ${errorCode}: ${message}`), words.stderr).toBe(true)
    expect(words.stderr.trim().split('\n').length).toBe(2)
    expect(words.stderr).toMatch(/\n {2}help: \S/)
    const json = await archnights(...args, '--json')
    expect([json.code, json.stderr]).toEqual([2, ''])
    expect((JSON.parse(json.stdout) as { error: { code: string } }).error.code).toBe(errorCode)
  })

  test('the help that is named is that of the command', async () => {
    const { stderr } = await archnights('rocket', 'run')
    expect(stderr).toContain('see `archnights rocket run --help`')
  })

  test('results that cannot be written are found out before the work, and nothing is left', () => withFolder(async (folder) => {
    writeFileSync(join(folder, 'a.elf'), 'no ELF file')
    const { code, stdout } = await archnights('rocket', 'run', join(folder, 'a.elf'), '--vcd', join(folder, 'waves.vcd'), '--trace', join(folder, 'no', 'such', 'trace'), '--json')
    expect([code, (JSON.parse(stdout) as { error: { code: string } }).error.code]).toEqual([2, 'CLI2006'])
    expect(readdirSync(folder)).toEqual(['a.elf'])
  }))

  test('a program that is none is refused before anything is built', () => withFolder(async (folder) => {
    writeFileSync(join(folder, 'a.elf'), 'no ELF file')
    const { code, stdout, stderr } = await archnights('rocket', 'run', join(folder, 'a.elf'), '--cache', join(folder, 'cache'), '--vcd', join(folder, 'waves.vcd'))
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^error RKT2001: .*a\.elf: this is not an ELF file$/m)
    expect(readdirSync(folder)).toEqual(['a.elf'])
  }))
})

test('the help of emit lists the configurations', async () => {
  const { stdout } = await archnights('rocket', 'emit', '--help')
  expect(stdout).toMatch(/\n {2}small {3}RV64IMAC/)
  expect(stdout).toMatch(/\n {2}medium {2}.*Sv39/)
})
