// Owns: how a command tells what a design's checks have found: as text, JSON or SARIF, on a stream or into a file.
import { DiagnosticError, formatDiagnostics, type Diagnostic } from '../rtl-gen/diagnostics/index.ts'
import { toJson } from '../rtl-gen/diagnostics/json.ts'
import { toSarif } from '../rtl-gen/diagnostics/sarif.ts'
import { cliCodes } from './codes.ts'
import { CliError } from './failure.ts'
import { coloured, type Output } from './output.ts'
import { userFailure } from './user-code/load-failure.ts'
import { pendingFile, type PendingFile } from './write.ts'

export const reportForms = ['text', 'json', 'sarif'] as const
export interface Report {
  readonly form: typeof reportForms[number]
  /** A file; none: standard error for text, standard output for the others. */
  readonly file?: string
}

export interface FindingsReport {
  /**
   * What `work` gives; undefined if the design has findings, which are kept. Other errors go on, those of the user's own lines as CliError. What then
   * ends the command as wrong input is told in this form too, until `write` was called.
   */
  catch<T>(work: () => Promise<T>): Promise<T | undefined>
  /** Keeps notes, which are told beside a result. */
  advise(notes: readonly Diagnostic[]): void
  /** Tells what was kept. @throws CliError CLI2006 */
  write(): void
  /** A line of the result, where the standard output is not taken by the findings. */
  line(text: string): void
}

const forms: Record<Report['form'], (found: readonly Diagnostic[]) => string> = {
  text: (found) => (found.length === 0 ? '' : `${formatDiagnostics(found)}\n`),
  json: (found) => `${JSON.stringify({ diagnostics: toJson(found) }, null, 2)}\n`,
  sarif: (found) => `${JSON.stringify(toSarif(found, { rules: cliCodes }), null, 2)}\n`,
}

/** The exit code for what the user has to mend, in a file or in the line of the command. */
const wrongInput = 2

/** @throws CliError CLI2009 if two results would share the standard output, CLI2006 if the file cannot be written */
export function reportFindings({ form, file }: Report, output: Output): FindingsReport {
  const onStdout = form !== 'text' && file === undefined
  if (onStdout && output.json) throw new CliError('CLI2009', `--json and --diagnostics ${form} both want the standard output`, `give a file: --diagnostics ${form} --diagnostics-to FILE; without --diagnostics the JSON object has the findings too`)
  let pending: PendingFile | undefined
  let found: readonly Diagnostic[] = [], notes: readonly Diagnostic[] = []
  let open = false
  output.onFail(({ exit, finding }) => {
    if (!open) return
    open = false
    if (exit !== wrongInput || finding === undefined) return pending?.discard()
    const text = forms[form]([finding])
    if (onStdout) output.write(text)
    try {
      pending?.write(text)
      pending?.commit()
    } catch (error) {
      output.note(`error CLI2006: ${(error as Error).message}`)
    }
  })
  return {
    advise: (more) => { notes = more },
    catch: async (work) => {
      if (file !== undefined) pending = pendingFile(file)
      open = true
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof DiagnosticError)) throw error instanceof CliError ? error : userFailure(error) ?? error
        found = error.diagnostics
        return undefined
      }
    },
    write: () => {
      open = false
      const all = [...found, ...notes]
      pending?.write(forms[form](all))
      pending?.commit()
      if (onStdout) output.write(forms[form](all))
      if (all.length > 0) output.note(coloured(formatDiagnostics(all), output.errorColours))
      if (found.length === 0) return
      const [{ code, message, help }] = found as [Diagnostic]
      output.object({ error: { code, message, help, diagnostics: toJson(found) } })
    },
    line: (text) => { if (!onStdout) output.line(text) },
  }
}
