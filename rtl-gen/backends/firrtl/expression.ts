// Owns: expressions as FIRRTL text.
import { isGround, unreachable, widthOf } from '../../ir/index.ts'
import type { BinaryOp, EnumType, Expr, GroundType } from '../../ir/index.ts'
import { idText } from './names.ts'

/** What expressions need to know of the module that they stand in. */
export interface Names {
  /** The node of a member of an enum; undefined for a pattern that is none. */
  member(type: EnumType, value: bigint): string | undefined
}

/** Values from here on are written in hexadecimal. */
const firstHex = 1024n

/** `UInt<8>`, `SInt<9>`. Enums are unsigned. */
export const typeText = (t: GroundType): string => `${t.kind === 'sint' ? 'SInt' : 'UInt'}<${t.width}>`

/** `UInt<8>(200)`, `UInt<64>(0hdeadbeef)`, `SInt<8>(-3)`. */
export function literalText(type: GroundType, pattern: bigint): string {
  const value = type.kind === 'sint' ? BigInt.asIntN(type.width, pattern) : pattern
  const size = value < 0n ? -value : value
  return `${typeText(type)}(${value < 0n ? '-' : ''}${size < firstHex ? size : `0h${size.toString(16)}`})`
}

/**
 * An expression after `firrtlPasses`. FIRRTL's operations grow (a sum has one bit more than its operands, a product has the bits of
 * both); the IR's do not, so that what grew is cut back in place. Operations on bits give UInt, whatever their operands are.
 */
export function expressionText(e: Expr, names: Names): string {
  const text = (x: Expr): string => expressionText(x, names)
  switch (e.kind) {
    case 'literal': return (e.type.kind === 'enum' ? names.member(e.type, e.value) : undefined) ?? literalText(e.type, e.value)
    case 'ref': return e.instance === undefined ? idText(e.name) : `${idText(e.instance)}.${idText(e.name)}`
    case 'index': return `${text(e.of)}[${e.index.kind === 'literal' ? e.index.value : text(e.index)}]`
    case 'cast': return as(e.type, ground(e.of), text(e.of))
    case 'extend': return `pad(${text(e.of)}, ${e.type.width})`
    case 'slice': return bits(text(e.of), e.low, e.type.width)
    case 'dynamic-slice': return bits(`dshr(${unsigned(e.of, names)}, ${text(e.low)})`, 0, e.type.width)
    case 'cat': return e.parts.map(p => unsigned(p, names)).reduceRight((low, high) => `cat(${high}, ${low})`)
    case 'mux': return `mux(${text(e.condition)}, ${text(e.then)}, ${text(e.else)})`
    case 'unary': return unaryText(e, names)
    case 'binary': return binaryText(e, names)
    case 'field': throw new Error('a bundle is left: the design was not lowered')
    default: return unreachable(e)
  }
}

const bits = (text: string, low: number, width: number): string => `bits(${text}, ${low + width - 1}, ${low})`

/** The text of a value of one ground type as another of the same width. */
function as(to: GroundType, from: GroundType, text: string): string {
  if ((to.kind === 'sint') === (from.kind === 'sint')) return text
  return to.kind === 'sint' ? `asSInt(${text})` : `asUInt(${text})`
}

const asUint = (width: number): GroundType => ({ kind: 'uint', width })
const unsigned = (e: Expr, names: Names): string => as(asUint(widthOf(e.type)), ground(e), expressionText(e, names))

function unaryText(e: Extract<Expr, { kind: 'unary' }>, names: Names): string {
  const of = expressionText(e.of, names)
  switch (e.op) {
    case 'not': return as(e.type, asUint(e.type.width), `not(${of})`)
    case 'neg': return as(e.type, asUint(e.type.width), `tail(neg(${of}), 1)`)
    case 'andReduce': return `andr(${of})`
    case 'orReduce': return `orr(${of})`
    case 'xorReduce': return `xorr(${of})`
    default: return unreachable(e.op)
  }
}

function binaryText(e: Extract<Expr, { kind: 'binary' }>, names: Names): string {
  const width = widthOf(e.left.type)
  const all = `${operationText(e.op)}(${expressionText(e.left, names)}, ${expressionText(e.right, names)})`
  const bitsOf = (text: string): string => as(e.type, asUint(width), text)
  switch (e.op) {
    case 'add': case 'sub': return bitsOf(`tail(${all}, 1)`)
    case 'mul': return bitsOf(`tail(${all}, ${width})`)
    case 'and': case 'or': case 'xor': return bitsOf(all)
    case 'div': case 'rem': case 'eq': case 'ne': case 'lt': case 'le': case 'gt': case 'ge': return all
    case 'shl': return bitsOf(bits(e.right.kind === 'literal' ? `shl(${expressionText(e.left, names)}, ${e.right.value})` : all, 0, width))
    case 'shr': return e.right.kind === 'literal' ? `pad(shr(${expressionText(e.left, names)}, ${e.right.value}), ${width})` : all
    default: return unreachable(e.op)
  }
}

function operationText(op: BinaryOp): string {
  switch (op) {
    case 'add': case 'sub': case 'mul': case 'div': case 'rem': case 'and': case 'or': case 'xor': case 'eq': case 'lt': case 'gt': return op
    case 'ne': return 'neq'
    case 'le': return 'leq'
    case 'ge': return 'geq'
    case 'shl': return 'dshl'
    case 'shr': return 'dshr'
    default: return unreachable(op)
  }
}

/** The type of a ground value. */
export function ground(e: { readonly type: Expr['type'] }): GroundType {
  if (isGround(e.type)) return e.type
  throw new Error('a bundle is left: the design was not lowered')
}
