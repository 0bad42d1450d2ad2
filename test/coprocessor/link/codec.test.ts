// Owns: checks of the link's frame table and its codec: fields that fill the header, round trips, and every kind of wrong frame.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeFrame, encodeFrame, endsAnswer, header, type Beat, type Frame } from '../../../coprocessor/link/codec.ts'
import { frameKinds, headerBeats, headerLayout, kindCode, tokenBeats, tokenLayout, trailerLayout, type FrameKind } from '../../../coprocessor/link/frames.ts'

const kindOf = (direction: 'toHost' | 'fromHost', name: string): FrameKind => frameKinds.find((k) => k.direction === direction && k.name === name)!
const query = kindOf('toHost', 'query'), answer = kindOf('fromHost', 'answer')
const whole = (bits: number) => fc.integer({ min: 0, max: 2 ** bits - 1 })
const u32 = whole(32)
const fields = { unit: whole(8), slot: whole(8), flags: whole(8), session: whole(16), sequence: whole(16), oracle: whole(8), length: whole(16), offset: whole(40) }

/** Any frame of the table. */
const frames: fc.Arbitrary<Frame> = fc.record({
  kind: fc.constantFrom<FrameKind>(...frameKinds), head: fc.record(fields), data: fc.uint8Array({ maxLength: 40 }), ends: fc.boolean(),
  trailer: fc.record({ first: fc.boolean(), last: fc.boolean(), cut: fc.boolean() }), tokens: fc.record({ evaluated: u32, reused: u32, history: u32 }),
}).map(({ kind, head, data, ends, trailer, tokens }) => ({
  kind, data: kind.data ? data : new Uint8Array(),
  header: { ...head, ...(kind.data ? { length: data.length } : {}), flags: kind.tail === 'tokens-on-end' ? head.flags & 0xfe | (ends ? 1 : 0) : head.flags },
  ...(kind.tail === 'trailer' ? { trailer } : {}), ...(kind.tail === 'tokens-on-end' && ends ? { tokens } : {}),
}))

describe('the table', () => {
  test('header fields do not overlap and fill both beats', () => {
    const owner = new Map<number, string>()
    for (const [name, { beat, low, width }] of Object.entries(headerLayout)) {
      for (let bit = low; bit < low + width; bit++) {
        expect([name, bit < 64, owner.get(64 * beat + bit)]).toEqual([name, true, undefined])
        owner.set(64 * beat + bit, name)
      }
    }
    expect(owner.size).toBe(64 * headerBeats)
  })

  test('codes are all different, and bit 7 tells the direction', () => {
    expect(new Set(frameKinds.map((k) => k.code)).size).toBe(frameKinds.length)
    for (const k of frameKinds) expect([k.name, k.code >> 7]).toEqual([k.name, k.direction === 'fromHost' ? 1 : 0])
  })

  test('the kinds of the contract are there, each way', () => {
    const named = (direction: string) => frameKinds.filter((k) => k.direction === direction).map((k) => k.name).sort()
    expect(named('toHost')).toEqual(['abort', 'close', 'fork', 'hello', 'hint', 'query'])
    expect(named('fromHost')).toEqual(['answer', 'cached', 'fault', 'hello', 'reject'])
    expect(() => kindCode('toHost', 'answer')).toThrow('no frame answer toHost')
    expect([kindCode('toHost', 'hello'), kindCode('fromHost', 'hello')]).toEqual([0x01, 0x81])
  })

  test('trailer flags and token counts do not overlap', () => {
    expect(new Set(Object.values(trailerLayout)).size).toBe(3)
    expect(Object.values(tokenLayout).map((f) => 2 * f.beat + f.low / 32).sort()).toEqual([0, 1, 2])
    expect(tokenBeats).toBe(2)
  })
})

describe('encoding', () => {
  test('a query by hand', () => {
    const head = header({ unit: 0x11, slot: 0x22, flags: 0x33, session: 0x4455, sequence: 0x6677, oracle: 0x88, length: 10, offset: 0x99aabbccdd })
    const beats = encodeFrame({ kind: query, header: head, data: Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), trailer: { first: true, last: false, cut: true } })
    expect(beats.map((b) => b.data)).toEqual([0x6677_4455_33_22_11_02n, 0x99aabbccdd_000a_88n, 0x0807060504030201n, 0x0a09n, 0b101n])
    // tkeep is short only on a last beat of data: here a trailer follows.
    expect(beats.map((b) => [b.keep, b.last])).toEqual([[0xff, false], [0xff, false], [0xff, false], [0xff, false], [0xff, true]])
  })

  test('an answer by hand: without end the last beat has the lanes of data, with end token counts follow', () => {
    const data = Uint8Array.from([0xaa, 0xbb, 0xcc])
    const more = encodeFrame({ kind: answer, header: header({ length: 3 }), data })
    expect(more.map((b) => [b.data, b.keep, b.last])).toEqual([[0x82n, 0xff, false], [0x3_00n, 0xff, false], [0xccbbaan, 0x07, true]])
    const end = encodeFrame({ kind: answer, header: header({ length: 3, flags: 1 }), data, tokens: { evaluated: 5, reused: 6, history: 7 } })
    expect(end.slice(2).map((b) => [b.data, b.keep, b.last])).toEqual([[0xccbbaan, 0xff, false], [0x6_0000_0005n, 0xff, false], [7n, 0xff, true]])
  })

  test('every frame comes back as it was', () => {
    fc.assert(fc.property(frames, (f) => { expect(decodeFrame(encodeFrame(f))).toEqual(f) }), { numRuns: 1500, seed: 1 })
  })

  test('endsAnswer is the flag of an answer, and of nothing else', () => {
    fc.assert(fc.property(frames, (f) => { expect(endsAnswer(f)).toBe(f.kind.name === 'answer' && f.header.flags % 2 === 1) }), { numRuns: 300, seed: 2 })
  })
})

describe('frames that do not fit the table are refused', () => {
  /** A frame with one thing changed is no frame any more. */
  const refused = (name: string, change: (beats: Beat[], f: Frame, n: number) => Beat[] | undefined, says: RegExp) => test(name, () => {
    let seen = 0
    fc.assert(fc.property(frames, whole(16), (f, n) => {
      const beats = change(encodeFrame(f), f, n)
      if (beats === undefined) return
      seen++
      const got = decodeFrame(beats)
      expect(typeof got === 'string' ? got : 'a frame').toMatch(says)
    }), { numRuns: 700, seed: 3 })
    expect(seen).toBeGreaterThan(25)
  })
  const put = (beats: Beat[], n: number, to: (b: Beat) => Partial<Beat>) => beats.map((b, i) => (i === n % beats.length ? { ...b, ...to(b) } : b))

  refused('too short for a header', (beats, _, n) => beats.slice(0, n % 2), /^a header has 2 beats, the frame [01]$/)
  refused('a kind that is not there', (beats, _, n) => (frameKinds.some((k) => k.code === n % 256) ? undefined : put(beats, 0, (b) => ({ data: b.data & ~0xffn | BigInt(n % 256) }))), /^no frame kind 0x/)
  refused('a beat too few', (beats) => (beats.length > 2 ? beats.slice(0, -1) : undefined), /has \d+ beats, the frame \d+$/)
  refused('a beat too many', (beats) => [...beats, beats.at(-1)!], /has \d+ beats, the frame \d+$/)
  refused('a length that the beats do not have', (beats, f) => (f.kind.data ? put(beats, 1, (b) => ({ data: b.data + 0x800n })) : undefined), /has \d+ beats, the frame \d+$/)
  refused('a wrong tlast', (beats, _, n) => put(beats, n, (b) => ({ last: !b.last })), /^beat \d+ has tkeep 0x[0-9a-f]+ and tlast [01]$/)
  refused('a wrong tkeep', (beats, _, n) => put(beats, n, (b) => ({ keep: b.keep ^ 1 << n % 8 })), /^beat \d+ has tkeep 0x[0-9a-f]+ and tlast [01]$/)
  refused('an answer that says it ends and has no token counts', (beats, f) => (f.kind.name === 'answer' && !f.tokens ? put(beats, 0, (b) => ({ data: b.data | 1n << 24n })) : undefined), /^answer of \d+ bytes has/)
})
