// Owns: names that a module does not have yet, and all reads and sets of a module under other names.
import { mapBody, mapMemory, rewriter, type Expr, type Module, type Statement, type Target } from '../../ir/index.ts'

type Ref = Extract<Expr, { kind: 'ref' }>

const declared = (m: Module): string[] => [
  ...m.domains.flatMap(d => [d.clock, d.reset?.name ?? '']), ...[...m.ports, ...m.locals, ...m.wires, ...m.registers, ...m.memories, ...m.instances].map(d => d.name),
  ...m.memories.flatMap(mem => mem.reads.map(r => r.data)),
]

/** Gives names, each once. */
export function freshNames(m: Module): (wish: string) => string {
  const taken = new Set(declared(m).map(n => n.toLowerCase()))
  return wish => {
    let name = wish
    for (let i = 1; taken.has(name.toLowerCase()); i++) name = `${wish}_${i}`
    taken.add(name.toLowerCase())
    return name
  }
}

/** The module with each read and each target replaced. */
export function mapSignals(m: Module, read: (r: Ref) => Expr, target: (t: Target) => Target = t => t): Module {
  const rewrite = rewriter(e => e.kind === 'ref' ? read(e) : e)
  return { ...m, locals: m.locals.map(l => ({ ...l, value: rewrite(l.value) })), memories: m.memories.map(mem => mapMemory(mem, rewrite)), body: mapStatements(m.body, rewrite, target) }
}

/** A body with each expression and each target replaced. */
export const mapStatements = (body: readonly Statement[], f: (e: Expr) => Expr, target: (t: Target) => Target): Statement[] =>
  mapBody(body, f, s => [s.kind === 'set' ? { ...s, target: target(s.target) } : s])
