// Owns: the one door to coverage.
export { instrument } from './instrument.ts'
export type { ArmKind, CoveragePlan, Point } from './instrument.ts'
export { collectCoverage } from './collect.ts'
export type { CoverageCollector } from './collect.ts'
export { mergeCoverage } from './result.ts'
export type { Coverage, Machine, PointCount, Toggles } from './result.ts'
export { coverageTotals, formatCoverage, toLcov } from './report.ts'
export type { CoverageTextOptions, CoverageTotals } from './report.ts'
