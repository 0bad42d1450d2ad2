// Owns: checks of recordings: a run comes back frame for frame and cycle for cycle; a query that is not the recorded one, and a file that is not whole, are told with their place.
import { afterAll, describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { decodeRecord } from '../../../coprocessor/isa/cause.ts'
import { header, type Frame } from '../../../coprocessor/link/codec.ts'
import { frameKinds } from '../../../coprocessor/link/frames.ts'
import { parameters } from '../../../coprocessor/parameters.ts'
import { oracleUnit } from '../../../coprocessor/unit/oracle-unit.ts'
import { elaborate } from '../../../rtl-gen/dsl/index.ts'
import { BridgeError } from '../../../sim-harness/bridge/errors.ts'
import { BridgeHost } from '../../../sim-harness/bridge/host.ts'
import type { AnswerEvent, Oracle } from '../../../sim-harness/bridge/oracle.ts'
import { replayOracle } from '../../../sim-harness/bridge/oracles/replay.ts'
import { parseScript, scriptOracle } from '../../../sim-harness/bridge/oracles/script.ts'
import { exchangesOf } from '../../../sim-harness/bridge/record/exchanges.ts'
import { parseRecording, recordingText, type RecordedFrame, type Recording } from '../../../sim-harness/bridge/record/format.ts'
import { recordedFrames, type LoggedFrame } from '../../../sim-harness/bridge/record/from-log.ts'
import { boot, must, openSegment } from '../../../sim-harness/driver/boot.ts'
import { UnitDriver } from '../../../sim-harness/driver/unit-driver.ts'
import { openWasm } from '../../../sim-harness/engines/wasm/wasm-engine.ts'
import { bytes, openSession, query, takeAnswer, unitFrame } from './play.ts'
import { randomOracle, randomRun } from './recorded-run.ts'

const p = parameters()
const engine = openWasm(elaborate(oracleUnit(p)))
const fresh = engine.simulator.snapshot()
afterAll(() => engine.close())
const outOfReset = () => {
  engine.simulator.restore(fresh)
  engine.reset(1)
  return engine
}

describe('a random run of three slots, recorded and replayed', () => {
  const kinds = new Set<string>()
  it.each(Array.from({ length: 24 }, (_, n) => n + 1))('seed %i: the same frames in the same cycles, the same answers to every command', async (seed) => {
    const first = await randomRun(outOfReset(), p, randomOracle(seed), seed)
    const text = recordingText(first.recording)
    const again = await randomRun(outOfReset(), p, replayOracle(parseRecording(text)), seed)
    expect(again.log).toEqual(first.log)
    expect(again.notes).toEqual(first.notes)
    // What was recorded of the replay is the recording, but for the name of its Oracle.
    expect(recordingText({ ...again.recording, head: first.recording.head })).toBe(text)
    for (const { frame } of first.recording.frames) if (typeof frame !== 'string') kinds.add(frame.kind.name)
  })
  it('had everything in it', () => {
    expect([...kinds].sort()).toEqual(['abort', 'answer', 'cached', 'close', 'fault', 'fork', 'hello', 'hint', 'query', 'reject'])
  })
})

it('a run that ends while the unit still drops the rest of an answer has that answer in its recording', async () => {
  /** Room for 8 symbols, an answer of 3,000: the record is there long before the last beat. */
  const run = async (oracle: Oracle) => {
    const unit = new UnitDriver({ engine: outOfReset(), ownsEngine: false, parameters: p, peer: new BridgeHost({ oracle, session: 1 }) })
    try {
      await boot(unit)
      await openSegment(unit, { slot: 0, base: p.cacheableLow, length: 16, history: bytes('question') })
      await must(unit, 'oenter', 0n)
      const record = decodeRecord(await must(unit, 'otrap', 0n)), { log, unfinished, cycle } = unit
      return { record, cycle, unfinished, recording: { head, frames: recordedFrames([...log, ...(unfinished ? [unfinished] : [])]), cycles: cycle } }
    } finally {
      await unit.close()
    }
  }
  const first = await run(scriptOracle(parseScript(JSON.stringify({ text: 'x'.repeat(3000) }))))
  expect([first.record?.cause, first.unfinished?.frame]).toEqual(['limit', expect.objectContaining({ data: bytes('x'.repeat(3000)) })])
  const again = await run(replayOracle(parseRecording(recordingText(first.recording))))
  expect([again.record, again.cycle]).toEqual([first.record, first.cycle])
})

const kindOf = (name: string) => frameKinds.find((k) => k.direction === 'fromHost' && k.name === name)!
const head = { version: '1', engine: 'wasm', oracle: 'x', parameters: '0x1', history: 'ab', hints: true }
const fromHost = (first: number, name: string, of: Partial<Parameters<typeof header>[0]>, data = '', tokens?: Frame['tokens']): LoggedFrame =>
  ({ direction: 'fromHost', first, cycle: first + 3, frame: { kind: kindOf(name), header: header({ session: 1, ...of, ...(data === '' ? {} : { length: data.length }), flags: tokens ? 1 : 0 }), data: bytes(data), ...(tokens ? { tokens } : {}) } })
const toHost = (cycle: number, frame: Frame): LoggedFrame => ({ direction: 'toHost', first: cycle - 2, cycle, frame })
const session = [fromHost(0, 'hello', { session: 1, length: 1 }), toHost(10, unitFrame('hello', { session: 1, length: 1 }))]
const tags = { session: 1, slot: 2, sequence: 1 }
const tokens = { evaluated: 1, reused: 2, history: 3 }

describe('what the Oracle was asked and answered', () => {
  it('is each query with its history, and each frame with the cycles since the one before', () => {
    const log = [...session,
      toHost(20, query(tags, bytes('ab'), { last: false })), toHost(30, query({ ...tags, offset: 2 }, bytes('cd'), { first: false })),
      fromHost(35, 'answer', { ...tags, offset: 4 }, 'x'), fromHost(41, 'answer', { ...tags, offset: 5 }, 'yz', tokens), fromHost(81, 'cached', { ...tags, offset: 6 }),
      // The second says nothing before the unit leaves it; the third is refused.
      toHost(100, query({ ...tags, sequence: 2, offset: 7 }, bytes('!'))), toHost(140, unitFrame('abort', { ...tags, sequence: 2, offset: 8 })),
      toHost(200, query({ ...tags, sequence: 3, offset: 4 }, bytes('?'))), fromHost(205, 'reject', { ...tags, sequence: 3 })]
    const frames = recordedFrames(log, [{ kind: 'reject', slot: 2, cycle: 205, message: 'too long' }])
    const { queries } = exchangesOf({ head, frames, cycles: 300 })
    expect(queries.map((q) => [Buffer.from(q.history).toString(), q.left, q.events])).toEqual([
      ['abcd', undefined, [{ kind: 'symbols', symbols: bytes('x'), afterCycles: 5 }, { kind: 'symbols', symbols: bytes('yz'), afterCycles: 6, end: { tokens, cached: 6 } }]],
      ['abcdxyz!', 40, []],
      ['abcd?', undefined, [{ kind: 'reject', message: 'too long', afterCycles: 5 }]],
    ])
  })
  it('is ordered as the host knew of it: an answer has ended with the first beat of its last frame, so a hint behind that is answered', () => {
    const hint = (cycle: number) => toHost(cycle, unitFrame('hint', { session: 1, slot: 2 }))
    const log = [...session, hint(15), toHost(20, query(tags, bytes('abc'))), hint(30), hint(36), fromHost(35, 'answer', { ...tags, offset: 3 }, 'x', tokens), fromHost(70, 'cached', { ...tags, offset: 4 })]
    // One before any query and one while the Oracle answers reach no Oracle.
    expect(exchangesOf({ head, frames: recordedFrames(log), cycles: 300 }).hints).toEqual([{ slot: 2, cached: 4 }])
    expect(exchangesOf({ head: { ...head, hints: false }, frames: recordedFrames(log), cycles: 300 })).toMatchObject({ hints: [], queries: [{ events: [{ end: { cached: 4 } }] }] })
  })
  it('leaves out a query that was cut, and one with a gap, which the host answered by itself', () => {
    const log = [...session, toHost(20, query(tags, bytes('ab'), { cut: true })), toHost(30, query({ ...tags, sequence: 2, offset: 9 }, bytes('ab'))), fromHost(40, 'fault', { ...tags, sequence: 2 }),
      toHost(50, query({ ...tags, sequence: 3 }, bytes('ab')))]
    expect(exchangesOf({ head, frames: recordedFrames(log), cycles: 300 }).queries.map((q) => q.sequence)).toEqual([3])
  })
})

describe('a query that is not the recorded one', () => {
  const recording = (): Recording => ({ head, cycles: 99, frames: recordedFrames([...session, toHost(20, query(tags, bytes('abc'))), fromHost(35, 'answer', { ...tags, offset: 3 }, 'x', tokens)]) })
  const never = new AbortController().signal
  const ask = async (slot: number, ...histories: string[]): Promise<AnswerEvent[]> => {
    const oracle = replayOracle(recording())
    const events: AnswerEvent[] = []
    for (const history of histories) for await (const e of oracle.ask({ slot, sequence: 1, history: bytes(history), common: 0, signal: never })) events.push(e)
    return events
  }
  it.each([
    ['abX', 'query 1 of slot 2 differs from the recorded one at byte 2: it is 0x58, recorded was 0x63'],
    ['abcd', 'query 1 of slot 2 differs from the recorded one at byte 3: it has 4 bytes, recorded were 3'],
    ['ab', 'query 1 of slot 2 differs from the recorded one at byte 2: it has 2 bytes, recorded were 3'],
  ])('%s is a fault that names query and byte', async (history, message) => {
    expect(await ask(2, history)).toEqual([{ kind: 'fault', message, afterCycles: 0 }])
  })
  it('is also one too many, and one of another slot', async () => {
    expect((await ask(2, 'abc', 'abcx')).at(-1)).toMatchObject({ kind: 'fault', message: 'query 2 of slot 2 is not in the recording, which has 1 of that slot' })
    expect(await ask(0, 'abc')).toMatchObject([{ kind: 'fault', message: 'query 1 of slot 0 is not in the recording, which has 0 of that slot' }])
  })
  it('is told soon, not by the watchdog, when the unit does not leave an answer that it left', async () => {
    const frames = recordedFrames([...session, toHost(20, query(tags, bytes('abc'))), fromHost(35, 'answer', { ...tags, offset: 3 }, 'x'), toHost(45, unitFrame('abort', { ...tags, offset: 3 }))])
    const events: AnswerEvent[] = []
    for await (const e of replayOracle({ head, frames, cycles: 99 }).ask({ slot: 2, sequence: 1, history: bytes('abc'), common: 0, signal: never })) events.push(e)
    expect(events.at(-1)).toEqual({ kind: 'fault', message: 'the recorded run left the answer to query 1 of slot 2 here', afterCycles: 10 + 100_000 })
  })
  it('reaches the unit as a fault through the host', async () => {
    const said: string[] = []
    const host = new BridgeHost({ oracle: replayOracle(recording()), session: 1, report: (n) => { if (n.kind === 'fault') said.push(n.message) } })
    await openSession(host, 1)
    host.receive(query(tags, bytes('abd')), 20)
    expect((await takeAnswer(host)).end.kind.name).toBe('fault')
    expect(said).toEqual(['query 1 of slot 2 differs from the recorded one at byte 2: it is 0x64, recorded was 0x63'])
    await host.close()
  })
})

describe('the file', () => {
  const number = (most: number) => fc.integer({ min: 0, max: most })
  const frameOf = fc.constantFrom(...frameKinds).chain((kind): fc.Arbitrary<RecordedFrame> => fc.record({
    data: kind.data ? fc.uint8Array({ maxLength: 20 }) : fc.constant(new Uint8Array(0)), ends: fc.boolean(), first: number(2 ** 50), parts: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
    of: fc.record({ unit: number(255), slot: number(255), session: number(0xffff), sequence: number(0xffff), oracle: number(255), length: number(0xffff), offset: number(2 ** 40 - 1) }),
    cycle: fc.option(number(2 ** 50), { nil: undefined }), message: fc.option(fc.string(), { nil: undefined }),
  }).map(({ data, ends, first, parts: [f, last, cut], of, cycle, message }): RecordedFrame => {
    const tail = kind.tail === 'tokens-on-end' && ends
    const timed = ['answer', 'reject', 'fault'].includes(kind.name)
    return {
      direction: kind.direction, first, ...(cycle === undefined ? {} : { cycle }), ...(timed ? { afterCycles: first } : {}), ...(message === undefined ? {} : { message }),
      frame: {
        kind, data, header: header({ ...of, ...(kind.data ? { length: data.length } : {}), flags: tail ? 1 : 0 }), ...(tail ? { tokens } : {}),
        ...(kind.tail === 'trailer' ? { trailer: { first: f, last, cut } } : {}),
      },
    }
  }))
  it('comes back as it was written, whatever the frames', () => {
    fc.assert(fc.property(fc.array(fc.oneof(frameOf, fc.record({ direction: fc.constant('toHost' as const), first: number(9), frame: fc.string() })), { maxLength: 5 }), number(2 ** 50), (frames, cycles) => {
      expect(parseRecording(recordingText({ head, frames, cycles }))).toEqual({ head, frames, cycles })
    }), { numRuns: 300 })
  })

  const whole = recordingText({ head, frames: recordedFrames([...session, toHost(20, query(tags, bytes('abc'))), fromHost(35, 'answer', { ...tags, offset: 3 }, 'x', tokens)]), cycles: 99 })
  const lines = whole.trimEnd().split('\n')
  const wrong = (text: string): string => {
    try {
      parseRecording(text, 'run.jsonl')
    } catch (error) {
      if (error instanceof BridgeError && error.code === 'BRG1011' && error.exitCode === 2) return error.message
      throw error
    }
    return 'nothing'
  }
  const changed = (at: number, from: string, to: string) => `${lines.map((l, n) => (n === at ? l.replace(from, to) : l)).join('\n')}\n`
  it.each([
    ['cut in the middle of a line', whole.slice(0, whole.length - 30), 'run.jsonl:6: the line is cut'],
    ['cut behind a line', `${lines.slice(0, 4).join('\n')}\n`, 'run.jsonl:5: the recording ends here, without its last line: it was cut'],
    ['a line less', `${lines.filter((_, n) => n !== 3).join('\n')}\n`, 'run.jsonl:5: the recording has 3 frames, it was made with 4'],
    ['nothing', '', 'run.jsonl:1: it does not begin as a recording'],
    ['another file', '{"text":"ls"}\n', 'run.jsonl:1: {"archnights":"recording", ...} is wanted'],
    ['a later format', changed(0, '"format":1', '"format":2'), 'run.jsonl:1: {"archnights":"recording", ...} is wanted, and "format": this version reads format 1'],
    ['no JSON', changed(3, '{', ''), 'run.jsonl:4: the line is not JSON'],
    ['half a byte', changed(4, '"hex":"78"', '"hex":"7"'), 'run.jsonl:5: a frame is wanted, and "hex": hex must be pairs of lower-case hexadecimal digits'],
    ['an unknown key', changed(4, '"to"', '"x":1,"to"'), 'run.jsonl:5: a frame is wanted, and Unrecognized key: "x"'],
    ['an unknown frame', changed(4, '"answer"', '"oracle"'), "run.jsonl:5: there is no frame 'oracle' to the unit"],
    ['an answer without its time', changed(4, ',"after_cycles":15', ''), 'run.jsonl:5: an "after_cycles" is wanted'],
    ['a slot that no frame can name', changed(4, '"slot":2', '"slot":256'), 'run.jsonl:5: a frame is wanted, and "slot"'],
  ])('%s is told with its line', (_, text, message) => {
    expect(wrong(text)).toContain(message)
  })
  it('is refused wherever it is cut', () => {
    for (let at = 0; at < whole.length; at++) expect([at, wrong(whole.slice(0, at))]).toEqual([at, expect.stringMatching(/^run\.jsonl:\d: /)])
    expect(wrong(whole)).toBe('nothing')
  })
})
