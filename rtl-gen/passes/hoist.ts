// Owns: names for parts of expressions that a text language cannot write in place, or that are shared or too long to read.
import { allSets, allStatements, childrenOf, exprsOf, mapModules, mapBody, memoryExprs, postOrder, rewriter, signalKey, widthOf } from '../ir/index.ts'
import type { Design, Expr, Local, Memory, Module, Statement } from '../ir/index.ts'
import { proceduralSignals } from './procedural.ts'
import { ref } from './build.ts'
import { UniqueNames, declaredNames } from './unique-names.ts'

/** Where an expression of this weight (nodes) is used twice, it gets a name. */
const sharedWeight = 4
/** An operand of this weight, or nested this deep, gets a name. */
const operandWeight = 16
const operandDepth = 5

/**
 * After lowerAggregates, boundSelects and boundMemories. Afterwards
 * - what a slice, a dynamic slice or a widening by the sign takes bits of is a signal (or, for a slice, an element of an array);
 * - an index is a signal, a literal or a slice of a signal; no operand of a shift is an element at a constant place;
 * - statements of combinational blocks read no arrays;
 * - nothing large is written twice, and no operand is large.
 * Widths need no care beyond this: every operand of the IR has the width of its operation, and the back ends widen with
 * concatenations, inside which a text language works at the width of the part.
 */
export const hoist = (design: Design): Design => mapModules(design, hoistModule)

interface Root { readonly expr: Expr; readonly context: string; readonly local?: number }

export function hoistModule(m: Module): Module {
  const roots = [...rootsOf(m)]
  const all = postOrder(roots.map(r => r.expr))
  const uses = countUses(all, roots)
  const chain = chainLinks(all, uses)
  const must = new Set<Expr>()
  for (const e of all) for (const child of mustName(e)) must.add(child)
  for (const e of readByBlocks(m)) must.add(e)

  const size = new Map<Expr, { weight: number; depth: number }>()
  const named = new Set<Expr>()
  const alone = new Set(roots.map(r => r.expr))
  for (const e of all) {
    const parts = childrenOf(e).map(c => size.get(c)!)
    const weight = e.kind === 'cast' || e.kind === 'slice' ? parts[0]!.weight : parts.reduce((n, p) => n + p.weight, 1)
    const depth = parts.reduce((n, p, i) => Math.max(n, chain.has(childrenOf(e)[i]!) ? p.depth : p.depth + 1), 0)
    const simple = e.kind === 'literal' || e.kind === 'ref' || (e.type.kind === 'vec') || isNameable(e)
    const inner = !alone.has(e) || uses.get(e)! > 1
    const large = inner && !chain.has(e) && (weight > operandWeight || depth > operandDepth)
    const shared = uses.get(e)! > 1 && weight >= sharedWeight
    if (must.has(e) || (!simple && (large || shared))) {
      named.add(e)
      size.set(e, { weight: 1, depth: 0 })
    } else size.set(e, { weight, depth })
  }
  return named.size === 0 ? m : withNames(m, roots, named)
}

function withNames(m: Module, roots: readonly Root[], named: ReadonlySet<Expr>): Module {
  const names = new UniqueNames(declaredNames(m).map(n => n.toLowerCase()))
  const nameOf = new Map<Expr, string>()
  // A value that a local already names keeps that name.
  for (const l of m.locals) if (named.has(l.value) && !nameOf.has(l.value)) nameOf.set(l.value, l.name)
  const before = new Map<number, Local[]>()
  const after: Local[] = []
  const seen = new Set<Expr>()
  const created: { readonly expr: Expr; readonly name: string; readonly list: Local[] }[] = []
  for (const root of roots) {
    for (const e of postOrder([root.expr], seen)) {
      if (!named.has(e) || nameOf.has(e)) continue
      const name = names.take(`${root.context}_${suffixOf(e)}`)
      nameOf.set(e, name)
      const list = root.local === undefined ? after : before.get(root.local) ?? []
      if (root.local !== undefined) before.set(root.local, list)
      created.push({ expr: e, name, list })
    }
  }
  const values = new Map<Expr, Expr>()
  const rewrite = rewriter((node, original) => {
    const name = nameOf.get(original)
    if (name === undefined) return node
    values.set(original, node)
    return ref(name, node.type, original.at)
  })
  const valueOf = (e: Expr): Expr => {
    const whole = rewrite(e)
    return values.get(e) ?? whole
  }
  for (const c of created) c.list.push({ kind: 'local', name: c.name, type: c.expr.type, value: valueOf(c.expr), at: c.expr.at })
  const mapMemory = (mem: Memory): Memory => ({
    ...mem,
    reads: mem.reads.map(r => ({ ...r, address: rewrite(r.address), enable: rewrite(r.enable) })),
    writes: mem.writes.map(w => ({ ...w, address: rewrite(w.address), enable: rewrite(w.enable), data: rewrite(w.data), ...(w.lanes === undefined ? {} : { lanes: rewrite(w.lanes) }) })),
  })
  return {
    ...m,
    locals: [...m.locals.flatMap((l, i) => [...before.get(i) ?? [], { ...l, value: nameOf.get(l.value) === l.name ? valueOf(l.value) : rewrite(l.value) }]), ...after],
    memories: m.memories.map(mapMemory),
    body: mapBody(m.body, rewrite),
  }
}

function* rootsOf(m: Module): Generator<Root> {
  for (const [i, l] of m.locals.entries()) yield { expr: l.value, context: l.name, local: i }
  for (const mem of m.memories) for (const expr of memoryExprs(mem)) yield { expr, context: mem.name }
  for (const s of allStatements(m.body)) {
    const context = s.kind === 'set' ? contextOf(s.target) : contextOf([...allSets([s])][0]?.target)
    for (const expr of exprsOf(s)) yield { expr, context }
  }
}

const contextOf = (t: { readonly name: string; readonly instance?: string } | undefined): string => (t === undefined ? 'check' : t.instance === undefined ? t.name : `${t.instance}_${t.name}`)

function countUses(all: readonly Expr[], roots: readonly Root[]): Map<Expr, number> {
  const uses = new Map<Expr, number>(all.map(e => [e, 0]))
  const use = (e: Expr): void => { uses.set(e, uses.get(e)! + 1) }
  for (const r of roots) use(r.expr)
  for (const e of all) childrenOf(e).forEach(use)
  return uses
}

/** Operands that read as a continuation of their only user: they add neither weight nor depth to it that would want a name. */
function chainLinks(all: readonly Expr[], uses: ReadonlyMap<Expr, number>): Set<Expr> {
  const links = new Set<Expr>()
  for (const e of all) {
    const next = e.kind === 'mux' ? [e.else] : e.kind === 'cat' ? e.parts : e.kind === 'binary' && isChainOp(e.op) ? [e.left] : []
    for (const n of next) if (uses.get(n) === 1 && n.kind === e.kind && (n.kind !== 'binary' || (e.kind === 'binary' && n.op === e.op))) links.add(n)
  }
  return links
}

/** `a op b op c` needs no brackets for these. */
export const isChainOp = (op: string): boolean => op === 'and' || op === 'or' || op === 'xor' || op === 'add'

/** A signal, seen through casts. */
export function isNameable(e: Expr): boolean {
  let of = e
  while (of.kind === 'cast') of = of.of
  return of.kind === 'ref'
}

function isIndexable(e: Expr): boolean {
  return isNameable(e) || e.kind === 'literal' || (e.kind === 'slice' && isNameable(e.of)) || (e.kind === 'extend' && e.type.kind === 'uint' && isNameable(e.of))
}

function isFixedElement(e: Expr): boolean {
  let of = e
  while (of.kind === 'cast') of = of.of
  return of.kind === 'index' && of.index.kind === 'literal'
}

/** The operands that must be signals for this node to be written. */
function mustName(e: Expr): readonly Expr[] {
  switch (e.kind) {
    case 'slice': return isNameable(e.of) || e.of.kind === 'index' ? [] : [e.of]
    case 'dynamic-slice': return [...(isNameable(e.of) ? [] : [e.of]), ...(isIndexable(e.low) ? [] : [e.low])]
    case 'extend': return e.type.kind === 'uint' || isNameable(e.of) ? [] : [e.of]
    case 'index': return isIndexable(e.index) ? [] : [e.index]
    // Icarus Verilog 11 makes nonsense of a shift of, or by, an element at a constant place.
    case 'binary': return e.op === 'shl' || e.op === 'shr' ? [e.left, e.right].filter(isFixedElement) : []
    default: return []
  }
}

/** Reads of arrays in combinational blocks, addresses of memories that are more than a name, and what is written by lanes. */
function readByBlocks(m: Module): readonly Expr[] {
  const procedural = proceduralSignals(m)
  const roots: Expr[] = []
  const walk = (body: readonly Statement[]): boolean => {
    let any = false
    for (const s of body) {
      const here = s.kind === 'set' ? procedural.has(signalKey(s.target)) : s.kind === 'check' ? false : [...s.arms.map(a => walk(a.body)), walk(s.otherwise)].some(Boolean)
      if (here) roots.push(...exprsOf(s))
      any ||= here
    }
    return any
  }
  walk(m.body)
  const addresses = m.memories.flatMap(mem => [...mem.reads, ...mem.writes]).map(p => p.address).filter(a => !isIndexable(a))
  // Yosys makes registers of an array that is written at constant places only, or that stands inside another one's index.
  const constants = m.memories.flatMap(mem => mem.writes).map(w => w.address).filter(a => a.kind === 'literal')
  const places = [...allSets(m.body)].flatMap(s => s.target.path).flatMap(p => (p.kind === 'index' ? [p.index] : []))
  const laned = m.memories.flatMap(mem => mem.writes).flatMap(w => (w.lanes === undefined ? [] : [w.lanes, w.data])).filter(e => !isNameable(e) && e.kind !== 'literal')
  return [...postOrder([...roots, ...places]).filter(e => e.kind === 'index'), ...addresses, ...constants, ...laned]
}

/** What a part is, for its name. */
function suffixOf(e: Expr): string {
  switch (e.kind) {
    case 'binary': return {
      add: 'sum', sub: 'difference', mul: 'product', div: 'quotient', rem: 'remainder', and: widthOf(e.type) === 1 ? 'both' : 'masked', or: widthOf(e.type) === 1 ? 'either' : 'merged', xor: 'xor',
      eq: 'equal', ne: 'differ', lt: 'below', le: 'at_most', gt: 'above', ge: 'at_least', shl: 'shifted', shr: 'shifted',
    }[e.op]
    case 'unary': return { not: 'inverted', neg: 'negated', andReduce: 'all', orReduce: 'any', xorReduce: 'parity' }[e.op]
    case 'mux': return 'choice'
    case 'cat': return 'bits'
    case 'extend': return 'wide'
    case 'index': return 'element'
    case 'slice': case 'dynamic-slice': return 'part'
    case 'literal': return 'constant'
    default: return 'value'
  }
}
