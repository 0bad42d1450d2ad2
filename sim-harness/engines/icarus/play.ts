// Owns: playing a stimulus on Icarus: writes the bench and the sources, compiles, runs, reads the trace.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'
import { HarnessError } from '../../errors.ts'
import { formatRows, parseRows, type TraceRow } from '../../trace/row-file.ts'
import type { Row } from '../engine.ts'
import type { PortLayout } from '../layout.ts'
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
    await tool('iverilog', ['-g2005', '-s', benchName(layout), `-P${benchName(layout)}.ROWS=${rows.length}`, '-o', 'sim.vvp', 'bench.v', ...files.map((f) => f.name)], work, signal)
    await tool('vvp', ['-n', 'sim.vvp', '+stimulus=stimulus.txt', '+trace=trace.txt'], work, signal)
    return parseRows(layout, 'trace', await readFile(join(work, 'trace.txt'), 'utf8'))
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function tool(name: string, args: readonly string[], cwd: string, signal: AbortSignal | undefined): Promise<void> {
  const ran = await execa(name, args, { cwd, stdin: 'ignore', all: true, reject: false, ...(signal ? { cancelSignal: signal } : {}) })
  if (ran.isCanceled) throw new HarnessError('SIM3005', `stopped while ${name} ran`, 'start it again')
  if (ran.code === 'ENOENT') throw new HarnessError('SIM1001', `${name} is not on this machine`, `apt-get install --no-install-recommends ${icarusPackages.join(' ')}`)
  if (ran.failed) throw new HarnessError('SIM1002', `${name} failed:\n${(ran.all ?? '').split('\n').slice(0, 30).join('\n')}`, 'run `archnights doctor`, and report it if the tools are in order')
}
