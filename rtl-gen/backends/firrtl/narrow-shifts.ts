// Owns: left shifts by a signal, for a language in which the result has all the bits that could be shifted into it.
import { mapModule, mapModules, rewriter, widthOf } from '../../ir/index.ts'
import type { Design, Expr } from '../../ir/index.ts'
import { ground, indexWidth, isBelow, mux, resize, zero } from '../../passes/build.ts'

/** `dshl` by n bits of amount gives 2^n - 1 more bits: amounts have just the width that shifts by less than the width want, under a test. */
export const narrowShifts = (design: Design): Design => mapModules(design, m => mapModule(m, rewriter(narrowNode)))

function narrowNode(e: Expr): Expr {
  if (e.kind !== 'binary' || e.op !== 'shl' || e.right.kind === 'literal') return e
  const width = widthOf(e.type)
  const bits = indexWidth(width)
  if (widthOf(e.right.type) <= bits) return e
  return mux(isBelow(e.right, width, e.at), { ...e, right: resize(e.right, bits, e.at) }, zero(ground(e), e.at), e.at)
}
