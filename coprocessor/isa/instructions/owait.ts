// Owns: the row of `owait`.
import type { Instruction } from '../instruction.ts'

export const owait: Instruction = {
  mnemonic: 'owait',
  funct7: 36,
  rs1: { name: 'mask', doc: 'bit n: slot n' },
  privilege: 'parameter',
  statuses: ['slot', 'idle'],
  waits: true,
  doc: 'Waits until a slot of the mask is trapped.',
  result: '0: a record waits; 1: still running',
}
