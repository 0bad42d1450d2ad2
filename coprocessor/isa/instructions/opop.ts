// Owns: `opop`: its row, what it means, its vectors.
import { onSlot } from '../../machine/perform.ts'
import { moveTop } from '../../machine/slot-state.ts'
import type { Instruction } from '../instruction.ts'
import { c, low, one } from '../vector.ts'

export const opop: Instruction = {
  mnemonic: 'opop',
  funct7: 25,
  rs1: { name: 'slot', doc: 'number of the slot' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'busy', 'empty', 'memory'],
  waits: false,
  microcode: `
              if refused goto refuse
              A = top
              if A == base goto badEmpty
              if dead goto badMemory
              accessLoad = A - 1 wait accessed
              if dead goto badMemory
              A = top
              A, top = A - 1
              A = A - base
              call lower
              reply = symbol home
  `,
  doc: 'Takes the last symbol off (the paper\'s pop).',
  result: 'the symbol',
  perform: onSlot((_, s) => (s.top === s.base ? 'empty' : { value: 0n, slot: moveTop(s, s.top - 1), access: { kind: 'load', address: s.top - 1 } })),
  vectors: [
    { name: 'opop: what was taken off stays in memory, oseg.top brings it back', steps: [
      ...one, c('opop', 1n, 0n, 'empty'), c('opush', 1n, 0x61n, 0n), c('opush', 1n, 0x62n, 0n), c('opop', 1n, 0n, 0x62n), c('opop', 1n, 0n, 0x61n), c('oseg.top', 1n, low + 0x102n, 0n), c('opeek', 1n, 0n, 0x61n), c('opeek', 1n, 1n, 0x62n),
    ] },
  ],
}
