// Owns: rules of the contract that random programs meet too seldom: what the unit does in the one case that matters, and that it does otherwise when the rule is switched off in its microcode.
import { describe, expect, test } from 'vitest'
import { decodeRecord } from '../../../coprocessor/isa/cause.ts'
import { microcode } from '../../../coprocessor/microcode/program.ts'
import { assembleUnit } from '../../../coprocessor/microcode/words.ts'
import { UnitBench } from './unit-bench.ts'

const text = (n: number) => Array.from({ length: n }, (_, i) => 0x41 + i % 26)
const record = (unit: UnitBench, within = 6000) => {
  for (let i = 0; i < within && !unit.interrupt; i++) unit.cycle()
  return decodeRecord(unit.command('otrap', 0n))
}
/** Frames that left, hellos aside. */
const frames = (unit: UnitBench) => unit.sent.filter((f) => f.kind.name !== 'hello').map((f) => f.kind.name)
/** The host takes nothing more, and the way to it is full. */
const plug = (unit: UnitBench) => {
  unit.takes = false
  for (let i = 0; i < 3; i++) unit.fromHost('hello', { session: 7 })
}
const unplug = (unit: UnitBench) => {
  unit.takes = true
  unit.cycle(400)
}
/** Slot 0 waits for its answer to the query of 20 bytes. */
const asked = (unit: UnitBench, budget = 0n): UnitBench => {
  unit.boot(text(20), 44).command('ostart', 0n, budget)
  unit.cycle(200)
  return unit
}

/** The rule; the case; what comes of it; the line that is changed, and to what. */
const rules: readonly (readonly [string, (unit: UnitBench) => unknown, unknown, string, string])[] = [
  ['ending: the first cause wins', (unit) => {
    asked(unit).storeLatency = 3000
    unit.queue('answer', { session: 7, sequence: 1, offset: 20, length: 4 }, text(4))
    unit.cycle(100)
    unit.command('oabort', 0n)
    unit.fromHost('hello', { session: 8 })
    return record(unit)?.cause
  }, 'abort', 'if ended goto rxForget', 'if negative goto rxForget'],
  ['ending: the next query begins when all stores are confirmed', (unit) => {
    asked(unit).storeLatency = 3000
    unit.answer(1, 20, text(3))
    return frames(unit)
  }, ['query'], 'rxTokens: wait stored', 'rxTokens:'],
  ['ending: a budget that ends at a query cuts nothing', (unit) => {
    asked(unit, 2n).answer(1, 20, [0x61])
    const r = record(unit)
    return [r?.cause, r?.cut, r?.appended]
  }, ['budget', false, 1n], 'flags = flags | cause_budget; end home', 'flags = flags | cause_budget+cut; end home'],
  ['sequence: an answer before the query has left is impossible', (unit) => {
    unit.boot(text(20), 44)
    plug(unit)
    unit.command('ostart', 0n)
    unit.answer(1, 20, [0x61, 0xff])
    return record(unit)?.cause
  }, 'link', 'if not flags has awaiting goto rxEarly', 'if negative goto rxEarly'],
  ['sessions: a new one sets held to 0', (unit) => {
    asked(unit).answer(1, 20, [0x61, 0xff])
    record(unit)
    const before = unit.get('held')
    unit.fromHost('hello', { session: 8 })
    return [before, unit.get('held')]
  }, [22n, 0n], 'rxLose: held = 0', 'rxLose:'],
  ['sessions: a new one sets cached to 0', (unit) => {
    asked(unit).answer(1, 20, [0x61, 0xff])
    record(unit)
    unit.fromHost('cached', { session: 7, offset: 5 })
    const before = unit.get('cached')
    unit.fromHost('hello', { session: 8 })
    return [before, unit.get('cached')]
  }, [5n, 0n], 'cached = 0; paid', 'paid'],
  ['sessions: a new one clears the flags to send', (unit) => {
    asked(unit)
    plug(unit)
    unit.command('oabort', 0n)
    record(unit)
    unit.fromHost('hello', { session: 8 })
    unit.command('ohint', 0n, 0n)
    unplug(unit)
    return frames(unit)
  }, ['query', 'hint'], 'flags = flags & ~dues', 'A = flags'],
  ['flags: a close clears the abort', (unit) => {
    asked(unit)
    plug(unit)
    unit.command('oabort', 0n)
    record(unit)
    unit.command('oseg.close', 0n)
    unplug(unit)
    return frames(unit)
  }, ['query', 'close'], 'flags = flags & ~abortDue+forkDue+hintDue goto done', 'flags = flags & ~forkDue+hintDue goto done'],
  ['flags: an end before a chunk was begun sends no abort', (unit) => {
    unit.boot(text(20), 44)
    plug(unit)
    unit.command('ostart', 0n)
    unit.command('oabort', 0n)
    record(unit)
    unplug(unit)
    return frames(unit)
  }, [], 'if not begun goto endKept', 'if negative goto endKept'],
  ['flags: the next query waits for the abort of the one before', (unit) => {
    asked(unit)
    plug(unit)
    unit.command('oabort', 0n)
    record(unit)
    unit.command('ostart', 0n)
    unit.cycle(100)
    unplug(unit)
    return unit.sent.filter((f) => f.kind.name !== 'hello').map((f) => [f.kind.name, f.header.sequence])
  }, [['query', 1], ['abort', 1], ['query', 2]], 'if flags has abortDue goto numberLate', 'if negative goto numberLate'],
  ['flags: one that waits holds up no instruction', (unit) => {
    asked(unit)
    plug(unit)
    unit.command('oabort', 0n)
    record(unit)
    return [unit.command('opeek', 0n, 0n), unit.command('ostart', 0n), unit.command('oabort', 0n), record(unit)?.cause]
  }, [0x41n, 0n, 0n, 'abort'], 'reply = 0 goto startQuery', 'A = 0 goto startQuery'],
  ['watchdog: a slot without an answer ends', (unit) => {
    unit.boot(text(20), 44).command('oseg.watch', 0n, 500n)
    unit.command('ostart', 0n)
    return record(unit)?.cause
  }, 'link', 'if A < watchdog goto dogHome', 'if A < @longest goto dogHome'],
  ['watchdog: a symbol puts it back', (unit) => {
    unit.boot(text(20), 44).command('oseg.watch', 0n, 700n)
    unit.command('ostart', 0n)
    for (let i = 0; i < 5; i++) {
      unit.fromHost('answer', { session: 7, sequence: 1, offset: 20 + i, length: 1 }, [0x61])
      unit.cycle(250)
    }
    return [unit.get('status'), decodeRecord(unit.command('otrap', 0n))?.cause]
  }, [2n, undefined], 'stamp = now; progressSeen A = top', 'progressSeen\nA = top'],
  ['waiting: owait answers at once when a slot of its mask is trapped', (unit) => {
    asked(unit).command('oabort', 0n)
    unit.cycle(100)
    try {
      return unit.command('owait', 1n)
    } catch {
      return 'waits'
    }
  }, 0n, 'if maskTrapped goto done', 'if negative goto done'],
]

describe.each(rules)('%s', (_, run, wanted, from, to) => {
  test('holds', () => {
    expect(run(new UnitBench({ txDepth: 2 }))).toEqual(wanted)
  })

  test('is seen when it is switched off', () => {
    const place = new RegExp(from.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\s+/g, '\\s+'), 'g')
    expect([from, [...microcode.matchAll(place)].length]).toEqual([from, 1])
    let got: unknown
    try {
      got = run(new UnitBench({ txDepth: 2 }, assembleUnit(microcode.replace(place, to))))
    } catch (error) {
      got = (error as Error).message
    }
    expect(got).not.toEqual(wanted)
  })
})
