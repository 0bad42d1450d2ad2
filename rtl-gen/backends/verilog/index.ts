// Owns: the Verilog-2005 back end's one door.
import { boundDivisions } from '../../passes/bound-divisions.ts'
import { boundMemories } from '../../passes/bound-memories.ts'
import { boundSelects } from '../../passes/bound-selects.ts'
import { dropChecks } from '../../passes/drop-checks.ts'
import { fold } from '../../passes/fold.ts'
import { hoist } from '../../passes/hoist.ts'
import { removeUnused } from '../../passes/remove-unused.ts'
import { check, lower, settle } from '../../passes/pipeline.ts'
import { splitVectors } from '../../passes/split-vectors.ts'
import { modulesOf } from '../../ir/index.ts'
import type { Design, Place } from '../../ir/index.ts'
import { version } from '../../version.ts'
import { verilog2005, type Dialect } from './dialect.ts'
import { moduleLines } from './module.ts'
import { planModules } from './plan.ts'

export interface VerilogOptions {
  /** Stands in the header of each file; `archnights` and its version unless said otherwise. */
  readonly generator?: string
  /** Give every register its start value in an `initial` block: the reset value, or 0 (default: only those whose reset value no reset gives). */
  readonly startValues?: boolean
}

/** `file`: the name of the module and `.v`. `places`: for each line of the text where in the source it comes from. */
export interface VerilogFile { readonly file: string; readonly text: string; readonly places: readonly (Place | undefined)[] }

/** The steps from a checked design to one that can be written as Verilog. */
export const verilogPasses: readonly ((d: Design) => Design)[] = [dropChecks, fold, lower, boundMemories, boundSelects, boundDivisions, settle, splitVectors, fold, hoist, removeUnused]

/**
 * A design as Verilog-2005: one module a file, those that are used before those that use them; black boxes have none. It is checked
 * first (once: a design that has passed `check` is not checked again). The same design gives the same bytes. The text is clean under
 * `verilator --lint-only -Wall`, `iverilog -g2005 -Wall` and yosys `check -assert`. assert, assume and cover are left out.
 * @throws DiagnosticError with all that is found
 */
export function emitVerilog(design: Design, options: VerilogOptions = {}): VerilogFile[] {
  check(design)
  return writeVerilog(design, options)
}

/** As emitVerilog, for any well-formed design: what the checks refuse for its author's sake (a value set twice, a crossing) is written as the IR means it. */
export const writeVerilog = (design: Design, options: VerilogOptions = {}): VerilogFile[] => writeModules(design, verilogPasses, verilog2005, options)

/** Every module in a dialect, after the steps that it wants. */
export function writeModules(design: Design, passes: readonly ((d: Design) => Design)[], dialect: Dialect, { generator = `archnights ${version}`, startValues = false }: VerilogOptions): VerilogFile[] {
  const ready = passes.reduce((d, pass) => pass(d), design)
  const plans = planModules(ready)
  return modulesOf(ready).map(m => {
    const lines = moduleLines(plans.get(m.name)!, { generator, startValues, dialect })
    return { file: m.name + dialect.suffix, text: lines.map(l => `${l.text}\n`).join(''), places: lines.map(l => l.at) }
  })
}
