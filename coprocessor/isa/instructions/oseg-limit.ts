// Owns: the row of `oseg.limit`.
import type { Instruction } from '../instruction.ts'

export const osegLimit: Instruction = {
  mnemonic: 'oseg.limit',
  funct7: 9,
  rs1: { name: 'slot', doc: 'number of the slot' },
  rs2: { name: 'limit', doc: '8-byte aligned' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'busy', 'align', 'range', 'overlap'],
  waits: false,
  microcode: 'oseg_limit',
  doc: 'Moves the limit: at or above top, inside the window, no overlap.',
  result: '0',
}
