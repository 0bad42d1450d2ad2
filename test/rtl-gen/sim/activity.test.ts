// Owns: the programs that skip what is at rest, against the one that computes everything and against the reference.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { widthOf, type Design, type Port } from '../../../rtl-gen/ir/index.ts'
import { randomDesign, ReferenceSimulator, seededPick, type Pick, type RandomOptions } from '../../../rtl-gen/fuzz/index.ts'
import { compileSimulator, type Simulator, type SimulatorOptions } from '../../../rtl-gen/sim/index.ts'
import { add, binary, bit, check, design, domain, extend, input, lit, memory, module, mux, not, output, readPort, ref, register, set, when, writePort } from '../../support/ir-short.ts'

type Activity = NonNullable<SimulatorOptions['activity']>
/** Nothing is computed without need; some parts are; what the simulator finds best after some cycles. */
const programs: [string, Activity][] = [
  ['all skipped', { plain: 0, trace: 1, always: () => false }], ['still traced', { plain: 1, trace: 1_000_000 }],
  ['some always', { plain: 0, trace: 1, always: n => n % 3 === 0 }], ['most always', { plain: 0, trace: 1, always: n => n % 5 > 0 }], ['all always', { plain: 0, trace: 1, always: () => true }],
  ['measured', { plain: 5, trace: 4 }],
]
const runs = Number(process.env['RANDOM_DESIGNS'] ?? 8)

const topOf = (d: Design): Design['modules'][number] => d.modules.at(-1)!
const inputsOf = (d: Design): Port[] => topOf(d).ports.filter(p => p.direction === 'input')
const value = (pick: Pick, width: number): bigint =>
  pick(4) === 0 ? [0n, (1n << BigInt(width)) - 1n][pick(2)]! : BigInt.asUintN(width, BigInt(pick(1 << 30)) * 0x9e3779b97f4a7c15f39cc0605cedc834n)

/** A few inputs change in some cycles; in the others everything that can rest does. */
function restingPokes(d: Design, pick: Pick, poke: (name: string, v: bigint) => void, first: boolean): void {
  if (!first && pick(3) > 0) return
  for (const p of inputsOf(d)) if (first || pick(3) === 0) poke(p.name, value(pick, widthOf(p.type)))
  for (const { reset } of topOf(d).domains) if (reset) poke(reset.name, BigInt(pick(6) === 5))
}

function differsFromReference(d: Design, pick: Pick, activity: Activity): string | undefined {
  const sim = compileSimulator(d, { checks: 'record', activity, nodesPerFunction: 200 }), reference = new ReferenceSimulator(d), clocks = topOf(d).domains.map(x => x.name)
  const outputs = topOf(d).ports.filter(p => p.direction === 'output').map(p => p.name)
  for (let cycle = 0; cycle < 40; cycle++) {
    restingPokes(d, pick, (name, v) => { sim.poke(name, v); reference.poke(name, v) }, cycle === 0)
    const wanted = outputs.map(o => reference.peek(o)), looks = pick(4) === 0
    // A look at everything settles it; the words of the outputs must be right without one too.
    for (const s of looks ? sim.signals : []) {
      if (s.kind !== 'reset' && sim.peek(s.path) !== reference.peek(s.path)) return `before cycle ${cycle}, ${s.path}`
    }
    const rising = clocks.length === 1 ? 1 : pick(2 ** clocks.length)
    sim.step(1, rising)
    reference.step(clocks.filter((_, i) => rising >> i & 1))
    const seen = outputs.map(o => sim.port(o).getBig())
    for (const [i, o] of outputs.entries()) if (seen[i] !== wanted[i]) return `cycle ${cycle}, ${o}: ${seen[i]!.toString(16)} instead of ${wanted[i]!.toString(16)}`
  }
  return undefined
}

/** The same random actions on a simulator that computes everything and on another; the first that leaves them different. */
function differsFromPlain(d: Design, pick: Pick, activity: Activity): string | undefined {
  const make = (a: Activity): Simulator => compileSimulator(d, { checks: 'record', activity: a, nodesPerFunction: 200 })
  const sims = [make('off'), make(activity)], [plain] = sims as [Simulator, Simulator], both = <T>(f: (s: Simulator) => T): T[] => sims.map(f)
  const registers = plain.signals.filter(s => s.kind === 'register'), outputs = plain.signals.filter(s => s.kind === 'output' && s.scope.length === 0)
  const watched = plain.signals.filter(() => pick(4) === 0).map(s => s.path), watches = both(s => s.watch(watched))
  let saved = both(s => s.snapshot())
  both(s => restingPokes(d, seededPick(1), (n, v) => s.poke(n, v), true))
  for (let n = 0; n < 40; n++) {
    const action = pick(12), at = pick(1 << 20)
    const act = (s: Simulator, i: number): void => {
      const own = seededPick(at)
      switch (action) {
        case 0: if (registers.length > 0) { const r = registers[own(registers.length)]!; s.poke(r.path, value(own, r.width)) } break
        case 1: if (s.memories.length > 0) { const m = s.memories[own(s.memories.length)]!; s.pokeMemory(m.path, own(m.depth), value(own, m.width)) } break
        case 2: saved[i] = s.snapshot(); break
        // A snapshot is good in a simulator that runs another program.
        case 3: s.restore(saved[1 - i]!); break
        case 4: s.eval(); break
        case 5: watches[i]!.settle(); break
        case 6: s.reset(1 + own(2)); break
        default: restingPokes(d, own, (name, v) => s.poke(name, v), false)
      }
    }
    const before = saved
    saved = [...saved]
    sims.forEach(act)
    if (action === 3) saved = before
    const cycles = pick(4), rising = 2 ** plain.clocks.length === 2 ? 1 : pick(2 ** plain.clocks.length)
    both(s => s.step(cycles, rising))
    const text = (s: Simulator): string => JSON.stringify([
      [...registers, ...cycles > 0 ? outputs : []].map(r => s.port(r.path).getBig().toString(16)),
      s.memories.map(m => Array.from({ length: m.depth }, (_, k) => s.peekMemory(m.path, k).toString(16))), s.checks().map(c => [c.count, c.first]),
    ])
    const [wanted, seen] = both(text)
    if (wanted !== seen) return `action ${n} (${action}), ${cycles} cycles:\n${seen}\n${wanted}`
  }
  const peeked = both(s => JSON.stringify(s.signals.map(x => s.peek(x.path).toString(16))))
  return peeked[0] === peeked[1] ? undefined : `peeks: ${peeked[1]} instead of ${peeked[0]}`
}

describe.each(programs)('random designs, %s', (_, activity) => {
  const shapes: [string, RandomOptions][] = [['one clock', { domains: ['clk'], size: 'medium' }], ['several clocks', { domains: ['clk', 'rx'], resets: 'mixed', size: 'small' }], ['asynchronous resets', { resets: 'async', inside: 1 }]]
  it.each(shapes)('%s', (_, options) => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), seed => {
      const pick = seededPick(seed), d = randomDesign(pick, options)
      expect(differsFromReference(d, pick, activity)).toBeUndefined()
      expect(differsFromPlain(d, pick, activity)).toBeUndefined()
    }), { seed: 20240602, numRuns: runs })
  })
})

describe.each(programs)('by hand, %s', (_, activity) => {
  const simulate = (d: Design, more: SimulatorOptions = {}): Simulator => {
    const sim = compileSimulator(d, { ...more, activity })
    // Past the cycles that are traced.
    sim.step(12)
    return sim
  }
  const counter = design(module('counter', {
    ports: [input('enable', bit), input('by', 8), output('count', 8), output('twice', 9)], registers: [register('n', 8)],
    body: [set('count', ref('n', 8)), set('twice', add(extend(ref('n', 8), 9), extend(ref('by', 8), 9))), when(ref('enable', 1), [set('n', add(ref('n', 8), ref('by', 8)))])],
  }))
  it('an input that comes back to what it was, with a look between, leaves the outputs of the cycle', () => {
    const sim = simulate(counter)
    sim.poke('by', 5)
    sim.step()
    sim.poke('by', 9)
    expect(sim.peek('twice')).toBe(9n)
    sim.poke('by', 5)
    sim.step()
    expect(sim.port('twice').get()).toBe(5)
  })
  it('words of inputs may be written without a poke', () => {
    const sim = simulate(counter)
    sim.words[sim.port('by').index] = 7
    sim.words[sim.port('enable').index] = 1
    sim.step(3)
    expect([sim.port('count').get(), sim.peek('count')]).toEqual([14, 21n])
  })
  it('registers may be poked, by path and by port', () => {
    const sim = simulate(counter)
    sim.poke('n', 200)
    sim.step()
    expect(sim.port('count').get()).toBe(200)
    sim.port('n').set(100)
    sim.step()
    expect([sim.port('count').get(), sim.port('twice').get()]).toEqual([100, 100])
  })
  it('a snapshot from before a step comes back with all that follows from it', () => {
    const sim = simulate(counter)
    sim.poke('by', 3)
    sim.poke('enable', 1)
    sim.step(2)
    const then = sim.snapshot()
    sim.poke('by', 4)
    sim.step(5)
    expect(sim.peek('n')).toBe(26n)
    sim.restore(then)
    sim.step()
    expect([sim.port('count').get(), sim.port('twice').get(), sim.peek('n')]).toEqual([6, 9, 9n])
  })
  it('a cycle in which nothing rises, and no cycle at all, move nothing', () => {
    const sim = simulate(counter)
    sim.poke('by', 3)
    sim.poke('enable', 1)
    expect([sim.step(2, 0), sim.step(0), sim.peek('n')]).toEqual([2, 0, 6n])
  })

  const pulsed = design(module('pulsed', {
    domains: [domain('clk', 'async')], ports: [output('seen', 8)], registers: [register('n', 8, 7n), register('m', 8, 1n)],
    body: [set('seen', binary('xor', ref('n', 8), ref('m', 8))), set('n', mux(binary('eq', ref('n', 8), lit(8, 30)), lit(8, 30), add(ref('n', 8), lit(8, 1))))],
  }))
  it('an asynchronous reset that goes up and down between two cycles counts if something looked', () => {
    const sim = simulate(pulsed)
    sim.step(40)
    expect(sim.peek('n')).toBe(30n)
    sim.poke('rst', 1)
    expect(sim.peek('n')).toBe(7n)
    sim.poke('rst', 0)
    sim.step()
    expect([sim.port('seen').get(), sim.peek('n')]).toEqual([6, 8n])
  })

  const fought = design(module('fought', {
    ports: [input('a', bit), input('b', bit), input('at', 2), output('out', 8)],
    memories: [memory('mem', 4, 8, [readPort('q', 'async', lit(2, 1))], [writePort(lit(2, 1), ref('a', 1), lit(8, 11)), writePort(ref('at', 2), ref('b', 1), lit(8, 22))])],
    body: [set('out', ref('q', 8))],
  }))
  it('a write that holds on writes again what another one overwrote', () => {
    const sim = simulate(fought), look = (): bigint => { sim.step(); return sim.peek('out') }
    sim.poke('a', 1)
    expect([look(), look()]).toEqual([11n, 11n])
    sim.poke('at', 1)
    sim.poke('b', 1)
    expect([look(), look()]).toEqual([22n, 22n])
    sim.poke('b', 0)
    expect([look(), look()]).toEqual([11n, 11n])
    sim.pokeMemory('mem', 1, 33)
    expect([sim.peek('out'), look()]).toEqual([33n, 11n])
  })

  const checked = design(module('checked', {
    ports: [input('bad', bit), output('n', 8)], registers: [register('count', 8)],
    body: [set('n', ref('count', 8)), set('count', add(ref('count', 8), lit(8, 1))), check('assert', 'good', not(ref('bad', 1))), check('cover', 'happens', ref('bad', 1))],
  }))
  it('checks count in every cycle, though nothing that they read changes', () => {
    const sim = simulate(checked, { checks: 'record' })
    sim.poke('bad', 1)
    sim.step(5)
    sim.poke('bad', 0)
    sim.step(5)
    sim.poke('bad', 1)
    sim.step()
    expect(sim.checks().map(c => [c.label, c.count, c.first])).toEqual([['good', 6, 12], ['happens', 6, 12]])
  })
  it('a check that fails stops the steps', () => {
    const sim = simulate(checked)
    sim.poke('bad', 1)
    expect(() => sim.step(50)).toThrow('does not hold in cycle 12')
    expect(() => sim.step(50)).toThrow('does not hold in cycle 13')
    sim.poke('bad', 0)
    expect([sim.step(50), sim.cycle, sim.peek('n')]).toEqual([50, 64, 64n])
  })

  const narrow = design(module('narrow', {
    ports: [input('on', bit), output('sum', 40)], registers: [register('a', 3), register('b', 20, 1n), register('c', 40, 2n), register('d', 5, 3n)],
    body: [
      when(ref('on', 1), [set('a', add(ref('a', 3), lit(3, 1)))]), set('b', add(ref('b', 20), lit(20, 1))), when(binary('eq', ref('a', 3), lit(3, 2)), [set('c', add(ref('c', 40), lit(40, 1)))]),
      set('d', add(ref('d', 5), lit(5, 1))), set('sum', add(add(extend(ref('a', 3), 40), extend(ref('b', 20), 40)), add(ref('c', 40), extend(ref('d', 5), 40)))),
    ],
  }))
  it('registers beside each other move on their own', () => {
    const sim = simulate(narrow)
    sim.poke('on', 1)
    sim.step(2)
    sim.poke('on', 0)
    sim.step(3)
    expect(['a', 'b', 'c', 'd', 'sum'].map(n => sim.peek(n))).toEqual([2n, 18n, 5n, 20n, 45n])
  })
})
