// Owns: a trial in this process: under the reference interpreter, and in WebAssembly.
import { topOf, pinsOf, type Outputs, type Trial } from './trial.ts'
import { ReferenceSimulator, type Failure } from './reference.ts'
import { compileSimulator } from '../sim/index.ts'
import type { Design } from '../ir/index.ts'

/** How often each check counted: asserts and assumes that failed, covers that held; by path and label. */
export type Counts = Readonly<Record<string, number>>
export interface Run { readonly outputs: Outputs; readonly checks: Counts }
/** `failures`: of asserts and assumes, cycle by cycle. */
export interface ReferenceRun extends Run { readonly failures: readonly Failure[] }

/** What the documentation of the IR says. */
export function runReference(t: Trial): ReferenceRun {
  const sim = new ReferenceSimulator(t.design), names = pinsOf(t.design).outputs.map(p => p.name), domains = topOf(t.design).domains.map(d => d.name)
  const outputs = t.cycles.map(c => {
    for (const [n, v] of Object.entries(c.values)) sim.poke(n, v)
    const seen = names.map(n => sim.peek(n))
    sim.step(domains.filter((_, i) => c.rising >> i & 1))
    return seen
  })
  const checks: Record<string, number> = Object.fromEntries(sim.covers)
  for (const f of sim.failures) {
    const key = f.scope === '' ? f.label : `${f.scope}.${f.label}`
    checks[key] = (checks[key] ?? 0) + 1
  }
  return { outputs, checks, failures: sim.failures }
}

/** The Wasm simulator. `design`: what it gets instead of the trial's own, to see that a fault is found. */
export function runWasm(t: Trial, design: Design = t.design): Run {
  const sim = compileSimulator(design, { checks: 'record' }), ports = pinsOf(design).outputs.map(p => sim.port(p.name))
  const outputs = t.cycles.map(c => {
    for (const [n, v] of Object.entries(c.values)) sim.poke(n, v)
    sim.step(1, c.rising)
    return ports.map(p => p.getBig())
  })
  const counted = sim.checks().filter(c => c.count > 0)
  return { outputs, checks: Object.fromEntries(counted.map(c => [c.scope === '' ? c.label : `${c.scope}.${c.label}`, c.count])) }
}
