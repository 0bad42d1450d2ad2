// Owns: findings as plain data for other programs.
import type { Diagnostic } from './diagnostic.ts'

/** Where something stands: lines and columns count from 1. A place that no user wrote (`file` is empty) is left out. */
export interface PlaceJson { readonly file: string; readonly line: number; readonly column: number; readonly text: string }
/** `places`: first where it happened, then where the other side was made; `text` says what stands there. */
export interface DiagnosticJson { readonly code: string; readonly message: string; readonly help: string; readonly places: readonly PlaceJson[] }

/**
 * Findings as JSON values, in their order:
 *
 *     { "code": "RTL2003", "message": "the value has 18 bits, ...", "help": "...",
 *       "places": [{ "file": "mac.ts", "line": 41, "column": 5, "text": "assigned here" }, ...] }
 */
export const toJson = (all: readonly Diagnostic[]): DiagnosticJson[] => all.map(({ code, message, help, notes }) => ({
  code, message, help,
  places: notes.filter(n => n.place.file !== '').map(({ place: { file, line, column }, text }) => ({ file, line, column, text })),
}))
