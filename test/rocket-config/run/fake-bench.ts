// Owns: an engine with the ports of the Rocket bench whose outputs a test says cycle by cycle. It keeps and stops as the engine's contract says.
import { unitFiles } from '../../../coprocessor/output/unit-files.ts'
import { parameters, type Parameters } from '../../../coprocessor/parameters.ts'
import { benchLayout, benchPorts } from '../../../rocket-config/bench/ports.ts'
import type { ProgramImage } from '../../../rocket-config/program/image.ts'
import { mostRecorded, type Engine, type RecordedCycle, type Row, type RunResult, type Watch } from '../../../sim-harness/engines/engine.ts'
import { getField, setField, type PortField, type PortLayout } from '../../../sim-harness/engines/layout.ts'
import { EngineFailure } from '../../../sim-harness/errors.ts'

export type Levels = Readonly<Record<string, bigint | number | boolean>>
/** The outputs of a cycle that are not 0, or a failure of the simulator in that cycle. */
export type Behaviour = (cycle: number, input: (name: string) => bigint) => Levels | EngineFailure

export const benchOf = (p: Parameters): PortLayout => benchLayout(benchPorts(unitFiles(p).metadata.ports))
const layout = benchOf(parameters())

export class FakeBench implements Engine {
  readonly name = 'fake'
  readonly records = true
  readonly layout = layout
  closed = 0
  calls = 0
  cycle = 0
  private readonly behaviour: Behaviour
  private readonly fields = new Map(layout.outputs.map((f): [string, PortField] => [f.name, f]))
  private readonly inputFields = new Map(layout.inputs.map((f): [string, PortField] => [f.name, f]))
  private previous: Uint32Array | undefined
  private retired = 0
  private failure: EngineFailure | undefined

  constructor(behaviour: Behaviour) { this.behaviour = behaviour }

  run(inputs: Uint32Array, maxCycles: number, watch?: Watch): Promise<RunResult> {
    if (this.failure) return Promise.reject(this.failure)
    this.calls++
    const recorded: RecordedCycle[] = []
    for (let cycles = 1; ; cycles++) {
      const said = this.behaviour(this.cycle, (name) => getField(inputs, this.inputFields.get(name)!))
      if (said instanceof EngineFailure) {
        this.failure = new EngineFailure(said.message, said.completeCycles, { said: said.said, recorded, ...(said.stop ? { stop: said.stop } : {}) })
        return Promise.reject(this.failure)
      }
      const outputs = this.frame({ hart_retired: this.retired, ...said }), before = this.previous
      if (said['hart_retire_valid']) this.retired++
      const matches = (changed: Uint32Array, high: Uint32Array): boolean => outputs.some((w, i) => (w & high[i]!) !== 0 || (before ? (w ^ before[i]!) & changed[i]! : changed[i]!) !== 0)
      this.previous = outputs
      this.cycle++
      if (watch?.record && matches(watch.record.changed, watch.record.high)) recorded.push({ offset: cycles - 1, outputs })
      if (cycles === maxCycles || recorded.length === mostRecorded || (watch && matches(watch.changed, watch.high))) return Promise.resolve({ cycles, outputs, ...(watch?.record ? { recorded } : {}) })
    }
  }

  play(): Promise<Row[]> { return Promise.reject(new Error('not played')) }
  reset(): void { this.cycle = 0 }
  close(): Promise<void> {
    this.closed++
    return Promise.resolve()
  }

  private frame(levels: Levels): Uint32Array {
    const frame = new Uint32Array(layout.outputWords)
    for (const [name, value] of Object.entries(levels)) setField(frame, this.fields.get(name)!, BigInt(value))
    return frame
  }
}

/** An instruction that retires. */
export const retire = (pc: number, insn = 0x13): Levels => ({ hart_retire_valid: 1, hart_retire_pc: pc, hart_retire_insn: insn })
/** A trap that the hart takes. */
export const trap = (epc: number, cause: number, more: { interrupt?: boolean; value?: number } = {}): Levels =>
  ({ hart_trap_valid: 1, hart_trap_pc: epc, hart_trap_cause: more.interrupt ? 1n << 63n | BigInt(cause) : cause, hart_trap_interrupt: more.interrupt ?? false, hart_trap_value: more.value ?? 0 })
export const exit = (code: number): Levels => ({ exit_valid: 1, exit_code: code })

export const image: ProgramImage = {
  entry: 0x8000_0000n, segments: [{ address: 0x8000_0000n, bytes: new Uint8Array(0x400), size: 0x1000n }], float: 'none',
  symbols: new Map([['_start', 0x8000_0000n], ['main', 0x8000_0100n], ['handler', 0x8000_0200n]]),
}
