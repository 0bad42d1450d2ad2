// Owns: mistakes in rules: what is forgotten, what is given twice, what does not fit, what a body returns, arms, checks, streams, memories in use.
/* eslint-disable no-sparse-arrays -- holes are among the mistakes */
import type { Mistake } from './try.ts'
import { cleanWhereFine, alone, host, bit, elaborate, input, instance, memory, module, output, read, register, rom, sink, source, tryAll, uint, vec, wire, write } from './try.ts'
import { Pair, state, withRules } from './world.ts'

const one = (decls: object, body: (x: any, v: any) => unknown): any => module('m', decls, body)
const inner = module('inner', { a: input(bit), q: output(bit), kept: register(bit, 0) }, (x: any, { assign }: any) => [assign({ q: x.kept }), { kept: x.a }])
const r8 = { r: register(uint(8), 0) }

const values: readonly Mistake[] = [
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
const bodies: readonly Mistake[] = [
  {
    what: 'a body that returns nothing', code: 'RTL3012', says: 'the body of `m` returns an array of rules, not undefined', at: ['module(\'m\', decls, body'], one: host,
    by: () => one({}, () => undefined),
  },
  {
    what: 'a body without return, but with rules', code: 'RTL3004', says: 'a rule was made but not returned', at: ['assign({ o: 0', 'module(\'m\', decls, body'],
    by: () => one({ o: output(bit) }, (_, { assign }) => { assign({ o: 0 }) }),
  },
  {
    what: 'a body that returns an object', code: 'RTL3004', says: 'a rule was made but not returned', at: ['assign({ o: 0', 'module(\'m\', decls, body'],
    by: () => one({ o: output(bit) }, (_, { assign }) => ({ rules: [assign({ o: 0 })] })),
  },
  {
    what: 'a body that returns one rule', code: 'RTL3004', says: 'a rule was made but not returned', at: ['assign({ o: 0', 'module(\'m\', decls, body'],
    by: () => one({ o: output(bit) }, (_, { assign }) => assign({ o: 0 })),
  },
  {
    what: 'a body that returns text', code: 'RTL3012', says: 'the body of `m` returns an array of rules, not the string \'assign o = ', at: ['module(\'m\', decls, body'], one: host,
    by: () => one({ o: output(bit) }, () => 'assign o = 0'),
  },
  { what: 'a body that returns null', code: 'RTL3012', says: 'the body of `m` returns an array of rules, not null', at: ['module(\'m\', decls, body'], one: host, by: () => one({}, () => null) },
  {
    what: 'an async body', code: 'RTL3004', says: 'a rule was made but not returned', at: ['assign({ o: 0', 'module(\'m\', decls, body'],
    by: () => one({ o: output(bit) }, async (_, { assign }) => [assign({ o: 0 })]),
  },
  {
    what: 'a body that is a generator', code: 'RTL3012', says: 'the body of `m` returns an array of rules, not an object', at: ['module(\'m\', decls, body'], one: host,
    by: () => one({ o: output(bit) }, function* (_, { assign }) { yield assign({ o: 0 }) }),
  },
  {
    what: 'no body', code: 'RTL1007', says: 'the body of module `m` is a function, not undefined', at: ['(\'m\', { o: output(bit'], one: alone,
    by: () => (module as any)('m', { o: output(bit) }),
  },
  {
    what: 'an array for a body', code: 'RTL1007', says: 'the body of module `m` is a function, not an array', at: ['module(\'m\', decls, body'], one: alone,
    by: () => one({ o: output(bit) }, [] as never),
  },
  {
    what: 'ports and body without a name', code: 'RTL1006', says: 'an object is not a name for a module', at: ['({ o: output(bit) }, () => ['], one: alone,
    by: () => (module as any)({ o: output(bit) }, () => []),
  },
  {
    what: 'no ports', code: 'RTL1007', says: 'the declarations of `m` are the properties of an object, not undefined', at: ['(\'m\', undefined, () => ['], one: alone,
    by: () => (module as any)('m', undefined, () => []),
  },
  {
    what: 'ports in an array', code: 'RTL1007', says: 'the declarations of `m` are the properties of an object, not an array', at: ['module(\'m\', decls, body'], one: alone,
    by: () => one([output(bit)], () => []),
  },
  { what: 'no assign', code: 'RTL3005', says: 'the body of `m` does not begin with assign', at: ['module(\'m\', decls, body'], one: host, by: () => one({ o: output(bit) }, () => []) },
  {
    what: 'assign after a rule', code: 'RTL3005', says: 'assign stands first, and once', at: ['assign({ o: 0', 'when(x.c, { o: 1 }), assign('],
    by: () => one({ c: input(bit), o: output(bit) }, (x, { assign, when }) => [when(x.c, { o: 1 }), assign({ o: 0 })]),
  },
  {
    what: 'assign twice', code: 'RTL3005', says: 'assign stands first, and once', at: ['assign({ p: 1', 'assign({ o: 0, p: 0 }), assi'],
    by: () => one({ o: output(bit), p: output(bit) }, (_, { assign }) => [assign({ o: 0, p: 0 }), assign({ p: 1 })]),
  },
  {
    what: 'assign in a rule', code: 'RTL3005', says: 'assign stands first in the body, not inside a rule', at: ['assign({ o: 1', 'module(\'m\', {'],
    by: () => withRules((x: any, { when, assign }: any) => [when(x.c, assign({ o: 1 }))]),
  },
  {
    what: 'assign of nothing', code: 'RTL3001', says: 'nothing gives output `o` a value', at: ['assign(', 'output(bit) }, (_, { assign'],
    by: () => one({ o: output(bit) }, (_, { assign }) => [assign()]),
  },
  {
    what: 'assign of an array', code: 'RTL3001', says: 'nothing gives output `o` a value', at: ['assign([0', 'output(bit) }, (_, { assign'],
    by: () => one({ o: output(bit) }, (_, { assign }) => [assign([0])]),
  },
  {
    what: 'a rule that is not returned', code: 'RTL3004', says: 'a rule was made but not returned', at: ['when(x.c, { o: 1 }); return', 'module(\'m\', {'],
    by: () => withRules((x: any, { when }: any) => { when(x.c, { o: 1 }); return [] }),
  },
  {
    what: 'an otherwise that is not returned', code: 'RTL3004', says: 'a rule was made but not returned', at: ['when(x.c, { o: 1 }); rule.ot', 'module(\'m\', {'],
    by: () => withRules((x: any, { when }: any) => { const rule = when(x.c, { o: 1 }); rule.otherwise({ o: 0 }); return [rule] }),
  },
  {
    what: 'an assertion that is not returned', code: 'RTL3004', says: 'a rule was made but not returned', at: ['assert(\'held\', x.c); return', 'module(\'m\', {'],
    by: () => withRules((x: any, { assert }: any) => { assert('held', x.c); return [] }),
  },
  { what: 'undefined among the rules', code: 'RTL3012', says: 'rules are wanted, not undefined', at: ['assign({ o: 0 }), ...more as'], one: host, by: () => withRules(() => [undefined]) },
  {
    what: 'a hole among the rules', code: 'RTL3012', says: 'rules are wanted, not undefined', at: ['assign({ o: 0 }), ...more as'], one: host,
    by: () => withRules((x: any, { when }: any) => [, when(x.c, { o: 1 })]),
  },
  { what: 'a number among the rules', code: 'RTL3012', says: 'rules are wanted, not a number', at: ['assign({ o: 0 }), ...more as'], one: host, by: () => withRules(() => [3]) },
  {
    what: 'a function among the rules', code: 'RTL3012', says: 'rules are wanted, not a function', at: ['assign({ o: 0 }), ...more as'], one: host,
    by: () => withRules((x: any, { when }: any) => [() => when(x.c, { o: 1 })]),
  },
  {
    what: 'a signal for the changes', code: 'RTL3012', says: 'rules are wanted, not a signal', at: ['when(x.c, x.a'], one: host,
    by: () => withRules((x: any, { when }: any) => [when(x.c, x.a)]),
  },
  { what: 'a rule without changes', code: 'RTL3012', says: 'rules are wanted, not undefined', at: ['when(x.c'], one: host, by: () => withRules((x: any, { when }: any) => [when(x.c)]) },
  {
    what: 'a rule without a condition', code: 'RTL2011', says: 'a signal or a whole number is wanted, not an object', at: ['when({ o: 1'], one: host,
    by: () => withRules((_: any, { when }: any) => [when({ o: 1 })]),
  },
  {
    what: 'a condition of eight bits', code: 'RTL2001', says: 'a condition has one bit, `a` is uint(8)', at: ['when(x.a, { o: 1', 'input(uint(8)), b: input(uin'],
    by: () => withRules((x: any, { when }: any) => [when(x.a, { o: 1 })]),
  },
  {
    what: 'a condition that is a misspelt field', code: 'RTL2011', says: 'a signal or a whole number is wanted, not undefined', at: ['when(x.p.z, { o: 1'], one: host,
    by: () => withRules((x: any, { when }: any) => [when(x.p.z, { o: 1 })]),
  },
  {
    what: 'otherwise after otherwise', code: 'RTL3012', says: 'otherwise does not continue this rule', at: ['otherwise({', 'when(x.c, { o: 1 }).otherwis'],
    by: () => withRules((x: any, { when }: any) => [when(x.c, { o: 1 }).otherwise({}).otherwise({})]),
  },
  {
    what: 'elseWhen after match', code: 'RTL3012', says: 'elseWhen does not continue this rule', at: ['elseWhen(x.c, {', 'match(x.st, { idle: {}, busy'],
    by: () => withRules((x: any, { match }: any) => [match(x.st, { idle: {}, busy: {}, done: {} }).elseWhen(x.c, {})]),
  },
  {
    what: 'a verb that does not exist', code: 'RTL3008', says: 'the body of `m` stops: verbs.unless is not a function', at: ['unless(x.c, { o: 1', 'module(\'m\', {'],
    by: () => withRules((x: any, verbs: any) => [verbs.unless(x.c, { o: 1 })]),
  },
  {
    what: 'a rule of another module', code: 'RTL3007', says: '`c` belongs to another module than `m`, where it is used', at: ['input(bit), o: output(bit', 'module(\'m\', {'],
    by: () => { let kept: any; elaborate(one({ c: input(bit), o: output(bit) }, (x, { assign, when }) => [assign({ o: 0 }), kept = when(x.c, { o: 1 })])); return withRules(() => [kept]) },
  },
  { what: 'the same rule twice', fine: 'it says the same twice', by: () => withRules((x: any, { when }: any) => { const rule = when(x.c, { o: 1 }); return [rule, rule] }) },
  {
    what: 'a value that is kept from an earlier run of the body', code: 'RTL3007', says: '`a` belongs to another module than `m`, where it is used', at: ['input(uint(8)), b: input(uin',
      'module(\'m\', {'],
    by: () => { let kept: any; const m = withRules((x: any) => { kept ??= x.a; return [{ r: kept }] }, r8); elaborate(m); return m },
  },
  { what: 'a body that counts its runs', fine: 'each elaboration is a design of its own', by: () => { let runs = 0; const m = withRules(() => [{ r: ++runs }], r8); elaborate(m); return m } },
  {
    what: 'a symbol for a change', code: 'RTL3003', says: 'module `m` declares no Symbol(r)', at: ['assign({ o: 0 }), ...more as', 'module(\'m\', {'],
    by: () => withRules(() => [{ [Symbol('r')]: 1 }], r8),
  },
  { what: 'a frozen object of changes', fine: 'nothing writes into it', by: () => withRules(() => Object.freeze([Object.freeze({ r: 1 })]), r8) },
  { what: 'a getter among the changes', fine: 'it is read', by: () => withRules(() => [{ get r() { return 1 } }], r8) },
  { what: 'a getter that throws', own: 'mine', by: () => withRules(() => [{ get r() { throw new Error('mine') } }], r8) },
]
const arms: readonly Mistake[] = [
  {
    what: 'a missing arm', code: 'RTL3010', says: 'match has no arm for `done`', at: ['match(x.st, { idle: {}, busy', 'input(state), p: input(Pair'],
    by: () => withRules((x: any, { match }: any) => [match(x.st, { idle: {}, busy: {} })]),
  },
  {
    what: 'an arm for no member', code: 'RTL2009', says: 'enumeration state has no member `lost`', at: ['match(x.st, { idle: {}, busy', 'input(state), p: input(Pair'],
    by: () => withRules((x: any, { match }: any) => [match(x.st, { idle: {}, busy: {}, done: {}, lost: {} })]),
  },
  {
    what: 'match without arms', code: 'RTL3010', says: 'arms are the properties of an object, not undefined', at: ['match(x.st', 'input(state), p: input(Pair'],
    by: () => withRules((x: any, { match }: any) => [match(x.st)]),
  },
  {
    what: 'arms in an array', code: 'RTL3010', says: 'arms are the properties of an object, not an array', at: ['match(x.st, [{}, {}, {', 'input(state), p: input(Pair'],
    by: () => withRules((x: any, { match }: any) => [match(x.st, [{}, {}, {}])]),
  },
  {
    what: 'an arm that is undefined', code: 'RTL3012', says: 'rules are wanted, not undefined', at: ['match(x.st, { idle: undefine'], one: host,
    by: () => withRules((x: any, { match }: any) => [match(x.st, { idle: undefined, busy: {}, done: {} })]),
  },
  {
    what: 'match over a number', code: 'RTL2011', says: 'match wants an enumeration, not a number', at: ['match(x.a, {', 'input(uint(8)), b: input(uin'],
    by: () => withRules((x: any, { match }: any) => [match(x.a, {})]),
  },
  {
    what: 'match over a comparison of JavaScript', code: 'RTL2011', says: 'match wants an enumeration, not a boolean', at: ['match(x.a === 1, {'], one: host,
    by: () => withRules((x: any, { match }: any) => [match(x.a === 1, {})]),
  },
  {
    what: 'matchSome without otherwise', code: 'RTL3010', says: 'matchSome has no arm `otherwise`', at: ['matchSome(x.a, { 1: {', 'input(uint(8)), b: input(uin'],
    by: () => withRules((x: any, { matchSome }: any) => [matchSome(x.a, { 1: {} })]),
  },
  {
    what: 'matchSome over a signed number', code: 'RTL2011', says: 'matchSome wants an enumeration or a uint, not a signal', at: ['matchSome(x.s, { 1: {}, othe', 'input(sint(8)), c: input(bit'],
    by: () => withRules((x: any, { matchSome }: any) => [matchSome(x.s, { 1: {}, otherwise: {} })]),
  },
  {
    what: 'matchSome over text', code: 'RTL3010', says: '`one` is no value of a uint', at: ['matchSome(x.a, { one: {}, ot', 'input(uint(8)), b: input(uin'],
    by: () => withRules((x: any, { matchSome }: any) => [matchSome(x.a, { one: {}, otherwise: {} })]),
  },
  {
    what: 'matchSome over a value that does not fit', code: 'RTL2002', says: '256 does not fit in uint(8): 0 to 255', at: ['matchSome(x.a, { 256: {}, ot', 'input(uint(8)), b: input(uin'],
    by: () => withRules((x: any, { matchSome }: any) => [matchSome(x.a, { 256: {}, otherwise: {} })]),
  },
  {
    what: 'matchSome over -1', code: 'RTL3010', says: '`-1` is no value of a uint', at: ['matchSome(x.a, { [-1]: {}, o', 'input(uint(8)), b: input(uin'],
    by: () => withRules((x: any, { matchSome }: any) => [matchSome(x.a, { [-1]: {}, otherwise: {} })]),
  },
  {
    what: 'two arms for one value', code: 'RTL3010', says: 'two arms are for 1', at: ['matchSome(x.a, { 1: { o: 1', 'input(uint(8)), b: input(uin'],
    by: () => withRules((x: any, { matchSome }: any) => [matchSome(x.a, { 1: { o: 1 }, '01': { o: 0 }, otherwise: {} })]),
  },
  {
    what: 'matchSome without arms', code: 'RTL3010', says: 'arms are the properties of an object, not undefined', at: ['matchSome(x.a', 'input(uint(8)), b: input(uin'],
    by: () => withRules((x: any, { matchSome }: any) => [matchSome(x.a)]),
  },
  {
    what: 'an assertion of eight bits', code: 'RTL2001', says: 'a condition has one bit, `a` is uint(8)', at: ['assert(\'small\', x.a', 'input(uint(8)), b: input(uin'],
    by: () => withRules((x: any, { assert }: any) => [assert('small', x.a)]),
  },
  {
    what: 'an assertion without a label', code: 'RTL1006', says: 'a signal is not a name for a label of assert', at: ['assert(x.c'], one: alone,
    by: () => withRules((x: any, { assert }: any) => [assert(x.c)]),
  },
  {
    what: 'an assertion without a condition', code: 'RTL2011', says: 'a signal or a whole number is wanted, not undefined', at: ['assert(\'held\''], one: host,
    by: () => withRules((_: any, { assert }: any) => [assert('held')]),
  },
  {
    what: 'an assertion of a comparison of JavaScript', code: 'RTL2902', says: 'a JavaScript boolean stands where a signal is wanted', at: ['assert(\'same\', x.a === x.b'], one: host,
    by: () => withRules((x: any, { assert }: any) => [assert('same', x.a === x.b)]),
  },
  { what: 'two assertions of one label', fine: 'the second is named held_2', by: () => withRules((x: any, { assert }: any) => [assert('held', x.c.or(1)), assert('held', x.c.not().or(1))]) },
]
const mem = { mem: memory({ depth: 4, of: uint(8), collision: 'old' }) }
const memories: readonly Mistake[] = [
  {
    what: 'a number for a memory', code: 'RTL3011', says: '`mem` takes read(address) and write(address, value)', at: ['assign({ o: 0 }), ...more as', 'memory({ depth: 4, of: uint('],
    by: () => withRules(() => [{ mem: 3 }], mem),
  },
  {
    what: 'two reads of one port', code: 'RTL3011', says: '`mem` has one read port and one write port', at: ['assign({ o: 0 }), ...more as', 'memory({ depth: 4, of: uint('],
    by: () => withRules(() => [{ mem: [read(0), read(1)] }], mem),
  },
  {
    what: 'two writes of one port', code: 'RTL3011', says: '`mem` has one read port and one write port', at: ['assign({ o: 0 }), ...more as', 'memory({ depth: 4, of: uint('],
    by: () => withRules(() => [{ mem: [write(0, 1), write(1, 1)] }], mem),
  },
  {
    what: 'two reads in two changes', code: 'RTL4005', says: '`mem_read_enable` is set twice without a condition', at: ['assign({ o: 0 }), ...more as', 'assign({ o: 0 }), ...more as'],
    by: () => withRules(() => [{ mem: read(0) }, { mem: read(1) }], mem),
  },
  {
    what: 'a ROM that is written', code: 'RTL3011', says: '`t` is a ROM: it cannot be written', at: ['assign({ o: 0 }), ...more as', 'rom({ of: bit, words: [0, 1'],
    by: () => withRules(() => [{ t: write(0, 1) }], { t: rom({ of: bit, words: [0, 1] }) }),
  },
  {
    what: 'an address that is too wide', code: 'RTL3011', says: 'the address has 8 bits, `mem` of 4 words takes 2', at: ['assign({ o: 0 }), ...more as', 'input(uint(8)), b: input(uin',
      'memory({ depth: 4, of: uint('],
    by: () => withRules((x: any) => [{ mem: read(x.a) }], mem),
  },
  {
    what: 'an address that is too narrow', code: 'RTL3011', says: 'the address has 1 bits, `mem` of 4 words takes 2', at: ['assign({ o: 0 }), ...more as', 'input(bit), st: input(state',
      'memory({ depth: 4, of: uint('],
    by: () => withRules((x: any) => [{ mem: read(x.c) }], mem),
  },
  {
    what: 'an address past the end', code: 'RTL3011', says: 'address 4 of `mem`, which has 4 words', at: ['assign({ o: 0 }), ...more as', 'memory({ depth: 4, of: uint('],
    by: () => withRules(() => [{ mem: read(4) }], mem),
  },
  {
    what: 'a negative address', code: 'RTL3011', says: 'address -1 of `mem`, which has 4 words', at: ['assign({ o: 0 }), ...more as', 'memory({ depth: 4, of: uint('],
    by: () => withRules(() => [{ mem: read(-1) }], mem),
  },
  {
    what: 'an address with a fraction', code: 'RTL3011', says: 'address 0.5 of `mem`, which has 4 words', at: ['assign({ o: 0 }), ...more as', 'memory({ depth: 4, of: uint('],
    by: () => withRules(() => [{ mem: read(0.5) }], mem),
  },
  {
    what: 'an address that is text', code: 'RTL2011', says: 'a signal or a whole number is wanted, not the string \'0\'', at: ['assign({ o: 0 }), ...more as', 'memory({ depth: 4, of: uint('],
    by: () => withRules(() => [{ mem: read('0') }], mem),
  },
  {
    what: 'a read without an address', code: 'RTL2011', says: 'a signal or a whole number is wanted, not undefined', at: ['assign({ o: 0 }), ...more as', 'memory({ depth: 4, of: uint('],
    by: () => withRules(() => [{ mem: read() }], mem),
  },
  {
    what: 'a signed address', code: 'RTL2008', says: 'an amount, index or address is a uint, not sint(8)', at: ['assign({ o: 0 }), ...more as', 'input(sint(8)), c: input(bit',
      'memory({ depth: 4, of: uint('],
    by: () => withRules((x: any) => [{ mem: read(x.s) }], mem),
  },
  {
    what: 'a word that is too wide', code: 'RTL2003', says: 'the value has 9 bits, `mem` has 8', at: ['assign({ o: 0 }), ...more as', 'input(uint(9)), s: input(sin', 'memory({ depth: 4, of: uint('],
    by: () => withRules((x: any) => [{ mem: write(0, x.b) }], mem),
  },
  {
    what: 'a word that does not fit', code: 'RTL2002', says: '256 does not fit in uint(8): 0 to 255', at: ['assign({ o: 0 }), ...more as', 'memory({ depth: 4, of: uint('],
    by: () => withRules(() => [{ mem: write(0, 256) }], mem),
  },
  {
    what: 'a write without a word', code: 'RTL2011', says: 'a signal or a whole number is wanted, not undefined', at: ['assign({ o: 0 }), ...more as', 'memory({ depth: 4, of: uint('],
    by: () => withRules(() => [{ mem: write(0) }], mem),
  },
  {
    what: 'a memory that is read like a vector', code: 'RTL3008', says: 'the body of `m` stops: x.mem.at is not a function', at: ['at(0) }], { ...mem, ...r8', 'module(\'m\', {'],
    by: () => withRules((x: any) => [{ r: x.mem.at(0) }], { ...mem, ...r8 }),
  },
  {
    what: 'a memory that is read like a word', code: 'RTL2011', says: 'a signal or a whole number is wanted, not an object', at: ['assign({ o: 0 }), ...more as', 'register(uint(8), 0'],
    by: () => withRules((x: any) => [{ r: x.mem }], { ...mem, ...r8 }),
  },
  {
    what: 'lanes of a memory without lanes', code: 'RTL3011', says: 'a write of some lanes of `mem`, whose words have none', at: ['assign({ o: 0 }), ...more as', 'memory({ depth: 4, of: uint('],
    by: () => withRules(() => [{ mem: write(0, 1, 1) }], mem),
  },
  {
    what: 'lanes that do not divide a word', code: 'RTL1005', says: '3 lanes for words of 8 bits', at: ['memory({ depth: 4, of: uint('], one: alone,
    by: () => memory({ depth: 4, of: uint(8), collision: 'old', lanes: 3 }),
  },
  {
    what: 'lanes of another width', code: 'RTL3011', says: 'the lanes have 1 bits, `m4` has 4', at: ['assign({ o: 0 }), ...more as', 'input(bit), st: input(state', 'memory({ depth: 4, of: uint('],
    by: () => withRules((x: any) => [{ m4: write(0, 1, x.c) }], { m4: memory({ depth: 4, of: uint(32), collision: 'old', lanes: 4 }) }),
  },
  { what: 'a memory that nobody uses', fine: 'it is left out, or nothing reads it', by: () => withRules(() => [], mem) },
]
const streams = (decls: object, f: (x: any) => object): any => one({ i: sink(bit), o: source(bit), ...decls }, (x, { assign }) => [assign(f(x))])
const taker = module('taker', { i: sink(bit) }, (_: any, { assign }: any) => [assign({ i: { ready: 1 } })])
const handshakes: readonly Mistake[] = [
  {
    what: 'a stream against its direction', code: 'RTL3009', says: '`valid` of stream `i` is not given from here', at: ['assign(f(x', 'sink(bit), o: source(bit), .'],
    by: () => streams({}, x => ({ i: { ready: 1, valid: 1 }, o: x.i })),
  },
  {
    what: 'a source with a ready', code: 'RTL3009', says: '`ready` of stream `o` is not given from here', at: ['assign(f(x', 'source(bit), ...decls }, (x'],
    by: () => streams({}, () => ({ i: { ready: 1 }, o: { valid: 1, payload: 1, ready: 1 } })),
  },
  {
    what: 'a signal for a stream', code: 'RTL2011', says: 'stream `i` takes an object with ready, not a signal', at: ['assign(f(x', 'sink(bit), o: source(bit), .'],
    by: () => streams({ c: input(bit) }, x => ({ i: x.c, o: x.i })),
  },
  {
    what: 'a number for a stream', code: 'RTL2011', says: 'stream `i` takes an object with ready, not a number', at: ['assign(f(x', 'sink(bit), o: source(bit), .'],
    by: () => streams({}, x => ({ i: 1, o: x.i })),
  },
  {
    what: 'a stream that two take', code: 'RTL3013', says: '`i` is offered to `o` and to `p`: both would take the same element', at: ['assign(f(x', 'sink(bit), o: source(bit), .',
      'source(bit) }, x => ({ o: x.', 'source(bit), ...decls }, (x'],
    by: () => streams({ p: source(bit) }, x => ({ o: x.i, p: x.i, i: x.o })),
  },
  {
    what: 'a stream that two instances take', code: 'RTL3013', says: '`f.i` is offered `i`, but nothing reads the ready of `f.i`: an element', at: ['assign(f(x', 'sink(bit), o: source(bit), .',
      'instance(taker), g: instance'],
    by: () => streams({ f: instance(taker), g: instance(taker) }, x => ({ f: { i: x.i }, g: { i: x.i }, i: { ready: 1 }, o: { valid: 0, payload: 0 } })),
  },
  {
    what: 'a taker whom nobody listens to', code: 'RTL3013', says: '`o` is offered `i`, but nothing reads the ready of `o`: an element tha', at: ['assign(f(x', 'sink(bit), o: source(bit), .',
      'source(bit), ...decls }, (x'],
    by: () => streams({}, x => ({ o: x.i, i: { ready: 1 } })),
  },
  {
    what: 'a ready that two get', code: 'RTL3013', says: 'the ready of `o` is given to `i` and to `j`: both would pass an elemen', at: ['assign(f(x', 'source(bit), ...decls }, (x',
      'sink(bit) }, x => ({ o: { va', 'sink(bit), o: source(bit), .'],
    by: () => streams({ j: sink(bit) }, x => ({ o: { valid: x.i.valid, payload: 0 }, i: x.o, j: x.o })),
  },
  {
    what: 'a payload of another shape', code: 'RTL2003', says: 'the value has 1 bits, `o.payload` has 8', at: ['assign({ o: x.i, i: x.o', 'sink(bit), o: source(uint(8',
      'source(uint(8)) }, (x, { ass'],
    by: () => one({ i: sink(bit), o: source(uint(8)) }, (x, { assign }) => [assign({ o: x.i, i: x.o })]),
  },
  {
    what: 'a valid of eight bits', code: 'RTL2003', says: 'the value has 8 bits, `o.valid` has 1', at: ['assign(f(x', 'input(uint(8)) }, x => ({ i:', 'source(bit), ...decls }, (x'],
    by: () => streams({ a: input(uint(8)) }, x => ({ i: x.o, o: { valid: x.a, payload: 0 } })),
  },
  {
    what: 'a payload that is misspelt', code: 'RTL3009', says: '`data` of stream `o` is not given from here', at: ['assign(f(x', 'source(bit), ...decls }, (x'],
    by: () => streams({}, x => ({ i: x.o, o: { valid: 1, data: 1 } })),
  },
  {
    what: 'a stream that waits for itself', code: 'RTL4006', says: '`i_ready` of module `m` follows from itself within one cycle: `i_ready', at: ['assign(f(x', 'sink(bit), o: source(bit), .'],
    by: () => streams({}, x => ({ i: { ready: x.i.ready }, o: { valid: 0, payload: 0 } })),
  },
]

tryAll('values', values)
tryAll('bodies', bodies)
tryAll('arms and checks', arms)
tryAll('memories in use', memories)
tryAll('streams', handshakes)
cleanWhereFine(values, bodies, arms, memories)
