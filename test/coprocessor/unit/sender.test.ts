// Owns: checks of the sender: frames that the codec reads, whole under any back-pressure and whenever they are cut.
import { beforeEach, describe, expect, test } from 'vitest'
import { decodeFrame, type Beat, type Header } from '../../../coprocessor/link/codec.ts'
import { frameKinds } from '../../../coprocessor/link/frames.ts'
import { sender } from '../../../coprocessor/unit/sender.ts'
import { bench, Chance, same } from './bench.ts'

const fields = ['unit', 'slot', 'flags', 'session', 'sequence', 'oracle', 'length', 'offset'] as const
const { pins, cycle, sim } = bench(sender(), [
  'start', 'header_kind', ...fields.map((f) => `header_${f}` as const), 'first_chunk', 'last_chunk', 'cut', 'beat_valid', 'beat_ready', 'beat_payload',
  'tx_valid', 'tx_ready', 'tx_data', 'tx_keep', 'tx_last', 'busy', 'querying',
])
beforeEach(() => sim.reset())
const toHost = frameKinds.filter((k) => k.direction === 'toHost')
const query = toHost.find((k) => k.name === 'query')!

interface Manners { readonly ready: number; readonly beats: number; /** cut is up in cycles [from, to) after the start. */ readonly cut?: readonly [number, number] }
interface Sent { readonly beats: Beat[]; readonly data: bigint[]; /** The cycle in which each beat was taken. */ readonly times: number[] }

const randomHeader = (chance: Chance, length: number): Header => ({
  unit: chance.below(256), slot: chance.below(256), flags: chance.below(256), session: chance.below(65536), sequence: chance.below(65536), oracle: chance.below(256),
  length, offset: chance.below(2 ** 40),
})

/** The cycle from which on the frame is cut: one in the cycle of the start belongs to the frame before. */
const cutFrom = ({ cut }: Manners) => (cut === undefined || cut[1] <= 1 ? Infinity : Math.max(1, cut[0]))

/** Sends one frame; the loader gives random words, dirt behind the last byte included. */
function send(kind: number, head: Header, first: boolean, last: boolean, chance: Chance, m: Manners): Sent {
  const beats: Beat[] = [], data: bigint[] = [], times: number[] = [], isQuery = kind === query.code
  let word = chance.word(), offered = false, standing: Beat | undefined, taken = 0
  const where = () => `kind ${kind}, length ${head.length}, ${JSON.stringify(m)}, beat ${beats.length}`
  for (let i = 0; i < 5000; i++) {
    pins.start.set(i === 0 ? 1 : 0)
    pins.header_kind.set(i === 0 ? kind : 0)
    for (const f of fields) pins[`header_${f}`].set(i === 0 ? head[f] : 0)
    pins.first_chunk.set(i === 0 && first ? 1 : 0)
    pins.last_chunk.set(i === 0 && last ? 1 : 0)
    const cuts = m.cut !== undefined && i >= m.cut[0] && i < m.cut[1], wasCut = i > cutFrom(m)
    pins.cut.set(cuts ? 1 : 0)
    // Once stopped, the loader may never give a word again.
    offered = !wasCut && (offered || chance.often(m.beats))
    pins.beat_valid.set(offered ? 1 : 0)
    pins.beat_payload.setBig(word)
    pins.tx_ready.set(chance.often(m.ready) ? 1 : 0)
    cycle()
    if (i > 0 && !pins.busy.get()) {
      same([pins.tx_valid.get(), taken], [0, wasCut ? taken : isQuery ? Math.ceil(head.length / 8) : 0], () => `words taken, ${where()}`)
      return { beats, data, times }
    }
    if (i > 0) same([pins.querying.get()], [isQuery ? 1 : 0], () => `querying, ${where()}`)
    if (pins.beat_valid.get() && pins.beat_ready.get()) {
      data.push(word)
      word = chance.word()
      offered = false
      taken++
    }
    const shown = pins.tx_valid.get() ? { data: pins.tx_data.getBig(), keep: pins.tx_keep.get(), last: pins.tx_last.get() === 1 } : undefined
    // Only a cut may change what stands: into zeros, or the trailer's flag.
    if (standing && !cuts) same([shown?.data, shown?.keep, shown?.last], [standing.data, standing.keep, standing.last], () => `what stands, ${where()}`)
    if (standing) same([shown !== undefined], [true], () => `it falls, ${where()}`)
    standing = shown
    if (shown && pins.tx_ready.get()) {
      beats.push(shown)
      times.push(i)
      standing = undefined
    }
  }
  throw new Error(`it never ends, ${where()}`)
}

/** Decodes and compares everything. */
function check(sent: Sent, head: Header, first: boolean, last: boolean, m: Manners): void {
  const frame = decodeFrame(sent.beats), where = () => `length ${head.length}, ${JSON.stringify(m)}`
  if (typeof frame === 'string') throw new Error(`${frame}, ${where()}`)
  same(fields.map((f) => frame.header[f]), fields.map((f) => head[f]), () => `header, ${where()}`)
  if (frame.kind.name !== 'query') return
  const cutAt = cutFrom(m)
  same([frame.trailer!.first, frame.trailer!.last, frame.trailer!.cut], [first, last, sent.times.at(-1)! >= cutAt], () => `trailer, ${where()}`)
  for (let i = 0; i < Math.ceil(head.length / 8) * 8; i++) {
    const beat = Math.floor(i / 8), cut = sent.times[2 + beat]! >= cutAt
    // Lanes behind the last byte are looked at in the beat itself: the codec does not show them.
    const seen = Number(sent.beats[2 + beat]!.data >> BigInt(8 * (i % 8)) & 0xffn)
    same([seen], [cut || i >= head.length ? 0 : Number(sent.data[beat]! >> BigInt(8 * (i % 8)) & 0xffn)], () => `byte ${i}, ${where()}`)
  }
}

const run = (length: number, chance: Chance, m: Manners) => {
  const head = randomHeader(chance, length), first = chance.often(50), last = chance.often(50)
  check(send(query.code, head, first, last, chance, m), head, first, last, m)
}

describe('frames', () => {
  test('every short kind has two beats, its header as given', () => {
    for (const kind of toHost.filter((k) => !k.data)) {
      for (let seed = 0; seed < 20; seed++) {
        const chance = new Chance(seed), m = { ready: chance.one([30, 100]), beats: 50 }, head = randomHeader(chance, chance.below(65536)), sent = send(kind.code, head, false, false, chance, m)
        check(sent, head, false, false, m)
        expect(decodeFrame(sent.beats)).toMatchObject({ kind: { name: kind.name } })
        expect(sent.beats).toHaveLength(2)
      }
    }
  })

  test('query chunks of every length, under back-pressure and with slow memory', () => {
    for (let length = 0; length <= 256; length++) {
      run(length, new Chance(length), { ready: 100, beats: 100 })
      run(length, new Chance(length + 1000), { ready: 30, beats: 100 })
      run(length, new Chance(length + 2000), { ready: 70, beats: 20 })
    }
  })

  test('a beat in each cycle when nothing holds it up', () => {
    const { times } = send(query.code, randomHeader(new Chance(1), 256), true, true, new Chance(1), { ready: 100, beats: 100 })
    expect(times).toEqual(Array.from({ length: 2 + 32 + 1 }, (_, i) => i + 1))
  })
})

describe('cut', () => {
  test('in every cycle, for one cycle or for good: the chunk is whole, zeros follow, the trailer says so', () => {
    for (const length of [0, 1, 8, 9, 64, 100]) {
      for (const [ready, beats] of [[100, 100], [40, 100], [100, 30], [50, 50]] as const) {
        for (let at = 1; at < length / 4 + 14; at++) {
          run(length, new Chance(at), { ready, beats, cut: [at, at + 1] })
          run(length, new Chance(at), { ready, beats, cut: [at, Infinity] })
        }
      }
    }
  })

  test('before the first word came: it does not wait for memory', () => {
    run(256, new Chance(4), { ready: 100, beats: 0, cut: [30, 31] })
  })

  test('a cut in the cycle of the start belongs to the chunk before', () => {
    const head = randomHeader(new Chance(1), 24), chance = new Chance(2)
    const sent = send(query.code, head, true, false, chance, { ready: 100, beats: 100, cut: [0, 1] }), frame = decodeFrame(sent.beats)
    expect(frame).toMatchObject({ trailer: { cut: false } })
  })
})
