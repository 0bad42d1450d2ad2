// Owns: what a part of a signal is worth: ground elements by name, array words by address, vectors by a tree of selections.
import { DiagnosticError, type Diagnostic } from '../diagnostics/index.ts'
import { widthOf, type Place, type Type } from '../ir/index.ts'
import { catBits, clampBits, constantBits, muxBits, sliceBits, type Bits } from './bits.ts'
import { op, type Graph, type NodeId } from './graph.ts'
import { elementPath, type ArrayStore, type Clock, type Element, type Segment, type Signal } from './netlist.ts'
import type { Netlist } from './flatten.ts'
import { header } from './layout.ts'

/**
 * What is shared while one design is lowered. `trail`: the segments whose value is being asked for, outermost first. `depth`: of expressions being lowered.
 * `finer`: paths of elements of which every bit is ordered on its own, because as a whole they would depend on themselves. `loop`: such elements, just found.
 */
export interface Lowering { readonly g: Graph; readonly net: Netlist; readonly trail: Segment[]; depth: number; readonly finer: ReadonlySet<string>; loop: readonly string[]; deepest?: number }

/** A step into a signal; the index is a constant or a value. */
export type ReadStep = { readonly field: string } | { readonly index: number | Bits }

/** The steps that a suffix of the path grammar stands for. */
export function suffixSteps(suffix: string): ReadStep[] {
  return [...suffix.matchAll(/\.([^.[]+)|\[(\d+)\]/g)].map(m => m[1] === undefined ? { index: Number(m[2]) } : { field: m[1] })
}

/** Bits [low + width - 1 : low] of the ground part that the steps lead to. */
export function readSignal(ctx: Lowering, signal: Signal, steps: readonly ReadStep[], low: number, width: number): Bits {
  if (signal.storage === 'array') return sliceBits(ctx.g, readArray(ctx.g, signal, steps), low, width)
  const zero = (): Bits => constantBits(ctx.g, width, 0n)
  const walk = (type: Type, suffix: string, i: number): Bits => {
    const step = steps[i]
    if (step === undefined) return readElement(ctx, signal.elements.get(suffix)!, low, width)
    if ('field' in step) return walk(fieldType(type, step.field), `${suffix}.${step.field}`, i + 1)
    const { length, of } = vectorOf(type)
    const at = (k: number): Bits => k < length ? walk(of, `${suffix}[${k}]`, i + 1) : zero()
    return typeof step.index === 'number' ? at(step.index) : pickBits(ctx.g, step.index, Array.from({ length }, (_, k) => at(k)), zero())
  }
  return walk(signal.type, '', 0)
}

export function readElement(ctx: Lowering, e: Element, low: number, width: number): Bits {
  const parts = e.segments.filter(s => s.low < low + width && low < s.low + s.width).map(s => {
    const from = Math.max(low, s.low), to = Math.min(low + width, s.low + s.width)
    return sliceBits(ctx.g, readSegment(ctx, s), from - s.low, to - from)
  })
  return parts.length === 1 ? parts[0]! : catBits(ctx.g, parts.toReversed())
}

/** Thrown where signals follow from each other over more of them than `deepest`. */
class TooDeep extends Error {
  readonly segment: Segment
  constructor(segment: Segment) {
    super('internal: too deep')
    this.segment = segment
  }
}

/** Reads segments that follow from each other over thousands of signals: each from a short stack, those that it needs before it. Throws RTL6002. */
export function readInSteps(ctx: Lowering, all: Iterable<Segment>): void {
  for (const s of all) {
    const work = new Set([s])
    ctx.deepest = 10
    while (work.size > 0) {
      const top = [...work].at(-1)!
      try {
        readSegment(ctx, top)
        work.delete(top)
      } catch (e) {
        if (!(e instanceof TooDeep)) throw e
        for (const open of ctx.trail) open.value = undefined
        ctx.trail.length = 0
        ctx.depth = 0
        // It needs itself: look again without a limit, which finds the loop.
        if (work.has(e.segment)) ctx.deepest = Infinity
        work.add(e.segment)
      }
    }
  }
}

/** Throws RTL6002 if the segment depends on itself without a register between. */
function readSegment(ctx: Lowering, s: Segment): Bits {
  if (s.value === 'busy') {
    const hops = ctx.trail.slice(ctx.trail.indexOf(s))
    ctx.loop = hops.map(h => elementPath(h.element))
    throw new DiagnosticError([loop(hops)])
  }
  if (s.value === undefined) {
    if (ctx.trail.length >= (ctx.deepest ?? Infinity)) throw new TooDeep(s)
    s.value = 'busy'
    ctx.trail.push(s)
    const value = s.drive?.() ?? constantBits(ctx.g, s.width, 0n)
    ctx.trail.pop()
    s.value = value
  }
  return s.value
}

/** The value of a scalar register before the edge, as it stands in memory. */
export function storedBits(g: Graph, address: number, width: number): Bits {
  if (width <= 32) return { width, parts: [g.load(address, 4, width)] }
  return { width, parts: Array.from({ length: Math.ceil(width / 64) }, (_, i) => g.load(address + 8 * i, 8, Math.min(64, width - 64 * i))) }
}

/** The word at a byte offset made by `wordOffset`. */
export function readWord(g: Graph, a: ArrayStore, offset: NodeId): Bits {
  const size = Math.min(8, a.bytes)
  return { width: a.width, parts: Array.from({ length: a.bytes / size }, (_, i) => g.loadAt(offset, a.address + 8 * i, size, Math.min(64, a.width - 64 * i))) }
}

/** The byte offset of a word; an index past the end leads to the zero word behind the array, where `inside` is 0. */
export function wordOffset(g: Graph, a: ArrayStore, indices: readonly (number | Bits)[]): { offset: NodeId; inside: NodeId } {
  let linear = g.const32(0), inside = g.const32(1)
  indices.forEach((index, i) => {
    const length = a.dimensions[i]!
    const at = typeof index === 'number' ? g.const32(Math.min(index, length)) : clampBits(g, index, length)
    inside = g.binary(op.and, inside, 2 ** g.bound[at]! <= length ? g.const32(1) : g.binary(op.lt, at, g.const32(length)))
    linear = g.binary(op.add, g.binary(op.mul, linear, g.const32(length)), at)
  })
  // With one dimension the clamped index already is the place of the zero word.
  const word = indices.length === 1 ? linear : g.select(inside, linear, g.const32(a.depth))
  const shift = Math.log2(a.bytes)
  const offset = Number.isInteger(shift) ? g.binary(op.shl, word, g.const32(shift)) : g.binary(op.mul, word, g.const32(a.bytes))
  return { offset, inside }
}

/** Splits the steps into an array of the signal and the indices into it. */
export function arrayOf(signal: Signal, steps: readonly ReadStep[]): { array: ArrayStore; indices: (number | Bits)[] } {
  const pattern = steps.map(s => 'field' in s ? `.${s.field}` : '[]').join('')
  return { array: signal.arrays.get(pattern)!, indices: steps.flatMap(s => 'index' in s ? [s.index] : []) }
}

function readArray(g: Graph, signal: Signal, steps: readonly ReadStep[]): Bits {
  const { array, indices } = arrayOf(signal, steps)
  return readWord(g, array, wordOffset(g, array, indices).offset)
}

/** items[index], or `otherwise` past the end, by halving. */
function pickBits(g: Graph, index: Bits, items: readonly Bits[], otherwise: Bits): Bits {
  const at = clampBits(g, index, items.length)
  const tree = (first: number, bit: number): Bits => {
    if (bit < 0 || first >= items.length) return items[first] ?? otherwise
    return muxBits(g, g.binary(op.and, g.binary(op.shr, at, g.const32(bit)), g.const32(1)), tree(first + 2 ** bit, bit - 1), tree(first, bit - 1))
  }
  return tree(0, g.bound[at]! - 1)
}

/** 1 if the clock rises in this cycle; a design with one clock knows that it does. */
export function risingNode(ctx: Lowering, clock: Clock): NodeId {
  const { g } = ctx
  if (ctx.net.clocks.length === 1) return g.const32(1)
  return g.binary(op.and, g.binary(op.shr, g.load(header.rising, 4, 32), g.const32(clock.bit)), g.const32(1))
}

/** 1 while the clock's reset is active. */
export const resetNode = (g: Graph, clock: Clock): NodeId => clock.domain.reset === undefined ? g.const32(0) : g.load(clock.resetAddress, 4, 1)

export function fieldType(type: Type, field: string): Type {
  const found = type.kind === 'bundle' ? type.fields.find(f => f.name === field) : undefined
  if (found === undefined) throw new Error(`internal: no field ${field}`)
  return found.type
}

export function vectorOf(type: Type): { length: number; of: Type } {
  if (type.kind !== 'vec') throw new Error(`internal: index into ${type.kind} of ${widthOf(type)} bits`)
  return type
}

const bitRange = (s: Segment): string => s.width === s.element.type.width ? '' : s.width === 1 ? `[${s.low}]` : `[${s.low + s.width - 1}:${s.low}]`
const segmentName = (s: Segment): string => elementPath(s.element) + bitRange(s)
const segmentPlace = (s: Segment): Place => s.element.signal.at

function loop(hops: readonly Segment[]): Diagnostic {
  return {
    code: 'RTL6002', message: `\`${segmentName(hops[0]!)}\` depends on itself in the same cycle`,
    notes: hops.map((s, i) => ({ place: segmentPlace(s), text: `\`${segmentName(s)}\` needs \`${segmentName(hops[(i + 1) % hops.length]!)}\`` })),
    help: 'put a register into the loop',
  }
}
