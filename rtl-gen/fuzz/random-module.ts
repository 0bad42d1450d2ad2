// Owns: a random module: what it declares, and in which order its values may depend on each other, so that no loop arises.
import { isGround, widthOf, type Domain, type Expr, type Local, type Module, type Register, type Statement, type Wire } from '../ir/index.ts'
import { at, bit, cast, cat, module, port, ref, register, set, target, uint } from './nodes.ts'
import { oneOf, times, type Pick } from './pick.ts'
import { RandomExpr } from './random-expr.ts'
import { randomMemory } from './random-memory.ts'
import { RandomStatements, type Settable } from './random-statements.ts'
import { randomConstant, type RandomTypes } from './random-types.ts'

/** How much of everything. `depth`: operations below each other. */
export interface ModuleSize { readonly depth: number; readonly statements: number; readonly registers: number; readonly values: number; readonly memories: number; readonly outputs: number }

export interface ModuleParts {
  readonly pick: Pick; readonly types: RandomTypes; readonly name: string; readonly domains: readonly Domain[]; readonly size: ModuleSize
  /** Modules that may stand inside it; each stands once or twice. */
  readonly inside: readonly Module[]
  /** The top has ground ports only, so that any bench can drive them. */
  readonly top: boolean
  readonly checks: boolean
}

export function randomModule({ pick, types, name, domains, size, inside, top, checks }: ModuleParts): Module {
  const names = domains.map(d => d.name), anyDomain = (): string => oneOf(pick, names)
  const expr = new RandomExpr(pick, types), statements = new RandomStatements(expr, checks ? names : [])
  const inputs = [...times(1 + pick(3), i => port('input', `in${i}`, top ? types.ground() : types.any(`in${i}`), anyDomain())), port('input', 'go', bit, anyDomain())]
  for (const p of inputs) expr.offer(ref(p.name, p.type))
  const registers = times(pick(size.registers + 1), (i): Register => {
    const type = i === 1 ? types.any(`r${i}`) : types.ground()
    return register(`r${i}`, type, pick(4) === 3 ? null : randomConstant(pick, type), anyDomain())
  })
  for (const r of registers) expr.offer(ref(r.name, r.type))

  const body: Statement[] = []
  const memories = times(pick(size.memories + 1), i => {
    const made = randomMemory(pick, expr, `mem${i}`, names)
    for (const r of made.reads) expr.offer(ref(r.data, made.type))
    return made
  })
  const instances = inside.flatMap((m, k) => times(pick(3) === 2 ? 2 : 1, i => {
    const made = { kind: 'instance', name: `sub${k}_${i}`, of: m.name, parameters: {}, at } as const
    for (const p of m.ports) if (p.direction === 'input') body.push(...statements.whole({ name: p.name, type: p.type, instance: made.name }, 1))
    // Only now: what comes out may depend on what goes in.
    for (const p of m.ports) if (p.direction === 'output') expr.offer(ref(p.name, p.type, made.name))
    return made
  }))
  const locals = times(pick(size.values + 1), (i): Local => {
    const type = types.ground(), value = expr.of(type, size.depth)
    expr.offer(ref(`l${i}`, type))
    return { kind: 'local', name: `l${i}`, type, value, at }
  })
  const wires = times(pick(size.values + 1), (i): Wire => {
    const wire: Wire = { kind: 'wire', name: `w${i}`, type: pick(3) === 2 ? types.any(`w${i}`) : types.ground(), at }
    body.push(...statements.whole(wire, 2), ...statements.some(pick(3), 2, [wire]))
    // Only now: its final value is read.
    expr.offer(ref(wire.name, wire.type))
    return wire
  })
  const settable = registers.map((r): Settable => ({ name: r.name, type: r.type }))
  if (settable.length > 0) body.push(...statements.some(1 + pick(size.statements), 3, settable))
  const outputs = times(1 + pick(size.outputs), i => port('output', `out${i}`, top ? types.ground() : types.any(`out${i}`), anyDomain()))
  for (const o of outputs) body.push(...statements.whole(o, size.depth))
  // Everything that is remembered can be seen.
  const state = registers.map(r => port('output', `out_${r.name}`, top && !isGround(r.type) ? uint(widthOf(r.type)) : r.type, r.domain))
  for (const [i, r] of registers.entries()) body.push(set(target(state[i]!.name, state[i]!.type), top && !isGround(r.type) ? rowOf(ref(r.name, r.type)) : ref(r.name, r.type)))
  return module(name, { domains, ports: [...inputs, ...outputs, ...state], registers, memories, instances, locals, wires, body })
}

/** All bits of a value as one number. */
function rowOf(e: Expr): Expr {
  return cat(...leaves(e).map(x => cast(x, uint(widthOf(x.type)))))
}

function leaves(e: Expr): Expr[] {
  const { type } = e
  if (isGround(type)) return [e]
  if (type.kind === 'bundle') return type.fields.flatMap(f => leaves({ kind: 'field', of: e, field: f.name, type: f.type, at }))
  return times(type.length, i => leaves({ kind: 'index', of: e, index: { kind: 'literal', type: uint(4), value: BigInt(i), at }, type: type.of, at })).flat()
}
