// Owns: the last cycles of a simulation, kept to be drawn when something goes wrong.
import type { Simulator } from '../sim/index.ts'
import { asciiWave } from './ascii.ts'

/** Keeps the values of some signals over the last `cycles` samples. */
export interface WaveWindow {
  /** The values as they settle in the present cycle; call it before `step`. */
  sample(): void
  /** The kept cycles as text; the last one marked. */
  draw(): string
}

export function waveWindow(sim: Simulator, paths: readonly string[], cycles = 8): WaveWindow {
  const { ports, settle } = sim.watch(paths), rows: { cycle: number; values: bigint[] }[] = []
  return {
    sample: () => {
      settle()
      rows.push({ cycle: sim.cycle, values: ports.map(p => p.getBig()) })
      if (rows.length > cycles) rows.shift()
    },
    draw: () => asciiWave(
      ports.map((p, i) => ({ name: p.signal.path, width: p.signal.width, values: rows.map(r => r.values[i]!) })),
      rows.length > 0 ? { first: rows[0]!.cycle, mark: rows.at(-1)!.cycle } : {},
    ),
  }
}
