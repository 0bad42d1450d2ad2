// Owns: the one door to diagnostics.
export { DiagnosticError, distinct, formatDiagnostic, formatDiagnostics, formatPlace, shownPlace } from './diagnostic.ts'
export { nearPath, shownFile } from './shown-file.ts'
export type { Diagnostic, Note } from './diagnostic.ts'
export { codes, explainCode, levelOf } from './codes.ts'
export type { CodeEntry, Level } from './codes.ts'
export type { DslCode } from './codes-dsl.ts'
export type { SimCode } from './codes-sim.ts'
