// Owns: the row of `ovote`.
import type { Instruction } from '../instruction.ts'

export const ovote: Instruction = {
  mnemonic: 'ovote',
  funct7: 57,
  rs1: { name: 'slot', doc: 'number of the slot' },
  rs2: { name: 'k', doc: 'number of ballots' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'busy', 'unset', 'colour', 'oracle', 'range', 'memory'],
  waits: true,
  doc: 'k queries of the same history; the answer of the majority is appended.',
  result: '0: its record waits; 1: still running',
}
