// Owns: checks of the checks of a command, against the rules written out once more on whole numbers.
import { describe, expect, test } from 'vitest'
import { counters, infos, slotFields } from '../../../coprocessor/isa/fields.ts'
import { funct3, type Instruction } from '../../../coprocessor/isa/instruction.ts'
import { statuses, type Status } from '../../../coprocessor/isa/status.ts'
import { instructions } from '../../../coprocessor/isa/table.ts'
import { parameters } from '../../../coprocessor/parameters.ts'
import { instructionCode, instructionShape } from '../../../coprocessor/unit/instruction-code.ts'
import { commandCheck } from '../../../coprocessor/unit/command-check.ts'
import { bench, Chance, same } from './bench.ts'

const all64 = 2n ** 64n - 1n
interface Slot { readonly status: 'free' | 'idle' | 'running' | 'trapped'; readonly colour: boolean; readonly base: bigint; readonly top: bigint; readonly limit: bigint; readonly oracle: number }
interface Unit { readonly entrySet: boolean; readonly autoSet: boolean; readonly auto: bigint; readonly windowSet: boolean; readonly low: bigint; readonly high: bigint }
interface Case {
  readonly row: Instruction; readonly rs1: bigint; readonly rs2: bigint; readonly prv: number; readonly funct3: number; readonly slot: Slot; readonly unit: Unit
  /** Slots that run or are trapped. */
  readonly active: bigint
}
interface Fixed { readonly slots: number; readonly low: bigint; readonly high: bigint; readonly least: number }

/** The rules of the contract in words of numbers. `overlap` needs the other slots, `memory` a dead port: neither is told here. */
function statusOf({ row, rs1, rs2, prv, funct3: f3, slot, unit, active }: Case, fixed: Fixed): Status | undefined {
  const least = { any: 0, parameter: fixed.least, machine: 3 }[row.privilege]
  if (prv < least) return 'privilege'
  if (row.microcode === undefined || f3 !== funct3(row)) return 'opcode'
  const name = row.mnemonic, any = name === 'otrap' && rs1 === all64
  const named = name === 'oseg.open' ? rs2 & 0xffn : rs1
  if (name === 'owait') return rs1 >= 1n << BigInt(fixed.slots) ? 'slot' : (rs1 & active) === 0n ? 'idle' : undefined
  const hasSlot = name.startsWith('oseg.') || ['ostart', 'oenter', 'oask', 'oracle', 'otrap', 'oabort', 'ocount', 'opush', 'opop', 'opeek'].includes(name)
  if (hasSlot && !any && named >= BigInt(fixed.slots)) return 'slot'
  const asksStatus = name === 'oseg.get' && rs2 === BigInt(slotFields.findIndex((f) => f.name === 'status'))
  if (name === 'oseg.open') {
    if (slot.status !== 'free') return 'taken'
    if (!unit.windowSet) return 'unset'
    const base = rs1 & ~1n, length = rs2 >> 8n
    if (base % 8n !== 0n || length % 8n !== 0n) return 'align'
    return base < unit.low || base + length > unit.high ? 'range' : undefined
  }
  if (hasSlot && !any && !asksStatus && slot.status === 'free') return 'free'
  if (hasSlot && name !== 'otrap' && !asksStatus && (slot.status === 'trapped' || slot.status === 'running' && name !== 'oabort')) return 'busy'
  switch (name) {
    case 'oinfo': return rs1 >= BigInt(infos.length) ? 'range' : undefined
    case 'oentry': return unit.entrySet ? 'locked' : rs1 % 4n !== 0n ? 'align' : rs1 >= 2n ** 63n ? 'range' : undefined
    case 'oauto': return unit.autoSet ? 'locked' : undefined
    case 'owindow':
      if (unit.windowSet) return 'locked'
      if (rs1 % 4096n !== 0n || rs2 % 4096n !== 0n) return 'align'
      return rs1 < rs2 && rs1 >= fixed.low && rs2 <= fixed.high ? undefined : 'range'
    case 'oseg.limit': return rs2 % 8n !== 0n ? 'align' : rs2 < slot.top || slot.base < unit.low || rs2 > unit.high ? 'range' : undefined
    case 'oseg.top': case 'oseg.touch': return rs2 < slot.base || rs2 > slot.limit ? 'range' : undefined
    case 'oseg.bind': return rs2 > 63n ? 'range' : undefined
    case 'oseg.watch': return rs2 === 0n || rs2 >= 2n ** 48n ? 'range' : undefined
    case 'oseg.get': return rs2 >= BigInt(slotFields.length) ? 'range' : undefined
    case 'ostart': case 'oenter':
      if (!unit.entrySet) return 'unset'
      if (!slot.colour) return 'colour'
      if ((unit.auto >> BigInt(slot.oracle) & 1n) === 0n) return 'oracle'
      return rs2 >= 2n ** 48n ? 'range' : undefined
    case 'oask': case 'oracle': return !unit.entrySet ? 'unset' : rs2 > 63n ? 'range' : undefined
    case 'opush': return rs2 > 255n ? 'range' : slot.top === slot.limit ? 'room' : undefined
    case 'opop': return slot.top === slot.base ? 'empty' : undefined
    case 'opeek': return rs2 >= slot.top - slot.base ? 'range' : undefined
    case 'oabort': return slot.status === 'running' ? undefined : 'idle'
    case 'ocount': return rs2 >= BigInt(counters.length) ? 'range' : undefined
    case 'otrap': case 'oseg.close': return undefined
    default: throw new Error(`no rule for ${name}: write it from the contract`)
  }
}

const commandPins = ['funct7', 'xd', 'xs1', 'xs2', 'rd', 'rs1', 'rs2', 'prv'] as const
const names = [
  ...commandPins.map((n) => `command_${n}` as const), 'instruction', 'known', 'privilege', 'answers', 'first', 'behind', 'open', 'running', 'trapped', 'colour', 'base', 'top', 'limit', 'oracle', 'active',
  'entry_set', 'auto_set', 'allowed', 'window_set', 'low', 'high', 'refused', 'status', 'any_slot',
] as const

const setups = [
  { slots: 8, addrWidth: 40 },
  { slots: 1, addrWidth: 32, cacheableHigh: 2n ** 32n - 4096n },
  { slots: 5, addrWidth: 36, cacheableHigh: 2n ** 36n - 4096n },
  { slots: 16, addrWidth: 40, cacheableHigh: 2n ** 40n - 4096n, minPrivilege: 1 },
] as const

describe.each(setups)('$slots slots, $addrWidth bits', (given) => {
  const p = parameters(given), { pins, cycle } = bench(commandCheck(p), names)
  const fixed: Fixed = { slots: p.slots, low: p.cacheableLow, high: p.cacheableHigh, least: p.minPrivilege }
  const space = 1n << BigInt(p.addrWidth)
  const seen = new Map<string, Set<string>>()

  /** Numbers near every border that there is. */
  const near = (chance: Chance, slot: Slot, unit: Unit): bigint => {
    const border = chance.one([
      0n, BigInt(p.slots), 64n, 256n, 2n ** 48n, 2n ** 63n, 2n ** 64n, space, p.cacheableLow, p.cacheableHigh, unit.low, unit.high, slot.base, slot.top, slot.limit,
      BigInt(counters.length), BigInt(slotFields.length), BigInt(infos.length),
      // The same with a bit beyond the address, or beyond 32.
      slot.top + space, slot.limit + 2n ** 63n, 2n ** 32n, BigInt(p.slots - 1) + 2n ** 32n,
    ])
    const step = chance.one([-4096n, -8n, -4n, -2n, -1n, 0n, 0n, 0n, 1n, 2n, 4n, 8n, 4096n])
    return border + step & all64
  }

  const draw = (row: Instruction, chance: Chance): Case => {
    // Both ends inside the address space: [low, high) of the window, 4 KiB aligned, and a segment in it.
    const pages = Number((p.cacheableHigh - p.cacheableLow) / 4096n), first = chance.one([0, 1, chance.below(pages - 2)])
    const low = p.cacheableLow + 4096n * BigInt(first), end = p.cacheableHigh
    const high = chance.one([end, low + 4096n, low + 8192n > end ? end : low + 8192n])
    const within = (from: bigint, to: bigint, align: bigint) => from + BigInt(chance.below(Number((to - from) / align) + 1)) * align
    const base = chance.one([low, high, within(low, high, 8n)]), limit = chance.one([base, high, within(base, high, 8n)])
    const slot: Slot = {
      status: chance.one(['free', 'idle', 'idle', 'idle', 'idle', 'running', 'trapped']), colour: chance.often(80), oracle: chance.below(64), base, top: chance.one([base, limit, within(base, limit, 1n)]), limit,
    }
    const unit: Unit = { entrySet: chance.often(60), autoSet: chance.often(40), auto: chance.one([0n, all64, chance.word(), 1n << BigInt(slot.oracle)]), windowSet: chance.often(80), low, high }
    const named = BigInt(chance.below(p.slots)), operand = () => (chance.often(8) ? chance.word() : near(chance, slot, unit))
    const isSlot = row.rs1?.name === 'slot' && chance.often(85)
    let rs1 = isSlot ? named : row.mnemonic === 'otrap' && chance.often(50) ? all64 : operand()
    let rs2 = operand()
    if (row.mnemonic === 'owindow' && chance.often(80)) {
      rs1 = chance.one([low, fixed.low, operand()]) & ~0xfffn
      rs2 = chance.one([high, fixed.high, operand()]) & ~0xfffn
    }
    if (row.mnemonic === 'oseg.open') {
      rs1 = operand() | (chance.often(80) ? 1n : 0n)
      // Lengths that end near the window's end, and such that wrap around.
      const length = chance.one([0n, 8n, high - (rs1 & ~7n) + chance.one([-8n, 0n, 0n, 8n]), space - (rs1 & ~7n), operand()]) & 2n ** 56n - 1n
      rs2 = (length << 8n | (chance.often(85) ? named : BigInt(chance.below(256)))) & all64
    }
    const active = BigInt(chance.below(2 ** p.slots))
    if (row.mnemonic === 'owait' && chance.often(85)) rs1 = chance.one([active, ~active, 1n << named, 0n, BigInt(chance.below(2 ** p.slots))]) & (1n << BigInt(p.slots)) - 1n
    if (row.mnemonic === 'opeek' && chance.often(70)) rs2 = slot.top - slot.base + chance.one([-1n, 0n, 1n, space, -2n]) & all64
    return { row, rs1, rs2, active, prv: chance.one([0, 1, 2, 3, 3, 3, 3, 3]), funct3: chance.often(90) ? funct3(row) : chance.below(8), slot, unit }
  }

  const drive = (c: Case): void => {
    const { row, slot, unit } = c, address = space - 1n
    const opened = c.rs1 & address & ~7n
    // As `prepare` works them out: one bit wider than addresses.
    const [first, behind] = row.mnemonic === 'oseg.open' ? [opened, opened + (c.rs2 >> 8n & address)] : [slot.base, c.rs2 & 2n * space - 1n]
    const least = { any: 0, parameter: p.minPrivilege, machine: 3 }[row.privilege]
    const is = row.microcode !== undefined && c.funct3 === funct3(row)
    const code = row.microcode === undefined ? 'unknown' : instructionCode(row.mnemonic)
    const values: Record<string, number | bigint> = {
      command_funct7: row.funct7, command_xd: c.funct3 >> 2, command_xs1: c.funct3 >> 1 & 1, command_xs2: c.funct3 & 1, command_rs1: c.rs1, command_rs2: c.rs2, command_prv: c.prv,
      instruction: instructionShape.valueOf(code), known: is ? 1 : 0, privilege: least, answers: row.statuses.reduce((m, s) => m | 1 << statuses.findIndex((x) => x.name === s), 3), first, behind,
      open: slot.status === 'free' ? 0 : 1, running: slot.status === 'running' ? 1 : 0, trapped: slot.status === 'trapped' ? 1 : 0, colour: slot.colour ? 1 : 0,
      base: slot.base, top: slot.top, limit: slot.limit, oracle: slot.oracle, active: c.active,
      entry_set: unit.entrySet ? 1 : 0, auto_set: unit.autoSet ? 1 : 0, allowed: unit.auto, window_set: unit.windowSet ? 1 : 0, low: unit.low, high: unit.high,
    }
    for (const [name, value] of Object.entries(values)) pins[name as 'low'].setBig(BigInt(value))
    cycle()
  }

  test.each(instructions.map((row) => row.mnemonic))('%s', (mnemonic) => {
    const row = instructions.find((i) => i.mnemonic === mnemonic)!, chance = new Chance(row.funct7 + 1000 * p.slots), answered = new Set<string>()
    for (let i = 0; i < (row.microcode === undefined ? 50 : 1200); i++) {
      const c = draw(row, chance), want = statusOf(c, fixed)
      drive(c)
      const got = pins.refused.get() ? statuses[pins.status.get()]?.name : undefined
      same([got], [want], () => `${mnemonic} 0x${c.rs1.toString(16)} 0x${c.rs2.toString(16)} funct3 ${c.funct3} prv ${c.prv} ${JSON.stringify({ ...c.slot, ...c.unit }, (_, v: unknown) => (typeof v === 'bigint' ? `0x${v.toString(16)}` : v))}`)
      if (c.funct3 === funct3(row)) same([pins.any_slot.get() === 1], [mnemonic === 'otrap' && c.rs1 === all64], 'any slot')
      answered.add(want ?? 'ok')
    }
    seen.set(mnemonic, answered)
  })

  test('every status that a row can answer was among the cases, and so was success', () => {
    for (const row of instructions) {
      const answered = seen.get(row.mnemonic) ?? new Set<string>(), elsewhere: readonly Status[] = ['overlap', 'memory', 'privilege']
      const wanted = row.microcode === undefined ? ['opcode'] : [...row.statuses.filter((s) => !elsewhere.includes(s)), 'opcode', 'ok', ...(row.privilege === 'any' ? [] : ['privilege'])]
      expect([row.mnemonic, ...wanted.filter((s) => !answered.has(s))]).toEqual([row.mnemonic])
    }
  })
})
