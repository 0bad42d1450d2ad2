// Owns: one small design for each construct, built by hand: what the emitted text must be clean for.
import type { Design, Expr, Type } from '../../rtl-gen/ir/index.ts'
import { and, at, bin, bundle, cast, cat, check, design, domain, dyn, enumeration, ext, field, index, input, instance, lit, local, match, memory, module, mux, not, output, read, readPort, ref, register, s, set, slice, target, u, un, vec, when, whenElse, wire, writePort } from './ir-nodes.ts'

const stream = (name: string, role: 'valid' | 'ready' | 'payload') => ({ stream: { name, role } })

/** The FIFO of the style guide. */
export function fifo(): Design {
  const enqValid = input('enq_valid', u(1), stream('enq', 'valid'))
  const enqReady = output('enq_ready', u(1), stream('enq', 'ready'))
  const enqPayload = input('enq_payload', u(8), stream('enq', 'payload'))
  const deqValid = output('deq_valid', u(1), stream('deq', 'valid'))
  const deqReady = input('deq_ready', u(1), stream('deq', 'ready'))
  const deqPayload = output('deq_payload', u(8), stream('deq', 'payload'))
  const slots = register('slots', vec(4, u(8)), null)
  const head = register('head', u(2), 0n)
  const tail = register('tail', u(2), 0n)
  const count = register('count', u(3), 0n)
  const push = local('push', and(read(enqValid), read(enqReady)), 9)
  const pop = local('pop', and(read(deqValid), read(deqReady)), 9)
  return design({ ...module('fifo', {
    doc: ['4 entries, one in and one out a cycle.', 'item: uint(8).'],
    ports: [enqValid, enqReady, enqPayload, deqValid, deqReady, deqPayload], registers: [slots, head, tail, count],
    locals: [push, pop].map(l => ({ ...l, at: { ...l.at, file: 'examples/fifo.ts' } })),
    body: [
      set(enqReady, bin('ne', read(count), lit(u(3), 4))), set(deqValid, bin('ne', read(count), lit(u(3), 0))), set(deqPayload, index(read(slots), read(head))),
      when([read(push), [set(target(slots, read(tail)), read(enqPayload)), set(tail, bin('add', read(tail), lit(u(2), 1)))]]),
      when([read(pop), [set(head, bin('add', read(head), lit(u(2), 1)))]]),
      when([and(read(push), not(read(pop))), [set(count, bin('add', read(count), lit(u(3), 1)))]], [and(read(pop), not(read(push))), [set(count, bin('sub', read(count), lit(u(3), 1)))]]),
    ],
  }), at: { file: 'examples/fifo.ts', line: 1, column: 1 } })
}

/** Outputs that are expressions over some inputs; the clock is not used. */
export function expressions(name: string, inputs: Record<string, Type>, outs: (read: (name: string) => Expr) => Record<string, Expr>): Design {
  const ports = Object.entries(inputs).map(([n, t]) => input(n, t))
  const values = outs(n => read(ports.find(p => p.name === n)!))
  const outputs = Object.entries(values).map(([n, e]) => output(n, e.type))
  return design(module(name, { ports: [...ports, ...outputs], body: outputs.map(o => set(o, values[o.name]!)) }))
}

export const op = enumeration('Op', 2, { load: 0, add: 1, clear: 2 })

/** A register file of one: an enum command, a match, wrapped sums, a wire with a default. */
export function accumulator(): Design {
  const command = input('command', op)
  const value = input('value', u(16))
  const valid = input('valid', u(1))
  const acc = register('acc', u(16), 0x1234n)
  const changed = register('changed', u(1), 0n)
  const next = wire('next', u(16))
  const total = output('total', u(16))
  const high = output('high', u(4))
  return design(module('accumulator', {
    doc: ['Loads, adds or clears.'], ports: [command, value, valid, total, high], registers: [acc, changed], wires: [next],
    body: [
      set(next, read(acc)), set(total, read(acc)), set(high, slice(bin('add', read(acc), read(next)), 12, 4)),
      match(read(command), [[[0], [set(next, read(value))]], [[1], [set(next, bin('add', read(acc), read(value)))]], [[2], [set(next, lit(u(16), 0))]]]),
      when([read(valid), [set(acc, read(next)), set(changed, bin('ne', read(acc), read(next)))]]),
      check('never_odd', not(read(changed))),
    ],
  }))
}

/** A memory with one write and one read port. */
export function ram(collision: 'old' | 'new' | 'undefined', depth: number, mode: 'sync' | 'async', laned = false): Design {
  const [we, re] = [input('we', u(1)), input('re', u(1))]
  const [wa, ra] = [input('wa', u(4)), input('ra', u(4))]
  const wd = input('wd', u(16))
  const lanes = input('lanes', u(2))
  const q = output('q', u(16))
  const mem = memory('store', u(16), depth, { collision, reads: [readPort('store_data', mode, read(ra), read(re))], writes: [writePort(read(wa), read(we), read(wd), laned ? read(lanes) : undefined)] })
  return design(module('ram', { ports: [we, re, wa, ra, wd, ...(laned ? [lanes] : []), q], memories: [mem], body: [set(q, ref('store_data', u(16)))] }))
}

/** A ROM with more words than `words`. */
export function rom(mode: 'sync' | 'async', words: readonly bigint[], depth: number): Design {
  const a = input('a', u(4))
  const y = output('y', u(16))
  return design(module('rom', { ports: [a, y], memories: [memory('table_rom', u(16), depth, { init: words, reads: [readPort('word', mode, read(a))] })], body: [set(y, ref('word', u(16)))] }))
}

/** Two levels, one module twice, a black box with parameters, an input that needs a net, an output that goes nowhere. */
export function nested(): Design {
  const inc = module('inc', { ports: [input('i', u(4)), output('o', u(4)), output('carry', u(1))], registers: [register('last', u(4), 0n)], body: [
    set(output('o', u(4)), bin('add', ref('i', u(4)), lit(u(4), 1))), set(output('carry', u(1)), bin('eq', ref('i', u(4)), ref('last', u(4)))), set(register('last', u(4), 0n), ref('i', u(4))),
  ] })
  const pll = { kind: 'blackbox' as const, name: 'vendor_cell', at, domains: [domain], ports: [input('x', u(4)), output('y', u(4))], parameters: ['MODE', 'DEPTH', 'MASK'] }
  const out = (name: string, t: ReturnType<typeof u>, inst: string) => ref(name, t, inst)
  const top = module('outer', {
    ports: [input('a', u(4)), input('b', u(4)), output('y', u(4)), output('z', u(4))], instances: [instance('first', 'inc'), instance('second', 'inc'), instance('cell_0', 'vendor_cell', { MODE: 'FA"ST\\', DEPTH: 12n, MASK: 0x0123456789abcdefn })],
    body: [
      set({ name: 'i', type: u(4), instance: 'first' }, ref('a', u(4))),
      set({ name: 'i', type: u(4), instance: 'second' }, bin('xor', out('o', u(4), 'first'), ref('b', u(4)))),
      set({ name: 'x', type: u(4), instance: 'cell_0' }, lit(u(4), 0)),
      when([out('carry', u(1), 'first'), [set({ name: 'x', type: u(4), instance: 'cell_0' }, out('o', u(4), 'second'))]]),
      set(output('y', u(4)), out('o', u(4), 'second')), set(output('z', u(4)), out('y', u(4), 'cell_0')),
    ],
  })
  return design(inc, pll, top)
}

const pair = bundle('pair', { flags: u(3), data: vec(2, s(9)) })

/** Bundles and vectors in ports, registers, wires, named values and memories; elements by number and by signal. */
export function aggregates(): Design {
  const i = input('i', u(2))
  const p = input('p', pair)
  const list = register('list', vec(3, pair), null)
  const plain = register('plain', vec(2, u(5)), [7n, 9n])
  const w = wire('w', vec(3, u(4)))
  const y = output('y', pair)
  const z = output('z', u(4))
  const n = output('n', u(5))
  const chosen = local('chosen', index(read(list), read(i)))
  return design(module('aggregates', {
    ports: [i, p, y, z, n], registers: [list, plain], wires: [w], locals: [chosen],
    memories: [memory('store', pair, 4, { collision: 'undefined', reads: [readPort('stored', 'sync', read(i))], writes: [writePort(read(i), lit(u(1), 1), read(p))] })],
    body: [
      set(target(y, 'flags'), field(read(chosen), 'flags')), set(target(y, 'data'), field(ref('stored', pair), 'data')),
      ...[0, 1, 2].map(k => set(target(w, lit(u(2), k)), lit(u(4), k + 1))), when([slice(read(i), 1, 1), [set(target(w, read(i)), lit(u(4), 15))]]),
      set(z, index(read(w), read(i))), set(n, index(read(plain), slice(read(i), 0, 1))),
      when([bin('eq', read(i), lit(u(2), 0)), [set(target(list, read(i)), read(p)), set(target(plain, lit(u(1), 1)), ext(field(read(p), 'flags'), 5))]]),
      set(target(list, lit(u(2), 2), 'data', slice(read(i), 0, 1)), lit(s(9), -5)),
    ],
  }))
}

/** Partial sets, bits that feed bits, registers without reset beside those with, empty branches. */
export function partial(): Design {
  const [a, b] = [input('a', u(1)), input('b', u(1))]
  const wide = input('wide', u(16))
  const t = wire('t', u(4))
  const y = output('y', u(4))
  const m = output('m', u(8))
  const r = register('r', u(8), null)
  const k = register('k', u(8), 3n)
  const bitOf = (n: number) => slice(read(t), n, 1)
  return design(module('partial', {
    ports: [a, b, wide, y, m], wires: [t], registers: [r, k],
    body: [
      set(target(t, [3, 1]), read(a)), set(target(t, [2, 1]), not(bitOf(3))), set(target(t, [1, 1]), bin('xor', bitOf(2), read(b))), set(target(t, [0, 1]), and(bitOf(1), read(a))), set(y, read(t)),
      set(target(m, [0, 4]), slice(read(wide), 4, 4)), whenElse([set(target(m, [4, 4]), slice(read(r), 0, 4))], [read(a), []], [read(b), [set(target(m, [4, 4]), slice(read(k), 4, 4))]]),
      whenElse([set(k, lit(u(8), 1))], [read(a), [set(target(r, [2, 3]), slice(read(wide), 9, 3))]], [read(b), []]),
      when([read(b), [set(target(r, [0, 2]), lit(u(2), 2))]]),
    ].map(x => (x.kind === 'if' && x.arms[0]!.body.length === 0 ? { ...x, arms: x.arms.map((arm, n) => (n === 0 ? { ...arm, body: [set(target(m, [4, 4]), lit(u(4), 0))] } : arm)) } : x)),
  }))
}

/** Widths past 64, shifts and slices by signals, signed operations, reductions. */
export const arithmetic = (): Design => expressions('arithmetic', { a: u(130), b: s(8), c: s(8), n: u(3), amount: u(40), x: u(10), i: u(4) }, r => ({
  shifted: bin('shl', r('a'), lit(u(7), 65)), far_left: bin('shl', r('a'), r('amount')), signed_right: bin('add', r('b'), bin('shr', r('c'), r('n'))), far_right: bin('shr', r('b'), r('amount')),
  below: bin('lt', bin('sub', r('b'), r('c')), lit(s(8), -3)), least: bin('gt', r('b'), lit(s(8), -127)), sum: slice(bin('add', ext(slice(r('a'), 0, 8), 9), ext(cast(r('b'), u(8)), 9)), 5, 4),
  one: dyn(r('x'), r('i'), 1), some: dyn(r('x'), r('n'), 3), past: dyn(r('x'), r('i'), 4), wide: cast(ext(bin('xor', r('b'), r('c')), 12), u(12)), parity: un('xorReduce', slice(r('a'), 3, 70)),
  chosen: mux(bin('eq', r('n'), lit(u(3), 1)), r('b'), mux(bin('eq', r('n'), lit(u(3), 2)), r('c'), mux(bin('eq', r('n'), lit(u(3), 4)), un('neg', r('b')), lit(s(8), -1)))),
  joined: cat(lit(u(2), 2), un('andReduce', r('x')), bin('mul', slice(r('a'), 0, 6), slice(r('a'), 6, 6))),
}))

/** Two clocks, one with an asynchronous reset, one with none; a synchroniser between them. */
export function domains(): Design {
  const fast = { ...domain, name: 'fast', clock: 'fast_clock', reset: { name: 'fast_reset', kind: 'async' as const } }
  const slow = { name: 'slow', clock: 'slow_clock', edge: 'rising' as const, at }
  const go = input('go', u(1), { domain: 'fast' })
  const y = output('y', u(8), { domain: 'slow' })
  const toggle = register('toggle', u(1), 0n, 'fast')
  const [first, second] = [register('sync_0', u(1), 0n, 'slow'), register('sync_1', u(1), 0n, 'slow')]
  const count = register('count', u(8), 5n, 'slow')
  return design(module('domains', {
    domains: [fast, slow], ports: [go, y], registers: [toggle, first, second, count],
    body: [set(y, read(count)), when([read(go), [set(toggle, not(read(toggle)))]]), set(first, read(toggle)), set(second, read(first)), when([read(second), [set(count, bin('add', read(count), lit(u(8), 1)))]])],
  }))
}
