// Owns: the parts of a `run`, put together: unit, engine, Oracle, recorders; and that every one of them is closed again, whatever happens.
import { createHash } from 'node:crypto'
import { elaborate } from '../rtl-gen/dsl/index.ts'
import { parameters } from '../coprocessor/parameters.ts'
import { parameterHash } from '../coprocessor/parameter-hash.ts'
import { oracleUnit } from '../coprocessor/unit/oracle-unit.ts'
import { BridgeHost, type HostNote } from '../sim-harness/bridge/host.ts'
import { TaskMeter, type TaskMetrics } from '../sim-harness/bridge/metrics/task-meter.ts'
import { recordingText } from '../sim-harness/bridge/record/format.ts'
import { recordedFrames } from '../sim-harness/bridge/record/from-log.ts'
import { openOracle } from '../sim-harness/bridge/oracles/index.ts'
import type { EngineName } from '../sim-harness/engines/engine-names.ts'
import { VerilatorEngine } from '../sim-harness/engines/verilator/verilator-engine.ts'
import { runTurns, type RunSummary, type TurnsResult } from '../sim-harness/driver/run-turns.ts'
import { UnitDriver } from '../sim-harness/driver/unit-driver.ts'
import { Timeline } from '../sim-harness/trace/timeline.ts'
import { RunSaver } from '../sim-harness/view/run-saver.ts'
import { engineFor } from './open-engine.ts'
import { version } from './version.ts'
import type { PendingFile } from './write.ts'

export interface HistoryRun {
  readonly history: Uint8Array
  readonly then: readonly Uint8Array[]
  readonly oracle: string
  /** For a server as Oracle. */
  readonly server: { readonly model?: string; readonly keyEnv?: string; readonly config?: string }
  readonly engine: EngineName
  readonly budget: bigint
  readonly room: number
  readonly vcd: PendingFile | undefined
  readonly trace: PendingFile | undefined
  readonly record: PendingFile | undefined
  /** For `archnights view`. */
  readonly save: PendingFile | undefined
  /** What the verilator engine reached. */
  readonly coverageFile?: string | undefined
  readonly signal: AbortSignal
  /** Told what goes on. */
  readonly progress: (text: string) => void
}

/**
 * `said`: what the Oracle or the host said about a fault or a reject; people want to know, the unit never does. `simulator`: the binary that ran, of an engine that has one.
 * `json` has what each task cost, too.
 */
export interface HistoryResult extends TurnsResult {
  readonly json: RunSummary & { readonly metrics: readonly TaskMetrics[] }
  readonly said: string | undefined
  readonly simulator: string | undefined
}

/**
 * Runs it on a unit with the default parameters.
 * @throws HarnessError, BridgeError, CliError for everything that its input or this machine can do wrong
 */
export async function runHistory(run: HistoryRun): Promise<HistoryResult> {
  run.progress(`opening the Oracle ${run.oracle}`)
  const oracle = await openOracle(run.oracle, {
    progress: run.progress,
    server: { ...run.server, log: run.progress, arrived: (slot, units) => run.progress(`slot ${slot}: answering, ${units} characters`) },
  })
  let unit: UnitDriver | undefined
  try {
    const p = parameters()
    run.progress('building the simulator')
    const engine = await engineFor(elaborate(oracleUnit(p)), { ...run, name: run.engine })
    const timeline = run.trace && new Timeline()
    const saver = run.save && new RunSaver()
    const said: HostNote[] = []
    const meter = new TaskMeter()
    const peer = new BridgeHost({ oracle, session: 1, meter, report: (note) => { if (note.kind === 'fault' || note.kind === 'reject') said.push(note) } })
    unit = new UnitDriver({ engine, parameters: p, peer, signal: run.signal, ...(timeline ? { onEvents: timeline.observe } : {}), ...(saver ? { onStretch: saver.stretch } : {}) })
    const result = await runTurns(unit, {
      history: run.history, then: run.then, budget: run.budget, room: run.room, oracle: run.oracle, version: version(),
      progress: (turn, done) => run.progress(done ? `turn ${turn + 1}: trap ${done.trap.cause}` : `turn ${turn + 1} of at most ${run.then.length + 1}: in O-mode`),
    })
    if (timeline) run.trace?.write(timeline.json())
    if (run.record) {
      const head = {
        version: version(), engine: run.engine, oracle: run.oracle, parameters: `0x${parameterHash(p).toString(16)}`,
        history: createHash('sha256').update(run.history).digest('hex'), hints: oracle.hint !== undefined,
      }
      const { log, unfinished, cycle } = unit
      run.record.write(recordingText({ head, frames: recordedFrames([...log, ...(unfinished ? [unfinished] : [])], said), cycles: cycle }))
    }
    const ended = { ...result, json: { ...result.json, metrics: meter.tasks() }, said: said.at(-1)?.message, simulator: engine instanceof VerilatorEngine ? engine.binary : undefined }
    if (saver) run.save?.write(saver.file(ended, p, engine.layout))
    return ended
  } finally {
    await unit?.close()
    await oracle.dispose()
  }
}
