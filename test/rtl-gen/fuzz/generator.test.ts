// Owns: random designs are well formed, the same from the same seed, and leave nothing of the IR out.
import { expect, it } from 'vitest'
import { assumedStimulus, fitStimulus, pinsOf, randomDesign, randomStimulus, ReferenceSimulator, seededPick, topOf } from '../../../rtl-gen/fuzz/index.ts'
import { allStatements, isGround, leavesOf, moduleExprs, modulesOf, postOrder, printDesign, validate, type Design } from '../../../rtl-gen/ir/index.ts'
import { check, design, input, lit, module, output, ref, register, set, binary } from '../../support/ir-short.ts'

const count = 400
const designs = Array.from({ length: count }, (_, i) => randomDesign(seededPick(i + 1)))

it('are well formed, with ground ports at the top', () => {
  expect(designs.flatMap((d, i) => validate(d).map(p => `${i + 1}: ${p.message}`))).toEqual([])
  expect(designs.filter(d => !topOf(d).ports.every(p => isGround(p.type)))).toEqual([])
})

it('come out of a seed, whatever was drawn before', () => {
  for (const seed of [1, 17, 250]) expect(printDesign(randomDesign(seededPick(seed)))).toBe(printDesign(designs[seed - 1]!))
})

/** What a design has of all that there is. */
function features(d: Design): string[] {
  return modulesOf(d).flatMap(m => [
    ...postOrder(moduleExprs(m)).flatMap(e => [e.kind === 'unary' || e.kind === 'binary' ? `${e.op} ${e.kind === 'binary' ? e.left.type.kind : ''}`.trim() : e.kind, ...isGround(e.type) ? [`${e.type.width} bits`] : [e.type.kind]]),
    ...[...allStatements(m.body)].flatMap(s => [s.kind === 'check' ? s.check : s.kind, ...s.kind === 'set' ? s.target.path.map(p => `set ${p.kind}`) : []]),
    ...[...m.ports, ...m.registers, ...m.wires].flatMap(x => leavesOf(x.type).map(l => l.type.kind)), ...m.registers.map(r => r.reset === null ? 'no reset' : 'reset'),
    ...m.domains.map(x => `${x.reset?.kind ?? 'without'} reset`), ...m.domains.length > 1 ? ['two clocks'] : [], ...m.instances.length > 1 ? ['two instances'] : [], ...d.modules.length > 2 ? ['three modules'] : [],
    ...m.memories.flatMap(mem => [
      mem.collision, `${mem.depth} words`, ...mem.reads.map(r => r.mode), ...mem.writes.length === 0 ? ['rom'] : [], ...mem.writes.length > 1 ? ['two writes'] : [], ...mem.writes.some(w => w.lanes) ? ['lanes'] : [],
      ...isGround(mem.type) ? [] : ['words of parts'], ...mem.reads.some(r => mem.writes.some(w => w.domain !== r.domain)) ? ['between clocks'] : [],
    ]),
  ])
}

it('leave nothing out', () => {
  const seen = new Set(designs.flatMap(features))
  const number = ['add', 'sub', 'mul', 'div', 'rem', 'and', 'or', 'xor', 'eq', 'ne', 'lt', 'le', 'gt', 'ge', 'shl', 'shr'].flatMap(o => [`${o} uint`, `${o} sint`])
  const wanted = [
    ...number, 'eq enum', 'ne enum', 'not', 'neg', 'andReduce', 'orReduce', 'xorReduce', 'mux', 'slice', 'dynamic-slice', 'cat', 'extend', 'cast', 'literal', 'ref', 'field', 'index', 'uint', 'sint', 'enum', 'bundle', 'vec',
    ...[1, 31, 32, 33, 63, 64, 65, 127, 128, 130].map(w => `${w} bits`), 'set', 'if', 'match', 'assert', 'assume', 'cover', 'set field', 'set index', 'set slice', 'no reset', 'reset', 'sync reset', 'async reset', 'without reset',
    'two clocks', 'two instances', 'three modules', 'old', 'new', 'undefined', 'sync', 'async', 'rom', 'two writes', 'lanes', 'words of parts', 'between clocks', ...[1, 2, 3, 4, 5, 7, 8, 12, 16].map(n => `${n} words`),
  ]
  expect(wanted.filter(w => !seen.has(w))).toEqual([])
})

it('stimulus of a pin depends on its name and the seed only', () => {
  const [d] = designs, top = topOf(d!), first = pinsOf(d!).inputs.at(-1)!
  const fewer: Design = { ...d!, modules: d!.modules.map(m => m === top ? { ...m, ports: m.ports.filter(p => p.direction === 'output' || p.name === first.name) } : m) }
  const of = (x: Design, seed: number): bigint[] => randomStimulus(x, seed, 20).map(c => c.values[first.name]!)
  expect(of(fewer, 5)).toEqual(of(d!, 5))
  expect(of(d!, 6)).not.toEqual(of(d!, 5))
  const fitted = fitStimulus(fewer, randomStimulus(d!, 5, 20), 5)
  expect(fitted.map(c => c.values[first.name])).toEqual(of(d!, 5))
  expect(fitted.flatMap(c => pinsOf(fewer).inputs.filter(p => c.values[p.name]! >> BigInt(p.width) !== 0n))).toEqual([])
})

it('stimulus keeps assumptions, also those that depend on what went before', () => {
  // Never the value of the cycle before, and below 200.
  const d = design(module('m', {
    ports: [input('a', 8), output('o', 8)], registers: [register('last', 8)],
    body: [set('last', ref('a', 8)), set('o', ref('last', 8)), check('assume', 'new', binary('ne', ref('a', 8), ref('last', 8))), check('assume', 'low', binary('lt', ref('a', 8), lit(8, 200)))],
  }))
  const broken = (cycles: ReturnType<typeof randomStimulus>): number => {
    const sim = new ReferenceSimulator(d)
    for (const c of cycles) {
      for (const [name, v] of Object.entries(c.values)) sim.poke(name, v)
      sim.step()
    }
    return sim.failures.length
  }
  expect(broken(randomStimulus(d, 1, 200))).toBeGreaterThan(20)
  const kept = assumedStimulus(d, 1, 200)
  expect([kept.length, broken(kept)]).toEqual([200, 0])
})

it('stimulus ends where nothing meets the assumptions', () => {
  const d = design(module('m', { domains: [{ name: 'clk', clock: 'clk', edge: 'rising', at: ref('a', 8).at }], ports: [input('a', 8), output('o', 8)], body: [set('o', ref('a', 8)), check('assume', 'never', lit(1, 0))] }))
  expect(assumedStimulus(d, 1, 10)).toEqual([])
})
