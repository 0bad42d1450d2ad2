// Owns: the Oracle that is a program: one process a run, a line of JSON in for a query, lines of JSON out for its answer.
import { access, constants, stat } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { execa } from 'execa'
import { serverSettingsSchema, type ServerSettings } from '../dialects/settings.ts'
import { BridgeError, wordsOf } from '../errors.ts'
import { framer, type Framer } from '../http/event-stream.ts'
import { ServerFailure } from '../http/failure.ts'
import { shortened } from '../http/secrets.ts'
import type { AnswerEvent, Oracle, OracleQuery } from '../oracle.ts'
import { cancelLine, closeLine, queryLine, readLine } from './exec-lines.ts'
import { readSettings } from './settings-file.ts'

/** The settings that a program has in common with a server. */
export const execSettingsSchema = serverSettingsSchema.pick({ idle_ms: true, max_event_bytes: true, max_answer_bytes: true })
export type ExecSettings = Pick<ServerSettings, 'idle_ms' | 'max_event_bytes' | 'max_answer_bytes'>

export interface ExecOptions {
  readonly settings: ExecSettings
  readonly yieldSymbol: number
  /** Told what the program writes to its standard error, line by line, made fit for a terminal. */
  readonly said?: ((line: string) => void) | undefined
}

/**
 * A command as words: at spaces, single and double quotes keep them together, a backslash keeps the next character. No shell reads it.
 * @throws BridgeError BRG1010
 * @example commandWords("python3 'my oracle.py'") // ['python3', 'my oracle.py']
 */
export function commandWords(command: string): string[] {
  const wrong = (what: string) => new BridgeError('BRG1010', `exec: ${what}`, 'write exec:PROGRAM ARGUMENTS')
  const words: string[] = []
  let word: string | undefined
  let quote = ''
  for (let at = 0; at < command.length; at++) {
    const c = command[at]!
    if (c === '\\' && quote !== '\'') {
      at++
      if (at === command.length) throw wrong('the command ends with a backslash')
      word = (word ?? '') + command[at]!
    } else if (quote !== '') {
      if (c === quote) quote = ''
      else word += c
    } else if (c === '\'' || c === '"') {
      quote = c
      word ??= ''
    } else if (/\s/.test(c)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else word = (word ?? '') + c
  }
  if (quote !== '') throw wrong(`a ${quote} is not closed`)
  if (word !== undefined) words.push(word)
  if (words.length === 0 || words[0] === '') throw wrong('the command is empty')
  return words
}

/** A query that the program has: its events as they come, and how much of an answer they are. */
class Asked {
  readonly #events: AnswerEvent[] = []
  #wake: () => void = () => undefined
  #ended = false
  bytes = 0

  push(event: AnswerEvent, last: boolean): void {
    if (this.#ended) return
    this.#events.push(event)
    this.#ended = last
    this.#wake()
  }

  /** The next event; undefined when `signal` fired, or nothing came for `ms`. */
  async next(signal: AbortSignal, ms: number): Promise<AnswerEvent | undefined> {
    if (this.#events.length === 0 && !signal.aborted) {
      let timer: NodeJS.Timeout | undefined
      let gone: () => void = () => undefined
      await new Promise<void>((resolve) => {
        this.#wake = gone = resolve
        signal.addEventListener('abort', gone, { once: true })
        timer = setTimeout(resolve, ms)
      })
      clearTimeout(timer)
      signal.removeEventListener('abort', gone)
    }
    return signal.aborted ? undefined : this.#events.shift()
  }
}

const start = (words: readonly string[]) =>
  execa(words[0]!, words.slice(1), { buffer: false, reject: false, encoding: 'buffer', stdin: 'pipe', stdout: 'pipe', stderr: 'pipe', forceKillAfterDelay: 1000 })

/** A process that runs, and the queries that it has not answered. */
class Program {
  readonly asked = new Map<number, Asked>()
  readonly #child: ReturnType<typeof start>
  readonly #lines: Framer
  readonly #options: ExecOptions
  #lastWords = ''
  gone = false
  readonly done: Promise<void>

  constructor(words: readonly string[], options: ExecOptions) {
    this.#options = options
    this.#lines = framer('ndjson', options.settings.max_event_bytes)
    this.#child = start(words)
    this.#child.stdin?.on('error', () => undefined)
    this.#child.stdout?.on('data', (bytes: Uint8Array) => this.#take(bytes))
    const spoken = framer('ndjson', options.settings.max_event_bytes)
    this.#child.stderr?.on('data', (bytes: Uint8Array) => this.#hear(spoken, bytes))
    this.done = this.#child.then(({ exitCode, signal, originalMessage }) => {
      const how = signal !== undefined ? `was ended by ${signal}` : exitCode !== undefined ? `ended with exit code ${exitCode}` : `did not start: ${shortened(originalMessage ?? 'no reason given')}`
      this.#leave(`the program ${how}${this.#lastWords === '' ? '' : `; it said: ${this.#lastWords}`}`)
    })
  }

  write(line: string): void { if (!this.gone) this.#child.stdin?.write(line) }

  /** Every query that is out ends with `why`. */
  kill(why: string): void {
    this.#leave(why)
    this.#child.kill()
  }

  /** The end of its input is the program's sign to end; one that does not is killed. */
  async end(): Promise<void> {
    this.#leave('the run is over')
    this.#child.stdin?.end()
    const timer = setTimeout(() => this.#child.kill(), 500)
    await this.done
    clearTimeout(timer)
  }

  #leave(why: string): void {
    this.gone = true
    for (const asked of this.asked.values()) asked.push({ kind: 'fault', message: why }, true)
    this.asked.clear()
  }

  #take(bytes: Uint8Array): void {
    if (this.gone) return
    try {
      for (const { data } of this.#lines.feed(bytes)) this.#line(data)
    } catch (thrown) {
      this.kill(thrown instanceof ServerFailure ? `E_TOOBIG: the program wrote too much: ${thrown.message}` : wordsOf(thrown))
    }
  }

  #line(data: string): void {
    if (this.gone) return
    const said = readLine(data, this.#options.yieldSymbol)
    // Which query a bad line was for is not known: none of them can be trusted any more.
    if (typeof said === 'string') return this.kill(`E_PROTO: a line of the program is wrong: ${said}: ${shortened(data, 80)}`)
    const asked = this.asked.get(said.query)
    // Late, or never asked: it goes nowhere.
    if (!asked) return
    const { event } = said
    // A line without symbols counts as well: without end they would fill the memory.
    asked.bytes += event.kind === 'symbols' ? Math.max(1, event.symbols.length) : 0
    const { max_answer_bytes: most } = this.#options.settings
    if (said.last || asked.bytes > most) this.asked.delete(said.query)
    if (asked.bytes > most) asked.push({ kind: 'fault', message: `E_TOOBIG: the answer has more than ${most} bytes` }, true)
    else asked.push(event.kind === 'fault' ? { ...event, message: shortened(event.message) } : event, said.last)
  }

  #hear(spoken: Framer, bytes: Uint8Array): void {
    try {
      for (const { data } of spoken.feed(bytes)) {
        this.#lastWords = shortened(data, 160)
        this.#options.said?.(this.#lastWords)
      }
    } catch {
      // A line without an end: what it said before is what is known.
    }
  }
}

/** Whether the system would find the program. @throws BridgeError BRG1010 */
async function checkProgram(program: string): Promise<void> {
  const places = program.includes('/') ? [program] : (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, program))
  for (const place of places) {
    const found = await access(place, constants.X_OK).then(() => stat(place), () => undefined)
    if (found?.isFile()) return
  }
  throw new BridgeError('BRG1010', `exec: there is no program ${program} that you may run`, 'give the path of a program; no shell looks at the command')
}

/**
 * `exec:COMMAND`. The program is not started yet.
 * @throws BridgeError BRG1002, BRG1007, BRG1010 (exit code 2)
 */
export async function openExec(command: string, yieldSymbol: number, config: string | undefined, said?: (line: string) => void): Promise<Oracle> {
  await checkProgram(commandWords(command)[0]!)
  return execOracle(command, { settings: await readSettings(execSettingsSchema, config), yieldSymbol, said })
}

/**
 * A program as Oracle. It is started at the first query and ends with the run; each line on its standard input is a query with the whole history, each line on its standard output a
 * part of an answer, tagged with the query (`exec-lines.ts`). A program that ends, writes a wrong line or is silent for `idle_ms` fails the queries that are out; the next query
 * starts it again. A query that the unit gives up is told to the program, and what it still says of it goes nowhere.
 * @throws BridgeError BRG1010 for a command that is none
 */
export function execOracle(command: string, options: ExecOptions): Oracle {
  const words = commandWords(command)
  const { idle_ms: idleMs } = options.settings
  let program: Program | undefined
  let number = 0
  const running = (): Program => (program === undefined || program.gone ? program = new Program(words, options) : program)

  return {
    name: `exec:${words[0]}`,
    async *ask(query: OracleQuery): AsyncGenerator<AnswerEvent> {
      if (query.signal.aborted) return
      const at = running()
      const asked = new Asked()
      const own = ++number
      at.asked.set(own, asked)
      at.write(queryLine(own, query))
      try {
        for (;;) {
          const event = await asked.next(query.signal, idleMs)
          if (query.signal.aborted) return
          if (event === undefined) return yield { kind: 'fault', message: `E_IDLE: the program said nothing for ${idleMs} ms` }
          yield event
          if (event.kind !== 'symbols' || event.end) return
        }
      } finally {
        if (at.asked.delete(own)) {
          if (query.signal.aborted) at.write(cancelLine(own))
          else at.kill(`the program said nothing to another query for ${idleMs} ms`)
        }
      }
    },
    close: (slot) => program?.write(closeLine(slot)),
    async dispose() { await program?.end() },
  }
}
