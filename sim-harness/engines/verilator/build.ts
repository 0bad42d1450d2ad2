// Owns: making a simulator binary of emitted Verilog with Verilator, make and g++, once for each content.
import { createHash } from 'node:crypto'
import { access, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { HarnessError } from '../../errors.ts'
import { makeFolders } from '../../make-folders.ts'
import type { PortLayout } from '../layout.ts'
import { runTool } from '../tool.ts'
import { mainCpp, waveForms, type WaveForm } from './main-cpp.ts'
import { prefix } from './protocol.ts'

export interface SourceFile { readonly name: string; readonly text: string }
export type Optimization = '-O0' | '-O1' | '-O2' | '-O3'
export interface VerilatorBuild {
  readonly layout: PortLayout
  /** Emitted Verilog, one module a file. */
  readonly files: readonly SourceFile[]
  /** Made if it is not there; each content gets a folder of its own in it. */
  readonly buildDir: string
  /** A simulator that can write waves of that form, somewhat slower. `fst` needs zlib's header too. */
  readonly waves?: WaveForm | undefined
  /** A simulator that counts which lines, branches and bits its run has reached (`verilatorCoverage` reads it), slower. Default: false. */
  readonly coverage?: boolean | undefined
  /** C++ of the design's own, compiled and linked with it: what its DPI imports call. */
  readonly cpp?: readonly SourceFile[] | undefined
  /** More options for Verilator: defines, parameters, how it splits its output. */
  readonly options?: readonly string[] | undefined
  /** How much the C++ compiler does for what runs in every cycle, and for what runs at the start. Default: `-O3` and `-O1`. */
  readonly optimize?: { readonly fast: Optimization; readonly slow: Optimization }
  /** Clock cycles in reset at the start, at least 1. Default: 1. */
  readonly resetCycles?: number
  /** Told at each step: `verilator`, `compile`; not called when the binary was there. */
  readonly progress?: ((step: 'verilator' | 'compile') => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** The Debian packages of this engine; every place that names them reads this. */
export const verilatorPackages = ['verilator', 'make', 'g++'] as const
/** What simulators that write FST need besides. */
export const fstPackages = ['zlib1g-dev'] as const

/** @returns the path of the binary. @throws HarnessError SIM1001 (a tool is missing), SIM1002 (it refused), SIM1004 (the folder cannot be used), SIM3005 (stopped) */
export async function buildVerilator(build: VerilatorBuild): Promise<string> {
  const { layout, files, buildDir, waves, coverage = false, signal, cpp = [], options: more = [], optimize = { fast: '-O3', slow: '-O1' }, resetCycles = 1 } = build
  const packages = [...verilatorPackages, ...(waves === 'fst' ? fstPackages : [])]
  const tool = (name: string, args: readonly string[], cwd?: string): Promise<string> => runTool({ name, args, signal, packages, ...(cwd === undefined ? {} : { cwd }) })
  const version = await tool('verilator', ['--version'])
  const main = mainCpp(layout, { waves, coverage, resetCycles })
  const options = [
    '--cc', '--exe', '-O3', '--timescale', '1ns/1ns', '--x-assign', '0', '--x-initial', '0', '-Wno-fatal', '--prefix', prefix, '--top-module', layout.top, '--Mdir', 'obj',
    ...(waves ? [waveForms[waves].option] : []), ...(coverage ? ['--coverage'] : []), '-CFLAGS', '-DVL_USER_STOP -DVL_USER_FATAL -DVL_USER_FINISH', ...more,
  ]
  const hash = createHash('sha256')
  for (const part of [version, main, optimize.fast, optimize.slow, ...options, ...[...files, ...cpp].flatMap((f) => [f.name, f.text])]) hash.update(`${part.length}:`).update(part)
  const folder = join(buildDir, hash.digest('hex').slice(0, 16)), binary = join(folder, 'sim')
  if (await exists(binary)) return binary
  for (const name of ['make', 'g++']) await tool(name, ['--version'])
  const work = await usable(buildDir, async () => {
    makeFolders(buildDir)
    return await mkdtemp(join(buildDir, 'new-'))
  })
  try {
    await usable(buildDir, () => Promise.all([writeFile(join(work, 'main.cpp'), main), ...[...files, ...cpp].map((f) => writeFile(join(work, f.name), f.text))]))
    build.progress?.('verilator')
    await tool('verilator', [...options, 'main.cpp', ...cpp.map((f) => f.name), ...files.map((f) => f.name), '-o', '../sim'], work)
    build.progress?.('compile')
    const cached = await tool('ccache', ['--version']).then(() => true, () => false)
    await tool('make', ['-C', 'obj', '-f', `${prefix}.mk`, '-j2', '-s', `OPT_FAST=${optimize.fast}`, `OPT_SLOW=${optimize.slow}`, 'OPT_GLOBAL=-O2', ...(cached ? ['OBJCACHE=ccache'] : [])], work)
    await rm(join(work, 'obj'), { recursive: true })
    // Somebody else may have finished the same build first: theirs is as good.
    await rename(work, folder).catch(async (error: unknown) => { if (!await exists(binary)) throw error })
  } finally {
    await rm(work, { recursive: true, force: true, maxRetries: 3 })
  }
  return binary
}

/** What the disk says about the folder of built simulators, as ours. */
const usable = <T>(folder: string, work: () => Promise<T>): Promise<T> => work().catch((error: unknown) => {
  throw new HarnessError('SIM1004', `cannot write ${folder}: ${(error as NodeJS.ErrnoException).code ?? String(error)}`, 'make that folder writable, or name another by XDG_CACHE_HOME')
})

const exists = (path: string): Promise<boolean> => access(path).then(() => true, () => false)
