// Owns: how a command fails: one error class, and how the errors of the other rooms become one.
import { DiagnosticError, type Diagnostic, type Note } from '../rtl-gen/diagnostics/index.ts'
import { cliCodes, type CliCode } from './codes.ts'

/** What the user sees of a failure. `details` stands below the message on a terminal and not in JSON; `finding` is the same with its places, for other programs. */
export interface Failure { readonly exit: number; readonly code: string; readonly message: string; readonly help: string; readonly details?: string; readonly finding?: Diagnostic }

/** A failure that a command found itself. `found`: its places, and the message without the first of them. */
export class CliError extends Error {
  readonly code: CliCode
  readonly help: string
  readonly finding: Diagnostic
  constructor(code: CliCode, message: string, help: string, found: { readonly message: string; readonly notes: readonly Note[] } = { message, notes: [] }) {
    super(message)
    this.name = 'CliError'
    this.code = code
    this.help = help
    this.finding = { code, help, ...found }
  }
}

const isCoded = (e: unknown): e is Error & { code: string; help: string; exitCode: number } =>
  e instanceof Error && 'code' in e && typeof e.code === 'string' && 'help' in e && typeof e.help === 'string' && 'exitCode' in e && typeof e.exitCode === 'number'

const oursHelp = 'please report it, with what the same command prints under ARCHNIGHTS_DEBUG=1'

/** The failure that an error stands for. What is not known is a fault of ours; its stack is in `details` only when `debug` is set. */
export function failureOf(error: unknown, debug: boolean): Failure {
  if (error instanceof CliError) return { exit: cliCodes[error.code].exit, code: error.code, message: error.message, help: error.help, finding: error.finding }
  if (error instanceof DiagnosticError) {
    const [first] = error.diagnostics
    return { exit: 70, code: first?.code ?? 'CLI7001', message: first?.message ?? error.message, help: first?.help ?? oursHelp, details: error.message }
  }
  const stack = debug && error instanceof Error && error.stack !== undefined ? { details: error.stack } : {}
  // The harness and the bridge state their own exit codes.
  if (isCoded(error)) return { exit: error.exitCode, code: error.code, message: error.message, help: error.help, ...stack }
  const message = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
  return { exit: 70, code: 'CLI7001', message: `a fault of ours: ${message}`, help: oursHelp, ...stack }
}
