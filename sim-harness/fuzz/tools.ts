// Owns: the tools that a batch of designs goes through: Icarus, Verilator, and Yosys, which writes the text anew for Icarus.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeVerilog } from '../../rtl-gen/backends/verilog/index.ts'
import type { Outputs, Trial } from '../../rtl-gen/fuzz/index.ts'
import type { Design } from '../../rtl-gen/ir/index.ts'
import { HarnessError } from '../errors.ts'
import { runTool } from '../engines/tool.ts'
import type { FuzzEngine } from './engine-names.ts'
import { benchFile, benchFiles, benchOutputs, benchTop, type TextFile } from './bench.ts'

/** Engines that are processes. `yosys`: what Yosys writes after reading the text, in Icarus. */
export type ToolEngine = Exclude<FuzzEngine, 'wasm'>

/** The programs that each needs, and what Debian calls their packages. */
export const toolsOf: Readonly<Record<ToolEngine, { readonly programs: readonly (readonly [name: string, version: string])[]; readonly packages: readonly string[] }>> = {
  icarus: { programs: [['iverilog', '-V'], ['vvp', '-V']], packages: ['iverilog'] },
  verilator: { programs: [['verilator', '--version'], ['make', '--version'], ['g++', '--version']], packages: ['verilator', 'make', 'g++'] },
  yosys: { programs: [['yosys', '-V'], ['iverilog', '-V'], ['vvp', '-V']], packages: ['yosys', 'iverilog'] },
}

const written = new WeakMap<Design, readonly TextFile[]>()
/** The Verilog of a design, with start values; made once. */
export function sourceOf(design: Design): readonly TextFile[] {
  const files = written.get(design) ?? writeVerilog(design, { startValues: true }).map(({ file, text }) => ({ file, text }))
  written.set(design, files)
  return files
}

/**
 * The script: into Yosys' own form, where every process has become cells, and out again. Without SYNTHESIS, so that words of memories start at 0 as in
 * simulation and a read that collides shows it. `proc` twice: Yosys 0.23 leaves a process behind whose only arm can never be reached.
 */
const yosysScript = (files: readonly string[]): string => `read_verilog -nosynthesis ${files.join(' ')}; hierarchy -check; proc; proc; opt_expr; opt_clean; check -assert; write_verilog -noattr again.v`

/** What it has to say of the text is the business of other tests. */
const quiet = ['-Wno-fatal', '-Wno-lint', '-Wno-TIMESCALEMOD']
/** Verilator's C++ without the optimisation that takes most of a build; Verilator's own is done. */
const quickBuild = 'OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0'

/** The text of a design as a tool gets it. */
export type TextOf = (design: Design) => readonly TextFile[]
/** `text`: instead of our Verilog, to see that a fault is found or for another back end. */
export interface ToolOptions {
  readonly signal?: AbortSignal | undefined; readonly text?: TextOf | undefined
  /** A simulation that has not ended after this never will (default: a minute, and 20 ms for each cycle of each trial, some hundred times what is usual). */
  readonly patienceMs?: number
}

/**
 * All trials in one run of one tool; modules of one name are one module.
 * @throws HarnessError SIM1001 (not there), SIM1002 (refused, or a simulation that does not end), SIM3005 (stopped)
 */
export async function runOnTool(engine: ToolEngine, trials: readonly Trial[], { signal, text = sourceOf, patienceMs }: ToolOptions = {}): Promise<Outputs[]> {
  const files = new Map(trials.flatMap(t => text(t.design)).map(f => [f.file, f.text]))
  const folder = await mkdtemp(join(tmpdir(), 'archnights-fuzz-'))
  const tool = (name: string, args: readonly string[]): Promise<string> => runTool({ name, args, cwd: folder, signal, packages: toolsOf[engine].packages })
  const simulate = async (name: string, args: readonly string[]): Promise<Outputs[]> => {
    const limit = AbortSignal.timeout(patienceMs ?? 60_000 + 20 * trials.reduce((n, t) => n + t.cycles.length, 0))
    const printed = await runTool({ name, args, cwd: folder, signal: signal === undefined ? limit : AbortSignal.any([signal, limit]), packages: toolsOf[engine].packages }).catch((error: unknown) => {
      if (!limit.aborted || signal?.aborted) throw error
      throw new HarnessError('SIM1002', `the simulation in ${engine} does not end`, 'look for values that depend on themselves')
    })
    return benchOutputs(trials, printed)
  }
  try {
    for (const f of benchFiles(trials)) files.set(f.file, f.text)
    await Promise.all([...files].map(([file, contents]) => writeFile(join(folder, file), contents)))
    const names = [...files.keys()].filter(f => /\.s?v$/.test(f) && f !== benchFile)
    if (engine === 'verilator') {
      // The run-time library is the same in every build.
      const cached = await tool('ccache', ['--version']).then(() => ' OBJCACHE=ccache', () => '')
      await tool('verilator', ['--binary', '--timing', '-O3', ...quiet, '-MAKEFLAGS', quickBuild + cached, '-j', '2', '--top-module', benchTop, '-o', 'bench', ...names, benchFile])
      return await simulate(join(folder, 'obj_dir', 'bench'), [])
    }
    if (engine === 'yosys') await tool('yosys', ['-q', '-p', yosysScript(names)])
    await tool('iverilog', ['-g2005', '-o', 'bench.vvp', '-s', benchTop, ...(engine === 'yosys' ? ['again.v'] : names), benchFile])
    return await simulate('vvp', ['-n', 'bench.vvp'])
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
