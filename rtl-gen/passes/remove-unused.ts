// Owns: named values that nothing reads go away.
import { mapModules, memoryExprs, refsIn, allStatements, exprsOf } from '../ir/index.ts'
import type { Design, Module } from '../ir/index.ts'

/** Drops locals that neither a statement, a memory nor a kept local reads. Everything that was declared as hardware stays. */
export const removeUnused = (design: Design): Design => mapModules(design, removeUnusedLocals)

export function removeUnusedLocals(m: Module): Module {
  const values = new Map(m.locals.map(l => [l.name, l.value]))
  const kept = new Set<string>()
  const todo = refsIn([...m.memories.flatMap(memoryExprs), ...[...allStatements(m.body)].flatMap(exprsOf)])
  for (let r = todo.pop(); r !== undefined; r = todo.pop()) {
    const value = r.instance === undefined ? values.get(r.name) : undefined
    if (value === undefined || kept.has(r.name)) continue
    kept.add(r.name)
    todo.push(...refsIn([value]))
  }
  return kept.size === m.locals.length ? m : { ...m, locals: m.locals.filter(l => kept.has(l.name)) }
}
