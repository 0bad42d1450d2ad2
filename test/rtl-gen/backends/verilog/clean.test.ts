// Owns: every construct is clean in Verilator, Icarus and Yosys, without waivers.
import { describe, expect, it } from 'vitest'
import { emitVerilog, writeVerilog } from '../../../../rtl-gen/backends/verilog/index.ts'
import { findings } from '../../../../rtl-gen/passes/index.ts'
import { randomDesign, seededPick } from '../../../../rtl-gen/fuzz/index.ts'
import * as samples from '../../../support/ir-samples.ts'
import { inFolder, lintVerilog } from '../../../support/lint-verilog.ts'

const words = [0x13n, 0xbeefn, 0n, 0x8000n]
const designs = {
  accumulator: samples.accumulator(),
  'memory, old word': samples.ram('old', 16, 'sync'),
  'memory, new word, lanes, an odd depth': samples.ram('new', 12, 'sync', true),
  'memory, undefined word, lanes': samples.ram('undefined', 16, 'sync', true),
  'memory of one word': samples.ram('old', 1, 'sync'),
  'memory, read at once, an odd depth': samples.ram('old', 12, 'async'),
  'ROM': samples.rom('sync', words, 16),
  'ROM, read at once, past its end': samples.rom('async', words.slice(0, 3), 3),
  'aggregates': samples.aggregates(),
  'parts of vectors': samples.partial(),
  'arithmetic': samples.arithmetic(),
  'clock domains': samples.domains(),
}

describe('emitted text', () => {
  for (const [name, design] of Object.entries(designs)) {
    it(`is clean: ${name}`, () => {
      expect(findings(design)).toEqual([])
      expect(lintVerilog(emitVerilog(design))).toBe('')
    })
  }

  it('is clean: instances and a black box with parameters', () => {
    const files = emitVerilog(samples.nested())
    expect(files.map(f => f.file)).toEqual(['inc.v', 'outer.v'])
    const cell = [
      'module vendor_cell #(parameter MODE = "", parameter DEPTH = 0, parameter [63:0] MASK = 64\'d0) (', '  input  wire       clock,', '  input  wire       reset,', '  input  wire [3:0] x,', '  output reg  [3:0] y', ');',
      '  always @(posedge clock) begin', '    y <= (reset || (MODE == "none") || (DEPTH == 0)) ? 4\'d0 : x ^ MASK[3:0];', '  end', '  wire unused_ok = &{1\'b0, MASK[63:4]};', 'endmodule', '',
    ].join('\n')
    expect(lintVerilog([...files, { file: 'vendor_cell.v', text: cell }], 'outer')).toBe('')
    expect(files[1]!.text).toContain('.MODE("FA\\"ST\\\\"),\n    .DEPTH(12),\n    .MASK(64\'h123456789abcdef)')
  })

  it('is clean: with start values', () => {
    expect(lintVerilog(emitVerilog(samples.accumulator(), { startValues: true }))).toBe('')
  })

  for (const seed of [3, 12, 49]) {
    it(`is clean: random design ${seed}`, () => {
      expect(lintVerilog(writeVerilog(randomDesign(seededPick(seed), { size: 'medium' })))).toBe('')
    })
  }

  it('would not be called clean if a tool had something to say', () => {
    const [file] = emitVerilog(samples.accumulator())
    const broken = file!.text.replace(', changed, high_sum[11:0]', '').replace('next = acc + value;', 'next = acc + value[7:0];')
    const said = lintVerilog([{ file: 'accumulator.v', text: broken }])
    expect(said).toMatch(/UNUSED/)
    expect(said).toMatch(/WIDTH/)
    expect(lintVerilog([{ file: 'accumulator.v', text: file!.text.replace('default: ;', '').replace(/\n {4}next = acc;/, '') }])).toMatch(/LATCH|Latch|latch|CASEINCOMPLETE/)
    expect(inFolder([], folder => folder)).toMatch(/rtl-/)
  })
})
