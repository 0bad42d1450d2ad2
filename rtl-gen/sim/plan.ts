// Owns: the whole design as data for the emitter: what is computed in a cycle, and where it goes.
import type { Design } from '../ir/index.ts'
import type { Bits } from './bits.ts'
import { driveSignals, type Store } from './drive.ts'
import { flatten, type Netlist } from './flatten.ts'
import { Graph, op, type NodeId } from './graph.ts'
import { collectRules, noteCuts, runEffects, type ArrayWrite, type LoweredCheck } from './lower-body.ts'
import { memoryWrites } from './lower-memory.ts'
import { elementPath, type ArrayStore, type Element } from './netlist.ts'
import { readElement, readInSteps, resetNode, risingNode, type Lowering } from './read.ts'

/** A computed element that is stored only to be looked at; its address is given later. */
export interface Internal { readonly element: Element; readonly value: Bits }
/** An array that goes back to its first words while `active` holds at an edge. */
export interface ArrayReset { readonly array: ArrayStore; readonly active: NodeId }

export interface Plan {
  readonly ctx: Lowering
  readonly net: Netlist
  /** Outputs of the top. */
  readonly outputs: readonly Store[]
  /** Next values of the scalar registers. */
  readonly registers: readonly Store[]
  /** Registers with an asynchronous reset as they are seen, reset or not. */
  readonly resets: readonly Store[]
  readonly writes: readonly ArrayWrite[]
  readonly arrayResets: readonly ArrayReset[]
  readonly checks: readonly LoweredCheck[]
  /** All computed elements that are no outputs of the top. */
  readonly internals: readonly Internal[]
}

/** Throws RTL6001 to RTL6003. */
export function makePlan(design: Design): Plan {
  const finer = new Set<string>()
  let steps = false
  for (;;) {
    const ctx: Lowering = { g: new Graph(), net: flatten(design), trail: [], depth: 0, finer, loop: [] }
    try {
      return planOf(ctx, steps)
    } catch (e) {
      // Signals follow from each other over more of them than calls can be deep.
      if (e instanceof RangeError && !steps) {
        steps = true
        continue
      }
      // Perhaps only the whole words depend on themselves, not their bits.
      const before = finer.size
      for (const path of ctx.loop) finer.add(path)
      if (finer.size === before) throw e
    }
  }
}

function planOf(ctx: Lowering, steps: boolean): Plan {
  const { g, net } = ctx
  cutSegments(ctx)
  const rules = new Map(net.scopes.map(s => [s, collectRules(ctx, s, s.module.body)]))
  const registers: (() => Store)[] = []
  for (const scope of net.scopes) driveSignals(ctx, scope, rules, registers)
  if (steps) readInSteps(ctx, net.scopes.flatMap(s => [...s.signals.values()].flatMap(x => [...x.elements.values()].flatMap(e => e.segments))))
  const writes: ArrayWrite[] = [], checks: LoweredCheck[] = [], arrayResets: ArrayReset[] = []
  for (const scope of net.scopes) {
    const own = rules.get(scope)!
    for (const signal of scope.signals.values()) {
      if (signal.storage !== 'array') continue
      const rising = risingNode(ctx, signal.clock!)
      runEffects(ctx, scope, own.get(signal) ?? [], rising, writes, checks)
      if (signal.reset === null) continue
      const active = g.binary(op.and, rising, resetNode(g, signal.clock!))
      if (!g.isZero(active)) for (const array of signal.arrays.values()) arrayResets.push({ array, active })
    }
    runEffects(ctx, scope, own.get('checks') ?? [], g.const32(1), writes, checks)
    for (const m of scope.module.memories) writes.push(...memoryWrites(ctx, scope, m))
  }
  const elements = net.scopes.flatMap(s => [...s.signals.values()].flatMap(x => [...x.elements.values()]))
  const seen = (e: Element): Store => ({ address: e.address, value: readElement(ctx, e, 0, e.type.width) })
  return {
    ctx, net, writes, checks, arrayResets,
    outputs: elements.filter(e => e.signal.kind === 'output' && e.signal.scope.parent === undefined).map(seen),
    resets: elements.filter(e => e.signal.asyncReset).map(seen),
    registers: registers.map(r => r()),
    internals: elements.filter(e => e.signal.storage === 'computed' && e.address < 0).map(element => ({ element, value: readElement(ctx, element, 0, element.type.width) })),
  }
}

function cutSegments({ net, finer }: Lowering): void {
  const cuts = new Map<Element, Set<number>>()
  for (const s of net.scopes) noteCuts(s, cuts)
  for (const scope of net.scopes) for (const signal of scope.signals.values()) for (const element of signal.elements.values()) {
    const { width } = element.type
    const bounds = finer.has(elementPath(element)) ? Array.from({ length: width + 1 }, (_, i) => i) : [...new Set([0, width, ...cuts.get(element) ?? []])].sort((a, b) => a - b)
    element.segments = bounds.slice(1).map((end, i) => ({ element, low: bounds[i]!, width: end - bounds[i]!, drive: undefined, value: undefined }))
  }
}
