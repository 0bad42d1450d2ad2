// Owns: the simulator against the reference interpreter, on seeded random designs.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { widthOf, type Design } from '../../../rtl-gen/ir/index.ts'
import { compileSimulator } from '../../../rtl-gen/sim/index.ts'
import { randomDesign, ReferenceSimulator, seededPick, type Pick, type RandomOptions } from '../../../rtl-gen/fuzz/index.ts'

/** Runs both with the same stimulus; the first signal that differs, with its cycle. */
function firstDifference(design: Design, pick: Pick, cycles: number, nodesPerFunction: number): string | undefined {
  const sim = compileSimulator(design, { checks: 'record', nodesPerFunction, activity: { plain: 2, trace: 2 } }), reference = new ReferenceSimulator(design)
  const top = design.modules.at(-1)!, inputs = top.ports.filter(p => p.direction === 'input')
  const domains = top.domains.map(d => d.name)
  for (let cycle = 0; cycle < cycles; cycle++) {
    for (const p of inputs) {
      const edges = [0n, (1n << BigInt(widthOf(p.type))) - 1n]
      const v = pick(8) < 2 ? edges[pick(2)]! : BigInt.asUintN(widthOf(p.type), BigInt(pick(1 << 30)) * 0x9e3779b97f4a7c15f39cc0605cedc834n)
      sim.poke(p.name, v)
      reference.poke(p.name, v)
    }
    for (const { reset } of top.domains) {
      if (reset === undefined) continue
      const v = BigInt(pick(8) === 7)
      sim.poke(reset.name, v)
      reference.poke(reset.name, v)
    }
    for (const s of sim.signals) {
      if (s.kind === 'reset') continue
      const seen = sim.peek(s.path), wanted = reference.peek(s.path)
      if (seen !== wanted) return `cycle ${cycle}, ${s.path} (${s.kind}, ${s.width} bits): ${seen.toString(16)} instead of ${wanted.toString(16)}`
    }
    const rising = domains.length === 1 ? 1 : 1 + pick(2 ** domains.length - 1)
    sim.step(1, rising)
    reference.step(domains.filter((_, i) => rising >> i & 1))
  }
  for (const m of sim.memories) {
    if (!/\bmem\d$/.test(m.path)) continue
    for (let i = 0; i < m.depth; i++) if (sim.peekMemory(m.path, i) !== reference.word(m.path, i)) return `${m.path}[${i}]`
  }
  return undefined
}

describe('random designs', () => {
  const shapes: [string, RandomOptions, number?][] = [
    ['one clock', { domains: ['clk'], size: 'medium' }], ['several functions', { size: 'medium' }, 50], ['two clocks', { domains: ['clk', 'rx'], resets: 'mixed' }], ['asynchronous resets', { resets: 'async' }],
    ['deep expressions', { size: 'large', inside: 0 }], ['modules inside', { inside: 2 }], ['small values', { wide: false }],
  ]
  for (const [name, options, nodesPerFunction = 3000] of shapes) {
    it(`agree with the reference: ${name}`, () => {
      fc.assert(fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), seed => {
        const pick = seededPick(seed), design = randomDesign(pick, options)
        expect(firstDifference(design, pick, 12, nodesPerFunction)).toBeUndefined()
      }), { seed: 20240601, numRuns: Number(process.env['RANDOM_DESIGNS'] ?? 15) })
    })
  }
})
