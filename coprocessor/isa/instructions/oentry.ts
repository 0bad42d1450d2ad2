// Owns: `oentry`: its row, what it means, its vectors.
import { aligned, onUnit } from '../../machine/perform.ts'
import type { Instruction } from '../instruction.ts'
import { c } from '../vector.ts'

export const oentry: Instruction = {
  mnemonic: 'oentry',
  funct7: 1,
  rs1: { name: 'address', doc: '4-byte aligned, below 2^63' },
  privilege: 'machine',
  statuses: ['locked', 'align', 'range'],
  waits: false,
  microcode: `
              if refused goto refuse
              A = rs1
              if negative goto badRange
              @entry = rs1; lockEntry goto done
  `,
  doc: 'Sets the one fixed entry, once until reset.',
  result: '0',
  perform: onUnit((c, { locks }) => {
    if (locks.entry !== undefined) return 'locked'
    if (!aligned(c.rs1, 4n)) return 'align'
    return c.rs1 >> 63n !== 0n ? 'range' : { value: 0n, locks: { ...locks, entry: c.rs1 } }
  }),
  vectors: [
    { name: 'oentry: align, range, then once', steps: [
      c('oentry', 0x8000_0102n, 0n, 'align'), c('oentry', 1n << 63n | 2n, 0n, 'align'), c('oentry', 1n << 63n, 0n, 'range'),
      c('oentry', (1n << 63n) - 4n, 0n, 0n), c('oinfo', 4n, 0n, (1n << 63n) - 4n), c('oentry', 0x8000_0100n, 0n, 'locked'), c('oentry', 1n, 0n, 'locked'), c('oinfo', 4n, 0n, (1n << 63n) - 4n),
    ] },
    { name: 'oentry refused for its privilege sets nothing', steps: [c('oentry', 4n, 0n, 'privilege', { prv: 1 }), c('oinfo', 4n, 0n, 0n), c('oentry', 8n, 0n, 0n), c('oinfo', 4n, 0n, 8n)] },
  ],
}
