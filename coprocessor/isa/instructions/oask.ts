// Owns: the row of `oask`.
import type { Instruction } from '../instruction.ts'

export const oask: Instruction = {
  mnemonic: 'oask',
  funct7: 32,
  rs1: { name: 'slot', doc: 'number of the slot' },
  rs2: { name: 'oracle', doc: '0..63' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'busy', 'unset', 'range', 'memory'],
  waits: false,
  microcode: 'oask',
  doc: 'P-mode: one query to any Oracle, one answer, in the background.',
  result: '0',
}
