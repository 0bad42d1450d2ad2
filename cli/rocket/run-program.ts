// Owns: the parts of a `rocket run`, put together: program, Oracle, simulator, recorders; and that every one of them is closed again, whatever happens.
import { rocketConfig, rocketConfigs, type RocketConfigName } from '../../rocket-config/configs.ts'
import { RocketError } from '../../rocket-config/errors.ts'
import { readElf } from '../../rocket-config/program/elf.ts'
import type { ProgramImage } from '../../rocket-config/program/image.ts'
import { runRocket } from '../../rocket-config/run.ts'
import type { ServerOptions } from '../../sim-harness/bridge/oracles/open-server.ts'
import type { Output, Progress } from '../output.ts'
import { inPieces, type PendingFile } from '../write.ts'
import { buildSystem } from './build-system.ts'
import { programConsole } from './console.ts'
import { openPeer } from './oracle-peer.ts'
import type { WantedSystem } from './options.ts'
import type { EndedProgram } from './report.ts'

export interface ProgramRun extends WantedSystem {
  /** As it was named. */
  readonly program: string
  readonly bytes: Uint8Array
  readonly oracle: string | undefined
  /** For an Oracle that is a server or a program. */
  readonly server: ServerOptions
  readonly observer: boolean
  readonly maxCycles: number
  readonly waves: { readonly kind: 'vcd' | 'fst'; readonly file: PendingFile } | undefined
  readonly trace: PendingFile | undefined
  readonly signal: AbortSignal
  readonly progress: Progress
  readonly output: Output
}

/** A new number on the progress line is for people. */
const progressCycles = 100_000

const hasFpu = (config: RocketConfigName) => /^rv64[a-z]*[fd]/.test(rocketConfig(config).isa)

/** @throws RocketError RKT2002 for a program that passes floating point numbers in registers that the hart does not have */
function checkFloat({ float }: ProgramImage, program: string, config: RocketConfigName): void {
  if (float === 'none' || hasFpu(config)) return
  const others = rocketConfigs.filter((c) => hasFpu(c.name)).map((c) => c.name).join(' or ')
  throw new RocketError('RKT2002', `${program}: it passes floating point numbers in registers, and ${config} has no FPU`, `take --config ${others}, or compile it with --config ${config}`)
}

/**
 * Everything that can be wrong with the input is found before anything is built.
 * @throws RocketError, HarnessError, BridgeError, CliError for everything that the input or this machine can do wrong before the program runs
 */
export async function runProgram(run: ProgramRun): Promise<EndedProgram> {
  const { program, progress, output, signal, parameters, config } = run
  const image = readElf(run.bytes, program)
  checkFloat(image, program, config)
  progress.update(`opening the Oracle${run.oracle === undefined ? '' : ` ${run.oracle}`}`)
  const oracle = await openPeer({ spec: run.oracle, server: run.server, parameters, progress: progress.update })
  try {
    const { simulator } = await buildSystem({ ...run, waves: run.waves?.kind, step: progress.step })
    const screen = programConsole(output.json, progress)
    const trace = run.trace && inPieces(run.trace)
    // A person who answers types where the progress line would be.
    if (run.oracle === 'human') progress.stop()
    else progress.update(`${program} runs`)
    let told = 0
    const cycles = (cycle: number) => {
      if (cycle < told + progressCycles) return
      told = cycle
      progress.update(`${program} runs: ${cycle.toLocaleString('en-US')} cycles`)
    }
    const result = await runRocket({
      simulator, image, peer: oracle.peer, observer: run.observer, console: screen.write, wavesFile: run.waves?.file.temporary, maxCycles: run.maxCycles, progress: cycles, signal,
      ...(trace ? { trace: (line: string) => trace.write(`${line}\n`) } : {}),
    })
    trace?.end()
    progress.stop()
    // What follows on stderr begins a line of its own, also where both streams go to one place.
    if (!output.json && screen.inLine) output.note('')
    return { result, failure: oracle.failure, console: screen.text(), config, oracle: run.oracle, said: oracle.said }
  } finally {
    await oracle.peer.close()
    await oracle.dispose()
  }
}
