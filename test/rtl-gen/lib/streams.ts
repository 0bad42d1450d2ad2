// Owns: streams of a module under chance: offers and takes that come and go, kept to the rules of ready/valid, and what passed.
import { expect } from 'vitest'
import fc from 'fast-check'
import { elaborate } from '../../../rtl-gen/dsl/index.ts'
import type { Module } from '../../../rtl-gen/dsl/index.ts'
import { check } from '../../../rtl-gen/passes/pipeline.ts'
import { compileSimulator } from '../../../rtl-gen/sim/index.ts'
import type { Simulator } from '../../../rtl-gen/sim/index.ts'

/** The streams by the names of their ports; `clock` is that of a stream in a module of several, `payload` the port of it (`name_payload`). */
export interface StreamPort { readonly name: string; readonly clock?: string; readonly payload?: string }
export interface Bench { readonly sim: Simulator; readonly ins: readonly StreamPort[]; readonly outs: readonly StreamPort[] }

export function bench(of: Module<any>, ins: readonly StreamPort[], outs: readonly StreamPort[]): Bench {
  const design = elaborate(of)
  check(design)
  return { sim: compileSimulator(design), ins, outs }
}

/** What one cycle wants: which of the inputs offer, which of the outputs take, which clocks rise (all). */
export interface Cycle { readonly offers: readonly boolean[]; readonly takes: readonly boolean[]; readonly clocks?: number }
export interface Seen { readonly sent: readonly number[][]; readonly got: readonly number[][] }

/**
 * Input k sends `values(k, 0)`, `values(k, 1)`, ... An offer stands until it is taken, as the rules of streams want; that the module keeps them too
 * (what it offers stands, unchanged) is checked in each cycle. `look` is called when the cycle has settled.
 */
export function run({ sim, ins, outs }: Bench, cycles: readonly Cycle[], values: (k: number, i: number) => number, look: (cycle: number) => void = () => {}): Seen {
  sim.reset()
  const port = (s: StreamPort, role: 'valid' | 'ready' | 'payload') => sim.port(role === 'payload' ? s.payload ?? `${s.name}_payload` : `${s.name}_${role}`)
  const sent = ins.map((): number[] => []), got = outs.map((): number[] => [])
  const offering = ins.map(() => false), standing = outs.map((): number | undefined => undefined)
  const rises = (s: StreamPort, clocks: number): boolean => s.clock === undefined || (clocks >> sim.clocks.indexOf(s.clock) & 1) === 1
  cycles.forEach(({ offers, takes, clocks = 2 ** sim.clocks.length - 1 }, n) => {
    ins.forEach((s, k) => {
      offering[k] ||= offers[k]!
      port(s, 'valid').set(offering[k] ? 1 : 0)
      port(s, 'payload').set(offering[k] ? values(k, sent[k]!.length) : 0)
    })
    outs.forEach((s, k) => port(s, 'ready').set(takes[k] ? 1 : 0))
    sim.eval()
    look(n)
    ins.forEach((s, k) => {
      if (!offering[k] || !port(s, 'ready').get() || !rises(s, clocks)) return
      sent[k]!.push(values(k, sent[k]!.length))
      offering[k] = false
    })
    outs.forEach((s, k) => {
      const valid = port(s, 'valid').get() === 1, payload = port(s, 'payload').get()
      if (standing[k] !== undefined) expect([n, s.name, valid, payload]).toEqual([n, s.name, true, standing[k]])
      if (!rises(s, clocks)) return
      standing[k] = valid && !takes[k] ? payload : undefined
      if (valid && takes[k]) got[k]!.push(payload)
    })
    sim.step(1, clocks)
  })
  return { sent, got }
}

/** Chance for `n` cycles, then `drain` cycles in which nothing is offered and all is taken (and all clocks rise). */
export const someCycles = (b: Bench, n: number, drain: number): fc.Arbitrary<Cycle[]> => {
  const flags = (of: readonly unknown[]): fc.Arbitrary<boolean[]> => fc.array(fc.boolean(), { minLength: of.length, maxLength: of.length })
  const clocks = b.sim.clocks.length < 2 ? fc.constant(1) : fc.integer({ min: 0, max: 2 ** b.sim.clocks.length - 1 })
  return fc.array(fc.record({ offers: flags(b.ins), takes: flags(b.outs), clocks }), { minLength: n, maxLength: n })
    .map(cycles => [...cycles, ...Array.from({ length: drain }, (): Cycle => ({ offers: b.ins.map(() => false), takes: b.outs.map(() => true) }))])
}

/** Checks a property of what passed under chance; the same seed, the same runs. */
export const underChance = (b: Bench, values: (k: number, i: number) => number, holds: (seen: Seen) => void, { cycles = 120, drain = 40, runs = 40 } = {}): void =>
  fc.assert(fc.property(someCycles(b, cycles, drain), c => { holds(run(b, c, values)) }), { numRuns: runs, seed: 7 })

/** So many cycles in which every input offers and every output takes. */
export const always = (b: Bench, n: number): Cycle[] => Array.from({ length: n }, () => ({ offers: b.ins.map(() => true), takes: b.outs.map(() => true) }))
