// Owns: the engines of a fuzz run by name; a file of its own, so that `--help` waits for nothing else.

export const fuzzEngineNames = ['wasm', 'icarus', 'verilator', 'yosys'] as const
export type FuzzEngine = typeof fuzzEngineNames[number]
