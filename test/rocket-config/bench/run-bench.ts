// Owns: running machine code on the bench with the cycles in which something of interest happened.
import type { Engine } from '../../../sim-harness/engines/engine.ts'
import { fieldNamed, getField, type PortLayout } from '../../../sim-harness/engines/layout.ts'
import { memory, mmio } from '../../../rocket-config/memory-map.ts'
import { li, store, x } from './assembler.ts'

/** The end of a program: its exit code, then nothing. */
export const exitWith = (exitCode: number): number[] => [...li(x.t0, mmio.base + mmio.exit), ...li(x.t1, BigInt(exitCode)), store(2, x.t1, x.t0, 0), 0x6f]
export const programBase = memory.base

export type Values = (name: string) => bigint
export interface BenchRun {
  /** Cycles up to and with the one in which the exit code came, or the limit. */
  readonly cycles: number
  readonly exit: number | undefined
  /** At the end. */
  readonly last: Values
}

/** Runs until the program ends or for `maxCycles`. `seen` is told each cycle in which one of the outputs `when` is 1; `tready` is up all the time. */
export async function runBench(engine: Engine, when: readonly string[], seen: (cycle: number, values: Values) => void, maxCycles = 5_000_000): Promise<BenchRun> {
  const { layout } = engine, none = new Uint32Array(layout.outputWords)
  const mask = (names: readonly string[]): Uint32Array => {
    const m = none.slice()
    for (const name of names) m[fieldNamed(layout, name).word] = 1
    return m
  }
  const inputs = new Uint32Array(layout.inputWords)
  inputs[fieldNamed(layout, 'link_tx_tready').word] = 1
  const watch = { changed: none, high: mask(['exit_valid']), record: { changed: none, high: mask(when) } }
  for (let cycles = 0; ;) {
    const ran = await engine.run(inputs, maxCycles - cycles, watch)
    for (const { offset, outputs } of ran.recorded!) seen(cycles + offset, valuesOf(layout, outputs))
    cycles += ran.cycles
    const last = valuesOf(layout, ran.outputs.slice())
    if (last('exit_valid') === 1n) return { cycles, exit: Number(last('exit_code')), last }
    if (cycles >= maxCycles) return { cycles, exit: undefined, last }
  }
}

export function valuesOf(layout: PortLayout, outputs: Uint32Array): Values {
  return (name) => getField(outputs, fieldNamed(layout, name))
}
