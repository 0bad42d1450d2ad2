// Owns: mistakes between modules: names, instances, loops, clocks, and what is given to the tools instead of a design.
import type { Mistake } from './try.ts'
import { cleanWhereFine, alone, path, bit, bundle, check, compileSimulator, crossing, elaborate, emitVerilog, enumeration, input, instance, memory, module, output, read, register, simulate, tryAll,
  uint, vec, wire } from './try.ts'
import { withRules } from './world.ts'

const one = (decls: object, body: (x: any, v: any) => unknown, name = 'm'): any => module(name, decls, body)
const pass = (name: string, by = 0): any => one({ i: input(uint(8)), o: output(uint(8)) }, (x, { assign }) => [assign({ o: by ? x.i.add(by) : x.i })], name)
const both = (first: any, second: any): any => one({ i: input(uint(8)), o: output(uint(8)), f: instance(first), g: instance(second) }, (x, { assign }) => [assign({ f: { i: x.i }, g: { i: x.f.o },
  o: x.g.o })])

const names: readonly Mistake[] = [
  {
    what: 'two different modules of one name', code: 'RTL3006', says: 'two different modules are named `n`', at: ['module(name, decls, body', 'module(name, decls, body'],
    by: () => both(pass('n'), pass('n', 1)),
  },
  {
    what: 'two different modules whose names differ in case only', code: 'RTL3006', says: 'two different modules are named `fifo`', at: ['module(name, decls, body', 'module(name, decls, body'],
    by: () => both(pass('Fifo'), pass('fifo', 1)),
  },
  { what: 'two equal modules of one name', fine: 'they are one module', by: () => both(pass('n'), pass('n')) },
  { what: 'a module without a name', code: 'RTL1006', says: 'an empty text is not a name for a module', at: ['module(name, decls, body'], one: alone, by: () => one({}, () => [], '') },
  { what: 'a module whose name is a number', code: 'RTL1006', says: '3 is not a name for a module', at: ['(3, {}, () => ['], one: alone, by: () => (module as any)(3, {}, () => []) },
  {
    what: 'a module whose name is a symbol', code: 'RTL1006', says: 'a symbol is not a name for a module', at: ['(Symbol(\'m\'), {}, () => ['], one: alone,
    by: () => (module as any)(Symbol('m'), {}, () => []),
  },
  { what: 'a keyword for a module', fine: 'it becomes another name', by: () => both(pass('module', 1), pass('reg', 2)) },
  { what: 'blanks and quotes in a name', fine: 'they become underscores', by: () => both(pass('mac (2 "taps")', 1), pass('it\'s', 2)) },
  { what: 'a name with a line break and a comment', fine: 'they become underscores', by: () => pass('a\n*/ `define x', 1) },
  { what: 'a name of two hundred letters', code: 'RTL1006', says: 'a name of 200 characters for a module', at: ['module(name, decls, body'], one: alone, by: () => pass('n'.repeat(200), 1) },
  { what: 'a name of 120 letters', fine: 'it is the most', by: () => pass('n'.repeat(117), 1) },
  { what: 'keywords for ports', fine: 'they become other names', by: () => one({ begin: input(bit), end: output(bit), reg: input(bit), int: input(bit), module: output(bit) }, (x, { assign }) =>
    [assign({ end: x.begin, module: x.reg.and(x.int) })]) },
  { what: 'ports whose names differ in case only', fine: 'the second becomes another name', by: () => one({ a: input(bit), A: output(bit) }, (x, { assign }) => [assign({ A: x.a })]) },
  { what: 'ports that become one name', fine: 'the second becomes another name', by: () => one({ dataIn: input(bit), data_in: output(bit) }, (x, { assign }) => [assign({ data_in: x.dataIn })]) },
  { what: 'a field and a port that become one name', fine: 'one of them becomes another name', by: () => one({ s: input(bundle({ x: bit })), s_x: output(bit) }, (x, { assign }) =>
    [assign({ s_x: x.s.x })]) },
  {
    what: 'a port that is named as the clock', code: 'RTL1008', says: 'port `clock` of module `m` cannot be named `clock`: it is the name of ', at: ['input(bit), o: output(bit',
      'input(bit), o: output(bit'],
    by: () => one({ clock: input(bit), o: output(bit), r: register(bit, 0) }, (x, { assign }) => [assign({ o: x.r }), { r: x.clock }]),
  },
  {
    what: 'a port that is named as the reset', code: 'RTL1008', says: 'port `reset` of module `m` cannot be named `reset`: it is the name of ', at: ['input(bit), o: output(bit',
      'input(bit), o: output(bit'],
    by: () => one({ reset: input(bit), o: output(bit), r: register(bit, 0) }, (x, { assign }) => [assign({ o: x.r }), { r: x.reset }]),
  },
  {
    what: '__proto__ written out for a port', code: 'RTL1009', says: 'the declarations of `m` have another prototype than a plain object', at: ['module(name, decls, body'], one: alone,
    by: () => one({ __proto__: input(bit), o: output(bit) }, (_, { assign }) => [assign({ o: 0 })]),
  },
  { what: '__proto__ for a port', fine: 'it is a name like others', by: () => one({ ['__proto__']: input(bit), o: output(bit) }, (x, { assign }) => [assign({ o: x['__proto__'] })]) },
  { what: 'names of JavaScript for ports', fine: 'they are names like others', by: () => one({ constructor: input(bit), toString: output(bit), hasOwnProperty: output(bit), valueOf: output(bit) },
    (x, { assign }) => [assign({ toString: x.constructor, hasOwnProperty: 0, valueOf: 1 })]) },
  {
    what: 'an output named constructor that is forgotten', code: 'RTL3001', says: 'nothing gives output `constructor` a value', at: ['assign({ o: 0', 'output(bit), o: output(bit'],
    by: () => one({ constructor: output(bit), o: output(bit) }, (_, { assign }) => [assign({ o: 0 })]),
  },
  {
    what: 'a symbol for a port', code: 'RTL1006', says: 'Symbol(p) is not a name: it would be left out without a word', at: ['module(name, decls, body'], one: alone,
    by: () => one({ [Symbol('p')]: input(bit), o: output(bit) }, (_, { assign }) => [assign({ o: 0 })]),
  },
  { what: 'numbers for ports', fine: 'they get a letter', by: () => one({ 0: input(bit), 1: output(bit) }, (x, { assign }) => [assign({ 1: x[0] })]) },
  { what: 'a number that JavaScript cannot hold for a port', fine: 'the key is text', by: () => one({ '1e400': input(bit), 'o': output(bit) }, (x, { assign }) => [assign({ o: x['1e400'] })]) },
  { what: 'frozen ports', fine: 'nothing writes into them', by: () => one(Object.freeze({ a: input(bit), o: output(bit) }), (x, { assign }) => [assign(Object.freeze({ o: x.a }))]) },
  { what: 'a getter for a port', fine: 'it is read', by: () => one({ get a() { return input(bit) }, o: output(bit) }, (x, { assign }) => [assign({ o: x.a })]) },
  { what: 'ports behind a proxy', fine: 'they are read as any object', by: () => one(new Proxy({ a: input(bit), o: output(bit) }, {}), (x, { assign }) => [assign({ o: x.a })]) },
  {
    what: 'ports of a class', code: 'RTL1009', says: 'the declarations of `m` have another prototype than a plain object', at: ['module(name, decls, body'], one: alone,
    by: () => one(new class Ports { o = output(bit) }(), (_, { assign }) => [assign({ o: 0 })]),
  },
  { what: 'an enumeration and a port of one name', fine: 'both keep legal names', by: () => one({ state: input(enumeration('state', ['state', 'end'])), o: output(bit) }, (x, { assign }) =>
    [assign({ o: x.state.is('end') })]) },
]
const instances: readonly Mistake[] = [
  { what: 'a module inside itself', own: 'object is not extensible', by: () => { const m: any = one({ i: input(uint(8)), o: output(uint(8)) }, (x, { assign }) =>
    [assign({ o: x.i })]); m.ports.self = instance(m); return m } },
  { what: 'two modules inside each other', own: 'object is not extensible', by: () => { const a: any = pass('a'), b: any = both(a, pass('c')); a.ports.back = instance(b); return b } },
  {
    what: 'a module that a getter of its own declarations wants', code: 'RTL3050', says: 'the declarations of module `m` read `m`, which is not made yet', at: ['m) } }, () =>', 'module(name, decls, body'],
    by: () => { const m: any = one({ get f() { return instance(m) } }, () => []); return m },
  },
  {
    what: 'a getter that makes such a module again and again', code: 'RTL3050', says: 'has no end: what it contains leads back to itself', at: ['again(n + 1', 'module(name, decls, body'],
    by: () => { const again = (n: number): any => one({ get f() { return instance(again(n + 1)) } }, () => [], `m${n}`); return again(0) },
  },
  {
    what: 'a copy of a module that holds itself', code: 'RTL3050', says: 'module `m` contains itself', at: ['instance(m) };', 'module(name, decls, body'],
    by: () => { const m: any = { ...pass('m') }; m.ports = { ...m.ports, f: instance(m) }; return m },
  },
  {
    what: 'two such copies inside each other', code: 'RTL3050', says: 'module `a` contains itself, through `b`', at: ['instance(a) };', 'module(name, decls, body'],
    by: () => { const a: any = { ...pass('a') }, b: any = { ...pass('b') }; a.ports = { ...a.ports, f: instance(b) }; b.ports = { ...b.ports, f: instance(a) }; return a },
  },
  {
    what: 'a copy whose parts are made anew whenever they are read', code: 'RTL3050', says: 'module `m` has no end', at: ['instance(more()) } } })', 'module(name, decls, body'],
    by: () => { const more = (): any => ({ ...pass('m'), get ports() { return { f: instance(more()) } } }); return more() },
  },
  {
    what: 'a module that is not there yet', code: 'RTL1007', says: 'instance takes a module, not undefined', at: ['instance(later()) }, () => ['], one: alone,
    by: () => { const later: any = () => undefined; const m = one({ f: instance(later()) }, () => []); return m },
  },
  {
    what: 'a module that a circular import left undefined', code: 'RTL1007', says: 'instance takes a module, not undefined', at: ['instance(imported.inner'], one: alone,
    by: () => { const imported: { inner?: unknown } = {}; return one({ f: instance(imported.inner) }, () => []) },
  },
  {
    what: 'a function that makes a module', code: 'RTL1007', says: 'instance takes a module, not a function', at: ['instance(pass) }, () => ['], one: alone,
    by: () => one({ f: instance(pass) }, () => []),
  },
  { what: 'a declaration for a module', code: 'RTL1007', says: 'instance takes a module, not a declaration (input)', at: ['instance(input(bit'], one: alone, by: () => instance(input(bit)) },
  { what: 'a class for a module', code: 'RTL1007', says: 'instance takes a module, not a function', at: ['instance(class M {'], one: alone, by: () => instance(class M {}) },
  {
    what: 'a port of the other instance', code: 'RTL3001', says: 'nothing gives `f.i` a value', at: ['assign({ f: { o: x.i }, o: x', 'instance(pass(\'n\')) }, (x, {'],
    by: () => one({ i: input(uint(8)), o: output(uint(8)), f: instance(pass('n')) }, (x, { assign }) => [assign({ f: { o: x.i }, o: x.f.o })]),
  },
  {
    what: 'an instance that reads the declaration of its module', code: 'RTL2011', says: 'a signal or a whole number is wanted, not a declaration (output)', at: ['assign({ f: { i: 0 }, o: n.p',
      'output(uint(8)), f: instance'],
    by: () => { const n: any = pass('n'); return one({ o: output(uint(8)), f: instance(n) }, (_, { assign }) => [assign({ f: { i: 0 }, o: n.ports.o })]) },
  },
  {
    what: 'an instance that is too narrow for its value', code: 'RTL2003', says: 'the value has 9 bits, `f.i` has 8', at: ['assign({ f: { i: x.i }, o: x', 'input(uint(9)), o: output(ui',
      'instance(pass(\'n\')) }, (x, {'],
    by: () => one({ i: input(uint(9)), o: output(uint(8)), f: instance(pass('n')) }, (x, { assign }) => [assign({ f: { i: x.i }, o: x.f.o })]),
  },
  {
    what: 'a signal of another module', code: 'RTL3007', says: '`a` belongs to another module than `m`, where it is used', at: ['input(bit), q: output(bit', 'module(name, decls, body'],
    by: () => { let kept: any; const n = one({ a: input(bit), q: output(bit) }, (x, { assign }) => { kept = x.a; return [assign({ q: x.a })] }, 'n'); return one({ o: output(bit), f: instance(n) },
      (_, { assign }) => [assign({ f: { a: 0 }, o: kept })]) },
  },
  { what: 'an instance that nobody listens to', fine: 'its outputs stay open', by: () => one({ i: input(uint(8)), o: output(bit), f: instance(pass('n')) }, (x, { assign }) =>
    [assign({ f: { i: x.i }, o: 0 })]) },
  {
    what: 'a list of instances in an array', code: 'RTL1007', says: '`f` of module `m` is no declaration, but an array', at: ['module(name, decls, body'], one: alone,
    by: () => one({ f: [instance(pass('n')), instance(pass('n'))] }, () => []),
  },
]
const inverter = one({ a: input(bit), q: output(bit) }, (x, { assign }) => [assign({ q: x.a.not() })], 'inverter')
const loops: readonly Mistake[] = [
  {
    what: 'a wire that follows from itself', code: 'RTL4006', says: '`w[0]` of module `m` follows from itself within one cycle: `w[0]` -> `', at: ['assign({ w: x.w.add(1), o: x',
      'wire(uint(8)), o: output(uin'],
    by: () => one({ w: wire(uint(8)), o: output(uint(8)) }, (x, { assign }) => [assign({ w: x.w.add(1), o: x.w })]),
  },
  {
    what: 'two wires that follow from each other', code: 'RTL4006', says: '`v` of module `m` follows from itself within one cycle: `v` -> `w` -> ', at: ['assign({ v: x.w.not(), w: x.',
      'assign({ v: x.w.not(), w: x.'],
    by: () => one({ v: wire(bit), w: wire(bit), o: output(bit) }, (x, { assign }) => [assign({ v: x.w.not(), w: x.v, o: x.w })]),
  },
  {
    what: 'a loop through an instance', code: 'RTL4006', says: '`f.a` of module `m` follows from itself within one cycle: `f.a` -> `f.', at: ['assign({ f: { a: x.f.q }, o:',
      'instance(inverter) }, (x, {'],
    by: () => one({ o: output(bit), f: instance(inverter) }, (x, { assign }) => [assign({ f: { a: x.f.q }, o: x.f.q })]),
  },
  {
    what: 'a loop through two instances', code: 'RTL4006', says: '`f.a` of module `m` follows from itself within one cycle: `f.a` -> `g.', at: ['assign({ f: { a: x.g.q }, g:',
      'instance(inverter) }, (x, {', 'assign({ f: { a: x.g.q }, g:', 'instance(inverter), g: insta'],
    by: () => one({ o: output(bit), f: instance(inverter), g: instance(inverter) }, (x, { assign }) => [assign({ f: { a: x.g.q }, g: { a: x.f.q }, o: x.f.q })]),
  },
  {
    what: 'a loop by a condition', code: 'RTL4006', says: '`w` of module `m` follows from itself within one cycle: `w` -> `w`', at: ['when(x.w.not(), { w: 1', 'wire(bit), o: output(bit'],
    by: () => one({ w: wire(bit), o: output(bit) }, (x, { assign, when }) => [assign({ w: 0, o: x.w }), when(x.w.not(), { w: 1 })]),
  },
  {
    what: 'a loop by an index', code: 'RTL4006', says: '`w[0][0]` of module `m` follows from itself within one cycle: `w[0][0]', at: ['assign({ w: [x.w.at(x.i), 0', 'wire(vec(4, uint(2))), i: in'],
    by: () => one({ w: wire(vec(4, uint(2))), i: input(uint(2)), o: output(uint(2)) }, (x, { assign }) => [assign({ w: [x.w.at(x.i), 0, 0, 0], o: x.w.at(0) })]),
  },
  {
    what: 'an output that sets itself', code: 'RTL4006', says: '`o[0]` of module `m` follows from itself within one cycle: `o[0]` -> `', at: ['assign({ o: x.o.add(1', 'output(uint(4)) }, (x, { ass'],
    by: () => one({ o: output(uint(4)) }, (x, { assign }) => [assign({ o: x.o.add(1) })]),
  },
  {
    what: 'a memory that is read under its own word, in the same cycle', code: 'RTL4006', says: '`t_data[0]` of module `m` follows from itself within one cycle: `t_dat',
      at: ['memory({ depth: 4, of: uint(', 'memory({ depth: 4, of: uint('],
    by: () => one({ t: memory({ depth: 4, of: uint(2), mode: 'async' }), o: output(uint(2)) }, (x, { assign }) => [assign({ o: x.t.data }), { t: read(x.t.data) }]),
  },
  {
    what: 'a latch from a rule', code: 'RTL3001', says: 'nothing gives wire `w` a value', at: ['assign({ o: x.w }), when(x.c', 'wire(bit), o: output(bit'],
    by: () => one({ c: input(bit), w: wire(bit), o: output(bit) }, (x, { assign, when }) => [assign({ o: x.w }), when(x.c, { w: 1 })]),
  },
]
const clocks: readonly Mistake[] = [
  {
    what: 'two clocks in one expression', code: 'RTL2010', says: '`a` is clocked by clk, `r` by rx', at: ['and(x.r', 'input(bit), r: input(bit, \'r', 'input(bit, \'rx\'), o: output('],
    by: () => one({ a: input(bit), r: input(bit, 'rx'), o: output(bit) }, (x, { assign }) => [assign({ o: x.a.and(x.r) })]),
  },
  {
    what: 'a value of another clock', code: 'RTL2010', says: '`o` is clocked by clk, `r` by rx', at: ['assign({ o: x.r', 'input(bit, \'rx\'), o: output(', 'output(bit) }, (x, { assign'],
    by: () => one({ r: input(bit, 'rx'), o: output(bit) }, (x, { assign }) => [assign({ o: x.r })]),
  },
  {
    what: 'a register that takes a value of another clock', code: 'RTL2010', says: '`q` is clocked by clk, `r` by rx', at: ['assign({ o: x.q }), { q: x.r', 'input(uint(8), \'rx\'), q: reg',
      'register(uint(8), 0), o: out'],
    by: () => one({ r: input(uint(8), 'rx'), q: register(uint(8), 0), o: output(uint(8)) }, (x, { assign }) => [assign({ o: x.q }), { q: x.r }]),
  },
  {
    what: 'a condition of another clock', code: 'RTL4007', says: 'register `q` of clock domain `clk` takes a value of `rx`', at: ['when(x.r, { q: 1', 'input(bit, \'rx\'), q: registe'],
    by: () => one({ r: input(bit, 'rx'), q: register(bit, 0), o: output(bit) }, (x, { assign, when }) => [assign({ o: x.q }), when(x.r, { q: 1 })]),
  },
  {
    what: 'a match over a value of another clock', code: 'RTL4007', says: 'register `q` of clock domain `clk` takes a value of `rx`', at: ['matchSome(x.r, { 1: { q: 1',
      'input(uint(2), \'rx\'), q: reg'],
    by: () => one({ r: input(uint(2), 'rx'), q: register(bit, 0), o: output(bit) }, (x, { assign, matchSome }) => [assign({ o: x.q }), matchSome(x.r, { 1: { q: 1 }, otherwise: {} })]),
  },
  {
    what: 'an index of another clock', code: 'RTL2010', says: '`v.0` is clocked by clk, `r` by rx', at: ['at(x.r', 'input(vec(4, bit)), o: outpu', 'input(uint(2), \'rx\'), v: inp'],
    by: () => one({ r: input(uint(2), 'rx'), v: input(vec(4, bit)), o: output(bit) }, (x, { assign }) => [assign({ o: x.v.at(x.r) })]),
  },
  {
    what: 'an address of another clock', code: 'RTL2010', says: '`t` is clocked by clk, `r` by rx', at: ['assign({ o: x.t.data }), { t', 'input(uint(2), \'rx\'), t: mem',
      'memory({ depth: 4, of: bit'],
    by: () => one({ r: input(uint(2), 'rx'), t: memory({ depth: 4, of: bit, collision: 'old' }), o: output(bit) }, (x, { assign }) => [assign({ o: x.t.data }), { t: read(x.r) }]),
  },
  {
    what: 'an assertion over two clocks', code: 'RTL2010', says: '`a` is clocked by clk, `r` by rx', at: ['and(x.r', 'input(bit), r: input(bit, \'r', 'input(bit, \'rx\'), o: output('],
    by: () => one({ a: input(bit), r: input(bit, 'rx'), o: output(bit) }, (x, { assign, assert }) => [assign({ o: 0 }), assert('both', x.a.and(x.r))]),
  },
  {
    what: 'a crossing of several bits without a reason', code: 'RTL1015', says: 'a crossing of 8 bits, which may be taken in the middle of a change', at: ['crossing(uint(8), 0, { from:'], one: alone,
    by: () => crossing(uint(8), 0, { from: 'rx', to: 'clk' }),
  },
  {
    what: 'a crossing to itself', code: 'RTL1015', says: 'a crossing from clock domain `clk` to itself', at: ['crossing(bit, 0, { from: \'cl'], one: alone,
    by: () => crossing(bit, 0, { from: 'clk', to: 'clk' }),
  },
  { what: 'a crossing of nothing', code: 'RTL1015', says: 'a crossing is from a clock domain to another, not undefined', at: ['crossing(bit, 0'], one: alone, by: () => crossing(bit, 0) },
  {
    what: 'a crossing that is computed', code: 'RTL4007', says: 'register `c` of clock domain `clk` takes a value of `rx`: the value do', at: ['assign({ o: x.d })',
      'input(bit, \'rx\'), b: input(b', 'input(bit, \'rx\'), c: crossin'],
    by: () => one({ a: input(bit, 'rx'), b: input(bit, 'rx'), c: crossing(bit, 0, { from: 'rx', to: 'clk' }), d: register(bit, 0), o: output(bit) }, (x, { assign }) => [assign({ o: x.d }),
      { c: x.a.and(x.b), d: x.c }]),
  },
  {
    what: 'a crossing without a second register', code: 'RTL4007', says: 'register `c` of clock domain `clk` takes a value of `rx`: what reads i', at: ['assign({ o: x.c }), { c: x.a',
      'input(bit, \'rx\'), c: crossin'],
    by: () => one({ a: input(bit, 'rx'), c: crossing(bit, 0, { from: 'rx', to: 'clk' }), o: output(bit) }, (x, { assign }) => [assign({ o: x.c }), { c: x.a }]),
  },
  {
    what: 'a crossing from a clock that the module does not have', code: 'RTL1015', says: 'a crossing from clock domain `rx`, to which nothing in module `m` belo',
      at: ['crossing(bit, 0, { from: \'rx', 'module(name, decls, body'],
    by: () => one({ c: crossing(bit, 0, { from: 'rx', to: 'clk' }), o: output(bit) }, (x, { assign }) => [assign({ o: x.c })]),
  },
  { what: 'clocks that become one name', fine: 'the second becomes another name', by: () => one({ a: input(bit, 'rxClk'), b: input(bit, 'rx_clk'), p: output(bit, 'rxClk'), q: output(bit,
    'rx_clk'), r: register(bit, 0, 'rxClk'), s: register(bit, 0, 'rx_clk') }, (x, { assign }) => [assign({ p: x.r, q: x.s }), { r: x.a, s: x.b }]) },
  {
    what: 'an instance of another clock', code: 'RTL2010', says: '`f.a` is clocked by rx, `i` by clk', at: ['assign({ f: { a: x.i }, o: 0', 'input(bit), o: output(bit', 'instance(one({ a: input(bit'],
    by: () => one({ i: input(bit), o: output(bit), f: instance(one({ a: input(bit, 'rx'), q: output(bit, 'rx') }, (x, { assign }) => [assign({ q: x.a })], 'n')) }, (x, { assign }) =>
      [assign({ f: { a: x.i }, o: 0 })]),
  },
  {
    what: 'a domain with a reset that does not exist', code: 'RTL1020', says: 'the reset of clock domain `clk` of module `m` is the string \'asnyc\'', at: ['(\'m\', { o: output(bit) }, (_'],
      one: alone,
    by: () => (module as any)('m', { o: output(bit) }, (_: any, { assign }: any) => [assign({ o: 0 })], { domains: { clk: { reset: 'asnyc' } } }),
  },
  {
    what: '33 clocks', code: 'RTL6003', says: 'the design has 34 clocks; a simulation has at most 32', at: ['module(name, decls, body'], one: alone,
    by: () => one({ o: output(bit), ...Object.fromEntries(Array.from({ length: 33 }, (_, i) => [`r${i}`, register(bit, 0, `c${i}`)])), ...Object.fromEntries(Array.from({ length: 33 }, (_, i) =>
      [`o${i}`, output(bit, `c${i}`)])) }, (x, { assign }) => [assign({ o: 0, ...Object.fromEntries(Array.from({ length: 33 }, (_, i) => [`o${i}`, x[`r${i}`]])) }),
        Object.fromEntries(Array.from({ length: 33 }, (_, i) => [`r${i}`, x[`r${i}`].not()]))]),
  },
]
const tools: readonly Mistake[] = [
  { what: 'elaborate of nothing', code: 'RTL1007', says: 'elaborate takes a module, not undefined', at: ['elaborate('], one: alone, by: () => elaborate() },
  { what: 'elaborate of a function that makes modules', code: 'RTL1007', says: 'elaborate takes a module, not a function', at: ['elaborate(pass'], one: alone, by: () => elaborate(pass) },
  { what: 'elaborate of a design', code: 'RTL1007', says: 'elaborate takes a module, not a design', at: ['elaborate(elaborate(pass(\'n\''], one: alone, by: () => elaborate(elaborate(pass('n'))) },
  { what: 'elaborate of a declaration', code: 'RTL1007', says: 'elaborate takes a module, not a declaration (input)', at: ['elaborate(input(bit'], one: alone, by: () => elaborate(input(bit)) },
  { what: 'emitVerilog of a module', code: 'RTL4002', says: 'a design is wanted, not a module', one: path, by: () => emitVerilog(pass('n')) },
  { what: 'emitVerilog of nothing', code: 'RTL4002', says: 'a design is wanted, not undefined', one: path, by: () => emitVerilog() },
  { what: 'check of a module', code: 'RTL4002', says: 'a design is wanted, not a module', one: path, by: () => check(pass('n')) },
  { what: 'simulate of nothing', code: 'RTL1007', says: 'elaborate takes a module, not undefined', at: ['simulate('], one: alone, by: () => simulate() },
  { what: 'simulate of a design', code: 'RTL1007', says: 'elaborate takes a module, not a design', at: ['simulate(elaborate(pass(\'n\''], one: alone, by: () => simulate(elaborate(pass('n'))) },
  { what: 'compileSimulator of a module', code: 'RTL4002', says: 'a design is wanted, not a module', one: path, by: () => compileSimulator(pass('n')) },
  {
    what: 'a design that was changed by hand', code: 'RTL4003', says: 'nothing gives `o` a value', at: ['output(bit), a: input(uint(8', 'module(\'m\', {'],
    by: () => { const d: any = elaborate(withRules(() => [])); return { ...d, modules: d.modules.map((m: any) => ({ ...m, body: [] })) } },
  },
]

tryAll('names', names)
tryAll('instances', instances)
tryAll('loops and latches', loops)
tryAll('clocks', clocks)
tryAll('what is given to the tools', tools)
cleanWhereFine(names, instances)
