// Owns: the row of `otrap`.
import type { Instruction } from '../instruction.ts'

export const otrap: Instruction = {
  mnemonic: 'otrap',
  funct7: 37,
  rs1: { name: 'slot', doc: 'number of the slot, or -1 for any' },
  privilege: 'parameter',
  statuses: ['slot', 'free'],
  waits: false,
  microcode: 'otrap',
  doc: 'Hands out a trap record, the oldest first; the slot is idle again.',
  result: 'the record; 0: none',
}
