// Owns: random stimulus. What is drawn for a pin depends on the seed and its name only, so that a design that has lost others behaves alike.
import { allStatements, modulesOf, type Design } from '../ir/index.ts'
import { randomBits, seededPick, seedFor, type Pick } from './pick.ts'
import { ReferenceSimulator } from './reference.ts'
import { pinsOf, topOf, type Cycle } from './trial.ts'

/** A reset is active in one cycle of so many. */
const calm = 12

/** Draws cycles one after the other. */
function drawer(design: Design, seed: number): () => Cycle {
  const top = topOf(design), pins = pinsOf(design)
  const resets = new Set(top.domains.flatMap(d => d.reset?.name ?? []))
  const picks = pins.inputs.map((p): [string, () => bigint] => {
    const pick = seededPick(seedFor(seed, p.name))
    return [p.name, resets.has(p.name) ? () => BigInt(pick(calm) === 0) : () => randomBits(pick, p.width)]
  })
  const clocks: readonly Pick[] = top.domains.map(d => seededPick(seedFor(seed, `clock ${d.name}`)))
  // One clock rises in every cycle; of several, each in three of four.
  const rising = (): number => clocks.length === 1 ? 1 : clocks.reduce((n, pick, i) => n | (pick(4) > 0 ? 2 ** i : 0), 0)
  return () => ({ values: Object.fromEntries(picks.map(([name, next]) => [name, next()])), rising: rising() })
}

/** `cycles` cycles of random inputs, resets and clocks. */
export function randomStimulus(design: Design, seed: number, cycles: number): Cycle[] {
  const next = drawer(design, seed)
  return Array.from({ length: cycles }, next)
}

/** How often a cycle that breaks an assumption is drawn again. */
const patience = 200

/**
 * The same, under the design's assumptions: a cycle in which one does not hold is drawn again. If none is found the resets are held, and if that
 * does not help either the stimulus ends there. It is empty if no cycle without held resets was found.
 */
export function assumedStimulus(design: Design, seed: number, cycles: number): Cycle[] {
  if (!modulesOf(design).some(m => [...allStatements(m.body)].some(s => s.kind === 'check' && s.check === 'assume'))) return randomStimulus(design, seed, cycles)
  const next = drawer(design, seed), sim = new ReferenceSimulator(design), top = topOf(design)
  const resets = top.domains.flatMap(d => d.reset?.name ?? [])
  const withResets = (c: Cycle, value: bigint): Cycle => ({ ...c, values: { ...c.values, ...Object.fromEntries(resets.map(r => [r, value])) } })
  const holds = (c: Cycle): boolean => {
    for (const [name, value] of Object.entries(c.values)) sim.poke(name, value)
    return sim.assumptionsHold(top.domains.filter((_, i) => c.rising >> i & 1).map(d => d.name))
  }
  const drawn: Cycle[] = []
  let free = 0
  while (drawn.length < cycles) {
    let cycle = next(), tries = 0
    // A reset, in which nothing is assumed, is no way out before it is the last.
    while (!holds(cycle) && tries++ < patience) cycle = withResets(next(), 0n)
    if (!holds(cycle)) cycle = withResets(cycle, 1n)
    if (!holds(cycle)) break
    if (resets.every(r => cycle.values[r] === 0n)) free++
    sim.step(top.domains.filter((_, i) => cycle.rising >> i & 1).map(d => d.name))
    drawn.push(cycle)
  }
  return free === 0 ? [] : drawn
}

/** The stimulus of `cycles` for a design that has other pins: what is new or narrower gets what its name would be drawn. */
export function fitStimulus(design: Design, cycles: readonly Cycle[], seed: number): Cycle[] {
  const pins = pinsOf(design), next = drawer(design, seed)
  const rising = 2 ** pins.clocks.length - 1
  return cycles.map(c => {
    const drawn = next()
    return { rising: c.rising & rising, values: Object.fromEntries(pins.inputs.map(p => [p.name, BigInt.asUintN(p.width, c.values[p.name] ?? drawn.values[p.name]!)])) }
  })
}
