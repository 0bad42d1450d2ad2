// Owns: `oask`: its row, what it means, its vectors.
import { startsOneAnswer } from '../../microcode/starts.ts'
import { begins, onSlot, oracles } from '../../machine/perform.ts'
import { startAsk } from '../../machine/slot-run.ts'
import type { Instruction } from '../instruction.ts'
import { abortRecord, awaitRecord, c, end64, high, low, one, packed, status } from '../vector.ts'

/** Slot 0, colour P, bound to Oracle 7; only Oracle 0 in O-mode. */
const plain = [c('owindow', low, high, 0n), c('oentry', 4n, 0n, 0n), c('oauto', 1n, 0n, 0n), c('oseg.open', low, packed(0n, 8n), 0n), c('oseg.bind', 0n, 7n, 0n)]

export const oask: Instruction = {
  mnemonic: 'oask',
  funct7: 32,
  rs1: { name: 'slot', doc: 'number of the slot' },
  rs2: { name: 'oracle', doc: '0..63' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'busy', 'unset', 'range', 'memory'],
  waits: false,
  microcode: startsOneAnswer,
  doc: 'P-mode: one query to any Oracle, one answer, in the background.',
  result: '0',
  starts: true,
  perform: onSlot((c, s, around) => {
    if (around.locks.entry === undefined) return 'unset'
    return c.rs2 >= oracles ? 'range' : begins(startAsk(s, Number(c.rs2)), false)
  }),
  vectors: [
    { name: 'oask: unset, range', steps: [
      c('owindow', low, high, 0n), c('oseg.open', low, packed(0n, 8n), 0n), c('oask', 0n, 64n, 'unset'), c('oask', 0n, 0n, 'unset'), c('oentry', 4n, 0n, 0n),
      c('oask', 0n, 64n, 'range'), c('oask', 0n, 1n << 32n, 'range'), c('oask', 0n, end64 - 1n, 'range'), status(0n, 1n), c('ocount', 0n, 0n, 0n),
    ] },
    { name: 'oask: any colour, any Oracle, whatever oauto says; the slot stays bound to its own', steps: [
      ...plain, c('ostart', 0n, 0n, 'colour'), c('oask', 0n, 63n, 0n), status(0n, 2n), c('oask', 0n, 63n, 'busy'), c('oabort', 0n, 0n, 0n), awaitRecord, c('otrap', 0n, 0n, 6n << 55n),
      c('oseg.get', 0n, 7n, 7n), c('oseg.get', 0n, 8n, 1n), c('ocount', 0n, 0n, 1n), c('ocount', 0n, 1n, 0n),
    ] },
    { name: 'oask has no budget, whatever the run before had', steps: [
      ...one, c('ostart', 1n, 5n, 0n), c('oabort', 1n, 0n, 0n), awaitRecord, c('otrap', 1n, 0n, abortRecord), c('oseg.get', 1n, 9n, 4n),
      c('oask', 1n, 1n, 0n), c('oabort', 1n, 0n, 0n), awaitRecord, c('otrap', 1n, 0n, abortRecord), c('oseg.get', 1n, 9n, 0n), c('oseg.get', 1n, 8n, 2n), c('ocount', 1n, 0n, 2n),
    ] },
    { name: 'the watchdog ends oask too', steps: [...plain, c('oseg.watch', 0n, 50n, 0n), c('oask', 0n, 0n, 0n), awaitRecord, c('otrap', end64 - 1n, 0n, 7n << 55n), status(0n, 1n)] },
  ],
  linkVectors: [
    { name: 'oask: one query to the Oracle that is named, one answer', steps: [
      ...one, { session: 7 }, c('opush', 1n, 0x61n, 0n), c('oask', 1n, 42n, 0n), { sends: 'query', slot: 1, sequence: 1, at: 0, bytes: [0x61] }, { answers: 1, sequence: 1, at: 1, symbols: [0x62] }, awaitRecord,
      c('otrap', 1n, 0n, 2n << 55n | 1n << 47n | 1n), { holds: low + 0x100n, bytes: [0x61, 0x62, 0] }, { quiet: true },
    ] },
  ],
}
