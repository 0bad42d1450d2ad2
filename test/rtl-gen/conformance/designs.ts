// Owns: the designs that every simulator must agree on.
import type { BinaryOp, Design, Expr, Memory, UnaryOp } from '../../../rtl-gen/ir/index.ts'
import { randomDesign, seededPick } from '../../../rtl-gen/fuzz/index.ts'
import { add, at, binary, bit, bundle, cast, cat, design, domain, dynamicSlice, elementStep, extend, field, index, input, instance, lit, match, memory, module, mux, not, output, readPort, ref, register, set, sint, slice, target, uint, unary, vec, when, writePort } from '../../support/ir-short.ts'

const counter = design(module('counter', {
  ports: [input('enable', bit), output('count', 8)], registers: [register('value', 8, 0xf0n)],
  body: [set('count', ref('value', 8)), when(ref('enable', 1), [set('value', add(ref('value', 8), lit(8, 1)))])],
}))

/** Every operator at one width. */
function operators(w: number): Design {
  const a = ref('a', w), b = ref('b', w), n = ref('n', 9), s = sint(w)
  const two: BinaryOp[] = ['add', 'sub', 'mul', 'div', 'rem', 'and', 'or', 'xor', 'eq', 'ne', 'lt', 'le', 'gt', 'ge', 'shl', 'shr']
  const one: UnaryOp[] = ['not', 'neg', 'andReduce', 'orReduce', 'xorReduce']
  const all: Expr[] = [
    ...two.map(o => binary(o, a, b)), ...(['lt', 'le', 'gt', 'ge'] as const).map(o => binary(o, cast(a, s), cast(b, s))), ...one.map(o => unary(o, a)),
    binary('shl', a, n), binary('shr', a, n), binary('shr', cast(a, s), n), binary('shr', cast(a, s), b), unary('neg', cast(a, s)), binary('mul', cast(a, s), cast(b, s)), binary('div', cast(a, s), cast(b, s)), binary('rem', cast(a, s), cast(b, s)), binary('div', a, lit(w, 1)), binary('rem', cast(a, s), cast(lit(w, 1), s)), binary('div', a, lit(w, 0)), binary('rem', a, lit(w, 0)), binary('div', a, lit(w, 3)), binary('rem', cast(a, s), lit(s, -3)), binary('div', cast(a, s), lit(s, -1)),
    binary('div', lit(w, 100), b), binary('rem', lit(s, -100), cast(b, s)),
    mux(slice(n, 0, 1), a, b), extend(a, w + 3), extend(cast(a, s), w + 70), dynamicSlice(a, n, 5), dynamicSlice(a, n, w + 2), cat(a, slice(n, 2, 5), b), slice(cat(a, b), Math.floor(w / 2), w),
    // Nested, so that a context may widen what must stay narrow.
    extend(add(a, b), w + 9), binary('shr', add(a, b), lit(3, 1)), binary('lt', cast(add(a, b), s), cast(binary('sub', a, b), s)), extend(not(a), w + 5), extend(unary('neg', cast(a, s)), w + 6),
  ]
  return design(module(`operators_${w}`, {
    ports: [input('a', w), input('b', w), input('n', 9), ...all.map((e, i) => output(`o${i}`, e.type))], body: all.map((e, i) => set(`o${i}`, e)),
  }))
}

const fifo = module('fifo', {
  ports: [input('push', bit), input('data', 70), input('pop', bit), output('front', 70), output('size', 3)],
  registers: [register('slots', vec(4, uint(70)), null), register('head', 2), register('tail', 2), register('count', 3)],
  body: [
    set('front', index(ref('slots', vec(4, uint(70))), ref('head', 2))), set('size', ref('count', 3)),
    when(ref('push', 1), [set(target('slots', uint(70), [elementStep(ref('tail', 2))]), ref('data', 70)), set('tail', add(ref('tail', 2), lit(2, 1)))]),
    when(ref('pop', 1), [set('head', add(ref('head', 2), lit(2, 1)))]),
    when(binary('xor', ref('push', 1), ref('pop', 1)), [set('count', mux(ref('push', 1), add(ref('count', 3), lit(3, 1)), binary('sub', ref('count', 3), lit(3, 1))))]),
  ],
})
const twoFifos = design(fifo, module('two_fifos', {
  ports: [input('push', bit), input('data', 70), input('pop', bit), input('move', bit), output('front', 70), output('sizes', 6)], instances: [instance('first', 'fifo'), instance('second', 'fifo')],
  body: [
    ...[['push', ref('push', 1), bit], ['data', ref('data', 70), uint(70)], ['pop', ref('move', 1), bit]].map(([n, v, t]) => set(target(n as string, t as never, [], 'first'), v as Expr)),
    ...[['push', ref('move', 1), bit], ['data', ref('front', 70, 'first'), uint(70)], ['pop', ref('pop', 1), bit]].map(([n, v, t]) => set(target(n as string, t as never, [], 'second'), v as Expr)),
    set('front', ref('front', 70, 'second')), set('sizes', cat(ref('size', 3, 'first'), ref('size', 3, 'second'))),
  ],
}))

function ram(name: string, collision: Memory['collision'], depth: number, width: number, lanes: number): Design {
  return design(module(name, {
    ports: [input('ra', 3), input('re', bit), input('wa', 3), input('we', bit), input('wd', width), input('lanes', lanes), output('out', width), output('seen', width)],
    memories: [memory('words', depth, width, [readPort('q', 'sync', ref('ra', 3), ref('re', 1)), readPort('now', 'async', ref('ra', 3))],
      [writePort(ref('wa', 3), ref('we', 1), ref('wd', width), ref('lanes', lanes))], { collision, init: [3n, 2n, 1n] })],
    body: [set('out', ref('q', width)), set('seen', ref('now', width))],
  }))
}

const state = { kind: 'enum' as const, name: 'state', width: 2, members: ['idle', 'ask', 'wait'].map((name, i) => ({ name, value: BigInt(i) })) }
const segment = bundle('segment', { base: uint(12), limit: sint(9), mode: state })
const machine = design(module('machine', {
  ports: [input('go', bit), input('slot', 2), input('base', 12), output('busy', bit), output('base_now', 12), output('limit_now', 9)],
  registers: [register('now', state, 0n), register('table', vec(3, segment), [0, 1, 2].map(i => ({ base: BigInt(i * 100), limit: BigInt(i * 5), mode: BigInt(i) }))), register('flags', 5, 0b10101n)],
  wires: [{ kind: 'wire', name: 'entry', type: segment, at }],
  body: [
    set('entry', index(ref('table', vec(3, segment)), ref('slot', 2))),
    set('busy', not(binary('eq', ref('now', state), lit(state, 0)))), set('base_now', field(ref('entry', segment), 'base')), set('limit_now', cast(field(ref('entry', segment), 'limit'), uint(9))),
    match(ref('now', state), [
      [[0n], [when(ref('go', 1), [set('now', lit(state, 1)), set(target('table', uint(12), [elementStep(ref('slot', 2)), { kind: 'field', field: 'base' }]), ref('base', 12))])]],
      [[1n], [set('now', field(ref('entry', segment), 'mode')), set(target('flags', uint(2), [{ kind: 'slice', low: 1, width: 2 }]), ref('slot', 2))]],
    ], [
      set('now', lit(state, 0)), set(target('table', segment, [elementStep(lit(2, 1))]), ref('entry', segment)),
      set(target('table', sint(9), [elementStep(ref('slot', 2)), { kind: 'field', field: 'limit' }]), unary('neg', field(ref('entry', segment), 'limit'))),
    ]),
    when(slice(ref('flags', 5), 2, 1), [set('busy', lit(1, 1))]),
  ],
}))

const ripple = design(module('ripple', {
  ports: [input('a', 6), input('b', 6), output('sum', 7)], wires: [{ kind: 'wire', name: 'carry', type: uint(7), at }],
  body: [
    set(target('carry', 1, [{ kind: 'slice', low: 0, width: 1 }]), lit(1, 0)),
    ...[0, 1, 2, 3, 4, 5].map(i => {
      const x = slice(ref('a', 6), i, 1), y = slice(ref('b', 6), i, 1), c = slice(ref('carry', 7), i, 1)
      return set(target('carry', 1, [{ kind: 'slice', low: i + 1, width: 1 }]), binary('or', binary('and', x, y), binary('and', c, binary('or', x, y))))
    }),
    set('sum', cat(slice(ref('carry', 7), 6, 1), binary('xor', binary('xor', ref('a', 6), ref('b', 6)), slice(ref('carry', 7), 0, 6)))),
  ],
}))

const twoClocks = design(module('two_clocks', {
  domains: [domain('clk'), domain('rx', 'async')], ports: [input('d', 8, 'rx'), output('seen', 8), output('count', 8, 'rx')],
  registers: [register('kept', 8, 5n, 'rx'), register('n', 8, 7n, 'rx'), register('first', 8, 1n), register('second', 8, null)],
  body: [
    set('kept', ref('d', 8)), set('n', add(ref('n', 8), lit(8, 1))), set('first', ref('kept', 8)), set('second', ref('first', 8)), set('seen', ref('second', 8)), set('count', ref('n', 8)),
  ],
}))

/** Named designs with ground ports; all module names differ. */
export function conformanceDesigns(random: number): Design[] {
  return [
    counter, ...[1, 8, 32, 33, 64, 65, 130].map(operators), twoFifos, ram('ram_old', 'old', 8, 8, 1), ram('ram_new', 'new', 6, 72, 8), machine, ripple, twoClocks,
    ...Array.from({ length: random }, (_, i) => randomDesign(seededPick(1000 + i), {
      prefix: `random_${i}_`, ...i % 3 === 1 ? { domains: ['clk', 'rx'] } : {}, ...i % 3 === 2 ? { resets: 'async' } : {}, size: i % 4 === 3 ? 'large' : 'medium',
    })),
  ]
}
