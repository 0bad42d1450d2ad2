// Owns: `oseg.close`: its row, what it means, its vectors.
import { done, onSlot } from '../../machine/perform.ts'
import { closeSlot } from '../../machine/slot-state.ts'
import type { Instruction } from '../instruction.ts'
import { c, low, one, packed, status } from '../vector.ts'

export const osegClose: Instruction = {
  mnemonic: 'oseg.close',
  funct7: 16,
  rs1: { name: 'slot', doc: 'number of the slot' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'busy'],
  waits: false,
  microcode: `
              if refused goto refuse
              if not flags has lends goto .now
              call unlend
  .now:       flags = flags | closeDue; close
              owe
              flags = flags & ~abortDue+forkDue+hintDue goto done
  `,
  doc: 'Frees the slot; the host forgets its history.',
  result: '0',
  perform: onSlot((_, s) => done(closeSlot(s))),
  vectors: [
    { name: 'oseg.close: the slot is free, and can be opened elsewhere', steps: [
      ...one, c('oseg.bind', 1n, 5n, 0n), c('oseg.close', 1n, 0n, 0n), c('oseg.close', 1n, 0n, 'free'), status(1n, 0n), c('oseg.open', low + 0x800n, packed(1n, 0x10n), 0n), c('oseg.get', 1n, 1n, 0n), c('oseg.get', 1n, 7n, 0n),
      c('oseg.get', 1n, 4n, low + 0x810n),
    ] },
  ],
}
