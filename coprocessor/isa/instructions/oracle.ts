// Owns: `oracle`: its row, what it means, its vectors.
import { startsOneAnswer } from '../../microcode/starts.ts'
import { begins, onSlot, oracles } from '../../machine/perform.ts'
import { startAsk } from '../../machine/slot-run.ts'
import type { Instruction } from '../instruction.ts'
import { c, end64, high, low, packed, status } from '../vector.ts'

export const oracle: Instruction = {
  mnemonic: 'oracle',
  funct7: 33,
  rs1: { name: 'slot', doc: 'number of the slot' },
  rs2: { name: 'oracle', doc: '0..63' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'busy', 'unset', 'range', 'memory'],
  waits: true,
  microcode: startsOneAnswer,
  doc: '`oask`, then waits: the paper\'s instruction.',
  result: '0: its record waits; 1: still running',
  starts: true,
  perform: onSlot((c, s, around) => {
    if (around.locks.entry === undefined) return 'unset'
    return c.rs2 >= oracles ? 'range' : begins(startAsk(s, Number(c.rs2)), true)
  }),
  vectors: [
    { name: 'oracle: unset, range', steps: [
      c('owindow', low, high, 0n), c('oseg.open', low, packed(0n, 8n), 0n), c('oracle', 0n, 64n, 'unset'), c('oracle', 0n, 0n, 'unset'), c('oentry', 4n, 0n, 0n),
      c('oracle', 0n, 64n, 'range'), c('oracle', 0n, 1n << 32n, 'range'), c('oracle', 0n, end64 - 1n, 'range'), status(0n, 1n), c('ocount', 0n, 0n, 0n),
    ] },
  ],
}
