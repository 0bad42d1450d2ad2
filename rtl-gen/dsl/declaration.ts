// Owns: declarations: what each property of a module is.
import type { Constant, Crossing } from '../ir/module.ts'
import type { Place } from '../ir/place.ts'
import { parameterValues } from './black-box.ts'
import type { GivenParameters, Parameters } from './black-box.ts'
import { constantOf } from './constant.ts'
import { describe, isDeclaration } from './describe.ts'
import { fail, note } from './fail.ts'
import { place } from './place.ts'
import { checkShape } from './shape.ts'
import type { Shape, VecShape } from './shape.ts'
import type { Module } from './module.ts'
import type { Change, ConstantOf, Init, Uint, Value, Write } from './value.ts'

/**
 * What the types know of a declaration. read: what the body sees. drive: what `assign` must give. change: what a rule may give.
 * view, feed: the first two for the parent of an instance. At run time a declaration is `Declared`.
 */
export interface Decl { readonly is: string; readonly read: unknown; readonly drive: unknown; readonly change: unknown; readonly feed: unknown; readonly view: unknown }
export type Decls = { readonly [name: string]: Decl }

type NotDriven = 'an input is driven from outside: drive an output, a wire or a register'
export type Keeps = 'a register keeps its value when no rule changes it: change it in a rule, not in assign'
export interface Input<S, D extends string> extends Decl { readonly is: 'input'; readonly shape: S; readonly read: Value<S, D>; readonly drive: NotDriven; readonly change: NotDriven; readonly view: Value<S, D>; readonly feed: Init<S, D> }
export interface Output<S, D extends string> extends Decl { readonly is: 'output'; readonly shape: S; readonly read: Value<S, D>; readonly drive: Init<S, D>; readonly change: Change<S, D>; readonly view: Value<S, D>; readonly feed: never }
export interface Sink<S, D extends string> extends Decl { readonly is: 'sink'; readonly shape: S; readonly read: Stream<S, D>; readonly drive: Accept<D>; readonly change: Partial<Accept<D>>; readonly view: Stream<S, D>; readonly feed: Offer<S, D> }
export interface Source<S, D extends string> extends Decl { readonly is: 'source'; readonly shape: S; readonly read: Stream<S, D>; readonly drive: Offer<S, D>; readonly change: OfferChange<S, D>; readonly view: Stream<S, D>; readonly feed: Accept<D> }
export interface Wire<S, D extends string> extends Decl { readonly is: 'wire'; readonly shape: S; readonly read: Value<S, D>; readonly drive: Init<S, D>; readonly change: Change<S, D>; readonly view: never; readonly feed: never }
export interface Register<S, D extends string> extends Decl { readonly is: 'register'; readonly shape: S; readonly read: Value<S, D>; readonly drive: Keeps; readonly change: Change<S, D> | Lane<S, D>; readonly view: never; readonly feed: never }
export interface Instance<P extends Decls> extends Decl { readonly is: 'instance'; readonly of: Module<P>; readonly read: View<P>; readonly drive: Connect<P>; readonly change: ConnectChange<P>; readonly view: never; readonly feed: never }

/** A ready/valid stream: one element passes at each clock edge where both hold (`fire`). */
export interface Stream<S, D extends string> { readonly valid: Uint<1, D>; readonly payload: Value<S, D>; readonly ready: Uint<1, D>; readonly fire: Uint<1, D> }
export interface Offer<S, D extends string> { readonly valid: Uint<1, D> | number | bigint; readonly payload: Init<S, D> }
export interface OfferChange<S, D extends string> { readonly valid?: Uint<1, D> | number | bigint; readonly payload?: Change<S, D> }
export interface Accept<D extends string> { readonly ready: Uint<1, D> | number | bigint }
export type Lane<S, D extends string> = S extends VecShape<infer T> ? Write<Change<T, D>, D> | readonly Write<Change<T, D>, D>[] : never

type PortKind = 'input' | 'output' | 'sink' | 'source'
export type View<P extends Decls> = { readonly [K in keyof P as P[K]['is'] extends PortKind ? K : never]: P[K]['view'] }
/** Every port of an instance that its parent drives. */
export type Connect<P extends Decls> = { readonly [K in keyof P as P[K]['is'] extends 'input' | 'sink' | 'source' ? K : never]: P[K]['feed'] }
export type ConnectChange<P extends Decls> = { readonly [K in keyof P as P[K]['is'] extends 'input' | 'sink' | 'source' ? K : never]?: P[K]['is'] extends 'input' ? P[K]['feed'] : Partial<P[K]['feed']> }

/** `axis`: the ports are named as AXI4-Stream has them: k_tvalid, k_tready, k_tdata or k_t<field>. */
export interface StreamOptions { readonly axis?: boolean }
/** A port of a memory; the only one of its kind may have no name. */
export interface MemoryPort { readonly kind: 'read' | 'write'; readonly key?: string; readonly domain: string }

/** What a declaration is at run time. */
export interface Declared {
  readonly is: 'input' | 'output' | 'sink' | 'source' | 'wire' | 'register' | 'memory' | 'rom' | 'instance'
  readonly shape: Shape
  readonly domain: string
  readonly at: Place
  readonly doc?: string
  readonly axis?: boolean
  readonly reset?: unknown
  /** A register that crosses: the domain of the values that it takes. */
  readonly crossing?: Crossing
  readonly depth?: number
  readonly collision?: 'undefined' | 'old' | 'new'
  readonly mode?: 'sync' | 'async'
  readonly ports?: readonly MemoryPort[]
  readonly lanes?: number
  readonly words?: readonly bigint[]
  readonly remarks?: readonly string[]
  readonly of?: Module<Decls>
  /** So many of these, under one name; `part`: one of them. */
  readonly count?: number
  readonly part?: boolean
  readonly parameters?: Readonly<Record<string, bigint | string>>
}
export function declare(d: Declared): never {
  if (d.is !== 'instance') checkShape(d.shape, `what ${d.is} takes`, d.at)
  return d as never
}

/** A value from outside. */
export function input<S extends Shape>(shape: S): Input<S, 'clk'>
export function input<S extends Shape, const D extends string>(shape: S, domain: D): Input<S, D>
export function input(shape: Shape, domain = 'clk'): unknown { return declare({ is: 'input', shape, domain, at: place() }) }

/** A value to outside, set in the same cycle. */
export function output<S extends Shape>(shape: S): Output<S, 'clk'>
export function output<S extends Shape, const D extends string>(shape: S, domain: D): Output<S, D>
export function output(shape: Shape, domain = 'clk'): unknown { return declare({ is: 'output', shape, domain, at: place() }) }

/** A stream that the module takes from: it gives `ready`, and reads `valid`, `payload` and `fire`. */
export function sink<S extends Shape>(shape: S, options?: StreamOptions): Sink<S, 'clk'>
export function sink<S extends Shape, const D extends string>(shape: S, domain: D, options?: StreamOptions): Sink<S, D>
export function sink(shape: Shape, a?: string | StreamOptions, b?: StreamOptions): unknown { return stream('sink', shape, a, b, place()) }

/** A stream that the module offers: it gives `valid` and `payload`, and reads `ready` and `fire`. */
export function source<S extends Shape>(shape: S, options?: StreamOptions): Source<S, 'clk'>
export function source<S extends Shape, const D extends string>(shape: S, domain: D, options?: StreamOptions): Source<S, D>
export function source(shape: Shape, a?: string | StreamOptions, b?: StreamOptions): unknown { return stream('source', shape, a, b, place()) }

function stream(is: 'sink' | 'source', shape: Shape, a: string | StreamOptions | undefined, b: StreamOptions | undefined, at: Place): unknown {
  const options = typeof a === 'object' ? a : b
  return declare({ is, shape, domain: typeof a === 'string' ? a : 'clk', axis: options?.axis ?? false, at })
}

/** A value inside, set in the same cycle. A wire reads its final value, whatever rule set it. */
export function wire<S extends Shape>(shape: S): Wire<S, 'clk'>
export function wire<S extends Shape, const D extends string>(shape: S, domain: D): Wire<S, D>
export function wire(shape: Shape, domain = 'clk'): unknown { return declare({ is: 'wire', shape, domain, at: place() }) }

/** A value that is kept until a rule changes it, seen from the next cycle on. `reset`: its value after reset, or 'none' (not reset: its start is not to be relied on). */
export function register<S extends Shape>(shape: S, reset: ConstantOf<S> | 'none'): Register<S, 'clk'>
export function register<S extends Shape, const D extends string>(shape: S, reset: ConstantOf<S> | 'none', domain: D): Register<S, D>
export function register(shape: Shape, reset: unknown, domain = 'clk'): unknown {
  const at = place()
  return declare({ is: 'register', shape, domain, at, reset: resetOf(shape, reset, 'register', at) })
}
/** The reset value as the IR holds it; null for 'none'. */
export function resetOf(shape: Shape, reset: unknown, what: string, at: Place): Constant | null {
  checkShape(shape, `what ${what} takes`, at)
  const cases = (shape as { cases?: readonly string[] }).cases
  if (reset === 'none' && cases?.includes('none')) fail('RTL1004', "'none' is a member of the enumeration, and it also means: no reset", [note(at, 'declared here')], 'rename the member')
  return reset === 'none' ? null : constantOf(shape, reset, at, 'the reset value')
}

/** A module inside this one, wired by the names of its ports. A black box gets a value for each of its parameters: `instance(pll, { MODE: 'FAST', WIDTH: 12n })`. */
export function instance<P extends Decls, Q extends Parameters = Record<never, never>>(of: Module<P> & { readonly parameters?: Q }, ...parameters: GivenParameters<Q>): Instance<P> {
  const at = place()
  if (typeof (of as { body?: unknown } | undefined)?.body !== 'function') fail('RTL1007', `instance takes a module, not ${describe(of)}`, [note(at, 'used here')], 'give what module(...) returned')
  return declare({ is: 'instance', shape: { kind: 'instance', bits: 0 }, domain: '', at, of: of as never, parameters: parameterValues(of as never, parameters[0], at) })
}

/** A comment for the emitted text. */
export function doc<X extends Decl>(text: string, declaration: X): X {
  if (typeof text !== 'string' || !isDeclaration(declaration)) {
    fail('RTL1007', `doc takes a text and a declaration, not ${describe(text)} and ${describe(declaration)}`, [note(place(), 'used here')], "write doc('what it is for', input(bit))")
  }
  return { ...declaration, doc: text }
}
