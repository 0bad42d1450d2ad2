// Owns: playing a stimulus on Icarus: writes the bench and the sources, compiles, runs, reads the trace.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatRows, parseRows, type TraceRow } from '../../trace/row-file.ts'
import type { Row } from '../engine.ts'
import type { PortLayout } from '../layout.ts'
import { runTool } from '../tool.ts'
import type { SourceFile } from '../verilator/build.ts'
import { benchName, benchVerilog } from './bench.ts'

/** The Debian package of this engine. */
export const icarusPackages = ['iverilog'] as const

export interface IcarusRun {
  readonly layout: PortLayout
  readonly files: readonly SourceFile[]
  readonly rows: readonly Row[]
  /** A folder of its own is made in it, and removed at the end. */
  readonly buildDir: string
  readonly signal?: AbortSignal | undefined
}

/** The outputs of every cycle. @throws HarnessError SIM1001, SIM1002, SIM3005 as the Verilator engine */
export async function playIcarus({ layout, files, rows, buildDir, signal }: IcarusRun): Promise<TraceRow[]> {
  await mkdir(buildDir, { recursive: true })
  const work = await mkdtemp(join(buildDir, 'icarus-'))
  try {
    await Promise.all([
      writeFile(join(work, 'bench.v'), benchVerilog(layout)), writeFile(join(work, 'stimulus.txt'), formatRows(layout, 'stimulus', rows)),
      ...files.map((f) => writeFile(join(work, f.name), f.text)),
    ])
    const tool = (name: string, args: readonly string[]): Promise<string> => runTool({ name, args, cwd: work, signal, packages: icarusPackages })
    await tool('iverilog', ['-g2005', '-s', benchName(layout), `-P${benchName(layout)}.ROWS=${rows.length}`, '-o', 'sim.vvp', 'bench.v', ...files.map((f) => f.name)])
    await tool('vvp', ['-n', 'sim.vvp', '+stimulus=stimulus.txt', '+trace=trace.txt'])
    return parseRows(layout, 'trace', await readFile(join(work, 'trace.txt'), 'utf8'))
  } finally {
    await rm(work, { recursive: true, force: true, maxRetries: 3 })
  }
}
