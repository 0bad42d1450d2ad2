// Owns: the first example that runs: the counter simulated, drawn, and as Verilog.
// Run: node --import ts-blank-space/register examples/language/try-counter.ts
import { pathToFileURL } from 'node:url'
import { asciiWave, elaborate, emitVerilog, simulate } from '../../rtl-gen/index.ts' // in a package of your own: from 'archnights/rtl-gen'
import { counter } from './counter.ts'

/** Holds enable high in some cycles; the wave has a column for each clock cycle, with the values as they are before its clock edge. */
export function counterWave(enable: readonly (0 | 1)[]): string {
  const sim = simulate(counter)
  sim.reset()
  const count = enable.map(on => {
    sim.poke({ enable: on }) // inputs first,
    const seen = sim.peek.count // then outputs follow at once, in the same cycle,
    sim.step() // then the clock edge: the register takes its next value
    return seen
  })
  return asciiWave([{ name: 'enable', width: 1, values: enable }, { name: 'count', width: 8, values: count }])
}

/** The Verilog of the counter: one file, because it is one module. */
export const counterVerilog = (): string => emitVerilog(elaborate(counter)).map(f => f.text).join('\n')

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log(counterWave([0, 1, 1, 0, 0, 1, 1, 0]))
  console.log(counterVerilog())
}
