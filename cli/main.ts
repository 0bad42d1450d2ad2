// Owns: the command `archnights`: its commands, and how each end of one becomes an exit code and words.
import { Command, CommanderError } from 'commander'
import { doctorCommand } from './doctor.ts'
import { emitCommand } from './emit.ts'
import { explainCommand } from './explain.ts'
import { CliError, failureOf } from './failure.ts'
import { fuzzCommand } from './fuzz.ts'
import { keepStdout, output, type Output } from './output.ts'
import { referenceCommand } from './reference.ts'
import { rocketCommand } from './rocket/index.ts'
import { runCommand } from './run.ts'
import { setupCommand } from './setup.ts'
import { catchSignals } from './stop.ts'
import { endedEarly, ranUserCode, watchUserCode } from './user-code/running.ts'
import { version } from './version.ts'
import { viewCommand } from './view.ts'

export { guardOutput } from './output.ts'

/** What a command gets. */
export interface Context {
  readonly output: Output
  /** Fires on Ctrl-C. */
  readonly signal: AbortSignal
  /** The exit code of a command that has printed its result and yet did not go well. */
  exitWith(code: number): void
}

const commands = {
  emit: emitCommand, run: runCommand, view: viewCommand, rocket: rocketCommand, fuzz: fuzzCommand, reference: referenceCommand, explain: explainCommand, doctor: doctorCommand, setup: setupCommand,
}
/** Commands of the contract that this version does not have. */
const later = ['prove', 'fpga', 'report', 'sweep']

function program(context: Context): Command {
  const root = new Command('archnights')
    .description('The Oracle unit: emits its Verilog, runs it with a language model, alone or on a Rocket core, explains diagnostics.')
    .version(version(), '--version', 'print the version')
    .helpCommand(false)
  for (const command of Object.values(commands)) root.addCommand(command(context))
  // What is wrong is said by `main`, once, in one form.
  for (const command of [root, ...root.commands, ...root.commands.flatMap((c) => c.commands)]) command.exitOverride().configureOutput({ writeErr: () => undefined, outputError: () => undefined })
  return root
}

/** The command that the first words of a line name, as far as there is one: `rocket`, `rocket run`; and the names of what could come next. */
function named(root: Command, args: readonly string[]): { path: string; next: string } {
  const path: string[] = []
  let at = root
  for (const word of args.filter((a) => !a.startsWith('-'))) {
    const found = at.commands.find((c) => c.name() === word)
    if (!found) break
    path.push(word)
    at = found
  }
  return { path: path.join(' '), next: at.commands.map((c) => c.name()).join(', ') }
}

/** commander's words, as ours. */
function usage(error: CommanderError, root: Command, args: readonly string[]): CliError {
  const name = args.find((a) => !a.startsWith('-'))
  const { path, next } = named(root, args)
  const help = `see \`archnights ${path === '' ? '' : `${path} `}--help\``
  if (error.code === 'commander.unknownCommand' && name !== undefined && later.includes(name)) return new CliError('CLI2002', `the command \`${name}\` is not built yet; there are ${next}`, help)
  if (error.code === 'commander.help') return new CliError('CLI2001', `${path === '' ? 'no command was given' : `${path} needs one of its commands`}; there are ${next}`, help)
  return new CliError('CLI2001', error.message.replace(/^error: /, '').replaceAll('\n', ' '), help)
}

const harmless = ['commander.helpDisplayed', 'commander.version']

/** Runs the command line `args` (without node and program) and resolves to its exit code. Never throws. */
export async function main(args: readonly string[]): Promise<number> {
  const out = output(args.includes('--json'))
  const stop = catchSignals()
  let code = 0
  const debug = (process.env['ARCHNIGHTS_DEBUG'] ?? '') !== ''
  // A designer's file may call process.exit, or wait for what never comes: nothing was done then, so it is no success.
  const early = (): void => {
    const failure = failureOf(stop.signal.aborted ? stop.signal.reason : endedEarly(), debug)
    out.fail(failure)
    process.exitCode = failure.exit
  }
  process.on('exit', early)
  const unwatch = watchUserCode(stop.abort, (fault) => {
    const failure = failureOf(fault, debug)
    process.off('exit', early)
    out.fail(failure)
    process.exit(failure.exit)
  })
  const root = program({ output: out, signal: stop.signal, exitWith: (c) => { code = c } })
  try {
    await root.parseAsync(args, { from: 'user' })
    stop.signal.throwIfAborted()
  } catch (error) {
    if (error instanceof CommanderError && harmless.includes(error.code)) return 0
    // What breaks while everything is being taken down is only the noise of the stop.
    const cause: unknown = stop.signal.aborted ? stop.signal.reason : error instanceof CommanderError ? usage(error, root, args) : error
    const failure = failureOf(cause, debug)
    out.fail(failure)
    code = failure.exit
  } finally {
    process.off('exit', early)
    unwatch()
    stop.release()
  }
  return code
}

/** Ends the process when all is printed: timers and connections that a designer's file has left do not keep it, and what it still prints does not belong to the result. */
export function leave(): void {
  if (!ranUserCode()) return
  const write = process.stdout.write.bind(process.stdout) as (text: string, written: () => void) => boolean
  keepStdout()
  write('', () => process.stderr.write('', () => process.exit()))
}
