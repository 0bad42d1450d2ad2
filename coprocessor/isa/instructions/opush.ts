// Owns: the row of `opush`.
import type { Instruction } from '../instruction.ts'

export const opush: Instruction = {
  mnemonic: 'opush',
  funct7: 24,
  rs1: { name: 'slot', doc: 'number of the slot' },
  rs2: { name: 'symbol', doc: '0..255' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'busy', 'range', 'room', 'memory'],
  waits: false,
  microcode: 'opush',
  doc: 'Appends one symbol (the paper\'s push).',
  result: '0',
}
