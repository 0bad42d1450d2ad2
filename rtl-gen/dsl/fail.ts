// Owns: how the language makes its findings.
import { DiagnosticError } from '../diagnostics/index.ts'
import type { Diagnostic, DslCode, Note } from '../diagnostics/index.ts'
import type { Place } from '../ir/place.ts'
import { plain } from './place.ts'

export const note = (place: Place, text: string): Note => ({ place, text })

export const finding = (code: DslCode, message: string, notes: readonly Note[], help: string): Diagnostic =>
  ({ code, message, notes: notes.map(n => ({ place: plain(n.place), text: n.text })), help })

/** Runs a step; what it finds gets one more place. */
export function beside<T>(step: () => T, at: Place, text: () => string): T {
  try {
    return step()
  } catch (e) {
    if (!(e instanceof DiagnosticError)) throw e
    throw new DiagnosticError(e.diagnostics.map(d => ({ ...d, notes: [...d.notes, note(plain(at), text())] })))
  }
}

export function fail(code: DslCode, message: string, notes: readonly Note[], help: string): never {
  throw new DiagnosticError([finding(code, message, notes, help)])
}
