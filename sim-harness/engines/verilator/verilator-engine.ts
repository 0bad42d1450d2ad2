// Owns: the engine whose simulator is a child process: messages out, replies in, and what happens when it dies.
import { execa } from 'execa'
import { EngineFailure, type DesignStop } from '../../errors.ts'
import { RowJoiner, type Engine, type RecordedCycle, type Recording, type Row, type RunResult, type Watch } from '../engine.ts'
import type { PortLayout } from '../layout.ts'
import { message, operations, replies, ReplyReader, wavesOption, type Reply } from './protocol.ts'

/** Rows in one message: bounds what either side holds. */
const rowsAtOnce = 4096

export interface VerilatorProcess {
  readonly layout: PortLayout
  /** From `buildVerilator` with the same layout. */
  readonly binary: string
  /** The binary must have been built with `waves`, whose form it has. */
  readonly wavesFile?: string | undefined
  /** More arguments for the simulator's process: plusargs of the design. */
  readonly args?: readonly string[] | undefined
}

/** Starts a simulator; it is out of reset when this resolves. @throws EngineFailure if it does not start */
export async function openVerilator(given: VerilatorProcess): Promise<VerilatorEngine> {
  const engine = new VerilatorEngine(given)
  await engine.started
  return engine
}

const start = (binary: string, args: readonly string[]) =>
  execa(binary, args, { buffer: false, encoding: 'buffer', reject: false, stdin: 'pipe', cleanup: true })

export class VerilatorEngine implements Engine {
  readonly name = 'verilator'
  readonly records = true
  readonly layout: PortLayout
  readonly started: Promise<unknown>
  private readonly ended: Promise<void>
  private readonly child: ReturnType<typeof start>
  private readonly reader = new ReplyReader()
  private readonly request: Uint32Array
  private readonly recordRequest: Uint32Array
  private waiting: { resolve: (reply: Reply) => void; reject: (error: Error) => void } | undefined
  private failure: EngineFailure | undefined
  private closing = false
  private cycles = 0
  private words = ''
  /** The design stopped itself; the process is about to end. */
  private stopped: DesignStop | undefined
  private kept: readonly RecordedCycle[] = []

  constructor({ layout, binary, wavesFile, args = [] }: VerilatorProcess) {
    this.layout = layout
    this.request = new Uint32Array(2 + 2 * layout.outputWords + layout.inputWords)
    this.recordRequest = new Uint32Array(this.request.length + 2 * layout.outputWords)
    this.child = start(binary, [...(wavesFile === undefined ? [] : [wavesOption, wavesFile]), ...args])
    this.child.stdout.on('data', (chunk: Buffer) => {
      this.reader.add(chunk)
      for (let reply = this.reader.next(); reply; reply = this.reader.next()) this.take(reply)
    })
    this.child.stderr.on('data', (chunk: Buffer) => { this.words = (this.words + chunk.toString()).slice(-2000) })
    // A write to a process that died is reported by its end, below.
    this.child.stdin.on('error', () => undefined)
    // Its last words may come after it is gone.
    const silent = Promise.all([this.child.stdout, this.child.stderr].map((stream) => new Promise((resolve) => { stream.once('close', resolve) })))
    this.ended = this.child.then(async (end) => {
      if (end.exitCode !== undefined || end.signal) await silent
      const why = end.signal ? `was ended by ${end.signal}` : end.exitCode === undefined ? `could not be started: ${end.shortMessage ?? ''}` : `ended with exit code ${end.exitCode}`
      if (this.stopped) this.die(`the design stopped itself: ${this.stopped.what} at ${this.stopped.file}:${this.stopped.line}`)
      else this.die(`the simulator ${why}`)
    })
    this.started = this.reply()
  }

  async run(inputs: Uint32Array, maxCycles: number, watch?: Watch): Promise<RunResult> {
    const { layout } = this, n = layout.outputWords, record = watch?.record
    const request = record ? this.recordRequest : this.request
    request[0] = record ? operations.record : operations.run
    request[1] = maxCycles
    if (watch) {
      request.set(watch.changed, 2)
      request.set(watch.high, 2 + n)
    } else request.fill(0, 2, 2 + 2 * n)
    request.set(inputs, 2 + 2 * n)
    if (record) setMasks(request, 2 + 2 * n + layout.inputWords, record)
    const { body } = await this.ask(request)
    this.cycles += body[0]!
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
      const { body } = await this.ask(words)
      for (let i = 0; i < body.length; i += step) joiner.add(body[i]!, body.subarray(i + 1, i + step))
      this.cycles += part.reduce((n, row) => n + row.cycles, 0)
    }
    return joiner.rows
  }

  async reset(cycles: number): Promise<void> {
    await this.ask(Uint32Array.of(operations.reset, cycles))
    this.cycles = 0
  }

  async close(): Promise<void> {
    if (!this.closing) {
      this.closing = true
      if (!this.failure) this.child.stdin.end(message(Uint32Array.of(operations.quit)))
    }
    await this.ended
  }

  /** The process, for tests that end it. */
  get pid(): number | undefined { return this.child.pid }

  private ask(words: Uint32Array): Promise<Reply> {
    if (this.failure) return Promise.reject(this.failure)
    if (this.closing) return Promise.reject(new EngineFailure('the simulator was closed', this.cycles))
    if (this.waiting) return Promise.reject(new RangeError('calls of one engine must not overlap'))
    this.child.stdin.write(message(words))
    return this.reply()
  }

  private reply(): Promise<Reply> {
    return new Promise((resolve, reject) => { this.waiting = { resolve, reject } })
  }

  private take(reply: Reply): void {
    if (reply.kind === replies.failed) {
      const { body } = reply, what = textAt(body, 3), fileAt = afterText(body, 3), file = textAt(body, fileAt)
      this.cycles = body[0]! + body[1]! * 2 ** 32
      this.stopped = { what, file, line: body[2]! }
      this.kept = rowsIn(body, afterText(body, fileAt), this.layout.outputWords)
      return
    }
    const waiting = this.waiting
    this.waiting = undefined
    waiting?.resolve(reply)
  }

  private die(why: string): void {
    if (!this.failure && !(this.closing && !this.waiting)) {
      const said = this.words.trim()
      this.failure = new EngineFailure(`${why}; ${this.cycles} cycles were complete${said ? `\n${said}` : ''}`, this.cycles, { said, recorded: this.kept, ...(this.stopped ? { stop: this.stopped } : {}) })
    }
    const waiting = this.waiting
    this.waiting = undefined
    if (this.failure) waiting?.reject(this.failure)
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
