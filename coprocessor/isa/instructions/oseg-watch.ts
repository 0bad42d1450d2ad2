// Owns: `oseg.watch`: its row, what it means, its vectors.
import { done, end48, onSlot } from '../../machine/perform.ts'
import type { Instruction } from '../instruction.ts'
import { c, one } from '../vector.ts'

export const osegWatch: Instruction = {
  mnemonic: 'oseg.watch',
  funct7: 14,
  rs1: { name: 'slot', doc: 'number of the slot' },
  rs2: { name: 'cycles', doc: '1 .. 2^48 - 1' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'busy', 'range'],
  waits: false,
  microcode: `
              if refused goto refuse
              A = rs2
              if A == 0 goto badRange
              if A > @longest goto badRange
              watchdog = rs2 goto done
  `,
  doc: 'Sets the watchdog of the slot, in clock cycles.',
  result: '0',
  perform: onSlot((c, s) => (c.rs2 < 1n || c.rs2 >= end48 ? 'range' : done({ ...s, watchdog: Number(c.rs2) }))),
  sample: 1n,
  vectors: [
    { name: 'oseg.watch: 1 to 2^48 - 1', steps: [
      ...one, c('oseg.watch', 1n, 0n, 'range'), c('oseg.watch', 1n, 1n << 48n, 'range'), c('oseg.watch', 1n, (1n << 48n) - 1n, 0n), c('oseg.get', 1n, 10n, (1n << 48n) - 1n), c('oseg.watch', 1n, 1n, 0n), c('oseg.get', 1n, 10n, 1n),
    ] },
  ],
}
