// Owns: checks of the loader: which words it asks for, and the bytes that it gives, whatever memory and the taker do.
import { beforeEach, describe, expect, test } from 'vitest'
import { parameters } from '../../../coprocessor/parameters.ts'
import { loader } from '../../../coprocessor/unit/loader.ts'
import { bench, Chance, InFlight, same } from './bench.ts'

const names = [
  'begin_', 'addr', 'slot', 'more', 'bytes', 'last', 'stop', 'accessing', 'continues', 'slot_out', 'req_valid', 'req_ready', 'req_addr', 'req_tag', 'answered', 'answer_tag', 'answer_data',
  'beat_valid', 'beat_ready', 'beat_payload',
] as const
const build = (loadsInFlight: 2 | 4 | 8 | 16) => bench(loader(parameters({ loadsInFlight })), names)
type Loader = ReturnType<typeof build>
interface Load { readonly addr: number; readonly tag: number }

/** Every byte of memory is told by its address. */
const byteAt = (address: number) => (address * 151 + Math.floor(address / 256) * 7) % 256
const wordAt = (address: number, mask = 8) => {
  let word = 0n
  for (let i = 0; i < mask; i++) word |= BigInt(byteAt(address + i)) << BigInt(8 * i)
  return word
}
/** Addresses of the aligned words that meet [addr, addr + bytes). */
const wordsOf = (addr: number, bytes: number) => {
  const out: number[] = []
  for (let a = addr - addr % 8; bytes > 0 && a < addr + bytes; a += 8) out.push(a)
  return out
}

interface Manners {
  readonly ready: number
  readonly answers: number
  readonly latency: number
  readonly takes: number
  /** Stop from this cycle on. */
  readonly stop?: number
  /** Answers to stores, which come on the same way. */
  readonly stores?: number
}

/**
 * One stream, in one part or several, from its begin until nothing is in flight and all beats are taken. The next part may be let go while the last beats
 * of the one before are still to be taken. Throws at the first thing that is wrong; gives the cycles it took.
 */
function load(l: Loader, most: number, addr: number, given: number | readonly number[], chance: Chance, m: Manners): number {
  const { pins, cycle } = l, parts = typeof given === 'number' ? [given] : given, bytes = parts.reduce((n, p) => n + p, 0)
  const where = () => `[${addr}, +${parts.join(' +')}) ${JSON.stringify(m)}, cycle ${i}`
  const flight = new InFlight<Load>(chance), asked: number[] = [], beats: bigint[] = []
  const wanted = wordsOf(addr, bytes), owner = chance.below(8)
  let standing: Load | undefined, stopped = false, i = 0, part = 0, allowed = 0, before = 0, open = false
  pins.begin_.set(1)
  pins.addr.set(addr)
  pins.slot.set(owner)
  for (; i < 4000; i++) {
    const storeAnswer = chance.often(m.stores ?? 0)
    const answer = storeAnswer ? undefined : flight.answer(m.answers)
    pins.answered.set(answer || storeAnswer ? 1 : 0)
    pins.answer_tag.set(answer?.tag ?? (storeAnswer ? 32 + chance.below(most) : 0))
    pins.answer_data.setBig(answer ? wordAt(answer.addr) : chance.word())
    pins.req_ready.set(chance.often(m.ready) ? 1 : 0)
    pins.beat_ready.set(beats.length < Math.ceil(allowed / 8) && chance.often(m.takes) ? 1 : 0)
    const stopping = m.stop !== undefined && i >= m.stop
    pins.stop.set(stopping ? 1 : 0)
    const more = i > 0 && !stopping && part < parts.length && beats.length * 8 >= before && (m.takes === 100 || chance.often(30))
    pins.more.set(more ? 1 : 0)
    pins.bytes.set(more ? parts[part]! : chance.below(257))
    // As the microcode does it, `last` comes a cycle behind.
    pins.last.set(!more && part === parts.length ? 1 : 0)
    cycle()
    pins.begin_.set(0)
    if (i > 0) same([pins.slot_out.get(), pins.continues.get() === 1], [owner, open], () => `whose, ${where()}`)
    open = more || open && !stopping && part < parts.length
    const request = pins.req_valid.get() ? { addr: pins.req_addr.get(), tag: pins.req_tag.get() } : undefined
    const accessing = pins.accessing.get() === 1
    if (standing && !stopping) same([request?.addr, request?.tag], [standing.addr, standing.tag], () => `what stands, ${where()}`)
    same([stopping && request !== undefined], [false], () => `a request while stopped, ${where()}`)
    standing = undefined
    if (i > 0 && (request || flight.count > 0)) same([accessing], [true], () => `accessing, ${where()}`)
    if (request && pins.req_ready.get()) {
      same([request.addr], [wanted[asked.length]], () => `word asked, ${where()}`)
      same([flight.has(request.tag), request.tag < 16], [false, true], () => `tag ${request.tag}, ${where()}`)
      asked.push(request.addr)
      flight.add(request, m.latency)
      same([flight.count <= most], [true], () => `too many in flight, ${where()}`)
    } else standing = request
    stopped ||= stopping
    if (!stopped && pins.beat_valid.get() && pins.beat_ready.get()) {
      const n = beats.length, left = Math.min(8, bytes - 8 * n)
      beats.push(pins.beat_payload.getBig() & (1n << BigInt(8 * left)) - 1n)
      same([beats[n]], [wordAt(addr + 8 * n, left)], () => `beat ${n}, ${where()}`)
    }
    if (more) {
      before = allowed
      allowed += parts[part++]!
    }
    const idle = i > 0 && !more && !accessing && flight.count === 0
    if (idle && (stopped || part === parts.length && beats.length === Math.ceil(bytes / 8))) break
  }
  pins.more.set(0)
  same([i < 4000], [true], () => `it never ends, ${where()}`)
  if (m.stop === undefined) same(asked, wanted, () => `words asked, ${where()}`)
  return i
}

const eight = build(8)
const base = 0x8000_1000
beforeEach(() => eight.sim.reset())

describe('bytes of memory', () => {
  test('every offset and every length, in the order of memory', () => {
    const chance = new Chance(1)
    for (let offset = 0; offset < 8; offset++) {
      for (let bytes = 0; bytes <= 256; bytes++) load(eight, 8, base + offset, bytes, chance, { ready: 100, answers: 100, latency: 1, takes: 100 })
    }
  })

  test('every offset and every length, answers in any order, slow memory, slow taker, answers of stores between', () => {
    for (let offset = 0; offset < 8; offset++) {
      for (let bytes = 0; bytes <= 256; bytes += bytes < 40 ? 1 : 7) {
        const chance = new Chance(offset * 1000 + bytes)
        const m = { ready: chance.one([30, 70, 100]), answers: chance.one([20, 60, 100]), latency: chance.one([0, 1, 5, 20]), takes: chance.one([15, 60, 100]), stores: chance.one([0, 0, 30]) }
        load(eight, 8, base + offset, bytes, chance, m)
      }
    }
  })

  test.each([2, 4, 16] as const)('%i in flight', (most) => {
    const l = build(most), chance = new Chance(most)
    for (let offset = 0; offset < 8; offset++) {
      for (const bytes of [1, 7, 8, 9, 16, 63, 64, 65, 255, 256]) {
        load(l, most, base + offset, bytes, chance, { ready: 80, answers: chance.one([30, 100]), latency: chance.one([0, 1, 9]), takes: chance.one([30, 100]) })
      }
    }
  })

  test('several parts are one stream: the word between two of them is asked for once', () => {
    for (let seed = 0; seed < 400; seed++) {
      const chance = new Chance(seed), parts = Array.from({ length: 1 + chance.below(4) }, () => 8 * (1 + chance.below(chance.one([3, 32]))))
      const m = { ready: chance.one([40, 100]), answers: chance.one([25, 100]), latency: chance.one([0, 1, 12]), takes: chance.one([20, 70, 100]) }
      load(eight, 8, base + chance.below(8), [...parts, chance.one([0, 1, 3, 7, 8, 9, 100, 256])], chance, m)
    }
  })

  test('up to the last word of the address space', () => {
    const chance = new Chance(3)
    for (let bytes = 1; bytes <= 24; bytes++) load(eight, 8, 2 ** 40 - bytes, bytes, chance, { ready: 100, answers: 100, latency: 1, takes: 100 })
  })

  test('on hits of two cycles a word comes in each cycle', () => {
    // 32 words and at most a handful of cycles to fill and to drain.
    expect(load(eight, 8, base, 256, new Chance(1), { ready: 100, answers: 100, latency: 1, takes: 100 })).toBeLessThanOrEqual(32 + 8)
  })
})

describe('stop', () => {
  test('in every cycle of a load: nothing is asked for after it, what is in flight drains, and the next load is whole', () => {
    for (const [offset, bytes] of [[0, 256], [5, 100], [7, 9], [0, 8]] as const) {
      for (const ready of [100, 40]) {
        for (let stop = 1; stop < 90; stop++) {
          const chance = new Chance(stop * 10 + offset)
          load(eight, 8, base + offset, bytes, chance, { ready, answers: 60, latency: 3, takes: 70, stop })
          load(eight, 8, base + 64 + offset, 40, chance, { ready, answers: 60, latency: 1, takes: 100 })
        }
      }
    }
  })

  test('between two parts: nothing of it is left in the next stream', () => {
    for (let stop = 2; stop < 80; stop++) {
      const chance = new Chance(stop), m = { ready: 70, answers: 50, latency: 3, takes: 60 }
      load(eight, 8, base + stop % 8, [16, 64, 24, 5], chance, { ...m, stop })
      load(eight, 8, base + 256 + stop % 7, [24, 8, 13], chance, m)
    }
  })

  test('in the cycle of the begin it belongs to the stream before', () => {
    const { pins, cycle } = build(8)
    pins.stop.set(1)
    pins.begin_.set(1)
    pins.addr.set(base)
    cycle()
    pins.stop.set(0)
    pins.begin_.set(0)
    pins.more.set(1)
    pins.bytes.set(8)
    cycle()
    pins.more.set(0)
    cycle()
    expect([pins.req_valid.get(), pins.req_addr.get()]).toEqual([1, base])
  })
})
