// Owns: `oseg.top`: its row, what it means, its vectors.
import { done, onSlot } from '../../machine/perform.ts'
import { moveTop } from '../../machine/slot-state.ts'
import type { Instruction } from '../instruction.ts'
import { c, low, one } from '../vector.ts'

export const osegTop: Instruction = {
  mnemonic: 'oseg.top',
  funct7: 10,
  rs1: { name: 'slot', doc: 'number of the slot' },
  rs2: { name: 'top', doc: 'base <= top <= limit' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'busy', 'range'],
  waits: false,
  microcode: `
              if refused goto refuse
              A = rs2
              if A < base goto badRange
              if A > limit goto badRange
              top = A
              A = A - base
              call lower
              goto done
  `,
  doc: 'The Priestess wrote in the room and commits it, or truncates.',
  result: '0',
  perform: onSlot((c, s) => (c.rs2 < BigInt(s.base) || c.rs2 > BigInt(s.limit) ? 'range' : done(moveTop(s, Number(c.rs2))))),
  sample: low + 0x100n,
  vectors: [
    { name: 'oseg.top: base <= top <= limit, any byte', steps: [
      ...one, c('oseg.top', 1n, low + 0xffn, 'range'), c('oseg.top', 1n, low + 0x201n, 'range'), c('oseg.top', 1n, 1n << 63n | low + 0x101n, 'range'), c('oseg.top', 1n, low + 0x200n, 0n), c('oseg.top', 1n, low + 0x123n, 0n),
      c('oseg.get', 1n, 3n, low + 0x123n), c('oseg.get', 1n, 5n, 0n), c('ocount', 1n, 5n, 0n), c('oseg.top', 1n, low + 0x100n, 0n), c('ocount', 1n, 5n, 0n),
    ] },
  ],
}
