// Owns: the row of `oseg.watch`.
import type { Instruction } from '../instruction.ts'

export const osegWatch: Instruction = {
  mnemonic: 'oseg.watch',
  funct7: 14,
  rs1: { name: 'slot', doc: 'number of the slot' },
  rs2: { name: 'cycles', doc: '1 .. 2^48 - 1' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'busy', 'range'],
  waits: false,
  microcode: 'oseg_watch',
  doc: 'Sets the watchdog of the slot, in clock cycles.',
  result: '0',
}
