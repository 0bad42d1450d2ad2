// Owns: `owait`: its row, what it means, its vectors.
import { onMask } from '../../machine/perform.ts'
import type { Instruction } from '../instruction.ts'
import { abortRecord, awaitRecord, c, end64, low, O, one, packed } from '../vector.ts'
import { done, running } from '../status.ts'

export const owait: Instruction = {
  mnemonic: 'owait',
  funct7: 36,
  rs1: { name: 'mask', doc: 'bit n: slot n' },
  privilege: 'parameter',
  statuses: ['slot', 'idle'],
  waits: true,
  microcode: `
              if refused goto refuse
              if maskTrapped goto done
              if maskWaits goto replyOne
              replyLater home
  `,
  doc: 'Waits until a slot of the mask is trapped. One waits at a time: a second that would have to wait answers 1 at once.',
  result: '0: a record waits; 1: still running',
  perform: onMask((named, occupied) => {
    if (named.includes('trapped')) return done
    if (!named.includes('running')) return 'idle'
    return occupied ? running : 'waits'
  }),
  vectors: [
    { name: 'owait: a bit past the slots, then nothing that runs', steps: [
      c('owait', 1n << 8n, 0n, 'slot'), c('owait', 1n << 63n, 0n, 'slot'), c('owait', end64 - 1n, 0n, 'slot'), c('owait', 0n, 0n, 'idle'), c('owait', 0xffn, 0n, 'idle'),
      ...one, c('owait', 0b10n, 0n, 'idle'), c('ostart', 1n, 0n, 0n), c('owait', 0b1_0000_0010n, 0n, 'slot'), c('owait', 0b1111_1101n, 0n, 'idle'), c('owait', 0n, 0n, 'idle'),
    ] },
    { name: 'owait: 0 at once beside a trapped slot, whether another runs or not; it takes no record', steps: [
      ...one, c('oseg.open', low + O, packed(0n, 8n), 0n), c('ostart', 1n, 0n, 0n), c('oabort', 1n, 0n, 0n), awaitRecord, c('owait', 0b10n, 0n, 0n), c('owait', 0xffn, 0n, 0n), c('owait', 0b1n, 0n, 'idle'),
      c('ostart', 0n, 0n, 0n), c('owait', 0b11n, 0n, 0n), c('otrap', 1n, 0n, abortRecord), c('owait', 0b10n, 0n, 'idle'), c('oabort', 0n, 0n, 0n), awaitRecord, c('owait', 0b11n, 0n, 0n),
      c('otrap', 0n, 0n, 6n << 55n), c('owait', 0b11n, 0n, 'idle'),
    ] },
  ],
}
