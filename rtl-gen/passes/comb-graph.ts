// Owns: which signals follow from which others within one cycle, signal by signal.
import { exprsOf, moduleNamed, modulesOf, portsOf, reachedStatements, refsIn, signalKey } from '../ir/index.ts'
import type { Design, Expr, Module, Place } from '../ir/index.ts'

/** For each signal that is no state: what it follows from, and where that was written. Keys as in a Scope. */
export type CombGraph = ReadonlyMap<string, ReadonlyMap<string, Place>>
/** For each output of a module the inputs that it follows from within a cycle. */
export type Paths = ReadonlyMap<string, ReadonlySet<string>>

/** The graphs of all modules; children first, so that parents see through instances. A black box has no paths. */
export function combGraphs(design: Design): ReadonlyMap<string, CombGraph> {
  const graphs = new Map<string, CombGraph>()
  const paths = new Map<string, Paths>()
  for (const m of modulesOf(design)) {
    const graph = combGraph(m, design, paths)
    graphs.set(m.name, graph)
    const inputs = new Set(portsOf(m, 'input').map(p => p.name))
    paths.set(m.name, new Map(portsOf(m, 'output').map(o => [o.name, new Set([...reached(graph, o.name)].filter(k => inputs.has(k)))])))
  }
  return graphs
}

function combGraph(m: Module, design: Design, paths: ReadonlyMap<string, Paths>): CombGraph {
  const registers = new Set(m.registers.map(r => r.name))
  const graph = new Map<string, Map<string, Place>>()
  const add = (key: string, roots: Iterable<Expr>, at: Place): void => {
    const sources = graph.get(key) ?? new Map<string, Place>()
    graph.set(key, sources)
    for (const r of refsIn(roots)) if (!sources.has(signalKey(r))) sources.set(signalKey(r), at)
  }
  for (const l of m.locals) add(l.name, [l.value], l.at)
  for (const r of m.memories.flatMap(mem => mem.reads)) if (r.mode === 'async') add(r.data, [r.address], r.at)
  for (const { statement: s, under } of reachedStatements(m.body)) {
    if (s.kind === 'set' && !registers.has(signalKey(s.target))) add(signalKey(s.target), [...exprsOf(s), ...under], s.at)
  }
  for (const i of m.instances) {
    const of = moduleNamed(design, i.of)
    for (const output of of === undefined ? [] : portsOf(of, 'output')) {
      const inputs = paths.get(i.of)?.get(output.name) ?? new Set<string>()
      graph.set(signalKey({ name: output.name, instance: i.name }), new Map([...inputs].map(name => [signalKey({ name, instance: i.name }), i.at])))
    }
  }
  return graph
}

/** Everything that a signal follows from, itself only if it stands on a loop. */
export function reached(graph: CombGraph, from: string): Set<string> {
  const seen = new Set<string>()
  const todo = [...graph.get(from)?.keys() ?? []]
  for (let key = todo.pop(); key !== undefined; key = todo.pop()) {
    if (seen.has(key)) continue
    seen.add(key)
    todo.push(...graph.get(key)?.keys() ?? [])
  }
  return seen
}

/** Groups of signals that follow from each other (Tarjan, without recursion); a signal alone only if it follows from itself. */
export function loops(graph: CombGraph): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const open: string[] = []
  const isOpen = new Set<string>()
  const found: string[][] = []
  for (const root of graph.keys()) {
    if (index.has(root)) continue
    const stack: { key: string; next: Iterator<string> }[] = []
    const enter = (key: string): void => {
      index.set(key, index.size)
      low.set(key, index.get(key)!)
      open.push(key)
      isOpen.add(key)
      stack.push({ key, next: (graph.get(key) ?? new Map<string, Place>()).keys() })
    }
    enter(root)
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const step = top.next.next()
      if (!step.done) {
        if (!index.has(step.value)) enter(step.value)
        else if (isOpen.has(step.value)) low.set(top.key, Math.min(low.get(top.key)!, index.get(step.value)!))
        continue
      }
      stack.pop()
      const parent = stack.at(-1)
      if (parent !== undefined) low.set(parent.key, Math.min(low.get(parent.key)!, low.get(top.key)!))
      if (low.get(top.key) !== index.get(top.key)) continue
      const members = open.splice(open.indexOf(top.key))
      for (const k of members) isOpen.delete(k)
      if (members.length > 1 || graph.get(top.key)?.has(top.key) === true) found.push(members)
    }
  }
  return found
}
