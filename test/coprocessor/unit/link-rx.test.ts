// Owns: checks of the receiver: headers of good and bad frames, and letting frames go at any time.
import { describe, expect, test } from 'vitest'
import { encodeFrame, header, type Beat, type Header } from '../../../coprocessor/link/codec.ts'
import { frameKinds } from '../../../coprocessor/link/frames.ts'
import { linkRx } from '../../../coprocessor/unit/link-rx.ts'
import { bench, Chance, same } from './bench.ts'

const flags = ['hello', 'cached', 'reject', 'answer'] as const
const { pins, cycle, sim } = bench(linkRx(), [
  'rx_valid', 'rx_ready', 'rx_data', 'rx_keep', 'rx_last', 'body_valid', 'body_ready', 'body_data', 'body_keep', 'body_last',
  'held', 'slot', 'session', 'sequence_', 'ends', 'stands', 'inside_', 'final_', 'beat', 'offset', 'length', ...flags, 'storing', 'start', 'pop', 'rest',
])
const fromHost = frameKinds.filter((k) => k.direction === 'fromHost')
const kindOf = (name: string) => fromHost.find((k) => k.name === name)!

/** What a frame is, worked out when it is made. `none`: malformed, or well-formed and none of these. */
interface Sample { readonly note: string; readonly beats: readonly Beat[]; readonly is: (typeof flags)[number] | 'none' }

const someHeader = (chance: Chance, given: Partial<Header> = {}): Header => header({
  unit: chance.below(256), slot: chance.below(256), flags: chance.below(256) & 0xfe, session: 1 + chance.below(65535), sequence: chance.below(65536), oracle: chance.below(256),
  length: chance.below(65536), offset: chance.below(2 ** 40), ...given,
})
const bytes = (chance: Chance, n: number) => Uint8Array.from({ length: n }, () => chance.below(256))
const full = (chance: Chance, last: boolean): Beat => ({ data: chance.word(), keep: 0xff, last })

function sample(chance: Chance): Sample {
  const short = (name: string, given: Partial<Header> = {}) => encodeFrame({ kind: kindOf(name), header: someHeader(chance, given), data: new Uint8Array() })
  const answer = (n: number, ends: boolean, given: Partial<Header> = {}) => encodeFrame({
    kind: kindOf('answer'), header: someHeader(chance, { length: n, flags: ends ? 1 : 0, ...given }), data: bytes(chance, n),
    ...(ends ? { tokens: { evaluated: chance.below(2 ** 32), reused: chance.below(2 ** 32), history: chance.below(2 ** 32) } } : {}),
  })
  const any = () => (chance.often(50) ? short(chance.one(['hello', 'cached', 'reject', 'fault'])) : answer(1 + chance.below(30), chance.often(50)))
  const n = 1 + chance.below(40)
  return chance.one<() => Sample>([
    () => ({ note: 'hello', beats: short('hello'), is: 'hello' }),
    () => ({ note: 'hello of session 0', beats: short('hello', { session: 0 }), is: 'none' }),
    () => ({ note: 'cached', beats: short('cached'), is: 'cached' }),
    () => ({ note: 'reject', beats: short('reject'), is: 'reject' }),
    () => ({ note: 'fault', beats: short('fault'), is: 'none' }),
    () => ({ note: `answer of ${n}`, beats: answer(n, false), is: 'answer' }),
    () => ({ note: `last answer of ${n}`, beats: answer(n, true), is: 'answer' }),
    () => ({ note: 'answer without symbols that ends', beats: answer(0, true), is: 'answer' }),
    () => ({ note: 'answer without symbols and without end', beats: [...answer(0, false).map((b) => ({ ...b, last: false })), full(chance, true)], is: 'none' }),
    () => ({ note: 'tlast on the first beat', beats: [{ ...any()[0]!, last: true }], is: 'none' }),
    () => ({ note: 'an answer of two beats', beats: answer(chance.below(9), chance.often(50)).slice(0, 2).map((b, i) => ({ ...b, last: i === 1 })), is: 'none' }),
    () => {
      const beats = short(chance.one(['hello', 'cached', 'reject', 'fault'])).map((b) => ({ ...b, last: false }))
      return { note: 'a short frame that goes on', beats: [...beats, ...Array.from({ length: chance.below(4) }, () => full(chance, false)), full(chance, true)], is: 'none' }
    },
    () => {
      const at = chance.below(2), keep = chance.one([0, 0x7f, 0x01, 0xfe]), beats = any()
      return { note: `tkeep ${keep} on header beat ${at}`, beats: beats.with(at, { ...beats[at]!, keep }), is: 'none' }
    },
    () => {
      let code = chance.below(256)
      while (fromHost.some((k) => k.code === code)) code = chance.below(256)
      const beats = any()
      return { note: `kind ${code}`, beats: beats.with(0, { ...beats[0]!, data: beats[0]!.data & ~0xffn | BigInt(code) }), is: 'none' }
    },
  ])()
}

/** Bits of a header beat, by their positions in the contract. */
const at = (b: Beat | undefined, low: number, width: number) => Number((b?.data ?? 0n) >> BigInt(low) & (1n << BigInt(width)) - 1n)

/** How the microcode treats a frame: how long it thinks; whether the storer takes beats, and how many; how many it takes itself; how long it lingers before it lets go. */
interface Treatment { readonly think: number; readonly stores: boolean; readonly takes: number; readonly pops: number; readonly lingers: number }

/** One frame from its first beat until it was let go. `offers` and `eager`: in so many of 100 cycles a beat comes, the taker takes. */
function receive(s: Sample, t: Treatment, chance: Chance, offers: number, eager: number): void {
  const { beats } = s, where = () => `${s.note}, ${JSON.stringify(t)}, ${phase}, beat ${next}, cycle ${i}`
  let phase = 'first' as 'first' | 'judge' | 'store' | 'pop' | 'rest' | 'drop'
  let next = 0, i = 0, thought = 0, took = 0, popped = 0, lingered = 0, standing = false
  const [one, two] = beats
  for (; i < 3000; i++) {
    standing ||= next < beats.length && chance.often(offers)
    pins.rx_valid.set(standing ? 1 : 0)
    const beat = standing ? beats[next] : undefined
    if (beat) {
      pins.rx_data.setBig(beat.data)
      pins.rx_keep.set(beat.keep)
      pins.rx_last.set(beat.last ? 1 : 0)
    }
    const over = next === beats.length, ours = phase === 'judge' || phase === 'store' || phase === 'pop' || phase === 'rest', stands = ours && beat !== undefined, held = ours && (stands || over)
    let start = false, pop = false, rest = false
    if (phase === 'judge' && held && thought++ >= t.think) {
      start = t.stores && s.is === 'answer'
      rest = !start
    }
    if (phase === 'pop' && stands && chance.often(eager)) pop = true
    if (phase === 'rest' && lingered++ >= t.lingers) rest = true
    const storing: boolean = phase === 'store', ready: boolean = storing && chance.often(eager)
    for (const [name, up] of Object.entries({ start, pop, rest, storing, body_ready: ready })) pins[name as 'start'].set(up ? 1 : 0)
    cycle()
    same([pins.held.get() === 1, pins.stands.get() === 1], [held, stands], () => `held, ${where()}`)
    if (held) {
      same([pins.slot.get(), pins.session.get(), pins.sequence_.get(), pins.ends.get()], [at(one, 16, 8), at(one, 32, 16), at(one, 48, 16), at(one, 24, 1)], () => `first beat, ${where()}`)
      if (stands) same([pins.beat.getBig(), pins.inside_.get() === 1, pins.final_.get() === 1], [beat.data, beat.keep === 0xff && !beat.last, beat.keep === 0xff && beat.last], () => `beat, ${where()}`)
      if (phase === 'judge') {
        if (stands) same([pins.length.get(), pins.offset.get()], [at(two, 8, 16), at(two, 24, 40)], () => `second beat, ${where()}`)
        same(flags.filter((f) => pins[f].get()), s.is === 'none' ? [] : [s.is], () => `what it is, ${where()}`)
      }
    }
    if (storing) {
      same([pins.body_valid.get() === 1], [stands], () => `body, ${where()}`)
      if (stands) same([pins.body_data.getBig(), pins.body_keep.get(), pins.body_last.get() === 1], [beat.data, beat.keep, beat.last], () => `body beat, ${where()}`)
    } else same([pins.body_valid.get()], [0], () => `no body, ${where()}`)
    const takes: boolean = beat !== undefined && (phase === 'first' || phase === 'drop' || start || pop || rest || ready)
    same([beat !== undefined && pins.rx_ready.get() === 1], [takes], () => `beat taken, ${where()}`)
    if (takes) {
      next++
      standing = false
    }
    if (storing && takes) took++
    if (pop) popped++
    const gone = next === beats.length
    if (rest || phase === 'drop') {
      if (gone) return
      phase = 'drop'
    } else if (phase === 'first') phase = takes ? 'judge' : 'first'
    else if (start) phase = 'store'
    if (phase === 'store' && (took >= t.takes || gone)) phase = 'pop'
    if (phase === 'pop' && (popped >= t.pops || gone)) phase = 'rest'
  }
  throw new Error(`it hangs, ${where()}`)
}

const quiet = (): void => {
  for (const p of ['rx_valid', 'start', 'pop', 'rest', 'storing', 'body_ready'] as const) pins[p].set(0)
  cycle()
}

describe('frames one behind the other', () => {
  test.each([0, 1, 2, 3])('good and bad ones, let go at any beat (%i)', (part) => {
    sim.reset()
    const seen = new Map<string, number>()
    for (let seed = 0; seed < 1500; seed++) {
      const chance = new Chance(seed * 4 + part), s = sample(chance), beats = s.beats.length
      const t = { think: chance.below(4), stores: chance.often(70), takes: chance.below(beats), pops: chance.below(3), lingers: chance.below(3) }
      receive(s, t, chance, chance.one([30, 100]), chance.one([40, 100]))
      if (chance.often(30)) {
        quiet()
        same([pins.held.get()], [0], `let go, ${s.note}`)
      }
      seen.set(s.is, (seen.get(s.is) ?? 0) + 1)
    }
    expect([...seen.keys()].sort()).toEqual(['answer', 'cached', 'hello', 'none', 'reject'])
    expect(Math.min(...seen.values())).toBeGreaterThan(50)
  })
})

test('what follows a frame is not taken before it was let go', () => {
  sim.reset()
  quiet()
  const beats = encodeFrame({ kind: kindOf('fault'), header: header({ session: 1 }), data: new Uint8Array() })
  let taken = 0
  for (let i = 0; i < 20; i++) {
    const b = beats[Math.min(taken, 1)]!
    pins.rx_valid.set(1)
    pins.rx_data.setBig(b.data)
    pins.rx_keep.set(0xff)
    pins.rx_last.set(b.last ? 1 : 0)
    pins.body_ready.set(1)
    cycle()
    taken += pins.rx_ready.get()
  }
  expect([taken, pins.held.get(), pins.body_valid.get()]).toEqual([1, 1, 0])
})
