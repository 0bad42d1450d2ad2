// Owns: checks of what only the parts together can show: borders of the address space, flags to send that wait, frames that say too much.
import { describe, expect, test } from 'vitest'
import { decodeRecord } from '../../../coprocessor/isa/cause.ts'
import { statuses } from '../../../coprocessor/isa/status.ts'
import { low, UnitBench } from './unit-bench.ts'

const text = (n: number) => Array.from({ length: n }, (_, i) => 0x41 + i % 26)

describe.each([[32, (1n << 32n) - 4096n], [40, (1n << 40n) - 4096n]])('a window that ends a page below the address space of %i bits', (addrWidth, end) => {
  test('is taken, and a segment fits up to its last byte', () => {
    const unit = new UnitBench({ addrWidth, cacheableLow: 1n << BigInt(addrWidth - 1), cacheableHigh: end }), base = end - 4096n
    expect(unit.command('owindow', base, end)).toBe(0n)
    expect(unit.command('oseg.open', base | 1n, 4096n << 8n)).toBe(0n)
    expect(unit.get('limit')).toBe(end)
    expect(unit.command('oseg.top', 0n, end)).toBe(0n)
    expect(unit.get('top')).toBe(end)
  })
})

test('a query, an answer with a yield at its end, a record', () => {
  const unit = new UnitBench().boot(text(20), 40)
  expect(unit.command('ostart', 0n)).toBe(0n)
  unit.cycle(200)
  const query = unit.sent.at(-1)!
  expect([query.kind.name, query.header.session, query.header.sequence, query.header.offset, [...query.data]]).toEqual(['query', 7, 1, 0, text(20)])
  unit.answer(1, 20, [0x61, 0xff])
  expect(decodeRecord(unit.command('otrap', 0n))).toEqual({ cause: 'yield', slot: 0, cut: false, yielded: true, appended: 2n })
  expect([...unit.memory.slice(18, 24)]).toEqual([...text(20).slice(18), 0x61, 0xff, 0, 0])
})

test('an answer cut behind a yield symbol did not end with it: the flag `yielded` is not set', () => {
  const unit = new UnitBench().boot(text(20), 4)
  unit.command('ostart', 0n)
  unit.cycle(200)
  unit.answer(1, 20, [0x61, 0x62, 0x63, 0xff, 0x64])
  expect(decodeRecord(unit.command('otrap', 0n))).toEqual({ cause: 'limit', slot: 0, cut: true, yielded: false, appended: 4n })
})

test('an abort that waits for the link carries the sequence of the query that ended, though the slot was started again', () => {
  const unit = new UnitBench({ txDepth: 2 }).boot(text(20), 40)
  unit.command('ostart', 0n)
  unit.cycle(200)
  expect(unit.sent.at(-1)!.header.sequence).toBe(1)
  // The host takes nothing more, and the queue is full of hellos: a flag to send has to wait.
  unit.takes = false
  for (let i = 0; i < 3; i++) unit.fromHost('hello', { session: 7 })
  unit.command('oabort', 0n)
  unit.cycle(100)
  expect(decodeRecord(unit.command('otrap', 0n))).toMatchObject({ cause: 'abort' })
  expect(unit.command('ostart', 0n)).toBe(0n)
  unit.cycle(100)
  unit.takes = true
  unit.cycle(300)
  const seen = unit.sent.filter((f) => f.kind.name !== 'hello').map((f) => [f.kind.name, f.header.sequence, f.header.offset])
  expect(seen).toEqual([['query', 1, 0], ['abort', 1, 20], ['query', 2, 20]])
})

test('`cached` of more than held is dropped and counted, also for a slot that runs', () => {
  const unit = new UnitBench().boot(text(20), 40)
  unit.command('ostart', 0n)
  unit.cycle(200)
  unit.fromHost('cached', { session: 7, sequence: 1, offset: 21 })
  unit.answer(1, 20, [0x61, 0xff])
  expect(decodeRecord(unit.command('otrap', 0n))).toMatchObject({ cause: 'yield', appended: 2n })
  expect(unit.get('cached')).toBe(0n)
  // dropped is counter 13
  expect(unit.command('ocount', 0n, 13n)).toBe(1n)
})

test('`cached` up to held counts for a slot that runs, and for one that is idle', () => {
  const unit = new UnitBench().boot(text(20), 40)
  unit.command('ostart', 0n)
  unit.cycle(200)
  unit.fromHost('cached', { session: 7, sequence: 1, offset: 20 })
  unit.answer(1, 20, [0x61, 0xff])
  unit.command('otrap', 0n)
  expect(unit.get('cached')).toBe(20n)
  unit.fromHost('cached', { session: 7, sequence: 0, offset: 3 })
  expect(unit.get('cached')).toBe(3n)
  expect(unit.get('base')).toBe(low)
})

describe('stores in flight when a slot ends', () => {
  /** Slots 0 and 1 wait for their answers: 20 bytes of history and 44 of room each, at 0 and at 64. */
  const two = (): UnitBench => {
    const unit = new UnitBench().boot(text(20), 44)
    unit.memory.set(text(20), 64)
    unit.command('oseg.open', low + 64n | 1n, 64n << 8n | 1n)
    unit.command('oseg.top', 1n, low + 84n)
    for (const slot of [0n, 1n]) unit.command('ostart', slot)
    unit.cycle(300)
    unit.storeLatency = 400
    return unit
  }
  /** What slot 0 still has in flight when the first record waits. */
  const left = (unit: UnitBench): readonly number[] => {
    for (let i = 0; i < 2000 && !unit.interrupt; i++) unit.cycle()
    return unit.storing.filter((at) => at < 64)
  }

  test('a cut answer has drained before its record, though another slot takes an answer in meanwhile', () => {
    const unit = two()
    unit.queue('answer', { session: 7, sequence: 1, offset: 20, length: 50, slot: 0 }, text(50))
    unit.queue('answer', { session: 7, sequence: 1, offset: 20, length: 3, slot: 1 }, text(3))
    expect(left(unit)).toEqual([])
    expect(decodeRecord(unit.command('otrap', 0n))).toMatchObject({ cause: 'limit', appended: 44n })
  })

  test('so has an aborted one', () => {
    const unit = two()
    unit.queue('answer', { session: 7, sequence: 1, offset: 20, length: 4, slot: 0 }, text(4))
    unit.queue('answer', { session: 7, sequence: 1, offset: 20, length: 3, slot: 1 }, text(3))
    unit.cycle(100)
    unit.command('oabort', 0n)
    expect(left(unit)).toEqual([])
    expect(decodeRecord(unit.command('otrap', 0n))).toMatchObject({ cause: 'abort', appended: 0n })
  })

  test('alone it waits for them too', () => {
    const unit = two()
    unit.queue('answer', { session: 7, sequence: 1, offset: 20, length: 4, slot: 0 }, text(4))
    unit.cycle(100)
    expect(unit.storing).toHaveLength(4)
    unit.command('oabort', 0n)
    expect(left(unit)).toEqual([])
  })
})

describe('a memory that answers no more', () => {
  const dying = (): UnitBench => new UnitBench({ memoryCycles: 100 }).boot(text(20), 44)
  const memory = -1n - BigInt(statuses.findIndex((s) => s.name === 'memory'))
  const record = (unit: UnitBench) => {
    for (let i = 0; i < 2000 && !unit.interrupt; i++) unit.cycle()
    return decodeRecord(unit.command('otrap', 0n))
  }

  test('while a query is loaded: cause memory, held 0, and the chunk is completed, cut', () => {
    const unit = dying()
    unit.memoryDead = true
    expect(unit.command('ostart', 0n)).toBe(0n)
    expect(record(unit)).toEqual({ cause: 'memory', slot: 0, cut: false, yielded: false, appended: 0n })
    unit.cycle(100)
    expect(unit.sent.filter((f) => f.kind.name === 'query').map((f) => [f.trailer?.cut, [...f.data]])).toEqual([[true, text(20).map(() => 0)]])
    expect(unit.get('held')).toBe(0n)
  })

  test('while an answer is stored: rolled back', () => {
    const unit = dying()
    unit.command('ostart', 0n)
    unit.cycle(200)
    unit.memoryDead = true
    unit.answer(1, 20, [0x61, 0xff])
    expect(record(unit)).toEqual({ cause: 'memory', slot: 0, cut: false, yielded: false, appended: 0n })
    expect([unit.get('top'), unit.get('held'), unit.command('ocount', 0n, 1n)]).toEqual([low + 20n, 0n, 0n])
  })

  test('the end that came first becomes memory, if its stores do not drain', () => {
    const unit = dying()
    unit.command('ostart', 0n)
    unit.cycle(200)
    unit.memoryDead = true
    unit.queue('answer', { session: 7, sequence: 1, offset: 20, length: 4 }, text(4))
    unit.cycle(70)
    expect(unit.storing.length).toBeGreaterThan(0)
    expect(unit.command('oabort', 0n)).toBe(0n)
    expect(record(unit)).toMatchObject({ cause: 'memory', appended: 0n })
  })

  test('a gap that the port makes itself is no silence of memory', () => {
    const unit = new UnitBench({ memoryCycles: 16, burst: 2, quiet: 100 }).boot(text(40), 64)
    expect(unit.command('ostart', 0n)).toBe(0n)
    unit.cycle(1000)
    expect(unit.sent.filter((f) => f.kind.name === 'query').map((f) => [f.trailer?.cut, [...f.data]])).toEqual([[false, text(40)]])
    unit.answer(1, 40, [...text(17), 0xff])
    expect(record(unit)).toEqual({ cause: 'yield', slot: 0, cut: false, yielded: true, appended: 18n })
  })

  test('commands that need memory answer so; the others go on', () => {
    const unit = dying()
    unit.memoryDead = true
    expect(unit.command('opeek', 0n, 0n)).toBe(memory)
    expect([unit.command('opush', 0n, 0x61n), unit.command('opop', 0n), unit.command('ostart', 0n), unit.command('oask', 0n, 3n)]).toEqual([memory, memory, memory, memory])
    expect([unit.get('top'), unit.get('status'), unit.command('oseg.top', 0n, low + 8n), unit.get('top')]).toEqual([low + 20n, 1n, 0n, low + 8n])
    expect(unit.command('ostart', 0n, 1n << 48n)).toBe(-1n - BigInt(statuses.findIndex((s) => s.name === 'range')))
  })
})
