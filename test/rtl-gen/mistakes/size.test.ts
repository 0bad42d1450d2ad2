// Owns: what is too big, too deep or too much: it works, or it is refused; nothing overflows.
import type { Mistake } from './try.ts'
import { alone, bit, bundle, cat, elaborate, input, instance, lit, memory, module, mux, named, output, register, replicate, tryAll, uint, vec, wire } from './try.ts'

const one = (decls: object, body: (x: any, v: any) => unknown, name = 'm'): any => module(name, decls, body)
const times = (n: number, x: any, f: (x: any, i: number) => any): any => { for (let i = 0; i < n; i++) x = f(x, i); return x }

const depth: readonly Mistake[] = [
  { what: 'a sum of 10,000 levels', fine: 'depth is no limit', by: () => one({ a: input(uint(8)), o: output(uint(8)) }, (x, { assign }) => [assign({ o: times(10_000, x.a, (s,
    i) => s.add(i & 3 ? x.a : 1)) })]) },
  { what: 'a choice of 3000 levels', fine: 'depth is no limit', by: () => one({ a: input(uint(14)), o: output(uint(14)) }, (x, { assign }) => [assign({ o: times(3000, x.a, (s, i) => mux(x.a.eq(i),
    i, s)) })]) },
  { what: 'a row of 6000 parts, one by one', fine: 'depth is no limit', by: () => one({ a: input(bit), o: output(uint(6001)) }, (x, { assign }) => [assign({ o: times(6000, x.a, s => cat(s,
    x.a)) })]) },
  { what: 'conditions of 200 levels', fine: 'depth is no limit', by: () => one({ a: input(uint(10)), r: register(uint(10), 0), o: output(uint(10)) }, (x, { assign, when }) => [assign({ o: x.r }),
    times(200, { r: 1 }, (rule, i) => when(x.a.ne(i), rule))]) },
  { what: 'a rule of 1000 elseWhen', fine: 'length is no limit', by: () => one({ a: input(uint(13)), r: register(uint(13), 0), o: output(uint(13)) }, (x, { assign, when }) => [assign({ o: x.r }),
    times(1000, when(x.a.eq(0), { r: 1 }), (rule, i) => rule.elseWhen(x.a.eq(i + 1), { r: i }))]) },
  { what: '2000 rules', fine: 'length is no limit', by: () => one({ a: input(uint(14)), r: register(uint(14), 0), o: output(uint(14)) }, (x, { assign, when }) => [assign({ o: x.r }),
    ...Array.from({ length: 2000 }, (_, i) => when(x.a.eq(i), { r: i }))]) },
  { what: 'bundles of 500 levels', fine: 'depth is no limit', by: () => one({ a: input(times(500, bit, s => bundle({ f: s }))), o: output(bit) }, (x, { assign }) => [assign({ o: times(500, x.a,
    s => s.f) })]) },
  { what: 'vectors of 100 levels', fine: 'depth is no limit', by: () => one({ a: input(times(100, bit, s => vec(1, s))), o: output(bit) }, (x, { assign }) => [assign({ o: times(100, x.a,
    s => s.at(0)) })]) },
  { what: '300 modules inside each other', fine: 'depth is no limit', by: () => times(300, one({ i: input(uint(8)), o: output(uint(8)) }, (x, { assign }) => [assign({ o: x.i.add(1) })], 'level'),
    (of, i) => one({ i: input(uint(8)), o: output(uint(8)), f: instance(of) }, (x, { assign }) => [assign({ f: { i: x.i }, o: x.f.o })], `level_${i}`)) },
  { what: '3000 names', fine: 'length is no limit', by: () => one({ a: input(uint(14)), o: output(uint(14)) }, (x, { assign }) => [assign({ o: times(3000, x.a, (s,
    i) => named({ [`n${i}`]: s.add(i) })[`n${i}`]) })]) },
  { what: 'an array of changes of 10,000 levels', fine: 'depth is no limit', by: () => one({ r: register(bit, 0), o: output(bit) }, (x, { assign }) => [assign({ o: x.r }), times(10_000, { r: 1 },
    c => [c])]) },
  {
    what: 'an array of changes that holds itself', code: 'RTL3012', says: 'rules in an array that holds itself', at: ['assign({ o: x.r }), c', 'module(name, decls, body'],
    by: () => one({ r: register(bit, 0), o: output(bit) }, (x, { assign }) => { const c: unknown[] = []; c.push(c); return [assign({ o: x.r }), c] }),
  },
]
const amount: readonly Mistake[] = [
  {
    what: 'copies to 65536 bits and one more', code: 'RTL1001', says: 'a value of 65537 bits: the most is 65536', at: ['cat(replicate(65536, x.a), x'], one: alone,
    by: () => one({ a: input(bit), o: output(bit) }, (x, { assign }) => [assign({ o: cat(replicate(65536, x.a), x.a).orReduce() })]),
  },
  {
    what: 'a sum that grows past 65536 bits', code: 'RTL1001', says: 'a value of 65537 bits: the most is 65536', at: ['addWide(1).orReduce('], one: alone,
    by: () => one({ a: input(uint(65536)), o: output(bit) }, (x, { assign }) => [assign({ o: x.a.addWide(1).orReduce() })]),
  },
  {
    what: 'a product that grows past 65536 bits', code: 'RTL1001', says: 'a value of 80000 bits: the most is 65536', at: ['mulWide(x.a).orReduce('], one: alone,
    by: () => one({ a: input(uint(40_000)), o: output(bit) }, (x, { assign }) => [assign({ o: x.a.mulWide(x.a).orReduce() })]),
  },
  { what: 'a value of 65536 bits', fine: 'it is the most', by: () => one({ a: input(uint(65536)), o: output(uint(65536)) }, (x, { assign }) => [assign({ o: x.a.not() })]) },
  { what: 'a literal of 65537 bits', code: 'RTL1001', says: 'a width of 65537 is more than 65536', at: ['lit(65537, 1'], one: alone, by: () => lit(65537, 1) },
  {
    what: 'a wire of a million elements', code: 'RTL1001', says: 'a size of 33554432 is more than 16777216', at: ['vec(2 ** 20, uint(32))), o:'], one: alone,
    by: () => one({ w: wire(vec(2 ** 20, uint(32))), o: output(bit) }, (_, { assign }) => [assign({ o: 0 })]),
  },
  {
    what: 'a memory of 2^32 words', code: 'RTL1005', says: 'a memory of 4294967296 words of 1 bits', at: ['memory({ depth: 2 ** 32, of:'], one: alone,
    by: () => memory({ depth: 2 ** 32, of: bit, collision: 'old' }),
  },
  {
    what: 'a memory that is 2^31 bits wide in all', code: 'RTL1005', says: 'a memory of 1048576 words of 65536 bits', at: ['memory({ depth: 2 ** 20, of:'], one: alone,
    by: () => memory({ depth: 2 ** 20, of: uint(65536), collision: 'old' }),
  },
  { what: 'an elaboration that is tried twice', fine: 'both give the same', by: () => { const m = one({ o: output(bit) }, (_, { assign }) => [assign({ o: 0 })]); elaborate(m); return m } },
]
tryAll('depth', depth)
tryAll('amount', amount)
