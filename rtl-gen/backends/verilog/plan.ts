// Owns: what goes where in an emitted module: plain assignments, combinational blocks, and nets of instances.
import { UniqueNames, declaredNames } from '../../passes/unique-names.ts'
import { combGraphs, reached } from '../../passes/comb-graph.ts'
import type { CombGraph } from '../../passes/comb-graph.ts'
import { isNameable } from '../../passes/hoist.ts'
import { proceduralSignals } from '../../passes/procedural.ts'
import { allSets, childrenOf, isCombinational, moduleExprs, moduleNamed, postOrder, projectBody, scopeOf, signalKey } from '../../ir/index.ts'
import type { BlackBox, Design, Expr, Module, Scope, SetStatement, Statement } from '../../ir/index.ts'

export interface Plan {
  readonly module: Module
  readonly scope: Scope
  readonly names: UniqueNames
  /** Ports of instances that have a net of their own, and its name. */
  readonly nets: ReadonlyMap<string, string>
  /** Inputs of instances that are given a simple value, connected in place. */
  readonly directInputs: ReadonlyMap<string, Expr>
  /** Outputs of instances that are an output of the module, connected in place. */
  readonly directOutputs: ReadonlyMap<string, string>
  readonly procedural: ReadonlySet<string>
  readonly assigns: readonly SetStatement[]
  /** Bodies of combinational blocks, in the order of their first statement. */
  readonly blocks: readonly { readonly keys: readonly string[]; readonly body: readonly Statement[] }[]
  readonly of: ReadonlyMap<string, Module | BlackBox>
}

export function planModules(design: Design): ReadonlyMap<string, Plan> {
  const graphs = combGraphs(design)
  return new Map(design.modules.filter(m => m.kind === 'module').map(m => [m.name, planModule(m, design, graphs.get(m.name)!)]))
}

function planModule(m: Module, design: Design, graph: CombGraph): Plan {
  const scope = scopeOf(m, design)
  const procedural = proceduralSignals(m)
  const plain = m.body.filter((s): s is SetStatement => s.kind === 'set' && isCombinational(scope.get(signalKey(s.target))!) && !procedural.has(signalKey(s.target)))
  const reads = countReads(m)
  const directInputs = new Map<string, Expr>()
  const directOutputs = new Map<string, string>()
  const joined = new Set<SetStatement>()
  for (const s of plain) {
    const key = signalKey(s.target)
    const whole = s.target.path.length === 0
    if (whole && s.target.instance !== undefined && !reads.has(key) && isSimple(s.value)) {
      directInputs.set(key, s.value)
      joined.add(s)
    } else if (whole && s.target.instance === undefined && scope.get(key)?.kind === 'output' && s.value.kind === 'ref' && s.value.instance !== undefined) {
      const source = signalKey(s.value)
      if (reads.get(source) !== 1 || scope.get(source)?.kind !== 'instance-output') continue
      directOutputs.set(source, s.target.name)
      joined.add(s)
    }
  }
  const names = new UniqueNames(declaredNames(m).map(n => n.toLowerCase()))
  const nets = new Map<string, string>()
  const of = new Map<string, Module | BlackBox>()
  for (const i of m.instances) {
    const child = moduleNamed(design, i.of)!
    of.set(i.name, child)
    for (const p of child.ports) {
      const key = signalKey({ name: p.name, instance: i.name })
      if (!directInputs.has(key) && !directOutputs.has(key)) nets.set(key, names.take(`${i.name}_${p.name}`))
    }
  }
  return { module: m, scope, names, nets, directInputs, directOutputs, procedural, assigns: plain.filter(s => !joined.has(s)), blocks: combBlocks(m, scope, procedural, graph), of }
}

const isSimple = (e: Expr): boolean => e.kind === 'literal' || (e.type.kind !== 'vec' && isNameable(e)) || (e.kind === 'slice' && isNameable(e.of))

/** How often a signal stands in an expression. */
function countReads(m: Module): Map<string, number> {
  const reads = new Map<string, number>()
  const count = (e: Expr): void => { if (e.kind === 'ref') reads.set(signalKey(e), (reads.get(signalKey(e)) ?? 0) + 1) }
  const roots = [...moduleExprs(m)]
  roots.forEach(count)
  for (const e of postOrder(roots)) childrenOf(e).forEach(count)
  return reads
}

/**
 * One block for the signals that stand in the same statements, unless one follows from the other: within a block of
 * Verilog a signal that is set and read would be read too early or not again.
 */
function combBlocks(m: Module, scope: Scope, procedural: ReadonlySet<string>, graph: CombGraph): Plan['blocks'] {
  const isOurs = (key: string): boolean => procedural.has(key) && isCombinational(scope.get(key)!)
  const first = new Map<string, number>()
  const groups: { keys: string[]; follows: Set<string> }[] = []
  const groupOf = new Map<string, (typeof groups)[number]>()
  m.body.forEach((s, i) => {
    const keys = [...new Set([...allSets([s])].map(set => signalKey(set.target)))].filter(isOurs)
    for (const key of keys) {
      if (!first.has(key)) first.set(key, i)
      if (!groupOf.has(key)) {
        const group = { keys: [key], follows: reached(graph, key) }
        groups.push(group)
        groupOf.set(key, group)
      }
    }
    for (const key of s.kind === 'set' ? [] : keys.slice(1)) {
      const mine = groupOf.get(key)!
      const other = keys.slice(0, keys.indexOf(key)).map(k => groupOf.get(k)!).find(g => g !== mine && !touches(g, mine) && !touches(mine, g))
      if (other === undefined || keys.slice(0, keys.indexOf(key)).some(k => groupOf.get(k) === mine)) continue
      other.keys.push(...mine.keys)
      for (const f of mine.follows) other.follows.add(f)
      for (const k of mine.keys) groupOf.set(k, other)
      groups.splice(groups.indexOf(mine), 1)
    }
  })
  const order = [...groups].sort((a, b) => Math.min(...a.keys.map(k => first.get(k)!)) - Math.min(...b.keys.map(k => first.get(k)!)))
  return order.map(g => ({ keys: g.keys, body: projectBody(m.body, t => g.keys.includes(signalKey(t))) }))
}

const touches = (a: { follows: ReadonlySet<string> }, b: { keys: readonly string[] }): boolean => b.keys.some(k => a.follows.has(k))
