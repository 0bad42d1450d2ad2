// Owns: a test for each code of the language: the mistake, and what is said about it.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { emitVerilog } from '../../../rtl-gen/backends/verilog/index.ts'
import { dslCodes } from '../../../rtl-gen/diagnostics/codes-dsl.ts'
import { DiagnosticError, levelOf } from '../../../rtl-gen/diagnostics/index.ts'
import type { Diagnostic } from '../../../rtl-gen/diagnostics/index.ts'
import * as dsl from '../../../rtl-gen/dsl/index.ts'
import * as lib from '../../../rtl-gen/lib/index.ts'

// Without types, as from JavaScript: what the compiler would refuse has to be said at run time too.
const { all, bit, bundle, cat, elaborate, enumeration, input, instance, lit, memory, module, mux, named, output, pack } = dsl as any
const { read, register, replicate, rom, sink, sint, source, uint, unpack, vec, wire, write } = dsl as any
const { blackBox, choice, crossing, integer, text, vecOf, wordsFromBinary, wordsFromHex } = dsl as any
const state = enumeration('state', ['idle', 'busy'])
class Pair extends bundle({ x: uint(4), y: bit }) {}

/** A module whose body returns `rules` after an assign of its only output. */
const withRules = (decls: object, rules: (x: any, verbs: any) => unknown[]): unknown =>
  elaborate(module('m', { o: output(bit), a: input(uint(8)), b: input(uint(9)), s: input(sint(8)), c: input(bit), st: input(state), ...decls }, (x: any, v: any) => [v.assign({ o: 0 }), ...rules(x, v)]))
/** The same, for a mistake in an expression. */
const withValue = (f: (x: any) => unknown, decls: object = {}): unknown => withRules(decls, x => { f(x); return [] })

/** A module with a sink `i`, and sources `o` and `p`; `rest` offers nothing. */
const rest = { o: { valid: 0, payload: 0 }, p: { valid: 0, payload: 0 } }
const streams = (decls: object, values: (x: any) => object, rules: (x: any, verbs: any) => unknown[] = () => []): unknown =>
  elaborate(module('m', { i: sink(bit), o: source(bit), p: source(bit), ...decls }, (x: any, v: any) => [v.assign(values(x)), ...rules(x, v)]))
const ported = memory({ depth: 4, of: uint(8), collision: 'old', reads: ['a', 'b'], writes: ['x'], lanes: 2 })
const taker = module('taker', { i: sink(bit) }, (_: any, v: any) => [v.assign({ i: { ready: 1 } })])

function findings(f: () => unknown): readonly Diagnostic[] {
  try { f() } catch (e) {
    if (e instanceof DiagnosticError) return e.diagnostics
    throw e
  }
  return []
}

const mistakes: readonly [code: keyof typeof dslCodes, says: string, f: () => unknown][] = [
  ['RTL1001', 'a width is a whole number from 1 up, not 0', () => uint(0)],
  ['RTL1001', 'a length is a whole number from 1 up, not 2.5', () => vec(2.5, bit)],
  ['RTL1001', 'a depth is a whole number', () => memory({ depth: 0, of: bit, collision: 'old' })],
  ['RTL1001', 'a bundle has at least one field', () => bundle({})],
  ['RTL1001', 'a width is a whole number', () => withValue(x => x.a.bits(0, 0))],
  ['RTL1001', 'a count is a whole number', () => withValue(x => replicate(0, x.a))],
  ['RTL1002', 'enumeration `e` needs members with distinct names', () => enumeration('e', ['a', 'a'])],
  ['RTL1002', 'distinct names and values', () => enumeration('e', { a: 1, b: 1 })],
  ['RTL1002', 'needs members', () => enumeration('e', [])],
  ['RTL1004', 'the reset value: 16 does not fit in uint(4)', () => register(uint(4), 16)],
  ['RTL1004', 'field `y` is missing', () => register(Pair, { x: 1 })],
  ['RTL1004', 'it has no field `z`', () => register(Pair, { x: 1, y: 0, z: 0 })],
  ['RTL1004', '2 elements', () => register(vec(2, bit), [1])],
  ['RTL1004', 'it also means: no reset', () => register(enumeration('e', ['none', 'some']), 'none')],
  ['RTL1004', 'word 1: 4 does not fit', () => rom({ of: uint(2), words: [3, 4] })],
  ['RTL1005', '2 first words for a memory of 1', () => memory({ depth: 1, of: bit, collision: 'old', init: [0, 1] })],
  ['RTL1005', 'a ROM of no words', () => rom({ of: bit, words: [] })],
  ['RTL1006', 'an empty text is not a name for a module', () => module('', {}, () => [])],
  ['RTL1006', '3 is not a name for an enumeration', () => enumeration(3, ['a'])],
  ['RTL1006', 'an empty text is not a name for a value', () => withValue(x => named({ '': x.a }))],
  ['RTL1006', 'undefined is not a name for a label of assert', () => withRules({}, (x, { assert }) => [assert(undefined, x.c)])],
  ['RTL1006', 'an empty text is not a name for a clock domain', () => withRules({ e: input(bit, '') }, () => [])],
  ['RTL1007', 'an element of a vec is a shape, not a declaration (sink)', () => vec(3, sink(bit))],
  ['RTL1007', 'field `f` is a shape, not undefined', () => bundle({ f: undefined })],
  ['RTL1007', 'what input takes is a shape, not a number', () => input(8)],
  ['RTL1007', 'what register takes is a shape, not undefined', () => register(undefined, 0)],
  ['RTL1007', 'what source takes is a shape, not an object', () => source({})],
  ['RTL1007', 'a word of a memory is a shape', () => memory({ depth: 2, collision: 'old' })],
  ['RTL1007', 'a word of a ROM is a shape', () => rom({ words: [1] })],
  ['RTL1007', '`o2` of module `m` is no declaration, but a bare shape (uint)', () => module('m', { o2: bit }, () => [])],
  ['RTL1007', '`q` of module `m` is no declaration, but an array', () => module('m', { q: [sink(bit), sink(bit)] }, () => [])],
  ['RTL1007', '`x` of module `m` is no declaration, but undefined', () => module('m', { x: undefined }, () => [])],
  ['RTL1007', 'instance takes a module, not undefined', () => instance(undefined)],
  ['RTL1008', 'port `clock` of module `m` cannot be named `clock`: it is the name of a clock or reset', () => withRules({ clock: input(bit) }, () => [])],
  ['RTL1008', 'port `rx.reset` of module `m` cannot be named `rx_reset`', () => withRules({ rx: input(class extends bundle({ reset: bit }) {}), e: input(bit, 'rx') }, () => [])],
  ['RTL1010', 'enumeration `e` has no encoding `toString`', () => enumeration('e', ['a'], { encoding: 'toString' })],
  ['RTL1010', 'enumeration `e` says its numbers, and an encoding too', () => enumeration('e', { a: 1 }, { encoding: 'gray' })],
  ['RTL1009', 'the declarations of `m` have another prototype', () => module('m', { __proto__: input(bit) }, () => [])],
  ['RTL1009', 'the fields of a bundle have another prototype', () => bundle({ a: bit, __proto__: bit })],
  ['RTL1005', '3 lanes for words of 8 bits', () => memory({ depth: 2, of: uint(8), collision: 'old', lanes: 3 })],
  ['RTL1005', 'a memory whose collision is undefined', () => memory({ depth: 2, of: bit })],
  ['RTL3050', 'the declarations of module `m` read `m`, which is not made yet', () => { const m: any = module('m', { get f() { return instance(m) } } as any, () => []); return m }],
  ['RTL1005', "a memory of mode the string 'later'", () => memory({ depth: 2, of: bit, mode: 'later' })],
  ['RTL1005', "a ROM of mode the string 'later'", () => rom({ of: bit, words: [1], mode: 'later' })],
  ['RTL1015', 'a crossing of 8 bits, which may be taken in the middle of a change', () => crossing(uint(8), 0, { from: 'rx', to: 'clk' })],
  ['RTL1015', 'a crossing from clock domain `rx` to itself', () => crossing(bit, 0, { from: 'rx', to: 'rx' })],
  ['RTL1015', 'a crossing for no reason', () => crossing(uint(8), 0, { from: 'rx', to: 'clk', why: ' ' })],
  ['RTL1015', 'from clock domain `rx`, to which nothing in module `m` belongs', () => withRules({ r: crossing(bit, 0, { from: 'rx', to: 'clk' }) }, () => [])],
  ['RTL1016', 'two ports of the memory are named `a`', () => memory({ depth: 2, of: bit, collision: 'old', reads: ['a'], writes: ['a'] })],
  ['RTL1016', 'a memory that nothing can read', () => memory({ depth: 2, of: bit, collision: 'old', reads: [] })],
  ['RTL1016', 'the write ports of the memory have the clocks `rx` and `clk`', () => memory({ depth: 2, of: bit, collision: 'old', writes: { a: 'rx', b: 'clk' } })],
  ['RTL1016', "the read ports of a memory are a list of names, not the string 'a'", () => memory({ depth: 2, of: bit, collision: 'old', reads: 'a' })],
  ['RTL1017', 'line 2 of the text: `0x3` is no hexadecimal number', () => wordsFromHex('1\n0x3', 8)],
  ['RTL1017', '`12` is no binary number', () => wordsFromBinary('12', 8)],
  ['RTL1017', '`1x` is no binary number', () => wordsFromBinary('1x', 8)],
  ['RTL1017', '`100` has more than 8 bits', () => wordsFromHex('ff 100', 8)],
  ['RTL1017', 'address @0 lies before word 2', () => wordsFromHex('1 2 @0 3', 8)],
  ['RTL1018', '`reg` is no name of Verilog for a port of `pll`', () => blackBox('pll', { ports: { reg: input(bit) } })],
  ['RTL1018', '`my pll` is no name of Verilog for the black box', () => blackBox('my pll', { ports: {} })],
  ['RTL1018', '`1X` is no name of Verilog for a parameter', () => blackBox('pll', { ports: {}, parameters: { '1X': text } })],
  ['RTL1018', 'port `r` of `pll` is a declaration (register)', () => blackBox('pll', { ports: { r: register(bit, 0) } })],
  ['RTL1018', 'parameter `P` of `pll` is a number', () => blackBox('pll', { ports: {}, parameters: { P: 3 } })],
  ['RTL1018', 'two ports of `pll` are named `a_x`', () => withRules({ i: instance(blackBox('pll', { ports: { a: input(Pair), a_x: input(bit) } })) }, () => [])],
  ['RTL1018', 'the black box `pll` stands alone', () => elaborate(blackBox('pll', { ports: {} }))],
  ['RTL1019', "parameter `MODE` of `pll` is not 'fast'", () => instance(blackBox('pll', { ports: {}, parameters: { MODE: choice('FAST') } }), { MODE: 'fast' })],
  ['RTL1019', 'parameter `W` of `pll` is given no value', () => instance(blackBox('pll', { ports: {}, parameters: { W: integer(4) } }))],
  ['RTL1019', 'parameter `W` of `pll` has 4 bits: 16 does not fit', () => instance(blackBox('pll', { ports: {}, parameters: { W: integer(4) } }), { W: 16 })],
  ['RTL1019', 'parameter `W` of `pll` is a whole number, not 18446744073709552000', () => instance(blackBox('pll', { ports: {}, parameters: { W: integer(65) } }), { W: 2 ** 64 })],
  ['RTL1019', 'holds a zero character', () => instance(blackBox('pll', { ports: {}, parameters: { T: text } }), { T: 'a\0' })],
  ['RTL1019', 'holds half of a character', () => instance(blackBox('pll', { ports: {}, parameters: { T: text } }), { T: '\ud800' })],
  ['RTL1019', '`pll` has no parameter `V`', () => instance(blackBox('pll', { ports: {} }), { V: 1 })],
  ['RTL1019', '`taker` has no parameter `V`', () => instance(taker, { V: 1 })],
  ['RTL1020', "the reset of clock domain `clk` of module `n` is the string 'asynch'", () => module('n', { r: register(bit, 0) }, () => [], { domains: { clk: { reset: 'asynch' } } })],
  ['RTL1020', 'says the reset of clock domain `rx`, to which nothing in it belongs', () => elaborate(module('n', { r: register(bit, 0) }, (_: any, v: any) => [v.assign({})], { domains: { rx: { reset: 'async' } } }))],
  ['RTL1021', 'registers of synchronizer `s`: 1', () => lib.synchronizer('s', { from: 'rx', to: 'clk', stages: 1 })],
  ['RTL1021', 'the depth of queue `q`: 0', () => lib.queue('q', bit, 0)],
  ['RTL1021', 'inputs of arbiter `a`: 0', () => lib.arbiter('a', bit, 0)],
  ['RTL1021', 'outputs of fork `f`: 1.5', () => lib.fork('f', bit, 1.5)],
  ['RTL1021', 'outputs of demux `d`: 0', () => lib.demux('d', uint(2), 0, p => p as never)],
  ['RTL1021', 'asyncQueue `q` of 6', () => lib.asyncQueue('q', bit, 6, { from: 'rx', to: 'clk' })],
  ['RTL1021', 'handshakeCrossing `h` from clock domain `rx` to itself', () => lib.handshakeCrossing('h', bit, { from: 'rx', to: 'rx' })],
  ['RTL2001', 'add: the left side has 8 bits, the right side 9', () => withValue(x => x.a.add(x.b))],
  ['RTL2001', 'a condition has one bit, `a` is uint(8)', () => withRules({}, (x, { when }) => [when(x.a, {})])],
  ['RTL2001', 'mux: one side is uint(8), the other uint(9)', () => withValue(x => mux(x.c, x.a, x.b))],
  ['RTL2001', '`a` has 8 bits, enumeration state has 1', () => withValue(x => x.a.asEnum(state))],
  ['RTL2001', '`a` has 8 bits, the shape has 5', () => withValue(x => unpack(Pair, x.a))],
  ['RTL2002', '256 does not fit in uint(8): 0 to 255', () => withValue(x => x.a.eq(256))],
  ['RTL2002', '-129 does not fit in sint(8): -128 to 127', () => withValue(x => x.s.add(-129))],
  ['RTL2002', '-1 does not fit in uint(8)', () => withValue(x => x.a.add(-1))],
  ['RTL2003', 'the value has 9 bits, `r` has 8', () => withRules({ r: register(uint(8), 0) }, x => [{ r: x.b }])],
  ['RTL2004', 'truncate(9) of `a`, which has only 8 bits', () => withValue(x => x.a.truncate(9))],
  ['RTL2005', 'extend(7) of `a`, which already has 8 bits', () => withValue(x => x.a.extend(7))],
  ['RTL2006', '0.5 is not a whole number', () => withValue(x => x.a.add(0.5))],
  ['RTL2006', '18446744073709552000 is not a whole number below 2^53', () => lit(64, 2 ** 64)],
  ['RTL2007', 'bits 4 to 8 of `a`, which has 8 bits', () => withValue(x => x.a.bits(4, 5))],
  ['RTL2007', 'element 2 of a vector of 2', () => withValue(x => x.v.at(2), { v: input(vec(2, bit)) })],
  ['RTL2007', 'element 4 of `v`, a vector of 4', () => withRules({ v: register(vec(4, bit), 'none') }, () => [{ v: write(4, 1) }])],
  ['RTL2008', 'add: the left side is uint(8), the right side sint(8)', () => withValue(x => x.a.add(x.s))],
  ['RTL2008', 'eq: the left side is enumeration state, the right side uint(1)', () => withValue(x => x.st.eq(x.c))],
  ['RTL2008', 'the value is sint(8), `r` is uint(8)', () => withRules({ r: register(uint(8), 0) }, x => [{ r: x.s }])],
  ['RTL2008', 'the value is uint(8), `r` is bundle Pair', () => withRules({ r: register(Pair, 'none') }, x => [{ r: x.a }])],
  ['RTL2008', 'an amount, index or address is a uint, not sint(8)', () => withValue(x => x.a.shiftLeft(x.s))],
  ['RTL2009', 'enumeration state has no member `bsuy`', () => withValue(x => x.st.is('bsuy'))],
  ['RTL2010', '`c` is clocked by clk, `r` by rx', () => withValue(x => x.c.and(x.r), { r: input(bit, 'rx') })],
  ['RTL2010', '`o2` is clocked by rx, `c` by clk', () => elaborate(module('m', { c: input(bit), o2: output(bit, 'rx') }, (x: any, v: any) => [v.assign({ o2: x.c })]))],
  ['RTL2011', "a signal or a whole number is wanted, not the string '1'", () => withValue(x => x.a.add('1'))],
  ['RTL2011', 'not undefined', () => withValue(x => x.a.add(x.p.z), { p: input(Pair) })],
  ['RTL2011', 'cat takes signals, not a number', () => withValue(x => cat(x.a, 3))],
  ['RTL2011', '`k` names a value, not a number', () => withValue(() => named({ k: 3 }))],
  ['RTL2011', 'match wants an enumeration, not a number', () => withRules({}, (x, { match }) => [match(x.a, {})])],
  ['RTL2011', 'stream `q` takes an object with ready, not a signal', () => withRules({ q: sink(bit) }, x => [{ q: x.c }])],
  ['RTL2012', '`p` needs all of its fields; `y` is missing', () => elaborate(module('m', { p: output(Pair) }, (_: any, v: any) => [v.assign({ p: { x: 0 } })]))],
  ['RTL2012', '`r` has no field `z`', () => withRules({ r: register(Pair, 'none') }, () => [{ r: { z: 0 } }])],
  ['RTL2012', '`v` takes 2 elements, or write(index, value), not 1', () => withRules({ v: register(vec(2, bit), 'none') }, () => [{ v: [1] }])],
  ['RTL2012', 'mux: one side is bundle Pair, the other uint(8)', () => withValue(x => mux(x.c, x.p, x.a), { p: input(Pair) })],
  ['RTL2008', 'mulWide: the left side is uint(8), the right side sint(8)', () => withValue(x => x.a.mulWide(x.s))],
  ['RTL2001', 'addSaturating: the left side has 8 bits, the right side 9', () => withValue(x => x.a.addSaturating(x.b))],
  ['RTL2001', 'div: the left side has 8 bits, the right side 9', () => withValue(x => x.a.div(x.b))],
  ['RTL2002', '300 does not fit in uint(8)', () => withValue(x => x.a.mulWide(300))],
  ['RTL2002', '-1 does not fit in uint(8)', () => withValue(x => x.a.max(-1))],
  ['RTL2008', 'a uint, not sint(8)', () => withValue(x => x.a.rotateLeft(x.s))],
  ['RTL2006', '0.5 is not a whole number', () => withValue(x => x.a.rotateRight(0.5))],
  ['RTL2008', 'popCount takes a uint, not sint(8)', () => withValue(x => dsl.popCount(x.s))],
  ['RTL2011', 'reverse takes a uint, not a number', () => withValue(() => (dsl as any).reverse(3))],
  ['RTL2013', 'oneHotMux: `a` has 8 bits for 2 legs', () => withValue(x => dsl.oneHotMux(x.a, [x.a, x.a]))],
  ['RTL2013', 'priorityMux: `c` has 1 bits for 0 legs', () => withValue(x => dsl.priorityMux(x.c, [], 0 as never))],
  ['RTL2001', 'oneHotMux: leg 0 is uint(8), leg 1 uint(9)', () => withValue(x => dsl.oneHotMux(x.a.bits(0, 2), [x.a, x.b]))],
  ['RTL2008', 'oneHotMux: leg 0 is uint(8), leg 1 sint(8)', () => withValue(x => dsl.oneHotMux(x.a.bits(0, 2), [x.a, x.s]))],
  ['RTL2011', 'oneHotMux: leg 1 is a value of the hardware, not a number', () => withValue(x => (dsl as any).oneHotMux(x.a.bits(0, 2), [x.a, 1]))],
  ['RTL2008', 'what selects is a uint with a bit for each leg, not sint(8)', () => withValue(x => dsl.oneHotMux(x.s, [x.a]))],
  ['RTL2008', 'the legs are uint(8), `otherwise` is uint(9)', () => withValue(x => dsl.priorityMux(x.c, [x.a], x.b))],
  ['RTL2014', 'decode of `b` to 0 bits', () => withValue(x => (dsl as any).decode(x.b, 0))],
  ['RTL2014', 'to 65536 bits', () => withValue(x => dsl.decode(x.a.mulWide(x.a)))],
  ['RTL2001', '`past` is uint(9), uint(8) is wanted', () => withRules({ v: input(vec(3, uint(8))) }, x => [x.v.at(x.c.extend(2), { past: x.b })])],
  ['RTL2012', '`past` lacks field `y`', () => withRules({ v: input(vec(3, Pair)) }, x => [x.v.at(x.c.extend(2), { past: { x: 1 } })])],
  ['RTL2012', '`past.z` takes 2 elements, not 1', () => withRules({ v: input(vec(3, class extends bundle({ z: vec(2, bit) }) {})) }, x => [x.v.at(x.c.extend(2), { past: { z: [1] } })])],
  ['RTL2012', '`past` is vec(3, bundle Pair), bundle Pair is wanted', () => withRules({ v: input(vec(3, Pair)) }, x => [x.v.at(x.c.extend(2), { past: x.v })])],
  ['RTL2900', 'a JavaScript operator was used on the signal `a`', () => withValue(x => x.a < x.b)],
  ['RTL2900', 'made a string from the signal `(a + 1)`', () => withValue(x => `${x.a.add(1)}`)],
  ['RTL2900', 'was used on a bundle', () => withValue(x => x.p > 1, { p: input(Pair) })],
  ['RTL2900', 'was used on a vector', () => withValue(x => x.v > 1, { v: input(vec(2, bit)) })],
  ['RTL2901', 'the signal `a` cannot be made JSON', () => withValue(x => JSON.stringify(x.a))],
  ['RTL2902', 'a JavaScript boolean stands where a signal is wanted', () => withRules({}, (x, { when }) => [when(x.a === x.b, {})])],
  ['RTL3001', 'nothing gives output `o` a value', () => elaborate(module('m', { o: output(bit) }, (_: any, v: any) => [v.assign({})]))],
  ['RTL3001', 'nothing gives `q.payload` a value', () => elaborate(module('m', { q: source(bit) }, (_: any, v: any) => [v.assign({ q: { valid: 1 } })]))],
  ['RTL3001', 'nothing gives `i.a` a value', () => elaborate(module('m', { i: instance(module('n', { a: input(bit) }, (_: any, v: any) => [v.assign({})])) }, (_: any, v: any) => [v.assign({ i: {} })]))],
  ['RTL3002', '`a` is an input of `m`: it is driven from outside', () => withRules({}, () => [{ a: 1 }])],
  ['RTL3003', 'module `m` declares no `cuont`', () => withRules({}, () => [{ cuont: 1 }])],
  ['RTL3003', '`i` has no input `b`', () => elaborate(module('m', { i: instance(module('n', { a: input(bit) }, (_: any, v: any) => [v.assign({})])) }, (_: any, v: any) => [v.assign({ i: { a: 0, b: 0 } })]))],
  ['RTL3004', 'a rule was made but not returned', () => withRules({}, (x, { when }) => { when(x.c, { o: 1 }); return [] })],
  ['RTL3004', 'a rule was made but not returned', () => withRules({}, (x, { cover }) => { cover('seen', x.c); return [] })],
  ['RTL3005', 'assign stands first, and once', () => withRules({}, (_, { assign }) => [assign({ o: 1 })])],
  ['RTL3005', 'does not begin with assign', () => elaborate(module('m', { o: output(bit) }, () => []))],
  ['RTL3005', '`r` is a register', () => elaborate(module('m', { r: register(bit, 0) }, (_: any, v: any) => [v.assign({ r: 0 })]))],
  ['RTL3005', 'not inside a rule', () => withRules({}, (x, { when, assign }) => [when(x.c, assign({ o: 1 }))])],
  ['RTL3006', 'two different modules are named `n`', () => {
    const n = (width: number): unknown => module('n', { o: output(uint(width)) }, (_: any, v: any) => [v.assign({ o: 0 })])
    return elaborate(module('m', { i: instance(n(1)), j: instance(n(2)) }, (_: any, v: any) => [v.assign({ i: {}, j: {} })]))
  }],
  ['RTL3007', '`a` belongs to another module than `n`', () => withValue(x => elaborate(module('n', { o: output(uint(8)) }, (_: any, v: any) => [v.assign({ o: x.a })])))],
  ['RTL3008', '`cuont` is not declared in module `m`', () => withValue(x => x.cuont)],
  ['RTL3009', '`valid` of stream `q` is not given from here', () => elaborate(module('m', { q: sink(bit) }, (_: any, v: any) => [v.assign({ q: { ready: 1, valid: 1 } })]))],
  ['RTL3009', '`ready` of stream `q` is not given from here', () => elaborate(module('m', { q: source(bit) }, (_: any, v: any) => [v.assign({ q: { ready: 1, valid: 1, payload: 0 } })]))],
  ['RTL3010', 'match has no arm for `busy`', () => withRules({}, (x, { match }) => [match(x.st, { idle: {} })])],
  ['RTL3010', 'matchSome has no arm `otherwise`', () => withRules({}, (x, { matchSome }) => [matchSome(x.a, { 1: {} })])],
  ['RTL3010', '`x` is no value of a uint', () => withRules({}, (x, { matchSome }) => [matchSome(x.a, { x: {}, otherwise: {} })])],
  ['RTL3011', '`t` takes read(address) and write(address, value)', () => withRules({ t: memory({ depth: 4, of: bit, collision: 'old' }) }, () => [{ t: 3 }])],
  ['RTL3011', '`t` has one read port and one write port', () => withRules({ t: memory({ depth: 4, of: bit, collision: 'old' }) }, () => [{ t: [read(0), read(1)] }])],
  ['RTL3011', '`t` is a ROM', () => withRules({ t: rom({ of: bit, words: [0, 1] }) }, () => [{ t: write(0, 1) }])],
  ['RTL3011', 'the address has 8 bits, `t` of 4 words takes 2', () => withRules({ t: memory({ depth: 4, of: bit, collision: 'old' }) }, x => [{ t: read(x.a) }])],
  ['RTL3011', 'address 4 of `t`, which has 4 words', () => withRules({ t: memory({ depth: 4, of: bit, collision: 'old' }) }, () => [{ t: read(4) }])],
  ['RTL3011', '`t` takes an object of its ports: a (read), b (read), x (write)', () => withRules({ t: ported }, () => [{ t: read(0) }])],
  ['RTL3011', '`t` has no port `c`', () => withRules({ t: ported }, () => [{ t: { c: read(0) } }])],
  ['RTL3011', 'port `x` of `t` takes write(address, value), not read(...)', () => withRules({ t: ported }, () => [{ t: { x: read(0) } }])],
  ['RTL3011', 'the lanes have 8 bits, `t` has 2', () => withRules({ t: ported }, x => [{ t: { x: write(0, 0, x.a) } }])],
  ['RTL3011', 'a write of some lanes of `t`, whose words have none', () => withRules({ t: memory({ depth: 4, of: bit, collision: 'old' }) }, () => [{ t: write(0, 1, 1) }])],
  ['RTL3008', '`c` is not a read port of `t`', () => withRules({ t: ported }, x => [{ o: x.t.c.data }])],
  ['RTL2010', '`t.a` is clocked by rx, `c` by clk', () => withRules({ t: memory({ depth: 2, of: bit, collision: 'old', reads: { a: 'rx' } }) }, x => [{ t: { a: read(x.c) } }])],
  ['RTL2010', '`r` is clocked by rx, `c` by clk', () => withRules({ i: input(bit, 'rx'), r: crossing(bit, 0, { from: 'rx', to: 'tx' }) }, x => [{ r: x.c }])],
  ['RTL3015', '`p` has 3 parts; 2 are given', () => elaborate(module('m', { p: vecOf(3, output(bit)) }, (_: any, v: any) => [v.assign({ p: [0, 1] })]))],
  ['RTL3015', '`p` has 3 parts; an object is given, where a list is wanted', () => elaborate(module('m', { p: vecOf(3, output(bit)) }, (_: any, v: any) => [v.assign({ p: { 0: 1 } })]))],
  ['RTL3015', '`p` has 3 parts; `3` is none of them', () => withRules({ p: vecOf(3, output(bit)) }, () => [{ p: { 3: 1 } }])],
  ['RTL3015', '`p` has 3 parts; a number is given', () => withRules({ p: vecOf(3, output(bit)) }, () => [{ p: 0 }])],
  ['RTL3001', 'nothing gives output `p[0]` a value', () => withRules({ p: vecOf(3, output(bit)) }, () => [])],
  ['RTL1007', 'vecOf takes an input, an output, a sink, a source or an instance, not a declaration (register)', () => vecOf(2, register(bit, 0))],
  ['RTL1007', 'not a vecOf', () => vecOf(2, vecOf(2, input(bit)))],
  ['RTL3014', "clock domain `clk` has the reset 'none' in `n`, and 'sync' in `m`", () => withRules({ n: instance(module('n', { r: register(bit, 0) }, (_: any, v: any) => [v.assign({})], { domains: { clk: { reset: 'none' } } })) }, () => [])],
  ['RTL3014', '`pll` has a reset in clock domain `clk`, which has none in `t`', () => elaborate(module('t', { r: register(bit, 0), i: instance(blackBox('pll', { ports: {}, clocks: { clk: { clock: 'C', reset: 'R' } } })) }, (_: any, v: any) => [v.assign({})], { domains: { clk: { reset: 'none' } } }))],
  // A stream that two would take, or whose taker nobody listens to.
  ['RTL3013', '`i` is offered to `o` and to `p`: both would take the same element', () => streams({}, x => ({ o: x.i, p: x.i, i: { ready: x.o.ready.and(x.p.ready) } }))],
  ['RTL3013', '`i` is offered to `f.i` and to `g.i`', () => streams({ f: instance(taker), g: instance(taker) }, x => ({ ...rest, f: { i: x.i }, g: { i: x.i }, i: { ready: 1 } }))],
  ['RTL3013', '`p` is offered what `o` is already offered', () => streams({}, x => ({ o: x.i, p: x.o, i: x.o }))],
  ['RTL3013', '`o` is offered what `f.i` is already offered', () => streams({ f: instance(taker) }, x => ({ ...rest, f: { i: x.i }, i: x.f.i, o: x.f.i }))],
  ['RTL3013', '`o` is offered `i`, but nothing reads the ready of `o`', () => streams({}, x => ({ ...rest, o: x.i, i: { ready: 1 } }))],
  ['RTL3013', 'the ready of `o` is given to `i` and to `j`', () => streams({ j: sink(bit) }, x => ({ ...rest, o: { valid: x.i.valid.and(x.j.valid), payload: x.i.payload }, i: x.o, j: x.o }))],
  ['RTL3013', '`j` gets the ready that this module gives to `i`', () => streams({ j: sink(bit) }, x => ({ ...rest, o: x.i, i: x.o, j: x.i }))],
  ['RTL3012', 'rules are wanted, not a signal', () => withRules({}, (x, { when }) => [when(x.c, x.a)])],
  ['RTL3012', 'rules are wanted, not undefined', () => withRules({}, () => [undefined])],
  ['RTL3012', 'returns an array of rules, not undefined', () => elaborate(module('m', {}, () => undefined))],
  ['RTL3012', 'otherwise does not continue this rule', () => withRules({}, (x, { when }) => [when(x.c, {}).otherwise({}).otherwise({})])],
]

describe('mistakes', () => {
  it.each(mistakes)('%s: %s', (code, says, f) => {
    const found = findings(f)
    expect(found.map(d => d.code)).toContain(code)
    const d = found.find(x => x.code === code && x.message.includes(says))
    expect(found.map(x => x.message).join('\n')).toContain(says)
    // Every place is in this file: never in the library, never nowhere.
    expect(d!.notes.map(n => n.place.file)).toEqual(d!.notes.map(() => 'test/rtl-gen/dsl/mistakes.test.ts'))
    expect(d!.notes.length).toBeGreaterThan(0)
    expect(d!.help).not.toBe('')
  })
  // What is told without refusing anything (RTL3051) is tested where it is told.
  it('every code of the language has a test', () => expect(Object.keys(dslCodes).filter(c => levelOf(c) === 'error' && !mistakes.some(m => m[0] === c))).toEqual([]))

  it('all findings are reported, of all modules', () => {
    const inner = module('inner', { o: output(bit), p: output(bit) }, (_: any, v: any) => [v.assign({})])
    const found = findings(() => elaborate(module('m', { i: instance(inner), o: output(bit), c: input(bit) }, (x: any, v: any) => [v.assign({ i: {}, o: x.c, nope: 1 }), v.when(x.c, { c: 0, o: 2 })])))
    expect(found.map(d => `${d.code} ${d.message}`)).toEqual([
      'RTL3001 nothing gives output `o` a value', 'RTL3001 nothing gives output `p` a value', 'RTL3003 module `m` declares no `nope`',
      'RTL3002 `c` is an input of `m`: it is driven from outside', 'RTL2002 2 does not fit in uint(1): 0 to 1',
    ])
  })

  it('a message names both sides, where each was written, and one remedy', () => {
    const text = (() => { try { withRules({ r: register(uint(8), 0) }, x => [{ r: x.a.addWide(1) }]) } catch (e) { return (e as Error).message } return '' })()
    expect(text.replace(/:\d+:\d+ +/g, ':L:C   ')).toBe([
      'error RTL2003: the value has 9 bits, `r` has 8',
      '  test/rtl-gen/dsl/mistakes.test.ts:L:C   given here (in the changes after this rule, under `r`)',
      '  test/rtl-gen/dsl/mistakes.test.ts:L:C   the value, `(a + 1)`',
      '  test/rtl-gen/dsl/mistakes.test.ts:L:C   `r` declared here as uint(8)',
      '  help: use truncate(8), or declare `r` with 9 bits',
    ].join('\n'))
  })

  const said = (f: () => unknown): string => { try { f() } catch (e) { return (e as Error).message } return '' }
  it('a key has no place at run time, so that it is named beside the nearest one', () => {
    const lines = (f: () => unknown): string[] => [...said(f).matchAll(/^ {2}\S+:\d+ +(.*)$/gm)].map(m => m[1]!)
    expect(lines(() => elaborate(module('m', { o: output(bit) }, (_: any, v: any) => [v.assign({ o: 2 })])))).toEqual(['used here (in this assign, under `o`)', '`o` declared here as uint(1)'])
    expect(lines(() => withRules({}, (x, { when }) => [when(x.c, { o: 2 })]))).toEqual(['used here (in this rule, under `o`)', '`o` declared here as uint(1)'])
    const bare = said(() => withRules({}, (x, { when }) => [
      when(x.c, { o: 1 }),
      { o: 2 },
    ]))
    expect(bare).toContain('used here (in the changes after this rule, under `o`)')
    // It is the line of the rule before it, not that of the module.
    const line = Number(/mistakes\.test\.ts:(\d+):\d+ +used here/.exec(bare)![1])
    expect(readFileSync('test/rtl-gen/dsl/mistakes.test.ts', 'utf8').split('\n')[line - 1]).toContain('when(x.c, { o: 1 }),')
  })

  it('the remedy fits the mistake', () => {
    const help = (f: () => unknown): string => /help: (.*)/.exec(said(f))![1]!
    expect(help(() => withValue(x => x.a.add(x.b)))).toBe('use extend(9) on the left side, or truncate(8) on the right one')
    expect(help(() => withValue(x => x.b.add(x.a)))).toBe('use extend(9) on the right side')
    expect(help(() => withValue(x => x.a.add(2.5)))).toBe('round it (Math.round gives 3), or count in smaller units: hardware numbers have no fraction')
    expect(help(() => withValue(x => x.a.add(NaN)))).toContain('a division by 0')
    expect(help(() => withValue(x => x.a.add(2 ** 60)))).toContain('bigint')
    expect(help(() => withValue(x => x.st > 1))).toBe("write `st.is('idle')`, isIn(...) or match: operators run once, while the design is built")
    expect(help(() => vec(3, sink(bit)))).toContain('declare each as a property')
    expect(help(() => module('m', { o2: bit }, () => []))).toBe('say what it is: o2: input(...), output(...), wire(...) or register(..., 0)')
  })

  it('a finding that several modules come to is said once', () => {
    const inner = module('inner', { clock: input(bit) }, (_: any, v: any) => [v.assign({})])
    expect(findings(() => elaborate(module('m', { i: instance(inner), j: instance(inner) }, (_: any, v: any) => [v.assign({ i: { clock: 0 }, j: { clock: 0 } })])))).toHaveLength(1)
  })

  it('emitVerilog checks, so that an unchecked design is not written; what two statements of one rule come to is said once', () => {
    const twice = elaborate(module('m', { o: output(bit) }, (_: any, v: any) => [v.assign({ o: 0 }), { o: 1 }, { o: 0 }]))
    expect(findings(() => emitVerilog(twice)).map(d => d.code)).toEqual(['RTL4005'])
  })

  it('streams that are passed on well are not refused', () => {
    const none = (f: () => unknown): void => expect(findings(f)).toEqual([])
    none(() => streams({}, x => ({ ...rest, o: x.i, i: x.o })))
    none(() => streams({ f: instance(taker) }, x => ({ ...rest, f: { i: x.i }, i: x.f.i })))
    // One taker or the other, by a condition; a copy that is written out.
    none(() => streams({ c: input(bit) }, () => ({ ...rest, i: { ready: 0 } }), (x, { when }) => [when(x.c, { o: x.i, i: x.o }).otherwise({ p: x.i, i: x.p })]))
    none(() => streams({}, x => ({
      o: { valid: x.i.valid.and(x.p.ready), payload: x.i.payload }, p: { valid: x.i.valid.and(x.o.ready), payload: x.i.payload }, i: { ready: x.o.ready.and(x.p.ready) },
    })))
  })

  it('changes without a condition hold in every cycle, and what nobody declared is found when the module is built', () => {
    expect(findings(() => withRules({ now: register(uint(8), 0) }, x => [{ now: x.now.add(1) }]))).toEqual([])
    expect(findings(() => withRules({ now: register(uint(8), 0) }, x => [{ nwo: x.now.add(1) }])).map(d => d.code)).toEqual(['RTL3003'])
  })

  it('what is fine is not refused', () => {
    expect(findings(() => withRules({ p: register(Pair, { x: 1, y: 0 }), w: wire(bit) }, () => []))).toHaveLength(1) // the wire has no value
    expect(findings(() => withValue(x => { pack(x.a); all(x.c, 1); lit(state, 'busy'); lit(sint(4), -8) }))).toEqual([])
  })
})
