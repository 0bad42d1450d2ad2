// Owns: the row of `oseg.bind`.
import type { Instruction } from '../instruction.ts'

export const osegBind: Instruction = {
  mnemonic: 'oseg.bind',
  funct7: 13,
  rs1: { name: 'slot', doc: 'number of the slot' },
  rs2: { name: 'oracle', doc: '0..63' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'busy', 'range'],
  waits: false,
  microcode: 'oseg_bind',
  doc: 'Sets which Oracle O-mode queries for this slot; held stays.',
  result: '0',
}
