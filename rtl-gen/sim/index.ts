// Owns: the one door to the simulator.
export { compileSimulator } from './simulator.ts'
export type { Simulator, SimulatorOptions, Snapshot } from './simulator.ts'
export type { SimMemory, SimPort, SimSignal, SimSignalKind } from './signals.ts'
export type { CheckResult } from './checks.ts'
