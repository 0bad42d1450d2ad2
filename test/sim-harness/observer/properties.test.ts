// Owns: the properties M1 to M6 and M9, each alone: what keeps it passes, and a fault that breaks exactly this one is named. M7 and M8 are the hart watch's.
import { describe, expect, it } from 'vitest'
import { counterNumber, fieldNumber } from '../../../coprocessor/isa/fields.ts'
import { encodeRecord } from '../../../coprocessor/isa/cause.ts'
import { funct3 } from '../../../coprocessor/isa/instruction.ts'
import { instruction } from '../../../coprocessor/isa/table.ts'
import { header, type Frame } from '../../../coprocessor/link/codec.ts'
import { frameKinds } from '../../../coprocessor/link/frames.ts'
import { Accounts } from '../../../sim-harness/observer/accounts.ts'
import { HartDifference } from '../../../sim-harness/observer/hart-watch.ts'
import { HostShadow } from '../../../sim-harness/observer/host-shadow.ts'
import { ReaderWatch } from '../../../sim-harness/observer/reader-watch.ts'
import { SlotLog } from '../../../sim-harness/observer/slot-log.ts'
import { TokenWatch } from '../../../sim-harness/observer/token-watch.ts'
import type { CommandEvent } from '../../../sim-harness/port-events.ts'

const base = 0x8000_0000
const text = (s: string): Uint8Array => Uint8Array.from(Buffer.from(s))
const bytes = (s: string): number[] => [...text(s)]
const query = (slot: number, sequence: number, offset: number, data: string): Frame => ({
  kind: frameKinds.find((k) => k.name === 'query')!, header: header({ slot, session: 1, sequence, offset, length: data.length }), data: text(data), trailer: { first: true, last: true, cut: false },
})
function command(mnemonic: string, rs1: bigint | number, rs2: bigint | number = 0, rd = 10): CommandEvent {
  const row = instruction(mnemonic), bits = funct3(row)
  return { funct7: row.funct7, xd: true, xs1: (bits & 2) !== 0, xs2: (bits & 1) !== 0, rd, rs1: BigInt(rs1), rs2: BigInt(rs2), prv: 3 }
}

/** A host that asked once for `abc` and answered `de`; the Priestess wrote `f` behind. */
function shadow(): HostShadow {
  const host = new HostShadow()
  host.priestess(base, 3)
  expect(host.sent(query(1, 1, 0, 'abc'), base, text('abc'))).toBeUndefined()
  host.answered(1, 1, bytes('de'))
  host.stored(1, base + 3, 2)
  host.priestess(base + 5, 1)
  return host
}

describe('the host that listens', () => {
  it('follows a history that grows', () => expect(shadow().sent(query(1, 2, 5, 'f'), base, text('abcdef'))).toBeUndefined())

  it('M1: a query leaves a mirror that is not the history', () => {
    expect(shadow().sent(query(1, 2, 5, 'x'), base, text('abcdef'))).toMatch(/^M1: .*part at byte 5$/)
    expect(shadow().sent(query(1, 2, 5, ''), base, text('abcdef'))).toMatch(/^M1: the host's mirror has 5 bytes, the history 6/)
    // A symbol of the answer that the unit did not keep.
    expect(shadow().sent(query(1, 2, 5, 'f'), base, text('abcdf'))).toMatch(/^M1/)
  })

  it('M2: the query before is no prefix, and the Priestess only appended', () => {
    const sent = (host: HostShadow) => host.sent(query(1, 2, 0, 'aBcdef'), base, text('aBcdef'))
    expect(sent(shadow())).toMatch(/^M2: byte 1 /)
    const host = shadow()
    host.rewrote(1)
    expect(sent(host)).toBeUndefined()
  })

  it('M5: a byte that an answer to another slot put there', () => {
    const host = shadow()
    host.stored(0, base + 5, 1)
    expect(host.sent(query(1, 2, 5, 'f'), base, text('abcdef'))).toBe('M5: byte 5 of the query was written by 0')
    expect(shadow().sent(query(1, 2, 5, 'fg'), base, text('abcdefg'))).toBe('M5: byte 6 of the query was written by nobody')
  })
})

describe('M3: the accounts of a slot', () => {
  const ask = (a: Accounts, told: Record<string, number>): string | undefined => {
    const asked = { shared: 3, sentNew: 20, appended: 9, truncated: 4, ...told } as Record<string, number>
    const found = Object.entries(asked).filter(([name]) => name !== 'seen').map(([name, n]) => a.answered(2, command('ocount', 2, counterNumber(name as 'shared')), BigInt(n)))
    return [...found, a.answered(2, command('oseg.get', 2, fieldNumber('seen')), BigInt(asked.seen ?? 28))].find((f) => f !== undefined)
  }
  it('add up', () => expect(ask(new Accounts(), {})).toBeUndefined())
  it.each(['shared', 'sentNew', 'appended', 'truncated', 'seen'])('do not when %s is one more', (name) => {
    const right = { shared: 3, sentNew: 20, appended: 9, truncated: 4, seen: 28 }
    expect(ask(new Accounts(), { [name]: right[name as 'seen'] + 1 })).toMatch(/^M3: /)
  })
  it('are those of one moment', () => {
    const a = new Accounts()
    ask(a, {})
    a.accepted(2, command('opop', 2))
    expect(a.answered(2, command('ocount', 2, counterNumber('truncated')), 5n)).toBeUndefined()
    expect(ask(a, { truncated: 5, seen: 27 })).toBeUndefined()
  })
})

describe('M4: each token once', () => {
  const tokens = (evaluated: number, history: number) => ({ evaluated, reused: 0, history })
  const first = (): TokenWatch => {
    const w = new TokenWatch()
    w.opened(0)
    expect(w.answered(0, tokens(12, 12))).toBeUndefined()
    w.trapped(0, 'yield', true)
    return w
  }
  it('holds while the Oracle side keeps all', () => expect(first().answered(0, tokens(5, 17))).toBeUndefined())
  it('does not when something is evaluated again', () => expect(first().answered(0, tokens(6, 17))).toBe('M4: 18 tokens were evaluated since slot 0 was opened, its history has 17'))
  it('is not asked of histories that were rewritten or of runs that were cut', () => {
    const w = first()
    w.rewrote(0)
    expect(w.answered(0, tokens(17, 17))).toBeUndefined()
    const cut = first()
    cut.trapped(0, 'budget', false)
    expect(cut.answered(0, tokens(17, 17))).toBeUndefined()
  })
})

describe('M6: who reads an open segment', () => {
  let cycle = 0
  const readers = [{ name: 'history_read', low: 0x8000_4000n, high: 0x8000_4100n }]
  const does = (w: ReaderWatch, c: CommandEvent, data = 0n): void => {
    w.observe({ cycle: ++cycle, command: c, exception: false, interrupt: false, busy: true })
    w.observe({ cycle: ++cycle, response: { rd: c.rd, data: BigInt.asUintN(64, data) }, exception: false, interrupt: false, busy: true })
  }
  const opened = (): ReaderWatch => {
    const w = new ReaderWatch(readers)
    does(w, command('oseg.open', 0x8001_0001n, 0x100n << 8n | 3n))
    return w
  }
  const access = (address: bigint, pc = 0x8000_5000n) => ({ cycle: ++cycle, pc, address, bytes: 8 })
  const rule = (act: () => void): string | undefined => {
    try { act() } catch (error) { if (error instanceof HartDifference) return error.finding.rule; throw error }
    return undefined
  }

  it('a named reader may, others not, and outside everybody', () => {
    const w = opened()
    w.loaded(access(0x8001_0008n, 0x8000_4010n))
    for (const outside of [0x8000_fff8n, 0x8001_0100n]) w.loaded(access(outside))
    for (const inside of [0x8001_0000n, 0x8001_00f8n, 0x8000_fff9n]) expect(rule(() => w.loaded(access(inside)))).toBe('M6')
    expect(rule(() => w.loaded(access(0x8001_0000n, 0x8000_4100n)))).toBe('M6')
  })
  it('follows the segment', () => {
    const w = opened()
    does(w, command('oseg.move', 3, 0x8001_4000n))
    w.loaded(access(0x8001_0000n))
    expect(rule(() => w.loaded(access(0x8001_40f8n)))).toBe('M6')
    does(w, command('oseg.limit', 3, 0x8001_4010n))
    w.loaded(access(0x8001_4010n))
    does(w, command('oseg.close', 3))
    w.loaded(access(0x8001_4000n))
  })
  it('a store is reported while the slot runs, from its start to its record', () => {
    const w = opened()
    w.stored(access(0x8001_0000n))
    does(w, command('ostart', 3), -9n)
    w.stored(access(0x8001_0000n))
    does(w, command('ostart', 3))
    expect(rule(() => w.stored(access(0x8001_0080n)))).toBe('M6')
    does(w, command('otrap', (1n << 64n) - 1n), encodeRecord({ cause: 'yield', slot: 3, cut: false, yielded: true, appended: 4n }))
    w.stored(access(0x8001_0080n))
  })
})

describe('M9: the log of one slot alone', () => {
  const log = (): SlotLog => {
    const l = new SlotLog()
    l.started(1, 4, base, text('abc'))
    l.started(2, 0xffff, base + 0x100, text('xy'))
    l.answered(1, 5, 3, bytes('de'))
    l.answered(1, 6, 5, bytes('f!'))
    l.answered(2, 0, 2, bytes('z'))
    return l
  }
  const memory = (is: string) => (address: number, length: number): Uint8Array => text(is).slice(address - base, address - base + length)

  it('gives the history of the interleaved run', () => expect([log().trapped(1, 4, memory('abcdef!')), log().trapped(1, 2, memory('abcde')), log().trapped(1, 0, memory('abcde'))]).toEqual([undefined, undefined, undefined]))
  it('does not when an answer to another slot went in', () => expect(log().trapped(1, 3, memory('abcdz'))).toMatch(/^M9: byte 4 .* gives 101$/))
  it('does not when the record counts what nobody sent', () => expect(log().trapped(1, 5, memory('abcdef!?'))).toMatch(/^M9: byte 7 .* gives none$/))
  it('does not when an answer to a query before the start went in, does when one to a query behind it came before', () => {
    const early = new SlotLog()
    early.answered(1, 4, 3, bytes('q'))
    early.answered(1, 5, 3, bytes('d'))
    early.started(1, 4, base, text('abc'))
    expect(early.trapped(1, 1, memory('abcd'))).toBeUndefined()
    early.started(1, 4, base, text('abc'))
    expect(early.trapped(1, 1, memory('abcq'))).toMatch(/^M9: byte 3 .* gives 100$/)
  })
  it('does not when something before the start was changed', () => expect(log().trapped(1, 2, memory('aXcde'))).toMatch(/^M9: byte 1 /))
})
