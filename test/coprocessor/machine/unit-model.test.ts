// Owns: the reference of the unit against the paper's machine, hand-computed runs, and the properties that hold in every state.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeRecord } from '../../../coprocessor/isa/cause.ts'
import { counterNumber, fieldNumber, type Counter, type SlotField } from '../../../coprocessor/isa/fields.ts'
import type { OracleFunction } from '../../../coprocessor/machine/o-2-pda.ts'
import { contentOf, runTsv, tsvStart } from '../../../coprocessor/machine/o-2-pda-tsv.ts'
import { Bench, fromHost, low, noTokens } from './bench.ts'

const Y = 0xff
const get = (b: Bench, f: SlotField, slot = 0) => b.command('oseg.get', slot, fieldNumber(f))
const counted = (b: Bench, c: Counter, slot = 0) => b.command('ocount', slot, counterNumber(c))
const record = (b: Bench) => decodeRecord(b.command('otrap', (1n << 64n) - 1n) as bigint)

describe('unit model', () => {
  it('one query, one answer, yield: every figure by hand', () => {
    const b = new Bench().boot([1, 2, 3], 16)
    expect(b.sent().map((f) => [f.kind.name, f.header.session])).toEqual([['hello', 7], ['hello', 7]])
    expect(b.command('ostart', 0, 10)).toBe(0n)
    const [query] = b.sent()
    expect(query).toMatchObject({ header: { slot: 0, session: 7, sequence: 1, oracle: 0, length: 3, offset: 0 }, trailer: { first: true, last: true, cut: false } })
    expect([...query!.data]).toEqual([1, 2, 3])
    b.answer([4, 5])
    expect(b.unit.interrupt).toBe(false)
    b.answer([6, Y], { evaluated: 7, reused: 1, history: 9 })
    expect(b.unit.interrupt).toBe(true)
    expect(record(b)).toEqual({ cause: 'yield', slot: 0, cut: false, yielded: true, appended: 4n })
    expect(b.history()).toEqual([1, 2, 3, 4, 5, 6, Y])
    expect([get(b, 'held'), get(b, 'seen'), get(b, 'budget'), get(b, 'sequence')]).toEqual([7n, 7n, 5n, 1n])
    expect((['queries', 'answers', 'sentNew', 'sentAgain', 'appended', 'tokensEvaluated', 'tokensReused', 'tokensHistory'] as const).map((c) => counted(b, c))).toEqual([1n, 1n, 3n, 0n, 4n, 7n, 1n, 9n])
    // The second query has nothing new but what the Priestess appends.
    b.write(low + 7, [8])
    b.command('oseg.top', 0, low + 8)
    b.command('ostart', 0, 1)
    expect(b.sent()[0]).toMatchObject({ header: { sequence: 2, length: 1, offset: 7 } })
    b.answer([9], noTokens)
    expect(record(b)).toEqual({ cause: 'budget', slot: 0, cut: true, yielded: false, appended: 0n })
    expect(b.sent()[0]).toMatchObject({ kind: { name: 'abort' }, header: { sequence: 2, offset: 8 } })
  })

  it('a query longer than a chunk goes in chunks, and an empty answer is asked again until the budget ends', () => {
    const b = new Bench({ chunkBytes: 8 }).boot([...Array(20).keys()], 8)
    b.sent()
    b.command('ostart', 0, 2)
    expect(b.sent().map((f) => [f.header.offset, f.header.length, f.trailer!.first, f.trailer!.last])).toEqual([[0, 8, true, false], [8, 8, false, false], [16, 4, false, true]])
    b.answer([], noTokens)
    expect(b.sent().map((f) => [f.header.offset, f.header.length, f.header.sequence])).toEqual([[20, 0, 2]])
    b.answer([], noTokens)
    expect(record(b)).toEqual({ cause: 'budget', slot: 0, cut: false, yielded: false, appended: 0n })
    expect([b.sent(), counted(b, 'answers')]).toEqual([[], 2n])
  })

  it.each(([
    ['a mark', (b: Bench) => b.answer([1, 0xf8, 2]), 'link', [], 0n],
    ['a wrong offset', (b: Bench) => b.frame(fromHost('answer', { session: 7, sequence: 1, length: 1, offset: 3 }, [1])), 'link', [], 0n],
    ['a fault', (b: Bench) => { b.answer([1]); b.frame(fromHost('fault', { session: 7, sequence: 1 })) }, 'link', [], 0n],
    ['a reject after a symbol', (b: Bench) => { b.answer([1]); b.frame(fromHost('reject', { session: 7, sequence: 1 })) }, 'link', [], 0n],
    ['an empty chunk without an end', (b: Bench) => b.answer([]), 'link', [], 0n],
    ['a reject', (b: Bench) => b.frame(fromHost('reject', { session: 7, sequence: 1 })), 'reject', [], 2n],
    ['no room', (b: Bench) => b.answer([1, 2, 3, 4, 5, 6, 7]), 'limit', [1, 2, 3, 4, 5, 6], 8n],
    ['a new session', (b: Bench) => { b.answer([1]); b.hello(8) }, 'link', [], 0n],
    ['an abort', (b: Bench) => { b.answer([1]); b.command('oabort', 0) }, 'abort', [], 2n],
    ['a watchdog', (b: Bench) => { b.answer([1]); b.unit.expire(0) }, 'link', [], 0n],
  ] as const).flatMap((how) => [['ostart', ...how] as const, ['oask', ...how] as const]))('%s: %s ends the answer as its cause says', (start, _, act, cause, kept, held) => {
    const b = new Bench().boot([50, 51], 6)
    b.sent()
    b.command(start, 0, 0)
    b.sent()
    act(b)
    expect(record(b)).toEqual({ cause, slot: 0, cut: cause === 'limit', yielded: false, appended: BigInt(kept.length) })
    expect(b.history()).toEqual([50, 51, ...kept])
    expect(get(b, 'held')).toBe(held)
    const aborts = b.sent().filter((f) => f.kind.name === 'abort')
    expect(aborts.map((f) => f.header.offset)).toEqual(cause === 'reject' ? [] : [Number(held)])
  })

  it('stale and foreign frames are dropped and counted; `cached` beyond held too', () => {
    const b = new Bench().boot([1], 8)
    b.frame(fromHost('answer', { session: 7, sequence: 0, length: 1, offset: 1 }, [9]))
    b.frame(fromHost('fault', { session: 6, sequence: 0 }))
    b.frame(fromHost('fault', { slot: 8, session: 7, sequence: 0 }))
    b.frame(fromHost('hello', { session: 0 }))
    b.frame(fromHost('cached', { session: 7, offset: 1 }))
    expect(counted(b, 'dropped')).toBe(5n)
    b.command('ostart', 0, 0)
    b.sent()
    b.frame(fromHost('cached', { session: 7, sequence: 1, offset: 1 }))
    b.command('oabort', 0)
    record(b)
    expect([get(b, 'cached'), counted(b, 'dropped')]).toEqual([1n, 5n])
  })

  it('an answer before the query has left is link', () => {
    const b = new Bench().boot([1], 8)
    b.command('ostart', 0, 0)
    b.frame(fromHost('answer', { session: 7, sequence: 1, length: 1, offset: 1 }, [9]))
    expect(record(b)?.cause).toBe('link')
  })

  it('oenter waits, and an exception lets it go', () => {
    const b = new Bench().boot([1], 8)
    expect(b.command('oenter', 0, 0)).toBe('waits')
    b.unit.exception()
    expect(b.unit.releases()).toEqual([{ rd: 5, value: 1n }])
    b.command('oabort', 0)
    expect(b.unit.releases()).toEqual([])
    record(b)
    expect(b.command('oenter', 0, 0)).toBe('waits')
    b.command('oabort', 0)
    expect(b.unit.releases()).toEqual([{ rd: 5, value: 0n }])
  })

  it('P-mode: one query to the Oracle that was named, one answer, whatever colour and binding the slot has', () => {
    const b = new Bench().boot([], 0)
    b.open(1, low + 0x100, [1, 2, 3], 16, 'P')
    b.sent()
    expect(b.command('oask', 1, 42)).toBe(0n)
    expect(b.sent()).toMatchObject([{ kind: { name: 'query' }, header: { slot: 1, oracle: 42, sequence: 1, length: 3, offset: 0 }, trailer: { first: true, last: true } }])
    b.answer([4, Y, 5], undefined, 1)
    b.answer([Y], { evaluated: 7, reused: 1, history: 9 }, 1)
    expect(record(b)).toEqual({ cause: 'answer', slot: 1, cut: false, yielded: true, appended: 4n })
    expect(b.history(1)).toEqual([1, 2, 3, 4, Y, 5, Y])
    expect((['held', 'seen', 'budget', 'oracle', 'sequence'] as const).map((f) => get(b, f, 1))).toEqual([7n, 7n, 0n, 0n, 1n])
    expect((['queries', 'answers', 'sentNew', 'appended', 'tokensEvaluated'] as const).map((c) => counted(b, c, 1))).toEqual([1n, 1n, 3n, 4n, 7n])
    expect(b.sent()).toEqual([])
    // The next answer is asked for by the next instruction only, and of the Oracle that that names.
    expect(b.command('oask', 1, 0)).toBe(0n)
    expect(b.sent()).toMatchObject([{ header: { oracle: 0, sequence: 2, length: 0, offset: 7 } }])
    b.answer([6, 7], noTokens, 1)
    expect(record(b)).toEqual({ cause: 'answer', slot: 1, cut: false, yielded: false, appended: 2n })
  })

  it('P-mode: an empty answer is an answer, and the flag yielded is of that answer alone', () => {
    const b = new Bench().boot([1, Y], 16)
    b.sent()
    b.command('oask', 0, 3)
    b.sent()
    b.answer([], noTokens)
    expect(record(b)).toEqual({ cause: 'answer', slot: 0, cut: false, yielded: false, appended: 0n })
    expect([counted(b, 'answers'), get(b, 'held'), b.sent()]).toEqual([1n, 2n, []])
  })

  it('oracle waits for its record, or for an exception', () => {
    const b = new Bench().boot([1], 8)
    b.sent()
    expect(b.command('oracle', 0, 9)).toBe('waits')
    b.sent()
    b.answer([2], noTokens)
    expect(b.unit.releases()).toEqual([{ rd: 5, value: 0n }])
    record(b)
    expect(b.command('oracle', 0, 9)).toBe('waits')
    b.unit.exception()
    expect(b.unit.releases()).toEqual([{ rd: 5, value: 1n }])
    b.sent()
    b.answer([2], noTokens)
    expect([b.unit.releases(), record(b)?.cause]).toEqual([[], 'answer'])
  })

  it('owait waits for the first slot of its mask that traps, also one that was started later; a second one does not wait', () => {
    const b = new Bench().boot([1], 8)
    b.open(1, low + 0x100, [1], 8)
    b.open(2, low + 0x200, [1], 8)
    b.command('ostart', 0, 0)
    expect(b.command('owait', 0b101)).toBe('waits')
    expect(b.command('owait', 0b001)).toBe(1n)
    expect(b.command('owait', 0b010)).toBe(-16n)
    b.command('ostart', 1, 0)
    b.command('oabort', 1)
    expect(b.unit.releases()).toEqual([])
    // One waits already, but nothing has to wait for slot 1.
    expect(b.command('owait', 0b011)).toBe(0n)
    b.command('oask', 2, 5)
    b.command('oabort', 2)
    expect(b.unit.releases()).toEqual([{ rd: 5, value: 0n }])
    expect(b.command('owait', 0b001)).toBe('waits')
    b.unit.exception()
    expect(b.unit.releases()).toEqual([{ rd: 5, value: 1n }])
    expect(b.command('owait', 0b001)).toBe('waits')
  })

  it('opush, opop, opeek: held, seen and truncated follow top, and the next query sends what is new', () => {
    const b = new Bench().boot([1, 2, 3], 16)
    b.sent()
    b.command('ostart', 0, 0)
    b.sent()
    b.answer([4, Y], noTokens)
    record(b)
    const state = () => [get(b, 'top'), get(b, 'held'), get(b, 'seen'), counted(b, 'truncated')].map((v, i) => Number(v) - (i === 0 ? low : 0))
    expect(state()).toEqual([5, 5, 5, 0])
    expect([b.command('opush', 0, 9), state()]).toEqual([0n, [6, 5, 5, 0]])
    expect([b.command('opop', 0), state()]).toEqual([9n, [5, 5, 5, 0]])
    expect([b.command('opop', 0), state()]).toEqual([255n, [4, 4, 4, 1]])
    expect([b.command('opop', 0), state()]).toEqual([4n, [3, 3, 3, 2]])
    expect([b.command('opush', 0, 0x80), state()]).toEqual([0n, [4, 3, 3, 2]])
    expect([b.command('opeek', 0, 3), b.command('opeek', 0, 0), state()]).toEqual([128n, 1n, [4, 3, 3, 2]])
    b.command('oask', 0, 0)
    expect(b.sent().map((f) => [f.header.offset, [...f.data]])).toEqual([[3, [0x80]]])
    expect([counted(b, 'sentNew'), counted(b, 'sentAgain')]).toEqual(['busy', 'busy'].map(() => -6n))
    b.answer([5], noTokens)
    record(b)
    // shared + new + appended - truncated = seen (M3).
    expect([counted(b, 'sentNew'), counted(b, 'appended'), counted(b, 'truncated'), get(b, 'seen')]).toEqual([4n, 3n, 2n, 5n])
  })

  it('agrees with the O-2-PDA-TSV: history, queries, cause and what was spent', () => {
    const symbols = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constant(Y))
    const answer = fc.option(fc.array(symbols, { maxLength: 6 }), { nil: 'reject' as const, freq: 8 })
    const small = fc.integer({ min: 0, max: 3 })
    const table_ = fc.array(answer, { minLength: 1, maxLength: 5 })
    fc.assert(fc.property(fc.array(small, { maxLength: 9 }), small, fc.integer({ min: 0, max: 25 }), table_, (history, spare, budget, table) => {
      const oracle: OracleFunction = (h) => table[h.length % table.length]!
      const b = new Bench({ chunkBytes: 8 }).boot(history, 8 * spare)
      b.sent()
      b.command('ostart', 0, budget)
      const s = b.unit.slot(0)
      const paper = runTsv({ code: [{ op: 'enter', stack: 'A' }], colours: { A: 'O', B: 'P' }, yieldSymbol: Y, trap: 1, ...(budget > 0 ? { budget } : {}) }, tsvStart({ A: history, B: [] }, s.limit - s.top), oracle, 30)
      const mirror: number[] = []
      const asked: number[][] = []
      for (let i = 0; i < 30 && !b.unit.interrupt; i++) {
        for (const f of b.sent()) {
          mirror.length = f.header.offset
          mirror.push(...f.data)
          if (f.trailer!.last) asked.push([...mirror])
        }
        if (asked.length === 29) return
        const said = oracle(asked.at(-1)!)
        if (said === 'reject') b.frame(fromHost('reject', { session: 7, sequence: b.unit.slot(0).sequence }))
        else {
          b.answer(said, noTokens)
          mirror.push(...said)
        }
      }
      expect(asked).toEqual(paper.queries.map((q) => q.history))
      const r = record(b)
      expect(r?.cause).toBe(paper.traps[0])
      expect(b.history()).toEqual(contentOf(paper, 'A'))
      expect(Number(r?.appended)).toBe(b.history().length - history.length)
      if (budget > 0) expect(get(b, 'budget')).toBe(BigInt(budget - paper.spent))
    }), { numRuns: 400 })
  })

  it('M3 and P3 hold, and a negative status changes nothing (P12), whatever is done', () => {
    const step = fc.oneof(
      fc.record({ op: fc.constant('top' as const), to: fc.integer({ min: 0, max: 40 }) }), fc.record({ op: fc.constant('touch' as const), to: fc.integer({ min: 0, max: 40 }) }),
      fc.record({ op: fc.constant('start' as const), to: fc.integer({ min: 0, max: 9 }) }), fc.record({ op: fc.constant('answer' as const), to: fc.integer({ min: 0, max: 9 }) }),
      fc.record({ op: fc.constantFrom('push' as const, 'pop' as const, 'peek' as const, 'ask' as const), to: fc.integer({ min: 0, max: 70 }) }),
      fc.record({ op: fc.constantFrom('yield', 'abort', 'expire', 'session', 'reject', 'send', 'take', 'cached'), to: fc.integer({ min: 0, max: 32 }) }),
    )
    fc.assert(fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const b = new Bench({ chunkBytes: 16 }).boot([1, 2, 3], 29)
      let session = 7
      for (const { op, to } of steps) {
        const before = b.unit.slot(0)
        let rd: bigint | 'waits' | undefined = 0n
        if (op === 'top') rd = b.command('oseg.top', 0, low + to)
        else if (op === 'touch') rd = b.command('oseg.touch', 0, low + to)
        else if (op === 'start') rd = b.command('ostart', 0, to)
        else if (op === 'push') rd = b.command('opush', 0, to)
        else if (op === 'pop') rd = b.command('opop', 0)
        else if (op === 'peek') rd = b.command('opeek', 0, to)
        else if (op === 'ask') rd = b.command('oask', 0, to)
        else if (op === 'answer') b.answer([...Array(to).keys()])
        else if (op === 'yield') b.answer([1, Y], noTokens)
        else if (op === 'abort') rd = b.command('oabort', 0)
        else if (op === 'expire') b.unit.expire(0)
        else if (op === 'session') b.hello(++session)
        else if (op === 'reject') b.frame(fromHost('reject', { session, sequence: before.sequence }))
        else if (op === 'cached') b.frame(fromHost('cached', { session, sequence: before.sequence, offset: to }))
        else if (op === 'send') b.unit.send()
        else record(b)
        const s = b.unit.slot(0)
        if (typeof rd === 'bigint' && rd < 0n) expect(s).toBe(before)
        const c = s.counters
        expect(c.shared + c.sentNew + c.appended - c.truncated).toBe(s.seen)
        expect(s.base <= s.top && s.top <= s.limit && s.held <= s.seen && s.seen <= s.top - s.base).toBe(true)
      }
    }), { numRuns: 400 })
  })
})
