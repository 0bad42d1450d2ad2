// Owns: the run-time side of bundles, vectors and streams: trees whose leaves are signals.
import type { Expr } from '../ir/expr.ts'
import type { Place } from '../ir/place.ts'
import { muxTree, written } from './choice.ts'
import { called } from './describe.ts'
import { fail, note } from './fail.ts'
import { place } from './place.ts'
import { fieldName, indexBits, typeOf } from './shape.ts'
import type { AnyShape, BundleShape, Shape, VecShape } from './shape.ts'
import { amount, below, bitType, joinDomains, literal, Signal, typeName, uintType, wrap } from './signal.ts'

/** A tree value: a Signal, a BundleValue or a VecValue. */
export type Tree = Signal | BundleValue | VecValue
type Fields = Record<string, Shape>

const trap = (what: string): never => fail('RTL2900', `a JavaScript operator was used on a ${what}`, [note(place(), 'used here')], 'compare and combine its parts with methods: a.field.eq(b.field)')

/** Its fields are properties, made when they are first read; `{ ...value, field: x }` copies them. */
export class BundleValue {
  readonly #shape: BundleShape<Fields>
  constructor(shape: BundleShape<Fields>, field: (name: string) => Tree) {
    this.#shape = shape
    for (const name of Object.keys(shape.fields)) {
      let made: Tree | undefined
      Object.defineProperty(this, name, { get: () => (made ??= field(name)), enumerable: true })
    }
  }
  static shapeOf(b: BundleValue): BundleShape<Fields> { return b.#shape }
  static field(b: BundleValue, name: string): Tree { return (b as unknown as Record<string, Tree>)[name]! }
}
called(BundleValue, 'a bundle')
Object.defineProperty(BundleValue.prototype, Symbol.toPrimitive, { value: () => trap('bundle') })

export class VecValue {
  readonly #shape: VecShape<Shape>
  readonly #element: (i: number) => Tree
  readonly #picked: (i: Signal, at: Place, domain: string) => Tree
  readonly domain: string
  constructor(shape: VecShape<Shape>, domain: string, element: (i: number) => Tree, picked: (i: Signal, at: Place, domain: string) => Tree) {
    this.#shape = shape
    this.domain = domain
    this.#element = element
    this.#picked = picked
  }
  get length(): number { return this.#shape.length }
  at(i: unknown, options?: { readonly past?: unknown }): Tree {
    const at = place()
    if (typeof i !== 'number') {
      const index = amount(i, at), domain = joinDomains(this.domain, index.domain, at, this.#element(0) instanceof Signal ? (this.#element(0) as Signal).expr : index.expr, index.expr)
      const picked = this.#picked(index, at, domain), inside = options?.past === undefined ? undefined : below(index, this.length, at)
      return inside === undefined ? picked : muxTree(this.#shape.of, inside, picked, written(this.#shape.of, options!.past, at, 'past'), at, domain)
    }
    if (!Number.isInteger(i) || i < 0 || i >= this.length) fail('RTL2007', `element ${i} of a vector of ${this.length}`, [note(at, 'taken here')], `take 0 to ${this.length - 1}`)
    return this.#element(i)
  }
  static shapeOf(v: VecValue): VecShape<Shape> { return v.#shape }
}
called(VecValue, 'a vector')
Object.defineProperty(VecValue.prototype, Symbol.toPrimitive, { value: () => trap('vector') })

/** A ready/valid stream as a module sees it. */
export class StreamValue {
  readonly valid: Signal
  readonly ready: Signal
  readonly payload: Tree
  #fire: Signal | undefined
  readonly #offered: boolean
  readonly #at: Place
  /** `offered`: the module under construction gives valid and payload; it gives ready otherwise. */
  constructor(valid: Signal, ready: Signal, payload: Tree, offered: boolean, at: Place) {
    this.valid = valid
    this.ready = ready
    this.payload = payload
    this.#offered = offered
    this.#at = at
  }
  get offered(): boolean { return this.#offered }
  /** valid and ready: one element passes at this clock edge. */
  get fire(): Signal {
    return (this.#fire ??= wrap({ kind: 'binary', op: 'and', type: bitType, left: this.valid.expr, right: this.ready.expr, at: this.#at }, this.valid.domain))
  }
}

called(StreamValue, 'a stream')

/** The value of an expression of this shape. */
export function treeOf(shape: Shape, expr: Expr, domain: string): Tree {
  const s = shape as AnyShape
  if (s.kind === 'bundle') return new BundleValue(s, name => treeOf(s.fields[name]!, { kind: 'field', type: typeOf(s.fields[name]!), of: expr, field: fieldName(s, name), at: expr.at }, domain))
  if (s.kind === 'vec') {
    const element = (index: Expr, at: Place, of: string): Tree => treeOf(s.of, { kind: 'index', type: typeOf(s.of), of: expr, index, at }, of)
    return new VecValue(s, domain, i => element(literal(uintType(indexBits(s.length)), BigInt(i), expr.at), expr.at, domain), (i, at, of) => element(i.expr, at, of))
  }
  return wrap(expr, domain)
}

/** The value of a shape whose leaves stand apart (ports, packed words): `leaf` makes the one at a path. */
export function splitTree(shape: Shape, leaf: (path: readonly string[], shape: Shape) => Signal, domain: string, path: readonly string[] = []): Tree {
  const s = shape as AnyShape
  if (s.kind === 'bundle') return new BundleValue(s, name => splitTree(s.fields[name]!, leaf, domain, [...path, name]))
  if (s.kind === 'vec') {
    const made = new Map<number, Tree>()
    const element = (i: number): Tree => {
      if (!made.has(i)) made.set(i, splitTree(s.of, leaf, domain, [...path, String(i)]))
      return made.get(i)!
    }
    return new VecValue(s, domain, element, (i, at, of) => pick(s.of, Array.from({ length: s.length }, (_, n) => element(n)), i, at, of))
  }
  return leaf(path, shape)
}

/** One of several trees of a shape, by number; zero past the end. */
function pick(shape: Shape, items: readonly Tree[], i: Signal, at: Place, domain: string): Tree {
  return splitTree(shape, path => {
    const leaves = items.map(t => leafAt(t, path) as Signal)
    const zero: Expr = literal(leaves[0]!.type, 0n, at)
    const chain = leaves.reduceRight<Expr>((rest, leaf, n) => {
      if (n >= 2 ** i.width) return rest
      const condition: Expr = { kind: 'binary', op: 'eq', type: bitType, left: i.expr, right: literal(uintType(i.width), BigInt(n), at), at }
      return { kind: 'mux', type: leaf.type, condition, then: leaf.expr, else: rest, at }
    }, zero)
    return wrap(chain, leaves.reduce((d, leaf) => joinDomains(d, leaf.domain, at, i.expr, leaf.expr), domain))
  }, domain)
}

/** The part of a tree at a path. */
export function leafAt(t: Tree, path: readonly string[]): Tree {
  return path.reduce<Tree>((x, step) => (x instanceof VecValue ? x.at(Number(step)) : BundleValue.field(x as BundleValue, step)), t)
}

/** One ground part of a shape: the steps to it as the user names them, and joined as the emitted text has them. */
export interface ShapeLeaf { readonly path: readonly string[]; readonly emitted: string; readonly shape: Shape }
/** The ground parts of a shape, in order of declaration. */
export function leafPaths(shape: Shape, path: readonly string[] = [], emitted: readonly string[] = []): ShapeLeaf[] {
  const s = shape as AnyShape
  if (s.kind === 'bundle') return Object.entries(s.fields).flatMap(([k, f]) => leafPaths(f, [...path, k], [...emitted, fieldName(s, k)]))
  if (s.kind === 'vec') return Array.from({ length: s.length }, (_, i) => leafPaths(s.of, [...path, String(i)], [...emitted, String(i)])).flat()
  return [{ path, emitted: emitted.join('_'), shape }]
}

export const isTree = (v: unknown): v is Tree => v instanceof Signal || v instanceof BundleValue || v instanceof VecValue
export const shapeName = (s: Shape): string => {
  const x = s as AnyShape
  if (x.kind === 'bundle') return `bundle ${(x as unknown as { name?: string }).name || '(without a name)'}`
  return x.kind === 'vec' ? `vec(${x.length}, ${shapeName(x.of)})` : typeName(typeOf(s) as never)
}
/** What a tree is, for messages. */
export const treeName = (t: Tree): string => (t instanceof Signal ? typeName(t.type) : shapeName(t instanceof BundleValue ? BundleValue.shapeOf(t) : VecValue.shapeOf(t)))

/** Do two shapes have the same parts? Bundles are the same by class, or by equal fields. */
export function sameShape(a: Shape, b: Shape): boolean {
  if (a === b) return true
  return JSON.stringify(typeOf(a), plainBigint) === JSON.stringify(typeOf(b), plainBigint)
}
const plainBigint = (_: string, v: unknown): unknown => (typeof v === 'bigint' ? String(v) : v)
