// Owns: the measurement of clock cycles: how fast symbols leave and arrive on a memory that always hits and a link that is always ready.
import type { Parameters } from '../../coprocessor/parameters.ts'
import { decodeFrame, type Beat } from '../../coprocessor/link/codec.ts'
import { BridgeHost } from '../../sim-harness/bridge/host.ts'
import { parseScript, scriptOracle } from '../../sim-harness/bridge/oracles/script.ts'
import { boot, must, openSegment } from '../../sim-harness/driver/boot.ts'
import { UnitDriver } from '../../sim-harness/driver/unit-driver.ts'
import type { Engine, Row } from '../../sim-harness/engines/engine.ts'
import type { CycleEvents } from '../../sim-harness/port-events.ts'
import { RunRecorder } from '../../sim-harness/trace/recorder.ts'

export interface Traffic {
  /** Clock cycles from the acceptance of `oenter` to the first beat of its query. */
  readonly enterToQuery: number
  /** Clock cycles per history symbol, from the first query beat to the last. */
  readonly out: number
  /** Clock cycles per answer symbol, from the first answer beat to the interrupt. */
  readonly in: number
  readonly cycles: number
  /** Everything that went into the ports meanwhile; absent if it was not recorded. */
  readonly stimulus: readonly Row[]
}

/** One query of `symbols` bytes, answered by as many, on an engine that is reset first. Recording costs a simulator more stops. */
export async function measureTraffic(engine: Engine, parameters: Parameters, symbols: number, record: boolean): Promise<Traffic> {
  await engine.reset(1)
  const recorder = new RunRecorder()
  const seen = { query: [] as number[], answer: [] as number[], interrupt: 0 }
  const frames = { toHost: { beats: [] as Beat[], began: 0 }, fromHost: { beats: [] as Beat[], began: 0 } }
  const beat = (direction: 'toHost' | 'fromHost', cycle: number, b: Beat, kind: string, cycles: number[]): void => {
    const f = frames[direction]
    // A first beat may leave ahead of the rest.
    if (f.beats.length === 0) f.began = cycle
    f.beats.push(b)
    if (!b.last) return
    const frame = decodeFrame(f.beats)
    if (typeof frame !== 'string' && frame.kind.name === kind) cycles.push(f.began, cycle)
    f.beats.length = 0
  }
  const onEvents = (e: CycleEvents): void => {
    if (e.toHost) beat('toHost', e.cycle, e.toHost, 'query', seen.query)
    if (e.fromHost) beat('fromHost', e.cycle, e.fromHost, 'answer', seen.answer)
    if (e.interrupt && seen.answer.length > 0) seen.interrupt ||= e.cycle
  }
  const oracle = scriptOracle(parseScript(JSON.stringify({ text: 'a'.repeat(symbols - 1), yield: true })))
  const unit = new UnitDriver({ engine, parameters, peer: new BridgeHost({ oracle, session: 1 }), onEvents, ownsEngine: false, ...(record ? { onStretch: recorder.stretch } : {}) })
  try {
    await boot(unit)
    await openSegment(unit, { slot: 0, base: parameters.cacheableLow, length: 4 * symbols, history: new Uint8Array(symbols).fill(0x62) })
    const enter = unit.issue('oenter', 0n, 0n)
    await unit.wait(enter)
    await must(unit, 'otrap', 0n)
    return {
      enterToQuery: seen.query[0]! - enter.accepted!,
      out: (seen.query.at(-1)! + 1 - seen.query[0]!) / symbols,
      in: (seen.interrupt + 1 - seen.answer[0]!) / symbols,
      cycles: unit.cycle,
      stimulus: recorder.stimulus,
    }
  } finally {
    await unit.close()
  }
}
