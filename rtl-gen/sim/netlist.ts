// Owns: the flattened design: scopes (one an instance), their signals, and the ground elements of each signal.
import { leavesOf, type Constant, type Domain, type Expr, type GroundType, type Memory, type Module, type Place, type Type } from '../ir/index.ts'
import type { Bits } from './bits.ts'

/** One clock of the whole design; domains of equal names are one. `bit` is its place in the set of rising clocks. */
export interface Clock { readonly name: string; readonly bit: number; readonly domain: Domain; readonly resetAddress: number }

export type SignalKind = 'input' | 'output' | 'local' | 'wire' | 'register' | 'read'

/** A named value of one instance. `input`: poked from outside; `computed`: has a driver; `state`: a register; `array`: a register whose elements stay in memory. */
export interface Signal {
  readonly name: string
  /** Instances and name, with dots. */
  readonly path: string
  readonly scope: Scope
  readonly kind: SignalKind
  readonly type: Type
  readonly storage: 'input' | 'computed' | 'state' | 'array'
  readonly clock: Clock | undefined
  readonly reset: Constant | null
  readonly asyncReset: boolean
  readonly at: Place
  readonly doc: string | undefined
  /** By the suffix of the path: `.field`, `[3]`; a ground signal has the one of the empty suffix. Empty for an array. */
  readonly elements: Map<string, Element>
  /** Of an array signal, by the suffix with every index written `[]`. */
  readonly arrays: Map<string, ArrayStore>
}

/** One ground value of a signal. `address` is where it stands: its state, its input, or where it is stored to be looked at. */
export interface Element {
  readonly signal: Signal
  readonly suffix: string
  readonly type: GroundType
  address: number
  /** Parts that are set and ordered on their own, lowest first. */
  segments: Segment[]
}

/** Bits [low + width - 1 : low] of an element. `value` is what the segment is (computed) or reads as before the edge (state). */
export interface Segment {
  readonly element: Element
  readonly low: number
  readonly width: number
  drive: (() => Bits) | undefined
  value: Bits | 'busy' | undefined
}

/** Words in memory; one more word than `depth`, always zero, stands for every place past the end. */
export interface ArrayStore {
  readonly path: string
  readonly width: number
  readonly type: GroundType
  readonly dimensions: readonly number[]
  readonly depth: number
  readonly bytes: number
  address: number
  readonly initial: (index: number) => bigint
  readonly at: Place
}

export interface Scope {
  readonly path: string
  readonly module: Module
  readonly parent: Scope | undefined
  readonly children: ReadonlyMap<string, Scope>
  readonly signals: Map<string, Signal>
  readonly memories: Map<Memory, ArrayStore>
  readonly clocks: ReadonlyMap<string, Clock>
  readonly values: Map<Expr, Bits>
  /** Of expressions of which only some bits have been asked for, by `low * 65536 + width`. */
  readonly parts: Map<Expr, Map<number, Bits>>
}

/** A value of the path grammar: `inst.name`, `inst.name[3].field`. */
export const elementPath = (e: Element): string => e.signal.path + e.suffix

const suffixOf = (path: readonly (string | number)[]): string => path.map(p => typeof p === 'number' ? `[${p}]` : `.${p}`).join('')

/** The ground parts of a type, in order, with their suffixes. */
export const groundParts = (type: Type): { suffix: string; type: GroundType }[] => leavesOf(type).map(l => ({ suffix: suffixOf(l.path), type: l.type }))

/** The ground parts of a type with every vector written `[]`, and the lengths of those vectors. */
export function groundArrays(type: Type, suffix = '', dimensions: readonly number[] = []): { suffix: string; type: GroundType; dimensions: readonly number[] }[] {
  switch (type.kind) {
    case 'uint': case 'sint': case 'enum': return [{ suffix, type, dimensions }]
    case 'bundle': return type.fields.flatMap(f => groundArrays(f.type, `${suffix}.${f.name}`, dimensions))
    case 'vec': return groundArrays(type.of, `${suffix}[]`, [...dimensions, type.length])
  }
}

/** The part of a constant that a suffix names; a missing part is 0. */
export function constantPart(constant: Constant | null, suffix: string): bigint {
  let c: unknown = constant
  for (const step of suffix.match(/[^.[\]]+/g) ?? []) c = c === null || c === undefined || typeof c === 'bigint' ? undefined : (c as Record<string, unknown>)[step]
  return typeof c === 'bigint' ? c : 0n
}

/** Where the ground parts of a type stand in a packed word, lowest first. */
export const packedParts = (type: Type): { suffix: string; low: number; width: number }[] =>
  leavesOf(type).map(l => ({ suffix: suffixOf(l.path), low: l.low, width: l.type.width })).sort((a, b) => a.low - b.low)
