// Owns: designs built by hand for tests, below the language: short makers of IR nodes. Each call is its own line in `t.ts`.
import type { BinaryOp, BundleType, CheckStatement, Constant, Design, Domain, EnumType, Expr, GroundType, Instance, Local, Memory, Module, Place, Port, ReadPort, Register, Statement, Step, Target, Type, UnaryOp, Wire, WritePort } from '../../rtl-gen/ir/index.ts'

export const at: Place = { file: 'examples/t.ts', line: 1, column: 1 }
export const on = (line: number): Place => ({ ...at, line })
export const u = (width: number): Extract<Type, { kind: 'uint' }> => ({ kind: 'uint', width })
export const s = (width: number): Extract<Type, { kind: 'sint' }> => ({ kind: 'sint', width })
export const vec = (length: number, of: Type): Type => ({ kind: 'vec', length, of })
export const bundle = (name: string, fields: Record<string, Type>): BundleType => ({ kind: 'bundle', name, fields: Object.entries(fields).map(([n, type]) => ({ name: n, type })) })
export const enumeration = (name: string, width: number, members: Record<string, number>): EnumType => ({ kind: 'enum', name, width, members: Object.entries(members).map(([n, v]) => ({ name: n, value: BigInt(v) })) })

export const domain: Domain = { name: 'clk', clock: 'clock', edge: 'rising', reset: { name: 'reset', kind: 'sync' }, at }
export const input = (name: string, type: Type, more: Partial<Port> = {}): Port => ({ kind: 'port', name, direction: 'input', type, domain: 'clk', at, ...more })
export const output = (name: string, type: Type, more: Partial<Port> = {}): Port => ({ kind: 'port', name, direction: 'output', type, domain: 'clk', at, ...more })
export const local = (name: string, value: Expr, line = 1): Local => ({ kind: 'local', name, type: value.type, value, at: on(line) })
export const wire = (name: string, type: Type): Wire => ({ kind: 'wire', name, type, at })
export const register = (name: string, type: Type, reset: Constant | null, domainName = 'clk'): Register => ({ kind: 'register', name, type, domain: domainName, reset, at })
export const memory = (name: string, type: Type, depth: number, more: Partial<Memory>): Memory => ({ kind: 'memory', name, type, depth, reads: [], writes: [], collision: 'old', init: [], at, ...more })
export const readPort = (data: string, mode: ReadPort['mode'], address: Expr, enable: Expr = lit(u(1), 1)): ReadPort => ({ data, mode, domain: 'clk', address, enable, at })
export const writePort = (address: Expr, enable: Expr, data: Expr, lanes?: Expr): WritePort => ({ domain: 'clk', address, enable, data, at, ...(lanes === undefined ? {} : { lanes }) })
export const instance = (name: string, of: string, parameters: Instance['parameters'] = {}): Instance => ({ kind: 'instance', name, of, parameters, at })

type Parts = Partial<Omit<Module, 'kind' | 'name' | 'at'>>
export const module = (name: string, parts: Parts): Module => ({ kind: 'module', name, at, doc: [], domains: [domain], ports: [], locals: [], wires: [], registers: [], memories: [], instances: [], body: [], ...parts })
export const design = (...modules: Design['modules'][number][]): Design => ({ kind: 'design', top: modules.at(-1)!.name, modules })

export const lit = (type: GroundType, value: number | bigint): Expr => ({ kind: 'literal', type, value: BigInt.asUintN(type.width, BigInt(value)), at })
export const ref = (name: string, type: Type, inst?: string): Expr => ({ kind: 'ref', name, type, at, ...(inst === undefined ? {} : { instance: inst }) })
/** Reads of declared things. */
export const read = (d: { readonly name: string; readonly type: Type }): Expr => ref(d.name, d.type)
export const field = (of: Expr, name: string): Expr => ({ kind: 'field', of, field: name, type: (of.type as BundleType).fields.find(f => f.name === name)!.type, at })
export const index = (of: Expr, i: Expr): Expr => ({ kind: 'index', of, index: i, type: (of.type as Extract<Type, { kind: 'vec' }>).of, at })
const g = (e: Expr): GroundType => e.type as GroundType
export const un = (op: UnaryOp, of: Expr): Expr => ({ kind: 'unary', op, of, type: op === 'not' || op === 'neg' ? g(of) : u(1), at })
export const bin = (op: BinaryOp, left: Expr, right: Expr): Expr => ({ kind: 'binary', op, left, right, type: ['eq', 'ne', 'lt', 'le', 'gt', 'ge'].includes(op) ? u(1) : g(left), at })
export const mux = (condition: Expr, then: Expr, otherwise: Expr): Expr => ({ kind: 'mux', condition, then, else: otherwise, type: g(then), at })
export const slice = (of: Expr, low: number, width: number): Expr => ({ kind: 'slice', of, low, type: u(width), at })
export const dyn = (of: Expr, low: Expr, width: number): Expr => ({ kind: 'dynamic-slice', of, low, type: u(width), at })
export const cat = (...parts: Expr[]): Expr => ({ kind: 'cat', parts, type: u(parts.reduce((n, p) => n + g(p).width, 0)), at })
export const ext = (of: Expr, width: number): Expr => ({ kind: 'extend', of, type: { ...g(of), width } as Extract<Type, { kind: 'uint' | 'sint' }>, at })
export const cast = (of: Expr, type: Extract<Type, { kind: 'uint' | 'sint' | 'enum' }>): Expr => ({ kind: 'cast', of, type, at })
export const not = (of: Expr): Expr => un('not', of)
export const and = (left: Expr, right: Expr): Expr => bin('and', left, right)

/** A target: a declared thing, or `{ name, instance, type }`, and steps into it (a field name, an index, or `[low, width]`). */
export function target(d: { readonly name: string; readonly type: Type; readonly instance?: string }, ...steps: (string | Expr | readonly [number, number])[]): Target {
  let type = d.type
  const path = steps.map((step): Step => {
    if (typeof step === 'string') {
      type = (type as BundleType).fields.find(f => f.name === step)!.type
      return { kind: 'field', field: step }
    }
    if ('kind' in step) {
      type = (type as Extract<Type, { kind: 'vec' }>).of
      return { kind: 'index', index: step }
    }
    type = u(step[1])
    return { kind: 'slice', low: step[0], width: step[1] }
  })
  return { name: d.name, path, type, at, ...(d.instance === undefined ? {} : { instance: d.instance }) }
}
export const set = (t: Target | { readonly name: string; readonly type: Type; readonly instance?: string }, value: Expr, line = 1): Statement => ({ kind: 'set', target: 'path' in t ? t : target(t), value, at: on(line) })
export const when = (...arms: (readonly [Expr, Statement[]])[]): Statement => ({ kind: 'if', arms: arms.map(([condition, body]) => ({ condition, body, at })), otherwise: [], at })
export const whenElse = (otherwise: Statement[], ...arms: (readonly [Expr, Statement[]])[]): Statement => ({ kind: 'if', arms: arms.map(([condition, body]) => ({ condition, body, at })), otherwise, at })
export const match = (subject: Expr, arms: (readonly [number[], Statement[]])[], otherwise: Statement[] = []): Statement => ({ kind: 'match', subject, arms: arms.map(([values, body]) => ({ values: values.map(BigInt), body, at })), otherwise, at })
export const check = (label: string, condition: Expr, kind: CheckStatement['check'] = 'assert'): Statement => ({ kind: 'check', check: kind, label, condition, domain: 'clk', at })
