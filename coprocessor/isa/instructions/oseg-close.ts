// Owns: the row of `oseg.close`.
import type { Instruction } from '../instruction.ts'

export const osegClose: Instruction = {
  mnemonic: 'oseg.close',
  funct7: 16,
  rs1: { name: 'slot', doc: 'number of the slot' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'busy'],
  waits: false,
  microcode: 'oseg_close',
  doc: 'Frees the slot; the host forgets its history.',
  result: '0',
}
