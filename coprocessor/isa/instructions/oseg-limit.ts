// Owns: `oseg.limit`: its row, what it means, its vectors.
import { aligned, done, onSlot, overlaps } from '../../machine/perform.ts'
import type { Instruction } from '../instruction.ts'
import { c, high, low, one, packed } from '../vector.ts'

export const osegLimit: Instruction = {
  mnemonic: 'oseg.limit',
  funct7: 9,
  rs1: { name: 'slot', doc: 'number of the slot' },
  rs2: { name: 'limit', doc: '8-byte aligned' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'busy', 'align', 'range', 'overlap'],
  waits: false,
  microcode: `
              if refused goto refuse
              A, @y = rs2
              if A > @high goto badRange
              if A < top goto badRange
              @x = base
              call scan
              limit = rs2 goto done
  `,
  doc: 'Moves the limit: at or above top, inside the window, no overlap.',
  result: '0',
  perform: onSlot((c, s, around) => {
    if (!aligned(c.rs2, 8n)) return 'align'
    if (c.rs2 < BigInt(s.top) || c.rs2 > around.locks.window!.high) return 'range'
    return overlaps(s.base, Number(c.rs2), around) ? 'overlap' : done({ ...s, limit: Number(c.rs2) })
  }),
  sample: low + 0x200n,
  vectors: [
    { name: 'oseg.limit: align, range, overlap', steps: [
      ...one, c('oseg.open', low + 0x400n, packed(2n, 8n), 0n), c('oseg.top', 1n, low + 0x110n, 0n),
      c('oseg.limit', 1n, low + 0x204n, 'align'), c('oseg.limit', 1n, 4n, 'align'), c('oseg.limit', 1n, low + 0x108n, 'range'), c('oseg.limit', 1n, high + 8n, 'range'), c('oseg.limit', 1n, 1n << 40n, 'range'),
      c('oseg.limit', 1n, low + 0x408n, 'overlap'), c('oseg.limit', 1n, high, 'overlap'), c('oseg.limit', 1n, low + 0x400n, 0n), c('oseg.get', 1n, 4n, low + 0x400n), c('oseg.limit', 1n, low + 0x110n, 0n),
      c('oseg.get', 1n, 4n, low + 0x110n),
    ] },
  ],
}
