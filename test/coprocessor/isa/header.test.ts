// Owns: checks of the C header: a compiler takes it, and it says what the tables say.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { causes, encodeRecord } from '../../../coprocessor/isa/cause.ts'
import { cHeader, macroName } from '../../../coprocessor/isa/header.ts'
import { cName, encode } from '../../../coprocessor/isa/instruction.ts'
import { statuses } from '../../../coprocessor/isa/status.ts'
import { instructions } from '../../../coprocessor/isa/table.ts'
import { parameters } from '../../../coprocessor/parameters.ts'

const header = cHeader(parameters())
const gcc = spawnSync('gcc', ['--version']).status === 0
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'archnights-header-'))
  writeFileSync(join(folder, 'oracle.h'), header)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const compile = (name: string, text: string, args: readonly string[]) => {
  writeFileSync(join(folder, name), text)
  return spawnSync('gcc', [...args, '-Wall', '-Wextra', '-Werror', name], { cwd: folder, encoding: 'utf8' })
}

describe('oracle.h', () => {
  test('each instruction is a function and an assembler macro with the encoding of the table', () => {
    for (const i of instructions) {
      const operands = (i.rs1 ? 1 : 0) + (i.rs2 ? 1 : 0)
      // xd is bit 2, xs1 bit 1, xs2 bit 0 of funct3.
      const funct3 = [4, 6, 7][operands]
      const funct7 = `0x${i.funct7.toString(16).padStart(2, '0')}`
      const body = header.slice(header.indexOf(`oracle_word oracle_${cName(i.mnemonic)}(`))
      expect(body.slice(0, body.indexOf('\n}'))).toContain(`.insn r CUSTOM_0, ${funct3}, ${funct7}, %0, ${['x0, x0', '%1, x0', '%1, %2'][operands]}\\n\\tmv %0, %0`)
      expect(header).toMatch(new RegExp(`#define ORACLE_${macroName(i.mnemonic)}\\(rd.*\\) \\.insn r CUSTOM_0, ${funct3}, ${funct7}, rd, `))
    }
  })

  test('every function reads rd in the statement of the instruction, and tells the compiler about memory', () => {
    // A load behind an instruction that stores sees the old value unless rd was read first; "memory" alone does not do that.
    const statements = header.match(/__asm__ volatile\([^;]*;/g) ?? []
    expect(statements.length).toBe(instructions.length)
    for (const s of statements) {
      expect(s).toContain('mv %0, %0')
      expect(s).toContain('"memory"')
    }
  })

  test('it carries the parameters of its unit', () => {
    const other = cHeader(parameters({ slots: 3, yieldSymbol: 0xfe, recordMarks: [0xf5, 0xf6, 0xf7] }))
    expect(other).toMatch(/#define ORACLE_SLOTS +3 /)
    expect(other).toMatch(/#define ORACLE_YIELD +0xfe /)
    expect(other).toMatch(/#define ORACLE_MARK_PRIESTESS +0xf6 /)
  })

  test.skipIf(!gcc)('gcc takes it as C11, C99 and C17 without a warning, and twice', () => {
    for (const standard of ['c99', 'c11', 'c17']) {
      const text = '#include "oracle.h"\n#include "oracle.h"\nlong f(void);\nlong f(void) { return oracle_oenter(0, 0) + oracle_oinfo(ORACLE_INFO_SLOTS); }\n'
      const { status, stderr } = compile('use.c', text, ['-fsyntax-only', '-pedantic', `-std=${standard}`])
      expect([standard, status, stderr]).toEqual([standard, 0, ''])
    }
  })

  test.skipIf(!gcc)('the accessors take a record apart as the encoder put it together', () => {
    const record = encodeRecord({ cause: 'budget', slot: 7, cut: true, yielded: true, appended: 0x12_3456_789an })
    const text = `#include "oracle.h"
int main(void)
{
  uint64_t record = UINT64_C(${record});
  return !(oracle_record_cause(record) == ORACLE_CAUSE_BUDGET && oracle_record_slot(record) == 7
           && oracle_record_flags(record) == (ORACLE_FLAG_CUT | ORACLE_FLAG_YIELDED) && oracle_record_appended(record) == UINT64_C(0x123456789a));
}
`
    // -O1 drops the functions with RISC-V instructions, which this machine's assembler does not know.
    const built = compile('record.c', text, ['-O1', '-std=c11', '-o', 'record'])
    expect([built.status, built.stderr]).toEqual([0, ''])
    expect(spawnSync(join(folder, 'record')).status).toBe(0)
  })

  test.skipIf(!gcc)('every status and cause has its name, every instruction the word that says which it is', () => {
    const names = [...statuses.map((x, n) => ['status', -n - 1, x.name] as const), ...causes.map((c) => ['cause', c.code, c.name] as const), ['status', 0, '?'] as const, ['cause', 99, '?'] as const]
    const words = instructions.map((i) => `(0x${encode(i, 31, 17, 5).toString(16)}u & ORACLE_MASK) == ORACLE_MATCH_${macroName(i.mnemonic)}`)
    const text = `#include <string.h>
#include "oracle.h"
int main(void)
{
  return !(${[...names.map(([what, value, name]) => `strcmp(oracle_${what}_name(${value}), "${name}") == 0`), ...words].join('\n           && ')});
}
`
    const built = compile('names.c', text, ['-O1', '-std=c11', '-o', 'names'])
    expect([built.status, built.stderr]).toEqual([0, ''])
    expect(spawnSync(join(folder, 'names')).status).toBe(0)
    expect(new Set(header.match(/ORACLE_MATCH_\w+ +0x\w+/g)?.map((line) => line.split(/ +/)[1])).size).toBe(instructions.length)
  })

  test.skipIf(!gcc)('an assembler file sees the macros and no C', () => {
    writeFileSync(join(folder, 'use.S'), '#include "oracle.h"\nORACLE_OENTER(a0, a1, a2)\nORACLE_OTRAP(a0, a1)\n')
    const { status, stdout, stderr } = spawnSync('gcc', ['-E', '-P', 'use.S'], { cwd: folder, encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout.trim().split('\n')).toEqual(['.insn r CUSTOM_0, 7, 0x23, a0, a1, a2', '.insn r CUSTOM_0, 6, 0x25, a0, a1, x0'])
  })
})
