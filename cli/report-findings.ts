// Owns: how a command tells what a design's checks have found: as text, JSON or SARIF, on a stream or into a file.
import { DiagnosticError, formatDiagnostics, type Diagnostic } from '../rtl-gen/diagnostics/index.ts'
import { toJson } from '../rtl-gen/diagnostics/json.ts'
import { toSarif } from '../rtl-gen/diagnostics/sarif.ts'
import { CliError } from './failure.ts'
import type { Output } from './output.ts'
import { pendingFile, type PendingFile } from './write.ts'

export const reportForms = ['text', 'json', 'sarif'] as const
export interface Report {
  readonly form: typeof reportForms[number]
  /** A file; none: standard error for text, standard output for the others. */
  readonly file?: string
}

export interface FindingsReport {
  /** What `work` gives; undefined if the design has findings, which are kept. Other errors go on. */
  catch<T>(work: () => Promise<T>): Promise<T | undefined>
  /** Tells what was kept. @throws CliError CLI2006 */
  write(): void
  /** A line of the result, where the standard output is not taken by the findings. */
  line(text: string): void
}

const forms: Record<Report['form'], (found: readonly Diagnostic[]) => string> = {
  text: (found) => (found.length === 0 ? '' : `${formatDiagnostics(found)}\n`),
  json: (found) => `${JSON.stringify({ diagnostics: toJson(found) }, null, 2)}\n`,
  sarif: (found) => `${JSON.stringify(toSarif(found), null, 2)}\n`,
}

const coloured = (text: string, { red, cyan, bold }: Output['errorColours']): string =>
  text.replace(/^error \w+/gm, (words) => red(words)).replace(/^( {2})(help)(?=: )/gm, (_, space: string, word: string) => space + cyan(word)).replace(/^( {2})(\S.*?:\d+:\d+)/gm, (_, space: string, place: string) => space + bold(place))

/** @throws CliError CLI2009 if two results would share the standard output, CLI2006 if the file cannot be written */
export function reportFindings({ form, file }: Report, output: Output): FindingsReport {
  const onStdout = form !== 'text' && file === undefined
  if (onStdout && output.json) throw new CliError('CLI2009', `--json and --diagnostics ${form} both want the standard output`, `give a file: --diagnostics ${form} --diagnostics-to FILE; without --diagnostics the JSON object has the findings too`)
  let pending: PendingFile | undefined
  let found: readonly Diagnostic[] = []
  return {
    catch: async (work) => {
      if (file !== undefined) pending = pendingFile(file)
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof DiagnosticError)) {
          pending?.discard()
          throw error
        }
        found = error.diagnostics
        return undefined
      }
    },
    write: () => {
      pending?.write(forms[form](found))
      pending?.commit()
      if (onStdout) process.stdout.write(forms[form](found))
      if (found.length === 0) return
      const [{ code, message, help }] = found as [Diagnostic]
      output.object({ error: { code, message, help, diagnostics: toJson(found) } })
      output.note(coloured(formatDiagnostics(found), output.errorColours))
    },
    line: (text) => { if (!onStdout) output.line(text) },
  }
}
