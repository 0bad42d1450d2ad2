// Owns: the row of `ofork`.
import type { Instruction } from '../instruction.ts'

export const ofork: Instruction = {
  mnemonic: 'ofork',
  funct7: 56,
  rs1: { name: 'dstLength', doc: 'dst slot in [7:0], length in [63:8]' },
  rs2: { name: 'src', doc: 'the source slot' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'busy', 'colour', 'range', 'room', 'empty'],
  waits: false,
  doc: 'The Priestess copied that much of the history of src into dst; the host shares its mirror.',
  result: '0',
}
