// Owns: what the reference semantics of an instruction see and give: the shapes of `perform`, and the small helpers that the instruction files share.
import type { SlotStatus } from '../isa/fields.ts'
import type { Status } from '../isa/status.ts'
import type { Parameters } from '../parameters.ts'
import type { SlotState } from './slot-state.ts'
import type { StackAccess } from './stack-commands.ts'

/** A command as the RoCC port carries it. Operands are unsigned, 64 bits. */
export interface Command {
  readonly funct7: number
  readonly xd: boolean
  readonly xs1: boolean
  readonly xs2: boolean
  readonly rs1: bigint
  readonly rs2: bigint
  readonly prv: number
}
export type Operands = Pick<Command, 'rs1' | 'rs2'>

/** What is set once until reset. */
export interface Locks {
  readonly entry?: bigint
  readonly oauto?: bigint
  readonly window?: { readonly low: bigint; readonly high: bigint }
}

/** What the design leaves open: constants of one generated unit that `oinfo` tells. */
export interface UnitFacts { readonly version: bigint; readonly parametersHash: bigint }

/** What a command that names no slot sees. */
export interface UnitView { readonly parameters: Parameters; readonly locks: Locks; readonly facts: UnitFacts; readonly features: bigint }
export interface UnitOutcome { readonly value: bigint; readonly locks: Locks }

/** What a command of a slot sees of the rest of the unit. */
export interface Surroundings {
  readonly parameters: Parameters
  readonly locks: Locks
  /** The other open segments, [base, limit). */
  readonly others: readonly { readonly base: number; readonly limit: number }[]
  /** Frames dropped, of the whole unit. */
  readonly dropped: number
  /** The memory port was found dead; default false. */
  readonly memoryDead?: boolean
  /** The state of another slot, for an instruction that names two; undefined: no such slot. */
  readonly slot?: (number: bigint) => SlotState | undefined
}

export interface SlotOutcome {
  readonly value: bigint
  /** The state after it; with an `access`, when memory has answered that. */
  readonly slot: SlotState
  /** The value is not answered yet: 0 when a record waits, 1 at an exception. */
  readonly waits?: true
  /** One access of memory that the command makes, once, before it answers. What a load gives is answered in place of `value`. */
  readonly access?: StackAccess
}

/** Names no slot. */
export interface OnUnit { readonly on: 'unit'; readonly does: (c: Operands, unit: UnitView) => UnitOutcome | Status }
/**
 * Names a slot, in rs1 unless `slot` says where. `does` is asked when the slot exists and neither `free` nor `busy` is answered: those that the row lists are
 * looked at before, or by `does` itself with `checks: 'own'`. `memory` is looked at last.
 */
export interface OnSlot {
  readonly on: 'slot'
  readonly slot: (c: Operands) => bigint
  readonly checks: 'shared' | 'own'
  /** rs2 names another slot: its microcode looks at the statuses of both. */
  readonly another?: true
  readonly does: (c: Operands, s: SlotState, around: Surroundings) => SlotOutcome | Status
}
/** Names several slots by a mask in rs1. @param occupied another one waits on a mask already: the unit has one place for them */
export interface OnMask { readonly on: 'mask'; readonly does: (named: readonly SlotStatus[], occupied: boolean) => bigint | 'waits' | Status }
export type Perform = OnUnit | OnSlot | OnMask

export const onUnit = (does: OnUnit['does']): OnUnit => ({ on: 'unit', does })
export const onSlot = (does: OnSlot['does'], more: Partial<Pick<OnSlot, 'slot' | 'checks' | 'another'>> = {}): OnSlot => ({ on: 'slot', slot: (c) => c.rs1, checks: 'shared', does, ...more })
export const onMask = (does: OnMask['does']): OnMask => ({ on: 'mask', does })

/** Answers 0, and the slot is this. */
export const done = (slot: SlotState): SlotOutcome => ({ value: 0n, slot })
/** A run begins: `waits` holds rd back until its record waits. */
export const begins = (slot: SlotState, waits: boolean): SlotOutcome => ({ value: 0n, slot, ...(waits ? { waits: true } : {}) })

/** Address or length `value` is a multiple of `to`. */
export const aligned = (value: bigint, to: bigint): boolean => value % to === 0n
/** [base, limit) meets another open segment. */
export const overlaps = (base: number, limit: number, around: Surroundings): boolean => around.others.some((o) => o.base < limit && base < o.limit)
/** Behind the largest budget, and the largest watchdog. */
export const end48 = 1n << 48n
export const mostCount = 2 ** 48 - 1
/** Oracles are numbered 0 to 63. */
export const oracles = 64n

/** Why microcode may not query the Oracle of this slot again and again: the statuses of O-mode, in their order. */
export function oModeRefusal(s: SlotState, around: Surroundings): Status | undefined {
  if (around.locks.entry === undefined) return 'unset'
  if (s.colour !== 1) return 'colour'
  return ((around.locks.oauto ?? 0n) >> BigInt(s.oracle) & 1n) === 0n ? 'oracle' : undefined
}
