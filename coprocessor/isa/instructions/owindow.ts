// Owns: `owindow`: its row, what it means, its vectors.
import { aligned, onUnit } from '../../machine/perform.ts'
import type { Instruction } from '../instruction.ts'
import { c, end64, high, low } from '../vector.ts'

export const owindow: Instruction = {
  mnemonic: 'owindow',
  funct7: 3,
  rs1: { name: 'low', doc: '4 KiB aligned' },
  rs2: { name: 'high', doc: '4 KiB aligned, above low' },
  privilege: 'machine',
  statuses: ['locked', 'align', 'range'],
  waits: false,
  microcode: `
              if refused goto refuse
              A = rs1
              if A >= rs2 goto badRange
              if A < @cacheableLow goto badRange
              A = rs2
              if A > @cacheableHigh goto badRange
              @low = rs1
              @high = rs2; lockWindow goto done
  `,
  doc: 'Sets the memory [low, high) in which every segment lies, inside the cacheable range of the generator. Once until reset.',
  result: '0',
  perform: onUnit((c, { parameters: p, locks }) => {
    if (locks.window !== undefined) return 'locked'
    if (!aligned(c.rs1, 4096n) || !aligned(c.rs2, 4096n)) return 'align'
    if (c.rs1 >= c.rs2 || c.rs1 < p.cacheableLow || c.rs2 > p.cacheableHigh) return 'range'
    return { value: 0n, locks: { ...locks, window: { low: c.rs1, high: c.rs2 } } }
  }),
  vectors: [
    { name: 'owindow: align, range, then once', steps: [
      c('owindow', low + 8n, high, 'align'), c('owindow', low, high - 8n, 'align'), c('owindow', low, low, 'range'), c('owindow', high, low, 'range'), c('owindow', low - 0x1000n, high, 'range'),
      c('owindow', low, 0x1_0000_1000n, 'range'), c('owindow', 0n, end64 - 0x1000n, 'range'), c('owindow', low, 0x1_0000_0000n, 0n), c('owindow', low, high, 'locked'), c('owindow', 1n, 1n, 'locked'),
    ] },
  ],
}
