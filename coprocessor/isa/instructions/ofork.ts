// Owns: `ofork`: its row, what it means, its vectors.
import { done, onSlot } from '../../machine/perform.ts'
import { count, owesFlags } from '../../machine/slot-state.ts'
import type { Instruction } from '../instruction.ts'
import { abortRecord, awaitRecord, c, end64, low, O, one, packed, type LinkStep } from '../vector.ts'

/** Slot 2, colour O, [low + 0x400, low + 0x440). */
const two = [...one, c('oseg.open', low + 0x400n + O, packed(2n, 0x40n), 0n)]

/** Slot 1 has `abcd` and the yield symbol, and so has the host; the Priestess has copied the first four to slot 2. */
const known: readonly LinkStep[] = [
  ...two, { session: 7 }, { writes: low + 0x100n, bytes: [0x61, 0x62, 0x63] }, c('oseg.top', 1n, low + 0x103n, 0n), c('ostart', 1n, 0n, 0n), { sends: 'query', slot: 1, sequence: 1, at: 0, bytes: [0x61, 0x62, 0x63] },
  { answers: 1, sequence: 1, at: 3, symbols: [0x64, 0xff] }, awaitRecord, c('otrap', 1n, 0n, 1n << 55n | 1n << 47n | 2n << 39n | 2n), { writes: low + 0x400n, bytes: [0x61, 0x62, 0x63, 0x64] },
]

export const ofork: Instruction = {
  mnemonic: 'ofork',
  funct7: 56,
  rs1: { name: 'dstLength', doc: 'the slot that becomes the copy in [7:0], length in bytes in [63:8]' },
  rs2: { name: 'src', doc: 'the source slot' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'busy', 'colour', 'range', 'room', 'empty'],
  waits: false,
  microcode: `
  // dst is the slot of the command, src the slot that rs2 names: the first status that one of them has.
              if refused goto refuse
              A = rs2
              if A >= @slots goto .badSlot
              if not isOpen goto .badFree
              slotSource
              if not isOpen goto .badFree
              if isRunning goto .badBusy
              if isTrapped goto .badBusy
              if isColoured goto .o
              slotCommand
              if isRunning goto .badBusy
              if isTrapped goto .badBusy
              if isColoured goto .badColour
              goto .range
  .o:         slotCommand
              if isRunning goto .badBusy
              if isTrapped goto .badBusy
              if not isColoured goto .badColour
  .range:     slotSource
              A = top
              @x = A - base
              A = rs1High
              if A > @x goto badRange
              slotCommand
              A = limit
              @x = A - base
              A = rs1High
              if A > @x goto badRoom
              A = top
              if A != base goto badEmpty
              slotSource
              @x = 0
              if flags has dues goto .held
              @x = held
  .held:      flags = flags | lends
              slotCommand
              A = rs1High
              if A <= @x goto .all
              A = @x
  .all:       held = A
              seen = A
              shared = A + shared
              flags = flags & ~forkDue
              if A == 0 goto .top
              source = rs2
              flags = flags | forkDue; owe
  .top:       A = rs1High
              top = A + base goto done
  .badSlot:   reply = !slot home
  .badFree:   reply = !free home
  .badBusy:   reply = !busy home
  .badColour: reply = !colour home
  `,
  doc: 'The Priestess copied the first length bytes of the history of src behind the base of dst, which is idle, empty and of the same colour (`empty`: it is not). '
    + 'top of dst = base + length; held = seen = what the host has of them, 0 if something is still to be sent for src; the host begins the mirror of dst from that of src. '
    + 'A fork that has not left when src starts, is closed or loses some of its held is lost: held of dst is 0.',
  result: '0',
  perform: onSlot((c, dst, around) => {
    const src = around.slot?.(c.rs2)
    const length = c.rs1 >> 8n
    if (src === undefined) return 'slot'
    if (dst.status === 'free' || src.status === 'free') return 'free'
    if (dst.status !== 'idle' || src.status !== 'idle') return 'busy'
    if (dst.colour !== src.colour) return 'colour'
    if (length > BigInt(src.top - src.base)) return 'range'
    if (length > BigInt(dst.limit - dst.base)) return 'room'
    if (dst.top !== dst.base) return 'empty'
    const held = owesFlags(src) ? 0 : Math.min(Number(length), src.held)
    const { fork: _, ...rest } = count(dst, { shared: held })
    return done({ ...rest, top: dst.base + Number(length), held, seen: held, ...(held > 0 ? { fork: { source: Number(c.rs2) } } : {}) })
  }, { slot: (c) => c.rs1 & 0xffn, checks: 'own', another: true }),
  vectors: [
    { name: 'ofork: slot, free, busy, colour, range, room, empty', steps: [
      c('ofork', packed(8n, 0n), 0n, 'slot'), c('ofork', packed(255n, 0n), 0n, 'slot'), c('ofork', packed(0n, 0n), 8n, 'slot'), c('ofork', packed(0n, 0n), 1n << 32n, 'slot'), c('ofork', packed(0n, 0n), end64 - 1n, 'slot'),
      ...two, c('ofork', packed(2n, 0n), 3n, 'free'), c('ofork', packed(3n, 0n), 1n, 'free'), c('oseg.open', low, packed(0n, 8n), 0n), c('ofork', packed(0n, 1n), 1n, 'colour'), c('ofork', packed(1n, 1n), 0n, 'colour'),
      c('ofork', packed(2n, 1n), 1n, 'range'), c('oseg.top', 1n, low + 0x150n, 0n), c('ofork', packed(2n, 0x51n), 1n, 'range'), c('ofork', packed(2n, (1n << 56n) - 1n), 1n, 'range'), c('ofork', packed(2n, 0x41n), 1n, 'room'),
      c('opush', 2n, 1n, 0n), c('ofork', packed(2n, 0n), 1n, 'empty'), c('ofork', packed(1n, 0x50n), 1n, 'empty'), c('opop', 2n, 0n, 1n), c('ofork', packed(2n, 0x40n), 1n, 0n), c('oseg.get', 2n, 3n, low + 0x440n),
    ] },
    { name: 'ofork: neither of the two may run or have a record', steps: [
      ...two, c('ostart', 1n, 0n, 0n), c('ofork', packed(2n, 0n), 1n, 'busy'), c('ofork', packed(1n, 0n), 2n, 'busy'), c('oabort', 1n, 0n, 0n), awaitRecord, c('ofork', packed(2n, 0n), 1n, 'busy'), c('ofork', packed(1n, 0n), 2n, 'busy'),
      c('otrap', 1n, 0n, abortRecord), c('ofork', packed(2n, 0n), 1n, 0n),
    ] },
    { name: 'ofork: of what no host has nothing is shared', steps: [
      ...two, c('oseg.top', 1n, low + 0x110n, 0n), c('ofork', packed(2n, 8n), 1n, 0n), c('oseg.get', 2n, 3n, low + 0x408n), c('oseg.get', 2n, 5n, 0n), c('oseg.get', 2n, 6n, 0n), c('ocount', 2n, 6n, 0n), c('oseg.get', 1n, 3n, low + 0x110n),
    ] },
    { name: 'ofork: of itself nothing is nothing', steps: [...one, c('ofork', packed(1n, 0n), 1n, 0n), c('oseg.get', 1n, 3n, low + 0x100n), c('ocount', 1n, 6n, 0n)] },
  ],
  linkVectors: [
    { name: 'ofork: what the host has is shared, and only what is new goes to it', steps: [
      ...known, c('ofork', packed(2n, 4n), 1n, 0n), { sends: 'fork', slot: 2, sequence: 0, at: 4, source: 1 }, c('oseg.get', 2n, 3n, low + 0x404n), c('oseg.get', 2n, 5n, 4n), c('oseg.get', 2n, 6n, 4n), c('ocount', 2n, 6n, 4n),
      c('oseg.get', 1n, 5n, 5n), c('opush', 2n, 0x7an, 0n), c('ostart', 2n, 0n, 0n), { sends: 'query', slot: 2, sequence: 1, at: 4, bytes: [0x7a] }, { answers: 2, sequence: 1, at: 5, symbols: [0xff] }, awaitRecord,
      c('otrap', 2n, 0n, 1n << 55n | 2n << 47n | 2n << 39n | 1n), c('ocount', 2n, 2n, 1n), c('ocount', 2n, 3n, 0n), c('ocount', 2n, 4n, 1n), c('oseg.get', 2n, 6n, 6n), { quiet: true },
    ] },
    { name: 'ofork: no more is shared than the host has', steps: [...known, c('oseg.touch', 1n, low + 0x102n, 0n), c('ofork', packed(2n, 4n), 1n, 0n), { sends: 'fork', slot: 2, sequence: 0, at: 2, source: 1 }, c('oseg.get', 2n, 5n, 2n), c('ocount', 2n, 6n, 2n)] },
    { name: 'ofork: once it has left, nothing of its source is its own any more', steps: [
      ...known, c('ofork', packed(2n, 4n), 1n, 0n), { sends: 'fork', slot: 2, sequence: 0, at: 4, source: 1 }, c('opop', 1n, 0n, 0xffn), c('oseg.close', 1n, 0n, 0n), { sends: 'close', slot: 1, sequence: 1, at: 0 }, c('oseg.get', 2n, 5n, 4n),
    ] },
  ],
}
