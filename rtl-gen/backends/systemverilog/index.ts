// Owns: the SystemVerilog back end's one door.
import { check } from '../../passes/pipeline.ts'
import { dropChecks } from '../../passes/drop-checks.ts'
import type { Design } from '../../ir/index.ts'
import { systemVerilog } from '../verilog/dialect.ts'
import { verilogPasses, writeModules } from '../verilog/index.ts'
import type { VerilogFile, VerilogOptions } from '../verilog/index.ts'
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
export const writeSystemVerilog = (design: Design, options: SystemVerilogOptions = {}): VerilogFile[] => writeModules(design, passes, systemVerilog, options)
