// Owns: the types of values: what a signal is to the compiler. The run-time side stands in signal.ts and tree.ts.
import type { BundleShape, EnumShape, Shape, VecShape } from './shape.ts'

declare const payload: unique symbol
declare const signal: unique symbol
declare const members: unique symbol
/** The mark of everything that has a value only when the hardware runs; the lint rule looks for it. */
export interface Hardware { readonly [signal]: 'has its value when the hardware runs' }

/** A literal width stays; a width known only as `number` becomes any, and is checked when the design is built. */
export type Known<W extends number> = number extends W ? any : W
type Next = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33,
  34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66,
  67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99,
  100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127, 128, 129,
]
/** One more, up to 129; above that the width is checked when the design is built. */
export type Inc<W extends number> = W extends keyof Next ? Next[W] : any

type Digits = {
  0: []; 1: [0]; 2: [0, 0]; 3: [0, 0, 0]; 4: [0, 0, 0, 0]; 5: [0, 0, 0, 0, 0]; 6: [0, 0, 0, 0, 0, 0]; 7: [0, 0, 0, 0, 0, 0, 0]
  8: [0, 0, 0, 0, 0, 0, 0, 0]; 9: [0, 0, 0, 0, 0, 0, 0, 0, 0]
}
type Ten<R extends 0[]> = [...R, ...R, ...R, ...R, ...R, ...R, ...R, ...R, ...R, ...R]
/** As many zeros as a number of at most three digits says; a longer one is not counted. */
type Zeros<W extends number> = `${W}` extends `${infer A extends keyof Digits}${infer R}` ? R extends '' ? Digits[A]
  : R extends `${infer B extends keyof Digits}${infer S}` ? S extends '' ? [...Ten<Digits[A]>, ...Digits[B]]
  : S extends `${infer C extends keyof Digits}` ? [...Ten<[...Ten<Digits[A]>, ...Digits[B]]>, ...Digits[C]] : any : any : any
/** The sum of two widths below 1000; above that, and for widths known only as `number`, the width is checked when the design is built. */
export type Sum<W extends number, V extends number> = number extends W ? any : number extends V ? any : [...Zeros<W>, ...Zeros<V>] extends { readonly length: infer N extends number } ? Known<N> : any

/** What is said of an operand that is no number of this kind: its width and clock are not known then. */
type WantsUint = 'a uint is wanted: read the bits with asUint(), or bring the other side to a sint with extend(width + 1).asSint()'
type WantsSint = 'a sint is wanted: bring a uint to one with extend(width + 1).asSint(), or read its bits with asSint()'
/** The other operand: of this width and clock; else a sentence that the compiler prints. */
type Same<W extends number, V extends number, D extends string, E extends string> =
  [V] extends [W] ? [E] extends [D] ? Uint<V, E> : Clocked<D, E, WantsUint> : Wide<W, V, WantsUint>
type SameSint<W extends number, V extends number, D extends string, E extends string> =
  [V] extends [W] ? [E] extends [D] ? Sint<V, E> : Clocked<D, E, WantsSint> : Wide<W, V, WantsSint>
type Clocked<D extends string, E extends string, Kind> = string extends E ? Kind : `it is clocked by ${E}, ${D} is wanted`
type Wide<W extends number, V extends number, Kind> = number extends V ? Kind : `it has ${V} bits, ${W} are wanted: use truncate(${W}) or extend(${W})`
/** The other factor: of this clock, and of any width. */
type SameClock<V extends number, D extends string, E extends string> = [E] extends [D] ? Uint<V, E> : Clocked<D, E, WantsUint>
type SameSintClock<V extends number, D extends string, E extends string> = [E] extends [D] ? Sint<V, E> : Clocked<D, E, WantsSint>

/** An unsigned number of W bits that belongs to clock domain D. A bare number beside it takes its width and must fit. */
export interface Uint<in out W extends number = any, in out D extends string = 'clk'> extends Hardware {
  readonly width: W
  readonly domain: D
  /** Sum, same width: the carry is dropped. */
  add<V extends number, E extends string>(b: number | bigint | Same<W, V, D, E>): Uint<W, D>
  /** Sum, one bit wider: nothing is lost. */
  addWide<V extends number, E extends string>(b: number | bigint | Same<W, V, D, E>): Uint<Inc<W>, D>
  /** Difference, same width: wraps below zero. */
  sub<V extends number, E extends string>(b: number | bigint | Same<W, V, D, E>): Uint<W, D>
  /** Difference, one bit wider: the top bit is the borrow (set where this is less than b). */
  subWide<V extends number, E extends string>(b: number | bigint | Same<W, V, D, E>): Uint<Inc<W>, D>
  /** Sum, same width: the greatest number where it would be greater. */
  addSaturating<V extends number, E extends string>(b: number | bigint | Same<W, V, D, E>): Uint<W, D>
  /** Difference, same width: 0 where it would be below. */
  subSaturating<V extends number, E extends string>(b: number | bigint | Same<W, V, D, E>): Uint<W, D>
  /** Product, same width: the low bits of it. */
  mul<V extends number, E extends string>(b: number | bigint | Same<W, V, D, E>): Uint<W, D>
  /** Product in as many bits as both sides have together: nothing is lost. The other side may have any width; a bare number takes that of this one. */
  mulWide<V extends number, E extends string>(b: number | bigint | SameClock<V, D, E>): Uint<Sum<W, V>, D>
  /** Quotient, same width, rounded down. By 0 it is all ones. It costs many gates and a long path. */
  div<V extends number, E extends string>(b: number | bigint | Same<W, V, D, E>): Uint<W, D>
  /** What div leaves: this = b * div + rem. By 0 it is this number. */
  rem<V extends number, E extends string>(b: number | bigint | Same<W, V, D, E>): Uint<W, D>
  /** The lesser of the two. */
  min<V extends number, E extends string>(b: number | bigint | Same<W, V, D, E>): Uint<W, D>
  /** The greater of the two. */
  max<V extends number, E extends string>(b: number | bigint | Same<W, V, D, E>): Uint<W, D>
  and<V extends number, E extends string>(b: number | bigint | Same<W, V, D, E>): Uint<W, D>
  or<V extends number, E extends string>(b: number | bigint | Same<W, V, D, E>): Uint<W, D>
  xor<V extends number, E extends string>(b: number | bigint | Same<W, V, D, E>): Uint<W, D>
  not(): Uint<W, D>
  eq<V extends number, E extends string>(b: number | bigint | Same<W, V, D, E>): Uint<1, D>
  ne<V extends number, E extends string>(b: number | bigint | Same<W, V, D, E>): Uint<1, D>
  lt<V extends number, E extends string>(b: number | bigint | Same<W, V, D, E>): Uint<1, D>
  le<V extends number, E extends string>(b: number | bigint | Same<W, V, D, E>): Uint<1, D>
  gt<V extends number, E extends string>(b: number | bigint | Same<W, V, D, E>): Uint<1, D>
  ge<V extends number, E extends string>(b: number | bigint | Same<W, V, D, E>): Uint<1, D>
  /** Is it one of these numbers? */
  isIn(...values: readonly (number | bigint)[]): Uint<1, D>
  /** `width` bits from bit `low` up. */
  bits<const N extends number>(low: number, width: N): Uint<Known<N>, D>
  bit(i: number): Uint<1, D>
  /** The bit that a signal names; past the end it is `past`, which is 0 if it is not said. */
  at(i: Uint<any, D> | number, options?: { readonly past: Uint<1, D> | number | bigint }): Uint<1, D>
  /** `width` bits from the bit that a signal names up; bits past the end read zero. */
  slice<const N extends number>(low: Uint<any, D> | number, width: N): Uint<Known<N>, D>
  /** The low bits. */
  truncate<const N extends number>(width: N): Uint<Known<N>, D>
  /** Wider by zeros: the number stays. */
  extend<const N extends number>(width: N): Uint<Known<N>, D>
  /** Same width; zeros come in, bits go out; by the width or more gives 0. */
  shiftLeft(n: Uint<any, D> | number): Uint<W, D>
  shiftRight(n: Uint<any, D> | number): Uint<W, D>
  /** Same width; the bits that go out at the top come in at the bottom. By the amount modulo the width. */
  rotateLeft(n: Uint<any, D> | number): Uint<W, D>
  rotateRight(n: Uint<any, D> | number): Uint<W, D>
  /** Is any bit set? */
  orReduce(): Uint<1, D>
  /** Are all bits set? */
  andReduce(): Uint<1, D>
  /** Is the number of set bits odd? */
  xorReduce(): Uint<1, D>
  /** The same bits, read as two's complement. */
  asSint(): Sint<W, D>
  asUint(): Uint<W, D>
  /** The same bits, read as a member; the widths agree. */
  asEnum<K extends string>(shape: EnumShape<K>): Enum<K, D>
}
export type Bit<D extends string = 'clk'> = Uint<1, D>

/** A signed number (two's complement) of W bits. */
export interface Sint<in out W extends number = any, in out D extends string = 'clk'> extends Hardware {
  readonly width: W
  readonly domain: D
  readonly signed: true
  add<V extends number, E extends string>(b: number | bigint | SameSint<W, V, D, E>): Sint<W, D>
  addWide<V extends number, E extends string>(b: number | bigint | SameSint<W, V, D, E>): Sint<Inc<W>, D>
  sub<V extends number, E extends string>(b: number | bigint | SameSint<W, V, D, E>): Sint<W, D>
  subWide<V extends number, E extends string>(b: number | bigint | SameSint<W, V, D, E>): Sint<Inc<W>, D>
  /** Sum, same width: the greatest or least number where it would be beyond. */
  addSaturating<V extends number, E extends string>(b: number | bigint | SameSint<W, V, D, E>): Sint<W, D>
  /** Difference, same width: the greatest or least number where it would be beyond. */
  subSaturating<V extends number, E extends string>(b: number | bigint | SameSint<W, V, D, E>): Sint<W, D>
  /** Product, same width: the low bits of it. */
  mul<V extends number, E extends string>(b: number | bigint | SameSint<W, V, D, E>): Sint<W, D>
  /** Product in as many bits as both sides have together: nothing is lost. The other side may have any width; a bare number takes that of this one. */
  mulWide<V extends number, E extends string>(b: number | bigint | SameSintClock<V, D, E>): Sint<Sum<W, V>, D>
  /** Quotient, same width, rounded toward 0. By 0 it is -1 (all ones); the least number by -1 is itself: it has no opposite. It costs many gates and a long path. */
  div<V extends number, E extends string>(b: number | bigint | SameSint<W, V, D, E>): Sint<W, D>
  /** What div leaves: this = b * div + rem, with the sign of this number. By 0 it is this number. */
  rem<V extends number, E extends string>(b: number | bigint | SameSint<W, V, D, E>): Sint<W, D>
  /** The lesser of the two. */
  min<V extends number, E extends string>(b: number | bigint | SameSint<W, V, D, E>): Sint<W, D>
  /** The greater of the two. */
  max<V extends number, E extends string>(b: number | bigint | SameSint<W, V, D, E>): Sint<W, D>
  /** The opposite number, same width; the least one is its own opposite. */
  negate(): Sint<W, D>
  /** The distance to 0, unsigned, so that the least number has one too. */
  abs(): Uint<W, D>
  /** Bit by bit; the result is read as signed. */
  and<V extends number, E extends string>(b: number | bigint | SameSint<W, V, D, E>): Sint<W, D>
  or<V extends number, E extends string>(b: number | bigint | SameSint<W, V, D, E>): Sint<W, D>
  xor<V extends number, E extends string>(b: number | bigint | SameSint<W, V, D, E>): Sint<W, D>
  not(): Sint<W, D>
  eq<V extends number, E extends string>(b: number | bigint | SameSint<W, V, D, E>): Uint<1, D>
  ne<V extends number, E extends string>(b: number | bigint | SameSint<W, V, D, E>): Uint<1, D>
  lt<V extends number, E extends string>(b: number | bigint | SameSint<W, V, D, E>): Uint<1, D>
  le<V extends number, E extends string>(b: number | bigint | SameSint<W, V, D, E>): Uint<1, D>
  gt<V extends number, E extends string>(b: number | bigint | SameSint<W, V, D, E>): Uint<1, D>
  ge<V extends number, E extends string>(b: number | bigint | SameSint<W, V, D, E>): Uint<1, D>
  /** Is it one of these numbers? */
  isIn(...values: readonly (number | bigint)[]): Uint<1, D>
  /** `width` bits from bit `low` up, unsigned; the sign is bit(width - 1). */
  bits<const N extends number>(low: number, width: N): Uint<Known<N>, D>
  bit(i: number): Uint<1, D>
  /** The bit that a signal names; past the end it is `past`, which is 0 if it is not said: the sign does not go on. */
  at(i: Uint<any, D> | number, options?: { readonly past: Uint<1, D> | number | bigint }): Uint<1, D>
  /** `width` bits from the bit that a signal names up, unsigned; bits past the end read zero. */
  slice<const N extends number>(low: Uint<any, D> | number, width: N): Uint<Known<N>, D>
  /** Is any bit set? */
  orReduce(): Uint<1, D>
  /** Are all bits set? */
  andReduce(): Uint<1, D>
  /** Is the number of set bits odd? */
  xorReduce(): Uint<1, D>
  /** The low bits, still signed. */
  truncate<const N extends number>(width: N): Sint<Known<N>, D>
  /** Wider by the sign: the number stays. */
  extend<const N extends number>(width: N): Sint<Known<N>, D>
  shiftLeft(n: Uint<any, D> | number): Sint<W, D>
  /** Arithmetic: the sign comes in. */
  shiftRight(n: Uint<any, D> | number): Sint<W, D>
  /** The same bits, read as unsigned. */
  asUint(): Uint<W, D>
  asSint(): Sint<W, D>
}

/** One of the members K. */
export interface Enum<K extends string, in out D extends string = 'clk'> extends Hardware {
  readonly [members]: readonly K[]
  readonly width: number
  readonly domain: D
  is(k: K): Uint<1, D>
  isIn(...k: readonly K[]): Uint<1, D>
  eq(b: Enum<K, D> | K): Uint<1, D>
  ne(b: Enum<K, D> | K): Uint<1, D>
  /** Are the bits those of a member? They may not be after `asEnum`, or in a register without reset. */
  isMember(): Uint<1, D>
  /** The member after this one in the list; the first after the last, and where the bits are those of no member. */
  next(): Enum<K, D>
  asUint(): Uint<any, D>
}

/** A bare constant that may stand beside a value. */
export type Bare<X> = X extends Uint<any, any> | Sint<any, any> ? number | bigint : X extends Enum<infer K, any> ? K : never

/** Elements of one shape, numbered from 0. */
export interface Vec<S extends Shape, D extends string = 'clk'> extends Hardware {
  readonly domain: D
  readonly length: number
  /** An element. For a signal past the end it is `past`, written out or a value of the shape; all bits 0 if it is not said. */
  at(i: Uint<any, D> | number, options?: { readonly past: Init<S, D> }): Value<S, D>
}

/** Which bundle: invariant, so that a wider bundle is no narrower one. */
export interface Of<S> extends Hardware { readonly [payload]: (s: S) => S }
/** An object written out is no bundle signal. */
export interface Literal { readonly [payload]?: never }
/** The signal of a bundle; S is its class. */
export type Fields<S extends BundleShape<any>, D extends string> = Of<S> & { readonly [K in keyof S['fields']]: Value<S['fields'][K], D> }

interface ValueOf<S, D extends string> {
  uint: S extends { readonly bits: infer W extends number } ? Uint<W, D> : never
  sint: S extends { readonly bits: infer W extends number } ? Sint<W, D> : never
  enum: S extends EnumShape<infer K> ? Enum<K, D> : never
  bundle: S extends BundleShape<any> ? Fields<S, D> : never
  vec: S extends VecShape<infer T> ? Vec<T, D> : never
}
/** The signal of a shape. */
export type Value<S, D extends string = 'clk'> = S extends { readonly kind: infer K extends keyof ValueOf<any, any> } ? ValueOf<S, D>[K] : never

interface LiteralOf<S, D extends string> {
  uint: number | bigint
  sint: number | bigint
  enum: S extends EnumShape<infer K> ? K : never
  bundle: S extends BundleShape<infer F> ? Literal & { readonly [K in keyof F]: Init<F[K], D> } : never
  vec: S extends VecShape<infer T> ? readonly Init<T, D>[] : never
}
/** What a shape takes: a signal of it, or its parts written out. */
export type Init<S, D extends string = 'clk'> = Value<S, D> | (S extends { readonly kind: infer K extends keyof LiteralOf<any, any> } ? LiteralOf<S, D>[K] : never)

interface ChangeOf<S, D extends string> {
  uint: number | bigint
  sint: number | bigint
  enum: S extends EnumShape<infer K> ? K : never
  bundle: S extends BundleShape<infer F> ? Literal & { readonly [K in keyof F]?: Change<F[K], D> } : never
  vec: S extends VecShape<infer T> ? readonly Init<T, D>[] | Write<Change<T, D>, D> | readonly Write<Change<T, D>, D>[] : never
}
/** What a rule may give to a shape: all of it, or single fields and elements. */
export type Change<S, D extends string = 'clk'> = Value<S, D> | (S extends { readonly kind: infer K extends keyof ChangeOf<any, any> } ? ChangeOf<S, D>[K] : never)
/** Made by `write(index, value)`. */
export interface Write<T, D extends string> { readonly is: 'write'; readonly index: Uint<any, D> | number; readonly value: T; readonly lanes?: never }

interface HostOf<S> {
  uint: bigint
  sint: bigint
  enum: S extends EnumShape<infer K> ? K : never
  bundle: S extends BundleShape<infer F> ? { readonly [K in keyof F]: Host<F[K]> } : never
  vec: S extends VecShape<infer T> ? readonly Host<T>[] : never
}
/** A value of a shape outside of the hardware: what a simulator gives. */
export type Host<S> = S extends { readonly kind: infer K extends keyof HostOf<any> } ? HostOf<S>[K] : never
/** The same as taken from a person: small numbers need no `n`. */
export type Lax<H> = H extends bigint ? bigint | number : H extends string ? H : H extends readonly (infer T)[] ? readonly Lax<T>[] : { readonly [K in keyof H]: Lax<H[K]> }
/** A constant of a shape: reset values, words of a memory. */
export type ConstantOf<S> = Lax<Host<S>>
