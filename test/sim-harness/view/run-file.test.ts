// Owns: tests of the run file: what was saved comes back, and whatever is wrong with a file is said.
import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { parameters } from '../../../coprocessor/parameters.ts'
import { fieldNamed, setField } from '../../../sim-harness/engines/layout.ts'
import { HarnessError } from '../../../sim-harness/errors.ts'
import { eventsOfRows } from '../../../sim-harness/trace/events-of-rows.ts'
import { formatRunFile, parseRunFile, unitLayout } from '../../../sim-harness/view/index.ts'
import { layout, savedRun, threeTurns, type Saved } from './saved-run.ts'

let saved: Saved
beforeAll(async () => { saved = await savedRun(threeTurns) })

const packed = (value: unknown): Uint8Array => gzipSync(typeof value === 'string' ? value : JSON.stringify(value))
const content = (): Record<string, unknown> => JSON.parse(gunzipSync(saved.bytes).toString('utf8')) as Record<string, unknown>
function failure(bytes: Uint8Array): string {
  try {
    parseRunFile(bytes, unitLayout)
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error
    expect([error.code, error.exitCode]).toEqual(['SIM4002', 2])
    expect(error.help).not.toBe('')
    return error.message
  }
  return 'it was read'
}

describe('a run file', () => {
  test('gives back the run, and the same run gives the same bytes', async () => {
    const { run, result } = saved
    expect(Buffer.from(run.history).toString('latin1')).toBe('\xf8You are a shell.\xff\xf9list\xff\xfals /home\xff\xf9and the date\xff\xfadate\xff\xf9again\xff\xfa')
    expect(run).toMatchObject({ version: '1.2.3', engine: 'wasm', oracle: 'script:s', cycles: saved.cycles, turns: result.json.turns, stretches: result.stretches })
    expect(run.turns.map((t) => t.trap.cause)).toEqual(['yield', 'yield', 'reject'])
    expect(run.parameters).toEqual(parameters())
    expect(Buffer.from((await savedRun(threeTurns)).bytes).equals(Buffer.from(saved.bytes))).toBe(true)
  })

  test('its rows hold what the clock told while it ran, event by event', () => {
    const { run, events } = saved
    expect(events.length).toBeGreaterThan(200)
    expect([...eventsOfRows(layout, run.stimulus, run.trace)]).toEqual(events)
  })

  test('what stands for three cycles with valid and ready is handed over three times; a level is told when it changes', () => {
    const inputs = new Uint32Array(layout.inputWords), quiet = new Uint32Array(layout.outputWords), sends = quiet.slice()
    const set = (frame: Uint32Array, name: string, value: bigint) => setField(frame, fieldNamed(layout, name), value)
    set(inputs, 'link_tx_tready', 1n)
    for (const [name, value] of [['link_tx_tvalid', 1n], ['link_tx_tdata', 0x6161616161616161n], ['link_tx_tkeep', 0xffn], ['rocc_busy', 1n]] as const) set(sends, name, value)
    const beat = { data: 0x6161616161616161n, keep: 0xff, last: false }, levels = { exception: false, interrupt: false }
    expect([...eventsOfRows(layout, [{ cycles: 20, frame: inputs }], [{ cycles: 5, frame: quiet }, { cycles: 3, frame: sends }, { cycles: 12, frame: quiet }])]).toEqual([
      ...[5, 6, 7].map((cycle) => ({ cycle, ...levels, busy: true, toHost: beat })), { cycle: 8, ...levels, busy: false }])
  })

  test('parameters that are not the default come back too', () => {
    const other = parameters({ slots: 2, addrWidth: 36, recordMarks: [0xf5, 0xf6, 0xf7] })
    const empty = { ...saved.run, cycles: 0, parameters: other, stimulus: [], trace: [] }
    expect(parseRunFile(formatRunFile(empty, unitLayout(other)), unitLayout).parameters).toEqual(other)
  })

  test('a long run has the rows that fit, and says how many cycles it had', async () => {
    const { run, cycles } = await savedRun({ ...threeTurns, most: 100 })
    expect(run.trace.length).toBe(100)
    expect(run.cycles).toBe(cycles)
    expect(run.trace.reduce((n, r) => n + r.cycles, 0)).toBeLessThan(cycles)
  })

  test('damage anywhere in the file is found', () => {
    for (let at = 12; at < saved.bytes.length; at += 61) {
      const bytes = Uint8Array.from(saved.bytes)
      bytes[at]! ^= 0x10
      expect([at, failure(bytes)]).toEqual([at, expect.stringMatching(/^the run file is damaged/)])
    }
    for (const length of [3, 20, saved.bytes.length - 1]) expect(failure(saved.bytes.subarray(0, length))).toMatch(/^the run file is damaged: it cannot be unpacked/)
  })

  test.each<[string, () => Uint8Array, RegExp]>([
    ['nothing', () => new Uint8Array(), /is empty/],
    ['text', () => Buffer.from('hello'), /not packed by gzip/],
    ['a timeline', () => Buffer.from('{"displayTimeUnit":"ns","traceEvents":[]}'), /timeline: ui\.perfetto\.dev/],
    ['waves', () => Buffer.from('$timescale 1 ns $end'), /waves: GTKWave/],
    ['a stimulus', () => Buffer.from('// archnights stimulus 1 oracle_unit\n'), /stimulus or a trace/],
    ['a script', () => Buffer.from('{"text": "ls"}\n'), /is JSON that is not packed: .*--oracle script:SCRIPT --save RUN/],
    ['a recording', () => Buffer.from('{"archnights":"recording","format":1}\n'), /is a recording of the link.*--oracle replay:RECORDING --save RUN/],
    ['packed text', () => packed('no json {'), /no JSON/],
    ['other JSON', () => packed([1, 2]), /another version: the whole/],
    ['a later version', () => packed({ ...content(), fileVersion: 2 }), /another version: fileVersion/],
    ['a cause that is none', () => packed({ ...content(), turns: [{ ...saved.run.turns[0], trap: { cause: 'boom', slot: 0, appended: 0, cut: false } }] }), /turns\.0\.trap\.cause/],
    ['a parameter out of range', () => packed({ ...content(), parameters: { ...content()['parameters'] as object, slots: 99 } }), /parameters\.slots/],
    ['an odd history', () => packed({ ...content(), historyHex: 'abc' }), /historyHex/],
    ['a gap between hands', () => packed({ ...content(), stretches: saved.run.stretches.map((s, n) => ({ ...s, from: s.from + Number(n === 1) })) }), /stretches: one begins at 26, the one before ended at 25/],
    ['an end that nobody wrote', () => packed({ ...content(), stretches: saved.run.stretches.slice(0, -1) }), /stretches: they end at \d+, the history has \d+ bytes/],
    ['other ports', () => packed({ ...content(), stimulus: String(content()['stimulus']).replace('rocc_cmd_valid:1', 'rocc_cmd_valid:2') }), /stimulus line 2: it names other ports/],
    ['inputs without outputs', () => packed({ ...content(), trace: String(content()['trace']).split('\n').slice(0, -3).join('\n') }), /different numbers of cycles/],
  ])('%s is no run', (_, bytes, says) => expect(failure(bytes())).toMatch(says))
})
