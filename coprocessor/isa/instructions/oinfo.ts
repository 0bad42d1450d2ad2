// Owns: the row of `oinfo`.
import type { Instruction } from '../instruction.ts'

export const oinfo: Instruction = {
  mnemonic: 'oinfo',
  funct7: 0,
  rs1: { name: 'index', doc: 'which fact' },
  privilege: 'any',
  statuses: ['range'],
  waits: false,
  microcode: 'oinfo',
  doc: 'Tells a fact of the unit: version, slots, symbols, features, entry, parameters.',
  result: 'the fact',
}
