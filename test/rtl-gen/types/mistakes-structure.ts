// Owns: mistakes with crossings, ports of memories, black boxes, lists and resets that must not compile (see mistakes.ts).
import { bit, blackBox, bundle, choice, crossing, input, instance, integer, memory, module, output, read, register, sink, text, uint, vecOf, write } from '../../../rtl-gen/dsl/index.ts'

class Narrow extends bundle({ tag: uint(8), data: uint(64) }) {}
const more = {
  a: input(uint(8)), x: input(uint(8), 'rx'), i: input(uint(3)), o: output(bit), outs: vecOf(2, output(bit)), ins: vecOf(2, sink(Narrow)),
  held: crossing(uint(8), 0, { from: 'rx', to: 'clk', why: 'held' }),
  ram: memory({ depth: 8, of: uint(32), collision: 'old', reads: ['p', 'q'], writes: ['w'], lanes: 4 }),
  two: memory({ depth: 8, of: uint(8), collision: 'undefined', reads: { r: 'clk' }, writes: { w: 'rx' } }),
  plain: memory({ depth: 8, of: uint(32), mode: 'async' }),
}
const given = { o: 0, outs: [0, 1], ins: [{ ready: 1 }, { ready: 0 }] } as const
export const structure = module('structure', more, ({ a, x, i, outs, ins, held, ram, two }, { assign, when }) => [
  assign({ ...given, o: ram.p.data.bit(0).and(held.bit(0)).and(two.r.data.bit(0)).and(outs[1]).and(ins[0].payload.tag.bit(0)) }),
  // @ts-expect-error: Type '"clk"' is not assignable to type '"rx"'
  when(a.bit(0), { held: a }),
  // @ts-expect-error: Type '"rx"' is not assignable to type '"clk"'
  when(x.bit(0), { ram: { p: read(x.truncate(3)) } }),
  // @ts-expect-error: 'c' does not exist in type
  when(a.bit(0), { ram: { c: read(i) } }),
  // @ts-expect-error: Property 'address' is missing in type 'Write<number, "clk">' but required in type 'ReadAt<"clk">'
  when(a.bit(0), { ram: { p: write(i, 0) } }),
  // @ts-expect-error: is not assignable to type
  when(a.bit(0), { ram: { w: write(i, 0, a) } }),
  // @ts-expect-error: is not assignable to type
  when(a.bit(0), { plain: write(i, 0, i) }),
  // @ts-expect-error: Type 'ReadAt<"clk">' has no properties in common with type
  when(a.bit(0), { ram: read(i) }),
  // @ts-expect-error: Type '"clk"' is not assignable to type '"rx"'
  when(a.bit(0), { two: { w: write(i, a) } }),
  // @ts-expect-error: Tuple type 'readonly [Uint<1, "clk">, Uint<1, "clk">]' of length '2' has no element at index '2'
  when(outs[2], {}),
  when(a.bit(0), { outs: { [1]: 1 }, ram: { w: write(i, 0, 0b11), q: read(i) }, plain: write(i, 0), held: x }),
])
export const notAList = module('m', more, (_, { assign }) => [
  // @ts-expect-error: Type 'number' is not assignable to type 'readonly
  assign({ ...given, outs: 0 }),
])
// @ts-expect-error: Property 'why' is missing in type
export const wideCrossing = crossing(uint(8), 0, { from: 'rx', to: 'clk' })
// @ts-expect-error: Property 'collision' is missing in type
export const noCollision = memory({ depth: 8, of: uint(8) })
const box = blackBox('pll', { parameters: { MODE: choice('FAST', 'SLOW'), LABEL: text, WIDTH: integer(64) }, ports: { IN: input(bit), OUT: output(bit) } })
export const whole = instance(box, { MODE: 'FAST', LABEL: 'x', WIDTH: 12n })
// @ts-expect-error: Property 'WIDTH' is missing in type
export const missingParameter = instance(box, { MODE: 'FAST', LABEL: 'x' })
// @ts-expect-error: Type '"fast"' is not assignable to type '"FAST" | "SLOW"'
export const wrongChoice = instance(box, { MODE: 'fast', LABEL: 'x', WIDTH: 1 })
// @ts-expect-error: Type 'string' is not assignable to type 'number | bigint'
export const wrongKind = instance(box, { MODE: 'FAST', LABEL: 'x', WIDTH: '1' })
// @ts-expect-error: 'DEPTH' does not exist in type
export const unknownParameter = instance(box, { MODE: 'FAST', LABEL: 'x', WIDTH: 1, DEPTH: 2 })
// @ts-expect-error: Expected 2 arguments, but got 1
export const noParameters = instance(box)
// @ts-expect-error: Type '"asynch"' is not assignable to type
export const resets = module('m', { r: register(bit, 0) }, (_, { assign }) => [assign({})], { domains: { clk: { reset: 'asynch' } } })
