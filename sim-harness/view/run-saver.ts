// Owns: keeping a run while it runs, so that it can be looked at afterwards.
import type { Parameters } from '../../coprocessor/parameters.ts'
import type { TurnsResult } from '../driver/run-turns.ts'
import type { PortLayout } from '../engines/layout.ts'
import { RunRecorder } from '../trace/recorder.ts'
import { formatRunFile } from './run-file.ts'

/** Rows beyond these are left out: they would fill the memory of the machine that runs. A run spends most of its cycles waiting, which is few rows. */
export const mostRows = 500_000

/** Give its `stretch` to a driver as `onStretch`; `file` when the run is over. */
export class RunSaver {
  private readonly recorder = new RunRecorder()
  private readonly most: number
  private cycles = 0

  constructor(most = mostRows) { this.most = most }

  readonly stretch = (cycles: number, inputs: Uint32Array, before: Uint32Array, outputs: Uint32Array): void => {
    this.cycles += cycles
    if (this.recorder.trace.length < this.most && this.recorder.stimulus.length < this.most) this.recorder.stretch(cycles, inputs, before, outputs)
  }

  /** The bytes of the run file. */
  file(result: TurnsResult & { readonly said?: string | undefined }, parameters: Parameters, layout: PortLayout): Uint8Array {
    const { json, history, stretches, said } = result
    return formatRunFile({
      version: json.version, engine: json.engine, oracle: json.oracle, ...(said === undefined ? {} : { said }),
      cycles: this.cycles, turns: [...json.turns], stretches: [...stretches], parameters, history, stimulus: this.recorder.stimulus, trace: this.recorder.trace,
    }, layout)
  }
}
