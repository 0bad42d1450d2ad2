// Owns: the row of `oauto`.
import type { Instruction } from '../instruction.ts'

export const oauto: Instruction = {
  mnemonic: 'oauto',
  funct7: 2,
  rs1: { name: 'mask', doc: 'bit n: Oracle n' },
  privilege: 'machine',
  statuses: ['locked'],
  waits: false,
  microcode: 'oauto',
  doc: 'Sets which Oracles O-mode may query: autoregressive inside, ending each answer at its first yield symbol. Once until reset.',
  result: '0',
}
