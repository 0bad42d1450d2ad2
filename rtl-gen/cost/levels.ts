// Owns: how many levels of logic an operation takes, by a stated rule: an estimate that compares designs, no promise of a clock.
import { unreachable, widthOf } from '../ir/index.ts'
import type { Expr } from '../ir/index.ts'

/** Inputs of the look-up table that a level stands for. */
const inputs = 4
/** Bits of a carry chain that take as long as a level. */
const carryBits = 16

/** Levels to bring so many bits together. */
export const treeLevels = (bits: number): number => Math.ceil(Math.log(Math.max(1, bits)) / Math.log(inputs) - 1e-9)
/** Levels of a choice among so many values. */
export const choiceLevels = (values: number): number => Math.ceil(Math.log2(Math.max(1, values)))
/** An adder or an ordered comparison: one level, and the carry. */
export const carryLevels = (bits: number): number => 1 + Math.floor(bits / carryBits)

/**
 * Levels of a node beyond those of its operands. and, or, xor, a mux: 1. not, wiring, shifts by a constant: 0. eq, ne: a tree over the bits
 * of both sides (of one side beside a constant). add, sub, neg, lt, ...: 1 and one for each 16 bits. mul: a tree of adders. div, rem: a
 * subtraction a bit. A shift or a select by a signal: one for each bit of the amount or index that matters.
 */
export function levelsOf(e: Expr): number {
  switch (e.kind) {
    case 'literal': case 'ref': case 'field': case 'slice': case 'cat': case 'extend': case 'cast': return 0
    case 'unary':
      switch (e.op) {
        case 'not': return 0
        case 'neg': return carryLevels(e.type.width)
        case 'andReduce': case 'orReduce': case 'xorReduce': return treeLevels(widthOf(e.of.type))
        default: return unreachable(e)
      }
    case 'binary': return binaryLevels(e)
    case 'mux': return 1
    case 'index': return e.index.kind === 'literal' || e.of.type.kind !== 'vec' ? 0 : choiceLevels(e.of.type.length)
    case 'dynamic-slice': return e.low.kind === 'literal' ? 0 : Math.min(choiceLevels(widthOf(e.of.type)), widthOf(e.low.type))
    default: return unreachable(e)
  }
}

function binaryLevels(e: Extract<Expr, { kind: 'binary' }>): number {
  const width = widthOf(e.left.type)
  const constant = e.left.kind === 'literal' || e.right.kind === 'literal'
  switch (e.op) {
    case 'and': case 'or': case 'xor': return constant ? 0 : 1
    case 'add': case 'sub': case 'lt': case 'le': case 'gt': case 'ge': return carryLevels(width)
    case 'eq': case 'ne': return Math.max(1, treeLevels(constant ? width : 2 * width))
    case 'mul': return width === 1 ? 1 : choiceLevels(width) * carryLevels(width)
    case 'div': case 'rem': return width * carryLevels(width)
    case 'shl': case 'shr': return e.right.kind === 'literal' ? 0 : Math.min(widthOf(e.right.type), choiceLevels(width) + 1)
    default: return unreachable(e.op)
  }
}
