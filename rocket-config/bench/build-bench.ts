// Owns: the simulator of the bench around an elaborated system and any module that has the unit's ports.
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { PortMetadata } from '../../coprocessor/output/metadata.ts'
import { buildVerilator, type SourceFile } from '../../sim-harness/engines/verilator/build.ts'
import { HarnessError } from '../../sim-harness/errors.ts'
import type { PortLayout } from '../../sim-harness/engines/layout.ts'
import { RocketError } from '../errors.ts'
import { readElaborated } from './elaborated.ts'
import { benchLayout, benchPorts } from './ports.ts'
import { rocketBench, type LinkOwner } from './rocket-bench.ts'
import { checkUnitFits } from './unit-fit.ts'

/** What the bench needs of an elaborated system. */
export interface ElaboratedSystem {
  /** Absolute paths of the Verilog, without the unit's. */
  readonly files: readonly string[]
  /** The system's module. */
  readonly top: string
}

/** Takes the place of the black box: its module has that name and these ports. */
export interface BenchUnit { readonly top: string; readonly ports: readonly PortMetadata[]; readonly files: readonly SourceFile[] }

export interface BenchBuild {
  readonly elaborated: ElaboratedSystem
  readonly unit: BenchUnit
  /** Who talks to the host. Default: `unit`. */
  readonly link?: LinkOwner
  readonly buildDir: string
  readonly waves?: 'vcd' | 'fst' | undefined
  readonly progress?: ((what: string) => void) | undefined
  readonly signal?: AbortSignal | undefined
}
export interface BuiltBench { readonly binary: string; readonly layout: PortLayout; /** Nothing had to be built. */ readonly cached: boolean }

/** The bench's own sources, beside this file. */
const sources = { verilog: ['axi_bursts.sv', 'bench_memory.sv', 'bench_devices.sv', 'bench_link.sv'], cpp: 'memory.cpp' } as const
const options = ['--no-timing'] as const
/** More would hardly make it faster and takes twice as long to build. Verilator's own split of its output is as good as any other on two cores. */
const optimize = { fast: '-O1', slow: '-O0' } as const
/** Every pipeline and queue of the system has emptied after these. */
const resetCycles = 16

/** Rocket prints every retired instruction, in the same manner as its assertions print their texts; the bench has its own way to trace. */
const instructionTrace = /^( *)\$fwrite\(32'h80000002,"C%d: %d \[%d\] pc=.*$/m

export const benchSource = (name: string): Promise<SourceFile> => readFile(new URL(`./${name}`, import.meta.url), 'utf8').then((text) => ({ name, text }))

async function systemFiles(paths: readonly string[]): Promise<SourceFile[]> {
  return await Promise.all(paths.map(async (path) => {
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      throw new RocketError('RKT1203', `cannot read the elaborated ${path}: ${(error as NodeJS.ErrnoException).code ?? String(error)}`, 'remove its folder and elaborate again')
    })
    return { name: basename(path), text: text.replace(instructionTrace, '$1// (the instruction trace is read by the bench)') }
  }))
}

/** The failures of the tools as failures of this room. */
function ours(error: unknown): unknown {
  if (!(error instanceof HarnessError)) return error
  if (error.code === 'SIM1001') return new RocketError('RKT1201', error.message, error.help.replace(/;.*/, ''))
  if (error.code === 'SIM1002') return new RocketError('RKT1202', error.message, error.help)
  return error
}

/**
 * Whether all fits is checked before anything is built.
 * @throws RocketError RKT1201 (a tool is missing), RKT1202 (Verilator or the compiler refused), RKT1203 (the system is not what the bench reads),
 * RKT1204 (the unit's ports are not those of the elaboration); HarnessError SIM1004 (the folder cannot be used), SIM3005 (stopped)
 */
export async function buildBench({ elaborated, unit, link = 'unit', buildDir, waves, progress, signal }: BenchBuild): Promise<BuiltBench> {
  const verilog = sources.verilog.filter((name) => link === 'device' || name !== 'bench_link.sv')
  const [system, cpp, ...bench] = await Promise.all([systemFiles(elaborated.files), benchSource(sources.cpp), ...verilog.map(benchSource)])
  const modules = readElaborated(system.map((f) => f.text))
  checkUnitFits(modules, elaborated.top, unit)
  modules.set(unit.top, { name: unit.top, ports: unit.ports, signals: new Map(unit.ports.map((p) => [p.name, p.width])), instances: new Map() })
  const ports = benchPorts(unit.ports), layout = benchLayout(ports)
  const files = [...unit.files, ...system, ...bench, { name: `${layout.top}.sv`, text: rocketBench(ports, modules, elaborated.top, link) }]
  let cached = true
  const steps = { verilator: 'Verilator translates Rocket and the unit', compile: 'the C++ compiler builds the simulator (once for each unit and configuration)' }
  const binary = await buildVerilator({
    layout, files, cpp: [cpp], buildDir, waves, options, optimize, resetCycles, signal,
    progress: (step) => {
      cached = false
      progress?.(steps[step])
    },
  }).catch((error: unknown) => { throw ours(error) })
  return { binary, layout, cached }
}

/** Below the cache folder of the Rocket room. */
export const simulatorFolder = (cacheDir: string): string => join(cacheDir, 'simulators')
