// Owns: the shrinker: a planted fault comes out under ten nodes, and no step changes what it must not.
import { describe, expect, it } from 'vitest'
import { decodeDesign, differences, encodeDesign, fitStimulus, nodesOf, randomDesign, randomStimulus, renameModules, runReference, runWasm, seededPick, shrinkDesign } from '../../../rtl-gen/fuzz/index.ts'
import { complete } from '../../../rtl-gen/fuzz/shrink/complete.ts'
import { inlineInstance } from '../../../rtl-gen/fuzz/shrink/inline.ts'
import { tidy } from '../../../rtl-gen/fuzz/shrink/tidy.ts'
import { modulesOf, printDesign, validate, type Design } from '../../../rtl-gen/ir/index.ts'
import { verilogPasses } from '../../../rtl-gen/backends/verilog/index.ts'
import { add, design, input, instance, lit, module, output, ref, register, set, target } from '../../support/ir-short.ts'
import { planted, plants } from './plants.ts'

describe.each(Object.keys(plants))('a Wasm simulator with a fault: %s', name => {
  it('is found, and shrunk to under ten nodes', async () => {
    const plant = planted(plants[name]!)
    const wrong = (d: Design, seed: number): boolean => {
      const t = { name, design: d, cycles: fitStimulus(d, randomStimulus(d, seed, 30), seed) }
      return differences(d, runWasm(t, plant(d)).outputs, runReference(t).outputs).length > 0
    }
    const made = (seed: number): Design => randomDesign(seededPick(seed), { size: 'medium' })
    const seed = Array.from({ length: 1000 }, (_, i) => i + 1).find(s => wrong(made(s), s))
    if (seed === undefined) throw new Error('no design shows the fault')
    const found = made(seed), small = await shrinkDesign(found, async designs => designs.map(d => wrong(d, seed)))
    expect(nodesOf(found)).toBeGreaterThan(10)
    expect(nodesOf(small), printDesign(small)).toBeLessThan(10)
    // The fault itself is what is left: without it nothing differs.
    expect([wrong(small, seed), printDesign(plant(small)) !== printDesign(small), validate(small)]).toEqual([true, true, []])
  })
})

const designs = Array.from({ length: 60 }, (_, i) => randomDesign(seededPick(i + 1)))
/** Outputs under one stimulus; a design that has lost unread inputs is driven alike. */
const outputs = (d: Design): unknown => runReference({ name: 'x', design: d, cycles: fitStimulus(d, randomStimulus(d, 3, 12), 3) }).outputs

it('tidying takes away only what does not matter', () => {
  for (const d of designs) {
    const tidied = tidy(d)
    expect([validate(tidied), outputs(tidied)]).toEqual([[], outputs(d)])
    expect(tidy(tidied)).toEqual(tidied)
  }
  expect(designs.filter(d => nodesOf(tidy(d)) < nodesOf(d)).length).toBeGreaterThan(20)
})

it('an instance written out computes the same', () => {
  const some = designs.filter(d => modulesOf(d).at(-1)!.instances.length > 0)
  expect(some.length).toBeGreaterThan(10)
  for (const d of some) {
    let flat = d
    for (let top = modulesOf(flat).at(-1)!; top.instances.length > 0; top = modulesOf(flat).at(-1)!) flat = inlineInstance(flat, top, top.instances[0]!.name)
    expect([validate(flat), outputs(flat), tidy(flat).modules.length]).toEqual([[], outputs(d), 1])
  }
})

it('what has lost its value starts at zero; what has one is left alone', () => {
  const inner = module('inner', { ports: [input('x', 8), output('y', 8)], body: [set('y', ref('x', 8))] })
  const bare = design(inner, module('m', { ports: [output('o', 8), output('p', 8)], instances: [instance('i', 'inner')], body: [set(target('o', 4, [{ kind: 'slice', low: 0, width: 4 }]), lit(4, 3)), set('p', ref('y', 8, 'i'))] }))
  expect(printDesign(complete(bare)).split('\n').filter(l => l.includes(':='))).toEqual(['  y := x', '  o := 0:uint(8)', '  i.x := 0:uint(8)', '  o[3:0] := 3:uint(4)', '  p := i.y'])
  for (const d of designs) expect(complete(d)).toEqual(d)
})

it('stops after the allowed number of questions', async () => {
  let questions = 0
  const d = designs.find(x => nodesOf(x) > 100)!
  await shrinkDesign(d, async all => {
    questions++
    return all.map(() => false)
  }, { most: 7 })
  expect(questions).toBeLessThanOrEqual(8)
})

it('gives a design back that nothing can be taken from', async () => {
  const d = design(module('m', { ports: [input('a', 1), output('o', 1)], registers: [register('r', 1, null)], body: [set('r', ref('a', 1)), set('o', add(ref('r', 1), ref('a', 1)))] }))
  expect(await shrinkDesign(d, async all => all.map(() => false))).toBe(d)
})

it('designs go through JSON, with shared expressions shared', () => {
  for (const d of designs.slice(0, 20)) expect(decodeDesign(JSON.parse(JSON.stringify(encodeDesign(d))))).toEqual(d)
  let e = ref('a', 8)
  for (let i = 0; i < 3000; i++) e = add(e, e)
  const deep = design(module('m', { ports: [input('a', 8), output('o', 8)], body: [set('o', e)] }))
  expect(nodesOf(decodeDesign(JSON.parse(JSON.stringify(encodeDesign(deep)))))).toBe(3001)
})

it('renamed modules are the same design', () => {
  const d = designs.find(x => x.modules.length > 2)!, other = renameModules(d, n => `a_${n}`)
  expect(other.modules.map(m => m.name)).toEqual(d.modules.map(m => `a_${m.name}`))
  expect(outputs(other)).toEqual(outputs(d))
  expect(verilogPasses.reduce((x, pass) => pass(x), other).top).toBe('a_top')
})
