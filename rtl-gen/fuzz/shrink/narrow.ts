// Owns: narrower designs: every value of one width at a smaller one.
import { isGround, leavesOf, mapMemory, mapModules, moduleExprs, modulesOf, postOrder, rewriter, unreachable, widthOf, type Constant, type Expr, type GroundType, type Module, type Type } from '../../ir/index.ts'
import type { Candidates } from './candidates.ts'
import { mapStatements } from './names.ts'

const wished = (w: number): number[] => [...new Set([1, 2, 3, 4, 8, 16, 33, 65, Math.ceil(w / 2), w - 1])].filter(n => n >= 1 && n < w).sort((a, b) => a - b)

/** Those that are no longer well formed are not tried. */
export const narrower: Candidates = design => {
  const widths = new Set(modulesOf(design).flatMap(m => [
    ...[...m.ports, ...m.registers, ...m.wires, ...m.locals, ...m.memories].flatMap(d => leavesOf(d.type).map(l => l.type)),
    ...postOrder(moduleExprs(m)).flatMap(e => isGround(e.type) ? [e.type] : []),
  ].filter(t => t.kind !== 'enum').map(t => t.width)))
  return [...widths].sort((a, b) => b - a).flatMap(from => wished(from).map(to => () => mapModules(design, m => narrowModule(m, from, to))))
}

function narrowModule(m: Module, from: number, to: number): Module {
  const type = <T extends Type>(t: T): T => narrowType(t, from, to) as T
  const rewrite = rewriter(e => narrowNode(e, type))
  const typed = <T extends { readonly type: Type }>(d: T): T => ({ ...d, type: type(d.type) })
  return {
    ...m, ports: m.ports.map(typed), wires: m.wires.map(typed), locals: m.locals.map(l => ({ ...typed(l), value: rewrite(l.value) })),
    registers: m.registers.map(r => ({ ...typed(r), reset: r.reset === null ? null : cut(r.reset, type(r.type)) })),
    memories: m.memories.map(mem => ({ ...typed(mapMemory(mem, rewrite)), init: mem.init.map(v => BigInt.asUintN(widthOf(type(mem.type)), v)) })),
    body: mapStatements(m.body, rewrite, t => ({ ...t, type: type(t.type) })),
  }
}

function narrowType(t: Type, from: number, to: number): Type {
  switch (t.kind) {
    case 'uint': case 'sint': return t.width === from ? { ...t, width: to } : t
    case 'enum': return t
    case 'vec': return { ...t, of: narrowType(t.of, from, to) }
    case 'bundle': return { ...t, fields: t.fields.map(f => ({ ...f, type: narrowType(f.type, from, to) })) }
    default: return unreachable(t)
  }
}

function cut(c: Constant, t: Type): Constant {
  if (isGround(t)) return BigInt.asUintN(t.width, c as bigint)
  if (t.kind === 'vec') return (c as readonly Constant[]).map(x => cut(x, t.of))
  return Object.fromEntries(t.fields.map(f => [f.name, cut((c as { readonly [field: string]: Constant })[f.name]!, f.type)]))
}

/** The operands are narrowed already; a slice moves down until it fits. */
function narrowNode(e: Expr, type: <T extends Type>(t: T) => T): Expr {
  switch (e.kind) {
    case 'literal': return { ...e, type: type(e.type), value: BigInt.asUintN(type(e.type).width, e.value) }
    case 'cat': return { ...e, type: { kind: 'uint', width: e.parts.reduce((n, p) => n + widthOf(p.type), 0) } }
    case 'slice': {
      const width = Math.min(type(e.type).width, widthOf(e.of.type))
      return { ...e, type: { kind: 'uint', width }, low: Math.min(e.low, widthOf(e.of.type) - width) }
    }
    case 'unary': case 'binary': case 'mux': case 'cast': case 'extend': case 'dynamic-slice': return { ...e, type: type(e.type as GroundType) } as Expr
    case 'ref': case 'field': case 'index': return { ...e, type: type(e.type) }
    default: return unreachable(e)
  }
}
