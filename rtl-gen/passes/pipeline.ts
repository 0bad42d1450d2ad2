// Owns: the checks that every design passes, and the steps that every back end begins with.
import type { Design } from '../ir/index.ts'
import { dropOverridden } from './drop-overridden.ts'
import { fold } from './fold.ts'
import { lowerAggregates } from './lower-aggregates.ts'
import { removeUnused } from './remove-unused.ts'
import { settleRegisters } from './settle-registers.ts'
import { splitArrays } from './split-arrays.ts'

/** Ground signals only (registers may stay arrays), and no named value that nothing reads. */
export const lower = (design: Design): Design => removeUnused(lowerAggregates(design))

/** Constants folded, arrays and registers settled, until nothing more follows: a register that nothing sets is a constant, which may decide what sets another. */
export function settle(design: Design): Design {
  for (let before = fold(dropOverridden(fold(design))); ;) {
    const after = settleRegisters(splitArrays(before))
    if (after.modules.every((m, i) => m === before.modules[i])) return before
    before = fold(after)
  }
}
