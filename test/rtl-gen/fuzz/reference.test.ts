// Owns: the reference interpreter against values worked out by hand: it judges everything else.
import { describe, expect, it } from 'vitest'
import { ReferenceSimulator } from '../../../rtl-gen/fuzz/index.ts'
import type { Design, Expr, Memory } from '../../../rtl-gen/ir/index.ts'
import { binary, bit, cast, cat, check, design, dynamicSlice, extend, index, input, instance, lit, match, memory, module, mux, output, readPort, ref, register, set, sint, slice, target, uint, unary, vec, when, writePort } from '../../support/ir-short.ts'

const a = ref('a', 8), b = ref('b', 8), sa = cast(a, sint(8)), sb = cast(b, sint(8)), n = ref('n', 4)
const neg = (v: number): number => 256 - v

/** The expression, a, b, n and the result. */
const values: readonly (readonly [string, Expr, number, number, number, number])[] = [
  ['7 / 2', binary('div', a, b), 7, 2, 0, 3], ['7 % 2', binary('rem', a, b), 7, 2, 0, 1], ['7 / 0', binary('div', a, b), 7, 0, 0, 255], ['7 % 0', binary('rem', a, b), 7, 0, 0, 7],
  ['-7 / 2', binary('div', sa, sb), neg(7), 2, 0, neg(3)], ['-7 % 2', binary('rem', sa, sb), neg(7), 2, 0, neg(1)], ['7 / -2', binary('div', sa, sb), 7, neg(2), 0, neg(3)], ['7 % -2', binary('rem', sa, sb), 7, neg(2), 0, 1],
  ['-128 / -1', binary('div', sa, sb), 128, 255, 0, 128], ['-128 % -1', binary('rem', sa, sb), 128, 255, 0, 0], ['-7 / 0', binary('div', sa, sb), neg(7), 0, 0, 255], ['-7 % 0', binary('rem', sa, sb), neg(7), 0, 0, neg(7)],
  ['200 + 100', binary('add', a, b), 200, 100, 0, 44], ['3 - 5', binary('sub', a, b), 3, 5, 0, 254], ['20 * 20', binary('mul', a, b), 20, 20, 0, 144],
  ['255 < 1', binary('lt', a, b), 255, 1, 0, 0], ['-1 < 1', binary('lt', sa, sb), 255, 1, 0, 1], ['shift by the width', binary('shl', a, n), 255, 0, 8, 0], ['shift', binary('shl', a, n), 0x81, 0, 1, 2],
  ['sign copied', binary('shr', sa, n), 0x80, 0, 3, 0xf0], ['only the sign', binary('shr', sa, n), 0x80, 0, 15, 0xff], ['zeros', binary('shr', a, n), 0x80, 0, 3, 0x10], ['past the end', dynamicSlice(a, n, 4), 0xff, 0, 6, 3],
  ['not', unary('not', a), 0x0f, 0, 0, 0xf0], ['-1', unary('neg', a), 1, 0, 0, 255], ['all', unary('andReduce', a), 255, 0, 0, 1], ['not all', unary('andReduce', a), 254, 0, 0, 0], ['odd', unary('xorReduce', a), 7, 0, 0, 1],
  ['highest first', cat(slice(a, 0, 4), slice(b, 0, 4)), 0x1a, 0x2b, 0, 0xab], ['widened by the sign', slice(extend(sa, 12), 4, 8), 0x80, 0, 0, 0xf8], ['choice', mux(slice(n, 0, 1), a, b), 1, 2, 0, 2],
]

it.each(values)('%s', (_, e, x, y, k, wanted) => {
  const sim = new ReferenceSimulator(design(module('m', { ports: [input('a', 8), input('b', 8), input('n', 4), output('o', e.type)], body: [set('o', e)] })))
  for (const [name, v] of [['a', x], ['b', y], ['n', k]] as const) sim.poke(name, BigInt(v))
  expect(sim.peek('o')).toBe(BigInt(wanted))
})

describe('memory', () => {
  const ram = (collision: Memory['collision']): ReferenceSimulator => new ReferenceSimulator(design(module('m', {
    ports: [input('ra', 3), input('wa', 3), input('we', bit), input('wd', 8), input('lanes', 2), output('q', 8), output('now', 8)],
    memories: [memory('mem', 5, 8, [readPort('r', 'sync', ref('ra', 3)), readPort('s', 'async', ref('ra', 3))], [writePort(ref('wa', 3), ref('we', 1), ref('wd', 8), ref('lanes', 2))], { collision, init: [0x11n, 0x22n] })],
    body: [set('q', ref('r', 8)), set('now', ref('s', 8))],
  })))
  /** Writes 0xab to word 1 in the lanes while it is read. */
  const meet = (collision: Memory['collision'], lanes: bigint): bigint => {
    const sim = ram(collision)
    for (const [name, v] of Object.entries({ ra: 1n, wa: 1n, we: 1n, wd: 0xabn, lanes })) sim.poke(name, v)
    expect(sim.peek('now')).toBe(0x22n)
    sim.step()
    expect(sim.word('mem', 1)).toBe(lanes === 3n ? 0xabn : lanes === 1n ? 0x2bn : 0x22n)
    return sim.peek('q')
  }
  it('gives the old word, the new one, or an inverted one', () => {
    expect([meet('old', 3n), meet('new', 3n), meet('new', 1n), meet('undefined', 1n), meet('undefined', 0n)]).toEqual([0x22n, 0xabn, 0x2bn, 0xddn, 0x22n])
  })
  it('reads zero and writes nothing past its end', () => {
    const sim = ram('old')
    for (const [name, v] of Object.entries({ ra: 5n, wa: 5n, we: 1n, wd: 0xabn, lanes: 3n })) sim.poke(name, v)
    sim.step()
    expect([sim.peek('q'), sim.peek('now'), sim.word('mem', 0)]).toEqual([0n, 0n, 0x11n])
  })
})

describe('state and checks', () => {
  const counter = (kind: 'sync' | 'async'): Design => design(module('m', {
    domains: [{ name: 'clk', clock: 'clk', edge: 'rising', reset: { name: 'rst', kind }, at: a.at }], ports: [input('step', 8), output('o', 8)], registers: [register('r', 8, 5n)],
    body: [set('o', ref('r', 8)), set('r', binary('add', ref('r', 8), ref('step', 8))), when(binary('eq', ref('step', 8), lit(8, 9)), [set(target('r', 4, [{ kind: 'slice', low: 4, width: 4 }]), lit(4, 0xf))]),
      check('assume', 'small', binary('lt', ref('step', 8), lit(8, 10))), check('cover', 'nine', binary('eq', ref('step', 8), lit(8, 9)))],
  }))
  it('the later of two that set the same bits wins, and a reset over both', () => {
    const sim = new ReferenceSimulator(counter('sync'))
    sim.poke('step', 9n)
    expect(sim.assumptionsHold()).toBe(true)
    sim.step()
    expect(sim.peek('o')).toBe(0xfen)
    sim.poke('rst', 1n)
    expect(sim.peek('o')).toBe(0xfen)
    sim.step()
    expect([sim.peek('o'), sim.covers.get('nine'), sim.failures]).toEqual([5n, 1, []])
  })
  it('an asynchronous reset needs no clock, and checks rest in it', () => {
    const sim = new ReferenceSimulator(counter('async'))
    sim.poke('step', 20n)
    expect(sim.assumptionsHold()).toBe(false)
    sim.step()
    expect(sim.failures).toMatchObject([{ label: 'small', scope: '', cycle: 0, statement: { kind: 'check', check: 'assume', label: 'small' } }])
    sim.poke('rst', 1n)
    expect([sim.peek('o'), sim.assumptionsHold()]).toEqual([5n, true])
  })
  it('arrays past their end, matches without an arm, instances', () => {
    const inner = module('inner', { ports: [input('x', 2), output('y', 8)], registers: [register('list', vec(3, uint(8)), [1n, 2n, 3n])], body: [
      set('y', index(ref('list', vec(3, uint(8))), ref('x', 2))),
      match(ref('x', 2), [[[0n, 1n], [set(target('list', 8, [{ kind: 'index', index: ref('x', 2) }]), lit(8, 77))]]]),
    ] })
    const sim = new ReferenceSimulator(design(inner, module('m', {
      ports: [input('x', 2), output('y', 8)], instances: [instance('i', 'inner')], body: [set(target('x', 2, [], 'i'), ref('x', 2)), set('y', ref('y', 8, 'i'))],
    })))
    const at = (x: bigint): bigint => { sim.poke('x', x); return sim.peek('y') }
    expect([at(0n), at(2n), at(3n)]).toEqual([1n, 3n, 0n])
    sim.step()
    sim.poke('x', 1n)
    sim.step()
    expect([at(0n), at(1n), at(2n), sim.peek('i.list[1]')]).toEqual([1n, 77n, 3n, 77n])
  })
})
