// Owns: the row of `oracle`.
import type { Instruction } from '../instruction.ts'

export const oracle: Instruction = {
  mnemonic: 'oracle',
  funct7: 33,
  rs1: { name: 'slot', doc: 'number of the slot' },
  rs2: { name: 'oracle', doc: '0..63' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'busy', 'unset', 'range', 'memory'],
  waits: true,
  microcode: 'oracle',
  doc: '`oask`, then waits: the paper\'s instruction.',
  result: '0: its record waits; 1: still running',
}
