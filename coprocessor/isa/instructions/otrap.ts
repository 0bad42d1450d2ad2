// Owns: `otrap`: its row, what it means, its vectors.
import { onSlot } from '../../machine/perform.ts'
import { takeRecord } from '../../machine/slot-run.ts'
import type { Instruction } from '../instruction.ts'
import { abortRecord, awaitRecord, c, end64, low, O, one, packed, runs, status } from '../vector.ts'

export const otrap: Instruction = {
  mnemonic: 'otrap',
  funct7: 37,
  rs1: { name: 'slot', doc: 'number of the slot, or -1 for any' },
  privilege: 'parameter',
  statuses: ['slot', 'free'],
  waits: false,
  microcode: `
              if refused goto refuse
              if noRecord goto done
              take
              reply = record home
  `,
  doc: 'Hands out a trap record, the oldest first; the slot is idle again.',
  result: 'the record; 0: none',
  perform: onSlot((_, s) => takeRecord(s)),
  vectors: [
    { name: 'otrap: 0 while nothing waits, then the record, once; the slot is idle again', steps: [
      ...runs, c('otrap', 1n, 0n, 0n), c('otrap', end64 - 1n, 0n, 0n), c('otrap', end64 - 2n, 0n, 'slot'), c('oabort', 1n, 0n, 0n), awaitRecord, c('otrap', 1n, 0n, abortRecord), status(1n, 1n), c('otrap', 1n, 0n, 0n), c('oseg.get', 1n, 12n, abortRecord),
    ] },
    { name: 'records come oldest first', steps: [
      ...one, c('oseg.open', low + O, packed(0n, 8n), 0n), c('ostart', 0n, 0n, 0n), c('ostart', 1n, 0n, 0n), c('oabort', 1n, 0n, 0n), awaitRecord, status(1n, 3n), c('oabort', 0n, 0n, 0n),
      c('otrap', end64 - 1n, 0n, abortRecord), awaitRecord, c('otrap', end64 - 1n, 0n, 6n << 55n),
    ] },
  ],
}
