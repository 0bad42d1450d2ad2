// Owns: smaller expressions: an input, an operand or a literal in the place of a node.
import { childrenOf, isGround, mapChildren, mapModule, moduleExprs, modulesOf, portsOf, postOrder, rewriter, sameType, widthOf, type Design, type Expr, type GroundType, type Module, type Port } from '../../ir/index.ts'
import { cast, extend, lit, port, ref, set, slice, target, uint } from '../nodes.ts'
import { topOf } from '../trial.ts'
import { withModule, type Candidates } from './candidates.ts'
import { freshNames } from './names.ts'
import { withoutSets } from './statements.ts'

/** For each node, those nearest to the roots first. */
export const simplerExpressions: Candidates = design => modulesOf(design).flatMap(m => postOrder(moduleExprs(m)).toReversed().flatMap(e => isGround(e.type) ? replacements(design, m, e, e.type) : []))

/** A node of the top as its only output, operands before what they are used for: the first that fails is where the fault is. */
export const shown: Candidates = design => {
  const m = topOf(design)
  if (m.kind === 'blackbox') return []
  const name = freshNames({ ...m, ports: portsOf(m, 'input') })('out')
  const outputs = new Set(portsOf(m, 'output').map(p => p.name))
  return postOrder(moduleExprs(m)).flatMap(e => e.kind === 'literal' || e.kind === 'ref' || !isGround(e.type) ? [] : [() => withModule(design, m, {
    ...m, ports: [...portsOf(m, 'input'), port('output', name, e.type, m.domains[0]!.name)],
    body: [...withoutSets(m.body, t => t.instance === undefined && outputs.has(t.name)), set(target(name, e.type), e)],
  })])
}

/** An operator alone between inputs and the only output: no deeper cause of a wrong operator is possible. */
export const isolated: Candidates = design => {
  const m = topOf(design)
  if (m.kind === 'blackbox') return []
  return postOrder(moduleExprs(m)).flatMap(e => {
    if (!isGround(e.type) || !childrenOf(e).some(c => c.kind !== 'literal') || childrenOf(e).some(c => !isGround(c.type))) return []
    return [() => {
      const inputs = new Map<Expr, Port>()
      const alone = mapChildren(e, c => {
        if (c.kind === 'literal') return c
        const p = inputs.get(c) ?? port('input', `x${inputs.size}`, c.type, m.domains[0]!.name)
        inputs.set(c, p)
        return ref(p.name, p.type)
      })
      return { ...design, modules: [{ ...m, ports: [...inputs.values(), port('output', 'out', e.type, m.domains[0]!.name)], registers: [], wires: [], locals: [], memories: [], instances: [], body: [set(target('out', e.type), alone)] }] }
    }]
  })
}

function replacements(design: Design, m: Module, e: Expr, type: GroundType): (() => Design)[] {
  const replace = (by: Expr, inside = m): Design => withModule(design, m, mapModule(inside, rewriter((node, original) => original === e ? by : node)))
  const made: (() => Design)[] = []
  const inputs = portsOf(m, 'input')
  const isInput = e.kind === 'ref' && e.instance === undefined && inputs.some(p => p.name === e.name)
  if (m.name === design.top && !isInput && e.kind !== 'literal') {
    // Two inputs of a type are enough for two operands that differ.
    const same = inputs.filter(p => sameType(p.type, type))
    for (const p of same) made.push(() => replace(ref(p.name, p.type)))
    if (same.length < 3) {
      const name = freshNames(m)('x')
      made.push(() => replace(ref(name, type), { ...m, ports: [port('input', name, type, m.domains[0]!.name), ...m.ports] }))
    }
  }
  for (const c of childrenOf(e)) if (isGround(c.type)) made.push(() => replace(fit(c, type)))
  // There and back again: a cast of a cast.
  for (const c of childrenOf(e).flatMap(childrenOf)) if (sameType(c.type, type)) made.push(() => replace(c))
  const ones = (1n << BigInt(type.width)) - 1n
  for (const v of [0n, 1n, ones]) if (e.kind !== 'literal' || (v < e.value && v !== e.value)) made.push(() => replace(lit(type, v)))
  return made
}

/** The value in another type, cut or widened with zeros. */
function fit(e: Expr, type: GroundType): Expr {
  if (sameType(e.type, type)) return e
  const own = widthOf(e.type)
  const sized = own === type.width ? e : own > type.width ? slice(e, 0, type.width) : extend(cast(e, uint(own)), type.width)
  return cast(sized, type)
}
