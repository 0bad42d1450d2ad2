// Owns: the row of `ostart`.
import type { Instruction } from '../instruction.ts'

export const ostart: Instruction = {
  mnemonic: 'ostart',
  funct7: 34,
  rs1: { name: 'slot', doc: 'number of the slot' },
  rs2: { name: 'budget', doc: '0: none; below 2^48' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'busy', 'unset', 'colour', 'oracle', 'range', 'memory'],
  waits: false,
  microcode: 'ostart',
  doc: 'O-mode in the background: microcode queries and appends until a trap.',
  result: '0',
}
