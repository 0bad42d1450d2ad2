// Owns: a dead memory port on the reference: the cause `memory`, the status `memory`, and what needs no memory and goes on.
import { describe, expect, it } from 'vitest'
import { decodeRecord } from '../../../coprocessor/isa/cause.ts'
import { fieldNumber, type SlotField } from '../../../coprocessor/isa/fields.ts'
import { instructions } from '../../../coprocessor/isa/table.ts'
import { statusOf } from '../../../coprocessor/isa/status.ts'
import { Bench, low, noTokens } from './bench.ts'

const get = (b: Bench, f: SlotField) => b.command('oseg.get', 0, fieldNumber(f))
const record = (b: Bench) => decodeRecord(b.command('otrap', 0) as bigint)
const booted = () => {
  const b = new Bench().boot([1, 2, 3], 13)
  b.sent()
  return b
}

describe('a dead memory port', () => {
  it.each(instructions.map((i) => [i.mnemonic, i] as const))('%s answers `memory` if and only if its row lists it', (_, i) => {
    // Fresh but for the slot: what is set once can still be set.
    const b = i.privilege === 'machine' ? new Bench() : booted()
    b.unit.memoryDies()
    const operand = { 'oseg.limit': low + 0x20, 'oseg.top': low, 'oseg.touch': low, 'oseg.move': low, 'owindow': low + 0x1000 }[i.mnemonic] ?? i.sample ?? 0
    const rs1 = i.rs1?.name === 'slot' || i.rs1?.name === 'mask' || i.rs1?.name === 'index' ? 0 : i.privilege === 'machine' ? low : low + 0x800
    const rs2 = i.mnemonic === 'oseg.open' ? 8 << 8 | 1 : operand
    const rd = b.command(i.mnemonic, i.mnemonic === 'ofork' ? 0 : rs1, rs2)
    const answered = typeof rd === 'bigint' && rd < 0n ? statusOf(rd) : 'done'
    expect(answered === 'memory').toBe(i.statuses.includes('memory'))
    expect(b.unit.interrupt).toBe(false)
  })

  it('is the last of the statuses', () => {
    const b = booted()
    b.unit.memoryDies()
    expect([b.command('opush', 0, 256), b.command('opush', 0, 1)].map((rd) => statusOf(rd as bigint))).toEqual(['range', 'memory'])
    expect([b.command('opeek', 0, 3), b.command('oask', 0, 64), b.command('ovote', 0, 0)].map((rd) => statusOf(rd as bigint))).toEqual(['range', 'range', 'range'])
    expect([get(b, 'top'), b.unit.slot(0).status]).toEqual([BigInt(low + 3), 'idle'])
  })

  it('ends a run at its next symbol: rolled back, held 0, the host is told', () => {
    const b = booted()
    b.command('ostart', 0, 0)
    b.sent()
    b.answer([4, 5])
    b.unit.memoryDies()
    expect(b.unit.interrupt).toBe(false)
    b.answer([6])
    expect(record(b)).toEqual({ cause: 'memory', slot: 0, cut: false, yielded: false, appended: 0n })
    expect([b.history(), get(b, 'held')]).toEqual([[1, 2, 3], 0n])
    expect(b.sent().map((f) => [f.kind.name, f.header.offset])).toEqual([['abort', 0]])
  })

  it('ends a run at its next chunk, which leaves with zeros and cut', () => {
    const b = new Bench({ chunkBytes: 8 }).boot([...Array(20).keys()], 12)
    b.sent()
    b.command('ostart', 0, 0)
    expect([...b.unit.send()!.data]).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    b.unit.memoryDies()
    const cut = b.unit.send()!
    expect([cut.header.offset, [...cut.data], cut.trailer]).toEqual([8, Array(8).fill(0), { first: false, last: false, cut: true }])
    expect([record(b)?.cause, get(b, 'held'), b.sent().map((f) => f.kind.name)]).toEqual(['memory', 0n, ['abort']])
  })

  it('a run that needs no memory goes on: an empty answer, a refusal, an abort', () => {
    const b = booted()
    b.command('ostart', 0, 2)
    b.sent()
    b.unit.memoryDies()
    b.answer([], noTokens)
    expect(b.sent().map((f) => f.header.length)).toEqual([0])
    b.command('oabort', 0)
    expect([record(b)?.cause, get(b, 'held')]).toEqual(['abort', 3n])
  })

  it('ends every run at once, if the caller says so', () => {
    const b = booted()
    b.open(1, low + 0x100, [1], 8)
    b.open(2, low + 0x200, [1], 8)
    b.command('ostart', 0, 0)
    b.command('oask', 1, 0)
    b.sent()
    b.unit.memoryDies(true)
    expect([0, 1, 2].map((n) => [b.unit.slot(n).status, b.unit.slot(n).held])).toEqual([['trapped', 0], ['trapped', 0], ['idle', 0]])
    expect([record(b)?.cause, b.sent().map((f) => [f.kind.name, f.header.slot])]).toEqual(['memory', [['abort', 0], ['abort', 1]]])
  })

  it('a mark, no room and no budget are looked at before', () => {
    for (const [symbols, budget, cause] of [[[0xf8], 0, 'link'], [Array(14).fill(1), 0, 'memory'], [[1], 1, 'budget']] as const) {
      const b = booted()
      b.command('ostart', 0, budget)
      b.sent()
      b.unit.memoryDies()
      b.answer(symbols)
      expect([record(b)?.cause, b.history()]).toEqual([cause, [1, 2, 3]])
    }
    const full = new Bench().boot([1, 2, 3, 4, 5, 6, 7, 8], 0)
    full.sent()
    full.command('ostart', 0, 0)
    full.sent()
    full.unit.memoryDies()
    full.answer([1])
    expect(record(full)?.cause).toBe('limit')
  })

  it('a vote needs none until its winner is stored', () => {
    const b = booted()
    b.command('ovote', 0, 2)
    b.sent()
    b.unit.memoryDies()
    b.answer([4], noTokens)
    b.sent()
    b.answer([4], noTokens)
    expect([record(b), b.history(), get(b, 'held')]).toEqual([{ cause: 'memory', slot: 0, cut: false, yielded: false, appended: 0n }, [1, 2, 3], 0n])
  })

  it('a winner that would have been cut is not: nothing of it is there, the record says so', () => {
    const b = new Bench().boot([1, 2, 3], 5)
    b.sent()
    b.command('ovote', 0, 1)
    b.sent()
    b.unit.memoryDies()
    b.answer([4, 5, 6, 7, 8, 9], noTokens)
    expect([record(b), b.history()]).toEqual([{ cause: 'memory', slot: 0, cut: false, yielded: false, appended: 0n }, [1, 2, 3]])
  })
})
