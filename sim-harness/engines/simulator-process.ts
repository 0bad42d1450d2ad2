// Owns: a simulator that is a child process: one request, one reply, and what is said when it dies.
import { execa } from 'execa'
import { EngineFailure, type DesignStop } from '../errors.ts'
import type { RecordedCycle } from './engine.ts'

const start = (binary: string, args: readonly string[], detached: boolean) =>
  execa(binary, args, { buffer: false, encoding: 'buffer', reject: false, stdin: 'pipe', cleanup: true, detached })

export interface ProcessOptions {
  readonly binary: string
  readonly args: readonly string[]
  /** It does not ignore Ctrl-C at the terminal, which is for the harness: it gets a group of its own. Default: false. */
  readonly detached?: boolean
  /** What it writes to stdout. */
  readonly take: (chunk: Buffer) => void
}

/** Calls do not overlap. One that died rejects every call with an EngineFailure that names the cycles that were complete. */
export class SimulatorProcess<Reply> {
  readonly #child: ReturnType<typeof start>
  readonly #ended: Promise<void>
  #waiting: { resolve: (reply: Reply) => void; reject: (error: Error) => void } | undefined
  #failure: EngineFailure | undefined
  #closing = false
  #words = ''
  /** Complete since the last reset. */
  cycles = 0
  /** The design stopped itself; the process is about to end. */
  stopped: DesignStop | undefined
  kept: readonly RecordedCycle[] = []

  constructor({ binary, args, detached = false, take }: ProcessOptions) {
    this.#child = start(binary, args, detached)
    // execa ends those that are not detached.
    const orphan = (): void => void this.#child.kill('SIGKILL')
    if (detached) process.once('exit', orphan)
    this.#child.stdout.on('data', take)
    this.#child.stderr.on('data', (chunk: Buffer) => { this.say(chunk.toString()) })
    // A write to a process that died is reported by its end, below.
    this.#child.stdin.on('error', () => undefined)
    // Its last words may come after it is gone.
    const silent = Promise.all([this.#child.stdout, this.#child.stderr].map((stream) => new Promise((resolve) => { stream.once('close', resolve) })))
    this.#ended = this.#child.then(async (end) => {
      process.removeListener('exit', orphan)
      if (end.exitCode !== undefined || end.signal) await silent
      const why = end.signal ? `was ended by ${end.signal}` : end.exitCode === undefined ? `could not be started: ${end.shortMessage ?? ''}` : `ended with exit code ${end.exitCode}`
      if (this.stopped) this.#die(`the design stopped itself: ${this.stopped.what} at ${this.stopped.file}:${this.stopped.line}`)
      else this.#die(`the simulator ${why}`)
    })
  }

  /** The process, for tests that end it. */
  get pid(): number | undefined { return this.#child.pid }

  /** Words of the design or of the simulator: the last of them come with a failure. */
  say(words: string): void { this.#words = (this.#words + words).slice(-2000) }

  ask(request: Uint8Array | string): Promise<Reply> {
    if (this.#failure) return Promise.reject(this.#failure)
    if (this.#closing) return Promise.reject(new EngineFailure('the simulator was closed', this.cycles))
    if (this.#waiting) return Promise.reject(new RangeError('calls of one engine must not overlap'))
    this.#child.stdin.write(request)
    return this.reply()
  }

  /** The next reply, which nothing was asked for: at the start. */
  reply(): Promise<Reply> {
    return new Promise((resolve, reject) => { this.#waiting = { resolve, reject } })
  }

  /** A reply came. */
  answer(reply: Reply): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.resolve(reply)
  }

  /** Ends it, in the middle of a request too. @param farewell the last request */
  async close(farewell: Uint8Array | string = ''): Promise<void> {
    if (!this.#closing) {
      this.#closing = true
      if (this.#waiting) this.#child.kill('SIGKILL')
      else if (!this.#failure) this.#child.stdin.end(farewell)
    }
    await this.#ended
  }

  #die(why: string): void {
    if (!this.#failure && !(this.#closing && !this.#waiting)) {
      const said = this.#words.trim()
      this.#failure = new EngineFailure(`${why}; ${this.cycles} cycles were complete${said ? `\n${said}` : ''}`, this.cycles, { said, recorded: this.kept, ...(this.stopped ? { stop: this.stopped } : {}) })
    }
    const waiting = this.#waiting
    this.#waiting = undefined
    if (this.#failure) waiting?.reject(this.#failure)
  }
}
