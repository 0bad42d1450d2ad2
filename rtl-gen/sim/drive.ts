// Owns: what computes each signal of a scope: inputs, statements, locals, memories, and the next values of registers.
import { catBits, constantBits, muxBits, sliceBits, type Bits } from './bits.ts'
import { runRules, type Rules } from './lower-body.ts'
import { lowerPart } from './lower-expr.ts'
import { asyncWord, syncWord, unpack } from './lower-memory.ts'
import { constantPart, type Element, type Scope, type Segment } from './netlist.ts'
import { readElement, resetNode, risingNode, storedBits, type Lowering } from './read.ts'

/** A scalar that is stored at the end of a cycle. */
export interface Store { readonly address: number; readonly value: Bits }

/** Gives every segment of a scope its driver, and adds what each scalar register takes at the end of a cycle. Nothing is computed yet. */
export function driveSignals(ctx: Lowering, scope: Scope, rules: ReadonlyMap<Scope, Rules>, registers: (() => Store)[]): void {
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
