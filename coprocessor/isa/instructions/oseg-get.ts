// Owns: `oseg.get`: its row, what it means, its vectors.
import { onSlot } from '../../machine/perform.ts'
import type { SlotState } from '../../machine/slot-state.ts'
import { fieldNumber, slotFields, slotStatuses, type SlotField } from '../fields.ts'
import type { Instruction } from '../instruction.ts'
import { c, one, trapped } from '../vector.ts'

const field = (name: SlotField, s: SlotState): bigint => {
  if (name === 'status') return BigInt(slotStatuses.indexOf(s.status))
  return name === 'record' ? s.record : BigInt(s[name])
}

export const osegGet: Instruction = {
  mnemonic: 'oseg.get',
  funct7: 15,
  rs1: { name: 'slot', doc: 'number of the slot' },
  rs2: { name: 'field', doc: 'number of the field' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'busy', 'range'],
  waits: false,
  microcode: `
              if refused goto refuse
              A = rs2
              if A >= 13 goto badRange
              if A == 0 goto .status
              if A == 1 goto .colour
              reply = field home
  .status:    if isTrapped goto .trapped
              if isRunning goto .running
  .colour:    if A == 1 goto .o
              if isOpen goto replyOne
              goto done
  .o:         if isColoured goto replyOne
              goto done
  .running:   reply = 2 home
  .trapped:   reply = 3 home
  `,
  doc: 'Reads a field of a slot that is open, idle and not running; `status` of any slot at any time.',
  result: 'the field',
  perform: onSlot((c, s) => {
    if (c.rs2 === BigInt(fieldNumber('status'))) return { value: field('status', s), slot: s }
    if (s.status === 'free') return 'free'
    if (s.status !== 'idle') return 'busy'
    return c.rs2 >= BigInt(slotFields.length) ? 'range' : { value: field(slotFields[Number(c.rs2)]!.name, s), slot: s }
  }, { checks: 'own' }),
  sample: BigInt(fieldNumber('base')),
  vectors: [
    { name: 'oseg.get: past the list is range, and busy comes before it', steps: [
      ...one, c('oseg.get', 1n, 13n, 'range'), c('oseg.get', 1n, 1n << 40n, 'range'), c('oseg.get', 8n, 0n, 'slot'), c('oseg.get', 3n, 0n, 0n),
    ] },
    { name: 'oseg.get of a slot whose record waits: its status and nothing else', steps: [...trapped, c('oseg.get', 1n, 99n, 'busy'), c('oseg.get', 1n, 0n, 3n)] },
  ],
}
