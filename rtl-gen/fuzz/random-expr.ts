// Owns: random expressions of a wanted type, over what can be read.
import { isGround, sameType, widthOf, type EnumType, type Expr, type GroundType, type SintType, type Type } from '../ir/index.ts'
import { arithmeticOps, binary, bit, cast, cat, compareOps, dynamicSlice, extend, field, index, lit, mux, reductions, sint, slice, uint, unary } from './nodes.ts'
import { oneOf, randomBits, type Pick } from './pick.ts'
import type { RandomTypes } from './random-types.ts'

/** Draws expressions over `readable` (ground) and `arrays` (vectors and bundles), which grow while the module does. */
export class RandomExpr {
  readonly pick: Pick
  readonly types: RandomTypes
  readonly readable: Expr[] = []
  readonly arrays: Expr[] = []

  constructor(pick: Pick, types: RandomTypes) {
    this.pick = pick
    this.types = types
  }

  /** From now on this can be read. */
  offer(e: Expr): void {
    if (isGround(e.type)) this.readable.push(e)
    else this.arrays.push(e)
  }

  /** An expression of exactly this ground type, at most about `depth` operations deep. */
  of(t: GroundType, depth: number): Expr {
    switch (t.kind) {
      case 'enum': return this.#enum(t, depth)
      case 'sint': return this.pick(2) ? cast(this.#uint(t.width, depth), t) : this.#operation(t, depth)
      case 'uint': return this.#uint(t.width, depth)
    }
  }

  /** A value of an aggregate type, if there is one to read. */
  whole(t: Type): Expr | undefined {
    const found = this.arrays.flatMap(a => this.#parts(a)).filter(e => sameType(e.type, t))
    return found.length === 0 ? undefined : oneOf(this.pick, found)
  }

  #parts(e: Expr): Expr[] {
    if (isGround(e.type)) return []
    if (e.type.kind === 'bundle') return [e, ...e.type.fields.flatMap(f => this.#parts(field(e, f.name)))]
    return isGround(e.type.of) ? [e] : [e, ...this.#parts(index(e, this.pick(2) ? this.leaf(2) : lit(uint(2), this.pick(e.type.length))))]
  }

  #enum(t: EnumType, depth: number): Expr {
    const { pick } = this
    const own = this.readable.filter(e => sameType(e.type, t))
    switch (depth <= 0 ? pick(2) : pick(4)) {
      case 0: return lit(t, oneOf(pick, t.members).value)
      case 2: return mux(this.of(bit, depth - 1), this.of(t, depth - 1), this.of(t, depth - 1))
      case 3: return cast(this.#uint(t.width, depth - 1), t)
      default: return own.length > 0 ? oneOf(pick, own) : cast(this.leaf(t.width), t)
    }
  }

  /** Unsigned, without an operation of its own: something to read, cut or widened, or a literal. */
  leaf(w: number): Expr {
    const { pick } = this
    if (pick(6) === 0 || this.readable.length === 0) return lit(uint(w), randomBits(pick, w))
    let e = pick(4) === 3 && this.arrays.length > 0 ? this.#element() : oneOf(pick, this.readable)
    e = cast(e, uint(widthOf(e.type)))
    const own = widthOf(e.type)
    if (own === w) return e
    if (own > w) return slice(e, pick(own - w + 1), w)
    return pick(2) ? extend(e, w) : cat(e, lit(uint(w - own), pick(2)))
  }

  #element(): Expr {
    const { pick } = this
    let e = oneOf(pick, this.arrays)
    while (!isGround(e.type)) {
      if (e.type.kind === 'vec') e = index(e, pick(3) ? this.leaf(1 + pick(3)) : lit(uint(3), pick(8)))
      else e = field(e, oneOf(pick, e.type.fields).name)
    }
    return e
  }

  #operation(t: GroundType, depth: number): Expr {
    const { pick } = this
    if (depth <= 0) return cast(this.leaf(t.width), t)
    const inner = (): Expr => this.of(t, depth - 1)
    switch (pick(7)) {
      case 0: case 1: return binary(oneOf(pick, arithmeticOps), inner(), inner())
      case 2: return unary(pick(2) ? 'not' : 'neg', inner())
      case 3: return mux(this.of(bit, depth - 1), inner(), inner())
      case 4: return binary(pick(2) ? 'shl' : 'shr', inner(), this.#amount(t.width))
      case 5: return t.kind === 'sint' && t.width > 1 ? extend(this.of(sint(1 + pick(t.width - 1)), depth - 1), t.width) : inner()
      default: return inner()
    }
  }

  /** Of a shift: mostly near the width, now and then far wider than any. */
  #amount(w: number): Expr {
    const { pick } = this
    return this.leaf(pick(3) ? w.toString(2).length + pick(2) : oneOf(pick, [1, 3, 5, 6, 7, 8, 40, 70]))
  }

  #bit(depth: number): Expr {
    const { pick } = this, t = this.types.number()
    switch (pick(5)) {
      case 0: case 1: return binary(oneOf(pick, compareOps), this.of(t, depth - 1), this.of(t, depth - 1))
      case 2: return unary(oneOf(pick, reductions), this.of(t, depth - 1))
      case 3: { const e = oneOf(pick, this.types.enums); return binary(pick(2) ? 'eq' : 'ne', this.of(e, depth - 1), this.of(e, depth - 1)) }
      default: return binary('eq', this.leaf(4), this.leaf(4))
    }
  }

  #uint(w: number, depth: number): Expr {
    const { pick } = this
    if (depth <= 0) return this.leaf(w)
    if (w === 1 && pick(2)) return this.#bit(depth)
    switch (pick(9)) {
      case 0: { const from = this.types.number(); return from.width >= w ? slice(this.of(from, depth - 1), pick(from.width - w + 1), w) : extend(this.#uint(from.width, depth - 1), w) }
      case 1: return w > 1 ? ((low: number) => cat(this.#uint(w - low, depth - 1), this.#uint(low, depth - 1)))(1 + pick(w - 1)) : this.leaf(w)
      case 2: { const from = this.types.number(); return dynamicSlice(this.of(from, depth - 1), this.#amount(from.width), w) }
      case 3: return cast(this.of({ kind: 'sint', width: w } satisfies SintType, depth - 1), uint(w))
      default: return this.#operation(uint(w), depth)
    }
  }
}
