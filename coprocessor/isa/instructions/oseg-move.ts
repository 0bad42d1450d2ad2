// Owns: `oseg.move`: its row, what it means, its vectors.
import { aligned, done, onSlot, overlaps } from '../../machine/perform.ts'
import type { Instruction } from '../instruction.ts'
import { awaitRecord, c, end64, high, low, one, packed } from '../vector.ts'

export const osegMove: Instruction = {
  mnemonic: 'oseg.move',
  funct7: 12,
  rs1: { name: 'slot', doc: 'number of the slot' },
  rs2: { name: 'base', doc: '8-byte aligned' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'busy', 'align', 'range', 'overlap'],
  waits: false,
  microcode: `
              if refused goto refuse
              A, @x = rs2
              if A < @low goto badRange
              if A > @high goto badRange
              A = limit
              A = A - base
              A, @y = A + rs2
              if A > @high goto badRange
              call scan
              A = top
              A = A - base
              top = A + rs2
              limit = @y
              base = rs2 goto done
  `,
  doc: 'The Priestess copied the history elsewhere: base, top and limit move together, held stays. The new place may overlap the slot\'s own old one. The unit copies nothing.',
  result: '0',
  perform: onSlot((c, s, around) => {
    const window = around.locks.window!
    const limit = c.rs2 + BigInt(s.limit - s.base)
    if (!aligned(c.rs2, 8n)) return 'align'
    if (c.rs2 < window.low || limit > window.high) return 'range'
    if (overlaps(Number(c.rs2), Number(limit), around)) return 'overlap'
    return done({ ...s, base: Number(c.rs2), top: Number(c.rs2) + s.top - s.base, limit: Number(limit) })
  }),
  sample: low + 0x100n,
  vectors: [
    { name: 'oseg.move: align, range, overlap', steps: [
      ...one, c('oseg.open', low + 0x400n, packed(2n, 0x10n), 0n),
      c('oseg.move', 1n, low + 0x104n, 'align'), c('oseg.move', 1n, low + 1n, 'align'), c('oseg.move', 1n, low - 8n, 'range'), c('oseg.move', 1n, high - 0xf8n, 'range'), c('oseg.move', 1n, 1n << 40n | low, 'range'),
      c('oseg.move', 1n, end64 - 8n, 'range'), c('oseg.move', 1n, low + 0x308n, 'overlap'), c('oseg.move', 1n, low + 0x408n, 'overlap'), c('oseg.move', 1n, low + 0x300n, 0n), c('oseg.move', 1n, low + 0x410n, 0n),
      c('oseg.move', 1n, high - 0x100n, 0n), c('oseg.get', 1n, 4n, high),
    ] },
    { name: 'oseg.move: base, top and limit move together, the old place is free', steps: [
      ...one, c('oseg.top', 1n, low + 0x123n, 0n), c('oseg.move', 1n, low + 0x140n, 0n), c('oseg.get', 1n, 2n, low + 0x140n), c('oseg.get', 1n, 3n, low + 0x163n), c('oseg.get', 1n, 4n, low + 0x240n),
      c('oseg.get', 1n, 1n, 1n), c('oseg.get', 1n, 5n, 0n), c('ocount', 1n, 5n, 0n), c('oseg.open', low + 0x100n, packed(0n, 0x48n), 'overlap'), c('oseg.open', low + 0x100n, packed(0n, 0x40n), 0n),
    ] },
    { name: 'oseg.move: a push lands in the new place', steps: [...one, c('opush', 1n, 7n, 0n), c('oseg.move', 1n, low + 0x800n, 0n), c('opush', 1n, 9n, 0n), c('opeek', 1n, 1n, 9n), c('oseg.move', 1n, low + 0x100n, 0n), c('opeek', 1n, 0n, 7n)] },
  ],
  linkVectors: [
    { name: 'oseg.move: the host needs nothing again, and the answer goes to the new place', steps: [
      ...one, { session: 7 }, c('opush', 1n, 0x61n, 0n), c('ostart', 1n, 0n, 0n), { sends: 'query', slot: 1, sequence: 1, at: 0, bytes: [0x61] }, { answers: 1, sequence: 1, at: 1, symbols: [0x62, 0xff] }, awaitRecord,
      c('otrap', 1n, 0n, 1n << 55n | 1n << 47n | 2n << 39n | 2n), { writes: low + 0x800n, bytes: [0x61, 0x62, 0xff] }, c('oseg.move', 1n, low + 0x800n, 0n), c('oseg.get', 1n, 5n, 3n),
      c('ostart', 1n, 0n, 0n), { sends: 'query', slot: 1, sequence: 2, at: 3, bytes: [] }, { answers: 1, sequence: 2, at: 3, symbols: [0x63, 0xff] }, awaitRecord, { holds: low + 0x800n, bytes: [0x61, 0x62, 0xff, 0x63, 0xff] },
      { holds: low + 0x100n, bytes: [0x61, 0x62, 0xff, 0] },
    ] },
  ],
}
