// Owns: selections and shifts by a signal in a form that every text language reads alike: nothing is ever picked past the end.
import { mapModule, mapModules, rewriter, widthOf } from '../ir/index.ts'
import type { Design, Expr } from '../ir/index.ts'
import { canExceed, cast, extend, ground, indexWidth, isBelow, literal, mux, resize, slice, uint, zero } from './build.ts'

/** Shift amounts wider than this are cut, under a test: some tools refuse them. */
const widestAmount = 32

/** After lowerAggregates. A dynamic slice that could leave its operand, or of a constant or a long operand, becomes a shift; one that cannot has a `low` of just the width that an index into the operand has. */
export const boundSelects = (design: Design): Design => mapModules(design, m => mapModule(m, rewriter(boundNode)))

function boundNode(e: Expr): Expr {
  if (e.kind === 'dynamic-slice') {
    const width = Math.max(widthOf(e.of.type), e.type.width)
    const canLeave = canExceed(e.low, width - e.type.width + 1)
    if (width === 1) return mux(isBelow(e.low, 1, e.at), cast(e.of, e.type, e.at), zero(e.type, e.at), e.at)
    // Verilator 5.006 ends in an internal error over parts of a constant of more than two words, and finds constants behind ports: there the index must not even look as if it could leave.
    const looksBound = width <= 64 || (1 << indexWidth(width)) - 1 + e.type.width <= width
    if (!canLeave && looksBound && e.of.kind !== 'literal') return { ...e, low: resize(e.low, indexWidth(width), e.at) }
    const all = extend(cast(e.of, uint(widthOf(e.of.type)), e.at), uint(width), e.at)
    return slice(boundShift({ kind: 'binary', op: 'shr', left: all, right: e.low, type: uint(width), at: e.at }), 0, e.type.width, e.at)
  }
  return e.kind === 'binary' && (e.op === 'shl' || e.op === 'shr') ? boundShift(e) : e
}

function boundShift(e: Extract<Expr, { kind: 'binary' }>): Expr {
  if (widthOf(e.right.type) <= widestAmount) return e
  const type = ground(e)
  const short = { ...e, right: slice(e.right, 0, widestAmount, e.at) }
  const sign = slice(e.left, type.width - 1, 1, e.at)
  const past = e.op === 'shr' && type.kind === 'sint'
    ? cast(extend(cast(sign, { kind: 'sint', width: 1 }, e.at), { kind: 'sint', width: type.width }, e.at), type, e.at)
    : zero(type, e.at)
  const high = slice(e.right, widestAmount, widthOf(e.right.type) - widestAmount, e.at)
  const fits: Expr = { kind: 'binary', op: 'eq', left: high, right: literal(uint(widthOf(high.type)), 0n, e.at), type: uint(1), at: e.at }
  return mux(fits, short, past, e.at)
}
