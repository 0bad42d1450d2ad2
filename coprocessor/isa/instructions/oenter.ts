// Owns: `oenter`: its row, what it means, its vectors.
import { startsOMode } from '../../microcode/starts.ts'
import { begins, end48, oModeRefusal, onSlot } from '../../machine/perform.ts'
import { startRun } from '../../machine/slot-run.ts'
import type { Instruction } from '../instruction.ts'
import { c, end64, high, low, O, packed, status } from '../vector.ts'

export const oenter: Instruction = {
  mnemonic: 'oenter',
  funct7: 35,
  rs1: { name: 'slot', doc: 'number of the slot' },
  rs2: { name: 'budget', doc: '0: none; below 2^48' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'busy', 'unset', 'colour', 'oracle', 'range', 'memory'],
  waits: true,
  microcode: startsOMode,
  doc: '`ostart`, then waits.',
  result: '0: its record waits; 1: still running',
  starts: true,
  perform: onSlot((c, s, around) => oModeRefusal(s, around) ?? (c.rs2 >= end48 ? 'range' : begins(startRun(s, Number(c.rs2)), true))),
  vectors: [
    { name: 'oenter: unset, colour, oracle, range', steps: [
      c('owindow', low, high, 0n), c('oseg.open', low, packed(0n, 8n), 0n), c('oseg.open', low + 8n + O, packed(1n, 8n), 0n),
      c('oenter', 0n, 1n << 48n, 'unset'), c('oentry', 4n, 0n, 0n), c('oenter', 0n, 1n << 48n, 'colour'), c('oenter', 1n, 1n << 48n, 'oracle'), c('oauto', 0b10n, 0n, 0n), c('oenter', 1n, 1n << 48n, 'oracle'), c('oseg.bind', 1n, 1n, 0n),
      c('oenter', 1n, 1n << 48n, 'range'), c('oenter', 1n, end64 - 1n, 'range'), status(1n, 1n),
    ] },
  ],
}
