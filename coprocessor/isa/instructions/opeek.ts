// Owns: `opeek`: its row, what it means, its vectors.
import { onSlot } from '../../machine/perform.ts'
import type { Instruction } from '../instruction.ts'
import { c, end64, one } from '../vector.ts'

export const opeek: Instruction = {
  mnemonic: 'opeek',
  funct7: 26,
  rs1: { name: 'slot', doc: 'number of the slot' },
  rs2: { name: 'offset', doc: 'from base, below top - base' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'busy', 'range', 'memory'],
  waits: false,
  microcode: `
              if refused goto refuse
              A = top
              @x = A - base
              A = rs2
              if A >= @x goto badRange
              if dead goto badMemory
              accessLoad = A + base wait accessed
              if dead goto badMemory
              reply = symbol home
  `,
  doc: 'Reads one symbol (the image of the paper\'s jeq).',
  result: 'the symbol',
  perform: onSlot((c, s) => (c.rs2 >= BigInt(s.top - s.base) ? 'range' : { value: 0n, slot: s, access: { kind: 'load', address: s.base + Number(c.rs2) } })),
  vectors: [
    { name: 'opeek: the offset is compared at full width', steps: [
      ...one, c('opush', 1n, 5n, 0n), c('opeek', 1n, 1n << 32n, 'range'), c('opeek', 1n, 1n << 40n, 'range'), c('opeek', 1n, 1n << 63n, 'range'), c('opeek', 1n, end64 - 1n, 'range'), c('opeek', 1n, 0n, 5n),
    ] },
  ],
}
