// Owns: the tools that a batch of designs goes through: Icarus, Verilator, and Yosys, which writes the text anew for Icarus.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeVerilog } from '../../rtl-gen/backends/verilog/index.ts'
import type { Outputs, Trial } from '../../rtl-gen/fuzz/index.ts'
import type { Design } from '../../rtl-gen/ir/index.ts'
import { runTool } from '../engines/tool.ts'
import { benchFiles, benchOutputs, benchTop, type TextFile } from './bench.ts'

/** Engines that are processes. `yosys`: what Yosys writes after reading the text, in Icarus. */
export type ToolEngine = 'icarus' | 'verilator' | 'yosys'

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

/** The Verilog of all designs; modules that several share stand there once. */
export function sourcesOf(designs: readonly Design[]): TextFile[] {
  const files = new Map(designs.flatMap(sourceOf).map(f => [f.file, f.text]))
  return [...files].map(([file, text]) => ({ file, text }))
}

/**
 * The script: into Yosys' own form, where every process has become cells, and out again. Without SYNTHESIS, so that words of memories start at 0 as in
 * simulation and a read that collides shows it.
 */
const yosysScript = (files: readonly string[]): string => `read_verilog -nosynthesis ${files.join(' ')}; hierarchy -check; proc; opt_expr; opt_clean; check -assert; write_verilog -noattr again.v`

/** What it has to say of the text is the business of other tests. */
const quiet = ['-Wno-fatal', '-Wno-lint', '-Wno-TIMESCALEMOD']
/** Verilator's C++ without the optimisation that takes most of a build; Verilator's own is done. */
const quickBuild = 'OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0'

export interface ToolOptions { readonly signal?: AbortSignal | undefined; readonly designs?: readonly Design[] }

/**
 * All trials in one run of one tool. `designs`: what the tool gets instead of their own, to see that a fault is found.
 * @throws HarnessError SIM1001 (not there), SIM1002 (refused), SIM3005 (stopped)
 */
export async function runOnTool(engine: ToolEngine, trials: readonly Trial[], { signal, designs = trials.map(t => t.design) }: ToolOptions = {}): Promise<Outputs[]> {
  const sources = sourcesOf(designs), bench = benchFiles(trials)
  const folder = await mkdtemp(join(tmpdir(), 'archnights-fuzz-'))
  const tool = (name: string, args: readonly string[]): Promise<string> => runTool({ name, args, cwd: folder, signal, packages: toolsOf[engine].packages })
  try {
    await Promise.all([...sources, ...bench].map(f => writeFile(join(folder, f.file), f.text)))
    const names = sources.map(f => f.file)
    if (engine === 'verilator') {
      // The run-time library is the same in every build.
      const cached = await tool('ccache', ['--version']).then(() => ' OBJCACHE=ccache', () => '')
      await tool('verilator', ['--binary', '--timing', '-O3', ...quiet, '-MAKEFLAGS', quickBuild + cached, '-j', '2', '--top-module', benchTop, '-o', 'bench', ...names, 'bench.v'])
      return benchOutputs(trials, await tool(join(folder, 'obj_dir', 'bench'), []))
    }
    if (engine === 'yosys') await tool('yosys', ['-q', '-p', yosysScript(names)])
    await tool('iverilog', ['-g2005', '-o', 'bench.vvp', '-s', benchTop, ...(engine === 'yosys' ? ['again.v'] : names), 'bench.v'])
    return benchOutputs(trials, await tool('vvp', ['-n', 'bench.vvp']))
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
