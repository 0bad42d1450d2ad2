import { it } from 'vitest'
import { compileSimulator } from '/work/main/rtl-gen/sim/index.ts'
import { randomDesign, seededPick } from '/work/main/test/support/ir-random.ts'
import { add, and, binary, bit, design, elementStep, index, input, instance, lit, module, mux, not, output, ref, register, set, slice, cat, target, uint, vec, when, extend } from '/work/main/test/support/ir-short.ts'
import type { Expr, Module, Statement } from '/work/main/rtl-gen/ir/index.ts'

// a pe: like a small datapath, ~125 IR nodes; 40 of them = 5k
const pe: Module = module('pe', {
  ports: [input('a', 32), input('b', 32), input('go', bit), output('y', 32), output('valid', bit)],
  registers: [register('acc', 32, 0n), register('cnt', 16, 0n), register('lfsr', 32, 0xdeadbeefn), register('st', 2, 0n), register('hist', vec(8, uint(32)), null), register('p', 3, 0n), register('wide', 64, 1n)],
  body: (() => {
    const acc = ref('acc', 32), a = ref('a', 32), b = ref('b', 32), cnt = ref('cnt', 16), lfsr = ref('lfsr', 32), st = ref('st', 2), p = ref('p', 3), wide = ref('wide', 64)
    const h = index(ref('hist', vec(8, uint(32))), p)
    const fb = binary('xor', slice(lfsr, 31, 1), binary('xor', slice(lfsr, 21, 1), binary('xor', slice(lfsr, 1, 1), slice(lfsr, 0, 1))))
    const sum = add(binary('xor', a, lfsr), add(b, h))
    const body: Statement[] = [
      set('y', binary('xor', acc, slice(wide, 13, 32))), set('valid', binary('eq', st, lit(2, 2))),
      set('lfsr', cat(slice(lfsr, 0, 31), fb)),
      set('wide', binary('add', binary('mul', wide, lit(64, 6364136223846793005n)), extend(sum, 64))),
      when(ref('go', 1), [set('acc', sum), set(target('hist', 32, [elementStep(p)]), acc), set('p', add(p, lit(3, 1)))], [set('acc', binary('shr', acc, slice(lfsr, 0, 5)))]),
      { kind: 'match', subject: st, at: sum.at, otherwise: [], arms: [
        { values: [0n], at: sum.at, body: [when(binary('lt', a, b), [set('st', lit(2, 1))])] },
        { values: [1n], at: sum.at, body: [set('cnt', add(cnt, lit(16, 1))), when(binary('gt', cnt, slice(lfsr, 0, 16)), [set('st', lit(2, 2)), set('cnt', lit(16, 0))])] },
        { values: [2n], at: sum.at, body: [set('st', mux(slice(acc, 3, 1), lit(2, 3), lit(2, 0)))] },
        { values: [3n], at: sum.at, body: [set('st', lit(2, 0)), set('cnt', slice(acc, 4, 16))] },
      ] },
    ]
    return body
  })(),
})
const chain = (n: number) => design(pe, module('top', {
  ports: [input('x', 32), output('out', 32), output('v', bit)],
  instances: Array.from({ length: n }, (_, i) => instance(`p${i}`, 'pe')),
  body: [
    ...Array.from({ length: n }, (_, i) => [
      set(target('a', 32, [], `p${i}`), i ? ref('y', 32, `p${i - 1}`) : ref('x', 32)),
      set(target('b', 32, [], `p${i}`), i > 1 ? ref('y', 32, `p${i - 2}`) : ref('x', 32)),
      set(target('go', 1, [], `p${i}`), i ? ref('valid', 1, `p${i - 1}`) : lit(1, 1)),
    ]).flat(),
    set('out', ref('y', 32, `p${n - 1}`)), set('v', ref('valid', 1, `p${n - 1}`)),
  ],
}))
it('bench', () => {
  for (const n of [1, 20, 40, 80, 160]) {
    const d = chain(n)
    let t = performance.now()
    const sim = compileSimulator(d)
    const compile = performance.now() - t
    t = performance.now(); const s2 = compileSimulator(chain(n)); const compile2 = performance.now() - t
    sim.poke('x', 12345)
    sim.step(20000)
    for (const npf of [500, 3000, 20000]) {
      const s = compileSimulator(d, { nodesPerFunction: npf }); s.poke('x', 12345)
      const t0 = performance.now(); s.step(3000); const warm = performance.now() - t0
      s.step(10000)
      const t1 = performance.now(); const N = 100000; s.step(N); const dt = performance.now() - t1
      console.log(n, 'npf', npf, 'nodes', s.size.nodes, 'bytes', s.size.bytes, 'kcyc/s', (N / dt).toFixed(0), 'first 3000 cycles ms', warm.toFixed(1))
    }
    const x = sim.port('x'), out = sim.port('out'); let q = 0
    const t2 = performance.now(); for (let i = 0; i < 100000; i++) { x.set(i); sim.step(1); q ^= out.get() } const dt2 = performance.now() - t2
    console.log(n, 'compile ms', compile.toFixed(1), 'second', compile2.toFixed(1), 'step(1) us', (dt2 / 100).toFixed(2), q)
  }
}, 100000)
