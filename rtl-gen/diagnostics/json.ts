// Owns: findings as plain data for other programs.
import { levelOf } from './codes.ts'
import type { Diagnostic } from './diagnostic.ts'
import { shownFile } from './shown-file.ts'

/** Where something stands: the file relative to the current folder if it lies below it, else absolute; lines and columns count from 1. A place that no user wrote (`file` is empty) is left out. */
export interface PlaceJson { readonly file: string; readonly line: number; readonly column: number; readonly text: string }
/** `places`: first where it happened, then where the other side was made; `text` says what stands there. `level`: there for notes, which stop nothing. */
export interface DiagnosticJson { readonly code: string; readonly message: string; readonly help: string; readonly level?: 'note'; readonly places: readonly PlaceJson[] }

/**
 * Findings as JSON values, in their order:
 *
 *     { "code": "RTL2003", "message": "the value has 18 bits, ...", "help": "...",
 *       "places": [{ "file": "mac.ts", "line": 41, "column": 5, "text": "assigned here" }, ...] }
 */
export const toJson = (all: readonly Diagnostic[]): DiagnosticJson[] => all.map(({ code, message, help, notes }) => ({
  code, message, help, ...(levelOf(code) === 'note' ? { level: 'note' } : {}),
  places: notes.filter(n => n.place.file !== '').map(({ place, text }) => ({ file: shownFile(place), line: place.line, column: place.column, text })),
}))
