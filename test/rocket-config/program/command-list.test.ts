// Owns: checks of the data of commands.c: words as the assembler writes them, bytes as the C structure has them, results as it prints them.
import { describe, expect, test } from 'vitest'
import { instruction } from '../../../coprocessor/isa/table.ts'
import { commandBytes, commandResults, hartWords, mostCommands, unitWord } from '../../../rocket-config/program/command-list.ts'

describe('words', () => {
  test('of the unit: rd and rs1 are a0, rs2 is a1', () => {
    // oenter is funct7 35, funct3 7: 0100011 01011 01010 111 01010 0001011.
    expect(unitWord(instruction('oenter'))).toBe(0b0100011_01011_01010_111_01010_0001011)
    expect(unitWord(instruction('oenter'), { funct3: 2, funct7: 127 })).toBe(0b1111111_01011_01010_010_01010_0001011)
  })

  test('of the hart, as riscv64-unknown-elf-as writes them', () => {
    expect(hartWords).toEqual({ load: 0x00053503, loadByte: 0x00054503, store: 0x00b53023, storeByte: 0x00b50023, wait: 0x10500073 })
  })
})

describe('bytes', () => {
  test('24 for each command, and the end', () => {
    const bytes = Buffer.from(commandBytes([{ word: hartWords.store, a0: 0x8010_0000n, a1: -1n }, { word: 0xffff_ffff, mode: 'supervisor', a0: 5n }]))
    expect(bytes.toString('hex')).toBe(`${'2330b500'}00000000${'0000108000000000'}${'ff'.repeat(8)}ffffffff01000000${'0500000000000000'}${'00'.repeat(8)}${'00'.repeat(24)}`)
  })

  test('too many, or the end as a command', () => {
    const some = (n: number) => Array.from({ length: n }, () => ({ word: 1 }))
    expect(commandBytes(some(mostCommands)).length).toBe(24 * (mostCommands + 1))
    expect(() => commandBytes(some(mostCommands + 1))).toThrow('2048 commands, the program takes 2047')
    expect(() => commandBytes([{ word: 0 }])).toThrow('command 0')
  })
})

describe('results', () => {
  test('values and exceptions', () => {
    expect(commandResults('0: 0\n1: ffffffffffffffff\n2: exception 5\n3: 10\n')).toEqual([0n, (1n << 64n) - 1n, { exception: 5 }, 16n])
  })

  test.each(['0: 0\n2: 1\n', 'illegal instruction: cause 2\n', '0: xyz\n'])('a line that is none: %j', (text) => expect(() => commandResults(text)).toThrow('not the result of command'))
})
