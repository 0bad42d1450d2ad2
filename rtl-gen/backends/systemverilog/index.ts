// Owns: the SystemVerilog back end's one door.
import { check } from '../../passes/pipeline.ts'
import { dropChecks } from '../../passes/drop-checks.ts'
import { modulesOf } from '../../ir/index.ts'
import type { Design } from '../../ir/index.ts'
import { version } from '../../version.ts'
import { systemVerilog } from '../verilog/dialect.ts'
import { verilogPasses } from '../verilog/index.ts'
import type { VerilogFile, VerilogOptions } from '../verilog/index.ts'
import { moduleLines } from '../verilog/module.ts'
import { planModules } from '../verilog/plan.ts'
import { flatChecks } from './flat-checks.ts'

export type SystemVerilogOptions = VerilogOptions

/** As for Verilog, but that checks stay, outside of all branches. */
const passes: readonly ((d: Design) => Design)[] = verilogPasses.map(pass => (pass === dropChecks ? flatChecks : pass))

/**
 * A design as SystemVerilog (IEEE 1800-2017): the Verilog of `emitVerilog` in files `.sv`, with `logic`, `always_ff`, `always_comb` and
 * typedefs for enums, and with its checks as concurrent assertions: `label: assert property (@(posedge clock) disable iff (reset) ...)`,
 * assume and cover alike. Verilator runs them with `--assert`; Yosys (`read_verilog -sv -formal`) is given them as immediate ones; Icarus
 * leaves them out with `-gno-assertions`. The text is clean under `verilator --lint-only -Wall`. The same design gives the same bytes.
 *
 *     emitSystemVerilog(elaborate(counter))[0].text
 * @throws DiagnosticError with all that is found
 */
export function emitSystemVerilog(design: Design, options: SystemVerilogOptions = {}): VerilogFile[] {
  check(design)
  return writeSystemVerilog(design, options)
}

/** As emitSystemVerilog, for any well-formed design. */
export function writeSystemVerilog(design: Design, options: SystemVerilogOptions = {}): VerilogFile[] {
  const ready = passes.reduce((d, pass) => pass(d), design)
  const plans = planModules(ready)
  return modulesOf(ready).map(m => {
    const lines = moduleLines(plans.get(m.name)!, { generator: options.generator ?? `archnights ${version}`, startValues: options.startValues ?? false, dialect: systemVerilog })
    return { file: `${m.name}.sv`, text: lines.map(l => `${l.text}\n`).join(''), places: lines.map(l => l.at) }
  })
}
