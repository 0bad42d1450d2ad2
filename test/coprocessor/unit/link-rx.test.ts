// Owns: checks of the receiver: headers of good and bad frames, and letting frames go at any time.
import { describe, expect, test } from 'vitest'
import { encodeFrame, header, type Beat, type Header } from '../../../coprocessor/link/codec.ts'
import { frameKinds } from '../../../coprocessor/link/frames.ts'
import { linkRx } from '../../../coprocessor/unit/link-rx.ts'
import { bench, Chance, same } from './bench.ts'

const fields = ['kind', 'unit', 'slot', 'flags', 'session', 'sequence', 'oracle', 'length', 'offset'] as const
const { pins, cycle, sim } = bench(linkRx(), [
  'rx_valid', 'rx_ready', 'rx_data', 'rx_keep', 'rx_last', 'body_valid', 'body_ready', 'body_data', 'body_keep', 'body_last',
  'held', 'handed', ...fields.map((f) => `header_${f}` as const), 'malformed', 'hello', 'cached', 'reject', 'answer', 'hand', 'drop', 'finish',
])
const fromHost = frameKinds.filter((k) => k.direction === 'fromHost')
const kindOf = (name: string) => fromHost.find((k) => k.name === name)!

/** What a frame is, worked out when it is made. `none`: well-formed, but no word of the receiver names it. */
interface Sample { readonly note: string; readonly beats: readonly Beat[]; readonly is: 'malformed' | 'hello' | 'cached' | 'reject' | 'answer' | 'none' }

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
    () => ({ note: 'answer without symbols and without end', beats: [...answer(0, false).map((b) => ({ ...b, last: false })), full(chance, true)], is: 'malformed' }),
    () => ({ note: 'tlast on the first beat', beats: [{ ...any()[0]!, last: true }], is: 'malformed' }),
    () => ({ note: 'an answer of two beats', beats: answer(chance.below(9), chance.often(50)).slice(0, 2).map((b, i) => ({ ...b, last: i === 1 })), is: 'malformed' }),
    () => {
      const beats = short(chance.one(['hello', 'cached', 'reject', 'fault'])).map((b) => ({ ...b, last: false }))
      return { note: 'a short frame that goes on', beats: [...beats, ...Array.from({ length: chance.below(4) }, () => full(chance, false)), full(chance, true)], is: 'malformed' }
    },
    () => {
      const at = chance.below(2), keep = chance.one([0, 0x7f, 0x01, 0xfe]), beats = any()
      return { note: `tkeep ${keep} on header beat ${at}`, beats: beats.with(at, { ...beats[at]!, keep }), is: 'malformed' }
    },
    () => {
      let code = chance.below(256)
      while (fromHost.some((k) => k.code === code)) code = chance.below(256)
      const beats = any()
      return { note: `kind ${code}`, beats: beats.with(0, { ...beats[0]!, data: beats[0]!.data & ~0xffn | BigInt(code) }), is: 'malformed' }
    },
  ])()
}

/** The fields of the two header beats, read by the bit positions of the contract. */
const wantedFields = ([first, second]: readonly Beat[]) => {
  const at = (b: Beat | undefined, low: number, width: number) => Number((b?.data ?? 0n) >> BigInt(low) & (1n << BigInt(width)) - 1n)
  const one = [[0, 8], [8, 8], [16, 8], [24, 8], [32, 16], [48, 16]] as const, two = [[0, 8], [8, 16], [24, 40]] as const
  return [...one.map(([l, w]) => at(first, l, w)), ...two.map(([l, w]) => at(second, l, w))]
}

/** How the microcode treats a frame: how long it thinks, whether it drops or hands, how many beats its slot takes before it lets go. */
interface Treatment {
  readonly think: number
  readonly drops: boolean
  readonly takes: number
  readonly lingers: number
  /** Lets go in the very cycle of the last beat that it takes. */
  readonly hasty: boolean
}

function receive(s: Sample, t: Treatment, chance: Chance, offers: number, takes: number, end: 'idle' | 'more'): void {
  const { beats } = s, where = () => `${s.note}, ${JSON.stringify(t)}, cycle ${i}`
  let next = 0, body = 2, i = 0, held = 0, since = 0, done = false, standing = false
  for (; i < 3000; i++) {
    const isHeld = held > 0 && !done
    const judges = isHeld && held === t.think + 1
    const handed = isHeld && held > t.think + 1
    const taker = handed && body - 2 < t.takes && chance.often(takes)
    const lets = handed && (taker && t.hasty && body - 2 === t.takes - 1 || (body - 2 >= t.takes || next >= beats.length) && ++since > t.lingers)
    pins.hand.set(judges && !t.drops ? 1 : 0)
    pins.drop.set(judges && t.drops ? 1 : 0)
    // Another slot that ends meanwhile releases too; it means nothing while the frame is not handed.
    pins.finish.set(lets || !handed && chance.often(20) ? 1 : 0)
    standing ||= next < beats.length && chance.often(offers)
    pins.rx_valid.set(standing ? 1 : 0)
    if (standing) {
      pins.rx_data.setBig(beats[next]!.data)
      pins.rx_keep.set(beats[next]!.keep)
      pins.rx_last.set(beats[next]!.last ? 1 : 0)
    }
    pins.body_ready.set(taker ? 1 : 0)
    cycle()
    if (pins.body_valid.get() && (taker || isHeld)) {
      const b = beats[body]
      same([pins.body_data.getBig(), pins.body_keep.get(), pins.body_last.get() === 1], [b?.data, b?.keep, b?.last], () => `body beat, ${where()}`)
    }
    if (pins.body_valid.get()) same([standing, isHeld], [true, true], () => `a body that is not there, ${where()}`)
    if (pins.body_valid.get() && taker) body++
    if (standing && pins.rx_ready.get()) {
      next++
      standing = false
    }
    const headerIn = next >= 2 || next === beats.length && next > 0
    same([pins.held.get() === 1], [isHeld], () => `held, ${where()}`)
    if (isHeld) {
      same([pins.handed.get() === 1], [handed], () => `handed, ${where()}`)
      same(fields.map((f) => pins[`header_${f}`].get()), wantedFields(beats), () => `header, ${where()}`)
      if (!handed) {
        const flags = ['malformed', 'hello', 'cached', 'reject', 'answer'] as const
        same(flags.filter((f) => pins[f].get()), s.is === 'none' ? [] : [s.is], () => `what it is, ${where()}`)
      }
    }
    if (judges && t.drops || lets) done = true
    if (done && next === beats.length) {
      if (end === 'idle') {
        pins.rx_valid.set(0)
        for (const p of ['hand', 'drop', 'finish'] as const) pins[p].set(0)
        cycle()
        same([pins.held.get()], [0], () => `let go, ${where()}`)
      }
      return
    }
    if (headerIn && !done) held++
  }
  throw new Error(`it hangs, ${where()}`)
}

describe('frames one behind the other', () => {
  test.each([0, 1, 2, 3])('good and bad ones, dropped or handed, let go at any beat (%i)', (part) => {
    sim.reset()
    const seen = new Set<string>()
    for (let seed = 0; seed < 1500; seed++) {
      const chance = new Chance(seed * 4 + part), s = sample(chance)
      const t = { think: chance.below(4), drops: chance.often(50), takes: chance.below(s.beats.length), lingers: chance.below(3), hasty: chance.often(40) }
      receive(s, t, chance, chance.one([30, 100]), chance.one([40, 100]), chance.one(['idle', 'more']))
      seen.add(s.is)
    }
    expect(seen.size).toBe(6)
  })
})

test('what follows a frame is not taken before it was let go', () => {
  sim.reset()
  const beats = encodeFrame({ kind: kindOf('fault'), header: header({ session: 1 }), data: new Uint8Array() })
  for (const b of [...beats, ...beats, ...beats]) {
    pins.rx_valid.set(1)
    pins.rx_data.setBig(b.data)
    pins.rx_keep.set(0xff)
    pins.rx_last.set(b.last ? 1 : 0)
    pins.body_ready.set(1)
    for (const p of ['hand', 'drop', 'finish'] as const) pins[p].set(0)
    cycle()
  }
  expect([pins.held.get(), pins.rx_ready.get(), pins.body_valid.get()]).toEqual([1, 0, 0])
})
