// Owns: running a saved run again on the Wasm engine, to look inside the unit: the inputs are those of the run, and its outputs must come out.
import { oracleUnit } from '../../coprocessor/unit/oracle-unit.ts'
import { elaborate } from '../../rtl-gen/dsl/index.ts'
import type { Simulator } from '../../rtl-gen/sim/index.ts'
import type { Row } from '../engines/engine.ts'
import { openWasm, type CycleHook } from '../engines/wasm/wasm-engine.ts'
import { HarnessError } from '../errors.ts'
import { compareTraces, describeDifference } from '../trace/compare.ts'
import type { RunFile } from './run-file.ts'

/** Cycles between two looks at the signal. */
const breath = 50_000

export interface Replay {
  /** Signals of the design to be read in every cycle, by path. */
  readonly paths: readonly string[]
  /** The values of `paths` in `cycle`; the array is used again. */
  readonly cycle: (cycle: number, values: readonly number[]) => void
  /** Cycles beyond these are not run. */
  readonly most: number
  /** Waves, for example. */
  readonly hook?: ((simulator: Simulator) => CycleHook) | undefined
  readonly signal?: AbortSignal | undefined
}

/** Rows of at most `breath` cycles, `most` cycles in all. */
function* pieces(rows: readonly Row[], most: number): Generator<Row> {
  let left = most
  for (const { cycles, frame } of rows) {
    for (let rest = Math.min(cycles, left); rest > 0; rest -= breath) yield { cycles: Math.min(rest, breath), frame }
    left -= Math.min(cycles, left)
  }
}

const firstOf = (rows: readonly Row[], most: number): Row[] => [...pieces(rows, most)]

/**
 * @returns undefined if every output was what it was in the run, else the first difference in words: then what was seen inside is not what happened.
 * @throws HarnessError SIM3005 when stopped
 */
export async function replay(run: RunFile, { paths, cycle: tell, most, hook, signal }: Replay): Promise<string | undefined> {
  // The cycle of the reset comes first.
  let cycle = -1
  const values: number[] = paths.map(() => 0)
  const engine = openWasm(elaborate(oracleUnit(run.parameters)), (simulator) => {
    const { ports, settle } = simulator.watch(paths), other = hook?.(simulator)
    return {
      cycle: () => {
        other?.cycle(simulator)
        if (cycle >= 0) {
          settle()
          ports.forEach((port, i) => { values[i] = port.get() })
          tell(cycle, values)
        }
        cycle++
      },
      close: () => other?.close(),
    }
  })
  const outputs: Row[] = []
  try {
    let since = 0
    for (const piece of pieces(run.stimulus, most)) {
      outputs.push(...await engine.play([piece]))
      if ((since += piece.cycles) < breath) continue
      since = 0
      if (signal?.aborted) throw new HarnessError('SIM3005', `stopped in cycle ${cycle}`, 'start it again')
      await new Promise((resolve) => setImmediate(resolve))
    }
  } finally {
    await engine.close()
  }
  const difference = compareTraces(engine.layout, firstOf(run.trace, most), outputs)
  return difference && `${describeDifference(difference)} (in the run, and in this version's unit)`
}
