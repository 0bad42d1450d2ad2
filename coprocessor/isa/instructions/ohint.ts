// Owns: `ohint`: its row, what it means, its vectors.
import { done, onSlot } from '../../machine/perform.ts'
import { hintWidth } from '../hint.ts'
import type { Instruction } from '../instruction.ts'
import { abortRecord, awaitRecord, c, end64, one, runs } from '../vector.ts'

export const ohint: Instruction = {
  mnemonic: 'ohint',
  funct7: 48,
  rs1: { name: 'slot', doc: 'number of the slot' },
  rs2: { name: 'hint', doc: '0 keep, 1 discard, 2 + n returns in n clock cycles; below 2^40' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'busy', 'range'],
  waits: false,
  microcode: `
              if refused goto refuse
              A = rs2
              if A > @furthest goto badRange
              hint = rs2
              flags = flags | hintDue; owe goto done
  `,
  doc: 'Advice to the Oracle side about what it computed of this history. It leaves before the slot\'s next query; one that has not left is replaced by the next.',
  result: '0',
  perform: onSlot((c, s) => (c.rs2 >= 1n << BigInt(hintWidth) ? 'range' : done({ ...s, hint: Number(c.rs2) }))),
  vectors: [
    { name: 'ohint: below 2^40, and it changes no field', steps: [
      ...one, c('ohint', 1n, 1n << 40n, 'range'), c('ohint', 1n, 1n << 63n, 'range'), c('ohint', 1n, end64 - 1n, 'range'), c('ohint', 1n, (1n << 40n) - 1n, 0n), c('ohint', 1n, 0n, 0n), c('ohint', 1n, 1n, 0n),
      ...Array.from({ length: 4 }, (_, i) => c('oseg.get', 1n, BigInt(5 + i), 0n)),
    ] },
    { name: 'ohint: not while it runs', steps: [...runs, c('ohint', 1n, 0n, 'busy'), c('ohint', 1n, 1n << 40n, 'busy')] },
  ],
  linkVectors: [
    { name: 'ohint: leaves by itself, and the last of several', steps: [
      ...one, { session: 7 }, c('ohint', 1n, 5n, 0n), { sends: 'hint', slot: 1, sequence: 0, at: 5 }, c('ohint', 1n, 1n, 0n), { sends: 'hint', slot: 1, sequence: 0, at: 1 }, { quiet: true },
    ] },
    { name: 'ohint: one that has not left goes with a new session; any value of 40 bits', steps: [
      ...one, c('ohint', 1n, 9n, 0n), { session: 7 }, { quiet: true }, c('opush', 1n, 0x61n, 0n), c('ohint', 1n, (1n << 40n) - 1n, 0n), { sends: 'hint', slot: 1, sequence: 0, at: 2 ** 40 - 1 },
      c('ostart', 1n, 0n, 0n), { sends: 'query', slot: 1, sequence: 1, at: 0, bytes: [0x61] }, c('oabort', 1n, 0n, 0n), awaitRecord, { sends: 'abort', slot: 1, sequence: 1, at: 1 },
      c('otrap', 1n, 0n, abortRecord), c('ohint', 1n, 0n, 0n), { sends: 'hint', slot: 1, sequence: 1, at: 0 }, { quiet: true },
    ] },
  ],
}
