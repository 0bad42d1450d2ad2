// Owns: named values that say when an arm of a design's statements runs, added to a design that is simulated for coverage.
import { allStatements, postOrder, exprsOf, type Design, type Expr, type Local, type MatchStatement, type Module, type Place, type Ref, type Statement, type UintType } from '../ir/index.ts'

export type ArmKind = 'when' | 'elseWhen' | 'otherwise' | 'match' | 'cover'
/** Something that a run may reach: an arm of a rule, or a cover statement. `local`: the name of the value that is 1 in the cycles in which it does. */
export interface Point {
  readonly module: string
  readonly local: string
  readonly kind: ArmKind
  /** Members or numbers of a match arm, the label of a cover; empty else. */
  readonly text: string
  readonly at: Place
  /** The clock of the first register that the arm sets; absent for arms of combinational values. */
  readonly domain?: string
}
/** A design that computes its points, and the points. The hardware is the same. */
export interface CoveragePlan { readonly design: Design; readonly points: readonly Point[] }

const bit: UintType = { kind: 'uint', width: 1 }

/** Adds a named value for each arm and each cover statement. */
export function instrument(design: Design): CoveragePlan {
  const points: Point[] = []
  const modules = design.modules.map(m => {
    if (m.kind === 'blackbox') return m
    const own = new ModulePoints(m)
    points.push(...own.points)
    return own.points.length === 0 ? m : { ...m, locals: [...m.locals, ...own.locals] }
  })
  return { design: { ...design, modules }, points }
}

class ModulePoints {
  readonly points: Point[] = []
  readonly locals: Local[] = []
  readonly #module: Module
  readonly #prefix: string
  readonly #domains: ReadonlyMap<string, string>
  constructor(m: Module) {
    this.#module = m
    const names = [...m.ports, ...m.locals, ...m.wires, ...m.registers, ...m.memories, ...m.instances].map(x => x.name)
    let prefix = 'coverage'
    while (names.some(n => n.startsWith(`${prefix}_`))) prefix += '_'
    this.#prefix = prefix
    this.#domains = new Map(m.registers.map(r => [r.name, r.domain]))
    this.#body(m.body, undefined)
  }

  /** `active`: that the statements run at all; undefined where they always do. */
  #body(body: readonly Statement[], active: Expr | undefined): void {
    for (const s of body) {
      switch (s.kind) {
        case 'set': break
        case 'check':
          if (s.check === 'cover') this.#point('cover', s.label, s.at, [active, s.condition], s.domain)
          break
        case 'if': {
          let none: Expr | undefined
          s.arms.forEach((arm, i) => {
            const runs = this.#point(i === 0 ? 'when' : 'elseWhen', '', arm.at, [active, none, arm.condition], this.#domainOf(arm.body))
            this.#body(arm.body, runs)
            const not: Expr = { kind: 'unary', op: 'not', type: bit, of: arm.condition, at: arm.at }
            none = none === undefined ? not : and(none, not)
          })
          this.#otherwise(s, [active, none])
          break
        }
        case 'match': {
          const hits = s.arms.map(arm => arm.values.map(value => ({ kind: 'binary', op: 'eq', type: bit, left: s.subject, right: { kind: 'literal', type: s.subject.type, value, at: s.at }, at: s.at }) as Expr).reduce(or))
          s.arms.forEach((arm, i) => this.#body(arm.body, this.#point('match', namesOf(s, arm.values), firstInside(arm.body, s.at), [active, hits[i]], this.#domainOf(arm.body))))
          this.#otherwise(s, [active, ...hits.map((of): Expr => ({ kind: 'unary', op: 'not', type: bit, of, at: s.at }))])
          break
        }
        default: return s satisfies never
      }
    }
  }

  #otherwise(s: Extract<Statement, { otherwise: unknown }>, conditions: readonly (Expr | undefined)[]): void {
    if (s.otherwise.length > 0) this.#body(s.otherwise, this.#point('otherwise', '', firstInside(s.otherwise, s.at), conditions, this.#domainOf(s.otherwise)))
  }

  /** Names the conjunction, and gives its reading. */
  #point(kind: ArmKind, text: string, at: Place, conditions: readonly (Expr | undefined)[], domain: string | undefined): Ref {
    const name = `${this.#prefix}_${this.points.length}`, value = conditions.filter(c => c !== undefined).reduce(and)
    this.locals.push({ kind: 'local', name, type: bit, value, at })
    this.points.push({ module: this.#module.name, local: name, kind, text, at, ...(domain !== undefined && { domain }) })
    return { kind: 'ref', name, type: bit, at }
  }

  #domainOf(body: readonly Statement[]): string | undefined {
    for (const s of allStatements(body)) {
      const domain = s.kind === 'set' && s.target.instance === undefined ? this.#domains.get(s.target.name) : undefined
      if (domain !== undefined) return domain
    }
    return undefined
  }
}

const and = (left: Expr, right: Expr): Expr => ({ kind: 'binary', op: 'and', type: bit, left, right, at: right.at })
const or = (left: Expr, right: Expr): Expr => ({ kind: 'binary', op: 'or', type: bit, left, right, at: right.at })

function namesOf(s: MatchStatement, values: readonly bigint[]): string {
  const { type } = s.subject
  return values.map(v => (type.kind === 'enum' ? type.members.find(m => m.value === v)?.name : undefined) ?? String(v)).join(', ')
}

/** Keys of an object have no place: the first thing written inside the arm, behind where the rule begins, is the nearest. */
function firstInside(body: readonly Statement[], rule: Place): Place {
  let first: Place | undefined
  const look = (at: Place): void => {
    if (at.file !== rule.file || at.line < rule.line || (at.line === rule.line && at.column <= rule.column)) return
    if (first === undefined || at.line < first.line || (at.line === first.line && at.column < first.column)) first = at
  }
  for (const s of allStatements(body)) {
    look(s.at)
    for (const e of postOrder(exprsOf(s))) if (e.kind !== 'ref' && e.kind !== 'field') look(e.at)
  }
  return first ?? rule
}
