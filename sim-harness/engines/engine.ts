// Owns: what a simulator is to the harness: frames of inputs in, frames of outputs out, cycle by cycle the same on every engine.
import type { PortLayout } from './layout.ts'

/** Masks over a frame of outputs. */
export interface Watch {
  /** Stop after the first cycle in which one of these bits is not what it was in the cycle before. */
  readonly changed: Uint32Array
  /** Stop after the first cycle in which one of these bits is 1. */
  readonly high: Uint32Array
  /** Keep the outputs of some cycles without a stop. Engines that cannot (`records` is not true) throw a RangeError. */
  readonly record?: Recording | undefined
}

/** Masks over a frame of outputs: a cycle is kept if one of the `changed` bits is not what it was in the cycle before (in the first after a reset: any mask), or one of the `high` bits is 1. */
export interface Recording { readonly changed: Uint32Array; readonly high: Uint32Array }

/** A run stops after the cycle that was kept as this one. */
export const mostRecorded = 4096

/** The outputs of a cycle that was kept; `offset` counts from 0, the first cycle of that run. */
export interface RecordedCycle { readonly offset: number; readonly outputs: Uint32Array }

export interface RunResult {
  /** Cycles that went by, at least 1. */
  readonly cycles: number
  /** The outputs of the last of them. The engine's own buffer: valid until its next call. */
  readonly outputs: Uint32Array
  /** What `record` kept, in the order of the cycles, at most `mostRecorded`; absent without it. The caller's to keep. */
  readonly recorded?: readonly RecordedCycle[]
}

/** `frame` held for `cycles` clock cycles. */
export interface Row { readonly cycles: number; readonly frame: Uint32Array }

/**
 * A cycle is: the inputs are set, everything settles, the outputs are sampled, then the clock rises. After `open` the design was in
 * reset for one cycle (or as many as its simulator was built for) with all inputs 0, and cycle 0 comes next. Calls must not overlap. An engine that died rejects every call with
 * an EngineFailure that names the cycles that were complete.
 */
export interface Engine {
  readonly name: string
  readonly layout: PortLayout
  /** It can keep what `Watch.record` names. */
  readonly records?: boolean
  /**
   * Holds `inputs` for up to `maxCycles` (1 .. 2^31 - 1) cycles and stops after the first one that `watch` names; without `watch` it runs
   * them all. The first cycle is compared with the last one of the call before; after a reset there is none, and any `changed` mask stops it.
   */
  run(inputs: Uint32Array, maxCycles: number, watch?: Watch): RunResult | Promise<RunResult>
  /** Whole stimuli: the outputs of every cycle, equal neighbours joined. */
  play(rows: readonly Row[]): Promise<Row[]>
  /** Reset high for `cycles` (at least 1) rising edges with all inputs 0. */
  reset(cycles: number): void | Promise<void>
  /** The value of a register or port by its path, where the engine can look inside. */
  peek?(path: string): bigint
  /** Ends it; a second time does nothing. Waves are complete when it resolves. */
  close(): Promise<void>
}

/** What the eight hex digits of a row in a file can say. */
const mostCycles = 0xffff_ffff

/** Joins rows of equal frames while they come in. Frames are copied. */
export class RowJoiner {
  readonly rows: Row[] = []

  add(cycles: number, frame: Uint32Array): void {
    const last = this.rows.at(-1)
    if (last && last.cycles + cycles <= mostCycles && sameFrame(last.frame, frame)) this.rows[this.rows.length - 1] = { cycles: last.cycles + cycles, frame: last.frame }
    else this.rows.push({ cycles, frame: frame.slice() })
  }
}

export function sameFrame(a: Uint32Array, b: Uint32Array): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

/** A watch for every change of the outputs. */
export const everyChange = (layout: PortLayout): Watch =>
  ({ changed: new Uint32Array(layout.outputWords).fill(0xffff_ffff), high: new Uint32Array(layout.outputWords) })
