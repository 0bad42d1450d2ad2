// Owns: one set of designs on every simulator, with the same stimulus, compared in every cycle.
import { describe, expect, it } from 'vitest'
import { differences, pinsOf, randomStimulus, runReference, runWasm, type Cycle, type Outputs, type Trial } from '../../../rtl-gen/fuzz/index.ts'
import type { Design } from '../../../rtl-gen/ir/index.ts'
import { runOnTool } from '../../../sim-harness/fuzz/tools.ts'
import { conformanceDesigns } from './designs.ts'

const cycles = 60
/** Operands of which some give carries, overflow (the least number by -1) and divisions by zero; every pair of them. */
const edges = (w: number): bigint[] => [0n, 1n, 2n, (1n << BigInt(w)) - 1n, 1n << BigInt(w - 1), (1n << BigInt(w - 1)) - 1n].map(v => BigInt.asUintN(w, v))

function stimulus(design: Design, seed: number): Cycle[] {
  const random = randomStimulus(design, seed, cycles), [a, b] = ['a', 'b'].map(n => pinsOf(design).inputs.find(p => p.name === n))
  if (!design.top.startsWith('operators') || a === undefined || b === undefined) return random
  const pairs = edges(a.width).flatMap(x => edges(b.width).map(y => ({ a: x, b: y })))
  return random.map((c, i) => i < pairs.length ? { ...c, values: { ...c.values, ...pairs[i]! } } : c)
}

const trials = conformanceDesigns(12).map((design, i): Trial => ({ name: design.top, design, cycles: stimulus(design, i) }))

/** The differences of two runs as lines of text, the first few of each design. */
const differing = (seen: readonly Outputs[], wanted: readonly Outputs[]): string[] => trials.flatMap((t, i) => differences(t.design, seen[i]!, wanted[i]!).slice(0, 3)
  .map(d => `${t.name}, cycle ${d.cycle}, ${d.output}: ${d.seen?.toString(16)} instead of ${d.expected?.toString(16)}`))

describe('one set of designs', () => {
  const wanted = trials.map(runReference)
  it('in WebAssembly, checks too', () => {
    const seen = trials.map(t => runWasm(t))
    expect(differing(seen.map(r => r.outputs), wanted.map(r => r.outputs))).toEqual([])
    expect(seen.map(r => r.checks)).toEqual(wanted.map(r => r.checks))
  })
  it.each(['icarus', 'verilator', 'yosys'] as const)('in %s, from the emitted Verilog', async tool => {
    expect(differing(await runOnTool(tool, trials), wanted.map(r => r.outputs))).toEqual([])
  }, 240000)
})
