// Owns: which bits of which signals some bits of an expression follow from.
import { childrenOf, isGround, partsOf, signalKey, unreachable, widthOf } from '../ir/index.ts'
import type { Expr, Type } from '../ir/index.ts'

const ones = (width: number): bigint => (1n << BigInt(width)) - 1n
const all = (e: Expr): bigint => ones(widthOf(e.type))
/** The highest bit of a mask and all below. */
const down = (mask: bigint): bigint => ones(mask.toString(2).length)
/** The lowest bit of a mask and all above, within a width. */
const up = (mask: bigint, width: number): bigint => ones(width) & ~((mask & -mask) - 1n)

/** Bits by signal, as the signal's type lies in a row of bits. The carry of a sum goes up, so a bit follows from the ones at and below it. */
export function bitSources(root: Expr, mask: bigint): Map<string, bigint> {
  const found = new Map<string, bigint>()
  const seen = new Map<Expr, bigint>()
  const todo: { e: Expr; mask: bigint }[] = [{ e: root, mask }]
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const { e } = next
    const before = seen.get(e) ?? 0n
    const fresh = next.mask & ~before
    if (fresh === 0n) continue
    seen.set(e, before | fresh)
    if (e.kind === 'ref') found.set(signalKey(e), (found.get(signalKey(e)) ?? 0n) | fresh)
    else {
      const masks = operandMasks(e, fresh)
      childrenOf(e).forEach((child, i) => todo.push({ e: child, mask: masks[i]! }))
    }
  }
  return found
}

/** For each operand the bits that some bits of the result follow from. */
function operandMasks(e: Exclude<Expr, { kind: 'ref' }>, mask: bigint): readonly bigint[] {
  switch (e.kind) {
    case 'literal': return []
    case 'field': return [mask << BigInt(lowOf(e.of.type, e.field))]
    case 'index': {
      if (e.of.type.kind !== 'vec') return [all(e.of), all(e.index)]
      const width = widthOf(e.type)
      if (e.index.kind === 'literal') return [e.index.value < BigInt(e.of.type.length) ? mask << e.index.value * BigInt(width) : 0n, 0n]
      return [Array.from({ length: e.of.type.length }, (_, i) => mask << BigInt(i * width)).reduce((a, b) => a | b), all(e.index)]
    }
    case 'unary': return [e.op === 'not' ? mask : e.op === 'neg' ? down(mask) : all(e.of)]
    case 'binary': {
      switch (e.op) {
        case 'and': case 'or': case 'xor': return [mask, mask]
        case 'add': case 'sub': case 'mul': return [down(mask), down(mask)]
        case 'div': case 'rem': return [all(e.left), all(e.right)]
        case 'eq': case 'ne': case 'lt': case 'le': case 'gt': case 'ge': return [all(e.left), all(e.right)]
        case 'shl': return [e.right.kind === 'literal' ? mask >> e.right.value : down(mask), all(e.right)]
        case 'shr': return [up(mask, widthOf(e.type)), all(e.right)]
        default: return unreachable(e)
      }
    }
    case 'mux': return [1n, mask, mask]
    case 'slice': return [mask << BigInt(e.low)]
    case 'dynamic-slice': return [all(e.of), all(e.low)]
    case 'cat': {
      let low = widthOf(e.type)
      return e.parts.map(p => {
        low -= widthOf(p.type)
        return mask >> BigInt(low) & all(p)
      })
    }
    case 'extend': {
      const from = widthOf(e.of.type)
      const sign = e.type.kind === 'sint' && mask >> BigInt(from) !== 0n ? 1n << BigInt(from - 1) : 0n
      return [mask & ones(from) | sign]
    }
    case 'cast': return [mask]
    default: return unreachable(e)
  }
}

function lowOf(type: Type, field: string): number {
  if (isGround(type)) return 0
  return partsOf(type).find(p => p.key === field)?.low ?? 0
}
