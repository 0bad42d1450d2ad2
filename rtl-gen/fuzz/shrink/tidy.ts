// Owns: taking out of a design what no output of the top depends on.
import { allStatements, exprsOf, mapModules, memoryExprs, moduleExprs, modulesOf, portsOf, refsIn, signalKey, unreachable, type Design, type Expr, type Module, type Statement, type Target } from '../../ir/index.ts'
import { bit, lit } from '../nodes.ts'

/** Without modules, declarations and statements that do not matter. Checks stay, and what they read; the clocks stay. */
export function tidy(design: Design): Design {
  for (let before = design; ;) {
    const after = once(before)
    if (after.modules.length === before.modules.length && after.modules.every((m, i) => partsOf(m) === partsOf(before.modules[i]!))) return after
    before = after
  }
}

/** How many parts a module has: tidying only takes away. */
const partsOf = (m: Design['modules'][number]): number => m.kind === 'blackbox' ? m.ports.length
  : m.ports.length + m.locals.length + m.wires.length + m.registers.length + m.memories.reduce((n, mem) => n + 1 + mem.reads.length, 0) + m.instances.length + countOf(m.body)
const countOf = (body: readonly Statement[]): number => [...allStatements(body)].reduce((n, s) => n + 1 + (s.kind === 'if' || s.kind === 'match' ? s.arms.length : 0), 0)

function once(design: Design): Design {
  const read = new Map(modulesOf(design).map(m => [m.name, new Set(refsIn(moduleExprs(m)).filter(r => r.instance === undefined).map(r => r.name))]))
  /** Outputs of modules that somebody reads; all of the top. */
  const wanted = new Map(design.modules.map(m => [m.name, new Set(m.name === design.top ? portsOf(m, 'output').map(p => p.name) : [])]))
  const used = new Set([design.top])
  const kept = new Map<string, Module>()
  for (const m of modulesOf(design).toReversed()) if (used.has(m.name)) kept.set(m.name, prune(m, design, read, wanted, used))
  return { ...design, modules: mapModules(design, m => kept.get(m.name) ?? m).modules.filter(m => used.has(m.name)) }
}

function prune(m: Module, design: Design, read: ReadonlyMap<string, ReadonlySet<string>>, wanted: ReadonlyMap<string, Set<string>>, used: Set<string>): Module {
  const live = new Set<string>(wanted.get(m.name)), instances = new Set<string>()
  const of = new Map(m.instances.map(i => [i.name, i.of]))
  const isWanted = (t: Target): boolean => t.instance === undefined ? live.has(t.name) : instances.has(t.instance) && (read.get(of.get(t.instance)!)?.has(t.name) ?? true)
  let body: readonly Statement[] = []
  for (let before = -1; before !== live.size + instances.size;) {
    before = live.size + instances.size
    body = pruneBody(m.body, isWanted)
    const roots: Expr[] = [
      ...[...allStatements(body)].flatMap(exprsOf),
      ...m.locals.filter(l => live.has(l.name)).map(l => l.value), ...m.memories.filter(mem => mem.reads.some(r => live.has(r.data))).flatMap(memoryExprs),
    ]
    for (const r of refsIn(roots)) {
      live.add(signalKey(r))
      if (r.instance === undefined) continue
      instances.add(r.instance)
      wanted.get(of.get(r.instance)!)?.add(r.name)
    }
  }
  for (const i of m.instances) if (instances.has(i.name)) used.add(i.of)
  const isLive = (d: { readonly name: string }): boolean => live.has(d.name)
  return {
    ...m, body, locals: m.locals.filter(isLive), wires: m.wires.filter(isLive), registers: m.registers.filter(isLive), instances: m.instances.filter(i => instances.has(i.name)),
    ports: m.ports.filter(p => live.has(p.name)),
    // The enable of an async read is not looked at, so what it named may be gone.
    memories: m.memories.map(mem => ({ ...mem, reads: mem.reads.filter(r => live.has(r.data)).map(r => r.mode === 'async' ? { ...r, enable: lit(bit, 1) } : r) })).filter(mem => mem.reads.length > 0),
  }
}

/** The sets that are wanted, the checks, and the branches that hold some. */
function pruneBody(body: readonly Statement[], wanted: (t: Target) => boolean): Statement[] {
  return body.flatMap((s): Statement[] => {
    switch (s.kind) {
      case 'set': return wanted(s.target) ? [s] : []
      case 'check': return [s]
      case 'if': {
        const arms = s.arms.map(a => ({ ...a, body: pruneBody(a.body, wanted) })), otherwise = pruneBody(s.otherwise, wanted)
        while (otherwise.length === 0 && arms.at(-1)?.body.length === 0) arms.pop()
        return arms.length === 0 ? [] : [{ ...s, arms, otherwise }]
      }
      case 'match': {
        const arms = s.arms.map(a => ({ ...a, body: pruneBody(a.body, wanted) })), otherwise = pruneBody(s.otherwise, wanted)
        // With a fallback an empty arm still keeps the fallback from running.
        const some = otherwise.length > 0 ? arms : arms.filter(a => a.body.length > 0)
        return some.length === 0 ? otherwise : [{ ...s, arms: some, otherwise }]
      }
      default: return unreachable(s)
    }
  })
}
