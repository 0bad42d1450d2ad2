// Owns: what fuzz runs have found and was mended, each as the design that was left of it, on every engine.
import { expect, it } from 'vitest'
import { randomStimulus } from '../../../rtl-gen/fuzz/index.ts'
import type { Design, Expr } from '../../../rtl-gen/ir/index.ts'
import { caseReport, fuzzEngineNames, judge } from '../../../sim-harness/fuzz/index.ts'
import { binary, cast, design, extend, index, input, lit, match, memory, module, output, readPort, ref, register, set, sint, slice, target, uint, vec, writePort } from '../../support/ir-short.ts'

const ram = (name: string, collision: 'new' | 'undefined', depth: number, write: { readonly address: Expr; readonly enable: Expr }): Design => design(module(name, {
  ports: [input('a', 2), output('o', 8)], memories: [memory('mem', depth, 8, [readPort('q', 'sync', ref('a', 2))], [writePort(write.address, write.enable, lit(8, 0xff))], { collision, init: [1n, 2n] })], body: [set('o', ref('q', 8))],
}))
const a = ref('a', 65), b = ref('b', 65), s = sint(65)

const dead = (name: string, empty: bigint[][], never: bigint[]): Design => design(module(name, {
  ports: [input('x', 1), output('o', 1)], registers: [register('r', 1, null)],
  body: [match(extend(ref('x', 1), 2), [...empty.map((values): [bigint[], never[]] => [values, []]), [never, [set('r', lit(1, 1))]]], [set('r', lit(1, 1))]), set('o', ref('r', 1))],
}))

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
