// Owns: mistakes that must not compile. The text after `@ts-expect-error:` must stand in what the compiler prints (mistakes.test.ts looks).
import { bit, bundle, cat, enumeration, input, instance, lit, memory, module, mux, output, read, register, rom, sink, sint, source, uint, vec, wire, write } from '../../../rtl-gen/dsl/index.ts'
import type { Arms, Enum, Output, Pokes, Peeks, Register, Shape, Sint, Uint } from '../../../rtl-gen/dsl/index.ts'
import { fifo } from '../../../examples/language/fifo.ts'

class Wide extends bundle({ addr: uint(40), tag: uint(8), data: uint(64) }) {}
class Narrow extends bundle({ tag: uint(8), data: uint(64) }) {}
const light = enumeration('light', ['red', 'green', 'yellow'])
export const portsOfSimulator = { i: input(Narrow), n: input(uint(8)), l: output(light) }
const decls = {
  a: input(uint(18)), b: input(uint(17)), s: sink(Narrow), e: input(bit, 'rx'),
  c: output(uint(17)), d: output(bit, 'rx'), t: source(Wide),
  acc: register(uint(17), 0), st: register(light, 'red'), q: instance(fifo('q', Wide)),
  vectors: register(vec(4, Wide), 'none'), mem: memory({ depth: 8, of: Wide, collision: 'old' }), words: rom({ of: uint(4), words: [1, 2] }),
  neg: input(sint(8)), pair: wire(Wide),
}
const fill = { s: { ready: 1 }, d: 0, pair: { addr: 0, tag: 0, data: 0 } } as const

export const values = module('values', decls, ({ a, b, e, s, t, st, neg }, { assign, when, match, matchSome }) => [
  assign({ ...fill, t, q: { enq: t, deq: { ready: 1 } },
    // @ts-expect-error: Types of property 'width' are incompatible.
    c: a }),
  // @ts-expect-error: Types of property 'width' are incompatible.
  when(a.bit(0), { acc: a }),
  // @ts-expect-error: "it has 18 bits, 17 are wanted: use truncate(17) or extend(17)"
  when(a.bit(0), { c: b.add(a) }),
  // @ts-expect-error: "an input is driven from outside: drive an output, a wire or a register"
  when(a.bit(0), { a: 3 }),
  // @ts-expect-error: is not assignable to type
  when(a.bit(0), { t: { valid: 1, payload: s.payload } }),
  // @ts-expect-error: Type '"rx"' is not assignable to type '"clk"'
  when(a.bit(0), { acc: e.extend(17) }),
  // @ts-expect-error: Type '"clk"' is not assignable to type '"rx"'
  when(a.bit(0), { d: b.bit(0) }),
  // @ts-expect-error: "it is clocked by rx, clk is wanted"
  when(b.bit(0).and(e), {}),
  // @ts-expect-error: Type '"blue"' is not assignable to type
  when(a.bit(0), { st: 'blue' }),
  // @ts-expect-error: Property 'yellow' is missing in type
  match(st, { red: {}, green: {} }),
  // @ts-expect-error: 'otherwise'
  matchSome(st, { red: {} }),
  // @ts-expect-error: Argument of type 'Uint<18, "clk">' is not assignable to parameter of type 'Uint<1, any>'
  when(a, {}),
  // @ts-expect-error: Type '18' is not assignable to type '17'
  when(a.bit(0), { acc: b.addWide(b) }),
  // @ts-expect-error: 'cuont' does not exist in type
  when(a.bit(0), { cuont: 1 }),
  // @ts-expect-error: 'adr' does not exist in type
  when(a.bit(0), { pair: { adr: 1 } }),
  // @ts-expect-error: is not assignable to type
  when(a.bit(0), { vectors: write(a, s.payload) }),
  // @ts-expect-error: is not assignable to
  when(a.bit(0), { acc: neg.extend(17) }),
  // @ts-expect-error: Argument of type 'Sint<8, "clk">' is not assignable to parameter of type 'Uint<1, any>'
  when(neg.and(1), {}),
  // @ts-expect-error: Argument of type '"blue"' is not assignable to parameter of type '"red" | "green" | "yellow"'
  when(st.is('blue'), {}),
  // @ts-expect-error: "the two sides of mux differ: 17 and 18 bits"
  when(a.bit(0), { acc: mux(a.bit(0), b, a) }),
  // @ts-expect-error: "one side of mux needs a size: write lit(width, number)"
  when(a.bit(0), { acc: mux(a.bit(0), 1, 2) }),
  // @ts-expect-error: Argument of type '"blue"' is not assignable to parameter of type '"red" | "green" | "yellow"'
  when(a.bit(0), { st: mux(a.bit(0), 'blue', st) }),
  // @ts-expect-error: Argument of type 'string' is not assignable to parameter of type 'number | bigint'
  when(a.bit(0), { acc: mux(a.bit(0), b, 'x') }),
  // @ts-expect-error: "the two sides of mux are of different kinds"
  when(a.bit(0), { acc: mux(a.bit(0), b, st) }),
])
export const memories = module('memories', decls, ({ a, s, t, mem }, { assign, when }) => [
  assign({ ...fill, c: 0, t, q: { enq: t, deq: { ready: 1 } }, mem: read(a.truncate(3)) }),
  // @ts-expect-error: missing in type 'Write<number, "clk">' but required in type 'ReadAt<"clk">'
  when(a.bit(0), { words: write(a.truncate(1), 3) }),
  // @ts-expect-error: is not assignable to type
  when(a.bit(0), { mem: write(a.truncate(3), s.payload) }),
  // @ts-expect-error: Property 'tags' does not exist on type
  when(mem.data.tags.eq(0), {}),
])
export const payloadAtInstance = module('m', decls, ({ s, t }, { assign }) => [
  // @ts-expect-error: is not assignable to type
  assign({ ...fill, c: 0, t, q: { enq: s, deq: { ready: 1 } } }),
])
export const missingConnection = module('m', decls, ({ t }, { assign }) => [
  // @ts-expect-error: Property 'deq' is missing in type
  assign({ ...fill, c: 0, t, q: { enq: t } }),
])
export const forgottenOutput = module('m', decls, ({ t }, { assign }) => [
  // @ts-expect-error: Property 'c' is missing in type
  assign({ ...fill, t, q: { enq: t, deq: { ready: 1 } } }),
])
export const drivenInput = module('m', decls, ({ t }, { assign }) => [
  // @ts-expect-error: "an input is driven from outside: drive an output, a wire or a register"
  assign({ ...fill, c: 0, a: 3, t, q: { enq: t, deq: { ready: 1 } } }),
])
export const registerInAssign = module('m', decls, ({ t }, { assign }) => [
  // @ts-expect-error: "a register keeps its value when no rule changes it: change it in a rule, not in assign"
  assign({ ...fill, c: 0, acc: 3, t, q: { enq: t, deq: { ready: 1 } } }),
])
// @ts-expect-error: is not assignable to type
export const withoutAssign = module('m', { a: input(bit), o: output(bit) }, ({ a }, { when }) => [when(a, { o: 1 })])

// The holes that were found when the styles were measured; each is closed by the technique named.
// 1. A wider bundle is no narrower one (the invariant brand).
// @ts-expect-error: is not assignable to type
export const widerStream = module('m', { i: sink(Wide), o: source(Narrow) }, ({ i }, { assign }) => [assign({ i: { ready: 1 }, o: i })])
export const partOfIt = module('m', { i: input(Wide), o: output(Narrow) }, ({ i }, { assign }) => [assign({ o: { tag: i.tag, data: 0 } })])
// 2. A default domain is not widened to string by its context (two overloads).
// @ts-expect-error: Type '"rx"' is not assignable to type '"clk"'
export const domains = module('m', { i: input(bit, 'rx'), o: output(bit) }, ({ i }, { assign }) => [assign({ o: i })])
// 3. Two widths do not become a union (a width is invariant).
const same = <W extends number>(x: Uint<W>, y: Uint<W>): Uint<W> => x.add(y as never)
// @ts-expect-error: is not assignable to parameter of type
export const union = (x: Uint<8>, y: Uint<9>) => same(x, y)
// 4. Excess keys of a changed bundle are seen, because verbs are typed by the module.
export const excess = module('m', { i: input(bit), o: output(Narrow) }, ({ i }, { assign, when }) => [
  assign({ o: { tag: 0, data: 0 } }),
  // @ts-expect-error: 'tagg' does not exist in type
  when(i, { o: { tagg: 1 } }),
])

// 5. Changes without a condition: their values are checked; a key that nobody declared is not seen beside one that somebody did (building the module sees it).
export const always = module('m', { now: register(uint(8), 0), o: output(bit) }, ({ now }, { assign }) => [assign({ o: 0 }), { now: now.add(1) }])
// @ts-expect-error: Types of property 'width' are incompatible.
export const alwaysWide = module('m', { now: register(uint(8), 0), o: output(bit) }, ({ now }, { assign }) => [assign({ o: 0 }), { now: now.addWide(1) }])
// @ts-expect-error: is not assignable to type
export const alwaysUnknown = module('m', { now: register(uint(8), 0), o: output(bit) }, ({ now }, { assign }) => [assign({ o: 0 }), { nwo: now.add(1) }])
export const alwaysSlips = module('m', { now: register(uint(8), 0), o: output(bit) }, ({ now }, { assign }) => [assign({ o: 0 }), { now: 0, nwo: now.add(1) }])

// Arms of matchSome that were collected before have a type.
type Lit = { readonly st: Register<typeof light, 'clk'>; readonly o: Output<typeof bit, 'clk'> }
export const collected = module('m', { st: register(light, 'red'), o: output(bit) } as Lit, ({ st }, { assign, matchSome }) => {
  const arms: Arms<'red' | 'green', Lit> = { red: { o: 1 } }
  // @ts-expect-error: 'blue' does not exist in type
  const misspelt: Arms<'red' | 'green', Lit> = { blue: { o: 1 } }
  return [assign({ o: 0 }), matchSome(st, { ...arms, otherwise: {} }), matchSome(st, { ...misspelt, otherwise: {} })]
})

// JavaScript's own operators, where the types can see them.
export const operators = (a: Uint<8>, b: Uint<8>) => [
  // @ts-expect-error: Operator '+' cannot be applied to types
  a + b,
  // @ts-expect-error: This comparison appears to be unintentional
  a === 3,
  // @ts-expect-error: Element implicitly has an 'any' type
  a[3],
]
// Both ways round, of one kind.
export const choices = (c: Uint<1>, a: Uint<8>, st: Enum<'red' | 'green'>): readonly [Uint<8>, Uint<8>, Uint<8>, Enum<'red' | 'green'>, Enum<'red' | 'green'>] =>
  [mux(c, a, 1), mux(c, 1n, a), mux(c, a, lit(8, 1)), mux(c, 'red', st), mux(c, st, 'green')]
// Signed and unsigned do not mix; constants have their shape.
// @ts-expect-error: is not assignable to parameter of type
export const mixed = (a: Uint<8>, b: Sint<8>) => a.add(b)
// @ts-expect-error: is not assignable to parameter of type
export const otherEnum = (a: Enum<'x' | 'y'>, b: Enum<'x' | 'z'>) => a.eq(b)
// @ts-expect-error: Argument of type '"blue"' is not assignable to parameter of type '"red" | "green" | "yellow" | "none"'
export const badReset = register(light, 'blue')
// @ts-expect-error: No overload matches this call
export const badConstant = lit(Narrow, { tag: 0 })
// @ts-expect-error: is not assignable to parameter of type
export const catOfNumbers = (a: Uint<8>) => cat(a, 3)

// What a simulator is given and gives.
type Ports = typeof portsOfSimulator
export const poke: Pokes<Ports> = { n: 3, i: { tag: 1n, data: 2 } }
// @ts-expect-error: 'm' does not exist in type
export const badPoke: Pokes<Ports> = { m: 3 }
// @ts-expect-error: Property 'data' is missing in type
export const partPoke: Pokes<Ports> = { i: { tag: 1 } }
export const peek = (p: Peeks<Ports>): bigint => (p.l === 'red' ? p.i.data : p.n)
// @ts-expect-error: is not assignable to type '"red"'
export const badPeek = (p: Peeks<Ports>): 'red' => p.l
export const generic = <T extends Shape>(item: T) => module('g', { enq: sink(item), o: source(item), v: register(vec(2, item), 'none') }, ({ enq, v }, { assign, when }) => [
  assign({ enq: { ready: 1 }, o: { valid: 1, payload: v.at(0) } }),
  when(enq.fire, { v: [write(0, enq.payload), write(1, v.at(0))] }),
])
