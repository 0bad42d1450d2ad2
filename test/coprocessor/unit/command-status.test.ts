// Owns: checks of the status that a command has by its operands and the flags of slots, against the rules written out once more on whole numbers.
import { describe, expect, test } from 'vitest'
import { slotFields } from '../../../coprocessor/isa/fields.ts'
import type { Instruction } from '../../../coprocessor/isa/instruction.ts'
import { statuses, type Status } from '../../../coprocessor/isa/status.ts'
import { instructions } from '../../../coprocessor/isa/table.ts'
import { parameters } from '../../../coprocessor/parameters.ts'
import { commandStatus } from '../../../coprocessor/unit/command-status.ts'
import { instructionCode, instructionShape } from '../../../coprocessor/unit/instruction-code.ts'
import { bench, Chance, same } from './bench.ts'

const all64 = 2n ** 64n - 1n
/** The statuses that are seen without a word of a slot. The microcode tests the others, and all that needs two slots. */
const seenHere: readonly Status[] = ['privilege', 'opcode', 'slot', 'free', 'taken', 'busy', 'unset', 'locked', 'colour', 'align', 'idle']
const statusesOf = (row: Instruction): readonly Status[] => (row.perform.on === 'slot' && row.perform.another ? ['slot'] : row.statuses)

interface Slot { readonly status: 'free' | 'idle' | 'running' | 'trapped'; readonly coloured: boolean }
interface Case {
  readonly row: Instruction; readonly rs1: bigint; readonly rs2: bigint; readonly prv: number; readonly least: number; readonly known: boolean; readonly slot: Slot
  /** Slots that run or are trapped; that are trapped. */
  readonly active: number; readonly trapped: number
  readonly entrySet: boolean; readonly autoSet: boolean; readonly windowSet: boolean; readonly slots: number; readonly oldest: number
}

/** The rules of the contract, in the order of the list of statuses. */
function statusOf(c: Case): Status | undefined {
  const { row, rs1, rs2, slot } = c, name = row.mnemonic
  if (c.prv < c.least) return 'privilege'
  if (!c.known) return 'opcode'
  const takes = (s: Status) => statusesOf(row).includes(s)
  if (name === 'owait') return rs1 >= 1n << BigInt(c.slots) ? 'slot' : (rs1 & BigInt(c.active)) === 0n ? 'idle' : undefined
  const any = name === 'otrap' && rs1 === all64, asksStatus = name === 'oseg.get' && rs2 === BigInt(slotFields.findIndex((f) => f.name === 'status'))
  const named = name === 'oseg.open' ? rs2 & 0xffn : name === 'ofork' ? rs1 & 0xffn : rs1
  if (takes('slot') && !any && named >= BigInt(c.slots)) return 'slot'
  if (takes('free') && !any && !asksStatus && slot.status === 'free') return 'free'
  if (takes('taken') && slot.status !== 'free') return 'taken'
  if (takes('busy') && !asksStatus && (slot.status === 'trapped' || slot.status === 'running' && name !== 'oabort')) return 'busy'
  if (takes('unset') && !(name === 'oseg.open' ? c.windowSet : c.entrySet)) return 'unset'
  if (takes('locked') && { oentry: c.entrySet, oauto: c.autoSet, owindow: c.windowSet }[name]) return 'locked'
  if (takes('colour') && !slot.coloured) return 'colour'
  const unaligned: Partial<Record<string, boolean>> = {
    'oentry': rs1 % 4n !== 0n, 'owindow': rs1 % 4096n !== 0n || rs2 % 4096n !== 0n, 'oseg.open': (rs1 & ~1n) % 8n !== 0n || (rs2 >> 8n) % 8n !== 0n, 'oseg.limit': rs2 % 8n !== 0n, 'oseg.move': rs2 % 8n !== 0n,
  }
  if (takes('align') && unaligned[name] === undefined) throw new Error(`no rule for the alignment of ${name}: write it from the contract`)
  if (unaligned[name]) return 'align'
  return takes('idle') && slot.status !== 'running' ? 'idle' : undefined
}

const names = [
  ...(['funct7', 'xd', 'xs1', 'xs2', 'rd', 'rs1', 'rs2', 'prv'] as const).map((n) => `command_${n}` as const), 'instruction', 'known', 'privilege', 'answers', 'oldest', 'is_open', 'is_running', 'is_trapped', 'is_coloured',
  'active', 'trapped_slots', 'entry_set', 'auto_set', 'window_set', 'refused', 'status', 'slot', 'any_slot', 'mask_trapped',
] as const

describe.each([1, 3, 8, 16])('%i slots', (slots) => {
  const { pins, cycle } = bench(commandStatus(parameters({ slots })), names)
  const built = instructions.filter((i) => i.microcode !== undefined), answered = new Map<string, Set<string>>()

  const draw = (row: Instruction, chance: Chance): Case => {
    const named = BigInt(chance.below(slots)), aligned = chance.one([0xfffn, 7n, 3n, 1n, 0n])
    const near = () => chance.one([0n, BigInt(slots), 2n ** 8n, 2n ** 32n, 2n ** 63n, 2n ** 64n, 0x8000_0000n]) + chance.one([-8n, -1n, 0n, 1n, 8n]) & all64
    const number = () => chance.one([chance.word(), near(), chance.word() >> 40n]) & ~aligned
    const low8 = row.mnemonic === 'ofork' ? 'rs1' : row.mnemonic === 'oseg.open' ? 'rs2' : undefined
    let rs1 = chance.often(80) ? named : number(), rs2 = number()
    if (row.rs1?.name !== 'slot' && low8 !== 'rs1') rs1 = number()
    if (low8 === 'rs1') rs1 = number() & ~0xffn | (chance.often(80) ? named : BigInt(chance.below(256)))
    if (low8 === 'rs2') rs2 = number() & ~0xffn | (chance.often(80) ? named : BigInt(chance.below(256)))
    if (row.mnemonic === 'oseg.open') rs1 |= BigInt(chance.below(2))
    if (row.mnemonic === 'oseg.get') rs2 = BigInt(chance.below(20))
    if (row.mnemonic === 'otrap' && chance.often(50)) rs1 = all64
    if (row.mnemonic === 'owait' && chance.often(80)) rs1 = BigInt(chance.below(2 ** slots))
    return {
      row, rs1, rs2, prv: chance.one([0, 1, 2, 3, 3, 3, 3]), least: row.privilege === 'any' ? 0 : chance.one([0, 1, 3]), known: chance.often(92), slots, oldest: chance.below(slots),
      slot: { status: chance.one(['free', 'idle', 'idle', 'idle', 'running', 'trapped']), coloured: chance.often(60) }, active: chance.below(2 ** slots), trapped: chance.below(2 ** slots),
      entrySet: chance.often(60), autoSet: chance.often(50), windowSet: chance.often(60),
    }
  }

  test.each(built.map((i) => [i.mnemonic, i] as const))('%s', (name, row) => {
    const chance = new Chance(row.funct7 * 17 + slots), got = new Set<string>()
    for (let i = 0; i < 1500; i++) {
      const c = draw(row, chance), want = statusOf(c)
      const values: Record<string, number | bigint> = {
        command_funct7: row.funct7, command_xd: 1, command_xs1: 1, command_xs2: 1, command_rd: chance.below(32), command_rs1: c.rs1, command_rs2: c.rs2, command_prv: c.prv,
        instruction: instructionShape.valueOf(instructionCode(name)), known: c.known ? 1 : 0, privilege: c.least,
        answers: statusesOf(row).reduce((m, s) => m | 1 << statuses.findIndex((x) => x.name === s), 3), oldest: c.oldest,
        is_open: c.slot.status === 'free' ? 0 : 1, is_running: c.slot.status === 'running' ? 1 : 0, is_trapped: c.slot.status === 'trapped' ? 1 : 0, is_coloured: c.slot.coloured ? 1 : 0,
        active: c.active, trapped_slots: c.trapped, entry_set: c.entrySet ? 1 : 0, auto_set: c.autoSet ? 1 : 0, window_set: c.windowSet ? 1 : 0,
      }
      for (const [pin, value] of Object.entries(values)) pins[pin as 'command_rs1'].setBig(BigInt(value))
      cycle()
      const where = () => `${name} 0x${c.rs1.toString(16)} 0x${c.rs2.toString(16)} prv ${c.prv} ${JSON.stringify({ ...c, row: 0 }, (_, v: unknown) => (typeof v === 'bigint' ? String(v) : v))}`
      same([pins.refused.get() ? statuses[pins.status.get()]?.name : undefined], [want], where)
      const any = name === 'otrap' && c.rs1 === all64
      same([pins.any_slot.get() === 1, pins.mask_trapped.get() === 1], [any, (c.rs1 & BigInt(c.trapped)) !== 0n], where)
      const named = name === 'oseg.open' ? c.rs2 & 0xffn : c.rs1 & 0xffn
      if (any) same([pins.slot.get()], [c.oldest], where)
      else if (want === undefined && named < BigInt(slots) && name !== 'owait') same([BigInt(pins.slot.get())], [named], where)
      got.add(want ?? 'ok')
    }
    answered.set(name, got)
  })

  test('every status that is seen here was among the cases of each row, and so was none', () => {
    for (const row of built) {
      const wanted = [...statusesOf(row).filter((s) => seenHere.includes(s)), 'opcode', 'ok', ...(row.privilege === 'any' ? [] : ['privilege'])]
      expect([row.mnemonic, ...wanted.filter((s) => !answered.get(row.mnemonic)!.has(s))]).toEqual([row.mnemonic])
    }
  })
})
