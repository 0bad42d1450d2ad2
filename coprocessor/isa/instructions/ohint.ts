// Owns: the row of `ohint`.
import type { Instruction } from '../instruction.ts'

export const ohint: Instruction = {
  mnemonic: 'ohint',
  funct7: 48,
  rs1: { name: 'slot', doc: 'number of the slot' },
  rs2: { name: 'hint', doc: 'keep, discard or returns-in-n' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'range'],
  waits: false,
  doc: 'Advice to the Oracle side.',
  result: '0',
}
