// Owns: the engine on Icarus: a bench that is compiled for each run, requests as lines of text.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolders } from '../../make-folders.ts'
import { RowJoiner, everyChange, type Engine, type Row, type RunResult, type Watch } from '../engine.ts'
import { getField, setField, type PortLayout } from '../layout.ts'
import { SimulatorProcess } from '../simulator-process.ts'
import { runTool } from '../tool.ts'
import type { SourceFile } from '../verilator/build.ts'
import { engineBench, engineBenchName, placesOf, replyMark, requests, type Place } from './engine-bench.ts'
import { icarusPackages } from './play.ts'

export interface IcarusOptions {
  readonly layout: PortLayout
  /** Emitted Verilog, one module a file. */
  readonly files: readonly SourceFile[]
  /** Made if it is not there; a folder in it lives as long as the engine. */
  readonly buildDir: string
  /** Waves as VCD. */
  readonly wavesFile?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** Out of reset when it resolves. Some hundred cycles of the unit a second. @throws HarnessError SIM1001, SIM1002, SIM3005; EngineFailure if it does not start */
export async function openIcarus({ layout, files, buildDir, wavesFile, signal }: IcarusOptions): Promise<IcarusEngine> {
  makeFolders(buildDir)
  const work = await mkdtemp(join(buildDir, 'icarus-'))
  try {
    await Promise.all([writeFile(join(work, 'bench.sv'), engineBench(layout)), ...files.map((f) => writeFile(join(work, f.name), f.text))])
    await runTool({ name: 'iverilog', args: ['-g2012', '-s', engineBenchName(layout), '-o', 'sim.vvp', 'bench.sv', ...files.map((f) => f.name)], cwd: work, signal, packages: icarusPackages })
    const engine = new IcarusEngine(layout, work, wavesFile)
    await engine.started
    return engine
  } catch (error) {
    await rm(work, { recursive: true, force: true, maxRetries: 3 })
    throw error
  }
}

/** Cycles in one request: a simulator whose harness was killed hears of it after so many. */
const mostAtOnce = 4096

export class IcarusEngine implements Engine {
  readonly name = 'icarus'
  readonly layout: PortLayout
  readonly started: Promise<unknown>
  readonly #work: string
  readonly #process: SimulatorProcess<RunResult & { readonly stopped: boolean }>
  readonly #inputs: readonly Place[]
  readonly #outputs: readonly Place[]
  readonly #frame: Uint32Array
  #rest = ''

  /** @param work the folder with `sim.vvp`, removed at the end */
  constructor(layout: PortLayout, work: string, wavesFile: string | undefined) {
    this.layout = layout
    this.#work = work
    this.#inputs = placesOf(layout.inputs).places
    this.#outputs = placesOf(layout.outputs).places
    this.#frame = new Uint32Array(layout.outputWords)
    this.#process = new SimulatorProcess({
      detached: true, binary: 'vvp', args: ['-n', join(work, 'sim.vvp'), ...(wavesFile === undefined ? [] : [`+waves=${wavesFile}`])],
      take: (chunk) => { this.#take(chunk.toString('latin1')) },
    })
    this.started = this.#process.reply()
  }

  get pid(): number | undefined { return this.#process.pid }

  async run(inputs: Uint32Array, maxCycles: number, watch?: Watch): Promise<RunResult> {
    if (watch?.record) throw new RangeError('the icarus engine keeps no cycles')
    const none = new Uint32Array(this.layout.outputWords)
    const masks = [watch?.changed ?? none, watch?.high ?? none].map((mask) => hexOf(mask, this.#outputs))
    const vectors = `${masks.join(' ')} ${hexOf(inputs, this.#inputs)}`
    for (let cycles = 0; ;) {
      const ran = await this.#process.ask(`${requests.run} ${Math.min(mostAtOnce, maxCycles - cycles)} ${vectors}\n`)
      this.#process.cycles += ran.cycles
      cycles += ran.cycles
      if (ran.stopped || cycles === maxCycles) return { cycles, outputs: ran.outputs }
    }
  }

  async play(rows: readonly Row[]): Promise<Row[]> {
    const joiner = new RowJoiner(), watch = everyChange(this.layout)
    let before = new Uint32Array(0)
    for (const { cycles, frame } of rows) {
      for (let left = cycles; left > 0;) {
        const ran = await this.run(frame, left, watch)
        if (ran.cycles > 1) joiner.add(ran.cycles - 1, before)
        joiner.add(1, ran.outputs)
        before = ran.outputs.slice()
        left -= ran.cycles
      }
    }
    return joiner.rows
  }

  async reset(cycles: number): Promise<void> {
    await this.#process.ask(`${requests.reset} ${cycles}\n`)
    this.#process.cycles = 0
  }

  async close(): Promise<void> {
    await this.#process.close()
    await rm(this.#work, { recursive: true, force: true, maxRetries: 3 })
  }

  #take(text: string): void {
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop()!
    for (const line of lines) this.#line(line)
  }

  #line(line: string): void {
    const [mark, cycles, stopped, bits] = line.trim().split(/ +/)
    if (mark !== replyMark) this.#process.say(`${line}\n`)
    else if (cycles === 'end') this.#process.cycles = Number(stopped)
    else {
      for (const { field, low } of this.#outputs) {
        const to = bits!.length - low
        setField(this.#frame, field, BigInt(`0b${bits!.slice(Math.max(0, to - field.width), Math.max(0, to)) || '0'}`))
      }
      this.#process.answer({ cycles: Number(cycles), stopped: stopped === '1', outputs: this.#frame })
    }
  }
}

/** The vector of all ports that a frame fills, in hex. */
function hexOf(frame: Uint32Array, places: readonly Place[]): string {
  let bits = 0n
  for (const { field, low } of places) bits |= BigInt.asUintN(field.width, getField(frame, field)) << BigInt(low)
  return bits.toString(16)
}
