// Owns: the row of `oseg.top`.
import type { Instruction } from '../instruction.ts'

export const osegTop: Instruction = {
  mnemonic: 'oseg.top',
  funct7: 10,
  rs1: { name: 'slot', doc: 'number of the slot' },
  rs2: { name: 'top', doc: 'base <= top <= limit' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'busy', 'range'],
  waits: false,
  microcode: 'oseg_top',
  doc: 'The Priestess wrote in the room and commits it, or truncates.',
  result: '0',
}
