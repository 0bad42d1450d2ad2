// Owns: the names of the engines.
export const engineNames = ['wasm', 'verilator', 'icarus'] as const
export type EngineName = (typeof engineNames)[number]
