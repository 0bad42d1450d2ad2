// Owns: the row of `oabort`.
import type { Instruction } from '../instruction.ts'

export const oabort: Instruction = {
  mnemonic: 'oabort',
  funct7: 38,
  rs1: { name: 'slot', doc: 'number of the slot' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'busy', 'idle'],
  waits: false,
  microcode: 'oabort',
  doc: 'Ends what runs on the slot. Answers at once, a second time too; the record comes when accesses in flight have drained.',
  result: '0',
}
