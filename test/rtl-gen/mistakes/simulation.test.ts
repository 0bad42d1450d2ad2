// Owns: mistakes at a simulation: names, values, cycles, clocks, snapshots, streams.
import type { Mistake } from './try.ts'
import { bit, elaborate, enumeration, compileSimulator, input, instance, memory, module, output, read, register, simulate, sink, sint, source, tryAll, uint, vec, write, bundle } from './try.ts'

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
  { what: 'an input that does not exist', by: poke({ cuont: 1 }) },
  { what: 'an output that is set', by: poke({ o: 1 }) },
  { what: 'a register that is poked', by: poke({ r: 1 }) },
  { what: 'a value that is too big', by: poke({ a: 256 }) },
  { what: 'a negative value', by: poke({ a: -1 }) },
  { what: 'a signed value that is too big', by: poke({ s: 8 }) },
  { what: 'a signed value that is too small', by: poke({ s: -9 }) },
  { what: 'a fraction', by: poke({ a: 0.5 }) },
  { what: 'NaN', by: poke({ a: NaN }) },
  { what: 'Infinity', by: poke({ a: Infinity }) },
  { what: 'text', by: poke({ a: '1' }) },
  { what: 'undefined', by: poke({ a: undefined }) },
  { what: 'null', by: poke({ a: null }) },
  { what: 'true', by: poke({ a: true }) },
  { what: 'a bigint that is too big', by: poke({ a: 1n << 64n }) },
  { what: 'no member', by: poke({ e: 'bsuy' }) },
  { what: 'a number for a member', by: poke({ e: 1 }) },
  { what: 'a field that is missing', by: poke({ p: { x: 1 } }) },
  { what: 'a field that is not there', by: poke({ p: { x: 1, y: 1, z: 1 } }) },
  { what: 'a number for a bundle', by: poke({ p: 3 }) },
  { what: 'too few elements', by: poke({ v: [1] }) },
  { what: 'a hole in the elements', by: poke({ v: [, 1] }) },
  { what: 'nothing to poke', by: at(s => s.poke()) },
  { what: 'a value without its name', by: at(s => s.poke(3)) },
  { what: 'set of an input', by: at(s => s.set({ a: 1 })) },
  { what: 'peek of something that does not exist', by: at(s => s.peek.cuont) },
  { what: 'peek of a stream', by: at(s => s.peek.q) },
  { what: 'a path that does not exist', by: at(s => s.peekPath('f.ketp')) },
  { what: 'a sink that does not exist', by: at(s => s.sinks.x.send(1)) },
  { what: 'a source that is sent to', by: at(s => s.sinks.q.send(1)) },
  { what: 'an element that does not fit', by: at(s => s.sinks.i.send(256)) },
  { what: 'an element that is undefined', by: at(s => s.sinks.i.send(undefined)) },
  { what: 'a word past the end', by: at(s => { s.memory.t[4] = 1n }) },
  { what: 'a word that does not fit', by: at(s => { s.memory.t[0] = 256n }) },
  { what: 'a memory that does not exist', by: at(s => s.memory.x[0]) },
  { what: 'a raw path that does not exist', by: at(s => s.raw.peek('cuont')) },
  { what: 'a raw value that is negative', by: at(s => s.raw.poke('a', -1n)) },
  { what: 'a raw value with a fraction', by: at(s => s.raw.poke('a', 0.5)) },
  { what: 'a raw value that is text', by: at(s => s.raw.poke('a', '1')) },
  { what: 'a raw output that is set', by: at(s => s.raw.poke('o', 1)) },
  { what: 'a raw word past the end', by: at(s => s.raw.pokeMemory('t', 9, 1)) },
  { what: 'a raw memory that does not exist', by: at(s => s.raw.peekMemory('x', 0)) },
]
const cycles: readonly Mistake[] = [
  { what: 'a step back', by: at(s => s.step(-1)) },
  { what: 'half a step', by: at(s => s.step(0.5)) },
  { what: 'NaN steps', by: at(s => s.step(NaN)) },
  { what: 'steps without end', by: at(s => s.step(Infinity)) },
  { what: 'steps as text', by: at(s => s.step('3')) },
  { what: 'more steps than can be counted', by: at(s => s.step(2 ** 40)) },
  { what: 'no steps', fine: 'none are run', by: at(s => s.step(0)) },
  { what: 'a reset back', by: at(s => s.reset(-1)) },
  { what: 'raw steps back', by: at(s => s.raw.step(-1)) },
  { what: 'half a raw step', by: at(s => s.raw.step(0.5)) },
  { what: 'a clock that does not exist', by: at(s => s.step(1, { clocks: ['rx'] })) },
  { what: 'periods without all clocks', by: () => simulate(two, { periods: { clk: 10 } }) },
  { what: 'a period of 0', by: () => simulate(two, { periods: { clk: 10, rx: 0 } }) },
  { what: 'a period with a fraction', by: () => simulate(two, { periods: { clk: 10, rx: 2.5 } }) },
  { what: 'time without periods', by: at(s => s.advance(10)) },
  { what: 'a condition that never comes', by: at(s => s.runUntil(() => false, { limit: 10 })) },
  { what: 'a condition that is no function', by: at(s => s.runUntil(true)) },
  { what: 'a snapshot of another module', by: () => simulate(m).restore(simulate(other).snapshot()) },
  { what: 'a snapshot of nothing', by: () => simulate(m).restore() },
  { what: 'a raw snapshot of another module', by: () => simulate(m).raw.restore(simulate(other).raw.snapshot()) },
  { what: 'a raw snapshot that is cut', by: () => { const { raw } = simulate(m); raw.restore({ state: raw.snapshot().state.slice(1) }) } },
  { what: 'coverage that was not asked for', by: at(s => s.coverage()) },
  { what: 'an assertion that fails', by: () => simulate(failing).step() },
]
tryAll('values of a simulation', pokes)
tryAll('cycles of a simulation', cycles)
