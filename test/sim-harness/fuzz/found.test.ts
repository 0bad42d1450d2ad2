// Owns: what fuzz runs have found and was mended, each as the design that was left of it, on every engine.
import { expect, it } from 'vitest'
import { randomStimulus } from '../../../rtl-gen/fuzz/index.ts'
import type { Design, Expr, Statement } from '../../../rtl-gen/ir/index.ts'
import { caseReport, fuzzEngineNames, judge } from '../../../sim-harness/fuzz/index.ts'
import { at, binary, cast, design, dynamicSlice, extend, index, input, instance, lit, match, memory, module, output, readPort, ref, register, set, sint, slice, target, uint, unary, vec, when, writePort } from '../../support/ir-short.ts'

const ram = (name: string, collision: 'new' | 'undefined', depth: number, write: { readonly address: Expr; readonly enable: Expr }): Design => design(module(name, {
  ports: [input('a', 2), output('o', 8)], memories: [memory('mem', depth, 8, [readPort('q', 'sync', ref('a', 2))], [writePort(write.address, write.enable, lit(8, 0xff))], { collision, init: [1n, 2n] })], body: [set('o', ref('q', 8))],
}))
const a = ref('a', 65), b = ref('b', 65), s = sint(65)

const dead = (name: string, empty: bigint[][], never: bigint[]): Design => design(module(name, {
  ports: [input('x', 1), output('o', 1)], registers: [register('r', 1, null)],
  body: [match(extend(ref('x', 1), 2), [...empty.map((values): [bigint[], never[]] => [values, []]), [never, [set('r', lit(1, 1))]]], [set('r', lit(1, 1))]), set('o', ref('r', 1))],
}))

/** Two bits of a long operand, chosen by a register that they are put in. */
const chosen = (of: Expr): Statement[] => [set('r', extend(dynamicSlice(of, slice(ref('r', 65), 26, 2), 2), 65)), set('o', slice(ref('r', 65), 0, 2))]

const found: Readonly<Record<string, Design>> = {
  'a write that is never enabled was taken for one that meets every read of its address': ram('never_new', 'new', 2, { address: lit(1, 1), enable: lit(1, 0) }),
  'the same, for a word that may be anything': ram('never_undefined', 'undefined', 2, { address: lit(1, 1), enable: lit(1, 0) }),
  'the same, for a write past the end': ram('never_past', 'new', 3, { address: lit(2, 3), enable: lit(1, 1) }),
  'Verilator took the sign of a difference for another where it is compared with one by ^': design(module('signs', {
    ports: [input('a', 65), input('b', 65), output('o', 65)], body: [set('o', cast(binary('div', cast(binary('sub', a, lit(65, 1)), s), cast(b, s)), { kind: 'uint', width: 65 }))],
  })),
  'Icarus never ended, or was wrong, where the highest bit of the highest piece of a long divisor is 0': design(module('pieces', {
    ports: [input('a', 230), input('b', 230), input('n', 8), ...['div', 'rem', 'sdiv', 'srem', 'by_one', 'by_constant'].map(n => output(n, 230))],
    body: (() => {
      const [x, y] = [ref('a', 230), binary('shr', ref('b', 230), ref('n', 8))], t = sint(230), wide = { kind: 'uint' as const, width: 230 }
      return [
        set('div', binary('div', x, y)), set('rem', binary('rem', x, y)), set('sdiv', cast(binary('div', cast(x, t), cast(y, t)), wide)), set('srem', cast(binary('rem', cast(x, t), cast(y, t)), wide)),
        set('by_one', binary('div', x, lit(230, 1))), set('by_constant', binary('rem', x, lit(230, (1n << 64n) + 5n))),
      ]
    })(),
  })),
  'Icarus made a text that it could not read of a shift of an element at a constant place, and of one by it': design(module('elements', {
    ports: [input('n', 2), output('of', 2), output('by', 2)], registers: [register('list', vec(2, uint(2)), [3n, 1n])],
    body: [
      set(target('list', 2, [{ kind: 'index', index: slice(ref('n', 2), 1, 1) }]), ref('n', 2)), set('of', binary('shr', index(ref('list', vec(2, uint(2))), lit(1, 0)), ref('n', 2))),
      set('by', binary('shl', ref('n', 2), index(ref('list', vec(2, uint(2))), lit(1, 1)))),
    ],
  })),
  'Verilator ended in an internal error over a part of a wide constant that a register chooses': design(module('choices', {
    ports: [output('o', 2)], registers: [register('r', 65, 0x106eb3dfb2928630en)],
    body: [set('r', extend(dynamicSlice(lit(97, 0x1_2345_6789_abcd_ef01_2345n), slice(ref('r', 65), 26, 2), 2), 65)), set('o', slice(ref('r', 65), 0, 2))],
  })),
  'the same behind a wire, and behind a port': design(
    module('part_of', { ports: [input('w', 97), output('o', 2)], registers: [register('r', 65, 0x106eb3dfb2928630en)], body: chosen(ref('w', 97)) }),
    module('behind', {
      ports: [output('o', 2), output('p', 2)], instances: [instance('part', 'part_of')], registers: [register('r', 65, 0x106eb3dfb2928630en)], wires: [{ kind: 'wire', name: 'go', type: uint(1), at }],
      body: [set('go', lit(1, 0)), ...chosen(extend(ref('go', 1), 97)), set(target('w', 97, [], 'part'), lit(97, 5)), set('p', ref('o', 2, 'part'))],
    }),
  ),
  'Verilator had the order of single signed bits wrong where the parts of a module turn out constant': design(
    module('unset', { ports: [input('i', 1), output('o', 1)], locals: [{ kind: 'local', name: 'wide', type: uint(46), value: extend(ref('i', 1), 46), at }], body: [set('o', slice(ref('wide', 46), 1, 1))] }),
    module('order', {
      ports: [output('o', 1)], instances: [instance('part', 'unset')],
      body: [set(target('i', 1, [], 'part'), lit(1, 0)), set('o', binary('le', lit(sint(1), 0), cast(ref('o', 1, 'part'), sint(1))))],
    }),
  ),
  'Verilator lost the sign of a shift of all ones that is taken apart': design(module('ones', {
    ports: [input('x', 3), output('o', 4)], registers: [register('r', 4, 0n)],
    body: [set('r', cast(binary('shr', lit(sint(4), -1), ref('x', 3)), uint(4))), set(target('r', 3, [{ kind: 'slice', low: 0, width: 3 }]), slice(ref('r', 4), 0, 3)), set('o', ref('r', 4))],
  })),
  'a block whose condition turned out constant waited in Icarus for a change that never comes': design(module('still', {
    ports: [output('o', 1)], registers: [register('r', 3, 7n)], wires: [{ kind: 'wire', name: 'w', type: uint(1), at }],
    body: [set('w', lit(1, 1)), when(slice(ref('r', 3), 0, 1), [set('w', lit(1, 0))]), set('o', ref('w', 1))],
  })),
  'Verilator ended in an internal error over a reduction of which one bit is left': design(module('one_left', {
    ports: [input('x', 1), output('o', 1)], registers: [register('r', 2, null)], wires: [{ kind: 'wire', name: 'w', type: uint(1), at }],
    body: [
      set('w', lit(1, 0)), when(ref('x', 1), [set('w', lit(1, 0))]), set('o', slice(ref('r', 2), 1, 1)),
      when(unary('xorReduce', binary('or', extend(ref('w', 1), 2), extend(ref('w', 1), 2))), [], [when(slice(ref('r', 2), 1, 1), [set('r', lit(2, 0))])]),
    ],
  })),
  'Verilator had the order of numbers wrong that are not negative': design(
    module('order_of', { ports: [input('i', 1), output('o', 1)], body: [set('o', binary('le', lit(sint(8), 0), cast(extend(ref('i', 1), 8), sint(8))))] }),
    module('not_negative', { ports: [output('o', 1)], instances: [instance('part', 'order_of')], body: [set(target('i', 1, [], 'part'), lit(1, 0)), set('o', ref('o', 1, 'part'))] }),
  ),
  'Verilator lost the sign of a constant whose shift is taken apart': design(module('apart', {
    ports: [input('x', 8), input('go', 1), output('o', 8)], registers: [register('r', 8, 0n)],
    body: [
      ...Array.from({ length: 8 }, (_, i) => when(slice(ref('x', 8), i, 1), [set(target('r', 1, [{ kind: 'slice', low: i, width: 1 }]), slice(cast(binary('shr', lit(sint(8), -93), ref('go', 1)), uint(8)), i, 1))])),
      set('o', ref('r', 8)),
    ],
  })),
  'the reductions of one bit that is left': design(module('left', {
    ports: [input('x', 1), ...['any', 'all', 'odd', 'zero', 'one'].map(n => output(n, 1))],
    body: (() => {
      const x = extend(ref('x', 1), 2), twice = binary('or', x, x), with2 = binary('or', x, lit(2, 2))
      return [
        set('any', unary('orReduce', twice)), set('all', unary('andReduce', with2)), set('odd', unary('xorReduce', with2)), set('zero', unary('andReduce', twice)), set('one', unary('orReduce', with2)),
      ]
    })(),
  })),
  'Yosys writes nonsense for a case whose arms are empty and name every pattern': design(module('named', {
    ports: [input('x', 1), output('o', 1)], registers: [register('r', 6, 44n)],
    body: [match(ref('x', 1), [[[0n], []], [[1n], []]], [set(target('r', 3, [{ kind: 'slice', low: 3, width: 3 }]), lit(3, 0))]), set('o', slice(ref('r', 6), 5, 1))],
  })),
  'the same where bits of the subject are known, in the rest': dead('rest', [[0n, 1n], [3n]], [2n]),
  'the same where bits of the subject are known, in an arm': dead('arm', [[0n], [1n]], [2n, 3n]),
}

it('what was found stays mended', async () => {
  const trials = Object.entries(found).map(([name, d], i) => ({ name, design: d, cycles: randomStimulus(d, i, 60) }))
  const judged = await judge(trials, { engines: fuzzEngineNames })
  expect(judged.filter(j => j.faults.length > 0).map(caseReport).join('\n')).toBe('')
})
