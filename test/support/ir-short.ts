// Owns: short hands to write IR in tests of the simulator.
import type {
  BinaryOp, CheckStatement, Constant, Design, Domain, Expr, GroundType, Instance, Memory, Module, Place, Port, ReadPort, Register, Statement, Step, Target, Type, UnaryOp, WritePort,
} from '../../rtl-gen/ir/index.ts'

export const at: Place = { file: 'test.ts', line: 1, column: 1 }
export const uint = (width: number): GroundType => ({ kind: 'uint', width })
export const sint = (width: number): GroundType => ({ kind: 'sint', width })
export const vec = (length: number, of: Type): Type => ({ kind: 'vec', length, of })
export const bundle = (name: string, fields: Record<string, Type>): Type => ({ kind: 'bundle', name, fields: Object.entries(fields).map(([n, type]) => ({ name: n, type })) })
export const bit = uint(1)
const typed = <T extends Type>(t: T | number): T | GroundType => typeof t === 'number' ? uint(t) : t

export const lit = (type: GroundType | number, value: bigint | number): Expr => {
  const t = typed(type)
  return { kind: 'literal', type: t, value: BigInt.asUintN(t.width, BigInt(value)), at }
}
export const ref = (name: string, type: Type | number, instance?: string): Expr => ({ kind: 'ref', name, type: typed(type), at, ...instance === undefined ? {} : { instance } })
export const field = (of: Expr, name: string): Expr => {
  if (of.type.kind !== 'bundle') throw new Error('field of no bundle')
  return { kind: 'field', of, field: name, type: of.type.fields.find(f => f.name === name)!.type, at }
}
export const index = (of: Expr, i: Expr): Expr => {
  if (of.type.kind !== 'vec') throw new Error('index of no vector')
  return { kind: 'index', of, index: i, type: of.type.of, at }
}
const compares = ['eq', 'ne', 'lt', 'le', 'gt', 'ge']
export const binary = (op: BinaryOp, left: Expr, right: Expr): Expr => ({ kind: 'binary', op, left, right, type: compares.includes(op) ? bit : left.type as GroundType, at })
export const add = (l: Expr, r: Expr): Expr => binary('add', l, r)
export const sub = (l: Expr, r: Expr): Expr => binary('sub', l, r)
export const and = (l: Expr, r: Expr): Expr => binary('and', l, r)
export const eq = (l: Expr, r: Expr): Expr => binary('eq', l, r)
export const unary = (op: UnaryOp, of: Expr): Expr => ({ kind: 'unary', op, of, type: op === 'not' || op === 'neg' ? of.type as GroundType : bit, at })
export const not = (of: Expr): Expr => unary('not', of)
export const mux = (condition: Expr, then: Expr, otherwise: Expr): Expr => ({ kind: 'mux', condition, then, else: otherwise, type: then.type as GroundType, at })
export const slice = (of: Expr, low: number, width: number): Expr => ({ kind: 'slice', of, low, type: { kind: 'uint', width }, at })
export const dynamicSlice = (of: Expr, low: Expr, width: number): Expr => ({ kind: 'dynamic-slice', of, low, type: { kind: 'uint', width }, at })
export const cat = (...parts: Expr[]): Expr => ({ kind: 'cat', parts, type: { kind: 'uint', width: parts.reduce((n, p) => n + (p.type as GroundType).width, 0) }, at })
export const extend = (of: Expr, width: number): Expr => ({ kind: 'extend', of, type: { kind: of.type.kind as 'uint' | 'sint', width }, at })
export const cast = (of: Expr, type: GroundType): Expr => ({ kind: 'cast', of, type: type as Extract<GroundType, { kind: 'uint' }>, at })

export const target = (name: string, type: Type | number, path: Step[] = [], instance?: string): Target => ({ name, path, type: typed(type), at, ...instance === undefined ? {} : { instance } })
export const elementStep = (i: Expr): Step => ({ kind: 'index', index: i })
export const set = (to: string | Target, value: Expr): Statement => ({ kind: 'set', target: typeof to === 'string' ? target(to, value.type) : to, value, at })
export const when = (condition: Expr, body: Statement[], otherwise: Statement[] = []): Statement => ({ kind: 'if', arms: [{ condition, body, at }], otherwise, at })
export const match = (subject: Expr, arms: [bigint[], Statement[]][], otherwise: Statement[] = []): Statement =>
  ({ kind: 'match', subject, arms: arms.map(([values, body]) => ({ values, body, at })), otherwise, at })
export const check = (kind: CheckStatement['check'], label: string, condition: Expr, domain = 'clk'): Statement => ({ kind: 'check', check: kind, label, condition, domain, at })

export const domain = (name = 'clk', reset: 'sync' | 'async' | 'none' = 'sync'): Domain =>
  ({ name, clock: name, edge: 'rising', at, ...reset === 'none' ? {} : { reset: { name: name === 'clk' ? 'rst' : `${name}_rst`, kind: reset } } })
export const input = (name: string, type: Type | number, of = 'clk'): Port => ({ kind: 'port', name, direction: 'input', type: typed(type), domain: of, at })
export const output = (name: string, type: Type | number, of = 'clk'): Port => ({ kind: 'port', name, direction: 'output', type: typed(type), domain: of, at })
export const register = (name: string, type: Type | number, reset: Constant | null = 0n, of = 'clk'): Register => ({ kind: 'register', name, type: typed(type), domain: of, reset, at })
export const readPort = (data: string, mode: 'sync' | 'async', address: Expr, enable: Expr = lit(1, 1), of = 'clk'): ReadPort => ({ data, mode, domain: of, address, enable, at })
export const writePort = (address: Expr, enable: Expr, data: Expr, lanes?: Expr, of = 'clk'): WritePort => ({ domain: of, address, enable, data, at, ...lanes ? { lanes } : {} })
export const memory = (name: string, depth: number, type: Type | number, reads: ReadPort[], writes: WritePort[], more: Partial<Pick<Memory, 'collision' | 'init'>> = {}): Memory =>
  ({ kind: 'memory', name, depth, type: typed(type), reads, writes, collision: 'old', init: [], at, ...more })
export const instance = (name: string, of: string): Instance => ({ kind: 'instance', name, of, parameters: {}, at })

type Parts = Partial<Omit<Module, 'kind' | 'name' | 'at'>>
export const module = (name: string, parts: Parts): Module => ({
  kind: 'module', name, at, doc: [], domains: [domain()], ports: [], locals: [], wires: [], registers: [], memories: [], instances: [], body: [], ...parts,
})
export const design = (...modules: Design['modules'][number][]): Design => ({ kind: 'design', top: modules.at(-1)!.name, modules })
