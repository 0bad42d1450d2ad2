// Owns: checks of source maps with a decoder that is not ours: every line of the text leads to the TypeScript that it comes from.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import { describe, expect, test } from 'vitest'
import { parameters } from '../../../../coprocessor/parameters.ts'
import { oracleUnit } from '../../../../coprocessor/unit/oracle-unit.ts'
import { counter } from '../../../../examples/language/counter.ts'
import { fifo } from '../../../../examples/language/fifo.ts'
import { sourceMap, sourceMapText } from '../../../../rtl-gen/backends/source-map/index.ts'
import { vlq } from '../../../../rtl-gen/backends/source-map/vlq.ts'
import { emitVerilog } from '../../../../rtl-gen/backends/verilog/index.ts'
import { elaborate, uint } from '../../../../rtl-gen/dsl/index.ts'

const root = new URL('../../../../', import.meta.url)
const sourceLine = (source: string, line: number) => readFileSync(fileURLToPath(new URL(source, root)), 'utf8').split('\n')[line - 1]!

/** The TypeScript text that a line of emitted text leads to, from its place on, by the decoder. */
function leadsTo(map: TraceMap, line: number): string {
  const { source, line: from, column } = originalPositionFor(map, { line, column: 0 })
  return source === null ? '' : sourceLine(source, from!).slice(column!)
}

describe('the digits of a map', () => {
  // From the description of the format: sign in the lowest bit, five bits a digit, the sixth says that more follow.
  test.each([[0, 'A'], [1, 'C'], [-1, 'D'], [15, 'e'], [16, 'gB'], [-16, 'hB'], [511, '+f'], [1000, 'w+B'], [123456789, 'qxmvrH']])('%i is %s', (n, text) => expect(vlq(n)).toBe(text))
})

describe('the map of the FIFO', () => {
  const [file] = emitVerilog(elaborate(fifo('f', uint(8))))
  const map = new TraceMap(sourceMapText(file!))
  const lineOf = (text: string) => file!.text.split('\n').findIndex(l => l.includes(text)) + 1

  test.each([
    ['module f (', 'module(name, {'],
    ['reg  [7:0] slots', 'register(vec(4, item)'],
    ['reg  [1:0] head;', 'register(uint(2), 0)'],
    ['head <= 2\'d0', 'register(uint(2), 0)'],
    ['assign deq_payload', 'assign({'],
    ['if (push) begin', 'when(push'],
    ['slots[tail] <=', 'when(push'],
    ['count <= count - 3\'d1', 'elseWhen('],
    ['wire push', 'push: enq.fire'],
  ])('`%s` comes from `%s`', (emitted, typescript) => {
    const found = leadsTo(map, lineOf(emitted))
    const line = originalPositionFor(map, { line: lineOf(emitted), column: 0 })
    expect(found.startsWith(typescript) || sourceLine(line.source!, line.line!).includes(typescript)).toBe(true)
  })

  test('empty lines lead nowhere, all others somewhere', () => {
    file!.text.split('\n').slice(0, -1).forEach((text, i) => {
      const { source, line } = originalPositionFor(map, { line: i + 1, column: 0 })
      expect([i + 1, text, source !== null && line !== null]).toEqual([i + 1, text, text !== ''])
    })
  })
})

test('every line of the Oracle unit leads to the place that the back end knows, and that place is in the file', () => {
  let checked = 0
  for (const file of emitVerilog(elaborate(oracleUnit(parameters())))) {
    const map = new TraceMap(sourceMapText(file))
    file.text.split('\n').slice(0, -1).forEach((text, i) => {
      if (text === '') return
      const at = file.places[i]!
      const found = originalPositionFor(map, { line: i + 1, column: 0 })
      expect(found).toEqual({ source: at.file, line: at.line, column: at.column - 1, name: null })
      expect(sourceLine(found.source!, found.line!).length).toBeGreaterThan(found.column!)
      checked++
    })
  }
  expect(checked).toBeGreaterThan(4000)
})

test('a line that the back end gives no place belongs to what stands before it; the first lines to the first that has one', () => {
  const at = { file: 'a.ts', line: 3, column: 5 }
  const map = sourceMap({ file: 'x.v', text: 'a\nb\n\nc\n', places: [undefined, at, undefined, { file: '', line: 0, column: 0 }] })
  expect(map).toEqual({ version: 3, file: 'x.v', sources: ['a.ts'], names: [], mappings: 'AAEI;AAAA;;AAAA' })
})

test('sources are sorted, and what a URL cannot hold is escaped', () => {
  const places = ['z.ts', 'my-dir/a b\n*/ `define x 1\n.ts', 'é#1%.ts'].map(file => ({ file, line: 1, column: 1 }))
  const map = sourceMap({ file: 'x.v', text: 'a\nb\nc\n', places }, { sourceRoot: '../..' })
  expect([map.sources, map.sourceRoot]).toEqual([['my-dir/a%20b%0A*/%20`define%20x%201%0A.ts', 'z.ts', 'é%231%25.ts'], '../..'])
  const read = new TraceMap(JSON.stringify(map))
  expect([1, 2, 3].map(line => originalPositionFor(read, { line, column: 0 }).source)).toEqual(['../../z.ts', `../../${map.sources[0]}`, '../../é%231%25.ts'])
})

test('the same design gives the same map', () => {
  const maps = () => emitVerilog(elaborate(counter)).map(f => sourceMapText(f))
  expect(maps()).toEqual(maps())
})
