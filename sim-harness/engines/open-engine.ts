// Owns: an engine by its name: what each needs to be built from a design, and nothing about what the design is.
import type { Design } from '../../rtl-gen/ir/index.ts'
import { allStatements } from '../../rtl-gen/ir/visit.ts'
import { emitSystemVerilog } from '../../rtl-gen/backends/systemverilog/index.ts'
import { emitVerilog } from '../../rtl-gen/backends/verilog/index.ts'
import type { Engine } from './engine.ts'
import type { EngineName } from './engine-names.ts'
import { openIcarus } from './icarus/icarus-engine.ts'
import { layoutOf } from './layout.ts'
import { buildVerilator, type SourceFile } from './verilator/build.ts'
import { openVerilator } from './verilator/verilator-engine.ts'
import { openWasm } from './wasm/wasm-engine.ts'

export interface EngineOptions {
  /** Where engines that are compiled build, and keep what they built; wanted by all but `wasm`. */
  readonly buildDir?: string | undefined
  /** Waves as VCD, of an engine that is a process; one in this process is looked into by who has it. */
  readonly vcdFile?: string | undefined
  /** What the run reached, of the verilator engine alone: `verilatorCoverage` reads it once the engine is closed. */
  readonly coverageFile?: string | undefined
  /** Told what a build does, in words. */
  readonly progress?: ((what: string) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** The emitted Verilog of a design as files for a simulator. */
export const verilogFiles = (design: Design): SourceFile[] => emitVerilog(design).map(({ file, text }) => ({ name: file, text }))

/** The same with its assertions, for a simulator that keeps them. */
const assertingFiles = (design: Design): SourceFile[] => emitSystemVerilog(design).map(({ file, text }) => ({ name: file, text }))
const hasChecks = (design: Design): boolean => design.modules.some((m) => m.kind === 'module' && [...allStatements(m.body)].some((s) => s.kind === 'check'))

/** Out of reset, ready for cycle 0. Verilator and Wasm keep the design's assertions: one that is broken ends the engine. Icarus knows none. @throws HarnessError SIM1001, SIM1002, SIM3005; TypeError without the build folder that all but `wasm` want */
export async function openEngine(name: EngineName, design: Design, options: EngineOptions = {}): Promise<Engine> {
  if (name === 'wasm') return openWasm(design)
  const { buildDir, vcdFile, coverageFile, progress, signal } = options
  if (buildDir === undefined) throw new TypeError(`the ${name} engine wants a build folder`)
  const layout = layoutOf(design), checked = hasChecks(design)
  if (name === 'icarus') {
    progress?.('iverilog compiles the unit')
    return await openIcarus({ layout, files: verilogFiles(design), buildDir, signal, wavesFile: vcdFile })
  }
  const steps = { verilator: 'Verilator translates the unit', compile: 'the C++ compiler builds the simulator (once for each unit)' }
  const binary = await buildVerilator({ layout, files: checked ? assertingFiles(design) : verilogFiles(design), options: checked ? ['--assert'] : [], buildDir, signal, waves: vcdFile === undefined ? undefined : 'vcd', coverage: coverageFile !== undefined, progress: (step) => progress?.(steps[step]) })
  return openVerilator({ layout, binary, wavesFile: vcdFile, coverageFile })
}
