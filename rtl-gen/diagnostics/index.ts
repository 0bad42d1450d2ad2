// Owns: the one door to diagnostics.
export { DiagnosticError, distinct, formatDiagnostic, formatDiagnostics, formatPlace } from './diagnostic.ts'
export type { Diagnostic, Note } from './diagnostic.ts'
export { codes, explainCode } from './codes.ts'
export type { CodeEntry } from './codes.ts'
export type { DslCode } from './codes-dsl.ts'
export type { SimCode } from './codes-sim.ts'
