// Owns: the row of `oseg.get`.
import type { Instruction } from '../instruction.ts'

export const osegGet: Instruction = {
  mnemonic: 'oseg.get',
  funct7: 15,
  rs1: { name: 'slot', doc: 'number of the slot' },
  rs2: { name: 'field', doc: 'number of the field' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'busy', 'range'],
  waits: false,
  microcode: 'oseg_get',
  doc: 'Reads a field of a slot that is open, idle and not running; `status` of any slot at any time.',
  result: 'the field',
}
