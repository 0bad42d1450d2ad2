// Owns: mistakes with values that must not compile: arithmetic, choices, bits, enumerations. The text after `@ts-expect-error:` must stand in what the compiler prints.
import { bit, bundle, cat, decode, enumeration, input, lit, module, oneHotMux, output, popCount, priorityEncode, priorityMux, reverse, sint, uint } from '../../../rtl-gen/dsl/index.ts'
import type { Enum, Sint, Uint, Value, Vec } from '../../../rtl-gen/dsl/index.ts'

export class Point extends bundle({ x: uint(4), y: sint(3) }) {}
export class Wider extends bundle({ x: uint(4), y: sint(3), z: bit }) {}
type E = Enum<'up' | 'down'>

export const arithmetic = (a: Uint<8>, b: Uint<9>, r: Uint<8, 'rx'>, s: Sint<8>, t: Sint<9>, q: Sint<8, 'rx'>, e: E) => [
  // @ts-expect-error: "it has 9 bits, 8 are wanted: use truncate(8) or extend(8)"
  a.mul(b),
  // @ts-expect-error: "it has 9 bits, 8 are wanted: use truncate(8) or extend(8)"
  s.div(t),
  // @ts-expect-error: "a uint is wanted: read the bits with asUint(), or bring the other side to a sint with extend(width + 1).asSint()"
  a.div(s),
  // @ts-expect-error: "a sint is wanted: bring a uint to one with extend(width + 1).asSint(), or read its bits with asSint()"
  s.rem(a),
  // @ts-expect-error: "a uint is wanted
  a.mulWide(s),
  // @ts-expect-error: "a sint is wanted
  s.mulWide(b),
  // @ts-expect-error: "it is clocked by rx, clk is wanted"
  a.mulWide(r),
  // @ts-expect-error: "it is clocked by rx, clk is wanted"
  s.mulWide(q),
  // @ts-expect-error: "it has 9 bits, 8 are wanted: use truncate(8) or extend(8)"
  a.addSaturating(b),
  // @ts-expect-error: "it has 9 bits, 8 are wanted: use truncate(8) or extend(8)"
  s.subSaturating(t),
  // @ts-expect-error: "it is clocked by rx, clk is wanted"
  a.min(r),
  // @ts-expect-error: "it has 9 bits, 8 are wanted: use truncate(8) or extend(8)"
  s.max(t),
  // @ts-expect-error: "a sint is wanted
  s.and(a),
  // @ts-expect-error: "a uint is wanted
  a.eq(e),
  // @ts-expect-error: "a sint is wanted
  s.lt(r),
  // @ts-expect-error: Argument of type 'Sint<8, "clk">' is not assignable to parameter of type 'number | Uint<any, "clk">'
  a.rotateLeft(s),
  // @ts-expect-error: Argument of type 'Sint<8, "clk">' is not assignable to parameter of type 'number | Uint<any, "clk">'
  s.shiftLeft(s),
  // @ts-expect-error: Argument of type 'Uint<8, "rx">' is not assignable to parameter of type 'number | Uint<any, "clk">'
  a.shiftRight(r),
  // @ts-expect-error: Property 'rotateLeft' does not exist on type 'Sint<8, "clk">'
  s.rotateLeft(1),
  // @ts-expect-error: Property 'abs' does not exist on type 'Uint<8, "clk">'
  a.abs(),
  // @ts-expect-error: Property 'lt' does not exist on type 'E'
  e.lt(e),
]
// Widths of results.
export const widths = (a: Uint<8>, b: Uint<9>, s: Sint<8>, w: Uint<512>): readonly [Uint<17>, Uint<16>, Sint<16>, Uint<8>, Uint<8>, Uint<12>, Uint<521>] =>
  [a.mulWide(b), a.mulWide(a), s.mulWide(s), s.abs(), reverse(a), decode(a, 12), w.mulWide(b)]
// @ts-expect-error: Type 'Uint<17, "clk">' is not assignable to type 'Uint<18, "clk">'
export const product = (a: Uint<8>, b: Uint<9>): Uint<18> => a.mulWide(b)
// @ts-expect-error: is not assignable to type 'Uint<8, "clk">'
export const magnitude = (s: Sint<9>): Uint<8> => s.abs()
// Widths that are known only when the design is built, or above 999, are checked then.
export const unknown = (n: number, a: Uint<8>, b: Uint<any>, c: Uint<2000>): readonly [Uint<77>, Uint<77>, Uint<77>, Uint<5>] => [a.mulWide(b), b.mulWide(a), a.mulWide(c), decode(a, n)]

export const parts = (a: Uint<8>, r: Uint<2, 'rx'>, v: Vec<typeof Point>, p: Value<typeof Point>, w: Value<typeof Wider>): unknown[] => [
  v.at(a, { past: p }), v.at(a, { past: { x: 1, y: -1 } }), a.at(a, { past: 1 }),
  // @ts-expect-error: Type 'string' is not assignable to type
  a.at(a, { past: 'x' }),
  // @ts-expect-error: Type 'Uint<8, "clk">' is not assignable to type
  a.at(a, { past: a }),
  // @ts-expect-error: 'pst' does not exist in type
  a.at(a, { pst: 1 }),
  // @ts-expect-error: is not assignable to type 'Init<typeof Point, "clk">'
  v.at(a, { past: w }),
  // @ts-expect-error: Property 'y' is missing in type
  v.at(a, { past: { x: 1 } }),
  // @ts-expect-error: 'z' does not exist in type
  v.at(a, { past: { x: 1, y: 0, z: 1 } }),
  // @ts-expect-error: Argument of type 'Uint<2, "rx">' is not assignable to parameter of type
  v.at(r),
]

export const choices = (a: Uint<8>, b: Uint<9>, r: Uint<8, 'rx'>, s: Sint<8>, e: E, p: Value<typeof Point>, w: Value<typeof Wider>): unknown[] => [
  oneHotMux(a.bits(0, 2), [p, p]), priorityMux(a.bits(0, 2), [a, a], 3), priorityMux(a.bits(0, 2), [e, e.next()], 'up'), oneHotMux(a, [a, b.truncate(8)]),
  // @ts-expect-error: "the legs are of one type: the same width, kind and clock"
  oneHotMux(a, [a, b]),
  // @ts-expect-error: "the legs are of one type: the same width, kind and clock"
  oneHotMux(a, [a, r]),
  // @ts-expect-error: "the legs are of one type: the same width, kind and clock"
  priorityMux(a, [a, s], a),
  // @ts-expect-error: "the legs are of one type: the same width, kind and clock"
  oneHotMux(a, [p, w]),
  // @ts-expect-error: Type 'number' is not assignable to type 'Hardware'
  oneHotMux(a, [1, 2]),
  // @ts-expect-error: Argument of type 'Sint<8, "clk">' is not assignable to parameter of type 'Uint<any, any>'
  oneHotMux(s, [a]),
  // @ts-expect-error: Type '9' is not assignable to type '8'
  priorityMux(a, [a, a], b),
  // @ts-expect-error: Argument of type '"left"' is not assignable to parameter of type '"up" | "down" |
  priorityMux(a, [e, e], 'left'),
]

export const bits = (a: Uint<8>, s: Sint<8>, e: E) => [
  priorityEncode(a).found.and(1), cat(a, s, e),
  // @ts-expect-error: Argument of type 'Sint<8, "clk">' is not assignable to parameter of type
  popCount(s),
  // @ts-expect-error: Argument of type 'number' is not assignable to parameter of type
  popCount(3),
  // @ts-expect-error: Argument of type 'Sint<8, "clk">' is not assignable to parameter of type
  reverse(s),
  // @ts-expect-error: Argument of type 'E' is not assignable to parameter of type
  decode(e),
  // @ts-expect-error: Argument of type '"left"' is not assignable to parameter of type '"up" | "down"'
  e.next().is('left'),
  // @ts-expect-error: No overload matches this call
  lit(uint, 'x'),
  // @ts-expect-error: Type '"hot"' is not assignable to type 'Encoding | undefined'
  enumeration('e', ['a'], { encoding: 'hot' }),
  // @ts-expect-error: does not exist in type 'readonly string[]'
  enumeration('e', { a: 1 }, { encoding: 'gray' }),
]

// A value that is too wide, given where it is declared.
export const given = module('m', { a: input(uint(8)), b: input(sint(8)), wide: output(uint(16)), narrow: output(uint(8)), d: output(sint(8)) }, ({ a, b }, { assign, when }) => [
  assign({ wide: a.mulWide(a), narrow: b.abs(), d: b.mul(b) }),
  // @ts-expect-error: Type '16' is not assignable to type '8'
  when(a.bit(0), { narrow: a.mulWide(a) }),
  // @ts-expect-error: is not assignable to
  when(a.bit(0), { d: b.abs() }),
])
