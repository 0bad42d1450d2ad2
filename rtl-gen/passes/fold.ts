// Owns: folding what is constant or says nothing: slices of slices and literals, casts to the same type, choices that are known.
import { mapModule, mapModules, rewriter, unreachable, widthOf } from '../ir/index.ts'
import type { Arm, Design, Expr, Memory, Module, Statement } from '../ir/index.ts'
import { and, bit, cast, cat, extend, ground, literal, mux, not, slice, zero } from './build.ts'
import { knownValue } from './constants.ts'
import { fixedBits } from './fixed-bits.ts'

/** The same design with simpler expressions, without branches that are never taken or do nothing. Values of signals do not change. */
export const fold = (design: Design): Design => mapModules(design, foldModule)

/** Named values that turn out constant are put where they are read, until no more are found. */
function foldModule(m: Module): Module {
  const constants = new Map<string, Expr>()
  for (;;) {
    const folded = mapModule(m, rewriter(e => (e.kind === 'ref' && e.instance === undefined ? constants.get(e.name) : undefined) ?? foldNode(e)))
    const found = folded.locals.filter(l => l.value.kind === 'literal' && !constants.has(l.name))
    if (found.length === 0) return { ...folded, memories: folded.memories.map(liveWrites), body: foldBody(folded.body) }
    for (const l of found) constants.set(l.name, l.value)
  }
}

/** A write port that is never enabled is none: nothing may take it for one that meets a read. */
const liveWrites = (mem: Memory): Memory => {
  const writes = mem.writes.filter(w => w.enable.kind !== 'literal' || w.enable.value === 1n)
  return writes.length === mem.writes.length ? mem : { ...mem, writes }
}

function foldBody(body: readonly Statement[]): Statement[] {
  return body.flatMap((s): readonly Statement[] => {
    switch (s.kind) {
      case 'set': case 'check': return [s]
      case 'if': {
        const arms: Arm[] = []
        let otherwise = foldBody(s.otherwise)
        for (const a of s.arms) {
          if (a.condition.kind !== 'literal') arms.push({ ...a, body: foldBody(a.body) })
          else if (a.condition.value === 1n) {
            otherwise = foldBody(a.body)
            break
          }
        }
        while (otherwise.length === 0 && arms.at(-1)?.body.length === 0) arms.pop()
        return arms.length === 0 ? otherwise : [{ ...s, arms, otherwise }]
      }
      case 'match': {
        const { subject } = s
        if (subject.kind === 'literal') return foldBody(s.arms.find(a => a.values.includes(subject.value))?.body ?? s.otherwise)
        // An arm that is never taken, or a rest where the arms name all that can be, is nothing that a tool has to find out (Yosys 0.23 trips over it).
        const { mask, value } = fixedBits(subject)
        const arms = s.arms.map(a => ({ ...a, values: a.values.filter(v => (v & mask) === value) })).filter(a => a.values.length > 0).map(a => ({ ...a, body: foldBody(a.body) }))
        const named = BigInt(arms.reduce((n, a) => n + a.values.length, 0)), free = BigInt(widthOf(subject.type) - mask.toString(2).replaceAll('0', '').length)
        const otherwise = named === 1n << free ? [] : foldBody(s.otherwise)
        if (arms.length === 0) return otherwise
        if (arms.length === 1 && named === 1n << free) return arms[0]!.body
        return otherwise.length === 0 && arms.every(a => a.body.length === 0) ? [] : [{ ...s, arms, otherwise }]
      }
      default: return unreachable(s)
    }
  })
}

/** One node whose operands are folded already. */
export function foldNode(e: Expr): Expr {
  switch (e.kind) {
    case 'slice': return slice(e.of, e.low, e.type.width, e.at)
    case 'cast': return cast(e.of, e.type, e.at)
    case 'extend': return extend(e.of, e.type, e.at)
    case 'cat': return cat(e.parts, e.at)
    case 'mux': return mux(e.condition, e.then, e.else, e.at)
    case 'unary': {
      if (e.of.type.kind === 'uint' && e.of.type.width === 1 && (e.op === 'andReduce' || e.op === 'orReduce' || e.op === 'xorReduce')) return e.of
      return knownValue(e) ?? (e.op === 'not' ? not(e.of, e.at) : e.op === 'neg' ? e : reduce(e))
    }
    case 'dynamic-slice': {
      if (e.low.kind !== 'literal') return e
      const width = widthOf(e.of.type)
      if (e.low.value >= BigInt(width)) return zero(e.type, e.at)
      const low = Number(e.low.value)
      const there = Math.min(e.type.width, width - low)
      return extend(slice(e.of, low, there, e.at), e.type, e.at)
    }
    case 'binary': {
      const known = knownValue(e)
      if (known !== undefined) return known
      if (e.left.type.kind === 'uint' && e.left.type.width === 1) return compareBits(e) ?? e
      if (e.left.type.kind === 'sint' && e.left.type.width === 1) return compareSigns(e)
      if (e.left.type.kind === 'sint' && e.type.kind === 'uint') return compareUnsigned(e)
      if (e.op === 'shr' && e.left.type.kind === 'sint' && e.left.kind === 'literal') return shiftLiteral(e, e.left)
      return (e.op === 'shl' || e.op === 'shr') && e.right.kind === 'literal' && e.left.type.kind !== 'sint' ? shiftBy(e, e.right.value) : e
    }
    case 'literal': case 'ref': case 'field': case 'index': return e
    default: return unreachable(e)
  }
}

/** A reduction whose operand has one bit that is not known is that bit, if the others do not decide: Verilator 5.006 ends in an internal error over what is left of such a one. */
function reduce(e: Extract<Expr, { kind: 'unary' }>): Expr {
  const width = widthOf(e.of.type), { mask, value } = fixedBits(e.of), free = ~mask & (1n << BigInt(width)) - 1n
  const ones = value.toString(2).replaceAll('0', '').length, single = free !== 0n && (free & free - 1n) === 0n
  const decided = e.op === 'andReduce' ? (value | free) + 1n !== 1n << BigInt(width) : e.op === 'orReduce' ? value !== 0n : false
  if (decided) return literal(bit, e.op === 'orReduce' ? 1n : 0n, e.at)
  if (!single) return e
  const left = cast(slice(e.of, free.toString(2).length - 1, 1, e.at), bit, e.at)
  return e.op === 'xorReduce' && ones % 2 === 1 ? not(left, e.at) : left
}

/** Comparisons of single bits as logic: nobody reads `a < b` of two bits. */
function compareBits(e: Extract<Expr, { kind: 'binary' }>): Expr | undefined {
  const { left, right, at } = e
  const either = (a: Expr, b: Expr): Expr => ({ ...e, op: 'or', left: a, right: b })
  switch (e.op) {
    case 'eq': case 'ne': {
      const [constant, other] = left.kind === 'literal' ? [left, right] : [right, left]
      return constant.kind !== 'literal' ? undefined : (constant.value === 1n) === (e.op === 'eq') ? other : not(other, at)
    }
    case 'lt': return and(not(left, at), right, at)
    case 'gt': return and(left, not(right, at), at)
    case 'le': return either(not(left, at), right)
    case 'ge': return either(left, not(right, at))
    default: return undefined
  }
}

/** Of two single bits that are 0 and -1 the order is the other way round; Verilator 5.006 has it wrong beside a constant. */
function compareSigns(e: Extract<Expr, { kind: 'binary' }>): Expr {
  const turned = ({ lt: 'gt', le: 'ge', gt: 'lt', ge: 'le' } as Record<string, 'lt' | 'le' | 'gt' | 'ge'>)[e.op]
  if (turned === undefined) return e
  const bits = { ...e, op: turned, left: cast(e.left, bit, e.at), right: cast(e.right, bit, e.at) }
  return compareBits(bits) ?? bits
}

/** Numbers that cannot be negative are ordered as unsigned ones: Verilator 5.006 has the signed order wrong where it narrows them. */
function compareUnsigned(e: Extract<Expr, { kind: 'binary' }>): Expr {
  const { width } = ground(e.left), sign = 1n << BigInt(width - 1)
  const notNegative = (v: Expr): boolean => { const { mask, value } = fixedBits(v); return (mask & sign) !== 0n && (value & sign) === 0n }
  if (!['lt', 'le', 'gt', 'ge'].includes(e.op) || !notNegative(e.left) || !notNegative(e.right)) return e
  const type = { kind: 'uint', width } as const, unsigned = { ...e, left: cast(e.left, type, e.at), right: cast(e.right, type, e.at) }
  return knownValue(unsigned) ?? unsigned
}

/** A constant whose sign comes in, without a sign: Verilator 5.006 loses it where bits are taken of the shift one by one. */
function shiftLiteral(e: Extract<Expr, { kind: 'binary' }>, left: Extract<Expr, { kind: 'literal' }>): Expr {
  const { width } = ground(left), type = { kind: 'uint', width } as const, negative = left.value >> BigInt(width - 1) === 1n
  const value = negative ? ~left.value & (1n << BigInt(width)) - 1n : left.value
  const shifted: Expr = { ...e, left: literal(type, value, left.at), type }
  return cast(negative ? not(shifted, e.at) : shifted, ground(e), e.at)
}

/** A shift by a constant less than the width is wiring. */
function shiftBy(e: Extract<Expr, { kind: 'binary' }>, amount: bigint): Expr {
  const width = ground(e).width
  const n = Number(amount)
  const bits = e.op === 'shl'
    ? cat([slice(e.left, 0, width - n, e.at), zero({ kind: 'uint', width: n }, e.at)], e.at)
    : extend(slice(e.left, n, width - n, e.at), { kind: 'uint', width }, e.at)
  return cast(bits, ground(e), e.at)
}
