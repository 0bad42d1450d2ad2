// Owns: the row of `ocount`.
import type { Instruction } from '../instruction.ts'

export const ocount: Instruction = {
  mnemonic: 'ocount',
  funct7: 49,
  rs1: { name: 'slot', doc: 'number of the slot' },
  rs2: { name: 'counter', doc: 'number of the counter' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'busy', 'range'],
  waits: false,
  microcode: 'ocount',
  doc: 'Reads a counter of a slot that is not running.',
  result: 'the counter',
}
