// Owns: the run-time side of ground values: methods that make IR expressions.
import type { BinaryOp, Expr, Literal, Ref, UnaryOp } from '../ir/expr.ts'
import type { Place } from '../ir/place.ts'
import type { EnumType, GroundType, SintType, UintType } from '../ir/type.ts'
import { grown, magnitude, mulWide, rotate, saturating, signedRemedy } from './arithmetic.ts'
import { called, describe } from './describe.ts'
import { beside, fail, note } from './fail.ts'
import { place } from './place.ts'
import { casesOf, indexBits, typeOf, widest } from './shape.ts'
import type { EnumShape } from './shape.ts'
import { show } from './show.ts'

/** A reference while a design is built: to a declaration of the module that `owner` stands for, or (with `local`) to a named value. */
export interface OwnedRef extends Ref { readonly shown: string; readonly owner: object }
/** `order`: its number within the call of `named`. */
export interface NamedRef extends Ref { readonly shown: string; readonly local: Expr; readonly order: number }

export const uintType = (width: number): UintType => ({ kind: 'uint', width })
export const bitType = uintType(1)
export const typeName = (t: GroundType): string => (t.kind === 'enum' ? `enumeration ${t.name}` : `${t.kind}(${t.width})`)
export const sameType = (a: GroundType, b: GroundType): boolean => {
  if (a === b) return true
  if (a.kind !== b.kind || a.width !== b.width) return false
  if (a.kind !== 'enum' || b.kind !== 'enum') return true
  return a.members.length === b.members.length && a.members.every((m, i) => m.name === b.members[i]!.name && m.value === b.members[i]!.value)
}
export const literal = (type: GroundType, value: bigint, at: Place): Literal => ({ kind: 'literal', type, value, at })

/** The domain of two values together; a constant has none (''). */
export function joinDomains(a: string, b: string, at: Place, left: Expr, right: Expr): string {
  if (a === b || b === '') return a
  if (a === '') return b
  return fail('RTL2010', `\`${show(left)}\` is clocked by ${a}, \`${show(right)}\` by ${b}`,
    [note(at, 'they meet here'), note(left.at, `clocked by ${a}`), note(right.at, `clocked by ${b}`)], `bring one of them into the other's clock domain first`)
}

/** The remedy for a value of another width. */
export const toWidth = (from: number, to: number): string => (from > to ? `use truncate(${to})` : `use extend(${to})`)

/** All values that have bits: uint, sint and enumerations. */
export abstract class Signal {
  readonly expr: Expr & { readonly type: GroundType }
  readonly domain: string
  constructor(expr: Expr, domain: string) {
    this.expr = expr as Expr & { readonly type: GroundType }
    this.domain = domain
  }
  get width(): number { return this.expr.type.width }
  get type(): GroundType { return this.expr.type }

  eq(b: unknown): Signal { return compare('eq', this, b) }
  ne(b: unknown): Signal { return compare('ne', this, b) }
  asUint(): Signal { return cast(this, uintType(this.width)) }

  [Symbol.toPrimitive](hint: string): never {
    return fail('RTL2900', `a JavaScript operator ${hint === 'string' ? 'made a string from' : 'was used on'} the signal \`${show(this.expr)}\``,
      [note(place(), 'used here')], this.type.kind === 'enum' ? `write \`${show(this.expr)}.is('${casesOf(this.type)[0]!}')\`, isIn(...) or match: operators run once, while the design is built`
        : 'write a.add(b), a.lt(b), a.eq(b), a.not(): operators run once, while the design is built')
  }
  toJSON(): never {
    return fail('RTL2901', `the signal \`${show(this.expr)}\` cannot be made JSON`, [note(place(), 'used here')], 'elaborate the module, and print its design')
  }
}

called(Signal, 'a signal')

/** What uint and sint have in common. */
abstract class NumberSignal extends Signal {
  add(b: unknown): Signal { return binary('add', this, b) }
  sub(b: unknown): Signal { return binary('sub', this, b) }
  addWide(b: unknown): Signal { return wide('add', this, b) }
  subWide(b: unknown): Signal { return wide('sub', this, b) }
  addSaturating(b: unknown): Signal { return saturating('add', this as never, b) }
  subSaturating(b: unknown): Signal { return saturating('sub', this as never, b) }
  mul(b: unknown): Signal { return binary('mul', this, b) }
  mulWide(b: unknown): Signal { return mulWide(this as never, b) }
  div(b: unknown): Signal { return binary('div', this, b) }
  rem(b: unknown): Signal { return binary('rem', this, b) }
  min(b: unknown): Signal { return least('lt', this, b) }
  max(b: unknown): Signal { return least('gt', this, b) }
  and(b: unknown): Signal { return binary('and', this, b) }
  or(b: unknown): Signal { return binary('or', this, b) }
  xor(b: unknown): Signal { return binary('xor', this, b) }
  not(): Signal { return unary('not', this, this.type) }
  orReduce(): Signal { return unary('orReduce', this, bitType) }
  andReduce(): Signal { return unary('andReduce', this, bitType) }
  xorReduce(): Signal { return unary('xorReduce', this, bitType) }
  isIn(...values: unknown[]): Signal { return oneOf(this, values) }
  bits(low: number, width: number): Signal { return slice(this, low, width) }
  bit(i: number): Signal { return slice(this, i, 1) }
  at(i: unknown, options?: { readonly past?: unknown }): Signal { return bitAt(this, i, options) }
  slice(low: unknown, width: number): Signal {
    if (typeof low === 'number') return slice(this, low, width)
    const at = place(), from = amount(low, at)
    checkWidth(width, at)
    return wrap({ kind: 'dynamic-slice', type: uintType(width), of: this.expr, low: from.expr, at }, joinDomains(this.domain, from.domain, at, this.expr, from.expr))
  }
  lt(b: unknown): Signal { return compare('lt', this, b) }
  le(b: unknown): Signal { return compare('le', this, b) }
  gt(b: unknown): Signal { return compare('gt', this, b) }
  ge(b: unknown): Signal { return compare('ge', this, b) }
  shiftLeft(n: unknown): Signal { return shift('shl', this, n) }
  shiftRight(n: unknown): Signal { return shift('shr', this, n) }
  asSint(): Signal { return cast(this, { kind: 'sint', width: this.width }) }
  extend(width: number): Signal {
    const at = place()
    beside(() => checkWidth(width, at), this.expr.at, () => `the value, \`${show(this.expr)}\``)
    if (width < this.width) fail('RTL2005', `extend(${width}) of \`${show(this.expr)}\`, which already has ${this.width} bits`, [note(at, 'extended here'), note(this.expr.at, 'the value')], `use truncate(${width})`)
    return width === this.width ? this : wrap({ kind: 'extend', type: { kind: this.type.kind as 'uint' | 'sint', width }, of: this.expr, at }, this.domain)
  }
}

export class UintSignal extends NumberSignal {
  rotateLeft(n: unknown): Signal { return rotate(this, n, 'left') }
  rotateRight(n: unknown): Signal { return rotate(this, n, 'right') }
  truncate(width: number): Signal { return width === this.width ? this : truncated(this, width) }
  asEnum(shape: EnumShape<string>): Signal {
    if ((shape as { kind?: unknown } | undefined)?.kind !== 'enum') fail('RTL1007', `asEnum takes an enumeration, not ${describe(shape)}`, [note(place(), 'used here'), note(this.expr.at, `\`${show(this.expr)}\``)], 'give what enumeration(...) returned')
    const type = typeOf(shape) as EnumType
    if (type.width !== this.width) fail('RTL2001', `\`${show(this.expr)}\` has ${this.width} bits, ${typeName(type)} has ${type.width}`, [note(place(), 'read as a member here'), note(this.expr.at, 'the value')], toWidth(this.width, type.width))
    return cast(this, type)
  }
}

export class SintSignal extends NumberSignal {
  get signed(): true { return true }
  negate(): Signal { return unary('neg', this, this.type) }
  abs(): Signal { return magnitude(this) }
  truncate(width: number): Signal { return width === this.width ? this : cast(truncated(this, width), { kind: 'sint', width }) }
}

export class EnumSignal extends Signal {
  is(k: unknown): Signal { return compare('eq', this, k) }
  isIn(...k: unknown[]): Signal { return oneOf(this, k) }
  isMember(): Signal {
    const { members, width } = this.expr.type as EnumType
    return members.length === 2 ** width ? wrap(literal(bitType, 1n, place()), '') : oneOf(this, casesOf(this.expr.type as EnumType))
  }
  next(): Signal {
    const at = place(), type = this.expr.type as EnumType, member = (i: number): Expr => literal(type, type.members[i]!.value, at)
    const after = type.members.slice(0, -1).reduceRight<Expr>((rest, _, i) =>
      ({ kind: 'mux', type, condition: { kind: 'binary', op: 'eq', type: bitType, left: this.expr, right: member(i), at }, then: member(i + 1), else: rest, at }), member(0))
    return wrap(after, this.domain)
  }
}

/** The signal of an expression. */
export function wrap(expr: Expr, domain: string): Signal {
  if (expr.type.kind !== 'bundle' && expr.type.kind !== 'vec' && expr.type.width > widest) fail('RTL1001', `a value of ${expr.type.width} bits: the most is ${widest}`, [note(expr.at, 'made here')], 'a long value goes through in parts, or word by word through a memory')
  switch (expr.type.kind) {
    case 'sint': return new SintSignal(expr, domain)
    case 'enum': return new EnumSignal(expr, domain)
    default: return new UintSignal(expr, domain)
  }
}

/** A signal as it is, or a constant as a literal of `type`. Does not compare types. */
export function lift(v: unknown, type: GroundType, at: Place): Signal {
  if (v instanceof Signal) return v
  return wrap(literal(type, constantBits(v, type, at), at), '')
}

/** The bit pattern of a constant. */
export function constantBits(v: unknown, type: GroundType, at: Place): bigint {
  if (typeof v === 'boolean') return fail('RTL2902', 'a JavaScript boolean stands where a signal is wanted', [note(at, 'used here')], 'write a.not(), a.eq(b), a.and(b); for a constant write 0 or 1')
  if (type.kind === 'enum' && typeof v === 'string') {
    const cases = casesOf(type), m = type.members[cases.indexOf(v)]
    return m ? m.value : fail('RTL2009', `${typeName(type)} has no member \`${v}\``, [note(at, 'used here')], `it has ${cases.join(', ')}`)
  }
  if (type.kind === 'enum' || (typeof v !== 'number' && typeof v !== 'bigint')) {
    return fail('RTL2011', `${type.kind === 'enum' ? `a member of ${typeName(type)}` : 'a signal or a whole number'} is wanted, not ${describe(v)}`, [note(at, 'used here')], 'look for a misspelt property, or give a value of the right kind')
  }
  if (typeof v === 'number' && !Number.isSafeInteger(v)) fail('RTL2006', `${v} is not a whole number below 2^53`, [note(at, 'used here')],
    Number.isFinite(v) && !Number.isInteger(v) ? `round it (Math.round gives ${Math.round(v)}), or count in smaller units: hardware numbers have no fraction` : Number.isFinite(v) ? 'write it as a bigint: 0x1fn' : 'look for a division by 0 or a missing number in what made it')
  const n = BigInt(v), w = BigInt(type.width)
  const low = type.kind === 'sint' ? -(1n << (w - 1n)) : 0n, high = type.kind === 'sint' ? (1n << (w - 1n)) - 1n : (1n << w) - 1n
  if (n < low || n > high) fail('RTL2002', `${n} does not fit in ${typeName(type)}: ${low} to ${high}`, [note(at, 'used here')], 'widen the value beside it, or correct the number')
  return n & ((1n << w) - 1n)
}

/** The other operand, of the same type and domain as `a`. */
function operand(op: string, a: Signal, b: unknown, at: Place): { right: Signal; domain: string } {
  const right = b instanceof Signal ? b : beside(() => lift(b, a.type, at), a.expr.at, () => `beside \`${show(a.expr)}\``)
  if (!sameType(a.type, right.type)) {
    const notes = [note(at, 'used here'), note(a.expr.at, `left, \`${show(a.expr)}\``), note(right.expr.at, `right, \`${show(right.expr)}\``)]
    if (a.type.kind !== right.type.kind || a.width === right.width) fail('RTL2008', `${op}: the left side is ${typeName(a.type)}, the right side ${typeName(right.type)}`, notes,
      a.type.kind === 'enum' || right.type.kind === 'enum' ? 'say how the bits are to be read: asUint(), asSint() or asEnum(shape)' : signedRemedy)
    fail('RTL2001', `${op}: the left side has ${a.width} bits, the right side ${right.width}`, notes,
      a.width < right.width ? `use extend(${right.width}) on the left side, or truncate(${a.width}) on the right one` : `use extend(${a.width}) on the right side`)
  }
  return { right, domain: joinDomains(a.domain, right.domain, at, a.expr, right.expr) }
}
/** Frames between an operator and the user: the most are in isIn. Operators are many, and each frame costs. */
const operatorFrames = 6
function binary(op: BinaryOp, a: Signal, b: unknown): Signal {
  const at = place(operatorFrames), { right, domain } = operand(op, a, b, at)
  return wrap({ kind: 'binary', op, type: a.type, left: a.expr, right: right.expr, at }, domain)
}
function compare(op: BinaryOp, a: Signal, b: unknown): Signal {
  const at = place(operatorFrames), { right, domain } = operand(op, a, b, at)
  return wrap({ kind: 'binary', op, type: bitType, left: a.expr, right: right.expr, at }, domain)
}
/** Both sides one bit wider, then the operation: so nothing is lost. */
export function wide(op: 'add' | 'sub', a: Signal, b: unknown, named = `${op}Wide`): Signal {
  const at = place(), { right, domain } = operand(named, a, b, at)
  const type = { kind: a.type.kind as 'uint' | 'sint', width: a.width + 1 }
  return wrap({ kind: 'binary', op, type, left: grown(a.expr, type.width, at), right: grown(right.expr, type.width, at), at }, domain)
}
/** The lesser (`lt`) or greater (`gt`) of two. */
function least(op: 'lt' | 'gt', a: Signal, b: unknown): Signal {
  const at = place(), { right, domain } = operand(op === 'lt' ? 'min' : 'max', a, b, at)
  const condition: Expr = { kind: 'binary', op, type: bitType, left: a.expr, right: right.expr, at }
  return wrap({ kind: 'mux', type: a.type, condition, then: a.expr, else: right.expr, at }, domain)
}
/** One bit, by a constant or a signal. `past`: what stands for the bits past the end; zero without it. */
function bitAt(a: Signal, i: unknown, options?: { readonly past?: unknown }): Signal {
  if (typeof i === 'number') return slice(a, i, 1)
  const at = place(), from = beside(() => amount(i, at), a.expr.at, () => `the value, \`${show(a.expr)}\``)
  const one = wrap({ kind: 'dynamic-slice', type: bitType, of: a.expr, low: from.expr, at }, joinDomains(a.domain, from.domain, at, a.expr, from.expr))
  const inside = options?.past === undefined ? undefined : below(from, a.width, at)
  if (inside === undefined) return one
  const past = operand('at', one, options!.past, at)
  return wrap({ kind: 'mux', type: bitType, condition: inside, then: one.expr, else: past.right.expr, at }, past.domain)
}
/** Is an index inside `n` things? Undefined where it always is. */
export const below = (i: Signal, n: number, at: Place): Expr | undefined =>
  2 ** i.width <= n ? undefined : { kind: 'binary', op: 'lt', type: bitType, left: i.expr, right: literal(uintType(i.width), BigInt(n), at), at }
const unary = (op: UnaryOp, a: Signal, type: GroundType): Signal => wrap({ kind: 'unary', op, type, of: a.expr, at: place() }, a.domain)
const cast = (a: Signal, type: UintType | SintType | EnumType): Signal => (sameType(a.type, type) ? a : wrap({ kind: 'cast', type, of: a.expr, at: place() }, a.domain))
function shift(op: 'shl' | 'shr', a: Signal, n: unknown): Signal {
  const at = place(), by = beside(() => amount(n, at), a.expr.at, () => `the value, \`${show(a.expr)}\``)
  return wrap({ kind: 'binary', op, type: a.type, left: a.expr, right: by.expr, at }, joinDomains(a.domain, by.domain, at, a.expr, by.expr))
}
/** An unsigned number of bits or elements: a uint of any width, or a constant in as few bits as it needs. */
export function amount(n: unknown, at: Place): Signal {
  if (n instanceof UintSignal) return n
  if (n instanceof Signal) return fail('RTL2008', `an amount, index or address is a uint, not ${typeName(n.type)}`, [note(at, 'used here'), note(n.expr.at, `\`${show(n.expr)}\``)], 'use asUint()')
  if ((typeof n === 'number' && n < 0) || (typeof n === 'bigint' && n < 0n)) fail('RTL2002', `${n} is no amount, index or address: these are from 0 up`, [note(at, 'used here')], 'for the other direction use the other method')
  const width = typeof n === 'number' && Number.isSafeInteger(n) ? indexBits(n + 1) : 53
  return lift(n, uintType(width), at)
}
function oneOf(a: Signal, values: readonly unknown[]): Signal {
  const tests = values.map(v => compare('eq', a, v))
  return tests.length === 0 ? wrap(literal(bitType, 0n, place()), '') : tests.reduce((x, y) => binary('or', x, y))
}
function checkWidth(width: number, at: Place): void {
  if (!Number.isInteger(width) || width < 1) fail('RTL1001', `a width is a whole number from 1 up, not ${typeof width === 'number' ? String(width) : describe(width)}`, [note(at, 'used here')], 'give a whole number from 1 up')
}
export function slice(a: Signal, low: number, width: number): Signal {
  const at = place()
  beside(() => checkWidth(width, at), a.expr.at, () => `the value, \`${show(a.expr)}\``)
  if (typeof low !== 'number') fail('RTL2011', `the number of a bit is a whole number, not ${describe(low)}`, [note(at, 'taken here'), note(a.expr.at, 'the value')], 'for a number that a signal holds use at(signal) or slice(signal, width)')
  if (!Number.isInteger(low) || low < 0 || low + width > a.width) {
    fail('RTL2007', `bits ${low} to ${low + width - 1} of \`${show(a.expr)}\`, which has ${a.width} bits`, [note(at, 'taken here'), note(a.expr.at, 'the value')], `bits(low, width) takes bits inside 0 to ${a.width - 1}`)
  }
  return low === 0 && width === a.width ? cast(a, uintType(width)) : wrap({ kind: 'slice', type: uintType(width), of: a.expr, low, at }, a.domain)
}
function truncated(a: Signal, width: number): Signal {
  if (width > a.width) fail('RTL2004', `truncate(${width}) of \`${show(a.expr)}\`, which has only ${a.width} bits`, [note(place(), 'truncated here'), note(a.expr.at, 'the value')], `use extend(${width})`)
  return slice(a, 0, width)
}
