// Owns: the observer beside a good unit (it says nothing) and beside units with a planted fault (it says what).
import { describe, expect, it } from 'vitest'
import { funct3 } from '../../../coprocessor/isa/instruction.ts'
import { fieldNumber } from '../../../coprocessor/isa/fields.ts'
import { instruction } from '../../../coprocessor/isa/table.ts'
import { encodeFrame, header } from '../../../coprocessor/link/codec.ts'
import { frameKinds } from '../../../coprocessor/link/frames.ts'
import { parameters } from '../../../coprocessor/parameters.ts'
import { ObserverDifference } from '../../../sim-harness/observer/difference.ts'
import { Observer } from '../../../sim-harness/observer/observer.ts'
import type { CommandEvent, CycleEvents } from '../../../sim-harness/port-events.ts'
import { generateProgram } from '../../../sim-harness/soak/generate.ts'
import type { HostAnswer, SoakProgram, SoakStep } from '../../../sim-harness/soak/program.ts'
import { runProgram } from '../../../sim-harness/soak/run-program.ts'
import { FakeUnit, type Faults } from './fake-unit.ts'

const c = (mnemonic: string, rs1: number | bigint, rs2: number | bigint = 0): SoakStep => ({ do: 'command', mnemonic, rs1: `0x${rs1.toString(16)}`, rs2: `0x${rs2.toString(16)}`, wait: true })
const answer = (symbols: string, more: object = {}): HostAnswer => ({ stubborn: false, frames: [{ kind: 'answer', symbols, end: true, after: 4, ...more }] })
/** Slot 0: four queries. abcd -> efg(yield); hi -> a stale frame first, then jk(yield); a rewrite and a budget cut; an abort in the middle of an answer. */
const program: SoakProgram = {
  seed: 0, parameters: { slots: 2, chunkBytes: 8 }, memory: 0, stalls: 0,
  steps: [
    c('oentry', 4), c('oauto', 1), c('owindow', 0x8000_0000, 0x8000_4000), c('oseg.open', 0x8000_0001, 0x100 << 8), { do: 'append', slot: 0, bytes: '6162636461626364616263' },
    c('ostart', 0, 0), { do: 'await', cycles: 1500 }, { do: 'take' }, { do: 'append', slot: 0, bytes: '6869' },
    c('ostart', 0, 20), { do: 'await', cycles: 1500 }, { do: 'take' }, { do: 'rewrite', slot: 0, at: 2, bytes: '7a' },
    c('ostart', 0, 3), { do: 'await', cycles: 1500 }, { do: 'take' }, { do: 'read', slot: 0 },
    c('ostart', 0, 0), { do: 'step', cycles: 200 }, c('oabort', 0), { do: 'await', cycles: 100 }, { do: 'take' }, { do: 'append', slot: 0, bytes: '70' },
    c('ostart', 0, 0), { do: 'await', cycles: 1500 }, { do: 'take' }, c('oseg.close', 0),
  ],
  answers: [
    answer('656667ff'),
    { stubborn: false, frames: [{ kind: 'answer', symbols: '7878', end: false, after: 2, bend: 'sequence' }, { kind: 'answer', symbols: '6a6bff', end: true, after: 9 }] },
    answer('717273747576ff'), { stubborn: false, frames: [{ kind: 'answer', symbols: '6c6d', end: false, after: 4 }] }, answer('6eff'),
  ],
}
const hello = encodeFrame({ kind: frameKinds.find((k) => k.direction === 'fromHost' && k.name === 'hello')!, header: header({ session: 5 }), data: new Uint8Array(0) })
/** The same for a stack, P-mode and commands that wait. Slot 0 is O, slot 1 is P; an `owait` beside another, one that an exception lets go, one that its slot does. */
const quick = (step: SoakStep): SoakStep => ({ ...step, wait: false } as SoakStep)
const stackProgram: SoakProgram = {
  seed: 0, parameters: { slots: 2, chunkBytes: 8 }, memory: 0, stalls: 0,
  steps: [
    c('oentry', 4), c('oauto', 1), c('owindow', 0x8000_0000, 0x8000_4000), c('oseg.open', 0x8000_0001, 0x100 << 8), c('oseg.open', 0x8000_0400, 0x100 << 8 | 1),
    { do: 'append', slot: 0, bytes: '6162636465' }, { do: 'append', slot: 1, bytes: '7a' },
    c('opush', 0, 0x71), c('opush', 0, 0x100), c('opeek', 0, 1), c('opop', 0), c('opush', 0, 0x72), c('opush', 1, 0x73),
    c('oask', 0, 5), { do: 'await', cycles: 1500 }, c('owait', 0b11), { do: 'take' }, c('opop', 0), c('opop', 0), c('opop', 0), c('opush', 0, 0x21), { do: 'read', slot: 0 },
    c('oracle', 1, 9), { do: 'take' },
    c('oask', 1, 2), quick(c('owait', 0b10)), c('owait', 0b11), { do: 'step', cycles: 20 }, { do: 'exception' }, { do: 'step', cycles: 20 }, c('owait', 0b10), { do: 'take' },
    c('ostart', 0, 0), { do: 'step', cycles: 40 }, c('oask', 1, 3), c('owait', 0b11), c('owait', 0b01), { do: 'await', cycles: 600 }, { do: 'take' }, { do: 'read', slot: 1 },
  ],
  answers: [answer('6566'), answer('7071ff', { after: 50 }), answer('ff74', { after: 300 }), answer('6aff', { after: 900 }), answer('', { after: 50 })],
}
const named = (k: { readonly funct7: number } | undefined, ...mnemonics: string[]): boolean => mnemonics.some((m) => k?.funct7 === instruction(m).funct7)
/** Changes the accesses of commands: of the kind store or load. */
const accesses = (store: boolean, to: (m: NonNullable<CycleEvents['memoryRequest']>) => NonNullable<CycleEvents['memoryRequest']> | undefined): Faults =>
  ({ request: (m) => (m.tag === (store ? 48 : 16) ? to(m) : m) })
const as = (mnemonic: string, rs2: (k: CommandEvent) => bigint, ...of: string[]): Faults => ({
  command: (k) => {
    const bits = funct3(instruction(mnemonic))
    return named(k, ...of) ? { ...k, funct7: instruction(mnemonic).funct7, xs1: (bits & 2) !== 0, xs2: (bits & 1) !== 0, rs2: rs2(k) } : k
  },
})
const yieldedBit = 1n << 40n
let waits = false

const stackFaults: readonly (readonly [string, () => Faults, readonly string[]])[] = [
  ['opush: the store one byte further', () => accesses(true, (m) => ({ ...m, address: m.address + 1n })), ['store']],
  ['opush: another symbol', () => accesses(true, (m) => ({ ...m, data: replicated(0x21) })), ['store']],
  ['opush: the symbol on one lane', () => accesses(true, (m) => ({ ...m, data: m.data & 0xffn })), ['store']],
  ['opush: a tag of a run', () => accesses(true, (m) => ({ ...m, tag: 32 })), ['store']],
  ['opush: the tag of a load', () => accesses(true, (m) => ({ ...m, tag: 16 })), ['store']],
  ['opush: no store', () => accesses(true, () => undefined), ['response']],
  ['opush: a store beside a status', () => as('opush', (k) => k.rs2 & 0xffn, 'opush'), ['store']],
  ['opush: status beside the store', () => ({ response: (r, of) => (named(of, 'opush') ? { ...r, data: (1n << 64n) - 14n } : r) }), ['response']],
  ['opop: a load of a word', () => accesses(false, (m) => ({ ...m, bytes: 8, address: m.address & ~7n })), ['load']],
  ['opop: a tag of a run', () => accesses(false, (m) => ({ ...m, tag: 0 })), ['load']],
  ['opop: no load', () => accesses(false, () => undefined), ['response']],
  ['opop: another byte than memory gave', () => ({ response: (r, of) => (named(of, 'opop') ? { ...r, data: r.data ^ 1n } : r) }), ['response']],
  ['opop: top stays', () => as('opeek', () => 5n, 'opop'), ['store']],
  ['opeek: the symbol behind', () => as('opeek', (k) => k.rs2 + 1n, 'opeek'), ['load']],
  ['opeek: takes it off', () => as('opop', () => 0n, 'opeek'), ['load']],
  ['P-mode: the slot\'s own Oracle', () => ({ frame: (f) => (f.kind.name === 'query' ? { ...f, header: { ...f.header, oracle: 0 } } : f) }), ['query']],
  ['P-mode: goes on after its answer', () => ({ command: (k) => (named(k, 'oask') && k.rs1 === 0n ? { ...k, funct7: start, rs2: 0n } : k) }), ['query', 'interrupt', 'response', 'load']],
  ['P-mode: a record without the flag yielded', () => ({ response: (r, of) => (named(of, 'otrap') && r.data >> 55n === 2n ? { ...r, data: r.data & ~yieldedBit } : r) }), ['response']],
  ['P-mode: the cause is yield', () => ({ response: (r, of) => (named(of, 'otrap') && r.data >> 55n === 2n ? { ...r, data: (r.data & ~(3n << 55n)) | 1n << 55n } : r) }), ['response']],
  ['P-mode: oracle does not wait', () => as('oask', (k) => k.rs2, 'oracle'), ['response']],
  ['oracle: answered with 1, and no exception came', () => ({ response: (r, of) => (of === undefined && r.data === 0n ? { ...r, data: 1n } : r) }), ['response']],
  ['owait: 0, and no record waits', () => ({ response: (r, of) => (named(of, 'owait') && r.data === 1n ? { ...r, data: 0n } : r) }), ['response']],
  ['owait: 1, and a record waits', () => ({ response: (r, of) => (named(of, 'owait') && r.data === 0n ? { ...r, data: 1n } : r) }), ['response']],
  ['owait: let go with 1, and no exception came', () => { let n = 0; return { response: (r, of) => (of === undefined && n++ === 2 ? { ...r, data: 1n } : r) } }, ['response']],
  ['owait: idle, and a slot runs', () => ({ response: (r, of) => (named(of, 'owait') && r.data === 1n ? { ...r, data: (1n << 64n) - 16n } : r) }), ['response']],
  ['owait: the other slots', () => ({ command: (k) => (named(k, 'owait') ? { ...k, rs1: k.rs1 ^ 3n } : k) }), ['response']],
  ['owait: is not let go', () => ({ response: (r, of) => (of === undefined && r.data === 1n ? undefined : r) }), ['response']],
  ['waiting: never answered though its record waits', () => ({ response: (r, of) => (of === undefined && r.data === 0n ? undefined : r) }), ['response']],
  ['waiting: busy stays up', () => ({
    command: (k) => { waits ||= named(k, 'oracle'); return k }, response: (r, of) => { if (of === undefined) waits = false; return r }, busy: (up) => up || waits,
  }), ['busy']],
]
const start = instruction('ostart').funct7
const stores = (change: (n: number) => boolean, to: (m: NonNullable<CycleEvents['memoryRequest']>) => NonNullable<CycleEvents['memoryRequest']> | undefined): Faults => {
  let n = 0
  return { request: (m) => (m.store && change(n++) ? to(m) : m) }
}
const replicated = (b: number) => BigInt(b) * 0x0101010101010101n

/** Each fault with the rules that may speak first. */
const faults: readonly (readonly [string, () => Faults, readonly string[]])[] = [
  ['a wrong status', () => ({ response: (r, of) => (of?.funct7 === start ? { ...r, data: (1n << 64n) - 6n } : r) }), ['response']],
  ['a field off by one', () => ({ response: (r, of) => (of?.funct7 === instruction('oseg.get').funct7 && of.rs2 === BigInt(fieldNumber('top')) ? { ...r, data: r.data + 1n } : r) }), ['response']],
  ['a record that counts one symbol more', () => ({ response: (r, of) => (of?.funct7 === instruction('otrap').funct7 && r.data >> 55n === 1n ? { ...r, data: r.data + 1n } : r) }), ['response']],
  ['no record where one waits', () => ({ response: (r, of) => (of?.funct7 === instruction('otrap').funct7 && r.data !== 0n ? { ...r, data: 0n } : r) }), ['response']],
  ['a response that stays away', () => ({ response: (r, of) => (of?.funct7 === instruction('oseg.close').funct7 ? undefined : r) }), ['busy', 'response', 'soak']],
  ['bounds: a store one byte further', () => stores((n) => n === 1, (m) => ({ ...m, address: m.address + 1n })), ['store']],
  ['bounds: a store below top', () => stores((n) => n === 0, (m) => ({ ...m, address: 0x8000_0001n })), ['store']],
  ['bounds: a store outside every segment', () => stores((n) => n === 0, (m) => ({ ...m, address: 0x8000_2000n })), ['store']],
  ['a wrong byte stored', () => stores((n) => n === 2, (m) => ({ ...m, data: replicated(0x21) })), ['store']],
  ['a symbol that is never stored', () => stores((n) => n === 3, () => undefined), ['interrupt', 'store', 'response', 'query']],
  ['a symbol stored twice', () => { let before: NonNullable<CycleEvents['memoryRequest']> | undefined; return stores((n) => n < 2, (m) => (before ??= m)) }, ['store']],
  ['a load outside the history', () => ({ request: (m) => (m.store ? m : { ...m, address: 0x8000_0800n }) }), ['load']],
  ['a load past top', () => ({ request: (m) => (m.store ? m : { ...m, address: 0x8000_00f8n }) }), ['load']],
  ['held: a query that starts at 0 again', () => ({ frame: (f) => (f.kind.name === 'query' && f.header.sequence === 2 ? { ...f, header: { ...f.header, offset: 0 } } : f) }), ['query']],
  ['held: a touch without effect', () => ({ command: (k) => (k.funct7 === instruction('oseg.touch').funct7 ? { ...k, rs2: 0x8000_0010n } : k) }), ['query']],
  ['a query with a wrong byte', () => ({ frame: (f) => (f.kind.name === 'query' && f.data.length > 2 ? { ...f, data: f.data.with(1, 0x21) } : f) }), ['query']],
  ['a sequence that does not count', () => ({ frame: (f) => (f.kind.name === 'query' && f.header.sequence === 2 ? { ...f, header: { ...f.header, sequence: 1 } } : f) }), ['query']],
  ['a wrong session in a header', () => ({ frame: (f) => (f.kind.name === 'query' ? { ...f, header: { ...f.header, session: 9 } } : f) }), ['query']],
  ['another Oracle than the slot\'s', () => ({ frame: (f) => (f.kind.name === 'query' ? { ...f, header: { ...f.header, oracle: 3 } } : f) }), ['query']],
  ['a last chunk that does not say so', () => ({ frame: (f) => (f.trailer?.last ? { ...f, trailer: { ...f.trailer, last: false } } : f) }), ['query']],
  ['an abort that keeps too much', () => ({ frame: (f) => (f.kind.name === 'abort' ? { ...f, header: { ...f.header, offset: f.header.offset + 1 } } : f) }), ['flag']],
  ['an abort that is never sent', () => ({ frame: (f) => (f.kind.name === 'abort' ? undefined : f) }), ['query', 'to the host']],
  ['a close that is never sent', () => ({ frame: (f) => (f.kind.name === 'close' ? undefined : f) }), ['to the host']],
  ['a hello that is not answered', () => ({ frame: (f) => (f.kind.name === 'hello' && f.header.session > 0 ? undefined : f) }), ['hello', 'query']],
  ['another yield symbol', () => ({ parameters: { yieldSymbol: 0xfe } }), ['load', 'interrupt', 'query']],
  ['marks that are ordinary symbols', () => ({ parameters: { recordMarks: [0xf5, 0xf6, 0x6a] as [number, number, number] } }), ['flag', 'interrupt', 'store', 'response']],
  ['budget: one too many', () => ({ command: (k) => (k.funct7 === start && k.rs2 === 3n ? { ...k, rs2: 4n } : k) }), ['store']],
  ['budget: one too few', () => ({ command: (k) => (k.funct7 === start && k.rs2 === 3n ? { ...k, rs2: 2n } : k) }), ['interrupt', 'response']],
  ['sequence compare: a stale frame is taken', () => ({ fromHost: (b, first) => (first && (b.data & 0xffn) === 0x82n && b.data >> 48n === 1n && taken++ > 0 ? { ...b, data: (b.data & 0xffffffffffffn) | 2n << 48n } : b) }), ['store']],
  ['the interrupt line stays down', () => ({ interrupt: () => false }), ['interrupt', 'response']],
  ['the interrupt line is up for nothing', () => ({ interrupt: () => true }), ['interrupt']],
  ['busy stays down', () => ({ busy: () => false }), ['busy']],
  ['busy stays up', () => ({ busy: () => true }), ['busy']],
]
let taken = 0

describe('observer', () => {
  it('says nothing beside a good unit', async () => {
    const { causes, queries } = await runProgram(program, async (s) => new FakeUnit(s))
    expect(Object.fromEntries(causes)).toEqual({ yield: 3, budget: 1, abort: 1 })
    expect(queries).toBe(0)
  })

  it('says nothing beside a good unit, whatever the program and the host do', async () => {
    for (let seed = 1; seed <= 40; seed++) await runProgram(generateProgram(seed), async (s) => new FakeUnit(s))
  }, 60_000)

  it.each(faults)('finds %s', async (_, fault, rules) => {
    taken = 0
    const planted = fault()
    const error: unknown = await runProgram(program, async (s) => new FakeUnit({ ...s, faults: planted })).then(() => undefined, (e: unknown) => e)
    expect(error, 'nothing was found').toBeInstanceOf(ObserverDifference)
    expect(rules).toContain((error as ObserverDifference).finding.rule)
  })

  it('says nothing beside a good unit that has a stack, P-mode and commands that wait', async () => {
    const { causes, statuses } = await runProgram(stackProgram, async (s) => new FakeUnit(s))
    expect(Object.fromEntries(causes)).toEqual({ answer: 4, yield: 1 })
    expect(['opush range', 'opush done', 'opop done', 'opeek done', 'oracle done', 'owait done'].filter((s) => !statuses.has(s))).toEqual([])
  })

  it.each(stackFaults)('finds %s', async (_, fault, rules) => {
    waits = false
    const planted = fault()
    const error: unknown = await runProgram(stackProgram, async (s) => new FakeUnit({ ...s, faults: planted })).then(() => undefined, (e: unknown) => e)
    expect(error, 'nothing was found').toBeInstanceOf(ObserverDifference)
    expect(rules).toContain((error as ObserverDifference).finding.rule)
  })

  it('reports slot, step, expected, seen and the cycles before', () => {
    const observer = new Observer({ parameters: parameters() })
    const row = instruction('oseg.get')
    const bits = funct3(row)
    const command: CommandEvent = { funct7: row.funct7, xd: true, xs1: (bits & 2) !== 0, xs2: (bits & 1) !== 0, rd: 7, rs1: 3n, rs2: 5n, prv: 3 }
    observer.observe({ cycle: 4, command, exception: false, interrupt: false, busy: false })
    expect(() => observer.observe({ cycle: 6, response: { rd: 7, data: 0n }, exception: false, interrupt: false, busy: true })).toThrow([
      'response: cycle 6, step 1, slot 3',
      '  expected oseg.get 0x3, 0x5 (x7, privilege 3) to answer free (-4)',
      '  seen     0 (0x0)',
      '  the cycles before (B busy, I interrupt):',
      '         4 .. command oseg.get 0x3, 0x5 (x7, privilege 3)',
      '         6 B. x7 = 0 (0x0)',
    ].join('\n'))
  })

  it('wants an answer in time, however much goes on elsewhere', () => {
    const observer = new Observer({ parameters: parameters(), patience: 1000 })
    const { funct7 } = instruction('otrap')
    observer.observe({ cycle: 0, command: { funct7, xd: true, xs1: true, xs2: false, rd: 7, rs1: (1n << 64n) - 1n, rs2: 0n, prv: 3 }, exception: false, interrupt: false, busy: false })
    const greets = (cycle: number) => {
      for (const [i, beat] of hello.entries()) observer.observe({ cycle: cycle + i, fromHost: beat, exception: false, interrupt: false, busy: true })
    }
    for (let cycle = 100; cycle < 1000; cycle += 100) greets(cycle)
    expect(() => greets(1000)).toThrow(/^response: cycle 1001, step 1\n {2}expected an answer to otrap/)
  })

  it('takes either outcome of an abort that races with the end of an answer, and holds to the one that it sees', async () => {
    const outcomes = new Set<string>()
    for (let wait = 0; wait < 50; wait++) {
      const steps = [...program.steps.slice(0, 6), { do: 'step', cycles: wait } as const, c('oabort', 0), { do: 'await', cycles: 300 } as const, { do: 'take' } as const, { do: 'read', slot: 0 } as const]
      const { causes } = await runProgram({ ...program, steps }, async (s) => new FakeUnit(s))
      for (const cause of causes.keys()) outcomes.add(cause)
    }
    expect([...outcomes].sort()).toEqual(['abort', 'yield'])
  })
})
