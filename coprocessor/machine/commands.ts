// Owns: what each command answers and changes: statuses in the order of the status list, then the effect. Pure; instruction set, not time.
import { counters, infos, slotFields, slotStatuses, type SlotStatus } from '../isa/fields.ts'
import { funct3, type Instruction } from '../isa/instruction.ts'
import { done, running, statusValue, type Status } from '../isa/status.ts'
import { instructionByFunct7, instructions } from '../isa/table.ts'
import type { Parameters } from '../parameters.ts'
import { isLive, latch, startAsk, startRun } from './slot-run.ts'
import { closeSlot, moveTop, openSlot, type ExactCounter, type SlotState } from './slot-state.ts'
import { stackCommand, type StackAccess } from './stack-commands.ts'

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

/** What is set once until reset. */
export interface Locks {
  readonly entry?: bigint
  readonly oauto?: bigint
  readonly window?: { readonly low: bigint; readonly high: bigint }
}

/** What the design leaves open: constants of one generated unit that `oinfo` tells. */
export interface UnitFacts { readonly version: bigint; readonly parametersHash: bigint }

/** What a command of a slot sees of the rest of the unit. */
export interface Surroundings {
  readonly parameters: Parameters
  readonly locks: Locks
  /** The other open segments, [base, limit). */
  readonly others: readonly { readonly base: number; readonly limit: number }[]
  /** Frames dropped, of the whole unit. */
  readonly dropped: number
}

export const anySlot = (1n << 64n) - 1n
const budgetEnd = 1n << 48n
const most48 = 2 ** 48 - 1

/** The row of a command, or the status that it ends with before any operand is looked at. */
export function decode(c: Command, p: Parameters): Instruction | bigint {
  const row = instructionByFunct7(c.funct7)
  const needed = { any: 0, parameter: p.minPrivilege, machine: 3 }[row?.privilege ?? 'parameter']
  if (c.prv < needed) return statusValue('privilege')
  const said = (c.xd ? 4 : 0) | (c.xs1 ? 2 : 0) | (c.xs2 ? 1 : 0)
  return row?.microcode === undefined || said !== funct3(row) ? statusValue('opcode') : row
}

/** The operand that names the slot of a row, `unit` for a row that names none, `mask` for one that names several; any 64-bit value. */
export function slotOperand(row: Instruction, c: Command): bigint | 'unit' | 'mask' {
  if (row.mnemonic === 'oseg.open') return c.rs2 & 0xffn
  if (row.mnemonic === 'owait') return 'mask'
  return row.rs1?.name === 'slot' ? c.rs1 : 'unit'
}

/** `oask`, `oracle`, `ostart`, `oenter`: a run begins with them. */
export const startsRun = (row: Instruction): boolean => row.mnemonic === 'oask' || row.mnemonic === 'oracle' || row.mnemonic === 'ostart' || row.mnemonic === 'oenter'

/** Bit funct7 of every instruction of this unit. */
export const features = (): bigint => instructions.filter((i) => i.microcode !== undefined).reduce((word, i) => word | 1n << BigInt(i.funct7), 0n)

function info(index: bigint, locks: Locks, p: Parameters, facts: UnitFacts): bigint {
  switch (index < BigInt(infos.length) ? infos[Number(index)]!.name : undefined) {
    case 'version': return facts.version
    case 'slots': return BigInt(p.slots)
    case 'symbols': return BigInt(p.yieldSymbol) | p.recordMarks.reduce((word, mark, i) => word | BigInt(mark) << BigInt(8 * (i + 1)), 0n)
    case 'features': return features()
    case 'entry': return locks.entry ?? 0n
    case 'parameters': return facts.parametersHash
    default: return statusValue('range')
  }
}

const aligned = (value: bigint, to: bigint) => value % to === 0n

/** A command that names no slot: `oinfo` and the three that are set once. */
export function executeOnUnit(row: Instruction, c: Command, locks: Locks, p: Parameters, facts: UnitFacts): { readonly value: bigint; readonly locks: Locks } {
  const fail = (s: Status) => ({ value: statusValue(s), locks })
  switch (row.mnemonic) {
    case 'oinfo':
      return { value: info(c.rs1, locks, p, facts), locks }
    case 'oentry':
      if (locks.entry !== undefined) return fail('locked')
      if (!aligned(c.rs1, 4n)) return fail('align')
      if (c.rs1 >> 63n !== 0n) return fail('range')
      return { value: 0n, locks: { ...locks, entry: c.rs1 } }
    case 'oauto':
      return locks.oauto !== undefined ? fail('locked') : { value: 0n, locks: { ...locks, oauto: c.rs1 } }
    case 'owindow':
      if (locks.window !== undefined) return fail('locked')
      if (!aligned(c.rs1, 4096n) || !aligned(c.rs2, 4096n)) return fail('align')
      if (c.rs1 >= c.rs2 || c.rs1 < p.cacheableLow || c.rs2 > p.cacheableHigh) return fail('range')
      return { value: 0n, locks: { ...locks, window: { low: c.rs1, high: c.rs2 } } }
    default:
      throw new RangeError(`${row.mnemonic} names a slot`)
  }
}

/** The slots that the mask of an `owait` names; undefined: a bit stands at or above `slots`, status `slot`. */
export function maskSlots(mask: bigint, slots: number): readonly number[] | undefined {
  if (mask >> BigInt(slots) !== 0n) return undefined
  return Array.from({ length: slots }, (_, i) => i).filter((i) => (mask >> BigInt(i) & 1n) === 1n)
}

/**
 * `owait` over slots of these statuses. `waits`: 0 when the first of them traps, 1 at an exception. @param occupied another one waits already: the unit
 * has one place for them
 */
export function executeWait(named: readonly SlotStatus[], occupied: boolean): bigint | 'waits' {
  if (named.includes('trapped')) return done
  if (!named.includes('running')) return statusValue('idle')
  return occupied ? running : 'waits'
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

const overlaps = (base: number, limit: number, around: Surroundings) => around.others.some((o) => o.base < limit && base < o.limit)

function open(c: Command, s: SlotState, around: Surroundings): SlotOutcome | Status {
  const window = around.locks.window
  const base = c.rs1 & ~1n
  const length = c.rs2 >> 8n
  if (s.status !== 'free') return 'taken'
  if (window === undefined) return 'unset'
  if (!aligned(base, 8n) || !aligned(length, 8n)) return 'align'
  if (base < window.low || base + length > window.high) return 'range'
  if (overlaps(Number(base), Number(base + length), around)) return 'overlap'
  return { value: 0n, slot: openSlot(s, (c.rs1 & 1n) === 1n ? 1 : 0, Number(base), Number(length), around.parameters.watchdogCycles) }
}

function field(name: (typeof slotFields)[number]['name'], s: SlotState): bigint {
  switch (name) {
    case 'status': return BigInt(slotStatuses.indexOf(s.status))
    case 'record': return s.record
    default: return BigInt(s[name])
  }
}

function get(c: Command, s: SlotState): SlotOutcome | Status {
  if (c.rs2 === 0n) return { value: field('status', s), slot: s }
  if (s.status === 'free') return 'free'
  if (s.status !== 'idle') return 'busy'
  if (c.rs2 >= BigInt(slotFields.length)) return 'range'
  return { value: field(slotFields[Number(c.rs2)]!.name, s), slot: s }
}

function counter(c: Command, s: SlotState, around: Surroundings): SlotOutcome | Status {
  if (c.rs2 >= BigInt(counters.length)) return 'range'
  const name = counters[Number(c.rs2)]!.name
  if (name === 'dropped') return { value: BigInt(Math.min(most48, around.dropped)), slot: s }
  // Cycle counters are time: this reference knows none and answers 0 (see isTimed).
  return { value: BigInt(s.counters[name as ExactCounter] ?? 0), slot: s }
}

/** The value that this command reads is a number of clock cycles: the reference does not know it. */
export const isTimed = (row: Instruction, c: Command): boolean =>
  row.mnemonic === 'ocount' && c.rs2 < BigInt(counters.length) && counters[Number(c.rs2)]!.name.startsWith('cycles')

function start(row: Instruction, c: Command, s: SlotState, around: Surroundings): SlotOutcome | Status {
  const waits = row.waits ? { waits: true as const } : {}
  if (around.locks.entry === undefined) return 'unset'
  if (row.mnemonic === 'oask' || row.mnemonic === 'oracle') return c.rs2 > 63n ? 'range' : { value: 0n, slot: startAsk(s, Number(c.rs2)), ...waits }
  if (s.colour !== 1) return 'colour'
  if (((around.locks.oauto ?? 0n) >> BigInt(s.oracle) & 1n) === 0n) return 'oracle'
  if (c.rs2 >= budgetEnd) return 'range'
  return { value: 0n, slot: startRun(s, Number(c.rs2)), ...waits }
}

function onIdle(row: Instruction, c: Command, s: SlotState, around: Surroundings): SlotOutcome | Status {
  const changed = (slot: SlotState): SlotOutcome => ({ value: 0n, slot })
  switch (row.mnemonic) {
    case 'oseg.limit': {
      if (!aligned(c.rs2, 8n)) return 'align'
      if (c.rs2 < BigInt(s.top) || c.rs2 > around.locks.window!.high) return 'range'
      return overlaps(s.base, Number(c.rs2), around) ? 'overlap' : changed({ ...s, limit: Number(c.rs2) })
    }
    case 'oseg.top':
      return c.rs2 < BigInt(s.base) || c.rs2 > BigInt(s.limit) ? 'range' : changed(moveTop(s, Number(c.rs2)))
    case 'oseg.touch':
      return c.rs2 < BigInt(s.base) || c.rs2 > BigInt(s.limit) ? 'range' : changed({ ...s, held: Math.min(s.held, Number(c.rs2) - s.base) })
    case 'oseg.bind':
      return c.rs2 > 63n ? 'range' : changed({ ...s, oracle: Number(c.rs2) })
    case 'oseg.watch':
      return c.rs2 < 1n || c.rs2 >= budgetEnd ? 'range' : changed({ ...s, watchdog: Number(c.rs2) })
    case 'oseg.close':
      return changed(closeSlot(s))
    case 'ocount':
      return counter(c, s, around)
    case 'opush':
    case 'opop':
    case 'opeek': {
      const outcome = stackCommand(row.mnemonic, c.rs2, s)
      return typeof outcome === 'string' ? outcome : { value: 0n, ...outcome }
    }
    case 'oask':
    case 'oracle':
    case 'ostart':
    case 'oenter':
      return start(row, c, s, around)
    default:
      throw new RangeError(`${row.mnemonic} has microcode but no meaning in the reference`)
  }
}

/** `otrap` of this slot: its record, and the slot is idle again; 0 when none waits. */
export const takeRecord = (s: SlotState): SlotOutcome =>
  (s.status === 'trapped' ? { value: s.record, slot: { ...s, status: 'idle' } } : { value: 0n, slot: s })

function onSlot(row: Instruction, c: Command, s: SlotState, around: Surroundings): SlotOutcome | Status {
  if (row.mnemonic === 'oseg.open') return open(c, s, around)
  if (row.mnemonic === 'oseg.get') return get(c, s)
  if (s.status === 'free') return 'free'
  if (row.mnemonic === 'otrap') return takeRecord(s)
  if (row.mnemonic === 'oabort') {
    if (s.status === 'trapped') return 'busy'
    if (s.status === 'idle') return 'idle'
    return { value: 0n, slot: isLive(s) ? latch(s, 'abort') : s }
  }
  return s.status === 'idle' ? onIdle(row, c, s, around) : 'busy'
}

/** A command of one slot that exists. A negative value leaves the slot as it was. */
export function executeOnSlot(row: Instruction, c: Command, s: SlotState, around: Surroundings): SlotOutcome {
  const outcome = onSlot(row, c, s, around)
  return typeof outcome === 'string' ? { value: statusValue(outcome), slot: s } : outcome
}
