// Owns: the row of `oseg.move`.
import type { Instruction } from '../instruction.ts'

export const osegMove: Instruction = {
  mnemonic: 'oseg.move',
  funct7: 12,
  rs1: { name: 'slot', doc: 'number of the slot' },
  rs2: { name: 'base', doc: '8-byte aligned' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'busy', 'align', 'range', 'overlap'],
  waits: false,
  doc: 'The Priestess copied the history elsewhere: base, top and limit move together, held stays.',
  result: '0',
}
