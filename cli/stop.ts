// Owns: Ctrl-C and the signals that end a command: an abort signal while it runs, and what must be cleaned up when it ends.
import { CliError } from './failure.ts'

export interface Stop {
  readonly signal: AbortSignal
  /** Ends the command as a signal does, for another reason. */
  abort(reason: Error): void
  /** Takes the handlers away again. */
  release(): void
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** A second Ctrl-C within this ends the process at once: whoever presses twice does not want to wait. */
export const stopped = () => new CliError('CLI1301', 'stopped from outside', 'run it again; nothing was half-written')

/** The first signal aborts; a second one ends the process without waiting for anything. */
export function catchSignals(): Stop {
  const controller = new AbortController()
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(130)
    controller.abort(stopped())
  }
  for (const name of signals) process.on(name, onSignal)
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    release: () => { for (const name of signals) process.off(name, onSignal) },
  }
}
