// Owns: the expressions of the IR. Every node has its type and its place; nodes are shared (a DAG), never changed.
import type { Place } from './place.ts'
import type { EnumType, GroundType, SintType, Type, UintType } from './type.ts'

interface Node<T extends Type = Type> { readonly type: T; readonly at: Place }

/** `value` is the bit pattern: 0 <= value < 2^width, also for a signed type. */
export interface Literal extends Node<GroundType> { readonly kind: 'literal'; readonly value: bigint }
/** Reads a port, local, wire or register of this module, the data of a memory's read port, or (with `instance`) a port of an instance. A wire reads its final value. */
export interface Ref extends Node { readonly kind: 'ref'; readonly name: string; readonly instance?: string }
export interface FieldOf extends Node { readonly kind: 'field'; readonly of: Expr; readonly field: string }
/** An element of a vector; an index past the end reads element 0 of nothing: all bits zero. */
export interface IndexOf extends Node { readonly kind: 'index'; readonly of: Expr; readonly index: Expr }
export type UnaryOp = 'not' | 'neg' | 'andReduce' | 'orReduce' | 'xorReduce'
/** not, neg: type of the operand. Reductions: uint(1). */
export interface Unary extends Node<GroundType> { readonly kind: 'unary'; readonly op: UnaryOp; readonly of: Expr }
/**
 * Both operands and the result have one type; the carry is dropped. `div` rounds toward zero and `rem` has the sign of the dividend, so that
 * x = y * div + rem. As in RISC-V, a division by zero gives all ones, and its remainder is the dividend; the least sint by -1 is itself, remainder 0.
 */
export type ArithmeticOp = 'add' | 'sub' | 'mul' | 'div' | 'rem' | 'and' | 'or' | 'xor'
/** Both operands have one type (signed compares as signed, enums only eq/ne); the result is uint(1). */
export type CompareOp = 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge'
/** Result: type of the left operand; right is an unsigned amount of any width; shr of a signed value copies the sign; amounts >= width give 0 (or the sign). */
export type ShiftOp = 'shl' | 'shr'
export type BinaryOp = ArithmeticOp | CompareOp | ShiftOp
export interface Binary extends Node<GroundType> { readonly kind: 'binary'; readonly op: BinaryOp; readonly left: Expr; readonly right: Expr }
/** `condition` is uint(1); both values have the type of the result. */
export interface Mux extends Node<GroundType> { readonly kind: 'mux'; readonly condition: Expr; readonly then: Expr; readonly else: Expr }
/** Bits [low + width - 1 : low], unsigned. */
export interface Slice extends Node<UintType> { readonly kind: 'slice'; readonly of: Expr; readonly low: number }
/** `type.width` bits from bit `low` (a signal) up, unsigned; bits past the end read zero. */
export interface DynamicSlice extends Node<UintType> { readonly kind: 'dynamic-slice'; readonly of: Expr; readonly low: Expr }
/** Highest part first, unsigned. */
export interface Cat extends Node<UintType> { readonly kind: 'cat'; readonly parts: readonly Expr[] }
/** Wider, by zeros (uint) or by the sign (sint): the number stays. */
export interface Extend extends Node<UintType | SintType> { readonly kind: 'extend'; readonly of: Expr }
/** The same bits, the same width, another ground type. */
export interface Cast extends Node<UintType | SintType | EnumType> { readonly kind: 'cast'; readonly of: Expr }

export type Expr = Literal | Ref | FieldOf | IndexOf | Unary | Binary | Mux | Slice | DynamicSlice | Cat | Extend | Cast
