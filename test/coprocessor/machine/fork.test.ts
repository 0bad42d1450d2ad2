// Owns: `ofork`, `oseg.move` and `ohint` with a host: what is shared, what leaves in which order, when a fork is lost. All figures by hand.
import { describe, expect, it } from 'vitest'
import { counterNumber, fieldNumber, type Counter, type SlotField } from '../../../coprocessor/isa/fields.ts'
import { statusOf } from '../../../coprocessor/isa/status.ts'
import { Bench, low, noTokens } from './bench.ts'

const Y = 0xff
const get = (b: Bench, f: SlotField, slot: number) => b.command('oseg.get', slot, fieldNumber(f))
const counted = (b: Bench, c: Counter, slot: number) => b.command('ocount', slot, counterNumber(c))
const fork = (b: Bench, dst: number, length: number, src: number) => {
  const rd = b.command('ofork', BigInt(length) << 8n | BigInt(dst), src)
  return typeof rd === 'bigint' && rd < 0n ? statusOf(rd) : rd
}
const frames = (b: Bench) => b.sent().map((f) => [f.kind.name, f.header.slot, f.header.length, f.header.offset])

/** Slot 0 has the history 1 2 3 4 Y, which the host has too; slot 1 is empty, slot 2 as well. */
function forked(): Bench {
  const b = new Bench().boot([1, 2, 3], 29)
  b.open(1, low + 0x100, [], 32)
  b.open(2, low + 0x200, [], 32)
  b.sent()
  b.command('ostart', 0, 0)
  b.sent()
  b.answer([4, Y], noTokens)
  b.command('otrap', 0)
  // The Priestess copies the first four.
  b.write(low + 0x100, [1, 2, 3, 4])
  return b
}

describe('ofork', () => {
  it('shares what the host has: held, seen and shared of the copy, one frame, and the next query sends only what is new', () => {
    const b = forked()
    expect(fork(b, 1, 4, 0)).toBe(0n)
    expect((['top', 'held', 'seen', 'colour'] as const).map((f) => get(b, f, 1))).toEqual([BigInt(low + 0x104), 4n, 4n, 1n])
    expect([counted(b, 'shared', 1), counted(b, 'shared', 0), get(b, 'held', 0)]).toEqual([4n, 0n, 5n])
    expect(frames(b)).toEqual([['fork', 1, 0, 4]])
    expect(frames(b)).toEqual([])
    b.command('opush', 1, 9)
    b.command('ostart', 1, 0)
    expect(b.sent().map((f) => [f.header.slot, f.header.offset, [...f.data]])).toEqual([[1, 4, [9]]])
    b.answer([5, Y], noTokens, 1)
    b.command('otrap', 1)
    // shared + new + appended - truncated = seen
    expect([counted(b, 'shared', 1), counted(b, 'sentNew', 1), counted(b, 'appended', 1), counted(b, 'truncated', 1), get(b, 'seen', 1)]).toEqual([4n, 1n, 2n, 0n, 7n])
    expect(b.history(1)).toEqual([1, 2, 3, 4, 9, 5, Y])
  })

  it('of more than the host has only that much is shared', () => {
    const b = forked()
    b.command('opush', 0, 7)
    b.command('oseg.touch', 0, low + 2)
    expect(get(b, 'held', 0)).toBe(2n)
    expect(fork(b, 1, 6, 0)).toBe(0n)
    expect([get(b, 'top', 1), get(b, 'held', 1), counted(b, 'shared', 1)]).toEqual([BigInt(low + 0x106), 2n, 2n])
    expect(frames(b)).toEqual([['fork', 1, 0, 2]])
  })

  it.each<[string, (b: Bench) => unknown, bigint]>([
    ['its source starts', (b) => b.command('ostart', 0, 0), 0n],
    ['its source asks', (b) => b.command('oask', 0, 5), 0n],
    ['its source is closed', (b) => b.command('oseg.close', 0), 0n],
    ['its source is truncated', (b) => b.command('oseg.top', 0, low + 4), 0n],
    ['a symbol is taken off its source', (b) => b.command('opop', 0), 0n],
    ['its source is touched', (b) => b.command('oseg.touch', 0, low), 0n],
    ['its source grows', (b) => b.command('opush', 0, 1), 4n],
    ['its source moves', (b) => b.command('oseg.move', 0, low + 0x400), 4n],
    ['its source is touched above', (b) => b.command('oseg.touch', 0, low + 5), 4n],
    ['a start of its source is refused', (b) => b.command('ostart', 0, 1n << 48n), 4n],
    ['another slot starts', (b) => b.command('ostart', 2, 0), 4n],
  ])('has not left when %s', (_, act, held) => {
    const b = forked()
    fork(b, 1, 4, 0)
    act(b)
    expect([get(b, 'held', 1), get(b, 'seen', 1), counted(b, 'shared', 1)]).toEqual([held, 4n, 4n])
    expect(frames(b).filter(([name]) => name === 'fork')).toEqual(held > 0n ? [['fork', 1, 0, 4]] : [])
  })

  it('once it has left nothing of its source is its own any more', () => {
    const b = forked()
    fork(b, 1, 4, 0)
    b.sent()
    b.command('oseg.close', 0)
    expect(get(b, 'held', 1)).toBe(4n)
  })

  it('a lost fork of a slot that waits to send: its query begins at the base', () => {
    const b = forked()
    fork(b, 1, 4, 0)
    b.command('ostart', 1, 0)
    b.command('ostart', 0, 0)
    expect(b.sent().filter((f) => f.header.slot === 1).map((f) => [f.kind.name, f.header.offset, [...f.data]])).toEqual([['query', 0, [1, 2, 3, 4]]])
    b.answer([Y], noTokens, 1)
    b.command('otrap', 1)
    expect([counted(b, 'shared', 1), counted(b, 'sentNew', 1), counted(b, 'sentAgain', 1), counted(b, 'appended', 1), get(b, 'seen', 1)]).toEqual([4n, 0n, 4n, 1n, 5n])
  })

  it('a source for which something is still to be sent gives nothing', () => {
    const b = forked()
    b.command('ohint', 0, 0)
    expect([fork(b, 1, 4, 0), get(b, 'held', 1), counted(b, 'shared', 1)]).toEqual([0n, 0n, 0n])
    expect(frames(b)).toEqual([['hint', 0, 0, 0]])
    expect([fork(b, 2, 5, 0), get(b, 'held', 2)]).toEqual([0n, 5n])
    expect([fork(b, 1, 0, 2)]).toEqual(['empty'])
    // Slot 2 still owes its own fork.
    b.command('oseg.top', 1, low + 0x100)
    expect([fork(b, 1, 3, 2), get(b, 'held', 1)]).toEqual([0n, 0n])
  })

  it('a new session forgets forks and hints', () => {
    const b = forked()
    fork(b, 1, 4, 0)
    b.command('ohint', 1, 9)
    b.hello(8)
    expect([get(b, 'held', 1), get(b, 'held', 0)]).toEqual([0n, 0n])
    expect(frames(b).map(([name]) => name)).toEqual(['hello'])
  })

  it('a copy that is closed forks nothing, and its close leaves', () => {
    const b = forked()
    fork(b, 1, 4, 0)
    b.command('oseg.close', 1)
    expect(frames(b)).toEqual([['close', 1, 0, 0]])
  })

  it('abort, close, fork, hint leave in this order and before the query', () => {
    const b = forked()
    b.command('ostart', 1, 0)
    b.sent()
    b.command('oabort', 1)
    b.command('otrap', 1)
    b.command('oseg.top', 1, low + 0x100)
    fork(b, 1, 4, 0)
    b.command('ohint', 1, 1)
    b.command('ohint', 1, 2 + 77)
    b.command('ostart', 1, 0)
    expect(frames(b)).toEqual([['abort', 1, 0, 0], ['fork', 1, 0, 4], ['hint', 1, 0, 79], ['query', 1, 0, 4]])
    b.command('oabort', 1)
    b.command('otrap', 1)
    b.command('oseg.close', 1)
    b.open(1, low + 0x100, [], 32)
    fork(b, 1, 2, 0)
    // The abort went with the close.
    expect(frames(b)).toEqual([['close', 1, 0, 0], ['fork', 1, 0, 2]])
  })
})

describe('oseg.move', () => {
  it('the host needs nothing again: the next query sends what is new, from the new place', () => {
    const b = forked()
    b.write(low + 0x300, [1, 2, 3, 4, Y])
    b.write(low, [0, 0, 0, 0, 0])
    expect(b.command('oseg.move', 0, low + 0x300)).toBe(0n)
    b.command('opush', 0, 8)
    b.command('ostart', 0, 0)
    expect(b.sent().map((f) => [f.header.offset, [...f.data]])).toEqual([[5, [8]]])
    b.answer([6, Y], noTokens)
    expect(b.history()).toEqual([1, 2, 3, 4, Y, 8, 6, Y])
  })
})
