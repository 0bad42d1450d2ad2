// Owns: the designs that the FIRRTL back end is tried on: every example, every sample, the designs of the conformance suite, and random ones.
import { counter } from '../../../../examples/language/counter.ts'
import { fifo, twoFifos } from '../../../../examples/language/fifo.ts'
import { roccAccumulator } from '../../../../examples/language/rocc-accumulator.ts'
import { segmentChecker } from '../../../../examples/language/segment-checker.ts'
import { randomDesign, seededPick } from '../../../../rtl-gen/fuzz/index.ts'
import { elaborate, uint } from '../../../../rtl-gen/index.ts'
import type { Design } from '../../../../rtl-gen/ir/index.ts'
import * as samples from '../../../support/ir-samples.ts'
import { conformanceDesigns } from '../../conformance/designs.ts'

const words = [0x13n, 0xbeefn, 0n, 0x8000n]

export const examples: Readonly<Record<string, Design>> = {
  'example: counter': elaborate(counter), 'example: fifo': elaborate(fifo('fifo', uint(8))), 'example: twoFifos': elaborate(twoFifos(uint(12))),
  'example: roccAccumulator': elaborate(roccAccumulator), 'example: segmentChecker': elaborate(segmentChecker),
}

export const constructs: Readonly<Record<string, Design>> = {
  'fifo': samples.fifo(), 'accumulator': samples.accumulator(), 'memory, old word': samples.ram('old', 16, 'sync'), 'memory, new word, lanes, an odd depth': samples.ram('new', 12, 'sync', true),
  'memory, undefined word, lanes': samples.ram('undefined', 16, 'sync', true), 'memory of one word': samples.ram('old', 1, 'sync'), 'memory, read at once, an odd depth': samples.ram('old', 12, 'async'),
  'ROM': samples.rom('sync', words, 16), 'ROM, read at once, past its end': samples.rom('async', words.slice(0, 3), 3), 'aggregates': samples.aggregates(), 'parts of vectors': samples.partial(),
  'arithmetic': samples.arithmetic(), 'clock domains': samples.domains(), 'a black box': samples.nested(),
}

export const conformance: Readonly<Record<string, Design>> = Object.fromEntries(conformanceDesigns(0).map(d => [`conformance: ${d.top}`, d]))

export const random = (count: number): Readonly<Record<string, Design>> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`random ${i}`, randomDesign(seededPick(2000 + i), { prefix: 'r_' })]))

/** The black box of `constructs`, in Verilog. */
export const vendorCell = {
  file: 'vendor_cell.v',
  text: [
    'module vendor_cell #(parameter MODE = "", parameter DEPTH = 0, parameter [63:0] MASK = 64\'d0) (', '  input  wire       clock,', '  input  wire       reset,', '  input  wire [3:0] x,', '  output reg  [3:0] y', ');',
    '  always @(posedge clock) begin', '    y <= (reset || (MODE == "none") || (DEPTH != 12)) ? 4\'d0 : x ^ MASK[3:0];', '  end', 'endmodule', '',
  ].join('\n'),
}
