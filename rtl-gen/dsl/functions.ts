// Owns: the free functions of the language: constants, choices, concatenation, names.
import type { Place } from '../ir/place.ts'
import { isGround } from '../ir/type.ts'
import { describe } from './describe.ts'
import { fail, note } from './fail.ts'
import { checkName, pathKey } from './names.ts'
import { place } from './place.ts'
import { checkShape, sint, typeOf, uint, widest } from './shape.ts'
import type { AnyShape, Shape } from './shape.ts'
import { bitType, constantBits, joinDomains, lift, literal, sameType, Signal, slice, toWidth, typeName, UintSignal, uintType, wrap } from './signal.ts'
import type { NamedRef } from './signal.ts'
import { constantTree } from './constant.ts'
import { show } from './show.ts'
import { BundleValue, isTree, leafAt, leafPaths, sameShape, splitTree, StreamValue, treeName, VecValue } from './tree.ts'
import type { Tree } from './tree.ts'
import type { Bare, ConstantOf, Enum, Hardware, Known, Sint, Uint, Value } from './value.ts'

/**
 * A constant: `lit(8, 0xff)` is unsigned and 8 bits wide; `lit(state, 'idle')`, `lit(sint(4), -1)`, `lit(MemReq, {...})` have that shape.
 * `lit(uint, 32)` and `lit(sint, -21)` have the fewest bits that hold the number, here 6 and 6.
 */
export function lit<const W extends number>(width: W, value: number | bigint): Uint<Known<W>, any>
export function lit(shape: typeof uint, value: number | bigint): Uint<any, any>
export function lit(shape: typeof sint, value: number | bigint): Sint<any, any>
export function lit<S extends Shape>(shape: S, value: ConstantOf<S>): Value<S, any>
export function lit(what: number | Shape | typeof uint | typeof sint, value: unknown): unknown {
  const at = place()
  const shape = typeof what === 'number' ? uint(what) : what === uint || what === sint ? least(what, value) : shapeOf(what), type = typeOf(shape)
  return isGround(type) ? wrap(literal(type, constantBits(value, type, at), at), '') : constantTree(shape, value, at, 'the constant')
}

function shapeOf(v: unknown): Shape {
  checkShape(v, 'the first of lit', place())
  return v as Shape
}

/** The narrowest shape that holds a number; what is no whole number is told by who makes the constant. */
function least(kind: typeof uint | typeof sint, value: unknown): Shape {
  if (typeof value !== 'bigint' && !Number.isSafeInteger(value)) return kind(53)
  const n = BigInt(value as number | bigint), bits = (n < 0n ? -n - 1n : n).toString(2).length
  return kind === uint ? uint(bits) : sint(n === 0n || n === -1n ? 1 : bits + 1)
}

type Differ<A, B> = A extends Uint<infer W, any> | Sint<infer W, any> ? B extends Uint<infer V, any> | Sint<infer V, any> ? `the two sides of mux differ: ${W} and ${V} bits` : Unlike : Unlike
type Unlike = 'the two sides of mux are of different kinds'
/** The sides of mux: two values of one type, or one with a bare constant of its kind. */
type First<A, B> = A extends Hardware ? A : B extends Hardware ? Bare<B> : 'one side of mux needs a size: write lit(width, number)'
type Second<A, B> = A extends Hardware ? B extends Hardware ? [B] extends [A] ? B : Differ<A, B> : Bare<A> : B

/** `a` where the condition holds, `b` elsewhere. One of them may be a bare number or member, which takes the type of the other. Bundles are chosen field by field. */
export function mux<const A, const B = A>(condition: Uint<1, any>, a: First<A, B>, b: Second<A, B>): A extends Hardware ? A : B
export function mux(condition: unknown, a: unknown, b: unknown): unknown {
  const at = place(), c = conditionOf(condition, at)
  return choose(c, b instanceof Signal && !isTree(a) ? lift(a, b.type, at) : a as Tree, b, at)
}
function choose(c: Signal, a: Tree, b: unknown, at: Place): Tree {
  if (!(a instanceof Signal)) {
    if (!isTree(a)) return fail('RTL2011', `mux chooses between values, not ${describe(a)}`, [note(at, 'used here')], 'give a sized value first: lit(width, number)')
    const shape = a instanceof BundleValue ? BundleValue.shapeOf(a) : VecValue.shapeOf(a)
    if (!isTree(b) || b instanceof Signal || !sameShape(shape, b instanceof BundleValue ? BundleValue.shapeOf(b) : VecValue.shapeOf(b))) {
      return fail('RTL2012', `mux: one side is ${treeName(a)}, the other ${isTree(b) ? treeName(b) : describe(b)}`, [note(at, 'used here')], 'choose between two values of one shape')
    }
    return splitTree(shape, path => choose(c, leafAt(a, path), leafAt(b, path), at) as Signal, '')
  }
  const other = lift(b, a.type, at)
  if (!sameType(a.type, other.type)) {
    fail(a.type.kind === other.type.kind && a.type.kind !== 'enum' ? 'RTL2001' : 'RTL2008', `mux: one side is ${typeName(a.type)}, the other ${typeName(other.type)}`,
      [note(at, 'used here'), note(a.expr.at, `\`${show(a.expr)}\``), note(other.expr.at, `\`${show(other.expr)}\``)], 'bring both to one type: truncate, extend, asUint, asSint')
  }
  const domain = joinDomains(joinDomains(a.domain, other.domain, at, a.expr, other.expr), c.domain, at, a.expr, c.expr)
  return wrap({ kind: 'mux', type: a.type, condition: c.expr, then: a.expr, else: other.expr, at }, domain)
}

/** A condition: one bit. `at`: the call that it stands in. */
export function conditionOf(v: unknown, at: Place = place()): Signal {
  const c = lift(v, bitType, at)
  if (!sameType(c.type, bitType)) fail('RTL2001', `a condition has one bit, \`${show(c.expr)}\` is ${typeName(c.type)}`, [note(at, 'used here'), note(c.expr.at, 'the value')], 'compare it, or use orReduce()')
  return c
}

/** Bits side by side, the highest part first. The sum of widths is known when the design is built; say it with truncate or extend where the types should know it. */
export function cat<D extends string = 'clk'>(...highFirst: (Uint<any, D> | Sint<any, D> | Enum<any, D>)[]): Uint<any, D> {
  const at = place()
  return join(highFirst as unknown[], at) as never
}
function join(parts: readonly unknown[], at: Place): Signal {
  const signals = parts.map(p => (p instanceof Signal ? p : fail('RTL2011', `cat takes signals, not ${describe(p)}`, [note(at, 'used here')], 'give a constant a width: lit(width, number)')))
  if (signals.length === 0) fail('RTL2011', 'cat of nothing has no bits', [note(at, 'used here')], 'give at least one part')
  if (signals.length === 1) return signals[0] instanceof UintSignal ? signals[0] : signals[0]!.asUint()
  const domain = signals.slice(1).reduce((d, s) => joinDomains(d, s.domain, at, signals[0]!.expr, s.expr), signals[0]!.domain)
  return wrap({ kind: 'cat', type: uintType(signals.reduce((n, s) => n + s.width, 0)), parts: signals.map(s => s.expr), at }, domain)
}

/** `n` copies side by side. */
export function replicate<D extends string>(n: number, x: Uint<any, D>): Uint<any, D> {
  const at = place()
  if (!Number.isInteger(n) || n < 1 || n > widest) fail('RTL1001', `a count is a whole number from 1 to ${widest}, not ${typeof n === 'number' ? String(n) : describe(n)}`, [note(at, 'used here')], 'give a whole number from 1 up, then the value')
  return join(Array.from({ length: n }, () => x), at) as never
}

/** Do all conditions hold? Of none: yes. */
export const all = <D extends string = 'clk'>(...conditions: Uint<1, D>[]): Uint<1, D> => fold('and', 1n, conditions)
/** Does any condition hold? Of none: no. */
export const any = <D extends string = 'clk'>(...conditions: Uint<1, D>[]): Uint<1, D> => fold('or', 0n, conditions)
function fold(op: 'and' | 'or', none: bigint, conditions: readonly unknown[]): never {
  const at = place(), signals = conditions.map(c => conditionOf(c, at))
  const [first, ...rest] = signals.length === 0 ? [wrap(literal(bitType, none, at), '')] : signals
  return rest.reduce((x, y) => wrap({ kind: 'binary', op, type: bitType, left: x.expr, right: y.expr, at }, joinDomains(x.domain, y.domain, at, x.expr, y.expr)), first!) as never
}

/**
 * Names values after the properties that hold them, so that the emitted text has a line for each:
 *
 *     const { push, pop } = named({ push: enq.fire, pop: deq.fire })
 *
 * Bundles and nested objects are named part by part (`seg_base`). A named value that nothing uses is left out.
 */
export function named<T extends object>(values: T): T {
  const at = place()
  let order = 0
  const leaf = (s: Signal, name: string): Signal => {
    const ref: NamedRef = { kind: 'ref', name, type: s.type, at, shown: name, local: s.expr, order: order++ }
    return wrap(ref, s.domain)
  }
  return nameAll(values as Record<string, unknown>, '', at, leaf) as T
}
type NameLeaf = (s: Signal, name: string) => Signal
function nameAll(values: Record<string, unknown>, prefix: string, at: Place, leaf: NameLeaf): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([k, v]) => {
    checkName(k, 'a value', at)
    return [k, nameOne(v, prefix + k, at, leaf)]
  }))
}
function nameOne(v: unknown, name: string, at: Place, leaf: NameLeaf): unknown {
  if (v instanceof Signal) return leaf(v, name)
  if (v instanceof BundleValue || v instanceof VecValue) {
    const shape = v instanceof BundleValue ? BundleValue.shapeOf(v) : VecValue.shapeOf(v)
    return splitTree(shape, path => leaf(leafAt(v, path) as Signal, [name, ...path].join('_')), v instanceof VecValue ? v.domain : '')
  }
  if (v instanceof StreamValue) return v
  if (typeof v === 'object' && v !== null && !Array.isArray(v)) return nameAll(v as Record<string, unknown>, `${name}_`, at, leaf)
  return fail('RTL2011', `\`${name}\` names a value, not ${describe(v)}`, [note(at, 'named here')], 'give a signal, a bundle, or an object of these')
}

/** All bits of a value, the first field (or element) in the highest bits. */
export function pack(value: Hardware): Uint<any, any> {
  const at = place()
  if (!isTree(value)) fail('RTL2011', `pack takes a signal, a bundle or a vector, not ${describe(value)}`, [note(at, 'used here')], 'give a value of hardware; an object that is written out goes into a wire of its shape first')
  return packTree(value as unknown as Tree, at) as never
}
export function packTree(t: Tree, at: Place): Signal {
  if (t instanceof Signal) return t instanceof UintSignal ? t : t.asUint()
  const shape = t instanceof BundleValue ? BundleValue.shapeOf(t) : VecValue.shapeOf(t)
  return join(leafPaths(shape).map(l => leafAt(t, l.path)), at)
}

/** The opposite of pack: bits read as a shape. */
export function unpack<S extends Shape, D extends string>(shape: S, bits: Uint<any, D>): Value<S, D> {
  const at = place()
  checkShape(shape, 'the first of unpack', at)
  if (!((bits as unknown) instanceof UintSignal)) fail('RTL2011', `unpack takes a uint, not ${describe(bits)}`, [note(at, 'used here')], 'give a signal of as many bits as the shape has; of other kinds asUint()')
  return unpackTree(shape, bits as unknown as UintSignal) as never
}
export function unpackTree(shape: Shape, bits: UintSignal): Tree {
  if (bits.width !== shape.bits) fail('RTL2001', `\`${show(bits.expr)}\` has ${bits.width} bits, the shape has ${shape.bits}`, [note(place(), 'unpacked here'), note(bits.expr.at, 'the value')], toWidth(bits.width, shape.bits))
  const low = new Map<string, number>()
  leafPaths(shape).reduceRight((n, l) => { low.set(pathKey(l.path), n); return n + l.shape.bits }, 0)
  return splitTree(shape, (path, s) => {
    const part = slice(bits, low.get(pathKey(path))!, s.bits) as UintSignal
    const kind = (s as AnyShape).kind
    return kind === 'sint' ? part.asSint() : kind === 'enum' ? part.asEnum(s as never) : part
  }, bits.domain)
}
