// Owns: which registers stay arrays: those that hold a vector with an index that is a signal somewhere.
import type { Expr, Module, Statement, Target } from '../ir/index.ts'

/** Names of the registers of a module of which an element is read or set by an index that is not a constant. */
export function indexedRegisters(module: Module): ReadonlySet<string> {
  const registers = new Set(module.registers.map(r => r.name))
  const found = new Set<string>(), seen = new Set<Expr>()
  const expr = (e: Expr): void => {
    if (seen.has(e)) return
    seen.add(e)
    if (e.kind === 'index' && e.index.kind !== 'literal') note(e.of)
    operands(e).forEach(expr)
  }
  const note = (e: Expr): void => {
    let base = e
    while (base.kind === 'field' || base.kind === 'index') base = base.of
    if (base.kind === 'ref' && base.instance === undefined && registers.has(base.name)) found.add(base.name)
  }
  const target = (t: Target): void => {
    for (const step of t.path) {
      if (step.kind !== 'index') continue
      expr(step.index)
      if (step.index.kind !== 'literal' && t.instance === undefined && registers.has(t.name)) found.add(t.name)
    }
  }
  const statement = (s: Statement): void => {
    switch (s.kind) {
      case 'set': target(s.target); expr(s.value); break
      case 'if': s.arms.forEach(a => { expr(a.condition); a.body.forEach(statement) }); s.otherwise.forEach(statement); break
      case 'match': expr(s.subject); s.arms.forEach(a => a.body.forEach(statement)); s.otherwise.forEach(statement); break
      case 'check': expr(s.condition); break
    }
  }
  module.locals.forEach(l => expr(l.value))
  for (const m of module.memories) {
    m.reads.forEach(r => { expr(r.address); expr(r.enable) })
    m.writes.forEach(w => { [w.address, w.enable, w.data, ...(w.lanes ? [w.lanes] : [])].forEach(expr) })
  }
  module.body.forEach(statement)
  return found
}

/** The operands of an expression. */
export function operands(e: Expr): readonly Expr[] {
  switch (e.kind) {
    case 'literal': case 'ref': return []
    case 'field': case 'unary': case 'slice': case 'extend': case 'cast': return [e.of]
    case 'index': return [e.of, e.index]
    case 'binary': return [e.left, e.right]
    case 'mux': return [e.condition, e.then, e.else]
    case 'dynamic-slice': return [e.of, e.low]
    case 'cat': return e.parts
  }
}
