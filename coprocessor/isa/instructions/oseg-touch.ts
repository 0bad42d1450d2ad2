// Owns: `oseg.touch`: its row, what it means, its vectors.
import { done, onSlot } from '../../machine/perform.ts'
import type { Instruction } from '../instruction.ts'
import { c, low, one } from '../vector.ts'

export const osegTouch: Instruction = {
  mnemonic: 'oseg.touch',
  funct7: 11,
  rs1: { name: 'slot', doc: 'number of the slot' },
  rs2: { name: 'address', doc: 'base <= address <= limit' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'busy', 'range'],
  waits: false,
  microcode: `
              if refused goto refuse
              A = rs2
              if A < base goto badRange
              if A > limit goto badRange
              A = A - base
              if A >= held goto done
              held = A
              if not flags has lends goto done
              call unlend
              goto done
  `,
  doc: 'The Priestess rewrote the history from this address on: held = min(held, address - base).',
  result: '0',
  perform: onSlot((c, s) => (c.rs2 < BigInt(s.base) || c.rs2 > BigInt(s.limit) ? 'range' : done({ ...s, held: Math.min(s.held, Number(c.rs2) - s.base) }))),
  sample: low + 0x100n,
  vectors: [
    { name: 'oseg.touch: base <= address <= limit', steps: [
      ...one, c('oseg.touch', 1n, low + 0xffn, 'range'), c('oseg.touch', 1n, low + 0x201n, 'range'), c('oseg.touch', 1n, low + 0x200n, 0n), c('oseg.touch', 1n, low + 0x100n, 0n), c('oseg.get', 1n, 5n, 0n),
    ] },
  ],
}
