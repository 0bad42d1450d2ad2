// Owns: what each node of an expression gives, written from the documentation of the IR only, over bigints.
import { postOrder, unreachable, type Binary, type Expr, type GroundType, type Unary } from '../ir/index.ts'
import { bits, mask, zero, type Value } from './reference-values.ts'

type Ref = Extract<Expr, { kind: 'ref' }>

const signed = (v: bigint, width: number): bigint => v >> BigInt(width - 1) ? v - (1n << BigInt(width)) : v
const bool = (b: boolean): bigint => b ? 1n : 0n

const orders = new WeakMap<Expr, readonly Expr[]>()
function orderOf(root: Expr): readonly Expr[] {
  const known = orders.get(root)
  if (known !== undefined) return known
  const order = postOrder([root])
  orders.set(root, order)
  return order
}

/** The value of an expression; `read` gives what the references stand for. Every shared node is worked out once, and no depth is too deep. */
export function evaluate(root: Expr, read: (e: Ref) => Value): Value {
  if (root.kind === 'literal') return root.value
  if (root.kind === 'ref') return read(root)
  const values = new Map<Expr, Value>()
  for (const e of orderOf(root)) values.set(e, node(e, x => values.get(x)!, read))
  return values.get(root)!
}

function node(e: Expr, whole: (x: Expr) => Value, read: (e: Ref) => Value): Value {
  const of = (x: Expr): bigint => whole(x) as bigint
  switch (e.kind) {
    case 'literal': return e.value
    case 'ref': return read(e)
    case 'field': return (whole(e.of) as Record<string, Value>)[e.field]!
    case 'index': return (whole(e.of) as Value[])[Number(of(e.index))] ?? zero(e.type)
    case 'unary': return unary(e.op, of(e.of), bits(e.of.type))
    case 'binary': return binary(e.op, of(e.left), of(e.right), e.left.type as GroundType)
    case 'mux': return of(e.condition) === 1n ? of(e.then) : of(e.else)
    case 'slice': return of(e.of) >> BigInt(e.low) & mask(e.type.width)
    case 'dynamic-slice': return of(e.low) >= BigInt(bits(e.of.type)) ? 0n : of(e.of) >> of(e.low) & mask(e.type.width)
    case 'cat': return e.parts.reduce((n, p) => n << BigInt(bits(p.type)) | of(p), 0n)
    case 'extend': return BigInt.asUintN(e.type.width, e.of.type.kind === 'sint' ? signed(of(e.of), bits(e.of.type)) : of(e.of))
    case 'cast': return of(e.of)
    default: return unreachable(e)
  }
}

function unary(op: Unary['op'], x: bigint, width: number): bigint {
  switch (op) {
    case 'not': return x ^ mask(width)
    case 'neg': return BigInt.asUintN(width, -x)
    case 'andReduce': return bool(x === mask(width))
    case 'orReduce': return bool(x !== 0n)
    case 'xorReduce': return BigInt(x.toString(2).split('1').length - 1) & 1n
    default: return unreachable(op)
  }
}

function binary(op: Binary['op'], x: bigint, y: bigint, t: GroundType): bigint {
  const a = t.kind === 'sint' ? signed(x, t.width) : x, b = t.kind === 'sint' ? signed(y, t.width) : y
  switch (op) {
    case 'add': return BigInt.asUintN(t.width, x + y)
    case 'sub': return BigInt.asUintN(t.width, x - y)
    case 'mul': return BigInt.asUintN(t.width, x * y)
    case 'div': return b === 0n ? mask(t.width) : BigInt.asUintN(t.width, a / b)
    case 'rem': return BigInt.asUintN(t.width, b === 0n ? a : a % b)
    case 'and': return x & y
    case 'or': return x | y
    case 'xor': return x ^ y
    case 'eq': return bool(x === y)
    case 'ne': return bool(x !== y)
    case 'lt': return bool(a < b)
    case 'le': return bool(a <= b)
    case 'gt': return bool(a > b)
    case 'ge': return bool(a >= b)
    case 'shl': return y >= BigInt(t.width) ? 0n : BigInt.asUintN(t.width, x << y)
    case 'shr': return y >= BigInt(t.width) ? (a < 0n ? mask(t.width) : 0n) : BigInt.asUintN(t.width, a >> y)
    default: return unreachable(op)
  }
}
