// Owns: `ocount`: its row, what it means, its vectors.
import { mostCount, onSlot } from '../../machine/perform.ts'
import { isExact } from '../../machine/slot-state.ts'
import { counterNumber, counters, type Counter } from '../fields.ts'
import type { Instruction } from '../instruction.ts'
import { c, one } from '../vector.ts'

const counterOf = (c: { readonly rs2: bigint }): Counter | undefined => (c.rs2 < BigInt(counters.length) ? counters[Number(c.rs2)]!.name : undefined)

export const ocount: Instruction = {
  mnemonic: 'ocount',
  funct7: 49,
  rs1: { name: 'slot', doc: 'number of the slot' },
  rs2: { name: 'counter', doc: 'number of the counter' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'busy', 'range'],
  waits: false,
  microcode: `
              if refused goto refuse
              A = rs2
              if A >= 14 goto badRange
              if A == 13 goto .unit
              reply = counter home
  .unit:      reply = @dropped home
  `,
  doc: 'Reads a counter of a slot that is not running.',
  result: 'the counter',
  perform: onSlot((c, s, around) => {
    const name = counterOf(c)
    if (name === undefined) return 'range'
    // Cycle counters are time: the reference has no clock and answers 0.
    return { value: BigInt(name === 'dropped' ? Math.min(mostCount, around.dropped) : isExact(name) ? s.counters[name] : 0), slot: s }
  }),
  timed: (c) => counterOf(c)?.startsWith('cycles') ?? false,
  vectors: [
    { name: 'ocount: past the list is range', steps: [...one, c('ocount', 1n, BigInt(counters.length), 'range'), c('ocount', 1n, 1n << 40n, 'range'), c('ocount', 1n, BigInt(counterNumber('dropped')), 0n)] },
  ],
}
