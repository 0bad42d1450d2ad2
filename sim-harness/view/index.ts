// Owns: the door to looking at a run.
export { formatRunFile, parseRunFile, type RunAbout, type RunFile } from './run-file.ts'
export { mostRows, RunSaver } from './run-saver.ts'
export { look, unitLayout, type Look, type LookSettings, type TrapWaves } from './look.ts'
export { runPage, type RunPage } from './page.ts'
