// Owns: one set of designs on every simulator, with the same stimulus, compared in every cycle.
import { describe, expect, it } from 'vitest'
import { widthOf, type Design } from '../../../rtl-gen/ir/index.ts'
import { compileSimulator } from '../../../rtl-gen/sim/index.ts'
import { seededPick } from '../../support/ir-random.ts'
import { ReferenceSimulator } from '../../support/ir-reference.ts'
import { outputNames, runBench, type Cycle, type Outputs, type Trial } from '../../support/verilog-bench.ts'
import { conformanceDesigns } from './designs.ts'

const cycles = 60
const trials = conformanceDesigns(12).map((design, i): Trial => ({ name: design.top, design, cycles: stimulus(design, i) }))

function stimulus(design: Design, seed: number): Cycle[] {
  const top = design.modules.at(-1)!, pick = seededPick(seed)
  return Array.from({ length: cycles }, (_, c) => {
    const values: Record<string, bigint> = {}
    for (const d of top.domains) if (d.reset) values[d.reset.name] = BigInt(c < 2 || pick(12) === 11)
    for (const p of top.ports) {
      if (p.direction !== 'input') continue
      const w = widthOf(p.type), edges = [0n, (1n << BigInt(w)) - 1n, 1n << BigInt(w - 1), 1n]
      values[p.name] = BigInt.asUintN(w, pick(4) === 0 ? edges[pick(4)]! : BigInt(pick(2 ** 31)) * 0x9e3779b97f4a7c15f39cc0605cedc835n)
    }
    return { values, rising: top.domains.length === 1 ? 1 : 1 + pick(2 ** top.domains.length - 1) }
  })
}

function runWasm(t: Trial): Outputs {
  const sim = compileSimulator(t.design), ports = outputNames(t.design).map(n => sim.port(n))
  return t.cycles.map(c => {
    for (const [n, v] of Object.entries(c.values)) sim.poke(n, v)
    sim.step(1, c.rising)
    return ports.map(p => p.getBig())
  })
}

function runReference(t: Trial): Outputs {
  const sim = new ReferenceSimulator(t.design), names = outputNames(t.design), clocks = t.design.modules.at(-1)!.domains.map(d => d.name)
  return t.cycles.map(c => {
    for (const [n, v] of Object.entries(c.values)) sim.poke(n, v)
    const seen = names.map(n => sim.peek(n))
    sim.step(clocks.filter((_, i) => c.rising >> i & 1))
    return seen
  })
}

/** The differences of two runs as lines of text, the first few. */
function differences(t: Trial, seen: Outputs, wanted: Outputs): string[] {
  const names = outputNames(t.design)
  return wanted.flatMap((row, c) => row.flatMap((v, i) => v === seen[c]![i] ? [] : [`${t.name}, cycle ${c}, ${names[i]}: ${seen[c]![i]?.toString(16)} instead of ${v?.toString(16)}`])).slice(0, 3)
}

describe('one set of designs', () => {
  const wanted = trials.map(runReference)
  it('in WebAssembly', () => {
    expect(trials.flatMap((t, i) => differences(t, runWasm(t), wanted[i]!))).toEqual([])
  })
  it.each(['icarus', 'verilator'] as const)('in %s, from the emitted Verilog', tool => {
    const seen = runBench(trials, tool)
    expect(trials.flatMap((t, i) => differences(t, seen[i]!, wanted[i]!))).toEqual([])
  }, 240000)
})
