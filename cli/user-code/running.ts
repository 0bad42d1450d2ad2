// Owns: a designer's file while a command runs it: what it prints goes to stderr, what fails in it when nobody waits is told, and its timers do not keep the command.
import { setTimeout as pause } from 'node:timers/promises'
import { keepStdout } from '../output.ts'
import { CliError } from '../failure.ts'
import { isOwnFault, lateFailure, noteAt } from './load-failure.ts'

/** Timers of a file get this long to fire before the command goes on without them. */
const restMs = 1000
const lookMs = 5

/** Enough for the first call of an endless chain of them, which tells where it begins. */
const stackFrames = 20_000

interface Watch { readonly late: (failure: CliError) => void; readonly fault: (error: unknown) => void; giveBack: () => void }
let watch: Watch | undefined
let file: string | undefined
let failed: CliError | undefined
let wake: (failure: CliError) => void = () => undefined

const onRejection = (reason: unknown): void => tell(reason, 'a promise that nobody waits for is rejected')
const onException = (error: unknown): void => tell(error, 'an error is thrown that nobody can catch, in a timer or a handler of an event')

function tell(error: unknown, what: string): void {
  if (watch === undefined) return
  if (file === undefined || isOwnFault(error)) return watch.fault(error)
  // The first says why; what follows from it says nothing new.
  if (failed !== undefined) return
  failed = lateFailure(error, what, file)
  watch.late(failed)
  wake(failed)
}

/**
 * For the length of a command. `late`: something of a file fails that nobody waits for; `fault`: something of ours does, and the process is in no good state.
 * Gives a function that ends it.
 */
export function watchUserCode(late: Watch['late'], fault: Watch['fault']): () => void {
  const mine: Watch = { late, fault, giveBack: () => undefined }
  watch = mine
  file = failed = undefined
  process.on('unhandledRejection', onRejection).on('uncaughtException', onException)
  return () => {
    process.off('unhandledRejection', onRejection).off('uncaughtException', onException)
    mine.giveBack()
    watch = undefined
  }
}

/** Whether the command that ran last has run a file: then timers of that may be left. */
export const ranUserCode = (): boolean => file !== undefined

/** What is said of a process that ends by itself in the middle of a command. */
export function endedEarly(): CliError {
  const message = 'the process ended before the command was done'
  return new CliError('CLI2026', message, 'a file of yours runs when it is loaded: keep process.exit, and waiting for what never comes, out of it', {
    message, notes: file === undefined ? [] : [noteAt({ path: file }, 'the file that was named')],
  })
}

const waiting = (): number => process.getActiveResourcesInfo().filter((what) => what === 'Timeout' || what === 'Immediate').length

/** Loads a file and lets it come to rest. @throws CliError CLI2041 as soon as something in it fails that nobody waits for; what `load` throws */
export async function running<T>(path: string, load: () => Promise<T>): Promise<T> {
  if (watch === undefined) return await load()
  file = path
  watch.giveBack()
  const endOfPrints = keepStdout(), { stackTraceLimit } = Error
  Error.stackTraceLimit = stackFrames
  watch.giveBack = () => {
    endOfPrints()
    Error.stackTraceLimit = stackTraceLimit
  }
  const before = waiting()
  const late = new Promise<never>((_, reject) => { wake = reject })
  late.catch(() => undefined)
  const loaded = await Promise.race([load(), late])
  // A rejection is told after a turn of the loop, a timer when it is due.
  await Promise.race([pause(1), late])
  for (const end = Date.now() + restMs; waiting() > before && Date.now() < end;) await Promise.race([pause(lookMs), late])
  return loaded
}
