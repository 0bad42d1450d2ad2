// Owns: the one door to fuzz runs.
export { caseOf, caseReport, caseText } from './case-file.ts'
export { chooseEngines, missingTools } from './available.ts'
export { fuzz, fuzzTrial } from './fuzz.ts'
export type { FuzzOptions, FuzzResult } from './fuzz.ts'
export { fuzzEngineNames, judge } from './judge.ts'
export type { Fault, FuzzEngine, JudgeOptions, Judgement, Plants } from './judge.ts'
export { runOnTool, sourceOf, toolsOf } from './tools.ts'
export type { TextOf, ToolEngine, ToolOptions } from './tools.ts'
