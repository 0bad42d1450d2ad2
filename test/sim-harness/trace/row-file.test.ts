// Owns: tests of the text of stimulus and trace files, and of what counts as a difference.
import { describe, expect, test } from 'vitest'
import type { PortField, PortLayout } from '../../../sim-harness/engines/layout.ts'
import { compareTraces, describeDifference } from '../../../sim-harness/trace/compare.ts'
import { formatRows, parseRows, type TraceRow } from '../../../sim-harness/trace/row-file.ts'

const field = (name: string, direction: PortField['direction'], width: number, word: number): PortField => ({ name, path: name, direction, width, word, words: Math.ceil(width / 32) })
const layout: PortLayout = {
  top: 'unit', clock: 'clock', reset: 'reset',
  inputs: [field('go', 'input', 1, 0), field('data', 'input', 40, 1)], inputWords: 3,
  outputs: [field('out_valid', 'output', 1, 0), field('out_data', 'output', 9, 1), field('in_ready', 'output', 1, 2)], outputWords: 3,
}
const row = (cycles: number, ...frame: number[]): TraceRow => ({ cycles, frame: Uint32Array.from(frame) })

describe('text', () => {
  const text = '// archnights stimulus 1 unit\n// cycles go:1 data:40\n0000000a_1_1289abcdef\n00000001_0_0000000000\n'
  const rows = [row(10, 1, 0x89abcdef, 0x12), row(1, 0, 0, 0)]

  test('one line a stretch, groups of hex digits in the order of the ports', () => {
    expect(formatRows(layout, 'stimulus', rows)).toBe(text)
    expect(parseRows(layout, 'stimulus', text)).toEqual(rows)
  })

  test('unknown digits stay unknown', () => {
    const trace = '// archnights trace 1 unit\n// cycles out_valid:1 out_data:9 in_ready:1\n00000002_0_1x3_x\n'
    const read = parseRows(layout, 'trace', trace)
    expect(read).toEqual([{ cycles: 2, frame: Uint32Array.of(0, 0x103, 0), unknown: Uint32Array.of(0, 0xf0, 0xf) }])
    expect(formatRows(layout, 'trace', read)).toBe(trace)
  })

  test.each([
    ['another kind', text.replace('stimulus', 'trace'), 'line 1'],
    ['another version', text.replace('stimulus 1', 'stimulus 2'), 'line 1'],
    ['other ports', text.replace('data:40', 'data:41'), 'stimulus line 2: it names other ports'],
    ['a missing group', text.replace('_1_', '_'), 'stimulus line 3: 2 groups of digits, 3 are wanted'],
    ['no cycles', text.replace('0000000a', '00000000'), 'line 3: 00000000 is no number of cycles'],
    ['too few digits', text.replace('1289abcdef', '289abcdef'), 'line 3: 289abcdef is no value of data'],
  ])('%s is damage that names its line', (_, damaged, words) => {
    expect(() => parseRows(layout, 'stimulus', damaged)).toThrow(expect.objectContaining({ code: 'SIM4001', exitCode: 2, message: expect.stringContaining(words) as string }) as Error)
  })
})

describe('comparison', () => {
  test('rows may be cut differently', () => {
    expect(compareTraces(layout, [row(5, 1, 7, 0)], [row(2, 1, 7, 0), row(3, 1, 7, 0)])).toBeUndefined()
  })

  test('payloads count while they are valid; readies always', () => {
    expect(compareTraces(layout, [row(1, 0, 7, 0)], [row(1, 0, 8, 0)])).toBeUndefined()
    const d = compareTraces(layout, [row(4, 0, 7, 0), row(1, 1, 7, 0)], [row(4, 0, 8, 0), row(1, 1, 8, 0)])!
    expect(describeDifference(d)).toBe('cycle 4, out_data: 7 and 8')
    expect(compareTraces(layout, [row(1, 0, 7, 0)], [row(1, 0, 7, 1)])).toMatchObject({ cycle: 0, port: 'in_ready' })
    expect(compareTraces(layout, [row(1, 0, 7, 0)], [row(1, 1, 7, 0)])).toMatchObject({ cycle: 0, port: 'out_valid' })
  })

  test('an unknown bit counts where its value would', () => {
    const unknown = (...words: number[]): TraceRow => ({ cycles: 1, frame: Uint32Array.of(0, 0, 0), unknown: Uint32Array.from(words) })
    expect(compareTraces(layout, [row(1, 0, 0, 0)], [unknown(0, 0x1ff, 0)])).toBeUndefined()
    expect(compareTraces(layout, [row(1, 0, 0, 0)], [unknown(1, 0, 0)])).toMatchObject({ port: 'out_valid', left: '0', right: 'x' })
    expect(compareTraces(layout, [row(1, 1, 0, 0)], [{ cycles: 1, frame: Uint32Array.of(1, 0, 0), unknown: Uint32Array.of(0, 1, 0) }])).toMatchObject({ port: 'out_data' })
  })

  test('a missing end is a difference', () => {
    expect(compareTraces(layout, [row(5, 0, 0, 0)], [row(4, 0, 0, 0)])).toEqual({ cycle: 4, port: '(end)', left: 'goes on', right: 'ended' })
  })
})
