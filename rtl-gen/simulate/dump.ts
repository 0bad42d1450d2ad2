// Owns: the waves of a simulation as a VCD file, written as it runs.
import type { Decls } from '../dsl/index.ts'
import { snake } from '../dsl/names.ts'
import type { Sim } from '../simulate.ts'
import { recordVcd, type WaveOptions } from '../waves/recorder.ts'

/**
 * Writes every signal in each cycle from now on, resets included; call the function that is returned when the run is over. Pieces are small: gather them
 * before they go to a disk. `coverage` values are left out.
 *
 *     let vcd = ''
 *     const finish = dumpVcd(sim, text => { vcd += text })
 *     sim.step(100)
 *     finish()
 */
export function dumpVcd<P extends Decls>(sim: Sim<P>, write: (text: string) => void, options: WaveOptions = {}): () => void {
  const recorder = recordVcd(sim.raw, write, { top: snake(sim.module.name), signals: s => !sim.isCoverage(s.path), ...options })
  const stop = sim.onCycle(rising => recorder.sample(rising))
  return () => {
    stop()
    recorder.finish()
  }
}
