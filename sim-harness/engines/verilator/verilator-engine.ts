// Owns: the engine whose simulator is a child process: messages out, replies in, and what happens when it dies.
import { execa } from 'execa'
import { EngineFailure } from '../../errors.ts'
import { RowJoiner, type Engine, type Row, type RunResult, type Watch } from '../engine.ts'
import type { PortLayout } from '../layout.ts'
import { message, operations, replies, ReplyReader, type Reply } from './protocol.ts'

/** Rows in one message: bounds what either side holds. */
const rowsAtOnce = 4096

export interface VerilatorProcess {
  readonly layout: PortLayout
  /** From `buildVerilator` with the same layout. */
  readonly binary: string
  /** The binary must have been built with `vcd`. */
  readonly vcdFile?: string | undefined
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
  readonly layout: PortLayout
  readonly started: Promise<unknown>
  private readonly child: ReturnType<typeof start>
  private readonly reader = new ReplyReader()
  private readonly request: Uint32Array
  private waiting: { resolve: (reply: Reply) => void; reject: (error: Error) => void } | undefined
  private failure: EngineFailure | undefined
  private closing = false
  private cycles = 0
  private words = ''

  constructor({ layout, binary, vcdFile }: VerilatorProcess) {
    this.layout = layout
    this.request = new Uint32Array(2 + 2 * layout.outputWords + layout.inputWords)
    this.child = start(binary, vcdFile === undefined ? [] : [vcdFile])
    this.child.stdout.on('data', (chunk: Buffer) => {
      this.reader.add(chunk)
      for (let reply = this.reader.next(); reply; reply = this.reader.next()) this.take(reply)
    })
    this.child.stderr.on('data', (chunk: Buffer) => { this.words = (this.words + chunk.toString()).slice(-2000) })
    // A write to a process that died is reported by its end, below.
    this.child.stdin.on('error', () => undefined)
    void this.child.then((end) => {
      const why = end.signal ? `was ended by ${end.signal}` : end.exitCode === undefined ? `could not be started: ${end.shortMessage ?? ''}` : `ended with exit code ${end.exitCode}`
      this.die(`the simulator ${why}`)
    })
    this.started = this.reply()
  }

  async run(inputs: Uint32Array, maxCycles: number, watch?: Watch): Promise<RunResult> {
    const { request, layout } = this, n = layout.outputWords
    request[0] = operations.run
    request[1] = maxCycles
    if (watch) {
      request.set(watch.changed, 2)
      request.set(watch.high, 2 + n)
    } else request.fill(0, 2, 2 + 2 * n)
    request.set(inputs, 2 + 2 * n)
    const { body } = await this.ask(request)
    this.cycles += body[0]!
    return { cycles: body[0]!, outputs: body.subarray(1) }
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
    await this.child
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
      const bytes = Buffer.from(reply.body.buffer, 12, reply.body[2])
      this.cycles = reply.body[0]! + reply.body[1]! * 2 ** 32
      this.die(`the design stopped itself: ${bytes.toString()}`)
      return
    }
    const waiting = this.waiting
    this.waiting = undefined
    waiting?.resolve(reply)
  }

  private die(why: string): void {
    if (!this.failure && !(this.closing && !this.waiting)) {
      const said = this.words.trim()
      this.failure = new EngineFailure(`${why}; ${this.cycles} cycles were complete${said ? `\n${said}` : ''}`, this.cycles)
    }
    const waiting = this.waiting
    this.waiting = undefined
    if (this.failure) waiting?.reject(this.failure)
  }
}
