// Owns: a run as it was at the ports: all inputs, all outputs, cycle by cycle.
import { RowJoiner, type Row } from '../engines/engine.ts'

/** Give its `stretch` to a driver as `onStretch`. The stimulus replays the run on any engine; the trace is what the outputs were. */
export class RunRecorder {
  private readonly inputRows = new RowJoiner()
  private readonly outputRows = new RowJoiner()

  readonly stretch = (cycles: number, inputs: Uint32Array, before: Uint32Array, outputs: Uint32Array): void => {
    this.inputRows.add(cycles, inputs)
    if (cycles > 1) this.outputRows.add(cycles - 1, before)
    this.outputRows.add(1, outputs)
  }

  get stimulus(): readonly Row[] { return this.inputRows.rows }
  get trace(): readonly Row[] { return this.outputRows.rows }
}
