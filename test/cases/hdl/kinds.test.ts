// Owns: each kind of case with inputs of our own: random trees against exact integers, in the built-in simulator and in the emitted text.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileSimulator, elaborate } from '../../../rtl-gen/index.ts'
import { seededPick } from '../../../rtl-gen/fuzz/index.ts'
import { lintTogether } from '../../support/lint-together.ts'
import { runBench, type Outputs } from '../../support/verilog-bench.ts'
import { kinds, ports, treesOf } from './kinds.ts'
import { wrap, type Numbers } from './load.ts'
import { constantModule, treeModule } from './translate.ts'
import { evaluate, treeType, type Tree } from './trees.ts'
import { randomNumber } from './trial.ts'

const rows = ((pick): Numbers[] => Array.from({ length: 24 }, () => Object.fromEntries(Object.entries(ports).map(([k, t]) => [k, randomNumber(t, pick)]))))(seededPick(77))
const outsOf = (trees: readonly Tree[]) => Object.fromEntries(trees.map((t, i) => [`y${i}`, treeType(t, ports)]))
const exprOf = (trees: readonly Tree[]) => Object.fromEntries(trees.map((t, i) => [`y${i}`, t]))
const moduleOf = (name: string, trees: readonly Tree[]) => treeModule(name, { ports, outs: outsOf(trees) }, exprOf(trees))
const patterns = (row: Numbers): Record<string, bigint> => Object.fromEntries(Object.entries(ports).map(([k, t]) => [k, BigInt.asUintN(t.width, row[k]!)]))
/** The same trees in every run: 30 of each kind. */
const sample = Object.keys(kinds).map((kind, i) => ({ kind, trees: fc.sample(treesOf(kind), { numRuns: 30, seed: 1000 + i }) }))
const designs = sample.flatMap(({ kind, trees }, i) => [elaborate(moduleOf(`kind${i}`, trees)), elaborate(constantModule(`kind${i}Constants`, { ports, outs: outsOf(trees) }, exprOf(trees),
  rows.slice(0, 3)))].map(design => ({ kind, design })))
const seen = new Map<string, Outputs[]>()
let trees = 0

beforeAll(async () => {
  const trials = designs.map(({ kind, design }) => ({
    name: kind, design, cycles: rows.map(row => ({ values: { clock: 0n, reset: 0n, ...patterns(row) }, rising: 1 })),
  }))
  for (const tool of ['icarus', 'verilator'] as const) seen.set(tool, await runBench(trials, tool))
}, 240_000)

describe('kinds of cases', () => {
  it.each(sample.map(({ kind }, i) => [kind, i] as const))('%s: fixed trees, with inputs and with constants, in the emitted text', (_, i) => {
    const { trees: all } = sample[i]!
    const wanted = (row: Numbers): bigint[] => all.map(t => BigInt.asUintN(treeType(t, ports).width, evaluate(t, row, ports)))
    for (const [tool, outputs] of seen) {
      expect(outputs[2 * i], tool).toEqual(rows.map(wanted))
      expect(outputs[2 * i + 1]![0], `${tool}, constants`).toEqual(rows.slice(0, 3).flatMap(wanted))
    }
    trees += all.length
  })
  it.each(Object.keys(kinds))('%s: random trees in the built-in simulator', kind => {
    fc.assert(fc.property(treesOf(kind), t => {
      const sim = compileSimulator(elaborate(moduleOf('m', [t])))
      for (const row of rows) {
        for (const [k, v] of Object.entries(patterns(row))) sim.poke(k, v)
        expect(wrap(sim.peek('y0'), treeType(t, ports))).toBe(evaluate(t, row, ports))
      }
      trees++
    }), { numRuns: 25 })
  })
  it('the emitted text is clean in three tools', () => expect(lintTogether(designs.map(d => d.design))).toBe(''))
  afterAll(() => console.log(`${trees} trees of ${Object.keys(kinds).length} kinds, ${rows.length} rows each`))
})
