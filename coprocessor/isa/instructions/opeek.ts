// Owns: the row of `opeek`.
import type { Instruction } from '../instruction.ts'

export const opeek: Instruction = {
  mnemonic: 'opeek',
  funct7: 26,
  rs1: { name: 'slot', doc: 'number of the slot' },
  rs2: { name: 'offset', doc: 'from base, below top - base' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'busy', 'range', 'memory'],
  waits: false,
  microcode: 'opeek',
  doc: 'Reads one symbol (the image of the paper\'s jeq).',
  result: 'the symbol',
}
