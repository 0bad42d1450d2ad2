// Owns: checks of the instruction table: encodings never collide and never move, and the decoder's fields are where the specification has them.
import { describe, expect, test } from 'vitest'
import { encode, funct3, opcode } from '../../../coprocessor/isa/instruction.ts'
import { statuses, statusOf, statusValue } from '../../../coprocessor/isa/status.ts'
import { instruction, instructionByFunct7, instructions } from '../../../coprocessor/isa/table.ts'

/** Published encodings: a row may be added, none may change. */
const published: Readonly<Record<string, number>> = {
  'oinfo': 0, 'oentry': 1, 'oauto': 2, 'owindow': 3,
  'oseg.open': 8, 'oseg.limit': 9, 'oseg.top': 10, 'oseg.touch': 11, 'oseg.move': 12, 'oseg.bind': 13, 'oseg.watch': 14, 'oseg.get': 15, 'oseg.close': 16,
  'opush': 24, 'opop': 25, 'opeek': 26, 'oask': 32, 'oracle': 33, 'ostart': 34, 'oenter': 35, 'owait': 36, 'otrap': 37, 'oabort': 38,
  'ohint': 48, 'ocount': 49, 'ofork': 56, 'ovote': 57,
}

describe('encodings', () => {
  test('every instruction of the contract is there, where it was published', () => {
    for (const [mnemonic, funct7] of Object.entries(published)) expect([mnemonic, instruction(mnemonic).funct7]).toEqual([mnemonic, funct7])
    expect(instructions.length).toBeGreaterThanOrEqual(Object.keys(published).length)
  })

  test('no two instructions share a funct7 or a mnemonic, and the features of oinfo can tell each', () => {
    expect(new Set(instructions.map((i) => i.funct7)).size).toBe(instructions.length)
    expect(new Set(instructions.map((i) => i.mnemonic)).size).toBe(instructions.length)
    // Bit 63 of the features word would make it a status.
    for (const i of instructions) expect(i.funct7).toBeLessThanOrEqual(62)
  })

  test('the table is in the order of funct7', () => {
    const order = instructions.map((i) => i.funct7)
    expect(order).toEqual([...order].sort((a, b) => a - b))
  })

  test('funct3 is one that Rocket takes, and xd is always set', () => {
    for (const i of instructions) {
      expect([4, 6, 7]).toContain(funct3(i))
      // rs2 without rs1 is an illegal instruction there.
      expect(i.rs2 === undefined || i.rs1 !== undefined).toBe(true)
    }
  })

  test('words as an assembler writes them', () => {
    // Worked out by hand: funct7 << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | 0x0b.
    expect(encode(instruction('oenter'), 10, 11, 12)).toBe(0x46c5f50b)
    expect(encode(instruction('oinfo'), 31, 1, 0)).toBe(0x0000ef8b)
    expect(encode(instruction('ovote'), 1, 2, 3)).toBe(0x7231708b)
    expect(opcode).toBe(0b0001011)
  })

  test('a funct7 finds its row, and one that no row has finds none', () => {
    expect(instructionByFunct7(35)?.mnemonic).toBe('oenter')
    expect(instructionByFunct7(127)).toBeUndefined()
    expect(() => instruction('onothing')).toThrow('no instruction onothing')
  })
})

describe('statuses', () => {
  test('the list starts at -1 and goes down, and every value finds its name again', () => {
    expect(statusValue('privilege')).toBe(-1n)
    expect(statusValue('opcode')).toBe(-2n)
    expect(statusValue('memory')).toBe(-17n)
    for (const { name } of statuses) expect(statusOf(BigInt.asUintN(64, statusValue(name)))).toBe(name)
    for (const rd of [0n, 1n, 1n << 62n, -18n, 1n - (1n << 63n)]) expect(statusOf(rd)).toBeUndefined()
  })

  test('each row names its statuses in the order in which they are checked', () => {
    const order = statuses.map((s) => s.name)
    for (const i of instructions) {
      const places = i.statuses.map((s) => order.indexOf(s))
      expect([i.mnemonic, places]).toEqual([i.mnemonic, [...places].sort((a, b) => a - b)])
    }
  })
})
