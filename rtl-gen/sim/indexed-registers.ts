// Owns: which registers stay arrays: those that hold a vector with an index that is a signal somewhere.
import { allSets, moduleExprs, postOrder, type Module } from '../ir/index.ts'

/** Names of the registers of a module of which an element is read or set by an index that is not a constant. */
export function indexedRegisters(module: Module): ReadonlySet<string> {
  const registers = new Set(module.registers.filter(r => r.type.kind === 'vec' || r.type.kind === 'bundle').map(r => r.name))
  const found = new Set<string>()
  if (registers.size === 0) return found
  for (const e of postOrder(moduleExprs(module))) {
    if (e.kind !== 'index' || e.index.kind === 'literal') continue
    let base = e.of
    while (base.kind === 'field' || base.kind === 'index') base = base.of
    if (base.kind === 'ref' && base.instance === undefined && registers.has(base.name)) found.add(base.name)
  }
  for (const { target: t } of allSets(module.body)) {
    if (t.instance === undefined && registers.has(t.name) && t.path.some(s => s.kind === 'index' && s.index.kind !== 'literal')) found.add(t.name)
  }
  return found
}
