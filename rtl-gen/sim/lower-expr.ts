// Owns: from an expression of the IR to machine operations.
import { isGround, postOrder, widthOf, type Binary, type Expr, type Ref } from '../ir/index.ts'
import {
  addBits, anyBit, bitwise, catBits, constantBits, equalBits, extendBits, lessBits, mulBits, muxBits, notBits, parityBits, resizeBits, sliceBits, subBits, type Bits,
} from './bits.ts'
import { divideBits } from './divide.ts'
import { op, type NodeId } from './graph.ts'
import type { Scope, Signal } from './netlist.ts'
import { readSignal, resetNode, suffixSteps, type Lowering, type ReadStep } from './read.ts'
import { shiftLeft, shiftRight } from './shift.ts'

/** The value of a ground expression in a scope; an expression that is used twice is lowered once. */
export function lowerExpr(ctx: Lowering, scope: Scope, e: Expr): Bits {
  const known = scope.values.get(e)
  if (known !== undefined) return known
  ctx.depth++
  if (ctx.depth > deepest) lowerDeep(ctx, scope, e)
  const made = build(ctx, scope, e)
  ctx.depth--
  scope.values.set(e, made)
  return made
}

/** Loops in the user's program make chains of any depth: below this depth operands are lowered before their users, without recursion. */
const deepest = 200

function lowerDeep(ctx: Lowering, scope: Scope, root: Expr): void {
  const { depth } = ctx
  ctx.depth = 0
  for (const e of postOrder([root])) if (e !== root && isOperation(e)) lowerExpr(ctx, scope, e)
  ctx.depth = depth
}

/** Of the other kinds perhaps only a part is wanted. */
const isOperation = (e: Expr): boolean => e.kind === 'binary' || e.kind === 'unary' || e.kind === 'mux' || e.kind === 'extend' || e.kind === 'dynamic-slice'

/** A uint(1) expression as a node that is 0 or 1. */
export const lowerBit = (ctx: Lowering, scope: Scope, e: Expr): NodeId => lowerExpr(ctx, scope, e).parts[0]!

/** Bits [low + width - 1 : low] of the ground part `suffix` of an expression; only what is needed of it is looked at. */
export function lowerPart(ctx: Lowering, scope: Scope, e: Expr, suffix: string, low: number, width: number): Bits {
  switch (e.kind) {
    case 'ref': case 'field': case 'index': return readChain(ctx, scope, e, suffix, low, width)
    case 'slice': return lowerPart(ctx, scope, e.of, '', e.low + low, width)
    case 'cast': return lowerPart(ctx, scope, e.of, '', low, width)
    case 'cat': {
      // The lowest part first, and without recursion: a row that grows by one part at a time is as deep as it is long.
      const parts: Bits[] = [], todo: { readonly e: Expr; readonly low: number; readonly width: number }[] = [{ e, low, width }]
      for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
        if (next.e.kind !== 'cat') {
          parts.push(lowerPart(ctx, scope, next.e, '', next.low, next.width))
          continue
        }
        let from = widthOf(next.e.type)
        for (const p of next.e.parts) {
          const own = widthOf(p.type)
          from -= own
          const first = Math.max(next.low, from), last = Math.min(next.low + next.width, from + own)
          if (first < last) todo.push({ e: p, low: first - from, width: last - first })
        }
      }
      return catBits(ctx.g, parts.toReversed())
    }
    default: {
      if (ctx.finer.size === 0) return sliceBits(ctx.g, lowerExpr(ctx, scope, e), low, width)
      const key = low * 65536 + width, known = scope.parts.get(e) ?? new Map<number, Bits>()
      const part = known.get(key) ?? lowerBits(ctx, scope, e, low, width)
      scope.parts.set(e, known.set(key, part))
      return part
    }
  }
}

/** Some bits of an operation from no more bits of its operands than they follow from. */
function lowerBits(ctx: Lowering, scope: Scope, e: Expr, low: number, width: number): Bits {
  const { g } = ctx, part = (x: Expr): Bits => lowerPart(ctx, scope, x, '', low, width)
  const upTo = (x: Expr): Bits => lowerPart(ctx, scope, x, '', 0, low + width)
  switch (e.kind) {
    case 'unary':
      if (e.op === 'not') return notBits(g, part(e.of))
      break
    case 'mux': return muxBits(g, lowerBit(ctx, scope, e.condition), part(e.then), part(e.else))
    case 'extend': {
      const own = widthOf(e.of.type)
      if (low + width <= own) return part(e.of)
      if (e.of.type.kind === 'uint') return low >= own ? constantBits(g, width, 0n) : resizeBits(g, lowerPart(ctx, scope, e.of, '', low, own - low), width)
      break
    }
    case 'binary':
      switch (e.op) {
        case 'and': return bitwise(g, op.and, part(e.left), part(e.right))
        case 'or': return bitwise(g, op.or, part(e.left), part(e.right))
        case 'xor': return bitwise(g, op.xor, part(e.left), part(e.right))
        // Carries go up only.
        case 'add': return sliceBits(g, addBits(g, upTo(e.left), upTo(e.right)), low, width)
        case 'sub': return sliceBits(g, subBits(g, upTo(e.left), upTo(e.right)), low, width)
        case 'mul': return sliceBits(g, mulBits(g, upTo(e.left), upTo(e.right)), low, width)
        case 'shl': {
          if (e.right.kind !== 'literal') break
          const by = e.right.value >= low + width ? low + width : Number(e.right.value), first = Math.max(0, low - by)
          if (low + width - by <= 0) return constantBits(g, width, 0n)
          const kept = lowerPart(ctx, scope, e.left, '', first, low + width - by - first)
          return kept.width === width ? kept : catBits(g, [kept, constantBits(g, width - kept.width, 0n)])
        }
        default: break
      }
      break
    default: break
  }
  return sliceBits(g, lowerExpr(ctx, scope, e), low, width)
}

/** The signal that a name stands for in a scope; undefined for a clock or a reset. */
export function findSignal(scope: Scope, name: string, instance: string | undefined): Signal | undefined {
  return (instance === undefined ? scope : scope.children.get(instance))?.signals.get(name)
}

function readChain(ctx: Lowering, scope: Scope, e: Expr, suffix: string, low: number, width: number): Bits {
  const steps: ReadStep[] = suffixSteps(suffix)
  let base = e
  while (base.kind === 'field' || base.kind === 'index') {
    if (base.kind === 'field') steps.unshift({ field: base.field })
    else steps.unshift({ index: base.index.kind === 'literal' ? Number(base.index.value) : lowerExpr(ctx, scope, base.index) })
    base = base.of
  }
  if (base.kind !== 'ref') throw new Error(`internal: a part of ${base.kind}`)
  const signal = findSignal(scope, base.name, base.instance)
  return signal ? readSignal(ctx, signal, steps, low, width) : readReset(ctx, scope, base)
}

function readReset(ctx: Lowering, scope: Scope, ref: Ref): Bits {
  const domain = scope.module.domains.find(d => d.reset?.name === ref.name), clock = domain && scope.clocks.get(domain.name)
  if (clock === undefined) throw new Error(`internal: ${scope.module.name} has no signal ${ref.name}`)
  return { width: 1, parts: [resetNode(ctx.g, clock)] }
}

function build(ctx: Lowering, scope: Scope, e: Expr): Bits {
  const { g } = ctx
  const of = (x: Expr): Bits => lowerExpr(ctx, scope, x)
  const bit = (n: NodeId): Bits => ({ width: 1, parts: [n] })
  switch (e.kind) {
    case 'literal': return constantBits(g, e.type.width, e.value)
    case 'ref': case 'field': case 'index': {
      if (!isGround(e.type)) throw new Error(`internal: ${e.kind} of a ${e.type.kind} has no one value`)
      return lowerPart(ctx, scope, e, '', 0, e.type.width)
    }
    case 'slice': case 'cat': case 'cast': return lowerPart(ctx, scope, e, '', 0, e.type.width)
    case 'extend': return extendBits(g, of(e.of), e.type.width, e.of.type.kind === 'sint')
    case 'dynamic-slice': return resizeBits(g, shiftRight(g, widened(ctx, of(e.of), e.type.width), of(e.low), false), e.type.width)
    case 'mux': return muxBits(g, lowerBit(ctx, scope, e.condition), of(e.then), of(e.else))
    case 'unary': {
      const x = of(e.of)
      switch (e.op) {
        case 'not': return notBits(g, x)
        case 'neg': return subBits(g, constantBits(g, x.width, 0n), x)
        case 'orReduce': return bit(anyBit(g, x))
        case 'andReduce': return bit(equalBits(g, x, constantBits(g, x.width, -1n)))
        case 'xorReduce': return bit(parityBits(g, x))
      }
      break
    }
    case 'binary': return binary(ctx, e, of(e.left), of(e.right))
  }
  throw new Error(`internal: expression ${(e as Expr).kind}`)
}

function binary(ctx: Lowering, e: Binary, x: Bits, y: Bits): Bits {
  const { g } = ctx, signed = e.left.type.kind === 'sint'
  const bit = (n: NodeId): Bits => ({ width: 1, parts: [n] })
  switch (e.op) {
    case 'add': return addBits(g, x, y)
    case 'sub': return subBits(g, x, y)
    case 'mul': return mulBits(g, x, y)
    case 'div': return divideBits(g, x, y, signed).quotient
    case 'rem': return divideBits(g, x, y, signed).remainder
    case 'and': return bitwise(g, op.and, x, y)
    case 'or': return bitwise(g, op.or, x, y)
    case 'xor': return bitwise(g, op.xor, x, y)
    case 'eq': return bit(equalBits(g, x, y))
    case 'ne': return bit(g.not1(equalBits(g, x, y)))
    case 'lt': return bit(lessBits(g, x, y, signed))
    case 'gt': return bit(lessBits(g, y, x, signed))
    case 'le': return bit(g.not1(lessBits(g, y, x, signed)))
    case 'ge': return bit(g.not1(lessBits(g, x, y, signed)))
    case 'shl': return shiftLeft(g, x, y)
    case 'shr': return shiftRight(g, x, y, signed)
  }
}

/** At least `width` bits, by zeros. */
const widened = (ctx: Lowering, x: Bits, width: number): Bits => x.width >= width ? x : resizeBits(ctx.g, x, width)
