// Owns: several designs in one Verilog bench, under Icarus or Verilator, with given stimulus and the texts of their black boxes.
import { pinsOf, type Cycle, type Outputs, type Trial as PlainTrial } from '../../rtl-gen/fuzz/index.ts'
import type { Design } from '../../rtl-gen/ir/index.ts'
import { runOnTool, sourceOf } from '../../sim-harness/fuzz/index.ts'
import type { SourceFile } from './lint-verilog.ts'

export type { Cycle, Outputs }
/** A design (ground ports only) with its stimulus. */
export interface Trial extends PlainTrial { /** Verilog of its black boxes. */ readonly beside?: readonly SourceFile[] }

export const outputNames = (d: Design): string[] => pinsOf(d).outputs.map(p => p.name)

/** All trials in one run: our Verilog, with start values. */
export function runBench(trials: readonly Trial[], tool: 'icarus' | 'verilator'): Promise<Outputs[]> {
  const beside = new Map(trials.map(t => [t.design, t.beside ?? []]))
  return runOnTool(tool, trials, { text: d => [...beside.get(d)!, ...sourceOf(d)] })
}
