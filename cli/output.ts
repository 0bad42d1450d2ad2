// Owns: where a command's words go: the result to stdout, progress and diagnostics to stderr, colour only on a terminal.
import ora from 'ora'
import pc from 'picocolors'
import { formatDiagnostic } from '../rtl-gen/diagnostics/index.ts'
import { toJson } from '../rtl-gen/diagnostics/json.ts'
import type { Failure } from './failure.ts'

type Colours = ReturnType<typeof pc.createColors>

/** A line that shows what goes on, from two seconds after the start. */
export interface Progress {
  update(text: string): void
  /** A line that stays, and the one that shows what goes on from now on. For the few steps that take minutes. */
  step(text: string): void
  /** Takes the line away, so that others can write; it comes back when nothing was hidden for two seconds. Without `back` it stays away until the next call. */
  hide(back: boolean): void
  /** Ends it; a second time does nothing. */
  stop(): void
}

/** Findings as text, with the colours of a terminal. */
export const coloured = (text: string, { red, cyan, bold }: Colours): string =>
  text.replace(/^error \w+/gm, (words) => red(words)).replace(/^note \w+/gm, (words) => cyan(words)).replace(/^( {2})(help)(?=: )/gm, (_, space: string, word: string) => space + cyan(word)).replace(/^( {2})(\S.*?:\d+:\d+)/gm, (_, space: string, place: string) => space + bold(place))

export interface Output {
  readonly json: boolean
  /** For stdout; plain when it is not a terminal. */
  readonly colours: Colours
  /** For stderr. */
  readonly errorColours: Colours
  /** Text of the result as it is. */
  write(text: string): void
  /** A line of the result for people; with --json nothing. */
  line(text: string): void
  /** The result as JSON; without --json nothing. */
  object(value: unknown): void
  /** A line on stderr. */
  note(text: string): void
  progress(text: string): Progress
  fail(failure: Failure): void
  /** Whoever tells failures in a form of their own is told of the one that ends the command, before it is printed. */
  onFail(teller: (failure: Failure) => void): void
}

/** Nobody wants a spinner for what is done at once. */
const quietMs = 2000
/** Without a terminal a line now and then says that something still goes on; more rarely where it was said that it takes minutes. */
const repeatMs = 10_000
const stepRepeatMs = 30_000

const wantsColour = (stream: NodeJS.WriteStream) => stream.isTTY === true && process.env['NO_COLOR'] === undefined && process.env['TERM'] !== 'dumb'
const whole = (value: unknown) => JSON.stringify(value, (_, v: unknown) => (typeof v === 'bigint' ? Number(v) : v))

function progressOn(stream: NodeJS.WriteStream, first: string): Progress {
  // A terminal that does not know its width has no place for a line that is drawn again: counting its lines would never end.
  const drawn = stream.isTTY === true && stream.columns > 0
  let text = first
  let spinner: ReturnType<typeof ora> | undefined
  let repeat: NodeJS.Timeout | undefined
  let start: NodeJS.Timeout | undefined
  let stopped = false
  const again = () => { repeat = setInterval(() => stream.write(`${text}\n`), repeatMs).unref() }
  const againWithTime = () => {
    let seconds = 0
    repeat = setInterval(() => stream.write(`${text} (${seconds += stepRepeatMs / 1000} s)\n`), stepRepeatMs).unref()
  }
  const show = () => {
    if (drawn) spinner = ora({ text, stream, discardStdin: false }).start()
    else {
      stream.write(`${text}\n`)
      again()
    }
  }
  const clear = () => {
    clearTimeout(start)
    clearInterval(repeat)
    spinner?.stop()
    spinner = undefined
  }
  const soon = () => { start = setTimeout(show, quietMs).unref() }
  soon()
  return {
    update: (next) => {
      text = next
      if (spinner) spinner.text = next
    },
    step: (next) => {
      if (stopped) return
      clear()
      text = next
      stream.write(`${text}\n`)
      if (drawn) soon()
      else againWithTime()
    },
    hide: (back) => {
      clear()
      if (back && !stopped) soon()
    },
    stop: () => {
      stopped = true
      clear()
    },
  }
}

let own: typeof process.stdout.write | undefined
/** From here on stdout has only what goes through an Output: what others in this process print there goes to stderr. Gives a function that ends it. */
export function keepStdout(): () => void {
  const before = process.stdout.write
  own = before.bind(process.stdout)
  process.stdout.write = process.stderr.write.bind(process.stderr)
  return () => {
    process.stdout.write = before
    own = undefined
  }
}
const toStdout = (text: string): void => void (own ?? process.stdout.write.bind(process.stdout))(text)

export function output(json: boolean): Output {
  const errorColours = pc.createColors(wantsColour(process.stderr))
  const tellers: ((failure: Failure) => void)[] = []
  return {
    json,
    colours: pc.createColors(wantsColour(process.stdout)),
    errorColours,
    write: toStdout,
    line: (text) => void (json || toStdout(`${text}\n`)),
    object: (value) => void (json && toStdout(`${whole(value)}\n`)),
    note: (text) => void process.stderr.write(`${text}\n`),
    progress: (text) => progressOn(process.stderr, text),
    onFail: (teller) => void tellers.push(teller),
    fail: (failure) => {
      const { code, message, help, details, finding } = failure
      for (const tell of tellers) tell(failure)
      const diagnostics = finding === undefined || finding.notes.length === 0 ? {} : { diagnostics: toJson([finding]) }
      if (json) toStdout(`${JSON.stringify({ error: { code, message, help, ...diagnostics } })}\n`)
      if (json && details === undefined) return
      const text = details ?? (finding !== undefined && finding.notes.length > 1 ? coloured(formatDiagnostic(finding), errorColours) : `${errorColours.red(`error ${code}`)}: ${message}\n  ${errorColours.cyan('help')}: ${help}`)
      process.stderr.write(`${text}\n`)
    },
  }
}

/**
 * What happens when the output cannot be written; for the whole process, once. Who closed the pipe has seen enough; a full disk is told.
 * It comes after the write, so nothing that waits for a command could see it.
 */
export function guardOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    process.stderr.write(`error CLI2006: the output cannot be written: ${error.code ?? error.message}\n  help: free some space, or send it elsewhere\n`)
    process.exit(2)
  })
  // There is nobody left to tell.
  process.stderr.on('error', () => undefined)
}
