// Owns: the whole design as data for the emitter: what is computed in a cycle, and where it goes.
import { catBits, constantBits, muxBits, sliceBits, type Bits } from './bits.ts'
import { flatten, type Netlist } from './flatten.ts'
import { Graph, type NodeId } from './graph.ts'
import { lowerPart } from './lower-expr.ts'
import { asyncWord, memoryWrites, syncWord, unpack } from './lower-memory.ts'
import { collectRules, noteCuts, runEffects, runRules, type ArrayWrite, type LoweredCheck, type Rules } from './lower-body.ts'
import { constantPart, type ArrayStore, type Element, type Scope, type Segment } from './netlist.ts'
import { readElement, resetNode, risingNode, storedBits, type Lowering } from './read.ts'
import { op } from './graph.ts'
import type { Design } from '../ir/index.ts'

/** A scalar that is stored at the end of a cycle. */
export interface Store { readonly address: number; readonly value: Bits }
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
  const net = flatten(design), g = new Graph(), ctx: Lowering = { g, net, trail: [], depth: 0 }
  cutSegments(net)
  const rules = new Map(net.scopes.map(s => [s, collectRules(ctx, s, s.module.body)]))
  const registers: (() => Store)[] = []
  for (const scope of net.scopes) driveSignals(ctx, scope, rules, registers)
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

function cutSegments(net: Netlist): void {
  const cuts = new Map<Element, Set<number>>()
  for (const s of net.scopes) noteCuts(s, cuts)
  for (const scope of net.scopes) for (const signal of scope.signals.values()) for (const element of signal.elements.values()) {
    const bounds = [...new Set([0, element.type.width, ...cuts.get(element) ?? []])].sort((a, b) => a - b)
    element.segments = bounds.slice(1).map((end, i) => ({ element, low: bounds[i]!, width: end - bounds[i]!, drive: undefined, value: undefined }))
  }
}

function driveSignals(ctx: Lowering, scope: Scope, rules: ReadonlyMap<Scope, Rules>, registers: (() => Store)[]): void {
  const { g } = ctx
  const reads = new Map(scope.module.memories.flatMap(m => m.reads.map(r => [r.data, { m, r }])))
  const locals = new Map(scope.module.locals.map(l => [l.name, l]))
  for (const signal of scope.signals.values()) {
    // Inputs of an instance are set by its parent.
    const setter = signal.kind === 'input' && scope.parent ? scope.parent : scope
    const own = rules.get(setter)!
    const local = signal.kind === 'local' ? locals.get(signal.name)! : undefined
    const read = signal.kind === 'read' ? reads.get(signal.name)! : undefined
    const driver = (s: Segment, stored: () => Bits): () => Bits => {
      if (signal.storage === 'input') return () => sliceBits(g, stored(), s.low, s.width)
      if (signal.storage === 'state') return () => sliceBits(g, visible(s.element, stored()), s.low, s.width)
      if (local) return () => lowerPart(ctx, scope, local.value, s.element.suffix, s.low, s.width)
      if (read) return () => sliceBits(g, unpack(ctx, read.m, asyncWord(ctx, scope, read.m, read.r)).get(s.element.suffix)!, s.low, s.width)
      const zero = (): Bits => constantBits(g, s.width, 0n)
      return () => runRules(ctx, setter, own.get(s) ?? [], zero)
    }
    const resetBits = (e: Element): Bits => constantBits(g, e.type.width, constantPart(signal.reset, e.suffix))
    const visible = (e: Element, stored: Bits): Bits => signal.asyncReset ? muxBits(g, resetNode(g, signal.clock!), resetBits(e), stored) : stored
    const next = (e: Element): Bits => {
      const now = readElement(ctx, e, 0, e.type.width)
      let value: Bits
      if (read) {
        const { enable, word } = syncWord(ctx, scope, read.m, read.r)
        value = muxBits(g, enable, unpack(ctx, read.m, word).get(e.suffix)!, now)
      } else {
        const parts = e.segments.map(s => runRules(ctx, scope, own.get(s) ?? [], () => sliceBits(g, now, s.low, s.width)))
        value = parts.length === 1 ? parts[0]! : catBits(g, parts.toReversed())
      }
      if (signal.reset !== null && !signal.asyncReset) value = muxBits(g, resetNode(g, signal.clock!), resetBits(e), value)
      value = muxBits(g, risingNode(ctx, signal.clock!), value, now)
      return signal.asyncReset ? muxBits(g, resetNode(g, signal.clock!), resetBits(e), value) : value
    }
    for (const element of signal.elements.values()) {
      const stored = (): Bits => storedBits(g, element.address, element.type.width)
      for (const s of element.segments) s.drive = driver(s, stored)
      if (signal.storage === 'state') registers.push(() => ({ address: element.address, value: next(element) }))
    }
  }
}
