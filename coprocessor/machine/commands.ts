// Owns: the dispatcher of commands: decoding, the checks that instructions share, and the way into each one's own semantics. Pure; instruction set, not time.
import type { SlotStatus } from '../isa/fields.ts'
import { funct3, type Instruction } from '../isa/instruction.ts'
import { statusValue, type Status } from '../isa/status.ts'
import { instructionByFunct7, instructions } from '../isa/table.ts'
import type { Parameters } from '../parameters.ts'
import type { Command, Locks, OnMask, OnSlot, Operands, SlotOutcome, Surroundings, UnitFacts, UnitOutcome } from './perform.ts'
import type { SlotState } from './slot-state.ts'

export type { Command, Locks, SlotOutcome, Surroundings, UnitFacts } from './perform.ts'
export { takeRecord } from './slot-run.ts'

export const anySlot = (1n << 64n) - 1n

/** Does this unit have the instruction? */
export type Has = (row: Instruction) => boolean
/** What the generated unit has. */
export const isBuilt: Has = (row) => row.microcode !== undefined

/** The row of a command, or the status that it ends with before any operand is looked at. */
export function decode(c: Command, p: Parameters, has: Has = isBuilt): Instruction | bigint {
  const row = instructionByFunct7(c.funct7)
  const needed = { any: 0, parameter: p.minPrivilege, machine: 3 }[row?.privilege ?? 'parameter']
  if (c.prv < needed) return statusValue('privilege')
  const said = (c.xd ? 4 : 0) | (c.xs1 ? 2 : 0) | (c.xs2 ? 1 : 0)
  return row === undefined || !has(row) || said !== funct3(row) ? statusValue('opcode') : row
}

/** The operand that names the slot of a row, `unit` for a row that names none, `mask` for one that names several; any 64-bit value. */
export const slotOperand = (row: Instruction, c: Operands): bigint | 'unit' | 'mask' => (row.perform.on === 'slot' ? row.perform.slot(c) : row.perform.on)

/** A run begins with it. */
export const startsRun = (row: Instruction): boolean => row.starts ?? false

/** The value that this command reads is a number of clock cycles: the reference does not know it. */
export const isTimed = (row: Instruction, c: Operands): boolean => row.timed?.(c) ?? false

/** Bit funct7 of every instruction of this unit. */
export const features = (has: Has = isBuilt): bigint => instructions.filter(has).reduce((word, i) => word | 1n << BigInt(i.funct7), 0n)

/** A command that names no slot. */
export function executeOnUnit(row: Instruction, c: Operands, locks: Locks, p: Parameters, facts: UnitFacts, has: Has = isBuilt): UnitOutcome {
  if (row.perform.on !== 'unit') throw new RangeError(`${row.mnemonic} names a slot`)
  const outcome = row.perform.does(c, { parameters: p, locks, facts, features: features(has) })
  return typeof outcome === 'string' ? { value: statusValue(outcome), locks } : outcome
}

/** The slots that the mask of an `owait` names; undefined: a bit stands at or above `slots`, status `slot`. */
export function maskSlots(mask: bigint, slots: number): readonly number[] | undefined {
  if (mask >> BigInt(slots) !== 0n) return undefined
  return Array.from({ length: slots }, (_, i) => i).filter((i) => (mask >> BigInt(i) & 1n) === 1n)
}

/**
 * A command of several slots, of these statuses. `waits`: 0 when the first of them traps, 1 at an exception. @param occupied another one waits already: the unit
 * has one place for them
 */
export function executeOnMask(row: Instruction & { readonly perform: OnMask }, named: readonly SlotStatus[], occupied: boolean): bigint | 'waits' {
  const outcome = row.perform.does(named, occupied)
  return typeof outcome === 'string' && outcome !== 'waits' ? statusValue(outcome) : outcome
}
export const namesMask = (row: Instruction): row is Instruction & { readonly perform: OnMask } => row.perform.on === 'mask'

/** What stands before the operands are looked at: `free` and `busy`, where the row lists them. */
function shared(row: Instruction, s: SlotState): Status | undefined {
  if (s.status === 'free' && row.statuses.includes('free')) return 'free'
  return s.status !== 'idle' && row.statuses.includes('busy') ? 'busy' : undefined
}

function onSlot(row: Instruction, perform: OnSlot, c: Operands, s: SlotState, around: Surroundings): SlotOutcome | Status {
  const early = perform.checks === 'shared' ? shared(row, s) : undefined
  const outcome = early ?? perform.does(c, s, around)
  // The last of the list: it is answered only by what every other check lets pass.
  return typeof outcome !== 'string' && (around.memoryDead ?? false) && row.statuses.includes('memory') ? 'memory' : outcome
}

/** A command of one slot that exists. A negative value leaves the slot as it was. */
export function executeOnSlot(row: Instruction, c: Operands, s: SlotState, around: Surroundings): SlotOutcome {
  if (row.perform.on !== 'slot') throw new RangeError(`${row.mnemonic} names no slot of its own`)
  const outcome = onSlot(row, row.perform, c, s, around)
  return typeof outcome === 'string' ? { value: statusValue(outcome), slot: s } : outcome
}
