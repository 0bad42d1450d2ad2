// Owns: the engine on a verilated simulator: messages out, replies in.
import { RowJoiner, type Engine, type RecordedCycle, type Recording, type Row, type RunResult, type Watch } from '../engine.ts'
import type { PortLayout } from '../layout.ts'
import { SimulatorProcess } from '../simulator-process.ts'
import { coverageOption, message, operations, replies, ReplyReader, wavesOption, type Reply } from './protocol.ts'

/** Rows in one message: bounds what either side holds. */
const rowsAtOnce = 4096

export interface VerilatorProcess {
  readonly layout: PortLayout
  /** From `buildVerilator` with the same layout. */
  readonly binary: string
  /** The binary must have been built with `waves`, whose form it has. */
  readonly wavesFile?: string | undefined
  /** What was reached is written there when it is closed or ends itself; the binary must have been built with `coverage`. */
  readonly coverageFile?: string | undefined
  /** More arguments for the simulator's process: plusargs of the design. */
  readonly args?: readonly string[] | undefined
}

/** Starts a simulator; it is out of reset when this resolves. @throws EngineFailure if it does not start */
export async function openVerilator(given: VerilatorProcess): Promise<VerilatorEngine> {
  const engine = new VerilatorEngine(given)
  await engine.started
  return engine
}

export class VerilatorEngine implements Engine {
  readonly name = 'verilator'
  readonly records = true
  /** Its simulator. */
  readonly binary: string
  readonly layout: PortLayout
  readonly started: Promise<unknown>
  readonly #process: SimulatorProcess<Reply>
  readonly #reader = new ReplyReader()
  readonly #request: Uint32Array
  readonly #recordRequest: Uint32Array

  constructor({ layout, binary, wavesFile, coverageFile, args = [] }: VerilatorProcess) {
    this.layout = layout
    this.binary = binary
    this.#request = new Uint32Array(2 + 2 * layout.outputWords + layout.inputWords)
    this.#recordRequest = new Uint32Array(this.#request.length + 2 * layout.outputWords)
    this.#process = new SimulatorProcess({
      binary, args: [...(wavesFile === undefined ? [] : [wavesOption, wavesFile]), ...(coverageFile === undefined ? [] : [coverageOption, coverageFile]), ...args],
      take: (chunk) => {
        this.#reader.add(chunk)
        for (let reply = this.#reader.next(); reply; reply = this.#reader.next()) this.#take(reply)
      },
    })
    this.started = this.#process.reply()
  }

  /** The process, for tests that end it. */
  get pid(): number | undefined { return this.#process.pid }

  async run(inputs: Uint32Array, maxCycles: number, watch?: Watch): Promise<RunResult> {
    const { layout } = this, n = layout.outputWords, record = watch?.record
    const request = record ? this.#recordRequest : this.#request
    request[0] = record ? operations.record : operations.run
    request[1] = maxCycles
    if (watch) {
      request.set(watch.changed, 2)
      request.set(watch.high, 2 + n)
    } else request.fill(0, 2, 2 + 2 * n)
    request.set(inputs, 2 + 2 * n)
    if (record) setMasks(request, 2 + 2 * n + layout.inputWords, record)
    const { body } = await this.#ask(request)
    this.#process.cycles += body[0]!
    return { cycles: body[0]!, outputs: body.subarray(1, 1 + n), ...(record ? { recorded: rowsIn(body, 1 + n, n) } : {}) }
  }

  async play(rows: readonly Row[]): Promise<Row[]> {
    const joiner = new RowJoiner(), width = 1 + this.layout.inputWords, step = 1 + this.layout.outputWords
    for (let at = 0; at < rows.length; at += rowsAtOnce) {
      const part = rows.slice(at, at + rowsAtOnce)
      const words = new Uint32Array(1 + part.length * width)
      words[0] = operations.play
      part.forEach((row, i) => {
        words[1 + i * width] = row.cycles
        words.set(row.frame, 2 + i * width)
      })
      const { body } = await this.#ask(words)
      for (let i = 0; i < body.length; i += step) joiner.add(body[i]!, body.subarray(i + 1, i + step))
      this.#process.cycles += part.reduce((n, row) => n + row.cycles, 0)
    }
    return joiner.rows
  }

  async reset(cycles: number): Promise<void> {
    await this.#ask(Uint32Array.of(operations.reset, cycles))
    this.#process.cycles = 0
  }

  close(): Promise<void> { return this.#process.close(message(Uint32Array.of(operations.quit))) }

  #ask(words: Uint32Array): Promise<Reply> { return this.#process.ask(message(words)) }

  #take(reply: Reply): void {
    if (reply.kind !== replies.failed) return this.#process.answer(reply)
    const { body } = reply, what = textAt(body, 3), fileAt = afterText(body, 3), file = textAt(body, fileAt)
    this.#process.cycles = body[0]! + body[1]! * 2 ** 32
    this.#process.stopped = { what, file, line: body[2]! }
    this.#process.kept = rowsIn(body, afterText(body, fileAt), this.layout.outputWords)
  }
}

function setMasks(request: Uint32Array, at: number, { changed, high }: Recording): void {
  request.set(changed, at)
  request.set(high, at + changed.length)
}

function rowsIn(body: Uint32Array, from: number, width: number): RecordedCycle[] {
  const rows: RecordedCycle[] = []
  for (let at = from; at < body.length; at += 1 + width) rows.push({ offset: body[at]!, outputs: body.subarray(at + 1, at + 1 + width) })
  return rows
}

/** A text of a reply: its bytes are counted in the word before it. */
const afterText = (body: Uint32Array, at: number): number => at + 1 + Math.ceil(body[at]! / 4)
const textAt = (body: Uint32Array, at: number): string => Buffer.from(body.buffer, body.byteOffset + 4 * (at + 1), body[at]).toString()
