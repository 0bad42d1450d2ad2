// Owns: `ostart`: its row, what it means, its vectors.
import { startsOMode } from '../../microcode/starts.ts'
import { begins, end48, oModeRefusal, onSlot } from '../../machine/perform.ts'
import { startRun } from '../../machine/slot-run.ts'
import type { Instruction } from '../instruction.ts'
import { awaitRecord, c, end64, high, low, O, one, packed, status } from '../vector.ts'

export const ostart: Instruction = {
  mnemonic: 'ostart',
  funct7: 34,
  rs1: { name: 'slot', doc: 'number of the slot' },
  rs2: { name: 'budget', doc: '0: none; below 2^48' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'busy', 'unset', 'colour', 'oracle', 'range', 'memory'],
  waits: false,
  microcode: startsOMode,
  doc: 'O-mode in the background: microcode queries and appends until a trap.',
  result: '0',
  starts: true,
  perform: onSlot((c, s, around) => oModeRefusal(s, around) ?? (c.rs2 >= end48 ? 'range' : begins(startRun(s, Number(c.rs2)), false))),
  vectors: [
    { name: 'ostart: unset, colour, oracle, range', steps: [
      c('owindow', low, high, 0n), c('oseg.open', low, packed(0n, 8n), 0n), c('oseg.open', low + 8n + O, packed(1n, 8n), 0n),
      c('ostart', 0n, 1n << 48n, 'unset'), c('oentry', 4n, 0n, 0n), c('ostart', 0n, 1n << 48n, 'colour'), c('ostart', 1n, 1n << 48n, 'oracle'), c('oauto', 0b10n, 0n, 0n), c('ostart', 1n, 1n << 48n, 'oracle'), c('oseg.bind', 1n, 1n, 0n),
      c('ostart', 1n, 1n << 48n, 'range'), c('ostart', 1n, end64 - 1n, 'range'), status(1n, 1n),
    ] },
    { name: 'the watchdog ends a run that no session ever answers', steps: [
      ...one, c('oseg.watch', 1n, 50n, 0n), c('ostart', 1n, 0n, 0n), awaitRecord, c('otrap', 1n, 0n, 7n << 55n | 1n << 47n), status(1n, 1n),
    ] },
  ],
  linkVectors: [
    { name: 'ostart: queries until an answer yields, each time what is new', steps: [
      ...one, { session: 7 }, c('opush', 1n, 0x61n, 0n), c('ostart', 1n, 9n, 0n), { sends: 'query', slot: 1, sequence: 1, at: 0, bytes: [0x61] }, { answers: 1, sequence: 1, at: 1, symbols: [0x62], goesOn: true },
      { answers: 1, sequence: 1, at: 2, symbols: [0xff, 0x63] }, { sends: 'query', slot: 1, sequence: 2, at: 4, bytes: [] }, { answers: 1, sequence: 2, at: 4, symbols: [0xff] }, awaitRecord,
      // cause yield (1), flag yielded, four symbols; nine less two queries and four symbols.
      c('otrap', 1n, 0n, 1n << 55n | 1n << 47n | 2n << 39n | 4n), c('oseg.get', 1n, 9n, 3n), { holds: low + 0x100n, bytes: [0x61, 0x62, 0xff, 0x63, 0xff, 0] }, { quiet: true },
    ] },
  ],
}
