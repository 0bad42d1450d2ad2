// Owns: the row of `oenter`.
import type { Instruction } from '../instruction.ts'

export const oenter: Instruction = {
  mnemonic: 'oenter',
  funct7: 35,
  rs1: { name: 'slot', doc: 'number of the slot' },
  rs2: { name: 'budget', doc: '0: none; below 2^48' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'busy', 'unset', 'colour', 'oracle', 'range', 'memory'],
  waits: true,
  microcode: 'oenter',
  doc: '`ostart`, then waits.',
  result: '0: its record waits; 1: still running',
}
