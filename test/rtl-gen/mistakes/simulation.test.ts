// Owns: mistakes at a simulation: names, values, cycles, clocks, snapshots, streams.
/* eslint-disable no-sparse-arrays -- holes are among the mistakes */
import type { Mistake } from './try.ts'
import { alone, path, bit, enumeration, input, instance, memory, module, output, read, register, simulate, sink, sint, source, tryAll, uint, vec, write,
  bundle } from './try.ts'

const state = enumeration('state', ['idle', 'busy', 'done'])
class Pair extends bundle({ x: uint(4), y: bit }) {}
const inner = module('inner', { a: input(bit), q: output(bit), kept: register(bit, 0) }, (x: any, { assign }: any) => [assign({ q: x.kept }), { kept: x.a }])
const m = module('m', {
  a: input(uint(8)), s: input(sint(4)), e: input(state), p: input(Pair), v: input(vec(2, bit)), o: output(uint(8)), r: register(uint(8), 0), i: sink(uint(8)), q: source(uint(8)), f: instance(inner),
  t: memory({ depth: 4, of: uint(8), collision: 'old' }), u: output(uint(8)),
}, (x: any, { assign }: any) => [assign({ o: x.r, i: x.q, q: x.i, f: { a: 0 }, u: x.t.data }), { r: x.a, t: [read(0), write(1, x.a)] }])
const other = module('other', { o: output(bit), k: register(bit, 0) }, (x: any, { assign }: any) => [assign({ o: x.k })])
const two = module('two', { a: register(bit, 0), o: output(bit), b: register(bit, 0, 'rx'), p: output(bit, 'rx') }, (x: any, { assign }: any) => [assign({ o: x.a, p: x.b }), { a: 1 }, { b: 1 }])
const failing = module('failing', { a: input(bit), o: output(bit) }, (x: any, { assign, assert }: any) => [assign({ o: 0 }), assert('held', x.a)])

const at = (f: (s: any) => unknown) => () => { f(simulate(m)) }
const poke = (values: object) => at(s => s.poke(values))
const pokes: readonly Mistake[] = [
  { what: 'an input that does not exist', code: 'RTL6008', says: 'module `m` has no input `cuont`', at: ['poke(values', 'module(\'m\', {'], by: poke({ cuont: 1 }) },
  { what: 'an output that is set', code: 'RTL6009', says: '`o` is an output, and poke sets inputs', at: ['poke(values', 'output(uint(8)), r: register'], by: poke({ o: 1 }) },
  { what: 'a register that is poked', code: 'RTL6009', says: '`r` is a register, and poke sets inputs', at: ['poke(values', 'register(uint(8), 0), i: sin'], by: poke({ r: 1 }) },
  { what: 'a value that is too big', code: 'RTL6007', says: '256 does not fit `a`, which is uint(8)', at: ['poke(values', 'input(uint(8)), s: input(sin'], by: poke({ a: 256 }) },
  { what: 'a negative value', code: 'RTL6007', says: '-1 does not fit `a`, which is uint(8)', at: ['poke(values', 'input(uint(8)), s: input(sin'], by: poke({ a: -1 }) },
  { what: 'a signed value that is too big', code: 'RTL6007', says: '8 does not fit `s`, which is sint(4)', at: ['poke(values', 'input(sint(4)), e: input(sta'], by: poke({ s: 8 }) },
  { what: 'a signed value that is too small', code: 'RTL6007', says: '-9 does not fit `s`, which is sint(4)', at: ['poke(values', 'input(sint(4)), e: input(sta'], by: poke({ s: -9 }) },
  { what: 'a fraction', code: 'RTL6007', says: '`a` takes a whole number, not 0.5', at: ['poke(values', 'input(uint(8)), s: input(sin'], by: poke({ a: 0.5 }) },
  { what: 'NaN', code: 'RTL6007', says: '`a` takes a whole number, not NaN', at: ['poke(values', 'input(uint(8)), s: input(sin'], by: poke({ a: NaN }) },
  { what: 'Infinity', code: 'RTL6007', says: '`a` takes a whole number, not Infinity', at: ['poke(values', 'input(uint(8)), s: input(sin'], by: poke({ a: Infinity }) },
  { what: 'text', code: 'RTL6007', says: '`a` takes a whole number, not "1"', at: ['poke(values', 'input(uint(8)), s: input(sin'], by: poke({ a: '1' }) },
  { what: 'undefined', code: 'RTL6007', says: '`a` takes a whole number, not undefined', at: ['poke(values', 'input(uint(8)), s: input(sin'], by: poke({ a: undefined }) },
  { what: 'null', code: 'RTL6007', says: '`a` takes a whole number, not null', at: ['poke(values', 'input(uint(8)), s: input(sin'], by: poke({ a: null }) },
  { what: 'true', code: 'RTL6007', says: '`a` takes a whole number, not true', at: ['poke(values', 'input(uint(8)), s: input(sin'], by: poke({ a: true }) },
  {
    what: 'a bigint that is too big', code: 'RTL6007', says: '18446744073709551616 does not fit `a`, which is uint(8)', at: ['poke(values', 'input(uint(8)), s: input(sin'],
    by: poke({ a: 1n << 64n }),
  },
  { what: 'no member', code: 'RTL6007', says: '`e` takes a member of enumeration `state`, not "bsuy"', at: ['poke(values', 'input(state), p: input(Pair'], by: poke({ e: 'bsuy' }) },
  { what: 'a number for a member', code: 'RTL6007', says: '`e` takes a member of enumeration `state`, not 1', at: ['poke(values', 'input(state), p: input(Pair'], by: poke({ e: 1 }) },
  { what: 'a field that is missing', code: 'RTL6007', says: '`p.y` takes a whole number, not undefined', at: ['poke(values', 'input(Pair), v: input(vec(2'], by: poke({ p: { x: 1 } }) },
  { what: 'a field that is not there', code: 'RTL6007', says: '`p` has no field `z`', at: ['poke(values', 'input(Pair), v: input(vec(2'], by: poke({ p: { x: 1, y: 1, z: 1 } }) },
  { what: 'a number for a bundle', code: 'RTL6007', says: '`p` takes an object with x, y, not 3', at: ['poke(values', 'input(Pair), v: input(vec(2'], by: poke({ p: 3 }) },
  { what: 'too few elements', code: 'RTL6007', says: '`v` takes an array of 2 elements, not one of 1', at: ['poke(values', 'input(vec(2, bit)), o: outpu'], by: poke({ v: [1] }) },
  { what: 'a hole in the elements', code: 'RTL6007', says: '`v.0` takes a whole number, not undefined', at: ['poke(values', 'input(vec(2, bit)), o: outpu'], by: poke({ v: [, 1] }) },
  { what: 'nothing to poke', code: 'RTL6007', says: 'poke takes an object of values by name', at: ['poke(', 'module(\'m\', {'], by: at(s => s.poke()) },
  { what: 'a value without its name', code: 'RTL6007', says: 'poke takes an object of values by name', at: ['poke(3', 'module(\'m\', {'], by: at(s => s.poke(3)) },
  { what: 'set of an input', code: 'RTL6009', says: '`a` is an input, and set sets registers', at: ['set({ a: 1', 'input(uint(8)), s: input(sin'], by: at(s => s.set({ a: 1 })) },
  { what: 'a value of peek that is assigned', code: 'RTL6009', says: '`peek.o` cannot be assigned: `o` is an output', at: ['= 3n', 'output(uint(8)), r: register'], by: at(s => { s.peek.o = 3n }) },
  { what: 'peek of something that does not exist', code: 'RTL6008', says: '`peek` has no `cuont`', at: ['cuont', 'module(\'m\', {'], by: at(s => s.peek.cuont) },
  { what: 'peek of a stream', code: 'RTL6008', says: '`q` is a source, which `peek` does not have', at: ['q', 'source(uint(8)), f: instance'], by: at(s => s.peek.q) },
  {
    what: 'a path that does not exist', code: 'RTL6008', says: 'there is no `f.ketp` in `f`, a `inner`', at: ['peekPath(\'f.ketp\'', 'module(\'inner\', { a: input(b'],
    by: at(s => s.peekPath('f.ketp')),
  },
  { what: 'a sink that does not exist', code: 'RTL6008', says: '`sinks` has no `x`', at: ['x.send(1', 'module(\'m\', {'], by: at(s => s.sinks.x.send(1)) },
  { what: 'a source that is sent to', code: 'RTL6008', says: '`q` is a source, which `sinks` does not have', at: ['q.send(1', 'source(uint(8)), f: instance'], by: at(s => s.sinks.q.send(1)) },
  { what: 'an element that does not fit', code: 'RTL6007', says: '256 does not fit `i`, which is uint(8)', at: ['send(256', 'sink(uint(8)), q: source(uin'], by: at(s => s.sinks.i.send(256)) },
  {
    what: 'an element that is undefined', code: 'RTL6007', says: '`i` takes a whole number, not undefined', at: ['send(undefined', 'sink(uint(8)), q: source(uin'],
    by: at(s => s.sinks.i.send(undefined)),
  },
  { what: 'a word past the end', code: 'RTL6014', says: '`t` has 4 words, and none is number 4', at: ['= 1n', 'memory({ depth: 4, of: uint('], by: at(s => { s.memory.t[4] = 1n }) },
  { what: 'a word that does not fit', code: 'RTL6007', says: '256 does not fit `t[0]`, which is uint(8)', at: ['= 256n', 'memory({ depth: 4, of: uint('], by: at(s => { s.memory.t[0] = 256n }) },
  { what: 'a memory that does not exist', code: 'RTL6008', says: '`memory` has no `x`', at: ['x[0', 'module(\'m\', {'], by: at(s => s.memory.x[0]) },
  { what: 'a raw path that does not exist', code: 'RTL6005', says: 'the simulation has no signal `cuont`', one: path, by: at(s => s.raw.peek('cuont')) },
  { what: 'a raw value that is negative', code: 'RTL6006', says: '-1 is no value of `a`, which has 8 bits', at: ['input(uint(8)), s: input(sin'], one: alone, by: at(s => s.raw.poke('a', -1n)) },
  { what: 'a raw value with a fraction', code: 'RTL6006', says: '`a` takes a whole number, not 0.5', one: path, by: at(s => s.raw.poke('a', 0.5)) },
  { what: 'a raw value that is text', code: 'RTL6006', says: '`a` takes a whole number, not a value of type string', one: path, by: at(s => s.raw.poke('a', '1')) },
  {
    what: 'a raw output that is set', code: 'RTL6005', says: '`o` is computed from other signals, so it cannot be poked', at: ['output(uint(8)), r: register'], one: alone,
    by: at(s => s.raw.poke('o', 1)),
  },
  {
    what: 'a raw word past the end', code: 'RTL6006', says: '1 cannot stand in word 9 of `t`: 4 words of 8 bits', at: ['memory({ depth: 4, of: uint('], one: alone,
    by: at(s => s.raw.pokeMemory('t', 9, 1)),
  },
  { what: 'a raw memory that does not exist', code: 'RTL6005', says: 'the simulation has no signal `x`', one: path, by: at(s => s.raw.peekMemory('x', 0)) },
]
const cycles: readonly Mistake[] = [
  { what: 'a step back', code: 'RTL6010', says: 'the number of cycles is a whole number from 0 up, not -1', at: ['step(-1'], one: alone, by: at(s => s.step(-1)) },
  { what: 'half a step', code: 'RTL6010', says: 'the number of cycles is a whole number from 0 up, not 0.5', at: ['step(0.5'], one: alone, by: at(s => s.step(0.5)) },
  { what: 'NaN steps', code: 'RTL6010', says: 'the number of cycles is a whole number from 0 up, not NaN', at: ['step(NaN'], one: alone, by: at(s => s.step(NaN)) },
  { what: 'steps without end', code: 'RTL6010', says: 'the number of cycles is a whole number from 0 up, not Infinity', at: ['step(Infinity'], one: alone, by: at(s => s.step(Infinity)) },
  { what: 'steps as text', code: 'RTL6010', says: 'the number of cycles is a whole number from 0 up, not the string \'3\'', at: ['step(\'3\''], one: alone, by: at(s => s.step('3')) },
  {
    what: 'more steps than can be counted', code: 'RTL6010', says: 'the number of cycles is 1099511627776, and at most 2147483647 at a tim', at: ['step(2 ** 40'], one: alone,
    by: at(s => s.step(2 ** 40)),
  },
  { what: 'no steps', fine: 'none are run', by: at(s => s.step(0)) },
  { what: 'a reset back', code: 'RTL6010', says: 'the number of cycles is a whole number from 0 up, not -1', at: ['reset(-1'], one: alone, by: at(s => s.reset(-1)) },
  { what: 'raw steps back', code: 'RTL6010', says: 'the number of cycles is a whole number from 0 to 2147483647, not -1', one: path, by: at(s => s.raw.step(-1)) },
  { what: 'half a raw step', code: 'RTL6010', says: 'the number of cycles is a whole number from 0 to 2147483647, not 0.5', one: path, by: at(s => s.raw.step(0.5)) },
  { what: 'a clock that does not exist', code: 'RTL6011', says: 'the design has no clock `rx`', at: ['step(1, { clocks: [\'rx\''], one: alone, by: at(s => s.step(1, { clocks: ['rx'] })) },
  {
    what: 'periods without all clocks', code: 'RTL6011', says: 'clock `rx` has no period that is a whole number from 1 up', at: ['simulate(two, { periods: { c'], one: alone,
    by: () => simulate(two, { periods: { clk: 10 } }),
  },
  {
    what: 'a period of 0', code: 'RTL6011', says: 'clock `rx` has no period that is a whole number from 1 up', at: ['simulate(two, { periods: { c'], one: alone,
    by: () => simulate(two, { periods: { clk: 10, rx: 0 } }),
  },
  {
    what: 'a period with a fraction', code: 'RTL6011', says: 'clock `rx` has no period that is a whole number from 1 up', at: ['simulate(two, { periods: { c'], one: alone,
    by: () => simulate(two, { periods: { clk: 10, rx: 2.5 } }),
  },
  { what: 'time without periods', code: 'RTL6011', says: 'advance wants clocks with periods', at: ['advance(10', 'module(\'m\', {'], by: at(s => s.advance(10)) },
  {
    what: 'a condition that never comes', code: 'RTL6012', says: 'the condition did not come true within 10 cycles (the limit)', at: ['runUntil(() => false, { limi', 'module(\'m\', {'],
    by: at(s => s.runUntil(() => false, { limit: 10 })),
  },
  {
    what: 'a condition that is no function', code: 'RTL6012', says: 'runUntil takes a function that is asked before each cycle', at: ['runUntil(true', 'module(\'m\', {'],
    by: at(s => s.runUntil(true)),
  },
  {
    what: 'a snapshot of another module', code: 'RTL6013', says: 'the snapshot is not one of `m`', at: ['restore(simulate(other).snap', 'module(\'m\', {'],
    by: () => simulate(m).restore(simulate(other).snapshot()),
  },
  { what: 'a snapshot of nothing', code: 'RTL6013', says: 'the snapshot is not one of `m`', at: ['restore(', 'module(\'m\', {'], by: () => simulate(m).restore() },
  { what: 'a raw snapshot of another module', code: 'RTL6013', says: 'the snapshot belongs to another design', one: path, by: () => simulate(m).raw.restore(simulate(other).raw.snapshot()) },
  {
    what: 'a raw snapshot that is cut', code: 'RTL6013', says: 'the snapshot belongs to another design', one: path,
    by: () => { const { raw } = simulate(m); raw.restore({ state: raw.snapshot().state.slice(1) }) },
  },
  { what: 'coverage that was not asked for', code: 'RTL6015', says: 'this simulation counts no coverage', at: ['coverage(', 'module(\'m\', {'], by: at(s => s.coverage()) },
  { what: 'an assertion that fails', code: 'RTL6004', says: 'assert `held` does not hold in cycle 0', at: ['assert(\'held\', x.a'], one: alone, by: () => simulate(failing).step() },
]
tryAll('values of a simulation', pokes)
tryAll('cycles of a simulation', cycles)
