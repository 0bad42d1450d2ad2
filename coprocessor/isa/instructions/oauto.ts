// Owns: `oauto`: its row, what it means, its vectors.
import { onUnit } from '../../machine/perform.ts'
import type { Instruction } from '../instruction.ts'
import { c } from '../vector.ts'

export const oauto: Instruction = {
  mnemonic: 'oauto',
  funct7: 2,
  rs1: { name: 'mask', doc: 'bit n: Oracle n' },
  privilege: 'machine',
  statuses: ['locked'],
  waits: false,
  microcode: `
              if refused goto refuse
              @auto = rs1; lockAuto goto done
  `,
  doc: 'Sets which Oracles O-mode may query: autoregressive inside, ending each answer at its first yield symbol. Once until reset.',
  result: '0',
  perform: onUnit((c, { locks }) => (locks.oauto !== undefined ? 'locked' : { value: 0n, locks: { ...locks, oauto: c.rs1 } })),
  vectors: [{ name: 'oauto: once', steps: [c('oauto', 0n, 0n, 0n), c('oauto', 1n, 0n, 'locked')] }],
}
