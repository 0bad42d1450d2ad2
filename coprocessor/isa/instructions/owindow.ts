// Owns: the row of `owindow`.
import type { Instruction } from '../instruction.ts'

export const owindow: Instruction = {
  mnemonic: 'owindow',
  funct7: 3,
  rs1: { name: 'low', doc: '4 KiB aligned' },
  rs2: { name: 'high', doc: '4 KiB aligned, above low' },
  privilege: 'machine',
  statuses: ['locked', 'align', 'range'],
  waits: false,
  microcode: 'owindow',
  doc: 'Sets the memory [low, high) in which every segment lies, inside the cacheable range of the generator. Once until reset.',
  result: '0',
}
