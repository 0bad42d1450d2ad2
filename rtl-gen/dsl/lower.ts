// Owns: the last step from what the language holds while building to plain IR: places, references, named values.
import type { Expr, Ref } from '../ir/expr.ts'
import type { Local } from '../ir/module.ts'
import type { Place } from '../ir/place.ts'
import type { Statement, Target } from '../ir/statement.ts'
import { allStatements, childrenOf, exprsOf } from '../ir/visit.ts'
import { fail, note } from './fail.ts'
import { legal } from './names.ts'
import type { Names } from './names.ts'
import { plain } from './place.ts'
import type { NamedRef, OwnedRef } from './signal.ts'

/** Lowers the expressions of one module; shared nodes stay shared. Named values that are used become `locals`: in the order of the source, and each before its users. */
export class Lowering {
  readonly locals: Local[] = []
  readonly #owner: object
  readonly #names: Names
  readonly #module: { readonly name: string; readonly at: Place }
  readonly #done = new Map<Expr, Expr>()
  constructor(owner: object, names: Names, module: { readonly name: string; readonly at: Place }) {
    this.#owner = owner
    this.#names = names
    this.#module = module
  }

  /** Finds the named values in statements and expressions, and lowers them in the order in which they were written; `home` is the module's own file. */
  nameLocals(body: readonly Statement[], others: readonly Expr[], home: string): void {
    const found = refsIn(body, others).filter(r => 'local' in r) as NamedRef[], files = [...new Set([home, ...found.map(r => r.at.file)])]
    const rank = (r: NamedRef): number[] => [files.indexOf(r.at.file), r.at.line, r.at.column, r.order]
    const byPlace = (a: NamedRef, b: NamedRef): number => {
      const x = rank(a), y = rank(b), i = x.findIndex((n, k) => n !== y[k])
      return i < 0 ? 0 : x[i]! - y[i]!
    }
    for (const r of found.sort(byPlace)) this.expr(r)
  }

  /** Operands first, on a stack of its own: expressions may be deeper than calls can be. */
  expr(e: Expr): Expr {
    const stack = this.#done.has(e) ? [] : [{ node: e, inside: insideOf(e), next: 0 }]
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const child = top.inside[top.next++]
      if (child === undefined) {
        if (!this.#done.has(top.node)) this.#done.set(top.node, this.#make(top.node))
        stack.pop()
      } else if (!this.#done.has(child)) stack.push({ node: child, inside: insideOf(child), next: 0 })
    }
    return this.#done.get(e)!
  }

  #make(e: Expr): Expr {
    const at = plain(e.at)
    switch (e.kind) {
      case 'literal': return { ...e, at }
      case 'ref': {
        if ('local' in e) return this.#local(e as NamedRef)
        const { shown, owner, ...ref } = e as OwnedRef
        if (owner !== this.#owner) fail('RTL3007', `\`${shown}\` belongs to another module than \`${this.#module.name}\`, where it is used`, [note(at, `\`${shown}\` declared here`), note(this.#module.at, `\`${this.#module.name}\` declared here`)], 'bring it in through an input, or read it from an instance')
        return { ...ref, at }
      }
      case 'field': case 'unary': case 'slice': case 'extend': case 'cast': return { ...e, at, of: this.expr(e.of) }
      case 'index': return { ...e, at, of: this.expr(e.of), index: this.expr(e.index) }
      case 'binary': return { ...e, at, left: this.expr(e.left), right: this.expr(e.right) }
      case 'mux': return { ...e, at, condition: this.expr(e.condition), then: this.expr(e.then), else: this.expr(e.else) }
      case 'dynamic-slice': return { ...e, at, of: this.expr(e.of), low: this.expr(e.low) }
      case 'cat': return { ...e, at, parts: e.parts.map(p => this.expr(p)) }
    }
  }

  #local(e: NamedRef): Expr {
    const value = this.expr(e.local), at = plain(e.at)
    const name = this.#names.take(legal(e.name))
    this.locals.push({ kind: 'local', name, type: e.type, value, at })
    return { kind: 'ref', name, type: e.type, at }
  }

  target(t: Target): Target {
    return { ...t, at: plain(t.at), path: t.path.map(s => (s.kind === 'index' ? { ...s, index: this.expr(s.index) } : s)) }
  }

  statements(all: readonly Statement[]): Statement[] { return all.map(s => this.statement(s)) }

  statement(s: Statement): Statement {
    const at = plain(s.at)
    switch (s.kind) {
      case 'set': return { ...s, at, value: this.expr(s.value), target: this.target(s.target) }
      case 'if': return { ...s, at, arms: s.arms.map(a => ({ condition: this.expr(a.condition), body: this.statements(a.body), at: plain(a.at) })), otherwise: this.statements(s.otherwise) }
      case 'match': return { ...s, at, subject: this.expr(s.subject), arms: s.arms.map(a => ({ ...a, body: this.statements(a.body), at: plain(a.at) })), otherwise: this.statements(s.otherwise) }
      case 'check': return { ...s, at, condition: this.expr(s.condition) }
    }
  }
}

/** The operands of an expression; of a reference to a named value, that value. */
const insideOf = (e: Expr): readonly Expr[] => ('local' in e ? [(e as NamedRef).local] : childrenOf(e))

/** Everything that statements and expressions refer to, through named values too; each once, in the order in which it is met. */
export function refsIn(body: readonly Statement[], others: readonly Expr[]): Ref[] {
  const found: Ref[] = [], seen = new Set<Expr>()
  const stack = [...others, ...[...allStatements(body)].flatMap(exprsOf)].reverse()
  for (let e = stack.pop(); e !== undefined; e = stack.pop()) {
    if (seen.has(e)) continue
    seen.add(e)
    if (e.kind === 'ref') found.push(e)
    stack.push(...insideOf(e).toReversed())
  }
  return found
}
