// Owns: how the language makes its findings.
import { DiagnosticError } from '../diagnostics/index.ts'
import type { Diagnostic, DslCode, Note } from '../diagnostics/index.ts'
import type { Place } from '../ir/place.ts'
import { plain } from './place.ts'

export const note = (place: Place, text: string): Note => ({ place, text })

export const finding = (code: DslCode, message: string, notes: readonly Note[], help: string): Diagnostic =>
  ({ code, message, notes: notes.map(n => ({ place: plain(n.place), text: n.text })), help })

export function fail(code: DslCode, message: string, notes: readonly Note[], help: string): never {
  throw new DiagnosticError([finding(code, message, notes, help)])
}
