// Owns: the engine inside this process: rtl-gen's WebAssembly simulator behind frames.
import type { Design } from '../../../rtl-gen/ir/index.ts'
import { compileSimulator, type Simulator } from '../../../rtl-gen/sim/index.ts'
import { RowJoiner, type Engine, type Row, type RunResult, type Watch } from '../engine.ts'
import { layoutOf, type PortField, type PortLayout } from '../layout.ts'

/** Told before each cycle's clock edge, with the inputs of that cycle in place: for waves. */
export interface CycleHook { cycle(simulator: Simulator): void; close(): void | Promise<void> }

/** Compiles the design and takes it out of reset. A failed assertion throws rtl-gen's DiagnosticError RTL6004. */
export function openWasm(design: Design, hook?: (simulator: Simulator) => CycleHook): WasmEngine {
  return new WasmEngine(layoutOf(design), compileSimulator(design), hook)
}

export class WasmEngine implements Engine {
  readonly name = 'wasm'
  readonly layout: PortLayout
  readonly simulator: Simulator
  private readonly hook: CycleHook | undefined
  /** For each word of a frame, its place in the simulator's memory. */
  private readonly inputWords: Uint32Array
  private readonly outputWords: Uint32Array
  private readonly outputs: Uint32Array
  private havePrevious = false

  constructor(layout: PortLayout, simulator: Simulator, hook?: (simulator: Simulator) => CycleHook) {
    this.layout = layout
    this.simulator = simulator
    const places = (fields: readonly PortField[]): Uint32Array =>
      Uint32Array.from(fields.flatMap((f) => Array.from({ length: f.words }, (_, i) => simulator.port(f.path).index + i)))
    this.inputWords = places(layout.inputs)
    this.outputWords = places(layout.outputs)
    this.outputs = new Uint32Array(layout.outputWords)
    this.hook = hook?.(simulator)
    this.reset(1)
  }

  run(inputs: Uint32Array, maxCycles: number, watch?: Watch): RunResult {
    if (watch?.record) throw new RangeError('the wasm engine keeps no cycles: watch them, or use the verilator engine')
    const { simulator, outputs } = this
    this.setInputs(inputs)
    if (!watch && !this.hook) {
      simulator.step(maxCycles)
      this.sample()
      return { cycles: maxCycles, outputs }
    }
    const first = watch !== undefined && !this.havePrevious && watch.changed.some((w) => w !== 0)
    for (let cycles = 1; ; cycles++) {
      this.hook?.cycle(simulator)
      simulator.step(1)
      const stop = watch ? this.sampleAndWatch(watch.changed, watch.high) : this.sample()
      if (stop || first || cycles === maxCycles) return { cycles, outputs }
    }
  }

  play(rows: readonly Row[]): Promise<Row[]> {
    const joiner = new RowJoiner()
    for (const row of rows) {
      this.setInputs(row.frame)
      for (let n = 0; n < row.cycles; n++) {
        this.hook?.cycle(this.simulator)
        this.simulator.step(1)
        this.sample()
        joiner.add(1, this.outputs)
      }
    }
    return Promise.resolve(joiner.rows)
  }

  reset(cycles: number): void {
    this.setInputs(new Uint32Array(this.layout.inputWords))
    const { simulator, layout } = this
    if (layout.reset !== undefined) {
      simulator.poke(layout.reset, 1)
      for (let n = 0; n < cycles; n++) {
        this.hook?.cycle(simulator)
        simulator.step(1)
      }
      simulator.poke(layout.reset, 0)
    }
    this.havePrevious = false
  }

  peek(path: string): bigint { return this.simulator.peek(path) }

  async close(): Promise<void> { await this.hook?.close() }

  private setInputs(frame: Uint32Array): void {
    const { words } = this.simulator, places = this.inputWords
    for (let i = 0; i < places.length; i++) words[places[i]!] = frame[i]!
  }

  private sample(): false {
    const { words } = this.simulator, { outputs, outputWords: places } = this
    for (let i = 0; i < places.length; i++) outputs[i] = words[places[i]!]!
    this.havePrevious = true
    return false
  }

  /** Samples; whether a watched bit changed since the cycle before or is 1. */
  private sampleAndWatch(changed: Uint32Array, high: Uint32Array): boolean {
    const { words } = this.simulator, { outputs, outputWords: places } = this
    let stop = 0
    for (let i = 0; i < places.length; i++) {
      const value = words[places[i]!]!
      stop |= (value & high[i]!) | ((value ^ outputs[i]!) & changed[i]!)
      outputs[i] = value
    }
    const had = this.havePrevious
    this.havePrevious = true
    if (had) return stop !== 0
    // Nothing to compare with: only what is 1 counts.
    for (let i = 0; i < outputs.length; i++) if ((outputs[i]! & high[i]!) !== 0) return true
    return false
  }
}
