// Owns: the one door to waves.
export { asciiWave } from './ascii.ts'
export type { AsciiOptions, AsciiSignal } from './ascii.ts'
export { recordVcd } from './recorder.ts'
export type { WaveOptions, WaveRecorder } from './recorder.ts'
export { waveWindow } from './window.ts'
export type { WaveWindow } from './window.ts'
export { vcdChange, vcdHeader, vcdIdentifier } from './vcd.ts'
export type { VcdSignal } from './vcd.ts'
