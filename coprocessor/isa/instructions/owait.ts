// Owns: the row of `owait`.
import type { Instruction } from '../instruction.ts'

export const owait: Instruction = {
  mnemonic: 'owait',
  funct7: 36,
  rs1: { name: 'mask', doc: 'bit n: slot n' },
  privilege: 'parameter',
  statuses: ['slot', 'idle'],
  waits: true,
  microcode: 'owait',
  doc: 'Waits until a slot of the mask is trapped. One waits at a time: a second that would have to wait answers 1 at once.',
  result: '0: a record waits; 1: still running',
}
