// Owns: several designs in one Verilog bench, under Icarus or Verilator, with given stimulus, from texts that a test may choose.
import { pinsOf, type Cycle, type Outputs, type Trial as PlainTrial } from '../../rtl-gen/fuzz/index.ts'
import type { Design } from '../../rtl-gen/ir/index.ts'
import { runOnTool, sourceOf } from '../../sim-harness/fuzz/index.ts'
import type { SourceFile } from './lint-verilog.ts'

export type { Cycle, Outputs }
/** A design (ground ports only) with its stimulus. `sources`: the Verilog to run, its top named as the design's; ours, with start values, unless said otherwise. */
export interface Trial extends PlainTrial { readonly sources?: readonly SourceFile[] }

export const outputNames = (d: Design): string[] => pinsOf(d).outputs.map(p => p.name)

/** All trials in one run; they have equally many cycles. */
export function runBench(trials: readonly Trial[], tool: 'icarus' | 'verilator'): Promise<Outputs[]> {
  const chosen = new Map(trials.map(t => [t.design, t.sources]))
  return runOnTool(tool, trials, { text: d => chosen.get(d) ?? sourceOf(d) })
}
