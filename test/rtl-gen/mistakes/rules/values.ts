// Owns: mistakes in rules: what is forgotten, what is given twice, and what does not fit where a rule puts it.
/* eslint-disable no-sparse-arrays -- holes are among the mistakes */
import type { Mistake } from '../try.ts'
import { bit, input, instance, output, register, source, uint, vec, wire, write } from '../try.ts'
import { Pair, inner, one, r8, state, withRules } from '../world.ts'

export const values: readonly Mistake[] = [
  {
    what: 'a forgotten output', code: 'RTL3001', says: 'nothing gives output `p` a value', at: ['assign({ o: 0', 'output(bit) }, (_, { assign'],
    by: () => one({ o: output(bit), p: output(bit) }, (_, { assign }) => [assign({ o: 0 })]),
  },
  {
    what: 'a forgotten wire', code: 'RTL3001', says: 'nothing gives wire `w` a value', at: ['assign({', 'wire(bit) }, (_, { assign'],
    by: () => one({ w: wire(bit) }, (_, { assign }) => [assign({})]),
  },
  {
    what: 'an output that only a rule sets', code: 'RTL3001', says: 'nothing gives output `o` a value', at: ['assign({}), when(x.c, { o: 1', 'output(bit) }, (x, { assign'],
    by: () => one({ c: input(bit), o: output(bit) }, (x, { assign, when }) => [assign({}), when(x.c, { o: 1 })]),
  },
  {
    what: 'a forgotten connection', code: 'RTL3001', says: 'nothing gives instance `i` a value', at: ['assign({', 'instance(inner) }, (_, { ass'],
    by: () => one({ i: instance(inner) }, (_, { assign }) => [assign({})]),
  },
  {
    what: 'a forgotten port of a connection', code: 'RTL3001', says: 'nothing gives `i.a` a value', at: ['assign({ i: {', 'instance(inner) }, (_, { ass'],
    by: () => one({ i: instance(inner) }, (_, { assign }) => [assign({ i: {} })]),
  },
  {
    what: 'a forgotten payload', code: 'RTL3001', says: 'nothing gives `q.payload` a value', at: ['assign({ q: { valid: 1', 'source(bit) }, (_, { assign'],
    by: () => one({ q: source(bit) }, (_, { assign }) => [assign({ q: { valid: 1 } })]),
  },
  {
    what: 'a forgotten field', code: 'RTL2012', says: '`p` needs all of its fields; `y` is missing', at: ['assign({ p: { x: 0', 'output(Pair) }, (_, { assign'],
    by: () => one({ p: output(Pair) }, (_, { assign }) => [assign({ p: { x: 0 } })]),
  },
  {
    what: 'a forgotten element', code: 'RTL2012', says: '`v` takes 2 elements, not 1', at: ['assign({ v: [0', 'output(vec(2, bit)) }, (_, {'],
    by: () => one({ v: output(vec(2, bit)) }, (_, { assign }) => [assign({ v: [0] })]),
  },
  {
    what: 'a hole in the elements', code: 'RTL2011', says: 'a signal or a whole number is wanted, not undefined', at: ['assign({ v: [0, , 1', 'output(vec(3, bit)) }, (_, {'],
    by: () => one({ v: output(vec(3, bit)) }, (_, { assign }) => [assign({ v: [0, , 1] })]),
  },
  {
    what: 'one element only, in assign', code: 'RTL2012', says: '`v` takes 2 elements, not an object', at: ['assign({ v: write(0, 1', 'output(vec(2, bit)) }, (_, {'],
    by: () => one({ v: output(vec(2, bit)) }, (_, { assign }) => [assign({ v: write(0, 1) })]),
  },
  {
    what: 'an output that is undefined', code: 'RTL3001', says: 'nothing gives output `o` a value', at: ['assign({ o: x.o.misspelt', 'output(bit) }, (x, { assign'],
    by: () => one({ o: output(bit) }, (x, { assign }) => [assign({ o: x.o.misspelt })]),
  },
  {
    what: 'an output that is null', code: 'RTL2011', says: 'a signal or a whole number is wanted, not null', at: ['assign({ o: null', 'output(bit) }, (_, { assign'],
    by: () => one({ o: output(bit) }, (_, { assign }) => [assign({ o: null })]),
  },
  {
    what: 'a change that is undefined', code: 'RTL2011', says: 'a signal or a whole number is wanted, not undefined', at: ['assign({ o: 0 }), ...more as', 'register(uint(8), 0'],
    by: () => withRules((x: any) => [{ r: x.p.z }], r8),
  },
  {
    what: 'a change that is text', code: 'RTL2011', says: 'a signal or a whole number is wanted, not the string \'3\'', at: ['assign({ o: 0 }), ...more as', 'register(uint(8), 0'],
    by: () => withRules(() => [{ r: '3' }], r8),
  },
  {
    what: 'a change that is true', code: 'RTL2902', says: 'a JavaScript boolean stands where a signal is wanted', at: ['assign({ o: 0 }), ...more as', 'register(uint(8), 0'],
    by: () => withRules(() => [{ r: true }], r8),
  },
  {
    what: 'an input that is driven', code: 'RTL3002', says: '`a` is an input of `m`: it is driven from outside', at: ['assign({ o: 0 }), ...more as', 'input(uint(8)), b: input(uin'],
    by: () => withRules(() => [{ a: 1 }]),
  },
  {
    what: 'an input in assign', code: 'RTL3002', says: '`a` is an input of `m`: it is driven from outside', at: ['assign({ a: 1', 'input(bit) }, (_, { assign'],
    by: () => one({ a: input(bit) }, (_, { assign }) => [assign({ a: 1 })]),
  },
  { what: 'a misspelt name', code: 'RTL3003', says: 'module `m` declares no `cuont`', at: ['assign({ o: 0 }), ...more as', 'module(\'m\', {'], by: () => withRules(() => [{ cuont: 1 }], r8) },
  {
    what: 'a register in assign', code: 'RTL3005', says: '`r` is a register: it keeps its value when no rule changes it', at: ['assign({ r: 0', 'register(uint(8), 0'],
    by: () => one(r8, (_, { assign }) => [assign({ r: 0 })]),
  },
  {
    what: 'a value that is too wide', code: 'RTL2003', says: 'the value has 9 bits, `r` has 8', at: ['assign({ o: 0 }), ...more as', 'input(uint(9)), s: input(sin', 'register(uint(8), 0'],
    by: () => withRules((x: any) => [{ r: x.b }], r8),
  },
  {
    what: 'a carry that has no room', code: 'RTL2003', says: 'the value has 9 bits, `r` has 8', at: ['assign({ o: 0 }), ...more as', 'addWide(1) }], r8', 'register(uint(8), 0'],
    by: () => withRules((x: any) => [{ r: x.a.addWide(1) }], r8),
  },
  {
    what: 'a value that is too narrow', code: 'RTL2003', says: 'the value has 1 bits, `r` has 8', at: ['assign({ o: 0 }), ...more as', 'input(bit), st: input(state', 'register(uint(8), 0'],
    by: () => withRules((x: any) => [{ r: x.c }], r8),
  },
  {
    what: 'a signed value for an unsigned register', code: 'RTL2008', says: 'the value is sint(8), `r` is uint(8)', at: ['assign({ o: 0 }), ...more as', 'input(sint(8)), c: input(bit',
      'register(uint(8), 0'],
    by: () => withRules((x: any) => [{ r: x.s }], r8),
  },
  {
    what: 'an enumeration for a number', code: 'RTL2008', says: 'the value is enumeration state, `r2` is uint(2)', at: ['assign({ o: 0 }), ...more as', 'input(state), p: input(Pair',
      'register(uint(2), 0'],
    by: () => withRules((x: any) => [{ r2: x.st }], { r2: register(uint(2), 0) }),
  },
  {
    what: 'a number for an enumeration', code: 'RTL2011', says: 'a member of enumeration state is wanted, not a number', at: ['assign({ o: 0 }), ...more as', 'register(state, \'idle\''],
    by: () => withRules(() => [{ e: 1 }], { e: register(state, 'idle') }),
  },
  {
    what: 'a member that does not exist', code: 'RTL2009', says: 'enumeration state has no member `bsuy`', at: ['assign({ o: 0 }), ...more as', 'register(state, \'idle\''],
    by: () => withRules(() => [{ e: 'bsuy' }], { e: register(state, 'idle') }),
  },
  {
    what: 'a constant that does not fit', code: 'RTL2002', says: '256 does not fit in uint(8): 0 to 255', at: ['assign({ o: 0 }), ...more as', 'register(uint(8), 0'],
    by: () => withRules(() => [{ r: 256 }], r8),
  },
  {
    what: 'a negative constant', code: 'RTL2002', says: '-1 does not fit in uint(8): 0 to 255', at: ['assign({ o: 0 }), ...more as', 'register(uint(8), 0'],
    by: () => withRules(() => [{ r: -1 }], r8),
  },
  { what: 'a fraction', code: 'RTL2006', says: '0.5 is not a whole number below 2^53', at: ['assign({ o: 0 }), ...more as', 'register(uint(8), 0'], by: () => withRules(() => [{ r: 0.5 }], r8) },
  {
    what: 'NaN from a division by zero', code: 'RTL2006', says: 'NaN is not a whole number below 2^53', at: ['assign({ o: 0 }), ...more as', 'register(uint(8), 0'],
    by: () => withRules(() => [{ r: 0 / 0 }], r8),
  },
  {
    what: 'a bundle for a number', code: 'RTL2008', says: 'the value is bundle Pair, `r` is uint(8)', at: ['assign({ o: 0 }), ...more as', 'register(uint(8), 0'],
    by: () => withRules((x: any) => [{ r: x.p }], r8),
  },
  {
    what: 'a number for a bundle', code: 'RTL2008', says: 'the value is uint(8), `p2` is bundle Pair', at: ['assign({ o: 0 }), ...more as', 'register(Pair, \'none\''],
    by: () => withRules((x: any) => [{ p2: x.a }], { p2: register(Pair, 'none') }),
  },
  {
    what: 'a constant for a bundle', code: 'RTL2011', says: '`p2` takes bundle Pair, not a number', at: ['assign({ o: 0 }), ...more as', 'register(Pair, \'none\''],
    by: () => withRules(() => [{ p2: 3 }], { p2: register(Pair, 'none') }),
  },
  {
    what: 'a field that does not exist', code: 'RTL2012', says: '`p2` has no field `z`', at: ['assign({ o: 0 }), ...more as', 'register(Pair, \'none\''],
    by: () => withRules(() => [{ p2: { z: 0 } }], { p2: register(Pair, 'none') }),
  },
  {
    what: 'a field that is too wide', code: 'RTL2003', says: 'the value has 8 bits, `p2.x` has 4', at: ['assign({ o: 0 }), ...more as', 'input(uint(8)), b: input(uin', 'register(Pair, \'none\''],
    by: () => withRules((x: any) => [{ p2: { x: x.a } }], { p2: register(Pair, 'none') }),
  },
  {
    what: 'an element that does not exist', code: 'RTL2007', says: 'element 4 of `w`, a vector of 4', at: ['assign({ o: 0 }), ...more as', 'register(vec(4, bit), \'none\''],
    by: () => withRules(() => [{ w: write(4, 1) }], { w: register(vec(4, bit), 'none') }),
  },
  {
    what: 'element -1', code: 'RTL2007', says: 'element -1 of `w`, a vector of 4', at: ['assign({ o: 0 }), ...more as', 'register(vec(4, bit), \'none\''],
    by: () => withRules(() => [{ w: write(-1, 1) }], { w: register(vec(4, bit), 'none') }),
  },
  {
    what: 'an element under a signed index', code: 'RTL2008', says: 'an amount, index or address is a uint, not sint(8)', at: ['assign({ o: 0 }), ...more as', 'input(sint(8)), c: input(bit',
      'register(vec(4, bit), \'none\''],
    by: () => withRules((x: any) => [{ w: write(x.s, 1) }], { w: register(vec(4, bit), 'none') }),
  },
  {
    what: 'a write without a value', code: 'RTL2011', says: 'a signal or a whole number is wanted, not undefined', at: ['assign({ o: 0 }), ...more as', 'register(vec(4, bit), \'none\''],
    by: () => withRules(() => [{ w: write(0) }], { w: register(vec(4, bit), 'none') }),
  },
  {
    what: 'a write to a number', code: 'RTL2011', says: 'a signal or a whole number is wanted, not an object', at: ['assign({ o: 0 }), ...more as', 'register(uint(8), 0'],
    by: () => withRules(() => [{ r: write(0, 1) }], r8),
  },
  {
    what: 'a wire that is read like a vector in the middle of an assign', code: 'RTL2012', says: '`w` takes 4 elements, or write(index, value), not 2', at: ['assign({ o: 0 }), ...more as',
      'register(vec(4, bit), \'none\''],
    by: () => withRules(() => [{ w: [1, 0] }], { w: register(vec(4, bit), 'none') }),
  },
  {
    what: 'an input of an instance that does not exist', code: 'RTL3003', says: '`i` has no input `b`', at: ['assign({ i: { a: 0, b: 0', 'instance(inner) }, (_, { ass'],
    by: () => one({ i: instance(inner) }, (_, { assign }) => [assign({ i: { a: 0, b: 0 } })]),
  },
  {
    what: 'an output of an instance that is driven', code: 'RTL3003', says: '`i` has no input `q`', at: ['assign({ i: { a: 0, q: 0', 'instance(inner) }, (_, { ass'],
    by: () => one({ i: instance(inner) }, (_, { assign }) => [assign({ i: { a: 0, q: 0 } })]),
  },
  {
    what: 'a number for an instance', code: 'RTL2011', says: '`i` takes an object of its ports, not a number', at: ['assign({ i: 3', 'instance(inner) }, (_, { ass'],
    by: () => one({ i: instance(inner) }, (_, { assign }) => [assign({ i: 3 })]),
  },
  {
    what: 'an array for an instance', code: 'RTL3001', says: 'nothing gives `i.a` a value', at: ['assign({ i: [0', 'instance(inner) }, (_, { ass'],
    by: () => one({ i: instance(inner) }, (_, { assign }) => [assign({ i: [0] })]),
  },
  {
    what: 'a register inside an instance that is read', code: 'RTL3001', says: 'nothing gives output `o` a value', at: ['assign({ i: { a: 0 }, o: x.i', 'output(bit), i: instance(inn'],
    by: () => one({ o: output(bit), i: instance(inner) }, (x, { assign }) => [assign({ i: { a: 0 }, o: x.i.kept })]),
  },
  {
    what: 'a register inside an instance that is used', code: 'RTL3008', says: 'the body of `m` stops: Cannot read properties of undefined (reading \'n', at: ['not(', 'module(\'m\', decls, body'],
    by: () => one({ o: output(bit), i: instance(inner) }, (x, { assign }) => [assign({ i: { a: 0 }, o: x.i.kept.not() })]),
  },
  {
    what: 'a value that is set twice', code: 'RTL4005', says: '`o` is set twice without a condition', at: ['assign({ o: 0 }), { o: x.a', 'assign({ o: 0 }), { o: x.a'],
    by: () => one({ a: input(bit), o: output(bit) }, (x, { assign }) => [assign({ o: 0 }), { o: x.a }]),
  },
  {
    what: 'a register that is set twice', code: 'RTL4005', says: '`r` is set twice without a condition', at: ['assign({ o: 0 }), ...more as', 'assign({ o: 0 }), ...more as'],
    by: () => withRules((x: any) => [{ r: 1 }, { r: x.a }], r8),
  },
  {
    what: 'a connection that is given twice', code: 'RTL4005', says: '`i.a` is set twice without a condition', at: ['assign({ i: { a: 0 } }), { i', 'assign({ i: { a: 0 } }), { i'],
    by: () => one({ a: input(bit), i: instance(inner) }, (x, { assign }) => [assign({ i: { a: 0 } }), { i: { a: x.a } }]),
  },
  {
    what: 'a read of something that nobody declared', code: 'RTL3008', says: '`cuont` is not declared in module `m`', at: ['cuont }], r8', 'module(\'m\', {'],
    by: () => withRules((x: any) => [{ r: x.cuont }], r8),
  },
  { what: 'a wire that nobody reads', fine: 'it is left out', by: () => one({ w: wire(bit), o: output(bit) }, (_, { assign }) => [assign({ w: 0, o: 1 })]) },
]
