// Owns: mistakes in rules: what a body returns, and how its rules are made and joined.
/* eslint-disable no-sparse-arrays -- holes are among the mistakes */
import type { Mistake } from '../try.ts'
import { alone, host, bit, elaborate, input, module, output } from '../try.ts'
import { one, r8, withRules } from '../world.ts'

export const bodies: readonly Mistake[] = [
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
    what: 'an async body', code: 'RTL3012', says: 'the body of `m` is async: it returns a promise', at: ['module(\'m\', decls, body'], one: host,
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
