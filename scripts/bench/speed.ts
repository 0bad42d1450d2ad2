// Owns: the measurement of engines against each other: cycles per second in turn on the same stimulus, and the time from source to a first result.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Design } from '../../rtl-gen/ir/index.ts'
import type { Engine, Row } from '../../sim-harness/engines/engine.ts'
import { openEngine, type EngineName } from '../../sim-harness/engines/open-engine.ts'

/**
 * Cycles per second. driven: a run through driver, memory model and bridge; played: the same inputs as a file, outputs sampled in every
 * cycle; held: a unit at rest, the simulator alone.
 */
export interface Speed { readonly driven: number; readonly played: number; readonly held: number }

export const seconds = async (work: () => unknown): Promise<number> => {
  const from = performance.now()
  await work()
  return (performance.now() - from) / 1000
}

export const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Medians of interleaved rounds, so that a busy machine is unfair to nobody. */
export async function measureSpeed(engines: readonly Engine[], drive: (engine: Engine) => Promise<unknown>, stimulus: readonly Row[], rounds: number): Promise<Map<string, Speed>> {
  const cycles = stimulus.reduce((n, r) => n + r.cycles, 0), held = 200_000
  const times = new Map(engines.map((e) => [e.name, { driven: [] as number[], played: [] as number[], held: [] as number[] }]))
  for (let round = 0; round <= rounds; round++) {
    for (const engine of engines) {
      const inputs = new Uint32Array(engine.layout.inputWords)
      const driven = await seconds(() => drive(engine))
      const played = await seconds(() => engine.play(stimulus)), waited = await seconds(() => engine.run(inputs, held))
      // The first round warms up.
      if (round === 0) continue
      times.get(engine.name)!.driven.push(cycles / driven)
      times.get(engine.name)!.played.push(cycles / played)
      times.get(engine.name)!.held.push(held / waited)
    }
  }
  return new Map([...times].map(([name, t]) => [name, { driven: median(t.driven), played: median(t.played), held: median(t.held) }]))
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
