// Owns: `opush`: its row, what it means, its vectors.
import { onSlot } from '../../machine/perform.ts'
import { moveTop } from '../../machine/slot-state.ts'
import type { Instruction } from '../instruction.ts'
import { c, end64, low, one } from '../vector.ts'

export const opush: Instruction = {
  mnemonic: 'opush',
  funct7: 24,
  rs1: { name: 'slot', doc: 'number of the slot' },
  rs2: { name: 'symbol', doc: '0..255' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'busy', 'range', 'room', 'memory'],
  waits: false,
  microcode: `
              if refused goto refuse
              A = rs2
              if A >= 256 goto badRange
              A = top
              if A == limit goto badRoom
              if dead goto badMemory
              accessStore = A wait accessed
              if dead goto badMemory
              top = top + 1 goto done
  `,
  doc: 'Appends one symbol (the paper\'s push).',
  result: '0',
  perform: onSlot((c, s) => {
    if (c.rs2 > 0xffn) return 'range'
    return s.top === s.limit ? 'room' : { value: 0n, slot: moveTop(s, s.top + 1), access: { kind: 'store', address: s.top, symbol: Number(c.rs2) } }
  }),
  vectors: [
    { name: 'opush: range, then room', steps: [
      ...one, c('opush', 1n, 0x100n, 'range'), c('opush', 1n, 1n << 32n, 'range'), c('opush', 1n, end64 - 1n, 'range'), c('oseg.limit', 1n, low + 0x100n, 0n), c('opush', 1n, 0x100n, 'range'), c('opush', 1n, 0xffn, 'room'),
      c('oseg.limit', 1n, low + 0x108n, 0n), c('oseg.top', 1n, low + 0x107n, 0n), c('opush', 1n, 7n, 0n), c('opush', 1n, 8n, 'room'), c('opeek', 1n, 7n, 7n), c('oseg.get', 1n, 3n, low + 0x108n), c('opop', 1n, 0n, 7n), c('opush', 1n, 9n, 0n),
      c('opeek', 1n, 7n, 9n),
    ] },
  ],
}
