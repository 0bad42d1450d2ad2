// Owns: `oseg.open`: its row, what it means, its vectors.
import { aligned, done, onSlot, overlaps } from '../../machine/perform.ts'
import { openSlot } from '../../machine/slot-state.ts'
import type { Instruction } from '../instruction.ts'
import { c, end64, high, low, one, packed, status } from '../vector.ts'

export const osegOpen: Instruction = {
  mnemonic: 'oseg.open',
  funct7: 8,
  rs1: { name: 'base', doc: '8-byte aligned; bit 0: colour, 1 O, 0 P' },
  rs2: { name: 'slotLength', doc: 'slot in [7:0], length in bytes in [63:8], a multiple of 8' },
  privilege: 'parameter',
  statuses: ['slot', 'taken', 'unset', 'align', 'range', 'overlap'],
  waits: false,
  microcode: `
              if refused goto refuse
              A, @x = rs1 & ~1
              if A > @high goto badRange
              if A < @low goto badRange
              A, @y = A + rs2High
              if A > @high goto badRange
              call scan
              base = @x
              top = @x
              limit = @y
              mark = @x
              held = 0
              seen = 0
              oracle = 0
              budget = 0
              cached = 0
              watchdog = @patience
              flags = flags & ~run+lends+abortDue+forkDue+hintDue
              queries = 0
              answers = 0
              sentNew = 0
              sentAgain = 0
              appended = 0
              truncated = 0
              shared = 0
              tokensEvaluated = 0
              tokensReused = 0
              tokensHistory = 0
              cyclesSending = 0
              cyclesHost = 0
              cyclesAppending = 0
              open goto done
  `,
  doc: 'Claims a free slot: top = base, limit = base + length, held = seen = 0, Oracle 0, default watchdog, counters 0.',
  result: '0',
  perform: onSlot((c, s, around) => {
    const window = around.locks.window
    const base = c.rs1 & ~1n
    const length = c.rs2 >> 8n
    if (s.status !== 'free') return 'taken'
    if (window === undefined) return 'unset'
    if (!aligned(base, 8n) || !aligned(length, 8n)) return 'align'
    if (base < window.low || base + length > window.high) return 'range'
    if (overlaps(Number(base), Number(base + length), around)) return 'overlap'
    return done(openSlot(s, (c.rs1 & 1n) === 1n ? 1 : 0, Number(base), Number(length), around.parameters.watchdogCycles))
  }, { slot: (c) => c.rs2 & 0xffn }),
  vectors: [
    { name: 'oseg.open: slot, unset, taken, align, range', steps: [
      c('oseg.open', low, packed(8n, 8n), 'slot'), c('oseg.open', low, packed(255n, 8n), 'slot'), c('oseg.open', low, packed(0n, 8n), 'unset'), c('oseg.open', low + 2n, packed(0n, 1n), 'unset'),
      ...one,
      c('oseg.open', low, packed(1n, 8n), 'taken'), c('oseg.open', low + 2n, packed(1n, 1n), 'taken'),
      c('oseg.open', low + 2n, packed(0n, 8n), 'align'), c('oseg.open', low + 4n, packed(0n, 8n), 'align'), c('oseg.open', low, packed(0n, 4n), 'align'), c('oseg.open', 2n, packed(0n, 8n), 'align'),
      c('oseg.open', low - 8n, packed(0n, 8n), 'range'), c('oseg.open', high - 8n, packed(0n, 16n), 'range'), c('oseg.open', end64 - 8n, packed(0n, 16n), 'range'), c('oseg.open', low, packed(0n, (1n << 56n) - 8n), 'range'),
      c('oseg.open', 1n << 40n | low, packed(0n, 8n), 'range'), status(0n, 0n),
    ] },
    { name: 'oseg.open: overlap is of half-open segments', steps: [
      ...one,
      c('oseg.open', low + 0xf8n, packed(0n, 16n), 'overlap'), c('oseg.open', low + 0x1f8n, packed(0n, 8n), 'overlap'), c('oseg.open', low, packed(0n, 0x1000n), 'overlap'), c('oseg.open', low + 0x140n, packed(0n, 8n), 'overlap'),
      c('oseg.open', low + 0x140n, packed(0n, 0n), 'overlap'), c('oseg.open', low + 0xf8n, packed(0n, 8n), 0n), c('oseg.open', low + 0x200n, packed(2n, 8n), 0n), c('oseg.open', low + 0x100n, packed(3n, 0n), 0n),
      c('oseg.close', 1n, 0n, 0n), c('oseg.open', low + 0x100n, packed(4n, 0x100n), 0n),
    ] },
    { name: 'an open slot begins with these fields', steps: [
      ...one, status(1n, 1n), status(0n, 0n), c('oseg.get', 1n, 1n, 1n), c('oseg.get', 1n, 2n, low + 0x100n), c('oseg.get', 1n, 3n, low + 0x100n), c('oseg.get', 1n, 4n, low + 0x200n), c('oseg.get', 1n, 5n, 0n),
      c('oseg.get', 1n, 6n, 0n), c('oseg.get', 1n, 7n, 0n), c('oseg.get', 1n, 10n, 1n << 32n), c('oseg.get', 1n, 11n, 0n),
      c('oseg.open', low, packed(0n, 8n), 0n), c('oseg.get', 0n, 1n, 0n), ...Array.from({ length: 10 }, (_, i) => c('ocount', 1n, BigInt(i), 0n)),
    ] },
  ],
}
