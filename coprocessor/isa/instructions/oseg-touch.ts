// Owns: the row of `oseg.touch`.
import type { Instruction } from '../instruction.ts'

export const osegTouch: Instruction = {
  mnemonic: 'oseg.touch',
  funct7: 11,
  rs1: { name: 'slot', doc: 'number of the slot' },
  rs2: { name: 'address', doc: 'base <= address <= limit' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'busy', 'range'],
  waits: false,
  microcode: 'oseg_touch',
  doc: 'The Priestess rewrote the history from this address on: held = min(held, address - base).',
  result: '0',
}
