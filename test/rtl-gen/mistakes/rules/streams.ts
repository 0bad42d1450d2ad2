// Owns: mistakes in rules: streams that rules join.
import type { Mistake } from '../try.ts'
import { bit, input, instance, module, sink, source, uint } from '../try.ts'
import { one } from '../world.ts'

const streams = (decls: object, f: (x: any) => object): any => one({ i: sink(bit), o: source(bit), ...decls }, (x, { assign }) => [assign(f(x))])
const taker = module('taker', { i: sink(bit) }, (_: any, { assign }: any) => [assign({ i: { ready: 1 } })])
export const handshakes: readonly Mistake[] = [
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
