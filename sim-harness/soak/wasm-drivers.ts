// Owns: drivers for soak programs on the Wasm engine: one simulator for each set of parameters, and which micro-operations were executed.
import { unitMicrocode } from '../../coprocessor/microcode/words.ts'
import { oracleUnit } from '../../coprocessor/unit/oracle-unit.ts'
import { elaborate } from '../../rtl-gen/dsl/index.ts'
import type { Design } from '../../rtl-gen/ir/index.ts'
import type { Simulator, Snapshot } from '../../rtl-gen/sim/index.ts'
import type { Parameters } from '../../coprocessor/parameters.ts'
import { UnitDriver } from '../driver/unit-driver.ts'
import { openWasm, type CycleHook, type WasmEngine } from '../engines/wasm/wasm-engine.ts'
import { memoryProfile } from '../memory/memory-port.ts'
import { noStalls, randomStalls } from '../transport/clock.ts'
import type { SoakDriverFactory } from './run-program.ts'

export interface SoakDrivers {
  readonly create: SoakDriverFactory
  /** How often each micro-operation was executed, by address. */
  readonly executed: readonly number[]
}

interface Known { readonly engine: WasmEngine; readonly fresh: Snapshot }
const freshly = (engine: WasmEngine): Known => ({ engine, fresh: engine.simulator.snapshot() })
const textOf = (p: Parameters): string => JSON.stringify(p, (_, v: unknown) => (typeof v === 'bigint' ? String(v) : v))

/** @param unit what is simulated; a test gives a unit with a planted fault */
export function wasmDrivers(unit: (p: Parameters) => Design = (p) => elaborate(oracleUnit(p))): SoakDrivers {
  const engines = new Map<string, Known>()
  const executed = unitMicrocode().operations.map(() => 0)
  const hook = (simulator: Simulator): CycleHook => {
    const valid = simulator.port('sequencer.valid')
    const pc = simulator.port('sequencer.pc')
    // What is done now was fetched in the cycle before.
    let fetched = 0
    return {
      cycle: () => {
        if (valid.get() === 1) executed[fetched]! += 1
        fetched = pc.get()
      },
      close: () => undefined,
    }
  }
  return {
    executed,
    create: async ({ parameters, peer, observer, profile, memory, stalls }) => {
      const key = textOf(parameters)
      const known = engines.get(key) ?? freshly(openWasm(unit(parameters), hook))
      engines.set(key, known)
      const { engine } = known
      // As after power-up: memories too, which a reset leaves alone.
      engine.simulator.restore(known.fresh)
      engine.reset(1)
      return new UnitDriver({
        engine, parameters, peer, observer, ownsEngine: false, memory: memoryProfile(profile ?? (memory === 0 ? 'ideal' : 'random'), memory), stalls: stalls === 0 ? noStalls : randomStalls(stalls),
      })
    },
  }
}
