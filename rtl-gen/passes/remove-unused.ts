// Owns: named values that nothing reads go away.
import { mapModules, memoryExprs, postOrder, allStatements, exprsOf } from '../ir/index.ts'
import type { Design, Expr, Module, Ref } from '../ir/index.ts'

/** Drops locals that neither a statement, a memory nor a kept local reads. Everything that was declared as hardware stays. */
export const removeUnused = (design: Design): Design => mapModules(design, removeUnusedLocals)

export function removeUnusedLocals(m: Module): Module {
  const values = new Map(m.locals.map(l => [l.name, l.value]))
  const kept = new Set<string>(), seen = new Set<Expr>(), todo: Expr[] = [...m.memories.flatMap(memoryExprs)]
  for (const s of allStatements(m.body)) todo.push(...exprsOf(s))
  // Values share parts: each is looked at once, whoever reads it.
  for (let root = todo.pop(); root !== undefined; root = todo.pop()) {
    for (const e of postOrder([root], seen)) {
      const value = e.kind === 'ref' && e.instance === undefined && !kept.has(e.name) ? values.get(e.name) : undefined
      if (value === undefined) continue
      kept.add((e as Ref).name)
      todo.push(value)
    }
  }
  return kept.size === m.locals.length ? m : { ...m, locals: m.locals.filter(l => kept.has(l.name)) }
}
