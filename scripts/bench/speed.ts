// Owns: the measurement of engines against each other: cycles per second in turn on the same stimulus, and the time from source to a first result.
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Design } from '../../rtl-gen/ir/index.ts'
import type { Engine, Row } from '../../sim-harness/engines/engine.ts'
import type { EngineName } from '../../sim-harness/engines/engine-names.ts'
import { openEngine } from '../../sim-harness/engines/open-engine.ts'

/**
 * Cycles per second of processor time, of this process and of the engine's together: on a busy machine the clock on the wall favours what waits
 * often. driven: a run through driver, memory model and bridge (undefined if the design has none); played: the same inputs as a file, outputs
 * sampled in every cycle (Verilator's go through a pipe); `simulatorPlayed`: the same without what this process did for a simulator of its own; held:
 * the inputs at rest, the simulator alone.
 */
export interface Speed { readonly driven?: number; readonly played: number; readonly simulatorPlayed?: number; readonly held: number }

export const seconds = async (work: () => unknown): Promise<number> => {
  const from = performance.now()
  await work()
  return (performance.now() - from) / 1000
}

export const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

interface Times { readonly driven: number[]; readonly played: number[]; readonly simulatorPlayed: number[]; readonly held: number[] }

/** Medians of interleaved rounds. The stimulus is played from reset, `repeats` times a round. */
export async function measureSpeed(
  engines: readonly Engine[], stimulus: readonly Row[],
  { rounds, repeats, held, drive }: { readonly rounds: number; readonly repeats: number; readonly held: number; readonly drive?: (engine: Engine) => Promise<unknown> },
): Promise<Map<string, Speed>> {
  const cycles = stimulus.reduce((n, r) => n + r.cycles, 0)
  const times = new Map(engines.map((e): [string, Times] => [e.name, { driven: [], played: [], simulatorPlayed: [], held: [] }]))
  for (let round = 0; round <= rounds; round++) {
    for (const engine of engines) {
      const inputs = new Uint32Array(engine.layout.inputWords), to = times.get(engine.name)!
      const driven = drive && await processorSeconds(engine, () => drive(engine))
      const played = await processorSeconds(engine, async () => {
        for (let n = 0; n < repeats; n++) {
          await engine.reset(1)
          await engine.play(stimulus)
        }
      })
      const waited = await processorSeconds(engine, () => engine.run(inputs, held))
      // The first round warms up.
      if (round === 0) continue
      if (driven) to.driven.push(cycles / driven.all)
      to.played.push(repeats * cycles / played.all)
      if (played.simulator !== undefined) to.simulatorPlayed.push(repeats * cycles / played.simulator)
      to.held.push(held / (waited.simulator ?? waited.all))
    }
  }
  const optional = (name: 'driven' | 'simulatorPlayed', values: readonly number[]): object => values.length > 0 ? { [name]: median(values) } : {}
  return new Map([...times].map(([name, t]) => [name, { ...optional('driven', t.driven), played: median(t.played), ...optional('simulatorPlayed', t.simulatorPlayed), held: median(t.held) }]))
}

/** Processor time of this process and the simulator's, and of the latter alone if it is another; on systems that do not tell it, time on the clock. */
async function processorSeconds(engine: Engine, work: () => unknown): Promise<{ readonly all: number; readonly simulator?: number }> {
  const pid = (engine as { readonly pid?: number }).pid, from = pid === undefined ? 0 : usedBy(pid), own = process.cpuUsage()
  if (from === undefined) return { all: await seconds(work) }
  await work()
  const { user, system } = process.cpuUsage(own), mine = (user + system) / 1e6
  if (pid === undefined) return { all: mine }
  const simulator = usedBy(pid)! - from
  return { all: mine + simulator, simulator }
}

/** Processor time that another process has used, in seconds. */
function usedBy(pid: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e9
  } catch {
    return undefined
  }
}

/** Both engines and how much faster the first is: 1 is as fast. */
export function compareSpeeds(speeds: ReadonlyMap<string, Speed>): object {
  const wasm = speeds.get('wasm')!, verilator = speeds.get('verilator')!
  return {
    wasm, verilator, wasmOverVerilator: {
      ...(wasm.driven && verilator.driven ? { driven: wasm.driven / verilator.driven } : {}), played: wasm.played / verilator.played,
      ...(verilator.simulatorPlayed ? { playedOverItsSimulatorAlone: wasm.played / verilator.simulatorPlayed } : {}), held: wasm.held / verilator.held,
    },
  }
}

/** Seconds from a function that describes the design to the outputs of its first cycle; nothing that was built before is used. */
export async function firstResult(name: EngineName, describe: () => Design, folder: string): Promise<number> {
  const buildDir = join(folder, 'cold'), disabled = process.env['CCACHE_DISABLE']
  process.env['CCACHE_DISABLE'] = '1'
  try {
    return await seconds(async () => {
      const engine = await openEngine(name, describe(), { buildDir })
      await engine.run(new Uint32Array(engine.layout.inputWords), 1)
      await engine.close()
    })
  } finally {
    if (disabled === undefined) delete process.env['CCACHE_DISABLE']
    else process.env['CCACHE_DISABLE'] = disabled
    await rm(buildDir, { recursive: true, force: true })
  }
}
