// Owns: `oabort`: its row, what it means, its vectors.
import { done, onSlot } from '../../machine/perform.ts'
import { isLive, latch } from '../../machine/slot-run.ts'
import type { Instruction } from '../instruction.ts'
import { abortRecord, awaitRecord, c, end64, low, O, one, packed, status, trapped } from '../vector.ts'

export const oabort: Instruction = {
  mnemonic: 'oabort',
  funct7: 38,
  rs1: { name: 'slot', doc: 'number of the slot' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'busy', 'idle'],
  waits: false,
  microcode: `
              if refused goto refuse
              if ending goto done flags = flags | cause_abort; end
              goto done
  `,
  doc: 'Ends what runs on the slot. Answers at once, a second time too; the record comes when accesses in flight have drained.',
  result: '0',
  perform: onSlot((_, s) => {
    if (s.status === 'free') return 'free'
    if (s.status === 'trapped') return 'busy'
    return s.status === 'idle' ? 'idle' : done(isLive(s) ? latch(s, 'abort') : s)
  }, { checks: 'own' }),
  vectors: [
    { name: 'oabort: nothing runs, or its record waits', steps: [...one, c('oabort', 1n, 0n, 'idle'), ...trapped.slice(one.length), c('oabort', 1n, 0n, 'busy'), c('otrap', 1n, 0n, abortRecord), c('oabort', 1n, 0n, 'idle')] },
    { name: 'a run without a session is paid, numbered, and ended by oabort', steps: [
      ...one, c('ostart', 1n, 5n, 0n), status(1n, 2n), c('oabort', 1n, 0n, 0n), awaitRecord, c('otrap', end64 - 1n, 0n, abortRecord), c('otrap', end64 - 1n, 0n, 0n),
      c('oseg.get', 1n, 9n, 4n), c('oseg.get', 1n, 8n, 1n), c('oseg.get', 1n, 5n, 0n), c('ocount', 1n, 0n, 1n), c('ocount', 1n, 1n, 0n), c('ocount', 1n, 2n, 0n), c('ocount', 1n, 4n, 0n),
    ] },
    { name: 'the sequence goes on over close and open', steps: [
      ...trapped, c('otrap', 1n, 0n, abortRecord), c('oseg.close', 1n, 0n, 0n), c('oseg.open', low + O, packed(1n, 8n), 0n), c('oseg.get', 1n, 8n, 1n), c('ocount', 1n, 0n, 0n),
      c('ostart', 1n, 0n, 0n), c('oabort', 1n, 0n, 0n), awaitRecord, c('otrap', 1n, 0n, abortRecord), c('oseg.get', 1n, 8n, 2n), c('ocount', 1n, 0n, 1n),
    ] },
  ],
}
