// Owns: what became of the assertions, assumptions and covers of a simulation.
import { DiagnosticError, type Diagnostic } from '../diagnostics/index.ts'
import type { Place } from '../ir/index.ts'

/** A check of one instance. `count`: cycles in which an assert or assume did not hold, or a cover happened; `first`: the first of them. */
export interface CheckResult {
  readonly check: 'assert' | 'assume' | 'cover'
  readonly label: string
  /** Instances, with dots; empty for the top. */
  readonly scope: string
  readonly at: Place
  readonly count: number
  readonly first: number | undefined
}

/** Bytes of a check's counters: 32 bits of count, 64 bits of the first cycle at 8. */
export const checkBytes = 16

export function readCounter(words: Uint32Array, address: number): { count: number; first: number | undefined } {
  const at = address / 4, count = words[at]!
  return { count, first: count === 0 ? undefined : words[at + 2]! + words[at + 3]! * 2 ** 32 }
}

/** The error for the checks that failed in the last cycle. */
export function checkError(failed: readonly CheckResult[], cycle: number): DiagnosticError {
  return new DiagnosticError(failed.map((c): Diagnostic => ({
    code: 'RTL6004', message: `${c.check} \`${c.label}\`${c.scope === '' ? '' : ` of ${c.scope}`} does not hold in cycle ${cycle}`,
    notes: [{ place: c.at, text: c.check === 'assert' ? 'asserted here' : 'assumed here' }],
    help: c.check === 'assert' ? 'look at the waves before this cycle, or mend the assertion' : 'give only stimulus that the module allows',
  })))
}
