// Owns: M7 and M8 on what a hart retires: what is allowed passes, each rule broken is named with place and cycle.
import { describe, expect, it } from 'vitest'
import { encode, funct3, opcode } from '../../../coprocessor/isa/instruction.ts'
import { instruction } from '../../../coprocessor/isa/table.ts'
import { HartDifference, HartWatch, ownInstruction, type HartWatchOptions } from '../../../sim-harness/observer/hart-watch.ts'
import type { CommandEvent } from '../../../sim-harness/port-events.ts'

const entry = 0x8000_0200n, low = 0x8001_0000n, high = 0x8002_0000n
const nop = 0x13, otrap = encode(instruction('otrap'), 10, 11, 0)
let cycle = 0
const next = (): number => ++cycle

function command(mnemonic: string, rs1: bigint, rs2 = 0n): CommandEvent {
  const row = instruction(mnemonic), bits = funct3(row)
  return { funct7: row.funct7, xd: true, xs1: (bits & 2) !== 0, xs2: (bits & 1) !== 0, rd: 10, rs1, rs2, prv: 3 }
}
/** Accepted, and two cycles later answered. */
function answered(watch: HartWatch, mnemonic: string, rs1: bigint, rs2 = 0n, data = 0n): void {
  const quiet = { exception: false, interrupt: false, busy: true }
  watch.observe({ ...quiet, cycle: next(), command: command(mnemonic, rs1, rs2) })
  watch.observe({ ...quiet, cycle: next(), response: { rd: 10, data: BigInt.asUintN(64, data) } })
}
const retired = (watch: HartWatch, pc: bigint, insn = nop): void => watch.retired({ cycle: next(), pc, insn })
const interrupted = (watch: HartWatch, cause: number, epc = 0x8000_0100n): void => watch.trapped({ cycle: next(), interrupt: true, cause, epc })

function booted(options: Partial<HartWatchOptions> = {}): HartWatch {
  cycle = 0
  const watch = new HartWatch({ interruptCause: 12, ...options })
  answered(watch, 'oentry', entry)
  answered(watch, 'owindow', low, high)
  return watch
}
function difference(act: () => void): HartDifference {
  try {
    act()
  } catch (error) {
    if (error instanceof HartDifference) return error
    throw error
  }
  throw new Error('no difference')
}

describe('M7: no retired pc lies in the window', () => {
  it('allows the words below and behind it, and refuses its first and its last', () => {
    for (const pc of [low - 2n, high]) retired(booted(), pc)
    for (const pc of [low, high - 2n]) {
      const { finding } = difference(() => retired(booted(), pc))
      expect(finding).toMatchObject({ rule: 'M7', cycle: 5, step: 2, seen: `the hart ran 0x${pc.toString(16)}` })
      expect(finding.expected).toBe('no instruction from the window [0x80010000, 0x80020000)')
    }
  })

  it('knows no window before owindow was answered, nor one that was refused', () => {
    const watch = new HartWatch({ interruptCause: 12 })
    retired(watch, low)
    answered(watch, 'owindow', low, high, -13n)
    retired(watch, low)
    watch.observe({ cycle: next(), exception: false, interrupt: false, busy: true, command: command('owindow', low, high) })
    retired(watch, low)
    answered(watch, 'owindow', low, high)
    expect(() => retired(watch, low)).toThrow(HartDifference)
  })

  it('looks at physical addresses where they are known', () => {
    const watch = booted({ physical: (pc) => (pc === 0x4000n ? low + 8n : pc === 0x5000n ? undefined : 0n) })
    retired(watch, low)
    retired(watch, 0x5000n)
    expect(difference(() => retired(watch, 0x4000n)).finding.seen).toBe('the hart ran 0x4000, physical 0x80010008')
  })
})

describe('M8: the interrupt leads to the entry', () => {
  it('allows it, and other interrupts and exceptions elsewhere', () => {
    const watch = booted()
    interrupted(watch, 12)
    retired(watch, entry)
    retired(watch, 0x8000_0300n)
    interrupted(watch, 7)
    retired(watch, 0x8000_0300n)
    watch.trapped({ cycle: next(), interrupt: false, cause: 12, epc: 0x8000_0100n })
    retired(watch, 0x8000_0300n)
  })

  it('refuses another place, and says both cycles', () => {
    const watch = booted({ place: (pc) => `<${pc.toString(16)}>` })
    interrupted(watch, 12)
    const found = difference(() => retired(watch, entry + 4n))
    expect(found.finding).toMatchObject({ rule: 'M8', cycle: 6, expected: 'the hart at the entry, <80000200> (the interrupt was taken in cycle 5)', seen: 'the hart at <80000204>' })
    expect(found.message.split('\n').slice(-2)).toEqual(['         5 trap, interrupt 12, from <80000100>', '         6 retired <80000204>: 00000013'])
  })

  it('takes a trap at the entry for the hart being there, and one at another place not', () => {
    const watch = booted()
    interrupted(watch, 12)
    watch.trapped({ cycle: next(), interrupt: false, cause: 1, epc: entry })
    retired(watch, 0x8000_0300n)
    interrupted(watch, 12)
    expect(difference(() => watch.trapped({ cycle: next(), interrupt: false, cause: 1, epc: 0n })).finding.seen).toBe('the hart at 0x0')
  })

  it('wants no interrupt before oentry, nor after one that was refused', () => {
    for (const refuse of [false, true]) {
      const watch = new HartWatch({ interruptCause: 12 })
      if (refuse) answered(watch, 'oentry', entry, 0n, -8n)
      interrupted(watch, 12)
      expect(difference(() => retired(watch, entry)).finding.expected).toMatch(/^no interrupt of the unit before oentry/)
    }
  })

  it('has another cause from Rocket Chip 1.5 on', () => {
    const watch = booted({ interruptCause: 13 })
    interrupted(watch, 12)
    retired(watch, 0x8000_0300n)
    interrupted(watch, 13)
    expect(() => retired(watch, 0x8000_0300n)).toThrow(HartDifference)
  })
})

describe('M8: otrap stands in one place', () => {
  it('allows it there again and again, and refuses a second place', () => {
    const watch = booted()
    for (let i = 0; i < 3; i++) retired(watch, 0x8000_0400n, otrap)
    expect(difference(() => retired(watch, 0x8000_0404n, otrap)).finding).toMatchObject({ rule: 'M8', expected: 'otrap at 0x80000400 only', seen: 'otrap at 0x80000404' })
  })

  it('does not take for otrap what only looks like it', () => {
    const watch = booted()
    retired(watch, 0x8000_0400n, otrap)
    for (const other of [otrap ^ 0x1000, otrap & ~opcode | 0x2b, encode(instruction('oabort'), 10, 11, 0), otrap & 0xffff]) {
      expect(ownInstruction(other)?.mnemonic).not.toBe('otrap')
      retired(watch, 0x8000_0404n, other)
    }
    expect(ownInstruction(otrap)?.mnemonic).toBe('otrap')
  })
})

it('shows no more lines than asked for', () => {
  const watch = booted({ window: 3 })
  for (let i = 0; i < 9; i++) retired(watch, 0x8000_0000n + BigInt(i))
  expect(difference(() => retired(watch, low)).window.map((line) => line.trim().split(' ')[2])).toEqual(['0x80000007:', '0x80000008:', '0x80010000:'])
})
