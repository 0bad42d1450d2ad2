// Owns: one of several values of a shape, and values that are written out in parts.
import type { Expr } from '../ir/expr.ts'
import type { Place } from '../ir/place.ts'
import type { GroundType, UintType } from '../ir/type.ts'
import { describe } from './describe.ts'
import { fail, note } from './fail.ts'
import { pathKey } from './names.ts'
import { place } from './place.ts'
import { typeOf } from './shape.ts'
import type { AnyShape, Shape } from './shape.ts'
import { bitType, joinDomains, lift, literal, sameType, Signal, typeName, UintSignal, uintType, wrap } from './signal.ts'
import { show } from './show.ts'
import { BundleValue, isTree, leafAt, leafPaths, sameShape, shapeName, splitTree, treeName, VecValue } from './tree.ts'
import type { Tree } from './tree.ts'
import type { Bare, Hardware, Uint } from './value.ts'

/** The value of a shape: a signal of it, or its parts written out as in `assign`. `what` names it in messages. */
export function written(shape: Shape, v: unknown, at: Place, what: string): Tree {
  const leaves = new Map<string, Signal>()
  const visit = (of: Shape, x: unknown, path: readonly string[]): void => {
    const s = of as AnyShape, here = [what, ...path].join('.'), wrong = (text: string): never => fail('RTL2012', `\`${here}\` ${text}`, [note(at, 'given here')], `give a value of ${shapeName(of)}`)
    if (s.kind === 'bundle' && !isTree(x)) {
      if (typeof x !== 'object' || x === null || Array.isArray(x)) return wrong(`takes ${shapeName(of)}, not ${describe(x)}`)
      const given = x as Record<string, unknown>, names = Object.keys(s.fields), extra = Object.keys(given).filter(k => !names.includes(k)), missing = names.filter(k => !Object.hasOwn(given, k))
      if (extra.length || missing.length) return wrong([...extra.map(k => `has no field \`${k}\``), ...missing.map(k => `lacks field \`${k}\``)].join(', '))
      return names.forEach(k => visit(s.fields[k]!, given[k], [...path, k]))
    }
    if (s.kind === 'vec' && !isTree(x)) {
      if (!Array.isArray(x) || x.length !== s.length) return wrong(`takes ${s.length} elements, not ${Array.isArray(x) ? x.length : describe(x)}`)
      return x.forEach((e, i) => visit(s.of, e, [...path, String(i)]))
    }
    if (s.kind === 'bundle' || s.kind === 'vec') {
      if (x instanceof Signal || !sameShape(s, shapeOf(x as BundleValue | VecValue))) return wrong(`is ${treeName(x as Tree)}, ${shapeName(of)} is wanted`)
      for (const l of leafPaths(s)) leaves.set(pathKey([...path, ...l.path]), leafAt(x as Tree, l.path) as Signal)
      return
    }
    const type = typeOf(of) as GroundType, value = lift(x, type, at)
    if (!sameType(value.type, type)) return fail(value.type.kind === type.kind && type.kind !== 'enum' ? 'RTL2001' : 'RTL2008', `\`${here}\` is ${typeName(value.type)}, ${typeName(type)} is wanted`, [note(at, 'given here'), note(value.expr.at, 'the value')], 'bring it to this type: truncate, extend, asUint, asSint')
    leaves.set(pathKey(path), value)
  }
  visit(shape, v, [])
  return splitTree(shape, path => leaves.get(pathKey(path))!, '')
}
const shapeOf = (t: BundleValue | VecValue): Shape => (t instanceof BundleValue ? BundleValue.shapeOf(t) : VecValue.shapeOf(t))

/** The leaves of two trees of one shape, chosen by a condition. */
export function muxTree(shape: Shape, condition: Expr, then: Tree, otherwise: Tree, at: Place, domain: string): Tree {
  return splitTree(shape, path => {
    const a = leafAt(then, path) as Signal, b = leafAt(otherwise, path) as Signal
    const joined = [a, b].reduce((d, s) => joinDomains(d, s.domain, at, condition, s.expr), domain)
    return wrap({ kind: 'mux', type: a.type, condition, then: a.expr, else: b.expr, at }, joined)
  }, domain)
}

/** A leg, of the same type as all others; else a sentence. */
type Leg<A> = [Differing<A>] extends [never] ? A : 'the legs are of one type: the same width, kind and clock'
type Differing<A, B = A> = A extends unknown ? [B] extends [A] ? never : A : never

interface Legs { readonly select: UintSignal; readonly legs: readonly Tree[]; readonly at: Place }
function checkLegs(what: string, select: unknown, given: unknown): Legs {
  const at = place(), legs = Array.isArray(given) ? given as unknown[] : []
  if (!(select instanceof UintSignal)) return fail(select instanceof Signal ? 'RTL2008' : 'RTL2011', `${what}: what selects is a uint with a bit for each leg, not ${select instanceof Signal ? typeName(select.type) : describe(select)}`, [note(at, 'used here')], 'give cat(...) of the conditions, the last leg in the highest bit')
  if (legs.length === 0 || legs.length !== select.width) {
    fail('RTL2013', `${what}: \`${show(select.expr)}\` has ${select.width} bits for ${legs.length} legs`, [note(at, 'used here'), note(select.expr.at, 'what selects')], 'give a leg for each bit, that of bit 0 first')
  }
  const wrong = legs.findIndex(l => !isTree(l)), first = legs[0] as Tree
  if (wrong >= 0) fail('RTL2011', `${what}: leg ${wrong} is a value of the hardware, not ${describe(legs[wrong])}`, [note(at, 'used here')], 'give a constant a size: lit(width, number)')
  for (const [i, leg] of (legs as Tree[]).entries()) {
    if (leg instanceof Signal && first instanceof Signal ? sameType(leg.type, first.type) : !(leg instanceof Signal) && !(first instanceof Signal) && sameShape(shapeOf(first), shapeOf(leg))) continue
    fail(leg instanceof Signal && first instanceof Signal && leg.type.kind === first.type.kind && first.type.kind !== 'enum' ? 'RTL2001' : 'RTL2008', `${what}: leg 0 is ${treeName(first)}, leg ${i} ${treeName(leg)}`,
      [note(at, 'used here'), ...[first, leg].flatMap(l => (l instanceof Signal ? [note(l.expr.at, `\`${show(l.expr)}\``)] : []))], 'bring all legs to one type')
  }
  return { select, legs: legs as Tree[], at }
}
/** `make` gets the leaf of each leg. */
function ofLegs({ select, legs, at }: Legs, make: (leaves: readonly Signal[]) => Expr): Tree {
  const one = (path: readonly string[]): Signal => {
    const leaves = legs.map(l => leafAt(l, path) as Signal)
    return wrap(make(leaves), leaves.reduce((d, s) => joinDomains(d, s.domain, at, select.expr, s.expr), select.domain))
  }
  return legs[0] instanceof Signal ? one([]) : splitTree(shapeOf(legs[0]!), one, select.domain)
}
const hot = (select: UintSignal, i: number, at: Place): Expr => (select.width === 1 ? select.expr : { kind: 'slice', type: bitType, of: select.expr, low: i, at })

/**
 * The leg whose bit of `select` is set, bit 0 for the first. Of several set bits the legs are ORed, bit by bit; with none all bits are 0. So it is
 * smaller and faster than a chain of mux where at most one bit is ever set. Legs are of one type: numbers, members, bundles or vectors.
 *
 *     oneHotMux(cat(isC, isB, isA), [a, b, c])
 */
export function oneHotMux<A extends Hardware>(select: Uint<any, any>, legs: readonly Leg<A>[]): A
export function oneHotMux(select: unknown, given: unknown): unknown {
  const legs = checkLegs('oneHotMux', select, given), { at } = legs
  return ofLegs(legs, leaves => {
    const type = leaves[0]!.type, bits: UintType = uintType(type.width)
    const masked = leaves.map((leaf, i): Expr => {
      const of: Expr = type.kind === 'uint' ? leaf.expr : { kind: 'cast', type: bits, of: leaf.expr, at }, condition = hot(legs.select, i, at)
      return type.width === 1 ? { kind: 'binary', op: 'and', type: bits, left: condition, right: of, at } : { kind: 'mux', type: bits, condition, then: of, else: literal(bits, 0n, at), at }
    })
    const all = masked.reduce((left, right) => ({ kind: 'binary', op: 'or', type: bits, left, right, at }))
    return type.kind === 'uint' ? all : { kind: 'cast', type, of: all, at }
  })
}

/**
 * The leg of the lowest bit that is set in `select`; `otherwise` if none is.
 *
 *     priorityMux(cat(urgent, normal), [a, b], idle)   // a where normal holds, else b where urgent does
 */
export function priorityMux<A extends Hardware>(select: Uint<any, any>, legs: readonly Leg<A>[], otherwise: NoInfer<A> | Bare<NoInfer<A>>): A
export function priorityMux(select: unknown, given: unknown, otherwise: unknown): unknown {
  const legs = checkLegs('priorityMux', select, given), { at } = legs, first = legs.legs[0]!
  const last = first instanceof Signal ? checkOtherwise(first, otherwise, at) : written(shapeOf(first), otherwise, at, 'otherwise')
  return ofLegs({ ...legs, legs: [...legs.legs, last] }, leaves => leaves.slice(0, -1).reduceRight<Expr>((rest, leaf, i) =>
    ({ kind: 'mux', type: leaf.type, condition: hot(legs.select, i, at), then: leaf.expr, else: rest, at }), leaves.at(-1)!.expr))
}
function checkOtherwise(first: Signal, otherwise: unknown, at: Place): Tree {
  const value = isTree(otherwise) && !(otherwise instanceof Signal) ? undefined : lift(otherwise, first.type, at)
  if (value && sameType(value.type, first.type)) return value
  return fail('RTL2008', `priorityMux: the legs are ${treeName(first)}, \`otherwise\` is ${treeName(value ?? otherwise as Tree)}`, [note(at, 'used here'), note(first.expr.at, `\`${show(first.expr)}\``)], 'bring all to one type')
}
