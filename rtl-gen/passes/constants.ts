// Owns: the value of an operation whose operands are known, or of which one operand decides.
import { isGround, unreachable } from '../ir/index.ts'
import type { Expr } from '../ir/index.ts'
import { ground, literal } from './build.ts'

const ones = (width: number): bigint => (1n << BigInt(width)) - 1n

/** The number that a literal stands for: negative for a signed pattern with its top bit set. */
function numberOf(e: Expr): bigint | undefined {
  if (e.kind !== 'literal') return undefined
  return e.type.kind === 'sint' ? BigInt.asIntN(e.type.width, e.value) : e.value
}

/** A literal, or one of the operands, that equals this operation whatever the signals are; undefined if there is none. */
export function knownValue(e: Extract<Expr, { kind: 'unary' | 'binary' }>): Expr | undefined {
  return e.kind === 'unary' ? knownUnary(e) : knownBinary(e)
}

function knownUnary(e: Extract<Expr, { kind: 'unary' }>): Expr | undefined {
  if (e.of.kind !== 'literal') return undefined
  const { value, type } = e.of
  const of = (v: bigint): Expr => literal(ground(e), BigInt.asUintN(ground(e).width, v), e.at)
  switch (e.op) {
    case 'not': return of(~value)
    case 'neg': return of(-value)
    case 'andReduce': return of(value === ones(type.width) ? 1n : 0n)
    case 'orReduce': return of(value === 0n ? 0n : 1n)
    case 'xorReduce': return of(BigInt([...value.toString(2)].filter(c => c === '1').length & 1))
    default: return unreachable(e.op)
  }
}

function knownBinary(e: Extract<Expr, { kind: 'binary' }>): Expr | undefined {
  const { width, kind } = ground(e.left)
  const left = numberOf(e.left)
  const right = numberOf(e.right)
  const both = left !== undefined && right !== undefined
  const of = (v: bigint | boolean | undefined): Expr | undefined => (v === undefined ? undefined : literal(ground(e), BigInt.asUintN(ground(e).width, BigInt(v)), e.at))
  const [least, greatest] = kind === 'sint' ? [-(1n << BigInt(width - 1)), (1n << BigInt(width - 1)) - 1n] : [0n, ones(width)]
  switch (e.op) {
    case 'add': return both ? of(left + right) : left === 0n ? e.right : right === 0n ? e.left : undefined
    case 'sub': return both ? of(left - right) : right === 0n ? e.left : undefined
    case 'mul': return left === 0n || right === 0n ? of(0n) : both ? of(left * right) : undefined
    case 'div':
      if (right === 0n) return of(-1n)
      return right === 1n ? e.left : both ? of(left / right) : undefined
    case 'rem':
      if (right === 0n) return e.left
      return right === 1n || left === 0n ? of(0n) : both ? of(left % right) : undefined
    case 'and': return left === 0n || right === 0n ? of(0n) : both ? of(left & right) : isOnes(e.left) ? e.right : isOnes(e.right) ? e.left : undefined
    case 'or': return isOnes(e.left) ? e.left : isOnes(e.right) ? e.right : both ? of(left | right) : left === 0n ? e.right : right === 0n ? e.left : undefined
    case 'xor': return both ? of(left ^ right) : left === 0n ? e.right : right === 0n ? e.left : undefined
    case 'eq': return both ? of(left === right) : undefined
    case 'ne': return both ? of(left !== right) : undefined
    case 'lt': return both ? of(left < right) : right === least || left === greatest ? of(false) : undefined
    case 'ge': return both ? of(left >= right) : right === least || left === greatest ? of(true) : undefined
    case 'gt': return both ? of(left > right) : right === greatest || left === least ? of(false) : undefined
    case 'le': return both ? of(left <= right) : right === greatest || left === least ? of(true) : undefined
    case 'shl': return left === 0n || (right ?? 0n) >= BigInt(width) ? of(0n) : right === 0n ? e.left : both ? of(left << right) : undefined
    case 'shr': {
      // All ones stay all ones when the sign comes in.
      if (right === 0n || left === 0n || (kind === 'sint' && left === -1n)) return e.left
      if (right !== undefined && right >= BigInt(width) && kind !== 'sint') return of(0n)
      return both ? of(right >= BigInt(width) ? (left < 0n ? -1n : 0n) : left >> right) : undefined
    }
    default: return unreachable(e.op)
  }
}

const isOnes = (e: Expr): boolean => e.kind === 'literal' && isGround(e.type) && e.value === ones(e.type.width)
