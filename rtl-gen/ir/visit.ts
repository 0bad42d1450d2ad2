// Owns: walking and rewriting expressions and statements. A new kind of node that is forgotten here does not compile.
import type { Expr } from './expr.ts'
import type { Memory, Module } from './module.ts'
import type { Arm, CheckStatement, MatchArm, SetStatement, Statement, Step, Target } from './statement.ts'

/** For the `default` of an exhaustive switch: compiles only if every kind has been handled. */
export function unreachable(node: never): never {
  throw new Error(`unhandled kind: ${JSON.stringify((node as { kind?: unknown }).kind)}`)
}

/** The operands of a node, in the order in which they are written. */
export function childrenOf(e: Expr): readonly Expr[] {
  switch (e.kind) {
    case 'literal': case 'ref': return []
    case 'field': case 'unary': case 'slice': case 'extend': case 'cast': return [e.of]
    case 'index': return [e.of, e.index]
    case 'binary': return [e.left, e.right]
    case 'mux': return [e.condition, e.then, e.else]
    case 'dynamic-slice': return [e.of, e.low]
    case 'cat': return e.parts
    default: return unreachable(e)
  }
}

/** The node with its operands replaced by `f`; the node itself if none has changed. */
export function mapChildren(e: Expr, f: (child: Expr) => Expr): Expr {
  switch (e.kind) {
    case 'literal': case 'ref': return e
    case 'field': case 'unary': case 'slice': case 'extend': case 'cast': {
      const of = f(e.of)
      return of === e.of ? e : { ...e, of }
    }
    case 'index': {
      const of = f(e.of)
      const index = f(e.index)
      return of === e.of && index === e.index ? e : { ...e, of, index }
    }
    case 'binary': {
      const left = f(e.left)
      const right = f(e.right)
      return left === e.left && right === e.right ? e : { ...e, left, right }
    }
    case 'mux': {
      const condition = f(e.condition)
      const then = f(e.then)
      const otherwise = f(e.else)
      return condition === e.condition && then === e.then && otherwise === e.else ? e : { ...e, condition, then, else: otherwise }
    }
    case 'dynamic-slice': {
      const of = f(e.of)
      const low = f(e.low)
      return of === e.of && low === e.low ? e : { ...e, of, low }
    }
    case 'cat': {
      const parts = e.parts.map(f)
      return parts.every((p, i) => p === e.parts[i]) ? e : { ...e, parts }
    }
    default: return unreachable(e)
  }
}

/** Calls nest this deep; below that a list of what is left to do stands in for the stack: designs nest thousands of levels deep when a loop builds a chain. */
const deepest = 400

/** Every node below the roots (roots included) once, operands before users. */
export function postOrder(roots: Iterable<Expr>, seen: Set<Expr> = new Set()): Expr[] {
  const order: Expr[] = []
  const visit = (e: Expr, depth: number): void => {
    if (seen.has(e)) return
    if (depth > deepest) return void deepOrder(e, seen, order)
    seen.add(e)
    const next = depth + 1
    switch (e.kind) {
      case 'literal': case 'ref': break
      case 'field': case 'unary': case 'slice': case 'extend': case 'cast': visit(e.of, next); break
      case 'index': visit(e.of, next); visit(e.index, next); break
      case 'binary': visit(e.left, next); visit(e.right, next); break
      case 'mux': visit(e.condition, next); visit(e.then, next); visit(e.else, next); break
      case 'dynamic-slice': visit(e.of, next); visit(e.low, next); break
      case 'cat': for (const part of e.parts) visit(part, next); break
      default: unreachable(e)
    }
    order.push(e)
  }
  for (const root of roots) visit(root, 0)
  return order
}

function deepOrder(root: Expr, seen: Set<Expr>, order: Expr[]): void {
  const stack: { node: Expr; next: number }[] = [{ node: root, next: 0 }]
  seen.add(root)
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const child = childrenOf(top.node)[top.next++]
    if (child === undefined) {
      order.push(top.node)
      stack.pop()
    } else if (!seen.has(child)) {
      seen.add(child)
      stack.push({ node: child, next: 0 })
    }
  }
}

/** A function that rebuilds expressions bottom up: `f` gets each node once, its operands already rebuilt; sharing is kept. */
export function rewriter(f: (node: Expr, original: Expr) => Expr): (e: Expr) => Expr {
  const done = new Map<Expr, Expr>()
  const seen = new Set<Expr>()
  return root => {
    for (const node of postOrder([root], seen)) done.set(node, f(mapChildren(node, c => done.get(c)!), node))
    return done.get(root)!
  }
}

const stepExprs = (path: readonly Step[]): Expr[] => path.flatMap(s => (s.kind === 'index' ? [s.index] : []))

/** The expressions that stand in a statement itself, not in the statements inside it. */
export function exprsOf(s: Statement): readonly Expr[] {
  switch (s.kind) {
    case 'set': return [...stepExprs(s.target.path), s.value]
    case 'if': return s.arms.map(a => a.condition)
    case 'match': return [s.subject]
    case 'check': return [s.condition]
    default: return unreachable(s)
  }
}

/** The lists of statements directly inside a statement, in source order. */
export function bodiesOf(s: Statement): readonly (readonly Statement[])[] {
  switch (s.kind) {
    case 'set': case 'check': return []
    case 'if': case 'match': return [...s.arms.map(a => a.body), s.otherwise]
    default: return unreachable(s)
  }
}

/** Every statement, outer before inner, in source order. */
export function* allStatements(body: readonly Statement[]): Generator<Statement> {
  for (const s of body) {
    yield s
    for (const inner of bodiesOf(s)) yield* allStatements(inner)
  }
}

/** Every set statement of a body, however deep. */
export function* allSets(body: readonly Statement[]): Generator<SetStatement> {
  for (const s of allStatements(body)) if (s.kind === 'set') yield s
}

/** A set or a check, and the expressions outside of it that decide whether it is reached. */
export interface Reached { readonly statement: SetStatement | CheckStatement; readonly under: readonly Expr[] }

/** Every set and check with what it stands under: conditions of its arms and of the arms before these, subjects of matches; the outermost first. */
export function* reachedStatements(body: readonly Statement[], under: readonly Expr[] = []): Generator<Reached> {
  for (const s of body) {
    switch (s.kind) {
      case 'set': case 'check': yield { statement: s, under }; break
      case 'if': {
        let before = under
        for (const a of s.arms) yield* reachedStatements(a.body, before = [...before, a.condition])
        yield* reachedStatements(s.otherwise, before)
        break
      }
      case 'match':
        for (const inner of bodiesOf(s)) yield* reachedStatements(inner, [...under, s.subject])
        break
      default: unreachable(s)
    }
  }
}

/** A target with the expressions of its path replaced. */
export const mapTarget = (t: Target, f: (e: Expr) => Expr): Target => {
  if (!t.path.some(s => s.kind === 'index')) return t
  const path = t.path.map(s => (s.kind === 'index' ? { ...s, index: f(s.index) } : s))
  return path.every((s, i) => s.kind !== 'index' || s.index === (t.path[i] as typeof s).index) ? t : { ...t, path }
}

/** A body whose sets and checks are replaced by `leaf`, and whose expressions elsewhere by `f`. Nothing is dropped but what `leaf` drops; what does not change is the statement that it was. */
export function mapBody(body: readonly Statement[], f: (e: Expr) => Expr, leaf?: (s: SetStatement | CheckStatement) => readonly Statement[]): Statement[] {
  const mapped: Statement[] = [], keep = (s: SetStatement | CheckStatement): void => { if (leaf) mapped.push(...leaf(s)); else mapped.push(s) }
  for (const s of body) {
    switch (s.kind) {
      case 'set': {
        const target = mapTarget(s.target, f), value = f(s.value)
        keep(target === s.target && value === s.value ? s : { ...s, target, value })
        break
      }
      case 'check': {
        const condition = f(s.condition)
        keep(condition === s.condition ? s : { ...s, condition })
        break
      }
      case 'if': mapped.push({
        ...s, arms: s.arms.map((a): Arm => ({ ...a, condition: f(a.condition), body: mapBody(a.body, f, leaf) })), otherwise: mapBody(s.otherwise, f, leaf),
      })
        break
      case 'match': mapped.push({
        ...s, subject: f(s.subject), arms: s.arms.map((a): MatchArm => ({ ...a, body: mapBody(a.body, f, leaf) })), otherwise: mapBody(s.otherwise, f, leaf),
      })
        break
      default: unreachable(s)
    }
  }
  return mapped
}

/** A body whose sets and checks are replaced; its conditions stay. */
export const mapLeaves = (body: readonly Statement[], leaf: (s: SetStatement | CheckStatement) => readonly Statement[]): Statement[] => mapBody(body, e => e, leaf)

/** The part of a body that sets what `wanted` accepts (checks fall out); branches that become empty at the end of an `if` go. */
export function projectBody(body: readonly Statement[], wanted: (t: Target) => boolean): Statement[] {
  return body.flatMap((s): Statement[] => {
    switch (s.kind) {
      case 'set': return wanted(s.target) ? [s] : []
      case 'check': return []
      case 'if': {
        const arms = s.arms.map(a => ({ ...a, body: projectBody(a.body, wanted) }))
        const otherwise = projectBody(s.otherwise, wanted)
        while (otherwise.length === 0 && arms.length > 0 && arms.at(-1)!.body.length === 0) arms.pop()
        return arms.length === 0 ? otherwise : [{ ...s, arms, otherwise }]
      }
      case 'match': {
        const arms = s.arms.map(a => ({ ...a, body: projectBody(a.body, wanted) }))
        const otherwise = projectBody(s.otherwise, wanted)
        // With a fallback an empty arm still keeps the fallback from running.
        const kept = otherwise.length > 0 ? arms : arms.filter(a => a.body.length > 0)
        return kept.every(a => a.body.length === 0) && otherwise.length === 0 ? [] : [{ ...s, arms: kept, otherwise }]
      }
      default: return unreachable(s)
    }
  })
}

/** The expressions of a memory's ports. */
export const memoryExprs = (m: Memory): Expr[] => [
  ...m.reads.flatMap(r => (r.mode === 'sync' ? [r.address, r.enable] : [r.address])),
  ...m.writes.flatMap(w => [w.address, w.enable, w.data, ...(w.lanes === undefined ? [] : [w.lanes])]),
]

/** Every root expression of a module: values of locals, ports of memories, and what stands in statements. */
export function* moduleExprs(m: Module): Generator<Expr> {
  for (const l of m.locals) yield l.value
  for (const mem of m.memories) yield* memoryExprs(mem)
  for (const s of allStatements(m.body)) yield* exprsOf(s)
}

/** The memory with the expressions of its ports replaced. */
export const mapMemory = (m: Memory, f: (e: Expr) => Expr): Memory => ({
  ...m,
  reads: m.reads.map(r => ({ ...r, address: f(r.address), enable: f(r.enable) })),
  writes: m.writes.map(w => ({ ...w, address: f(w.address), enable: f(w.enable), data: f(w.data), ...(w.lanes === undefined ? {} : { lanes: f(w.lanes) }) })),
})

/** The module with every root expression replaced by `f`. */
export const mapModule = (m: Module, f: (e: Expr) => Expr): Module => ({
  ...m,
  locals: m.locals.map(l => ({ ...l, value: f(l.value) })),
  memories: m.memories.map(mem => mapMemory(mem, f)),
  body: mapBody(m.body, f),
})

/** Every read of a name, once a node. */
export const refsIn = (roots: Iterable<Expr>): Extract<Expr, { kind: 'ref' }>[] => postOrder(roots).filter(e => e.kind === 'ref')

/** The key of a signal in maps: instances' ports are `instance.port`. */
export const signalKey = (s: { readonly name: string; readonly instance?: string }): string => (s.instance === undefined ? s.name : `${s.instance}.${s.name}`)
