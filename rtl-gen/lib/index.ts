// Owns: the one door to the library of modules: streams and crossings.
export { queue } from './queue.ts'
export { synchronizer } from './synchronizer.ts'
export type { SynchronizerOptions } from './synchronizer.ts'
