// Owns: checks of the sender: frames that the codec reads, whole under any back-pressure and whenever their slot ends.
import { describe, expect, test } from 'vitest'
import { decodeFrame, type Beat } from '../../../coprocessor/link/codec.ts'
import type { Action } from '../../../coprocessor/microcode/vocabulary.ts'
import { parameters } from '../../../coprocessor/parameters.ts'
import { actionShape } from '../../../coprocessor/unit/micro-word.ts'
import { sender } from '../../../coprocessor/unit/sender.ts'
import { bench, Chance, same } from './bench.ts'

const slots = 4
const { pins, cycle, sim } = bench(sender(parameters({ slots })), [
  'fires', 'action', 'value', 'slot', 'session', 'ended_slots', 'beat_valid', 'beat_ready', 'beat_payload', 'tx_valid', 'tx_ready', 'tx_data', 'tx_keep', 'tx_last', 'free', 'idle', 'whole', 'early', 'owner_out', 'begins',
])
const kinds = { txHello: 'hello', txQuery: 'query', txEarly: 'query', txAbort: 'abort', txClose: 'close', txFork: 'fork', txHint: 'hint' } as const

/** A frame as the microcode gives it. */
interface Order {
  readonly action: keyof typeof kinds; readonly slot: number; readonly sequence: number; readonly oracle: number; readonly length: number; readonly offset: number
  readonly first: boolean; readonly last: boolean
}
/** What became of it, by cycles: its start; each beat that left; when its slot ended behind the start. */
interface Fate { readonly order: Order; readonly start: number; readonly left: number[]; readonly beats: Beat[]; readonly words: bigint[]; ended: number }
const isQuery = (o: Order) => kinds[o.action] === 'query'
const nowhere = Infinity

const randomOrder = (chance: Chance): Order => {
  const action = chance.one(['txQuery', 'txQuery', 'txQuery', 'txEarly', ...Object.keys(kinds)]) as Order['action'], query = kinds[action] === 'query'
  return {
    action, slot: chance.below(slots), sequence: action === 'txHello' ? 0 : chance.below(65536), oracle: query ? chance.below(64) : 0,
    length: query ? chance.one([0, 1, 7, 8, 9, 24, 64, chance.below(257)]) : action === 'txHello' || action === 'txFork' ? chance.below(65536) : 0,
    offset: chance.below(2 ** 40), first: query && chance.often(50), last: query && chance.often(50),
  }
}
/** Its lines: the start, and what follows. */
const linesOf = (o: Order): (readonly [Action, number])[] => [
  [o.action, o.sequence],
  ...(isQuery(o) ? [['txOracle', o.oracle] as const, ...(o.first ? [['txFirst', 0] as const] : []), ['txData', o.length] as const, ...(o.last ? [['txLast', 0] as const] : [])] : o.length > 0 ? [['txLength', o.length] as const] : []),
  ['txOffset', o.offset],
]

interface Manners { readonly ready: number; readonly beats: number; readonly lines: number; /** A slot ends in so many of 1000 cycles. */ readonly ends: number }
const calm: Manners = { ready: 100, beats: 100, lines: 100, ends: 0 }

/** Sends these, one behind the other; throws at what no frame may do. `session` 7. The loader gives random words, dirt behind the last byte included. */
function send(orders: readonly Order[], chance: Chance, m: Manners, endsAt?: (cycle: number) => number | undefined): { fates: readonly Fate[]; cycles: number } {
  sim.reset()
  pins.session.set(7)
  const fates: Fate[] = [], pending = [...orders]
  let lines: (readonly [Action, number])[] = [], at: Fate | undefined, leaving: Fate | undefined, standing: Beat | undefined
  let ended = 0, word = chance.word(), offered = false, i = 0, whole = false, still = 0
  const where = () => `cycle ${i}, ${JSON.stringify(m)}, at hand ${JSON.stringify(at?.order)}, leaving ${JSON.stringify(leaving?.order)}`
  for (; i < 30_000; i++) {
    // A slot that ended stays so for a while, then may run again.
    const newly = endsAt ? endsAt(i) : chance.real() * 1000 < m.ends ? chance.below(slots) : undefined
    const byAction = newly !== undefined && lines.length === 0 && chance.often(40)
    if (newly !== undefined && !byAction) ended |= 1 << newly
    else if (chance.often(10)) ended = 0
    let line: readonly [Action, number] | undefined = byAction ? ['end', 0] : undefined, slot = newly ?? 0
    if (!byAction && lines.length > 0 && chance.often(m.lines)) {
      line = lines.shift()
      slot = fates.at(-1)!.order.slot
    } else if (!byAction && lines.length === 0 && at === undefined && pending.length > 0 && (ended >> pending[0]!.slot & 1) === 0 && !whole && !leaving?.order.last) {
      // The last line of the one before is done, the header has a place, and that a last chunk has left was noted.
      const order = pending.shift()!
      lines = linesOf(order)
      line = lines.shift()
      slot = order.slot
      at = { order, start: i, left: [], beats: [], words: [], ended: nowhere }
      fates.push(at)
    } else if (!byAction && whole && chance.often(30)) line = ['txSeen', 0]
    pins.fires.set(line ? 1 : 0)
    pins.action.set(Number(actionShape.valueOf(line?.[0] ?? chance.one(['txQuery', 'txOffset', 'txSeen', 'want']))))
    pins.value.setBig(BigInt(line?.[1] ?? chance.below(2 ** 40)))
    pins.slot.set(slot)
    pins.ended_slots.set(ended)
    const endsNow = (s: number) => (ended >> s & 1) === 1 || byAction && newly === s
    for (const f of [at, leaving]) if (f && i > f.start && f.ended === nowhere && endsNow(f.order.slot)) f.ended = i
    offered ||= chance.often(m.beats)
    // A loader whose slot ended may never give a word again.
    const gives = offered && !(leaving && i >= leaving.ended)
    pins.beat_valid.set(gives ? 1 : 0)
    pins.beat_payload.setBig(word)
    pins.tx_ready.set(chance.often(m.ready) ? 1 : 0)
    const isWhole = whole
    cycle()
    same([pins.whole.get() === 1], [isWhole], () => `whole, ${where()}`)
    if (line?.[0] === 'txSeen') whole = false
    if (gives && pins.beat_ready.get()) {
      leaving!.words.push(word)
      word = chance.word()
      offered = false
    }
    // A chunk of which nothing has left when its slot ends is withdrawn.
    const withdrawn = at !== undefined && isQuery(at.order) && at.left.length === 0 && i >= at.ended
    const shown = pins.tx_valid.get() ? { data: pins.tx_data.getBig(), keep: pins.tx_keep.get(), last: pins.tx_last.get() === 1 } : undefined
    if (standing && newly === undefined && !withdrawn) same([shown?.data, shown?.keep, shown?.last], [standing.data, standing.keep, standing.last], () => `what stands, ${where()}`)
    standing = shown && !pins.tx_ready.get() ? shown : undefined
    if (shown && pins.tx_ready.get()) {
      const f = leaving ?? at
      if (!f) throw new Error(`a beat of no frame, ${where()}`)
      same([pins.begins.get() === 1], [f.left.length === 0 && isQuery(f.order)], () => `begins, ${where()}`)
      if (pins.begins.get()) same([pins.owner_out.get()], [f.order.slot], () => `whose, ${where()}`)
      f.left.push(i)
      f.beats.push(shown)
      if (f === at && f.left.length === 2) {
        at = undefined
        leaving = shown.last ? undefined : f
      }
      if (shown.last) {
        if (isQuery(f.order) && f.order.last && i < f.ended) whole = true
        leaving = undefined
      }
    } else same([pins.begins.get()], [0], () => `begins, ${where()}`)
    if (at && withdrawn) at = undefined
    still = pending.length === 0 && !at && !leaving && lines.length === 0 ? still + 1 : 0
    if (still > 1 && !whole) break
    if (still > 1) same([pins.idle.get(), pins.tx_valid.get()], [1, 0], () => `idle, ${where()}`)
  }
  same([i < 30_000], [true], () => `it never ends, ${where()}`)
  return { fates, cycles: i }
}

/** Decodes what left, and compares everything. */
function check({ order: o, left, beats, words, ended }: Fate, m: Manners): 'whole' | 'cut' | 'withdrawn' {
  const where = () => `${JSON.stringify(o)}, ${JSON.stringify(m)}, ended ${ended}, left ${left.join(' ')}`
  if (left.length === 0) {
    same([isQuery(o), ended < nowhere], [true, true], () => `it did not leave, ${where()}`)
    return 'withdrawn'
  }
  const frame = decodeFrame(beats)
  if (typeof frame === 'string') throw new Error(`${frame}, ${where()}`)
  const h = frame.header
  same([frame.kind.name, h.unit, h.slot, h.flags, h.session, h.sequence, h.oracle, h.length, h.offset], [kinds[o.action], 0, o.action === 'txHello' ? 0 : o.slot, 0, 7, o.sequence, o.oracle, o.length, o.offset], () => `header, ${where()}`)
  if (!isQuery(o)) return 'whole'
  const cut = left.at(-1)! >= ended
  same([frame.trailer!.first, frame.trailer!.last, frame.trailer!.cut], [o.first, o.last, cut], () => `trailer, ${where()}`)
  for (let i = 0; i < Math.ceil(o.length / 8) * 8; i++) {
    const beat = Math.floor(i / 8), gone = left[2 + beat]! >= ended
    // Lanes behind the last byte are looked at in the beat itself: the codec does not show them.
    same([Number(beats[2 + beat]!.data >> BigInt(8 * (i % 8)) & 0xffn)], [gone || i >= o.length ? 0 : Number(words[beat]! >> BigInt(8 * (i % 8)) & 0xffn)], () => `byte ${i}, ${where()}`)
  }
  return cut ? 'cut' : 'whole'
}
const query = (length: number, given: Partial<Order> = {}): Order => ({ action: 'txQuery', slot: 1, sequence: 5, oracle: 3, length, offset: 77, first: true, last: true, ...given })

describe('frames', () => {
  test('of every kind, one behind the other, under back-pressure and with slow memory', () => {
    for (let seed = 0; seed < 60; seed++) {
      const chance = new Chance(seed), m = { ready: chance.one([30, 100]), beats: chance.one([20, 100]), lines: chance.one([30, 100]), ends: 0 }
      const { fates } = send(Array.from({ length: 12 }, () => randomOrder(chance)), chance, m)
      for (const f of fates) expect(check(f, m)).toBe('whole')
    }
  })

  test('query chunks of every length', () => {
    const chance = new Chance(3), m = { ...calm, ready: 70 }
    for (const f of send(Array.from({ length: 257 }, (_, length) => query(length, { last: false })), chance, m).fates) expect(check(f, m)).toBe('whole')
  })

  test('a beat in each cycle when nothing holds it up, and the next header while the data leave', () => {
    const { fates } = send([query(256, { last: false }), query(256, { slot: 2, last: false })], new Chance(1), calm)
    expect(fates.map((f) => check(f, calm))).toEqual(['whole', 'whole'])
    const [one, two] = fates, data = one!.left.slice(2)
    expect(data.map((t) => t - data[0]!)).toEqual(Array.from({ length: 33 }, (_, i) => i))
    expect(two!.left[0]).toBe(data.at(-1)! + 1)
  })

  test('the first beat of a query leaves as soon as its sequence is there', () => {
    const { fates } = send([query(8, { action: 'txEarly' })], new Chance(1), { ...calm, lines: 5 })
    expect(fates[0]!.left[0]! - fates[0]!.start).toBe(1)
    expect(fates[0]!.left[1]! - fates[0]!.left[0]!).toBeGreaterThan(5)
  })
})

describe('a slot that ends', () => {
  test('in every cycle of its chunk: withdrawn before the first beat, else whole, with zeros and the flag', () => {
    const got = new Map<string, number>()
    for (const length of [0, 1, 8, 9, 64, 100]) {
      for (const m of [calm, { ...calm, ready: 40 }, { ...calm, beats: 30 }, { ready: 50, beats: 50, lines: 40, ends: 0 }]) {
        for (let at = 1; at < length / 4 + 25; at++) {
          const { fates } = send([query(length), query(16, { slot: 2, sequence: 9, offset: 4 })], new Chance(at), m, (i) => (i === at ? 1 : undefined))
          const fate = check(fates[0]!, m)
          got.set(fate, (got.get(fate) ?? 0) + 1)
          expect(check(fates[1]!, m)).toBe('whole')
        }
      }
    }
    expect([...got.keys()].sort()).toEqual(['cut', 'whole', 'withdrawn'])
  })

  test('before the first word came: it does not wait for memory', () => {
    const m = { ...calm, beats: 0 }
    expect(check(send([query(256)], new Chance(4), m, (i) => (i === 30 ? 1 : undefined)).fates[0]!, m)).toBe('cut')
  })

  test('at any time, several slots and kinds of frames', () => {
    const got = { whole: 0, cut: 0, withdrawn: 0 }
    for (let seed = 0; seed < 120; seed++) {
      const chance = new Chance(seed), m = { ready: chance.one([30, 60, 100]), beats: chance.one([30, 100]), lines: chance.one([30, 100]), ends: chance.one([5, 30, 100]) }
      for (const f of send(Array.from({ length: 15 }, () => randomOrder(chance)), chance, m).fates) got[check(f, m)]++
    }
    expect(Math.min(...Object.values(got))).toBeGreaterThan(50)
  })
})

describe('a new session', () => {
  const orders: Order[] = [query(16), { ...query(0), action: 'txAbort', slot: 2, first: false, last: false, length: 0, oracle: 0 }]
  const line = (action: Action, value: number, slot: number, session = 7, ready = 0) => {
    pins.fires.set(1)
    pins.action.set(Number(actionShape.valueOf(action)))
    pins.value.set(value)
    pins.slot.set(slot)
    pins.session.set(session)
    pins.tx_ready.set(ready)
    pins.ended_slots.set(0)
    cycle()
    pins.fires.set(0)
  }
  test('withdraws a frame of a slot of which nothing has left, and no hello', () => {
    for (const o of [...orders, { ...orders[1]!, action: 'txHello' as const }]) {
      sim.reset()
      for (const [action, value] of linesOf(o)) line(action, value, o.slot)
      line('session', 0, 0)
      cycle()
      cycle()
      expect([o.action, pins.tx_valid.get(), pins.free.get()]).toEqual([o.action, o.action === 'txHello' ? 1 : 0, o.action === 'txHello' ? 0 : 1])
    }
  })
})
