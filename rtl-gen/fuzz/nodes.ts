// Owns: short makers of IR nodes for generated designs. They fold nothing: what is drawn is what stands there.
import type {
  BinaryOp, BundleType, CheckStatement, Constant, Design, Domain, EnumType, Expr, GroundType, Memory, Module, Place, Port, ReadPort, Register, SintType, Statement, Step, Target, Type,
  UintType, UnaryOp, VecType, WritePort,
} from '../ir/index.ts'

/** No user wrote them. */
export const at: Place = { file: 'random', line: 1, column: 1 }

export const uint = (width: number): UintType => ({ kind: 'uint', width })
export const sint = (width: number): SintType => ({ kind: 'sint', width })
export const bit: UintType = uint(1)
export const vec = (length: number, of: Type): VecType => ({ kind: 'vec', length, of })

export const lit = (type: GroundType, value: bigint | number): Expr => ({ kind: 'literal', type, value: BigInt.asUintN(type.width, BigInt(value)), at })
export const ref = (name: string, type: Type, instance?: string): Expr => ({ kind: 'ref', name, type, at, ...(instance === undefined ? {} : { instance }) })
export const field = (of: Expr, name: string): Expr => ({ kind: 'field', of, field: name, type: (of.type as BundleType).fields.find(f => f.name === name)!.type, at })
export const index = (of: Expr, i: Expr): Expr => ({ kind: 'index', of, index: i, type: (of.type as VecType).of, at })

export const compareOps = ['eq', 'ne', 'lt', 'le', 'gt', 'ge'] as const
export const arithmeticOps = ['add', 'sub', 'mul', 'div', 'rem', 'and', 'or', 'xor'] as const
export const reductions = ['andReduce', 'orReduce', 'xorReduce'] as const
const isCompare = (op: BinaryOp): boolean => compareOps.some(c => c === op)
const ground = (e: Expr): GroundType => e.type as GroundType
export const binary = (op: BinaryOp, left: Expr, right: Expr): Expr => ({ kind: 'binary', op, left, right, type: isCompare(op) ? bit : ground(left), at })
export const unary = (op: UnaryOp, of: Expr): Expr => ({ kind: 'unary', op, of, type: op === 'not' || op === 'neg' ? ground(of) : bit, at })
export const mux = (condition: Expr, then: Expr, otherwise: Expr): Expr => ({ kind: 'mux', condition, then, else: otherwise, type: ground(then), at })
export const slice = (of: Expr, low: number, width: number): Expr => ({ kind: 'slice', of, low, type: uint(width), at })
export const dynamicSlice = (of: Expr, low: Expr, width: number): Expr => ({ kind: 'dynamic-slice', of, low, type: uint(width), at })
export const cat = (...parts: readonly Expr[]): Expr => ({ kind: 'cat', parts, type: uint(parts.reduce((n, p) => n + ground(p).width, 0)), at })
export const extend = (of: Expr, width: number): Expr => ({ kind: 'extend', of, type: { ...ground(of) as UintType | SintType, width }, at })
/** The value itself if it has that kind and width already. */
export const cast = (of: Expr, type: GroundType): Expr =>
  (ground(of).kind === type.kind && type.kind !== 'enum' ? of : { kind: 'cast', of, type: type as UintType | SintType | EnumType, at })

export const target = (name: string, type: Type, path: readonly Step[] = [], instance?: string): Target => ({ name, path, type, at, ...(instance === undefined ? {} : { instance }) })
export const set = (to: Target, value: Expr): Statement => ({ kind: 'set', target: to, value, at })
export const check = (kind: CheckStatement['check'], label: string, condition: Expr, domain: string): Statement => ({ kind: 'check', check: kind, label, condition, domain, at })

export const domain = (name: string, reset: 'sync' | 'async' | 'none'): Domain =>
  ({ name, clock: name, edge: 'rising', at, ...(reset === 'none' ? {} : { reset: { name: name === 'clk' ? 'rst' : `${name}_rst`, kind: reset } }) })
export const port = (direction: Port['direction'], name: string, type: Type, domainName: string): Port => ({ kind: 'port', name, direction, type, domain: domainName, at })
export const register = (name: string, type: Type, reset: Constant | null, domainName: string): Register => ({ kind: 'register', name, type, domain: domainName, reset, at })
export const readPort = (data: string, mode: ReadPort['mode'], address: Expr, enable: Expr, domainName: string): ReadPort => ({ data, mode, domain: domainName, address, enable, at })
export const writePort = (address: Expr, enable: Expr, data: Expr, lanes: Expr | undefined, domainName: string): WritePort =>
  ({ domain: domainName, address, enable, data, at, ...(lanes === undefined ? {} : { lanes }) })
export const memory = (parts: Omit<Memory, 'kind' | 'at'>): Memory => ({ kind: 'memory', at, ...parts })
export const module = (name: string, parts: Partial<Omit<Module, 'kind' | 'name' | 'at'>>): Module =>
  ({ kind: 'module', name, at, doc: [], domains: [domain('clk', 'sync')], ports: [], locals: [], wires: [], registers: [], memories: [], instances: [], body: [], ...parts })
export const design = (modules: readonly Module[]): Design => ({ kind: 'design', top: modules.at(-1)!.name, modules })
