// Owns: random statements that set what may be set.
import { isGround, widthOf, type Arm, type MatchArm, type Statement, type Step, type Type } from '../ir/index.ts'
import { at, bit, check, lit, set, target, uint } from './nodes.ts'
import { oneOf, times } from './pick.ts'
import type { RandomExpr } from './random-expr.ts'

/** What a statement may set. */
export interface Settable { readonly name: string; readonly type: Type; readonly instance?: string }

export class RandomStatements {
  readonly #expr: RandomExpr
  readonly #domains: readonly string[]
  #checks = 0

  /** `domains`: where checks may stand; none: no checks. */
  constructor(expr: RandomExpr, domains: readonly string[]) {
    this.#expr = expr
    this.#domains = domains
  }

  /** `count` statements, branches at most `depth` deep. */
  some(count: number, depth: number, settable: readonly Settable[]): Statement[] {
    return times(count, () => this.#one(depth, settable))
  }

  /** Sets all of it. */
  whole(to: Settable, depth: number): Statement[] {
    return this.#leaves(to.type, []).map(({ type, path }) => set(target(to.name, type, path, to.instance), isGround(type) ? this.#expr.of(type, depth) : this.#expr.whole(type)!))
  }

  #leaves(type: Type, path: readonly Step[]): { type: Type; path: readonly Step[] }[] {
    const { pick } = this.#expr
    if (isGround(type) || (pick(2) && this.#expr.whole(type) !== undefined)) return [{ type, path }]
    if (type.kind === 'bundle') return type.fields.flatMap(f => this.#leaves(f.type, [...path, { kind: 'field', field: f.name }]))
    return times(type.length, i => this.#leaves(type.of, [...path, { kind: 'index', index: lit(uint(4), i) }])).flat()
  }

  #one(depth: number, settable: readonly Settable[]): Statement {
    const { pick } = this.#expr
    const inner = (count: number): Statement[] => this.some(count, depth - 1, settable)
    const arm = (): Arm => ({ at, condition: this.#expr.of(bit, 2), body: inner(1 + pick(2)) })
    switch (depth <= 0 ? 0 : pick(7)) {
      case 1: case 2: return { kind: 'if', at, arms: [arm()], otherwise: pick(2) ? inner(1) : [] }
      case 3: return { kind: 'if', at, arms: [arm(), arm()], otherwise: pick(2) ? inner(1) : [] }
      case 4: return this.#match(inner)
      case 5: if (this.#domains.length > 0 && pick(2)) return this.#check()
    }
    return this.#set(settable)
  }

  #match(inner: (count: number) => Statement[]): Statement {
    const { pick, types } = this.#expr
    const type = pick(2) ? oneOf(pick, types.enums) : uint(1 + pick(3))
    const values = times(2 ** type.width, BigInt).filter(() => pick(2) === 0)
    const arms: MatchArm[] = []
    while (values.length > 0) arms.push({ values: values.splice(0, 1 + pick(2)), body: pick(5) ? inner(1) : [], at })
    return { kind: 'match', at, subject: this.#expr.of(type, 2), arms, otherwise: pick(2) ? inner(1) : [] }
  }

  #check(): Statement {
    const { pick } = this.#expr
    return check(oneOf(pick, ['assert', 'assume', 'cover'] as const), `check_${this.#checks++}`, this.#expr.of(bit, 2), oneOf(pick, this.#domains))
  }

  /** A part of one of them, down to a slice. */
  #set(settable: readonly Settable[]): Statement {
    const { pick } = this.#expr, to = oneOf(pick, settable), path: Step[] = []
    let type = to.type
    while (!isGround(type)) {
      const whole = pick(4) === 3 ? this.#expr.whole(type) : undefined
      if (whole !== undefined) return set(target(to.name, type, path, to.instance), whole)
      if (type.kind === 'vec') {
        path.push({ kind: 'index', index: pick(2) ? lit(uint(3), pick(type.length)) : this.#expr.of(uint(3), 1) })
        type = type.of
      } else {
        const f = oneOf(pick, type.fields)
        path.push({ kind: 'field', field: f.name })
        type = f.type
      }
    }
    if (pick(4) === 3 && type.width > 1) {
      const low = pick(type.width - 1), width = 1 + pick(widthOf(type) - low)
      path.push({ kind: 'slice', low, width })
      type = uint(width)
    }
    return set(target(to.name, type, path, to.instance), this.#expr.of(type, 2))
  }
}
