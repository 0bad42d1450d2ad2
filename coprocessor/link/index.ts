// Owns: the one door to the link's frames.
export * from './frames.ts'
export * from './codec.ts'
export * from './hint.ts'
