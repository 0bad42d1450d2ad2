// Owns: the row of `oseg.open`.
import type { Instruction } from '../instruction.ts'

export const osegOpen: Instruction = {
  mnemonic: 'oseg.open',
  funct7: 8,
  rs1: { name: 'base', doc: '8-byte aligned; bit 0: colour, 1 O, 0 P' },
  rs2: { name: 'slotLength', doc: 'slot in [7:0], length in bytes in [63:8], a multiple of 8' },
  privilege: 'parameter',
  statuses: ['slot', 'taken', 'unset', 'align', 'range', 'overlap'],
  waits: false,
  microcode: 'oseg_open',
  doc: 'Claims a free slot: top = base, limit = base + length, held = seen = 0, Oracle 0, default watchdog, counters 0.',
  result: '0',
}
