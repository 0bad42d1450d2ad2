// Owns: the checks that every design passes, and the steps that back ends are made of.
import { DiagnosticError, distinct } from '../diagnostics/index.ts'
import type { Diagnostic } from '../diagnostics/index.ts'
import type { Design } from '../ir/index.ts'
import { checkCombLoops } from './check-comb-loops.ts'
import { checkCrossings } from './check-crossings.ts'
import { checkDomains } from './check-domains.ts'
import { checkDrivers } from './check-drivers.ts'
import { checkNames } from './check-names.ts'
import { checkWidths } from './check-widths.ts'
import { dropOverridden } from './drop-overridden.ts'
import { fold } from './fold.ts'
import { lowerAggregates } from './lower-aggregates.ts'
import { removeUnused } from './remove-unused.ts'
import { settleRegisters } from './settle-registers.ts'
import { splitArrays } from './split-arrays.ts'

/** All findings of all checks. The checks on values run only on designs whose names and widths hold. */
export function findings(design: Design): Diagnostic[] {
  const shape = [...checkNames(design), ...checkWidths(design)]
  return distinct(shape.length > 0 ? shape : [...checkDrivers(design), ...checkCombLoops(design), ...checkDomains(design), ...checkCrossings(design)])
}

/** Designs are read-only, so one that has passed has passed for good. */
const passed = new WeakSet<Design>()
/** @throws DiagnosticError RTL4002 for what is no design at all, a module above all */
export function wantDesign(v: unknown): void {
  const given = v as { readonly kind?: unknown; readonly modules?: unknown; readonly body?: unknown } | null | undefined
  if (given?.kind === 'design' && Array.isArray(given.modules)) return
  const what = given === null || given === undefined ? String(v) : typeof given.body === 'function' ? 'a module' : `a value of type ${typeof v}`
  throw new DiagnosticError([{ code: 'RTL4002', message: `a design is wanted, not ${what}`, notes: [], help: 'give what elaborate(module) returned' }])
}

/** Costs nothing for a design that has passed before. @throws DiagnosticError with all findings, if there are any */
export function check(design: Design): void {
  if (passed.has(design)) return
  wantDesign(design)
  const found = findings(design)
  if (found.length > 0) throw new DiagnosticError(found)
  passed.add(design)
}

/** Ground signals only (registers may stay arrays), and no named value that nothing reads. */
export const lower = (design: Design): Design => removeUnused(lowerAggregates(design))

/** Constants folded, arrays and registers settled, until nothing more follows: a register that nothing sets is a constant, which may decide what sets another. */
export function settle(design: Design): Design {
  const simple = (d: Design): Design => fold(dropOverridden(fold(d)))
  for (let before = simple(design); ;) {
    const after = settleRegisters(splitArrays(before))
    if (after.modules.every((m, i) => m === before.modules[i])) return before
    before = simple(after)
  }
}
