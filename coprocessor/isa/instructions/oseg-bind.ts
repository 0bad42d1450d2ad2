// Owns: `oseg.bind`: its row, what it means, its vectors.
import { done, onSlot, oracles } from '../../machine/perform.ts'
import type { Instruction } from '../instruction.ts'
import { c, one } from '../vector.ts'

export const osegBind: Instruction = {
  mnemonic: 'oseg.bind',
  funct7: 13,
  rs1: { name: 'slot', doc: 'number of the slot' },
  rs2: { name: 'oracle', doc: '0..63' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'busy', 'range'],
  waits: false,
  microcode: `
              if refused goto refuse
              A = rs2
              if A >= 64 goto badRange
              oracle = rs2 goto done
  `,
  doc: 'Sets which Oracle O-mode queries for this slot; held stays.',
  result: '0',
  perform: onSlot((c, s) => (c.rs2 >= oracles ? 'range' : done({ ...s, oracle: Number(c.rs2) }))),
  vectors: [{ name: 'oseg.bind: an Oracle of 64', steps: [...one, c('oseg.bind', 1n, 64n, 'range'), c('oseg.bind', 1n, 1n << 32n, 'range'), c('oseg.bind', 1n, 63n, 0n), c('oseg.get', 1n, 7n, 63n)] }],
}
