// Owns: the parts of a `run`, put together: unit, engine, Oracle, recorders; and that every one of them is closed again, whatever happens.
import { join } from 'node:path'
import { emitVerilog } from '../rtl-gen/backends/verilog/index.ts'
import { elaborate } from '../rtl-gen/dsl/index.ts'
import type { Design } from '../rtl-gen/ir/module.ts'
import { parameters } from '../coprocessor/parameters.ts'
import { oracleUnit } from '../coprocessor/unit/oracle-unit.ts'
import { BridgeHost } from '../sim-harness/bridge/host.ts'
import { openOracle } from '../sim-harness/bridge/oracles/index.ts'
import { modelPlaces } from '../sim-harness/bridge/setup/places.ts'
import { runTurns, type TurnsResult } from '../sim-harness/driver/run-turns.ts'
import { UnitDriver } from '../sim-harness/driver/unit-driver.ts'
import type { Engine } from '../sim-harness/engines/engine.ts'
import { layoutOf } from '../sim-harness/engines/layout.ts'
import { Timeline } from '../sim-harness/trace/timeline.ts'
import { version } from './version.ts'
import type { PendingFile } from './write.ts'

export interface HistoryRun {
  readonly history: Uint8Array
  readonly then: readonly Uint8Array[]
  readonly oracle: string
  readonly engine: 'wasm' | 'verilator'
  readonly budget: bigint
  readonly room: number
  readonly vcd: PendingFile | undefined
  readonly trace: PendingFile | undefined
  readonly signal: AbortSignal
  /** Told what goes on. */
  readonly progress: (text: string) => void
}

/** `said`: what the Oracle or the host said about a fault or a reject; people want to know, the unit never does. */
export interface HistoryResult extends TurnsResult { readonly said: string | undefined }

async function openEngine(run: HistoryRun, design: Design): Promise<Engine> {
  if (run.engine === 'wasm') {
    const { openWasm } = await import('../sim-harness/engines/wasm/wasm-engine.ts')
    return openWasm(design, run.vcd && (await import('./waves.ts')).vcdHook(design, run.vcd))
  }
  const { buildVerilator } = await import('../sim-harness/engines/verilator/build.ts')
  const { openVerilator } = await import('../sim-harness/engines/verilator/verilator-engine.ts')
  const layout = layoutOf(design)
  const steps = { verilator: 'Verilator translates the unit', compile: 'g++ compiles the simulator (once for each version of the unit)' } as const
  const binary = await buildVerilator({
    layout, files: emitVerilog(design).map(({ file, text }) => ({ name: file, text })), buildDir: join(modelPlaces().cache, 'verilator'), vcd: run.vcd !== undefined,
    progress: (step) => run.progress(steps[step]), signal: run.signal,
  })
  return openVerilator({ layout, binary, vcdFile: run.vcd?.temporary })
}

/**
 * Runs it on a unit with the default parameters.
 * @throws HarnessError, BridgeError, CliError for everything that its input or this machine can do wrong
 */
export async function runHistory(run: HistoryRun): Promise<HistoryResult> {
  run.progress(`opening the Oracle ${run.oracle}`)
  const oracle = await openOracle(run.oracle, { progress: run.progress })
  let unit: UnitDriver | undefined
  try {
    const p = parameters()
    run.progress('building the simulator')
    const engine = await openEngine(run, elaborate(oracleUnit(p)))
    const timeline = run.trace && new Timeline()
    let said: string | undefined
    const peer = new BridgeHost({ oracle, session: 1, report: (note) => { if (note.kind === 'fault' || note.kind === 'reject') said = note.message } })
    unit = new UnitDriver({ engine, parameters: p, peer, signal: run.signal, ...(timeline ? { onEvents: timeline.observe } : {}) })
    const result = await runTurns(unit, {
      history: run.history, then: run.then, budget: run.budget, room: run.room, oracle: run.oracle, version: version(),
      progress: (turn, done) => run.progress(done ? `turn ${turn + 1}: trap ${done.trap.cause}` : `turn ${turn + 1} of at most ${run.then.length + 1}: in O-mode`),
    })
    if (timeline) run.trace?.write(timeline.json())
    return { ...result, said }
  } finally {
    await unit?.close()
    await oracle.dispose()
  }
}
