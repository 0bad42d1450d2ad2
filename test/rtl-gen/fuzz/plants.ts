// Owns: faults that stand for a wrong back end: one operator that means something else.
import { mapModule, mapModules, rewriter, widthOf, type Binary, type Design, type Expr } from '../../../rtl-gen/ir/index.ts'
import { binary, cast, lit, mux, slice, uint } from '../../support/ir-short.ts'

type Fault = (e: Binary) => Expr | undefined

const unsigned = (e: Expr): Expr => cast(e, uint(widthOf(e.type)))
const when = (op: Binary['op'], change: Fault): Fault => e => e.op === op ? change(e) : undefined

export const plants: Readonly<Record<string, Fault>> = {
  'an addition without carries': when('add', e => binary('or', e.left, e.right)),
  'a wide subtraction turned around': when('sub', e => widthOf(e.type) > 64 ? binary('sub', e.right, e.left) : undefined),
  'a signed comparison as an unsigned one': when('lt', e => e.left.type.kind === 'sint' ? binary('lt', unsigned(e.left), unsigned(e.right)) : undefined),
  'the amount of a shift cut': when('shl', e => widthOf(e.right.type) > 5 ? binary('shl', e.left, slice(e.right, 0, 5)) : undefined),
  'a shift that forgets the sign': when('shr', e => e.left.type.kind === 'sint' ? cast(binary('shr', unsigned(e.left), e.right), e.left.type) : undefined),
  'a division by zero that gives zero': when('div', e => mux(binary('eq', e.right, lit(e.left.type as never, 0)), lit(e.left.type as never, 0), e)),
  'a remainder with the sign of the divisor': when('rem', e => e.left.type.kind === 'sint' ? cast(binary('rem', unsigned(e.left), unsigned(e.right)), e.left.type) : undefined),
}

/** The design as a back end with the fault would take it. */
export const planted = (fault: Fault) => (d: Design): Design => mapModules(d, m => mapModule(m, rewriter(e => (e.kind === 'binary' ? fault(e) : undefined) ?? e)))
