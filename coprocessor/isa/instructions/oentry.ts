// Owns: the row of `oentry`.
import type { Instruction } from '../instruction.ts'

export const oentry: Instruction = {
  mnemonic: 'oentry',
  funct7: 1,
  rs1: { name: 'address', doc: '4-byte aligned, below 2^63' },
  privilege: 'machine',
  statuses: ['locked', 'align', 'range'],
  waits: false,
  microcode: 'oentry',
  doc: 'Sets the one fixed entry, once until reset.',
  result: '0',
}
