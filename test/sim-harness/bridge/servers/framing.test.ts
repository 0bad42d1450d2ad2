import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { framer, framingOf, type Frame, type Framing } from '../../../../sim-harness/bridge/http/event-stream.ts'

const most = 1 << 20
const bytes = (text: string) => new TextEncoder().encode(text)
/** All frames of `input`, cut at the given places. */
function frames(framing: Framing, input: Uint8Array, cuts: readonly number[] = [], limit = most): Frame[] {
  const f = framer(framing, limit)
  const at = [...new Set(cuts.map((c) => c % (input.length + 1)))].sort((a, b) => a - b)
  const all: Frame[] = []
  let from = 0
  for (const cut of [...at, input.length]) {
    all.push(...f.feed(input.slice(from, cut)))
    from = cut
  }
  return [...all, ...f.finish()]
}

/** The algorithm of the HTML standard, "interpreting an event stream", on the whole text at once; written from its text. */
function standard(input: Uint8Array): Frame[] {
  const text = new TextDecoder().decode(input)
  const lines = text.split(/\r\n|\r|\n/)
  // What stands behind the last line end is an incomplete line.
  lines.pop()
  const events: Frame[] = []
  let data: string | null = null
  let event = ''
  for (const line of lines) {
    if (line === '') {
      if (data !== null) events.push({ data, ...(event === '' ? {} : { event }) })
      data = null
      event = ''
      continue
    }
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'data') data = data === null ? value : `${data}\n${value}`
    else if (field === 'event') event = value
  }
  return events
}
const plain = (all: readonly Frame[]) => all.map(({ data, event }) => ({ data, ...(event === undefined ? {} : { event }) }))

const lineEnd = fc.constantFrom('\n', '\r\n', '\r')
const field = fc.constantFrom('data', 'data', 'data', 'event', 'id', 'retry', 'dat', 'error', '\u00ef\u00bb\u00bfdata', '\ufeffdata', '')
const value = fc.oneof(fc.constantFrom('', ' ', '{"a":1}', '[DONE]', ':', 'data: x', '北京 ☂ 😀', '\ufeff'), fc.string({ unit: 'grapheme', maxLength: 6 }).map((t) => t.replace(/[\r\n]/g, '')))
const line = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(field, fc.constantFrom(':', ': ', ''), value).map(([f, colon, v]) => (colon === '' ? f : `${f}${colon}${v}`)) },
  { weight: 3, arbitrary: fc.constant('') },
)
const stream = fc.tuple(fc.boolean(), fc.array(fc.tuple(line, lineEnd), { maxLength: 14 }), fc.constantFrom('', 'data: tail', ':'))
  .map(([bom, lines, tail]) => Buffer.concat([bytes(bom ? '\ufeff' : ''), bytes(lines.map(([l, e]) => l + e).join('') + tail)]))
/** Also bytes that are no UTF-8. */
const anyStream = fc.tuple(stream, fc.array(fc.tuple(fc.nat(), fc.constantFrom(0xff, 0xc3, 0xe2, 0x80, 0xef)), { maxLength: 2 }))
  .map(([s, bad]) => bad.reduce((all, [at, byte]) => Buffer.concat([all.subarray(0, at % (all.length + 1)), Buffer.from([byte]), all.subarray(at % (all.length + 1))]), s))
const cuts = fc.array(fc.nat({ max: 400 }), { maxLength: 12 })

describe('event streams', () => {
  it('are read as the standard says, however they are cut', () => {
    fc.assert(fc.property(anyStream, cuts, (input, at) => { expect(plain(frames('sse', input, at))).toEqual(standard(input)) }), { numRuns: 1500 })
  })
  it('byte by byte as well', () => {
    fc.assert(fc.property(stream, (input) => { expect(plain(frames('sse', input, input.map((_, i) => i) as unknown as number[]))).toEqual(standard(input)) }), { numRuns: 100 })
  })
  it('an event is there with its last byte: a lone CR does not wait for what follows', () => {
    const f = framer('sse', most)
    expect(f.feed(bytes('data: a\r'))).toEqual([])
    expect(plain(f.feed(bytes('\r')))).toEqual([{ data: 'a' }])
    expect(f.feed(bytes('\n'))).toEqual([])
    expect(plain(f.feed(bytes('data: b\n\n')))).toEqual([{ data: 'b' }])
  })
  it('have a limit an event, comments counted, that does not depend on the cuts', () => {
    const event = (size: number) => bytes(`data: ${'x'.repeat(size - 8)}\n\n`)
    fc.assert(fc.property(fc.integer({ min: 20, max: 200 }), fc.integer({ min: -3, max: 3 }), cuts, (limit, over, at) => {
      const input = Buffer.concat([event(limit), bytes(': c\n\n'), event(limit + over)])
      const read = () => frames('sse', input, at, limit)
      if (over > 0) expect(read).toThrow(expect.objectContaining({ code: 'E_TOOBIG' }))
      else expect(read()).toHaveLength(2)
    }))
    expect(() => frames('sse', bytes(': a\n'.repeat(40)), [], 100)).toThrow(expect.objectContaining({ code: 'E_TOOBIG' }))
  })
})

describe('lines of JSON', () => {
  const lines = fc.array(fc.tuple(fc.constantFrom('{"a":"北☂"}', '', ' ', '{}', '{"😀":1}'), fc.constantFrom('\n', '\r\n')), { maxLength: 8 })
  it('are the same however they are cut; the last needs no end', () => {
    fc.assert(fc.property(lines, fc.constantFrom('', '{"z":0}'), cuts, (all, tail, at) => {
      const wanted = [...all.map(([l]) => l), tail].filter((l) => l.trim() !== '').map((l) => JSON.parse(l) as unknown)
      expect(frames('ndjson', bytes(all.map(([l, e]) => l + e).join('') + tail), at).map((f) => JSON.parse(f.data) as unknown)).toEqual(wanted)
    }))
  })
  it('have a limit, and so has a reply in one piece', () => {
    expect(() => frames('ndjson', bytes('x'.repeat(101)), [50], 100)).toThrow(expect.objectContaining({ code: 'E_TOOBIG' }))
    expect(() => frames('json', bytes('x'.repeat(101)), [50], 100)).toThrow(expect.objectContaining({ code: 'E_TOOBIG' }))
    expect(frames('ndjson', bytes(`${'x'.repeat(99)}\n${'y'.repeat(100)}`), [50], 100)).toHaveLength(2)
  })
})

it('a content type says how a reply is cut', () => {
  expect(framingOf('text/event-stream; charset=utf-8', 'json')).toBe('sse')
  expect(framingOf('Application/X-NDJSON', 'sse')).toBe('ndjson')
  expect(framingOf('application/json', 'sse')).toBe('json')
  expect(framingOf('application/problem+json', 'sse')).toBe('json')
  expect([framingOf(undefined, 'ndjson'), framingOf('text/plain', 'sse')]).toEqual(['ndjson', 'sse'])
  expect(() => framingOf('image/png', 'sse')).toThrow(expect.objectContaining({ code: 'E_PROTO' }))
})
