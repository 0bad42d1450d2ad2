// Owns: the checks that every design passes, and the steps that every back end begins with.
import type { Design } from '../ir/index.ts'
import { lowerAggregates } from './lower-aggregates.ts'
import { removeUnused } from './remove-unused.ts'

/** Ground signals only (registers may stay arrays), and no named value that nothing reads. */
export const lower = (design: Design): Design => removeUnused(lowerAggregates(design))
