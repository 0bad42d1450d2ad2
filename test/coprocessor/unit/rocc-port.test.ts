// Owns: checks of the command port: every command is answered once, commands that wait, and interrupts at every moment.
import { beforeEach, describe, expect, test } from 'vitest'
import { parameters } from '../../../coprocessor/parameters.ts'
import { roccPort } from '../../../coprocessor/unit/rocc-port.ts'
import { bench, Chance, same } from './bench.ts'

const words = ['funct7', 'xd', 'xs1', 'xs2', 'rd', 'rs1', 'rs2', 'prv'] as const
const { pins, sim, cycle } = bench(roccPort(parameters({ slots: 8 })), [
  'cmd_valid', 'cmd_ready', ...words.map((w) => `cmd_${w}` as const), 'resp_valid', 'resp_ready', 'resp_rd', 'resp_data', 'exception', 'busy', 'ready',
  ...words.map((w) => `command_${w}` as const), 'serving', 'reply', 'value', 'reply_later', 'slot', 'recorded', 'recorded_slot',
])
const quiet = ['cmd_valid', 'exception', 'serving', 'reply', 'reply_later', 'recorded'] as const

beforeEach(() => {
  sim.reset()
  for (const n of quiet) pins[n].set(0)
  pins.resp_ready.set(1)
})

/** A cycle in which these are up (or have this value); the rest of `quiet` is down. */
function step(given: Partial<Record<keyof typeof pins, number>> = {}): void {
  for (const n of quiet) pins[n].set(0)
  for (const [n, v] of Object.entries(given)) pins[n as 'slot'].set(v)
  cycle()
}
const command = (rd: number, xd = 1) => ({ cmd_valid: 1, cmd_xd: xd, cmd_rd: rd })
/** What is answered in the next cycles, as [cycles from now, rd, data]. */
function answers(within: number): (readonly [number, number, number])[] {
  const seen: (readonly [number, number, number])[] = []
  for (let i = 0; i < within; i++) {
    step()
    if (pins.resp_valid.get()) seen.push([i, pins.resp_rd.get(), pins.resp_data.get()])
  }
  return seen
}
/** Takes a command that waits on a slot; `exception` up in that many cycles: 0 offered, 1 stands, 2 is made to wait. */
function wait(rd: number, slot: number, exception = -1): void {
  step({ ...command(rd), exception: exception === 0 ? 1 : 0 })
  step({ serving: 1, exception: exception === 1 ? 1 : 0 })
  step({ serving: 1, reply_later: 1, slot, exception: exception === 2 ? 1 : 0 })
}

describe('commands', () => {
  test('one is held as it came until it is answered; another is not taken meanwhile', () => {
    step({ ...command(7), cmd_funct7: 0x55, cmd_xs1: 1, cmd_xs2: 0, cmd_rs1: 12345, cmd_rs2: 678, cmd_prv: 3 })
    expect(pins.cmd_ready.get()).toBe(1)
    for (let i = 0; i < 4; i++) {
      step({ ...command(9), cmd_rs1: 1, serving: i > 0 ? 1 : 0 })
      expect([pins.cmd_ready.get(), pins.ready.get(), pins.busy.get(), pins.resp_valid.get()]).toEqual([0, 1, 1, 0])
      expect(words.map((w) => pins[`command_${w}`].get())).toEqual([0x55, 1, 1, 0, 7, 12345, 678, 3])
    }
    pins.value.setBig(2n ** 64n - 3n)
    step({ serving: 1, reply: 1, resp_ready: 0 })
    for (let i = 0; i < 3; i++) {
      step()
      expect([pins.resp_valid.get(), pins.resp_rd.get(), pins.resp_data.getBig(), pins.busy.get()]).toEqual([1, 7, 2n ** 64n - 3n, 1])
    }
    step({ resp_ready: 1 })
    step()
    expect([pins.resp_valid.get(), pins.busy.get(), pins.cmd_ready.get()]).toEqual([0, 0, 1])
  })

  test('without xd it is taken, and nothing happens', () => {
    step(command(3, 0))
    expect(pins.cmd_ready.get()).toBe(1)
    for (let i = 0; i < 5; i++) {
      step()
      expect([pins.ready.get(), pins.busy.get(), pins.resp_valid.get(), pins.cmd_ready.get()]).toEqual([0, 0, 0, 1])
    }
  })

  test('the next may come while a response stands, but is not begun before it has gone', () => {
    step(command(1))
    step({ serving: 1, reply: 1, resp_ready: 0 })
    step(command(2))
    for (let i = 0; i < 3; i++) {
      step()
      expect([pins.ready.get(), pins.resp_rd.get()]).toEqual([0, 1])
    }
    step({ resp_ready: 1 })
    step()
    expect([pins.ready.get(), pins.command_rd.get()]).toEqual([1, 2])
  })
})

describe('commands that wait', () => {
  test('it does not make the port busy, and answers 0 when its record is queued, not that of another slot', () => {
    wait(5, 3)
    for (let i = 0; i < 3; i++) {
      step({ recorded: 1, recorded_slot: 2 })
      expect([pins.busy.get(), pins.resp_valid.get(), pins.cmd_ready.get()]).toEqual([0, 0, 1])
    }
    step({ recorded: 1, recorded_slot: 3 })
    expect(answers(10)).toMatchObject([[expect.any(Number), 5, 0]])
  })

  test.each([1, 2])('an interrupt while the command stands here (moment %i) releases it with 1', (moment) => {
    wait(6, 1, moment)
    expect(answers(10)).toMatchObject([[expect.any(Number), 6, 1]])
  })

  test('an interrupt in the cycle in which the command is taken releases it with 1: the hart waits already', () => {
    wait(6, 1, 0)
    expect(answers(10)).toMatchObject([[expect.any(Number), 6, 1]])
  })

  test('an interrupt while the command is offered and the port is at work on another releases it with 1', () => {
    step(command(4))
    step({ ...command(6), serving: 1, exception: 1 })
    step({ ...command(6), serving: 1, reply: 1 })
    step(command(6))
    expect(pins.cmd_ready.get()).toBe(1)
    step({ serving: 1 })
    step({ serving: 1, reply_later: 1, slot: 1 })
    expect(answers(10).filter(([, rd]) => rd === 6)).toMatchObject([[expect.any(Number), 6, 1]])
  })

  test('an interrupt later releases it with 1, and its record then answers nobody', () => {
    wait(6, 1)
    step()
    step({ exception: 1 })
    expect(answers(10)).toMatchObject([[expect.any(Number), 6, 1]])
    step({ recorded: 1, recorded_slot: 1 })
    expect(answers(10)).toEqual([])
  })

  test('an interrupt before the command was there does not count', () => {
    step({ exception: 1 })
    step()
    wait(6, 1)
    expect(answers(10)).toEqual([])
  })

  test('an interrupt releases every command that waits', () => {
    for (const [rd, slot] of [[1, 0], [2, 5], [3, 7]] as const) wait(rd, slot)
    step({ exception: 1 })
    expect(answers(12).map(([, rd, data]) => [rd, data]).sort()).toEqual([[1, 1], [2, 1], [3, 1]])
  })

  test('an interrupt in the cycle in which another command wakes releases the rest', () => {
    wait(1, 0)
    wait(2, 5)
    step({ recorded: 1, recorded_slot: 0 })
    step({ exception: 1 })
    expect(answers(12).map(([, rd, data]) => [rd, data])).toEqual([[1, 0], [2, 1]])
  })

  test('an interrupt in the cycle in which another command begins to wait releases both', () => {
    wait(2, 5)
    wait(1, 0, 2)
    expect(answers(12).map(([, rd, data]) => [rd, data]).sort()).toEqual([[1, 1], [2, 1]])
  })

  test('an interrupt between is not kept for a later command on that slot', () => {
    wait(1, 4)
    step({ exception: 1 })
    expect(answers(8)).toHaveLength(1)
    wait(2, 4)
    expect(answers(8)).toEqual([])
  })
})

test('at random: every command with xd is answered once, with its rd, 0 only for its record and 1 only after an interrupt', () => {
  for (let seed = 0; seed < 60; seed++) {
    sim.reset()
    const chance = new Chance(seed)
    /** Registers whose command waits, by slot: was there a record, an interrupt? */
    const waiting = new Map<number, { rd: number; recorded: boolean; excepted: boolean; mayGo: boolean; since: number }>()
    const running = new Set<number>()
    let here: { rd: number; excepted: boolean; mayGo: boolean; state: 'new' | 'serving'; left: number } | undefined
    // An interrupt while commands stand in line may release those behind too: the port does not see all of the line.
    let replied: { rd: number; value: bigint } | undefined, offered: { rd: number; xd: number; excepted: boolean } | undefined, inLine = false
    const free = Array.from({ length: 31 }, (_, i) => i + 1)
    for (let i = 0; i < 600; i++) {
      const where = () => `run ${seed}, cycle ${i}`
      if (!offered && free.length > 0 && chance.often(30)) offered = { rd: free.shift()!, xd: chance.often(85) ? 1 : 0, excepted: false }
      // One sequencer: it serves the command, or records for a slot.
      const serves = here?.state === 'serving', acts = serves && here!.left-- <= 0
      const idle = [0, 1, 2, 3, 4, 5, 6, 7].filter((s) => !running.has(s) && !waiting.has(s))
      const later = acts && idle.length > 0 && chance.often(50) ? chance.one(idle) : undefined
      const record = !serves && running.size > 0 && chance.often(6) ? chance.one([...running]) : undefined
      const exception = chance.often(4)
      inLine = exception || inLine && (offered !== undefined || here !== undefined)
      if (exception) for (const c of [offered, here]) if (c) c.excepted = true
      if (here && inLine) here.mayGo = true
      const value = chance.word()
      pins.value.setBig(value)
      step({
        cmd_valid: offered ? 1 : 0, cmd_rd: offered?.rd ?? 0, cmd_xd: offered?.xd ?? 0, resp_ready: chance.often(60) ? 1 : 0, serving: serves ? 1 : 0,
        reply: acts && later === undefined ? 1 : 0, reply_later: later === undefined ? 0 : 1, slot: later ?? chance.below(8),
        recorded: record === undefined ? 0 : 1, recorded_slot: record ?? chance.below(8), exception: exception ? 1 : 0,
      })
      const shows = pins.resp_valid.get() === 1, rd = pins.resp_rd.get()
      const owed = [...waiting.values()].filter((w) => w.recorded || w.excepted)
      const owes = here !== undefined || replied !== undefined || owed.length > 0, mayOwe = [...waiting.values()].some((w) => w.mayGo)
      if (owes || !mayOwe) same([pins.busy.get() === 1], [owes], () => `busy, ${where()}`)
      if (shows) {
        const w = [...waiting].find(([, x]) => x.rd === rd)
        if (replied?.rd === rd) same([pins.resp_data.getBig()], [replied.value], () => `value, ${where()}`)
        else same([pins.resp_data.getBig() === 0n ? w?.[1].recorded : pins.resp_data.getBig() === 1n && w?.[1].mayGo], [true], () => `a command that waited, rd ${rd}, ${where()}`)
        if (pins.resp_ready.get()) {
          free.push(rd)
          if (replied?.rd === rd) replied = undefined
          else waiting.delete(w![0])
        }
      }
      for (const w of owed) same([i - w.since < 250], [true], () => `rd ${w.rd} is not answered, ${where()}`)
      if (acts) {
        if (later === undefined) replied = { rd: here!.rd, value }
        else {
          waiting.set(later, { rd: here!.rd, recorded: false, excepted: here!.excepted, mayGo: here!.mayGo || here!.excepted, since: i })
          running.add(later)
        }
        here = undefined
      }
      if (record !== undefined) {
        running.delete(record)
        const w = waiting.get(record)
        if (w) Object.assign(w, { recorded: true, since: w.excepted ? w.since : i })
      }
      if (exception) for (const w of waiting.values()) Object.assign(w, { excepted: true, mayGo: true, since: w.excepted || w.recorded ? w.since : i })
      if (here?.state === 'new' && pins.ready.get() && chance.often(60)) here = { ...here, state: 'serving' }
      if (offered && pins.cmd_ready.get()) {
        if (offered.xd) here = { rd: offered.rd, excepted: offered.excepted, mayGo: inLine, state: 'new', left: chance.below(4) }
        else free.push(offered.rd)
        offered = undefined
      }
    }
  }
})
