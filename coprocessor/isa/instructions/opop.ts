// Owns: the row of `opop`.
import type { Instruction } from '../instruction.ts'

export const opop: Instruction = {
  mnemonic: 'opop',
  funct7: 25,
  rs1: { name: 'slot', doc: 'number of the slot' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'busy', 'empty', 'memory'],
  waits: false,
  microcode: 'opop',
  doc: 'Takes the last symbol off (the paper\'s pop).',
  result: 'the symbol',
}
