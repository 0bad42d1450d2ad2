// Owns: what a finding is, the error that carries findings, and their text.
import type { Place } from '../ir/place.ts'
import { levelOf } from './codes.ts'
import { shownFile } from './shown-file.ts'

/** One side of a finding: a position in the user's source and what stands there. */
export interface Note { readonly place: Place; readonly text: string }

/** A finding: what is and what was wanted (`message`), where each side was made (`notes`), one thing to do (`help`). `code` stands in the table of codes. */
export interface Diagnostic { readonly code: string; readonly message: string; readonly notes: readonly Note[]; readonly help: string }

/** Thrown when a design cannot be used; `diagnostics` holds all that was found, and `message` is their text. */
export class DiagnosticError extends Error {
  readonly diagnostics: readonly Diagnostic[]
  constructor(diagnostics: readonly Diagnostic[]) {
    const once = distinct(diagnostics)
    super(formatDiagnostics(once))
    this.name = 'DiagnosticError'
    this.diagnostics = once
  }
}

/** Each finding once: two checks, or two parts of one signal, may come to the same text. */
export const distinct = (all: readonly Diagnostic[]): Diagnostic[] => [...new Map(all.map(d => [formatDiagnostic(d), d])).values()]

/** `file:line:column` as it stands in what is written about a design, the same on every machine; `(generated)` for a node that no user wrote. */
export const formatPlace = (p: Place, file: string = p.file): string => (file === '' ? '(generated)' : `${file}:${p.line}:${p.column}`)

/** The same as it stands in messages: with the file as the user of this machine would name it. */
export const shownPlace = (p: Place): string => formatPlace(p, shownFile(p))

/**
 * A finding as it is printed, without a final newline:
 *
 *     error RTL2003: the value has 18 bits, register `acc` has 17
 *       mac.ts:41:5   assigned here
 *       mac.ts:22:9   `acc` declared here as uint(17)
 *       help: widen `acc`, or use truncate(17)
 */
export function formatDiagnostic(d: Diagnostic): string {
  const places = d.notes.map(n => shownPlace(n.place))
  const wide = Math.max(0, ...places.map(p => p.length))
  return [
    `${levelOf(d.code)} ${d.code}: ${d.message}`,
    ...d.notes.map((n, i) => `  ${places[i]!.padEnd(wide)}   ${n.text}`),
    `  help: ${d.help}`,
  ].join('\n')
}

/** All findings, one after another, an empty line between them. */
export const formatDiagnostics = (all: readonly Diagnostic[]): string => all.map(formatDiagnostic).join('\n\n')
