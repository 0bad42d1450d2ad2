// Owns: compiling C and assembler sources, with the runtime and the headers of one unit, into a program for the hart.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cHeader } from '../../coprocessor/isa/header.ts'
import type { Parameters } from '../../coprocessor/parameters.ts'
import { runTool } from '../../sim-harness/engines/tool.ts'
import { HarnessError } from '../../sim-harness/errors.ts'
import { rocketConfig, type RocketConfigName } from '../configs.ts'
import { RocketError } from '../errors.ts'
import { memory } from '../memory-map.ts'
import { platformHeader } from './platform.ts'

const compiler = 'riscv64-unknown-elf-gcc'
/** The Debian package that has it. */
export const compilerPackage = 'gcc-riscv64-unknown-elf'
/** crt.S, the trap entry, the console, the linker script: C without a libc. */
export const runtimeFolder = fileURLToPath(new URL('../runtime/', import.meta.url))

export interface ProgramSources {
  /** .c and .S files. */
  readonly sources: readonly string[]
  /** Where the ELF file goes; written when everything is well. */
  readonly out: string
  readonly config: RocketConfigName
  /** Of the unit: they give oracle.h. */
  readonly parameters: Parameters
  /** -D of the compiler. */
  readonly defines?: Readonly<Record<string, string | number>>
  readonly signal?: AbortSignal | undefined
}

const flags = [
  '-mcmodel=medany', '-std=gnu11', '-O2', '-g', '-ffreestanding', '-fno-common', '-ffunction-sections', '-fdata-sections', '-Wall', '-Wextra',
  '-static', '-nostartfiles', '-nodefaultlibs', '-Wl,--gc-sections', '-Wl,--fatal-warnings',
]

/**
 * Compiles for the ISA of the configuration. What the compiler warned of is in `warnings`, in its own words.
 * @throws RocketError RKT1101 (no compiler), RKT1102 (it refused); HarnessError SIM3005 (stopped); what the disk says
 */
export async function compileProgram({ sources, out, config, parameters, defines = {}, signal }: ProgramSources): Promise<{ readonly warnings: string }> {
  const { isa, abi } = rocketConfig(config)
  const work = await mkdtemp(join(tmpdir(), 'archnights-program-'))
  try {
    await writeFile(join(work, 'oracle.h'), cHeader(parameters))
    await writeFile(join(work, 'platform.h'), platformHeader(config))
    const runtime = (await readdir(runtimeFolder)).filter((name) => /\.[cS]$/.test(name)).sort().map((name) => join(runtimeFolder, name))
    const mapped = [[work, '.'], [runtimeFolder, 'runtime/'], [process.cwd(), '.']] as const
    const warnings = await runTool({
      name: compiler, signal, packages: [compilerPackage],
      args: [
        `-march=${isa}_zicsr_zifencei`, `-mabi=${abi}`, ...flags, `-I${work}`, `-I${runtimeFolder}`, ...Object.entries(defines).map(([name, value]) => `-D${name}=${value}`),
        // No path of this machine goes into the file: the same sources give the same bytes.
        ...mapped.flatMap(([from, to]) => [`-ffile-prefix-map=${from}=${to}`, `-Wa,--debug-prefix-map=${from}=${to}`]),
        `-Wl,--defsym=__memory_base=0x${memory.base.toString(16)}`, '-T', join(runtimeFolder, 'link.ld'),
        ...runtime, ...sources.map((s) => resolve(s)), '-lgcc', '-o', join(work, 'program.elf'),
      ],
    })
    await writeFile(out, await readFile(join(work, 'program.elf')))
    return { warnings }
  } catch (error) {
    throw ofCompiler(error)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

function ofCompiler(error: unknown): unknown {
  if (!(error instanceof HarnessError)) return error
  if (error.code === 'SIM1001') return new RocketError('RKT1101', error.message, `apt-get install --no-install-recommends ${compilerPackage}`)
  if (error.code === 'SIM1002') return new RocketError('RKT1102', error.message, 'mend what the compiler names')
  return error
}
