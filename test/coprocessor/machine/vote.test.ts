// Owns: `ovote` with a host, by hand: which ballot wins, what the host is told, and how each cause leaves the history.
import { describe, expect, it } from 'vitest'
import { decodeRecord } from '../../../coprocessor/isa/cause.ts'
import { counterNumber, fieldNumber, type Counter, type SlotField } from '../../../coprocessor/isa/fields.ts'
import { majority } from '../../../coprocessor/isa/instructions/ovote.ts'
import { Bench, fromHost, noTokens } from './bench.ts'

const Y = 0xff
const get = (b: Bench, f: SlotField) => b.command('oseg.get', 0, fieldNumber(f))
const counted = (b: Bench, c: Counter) => b.command('ocount', 0, counterNumber(c))
const record = (b: Bench) => decodeRecord(b.command('otrap', 0) as bigint)

/** Slot 0 with the history 1 2 3 and this room, a vote of k begun. */
function begun(k: number, room = 13): Bench {
  const b = new Bench().boot([1, 2, 3], room)
  b.sent()
  expect(b.command('ovote', 0, k)).toBe('waits')
  return b
}
/** One query is seen, and this is its answer. */
function ballot(b: Bench, symbols: readonly number[], ends = true): void {
  b.sent()
  b.answer(symbols, ends ? { evaluated: symbols.length, reused: 1, history: 9 } : undefined)
}

describe('majority', () => {
  it.each<[string, number[][], number[]]>([
    ['the most', [[1], [2], [2]], [2]],
    ['ties go to the first', [[1], [2], [2], [1], [3]], [1]],
    ['all differ', [[5, 6], [5], [6]], [5, 6]],
    ['a prefix is another ballot', [[1], [1, 2], [1, 2]], [1, 2]],
    ['nothing is a ballot', [[], [1], []], []],
    ['one', [[7]], [7]],
  ])('%s', (_, cast, winner) => expect(majority(cast)).toEqual(winner))
})

describe('ovote', () => {
  it('asks k times for the same history and appends the majority', () => {
    const b = begun(3)
    expect(b.sent().map((f) => [f.header.sequence, f.header.offset, [...f.data]])).toEqual([[1, 0, [1, 2, 3]]])
    b.answer([9], { evaluated: 4, reused: 0, history: 4 })
    expect(b.history()).toEqual([1, 2, 3])
    // Nothing new: the host cuts its mirror back to three.
    expect(b.sent().map((f) => [f.header.sequence, f.header.offset, f.header.length, f.trailer])).toEqual([[2, 3, 0, { first: true, last: true, cut: false }]])
    b.answer([8], undefined)
    b.answer([Y], { evaluated: 2, reused: 3, history: 5 })
    expect(b.sent().map((f) => f.header.sequence)).toEqual([3])
    b.answer([8, Y], { evaluated: 2, reused: 3, history: 5 })
    expect(b.unit.releases()).toEqual([{ rd: 5, value: 0n }])
    expect(record(b)).toEqual({ cause: 'answer', slot: 0, cut: false, yielded: true, appended: 2n })
    expect(b.history()).toEqual([1, 2, 3, 8, Y])
    expect((['held', 'seen', 'budget', 'sequence'] as const).map((f) => get(b, f))).toEqual([3n, 3n, 0n, 3n])
    expect((['queries', 'answers', 'sentNew', 'sentAgain', 'appended', 'truncated', 'tokensEvaluated', 'tokensReused', 'tokensHistory'] as const).map((c) => counted(b, c))).toEqual([3n, 3n, 3n, 0n, 0n, 0n, 8n, 6n, 5n])
    expect(b.sent()).toEqual([])
    // The winner is new to the host.
    b.command('oask', 0, 0)
    expect(b.sent().map((f) => [f.header.offset, [...f.data]])).toEqual([[3, [8, Y]]])
    b.answer([], noTokens)
    record(b)
    expect([counted(b, 'sentNew'), get(b, 'seen')]).toEqual([5n, 5n])
  })

  it('an empty winner is appended, that is nothing, and does not yield', () => {
    const b = begun(2)
    ballot(b, [])
    ballot(b, [])
    expect(record(b)).toEqual({ cause: 'answer', slot: 0, cut: false, yielded: false, appended: 0n })
    expect(b.history()).toEqual([1, 2, 3])
  })

  it('eight symbols are a ballot, the ninth ends the vote with limit: the host is told what stays', () => {
    const b = begun(1)
    ballot(b, [1, 2, 3, 4, 5, 6, 7, 8])
    expect([record(b), b.history()]).toEqual([{ cause: 'answer', slot: 0, cut: false, yielded: false, appended: 8n }, [1, 2, 3, 1, 2, 3, 4, 5, 6, 7, 8]])
    const c = begun(3)
    ballot(c, [7])
    ballot(c, [1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect([record(c), c.history(), get(c, 'held'), counted(c, 'appended')]).toEqual([{ cause: 'limit', slot: 0, cut: true, yielded: false, appended: 0n }, [1, 2, 3], 3n, 0n])
    expect(c.sent().map((f) => [f.kind.name, f.header.sequence, f.header.offset])).toEqual([['abort', 2, 3]])
  })

  it('a winner that does not fit is appended as far as it does: no query is out, the host is told nothing', () => {
    const b = begun(2, 5)
    ballot(b, [4, 5, 6, 7, 8, Y])
    ballot(b, [4, 5, 6, 7, 8, Y])
    expect(record(b)).toEqual({ cause: 'limit', slot: 0, cut: true, yielded: false, appended: 5n })
    expect([b.history(), b.sent(), get(b, 'held'), counted(b, 'appended')]).toEqual([[1, 2, 3, 4, 5, 6, 7, 8], [], 3n, 0n])
  })

  it.each<[string, string, (b: Bench) => void, bigint]>([
    ['a refusal', 'reject', (b) => b.frame(fromHost('reject', { session: 7, sequence: 2 })), 3n],
    ['a refusal after a symbol', 'link', (b) => { b.answer([1]); b.frame(fromHost('reject', { session: 7, sequence: 2 })) }, 0n],
    ['a mark', 'link', (b) => b.answer([1, 0xf8]), 0n],
    ['an offset that forgets the ballot so far', 'link', (b) => { b.answer([1]); b.frame(fromHost('answer', { session: 7, sequence: 2, length: 1, offset: 3 }, [1])) }, 0n],
    ['an offset that counts the ballot before', 'link', (b) => b.frame(fromHost('answer', { session: 7, sequence: 2, length: 1, offset: 4 }, [1])), 0n],
    ['an abort', 'abort', (b) => { b.answer([1]); b.command('oabort', 0) }, 3n],
    ['the watchdog', 'link', (b) => b.unit.expire(0), 0n],
    ['a new session', 'link', (b) => b.hello(8), 0n],
  ])('%s ends it with %s, and nothing is appended', (_, cause, act, held) => {
    const b = begun(3)
    ballot(b, [7])
    b.sent()
    act(b)
    expect(record(b)).toEqual({ cause, slot: 0, cut: false, yielded: false, appended: 0n })
    expect([b.history(), get(b, 'held'), counted(b, 'answers'), counted(b, 'queries')]).toEqual([[1, 2, 3], held, 1n, 2n])
  })
})
