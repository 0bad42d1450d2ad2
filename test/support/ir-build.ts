// Owns: short makers of IR for tests of what stands below the language.
import type { ArithmeticOp, BinaryOp, BundleType, CheckStatement, Constant, Design, Domain, Expr, GroundType, Instance, Memory, Module, Place, Port, ReadPort, Register, SintType, Statement, Step, Target, Type, UintType, UnaryOp, VecType, WritePort, EnumType } from '../../rtl-gen/ir/index.ts'

export const at: Place = { file: 'test.ts', line: 1, column: 1 }

export const uint = (width: number): UintType => ({ kind: 'uint', width })
export const sint = (width: number): SintType => ({ kind: 'sint', width })
export const bit: UintType = uint(1)
export const vec = (length: number, of: Type): VecType => ({ kind: 'vec', length, of })
export const bundle = (name: string, fields: Readonly<Record<string, Type>>): BundleType => ({ kind: 'bundle', name, fields: Object.entries(fields).map(([n, type]) => ({ name: n, type })) })

/** A number stands for a uint of that width. */
type T<X extends Type = Type> = X | number
const typeOf = <X extends Type>(t: T<X>): X | UintType => (typeof t === 'number' ? uint(t) : t)
const ground = (e: Expr): GroundType => e.type as GroundType

export const domain = (name = 'clk', kind: 'sync' | 'async' = 'sync'): Domain =>
  ({ name, clock: name === 'clk' ? 'clock' : `${name}_clock`, edge: 'rising', reset: { name: name === 'clk' ? 'reset' : `${name}_reset`, kind }, at })
export const input = (name: string, type: T, domainName = 'clk'): Port => ({ kind: 'port', name, direction: 'input', type: typeOf(type), domain: domainName, at })
export const output = (name: string, type: T, domainName = 'clk'): Port => ({ kind: 'port', name, direction: 'output', type: typeOf(type), domain: domainName, at })
export const register = (name: string, type: T, reset: Constant | null = 0n, domainName = 'clk'): Register => ({ kind: 'register', name, type: typeOf(type), domain: domainName, reset, at })
export const readPort = (data: string, mode: ReadPort['mode'], address: Expr, enable: Expr = lit(1, 1), domainName = 'clk'): ReadPort => ({ data, mode, domain: domainName, address, enable, at })
export const writePort = (address: Expr, enable: Expr, data: Expr, lanes?: Expr, domainName = 'clk'): WritePort => ({ domain: domainName, address, enable, data, at, ...(lanes && { lanes }) })
export const memory = (name: string, depth: number, type: T, reads: readonly ReadPort[], writes: readonly WritePort[], more: Partial<Pick<Memory, 'collision' | 'init'>> = {}): Memory =>
  ({ kind: 'memory', name, depth, type: typeOf(type), reads, writes, collision: 'old', init: [], at, ...more })
export const instance = (name: string, of: string): Instance => ({ kind: 'instance', name, of, parameters: {}, at })
export const module = (name: string, parts: Partial<Omit<Module, 'kind' | 'name' | 'at'>>): Module =>
  ({ kind: 'module', name, at, doc: [], domains: [domain()], ports: [], locals: [], wires: [], registers: [], memories: [], instances: [], body: [], ...parts })
export const design = (...modules: Design['modules'][number][]): Design => ({ kind: 'design', top: modules.at(-1)!.name, modules })

export const lit = (type: T<GroundType>, value: number | bigint): Expr => {
  const t = typeOf(type)
  return { kind: 'literal', type: t, value: BigInt.asUintN(t.width, BigInt(value)), at }
}
export const ref = (name: string, type: T, inst?: string): Expr => ({ kind: 'ref', name, type: typeOf(type), at, ...(inst !== undefined && { instance: inst }) })
export const field = (of: Expr, name: string): Expr => ({ kind: 'field', of, field: name, type: (of.type as BundleType).fields.find(f => f.name === name)!.type, at })
export const index = (of: Expr, i: Expr): Expr => ({ kind: 'index', of, index: i, type: (of.type as VecType).of, at })
export const unary = (op: UnaryOp, of: Expr): Expr => ({ kind: 'unary', op, of, type: op === 'not' || op === 'neg' ? ground(of) : bit, at })
export const binary = (op: BinaryOp, left: Expr, right: Expr): Expr => ({ kind: 'binary', op, left, right, type: ['eq', 'ne', 'lt', 'le', 'gt', 'ge'].includes(op) ? bit : ground(left), at })
const arithmetic = (op: ArithmeticOp | 'eq' | 'ne') => (left: Expr, right: Expr): Expr => binary(op, left, right)
export const add = arithmetic('add')
export const and = arithmetic('and')
export const eq = arithmetic('eq')
export const ne = arithmetic('ne')
export const not = (of: Expr): Expr => unary('not', of)
export const mux = (condition: Expr, then: Expr, otherwise: Expr): Expr => ({ kind: 'mux', condition, then, else: otherwise, type: ground(then), at })
export const slice = (of: Expr, low: number, width: number): Expr => ({ kind: 'slice', of, low, type: uint(width), at })
export const dynamicSlice = (of: Expr, low: Expr, width: number): Expr => ({ kind: 'dynamic-slice', of, low, type: uint(width), at })
export const cat = (...parts: Expr[]): Expr => ({ kind: 'cat', parts, type: uint(parts.reduce((n, p) => n + ground(p).width, 0)), at })
export const extend = (of: Expr, width: number): Expr => ({ kind: 'extend', of, type: { ...(ground(of) as UintType | SintType), width }, at })
export const cast = (of: Expr, type: T<UintType | SintType | EnumType>): Expr => {
  const t = typeOf(type)
  return ground(of).kind === t.kind && t.kind !== 'enum' ? of : { kind: 'cast', of, type: t as UintType | SintType | EnumType, at }
}

export const target = (name: string, type: T, path: readonly Step[] = [], inst?: string): Target => ({ name, path, type: typeOf(type), at, ...(inst !== undefined && { instance: inst }) })
export const set = (t: string | Target, value: Expr): Statement => ({ kind: 'set', target: typeof t === 'string' ? target(t, value.type) : t, value, at })
export const when = (condition: Expr, body: readonly Statement[], otherwise: readonly Statement[] = []): Statement => ({ kind: 'if', arms: [{ condition, body, at }], otherwise, at })
export const match = (subject: Expr, arms: readonly (readonly [readonly bigint[], readonly Statement[]])[], otherwise: readonly Statement[] = []): Statement =>
  ({ kind: 'match', subject, arms: arms.map(([values, body]) => ({ values, body, at })), otherwise, at })
export const check = (label: string, condition: Expr, kind: CheckStatement['check'] = 'assert', domainName = 'clk'): Statement => ({ kind: 'check', check: kind, label, condition, domain: domainName, at })
