// Owns: modules as the user writes them: declarations, and a pure function that returns rules.
import type { Place } from '../ir/place.ts'
import { DiagnosticError } from '../diagnostics/index.ts'
import type { Diagnostic } from '../diagnostics/index.ts'
import { describe, isDeclaration, isShape } from './describe.ts'
import { readOnce } from './endless.ts'
import { fail, finding, note } from './fail.ts'
import { checkKeys, checkName } from './names.ts'
import { place } from './place.ts'
import type { BoxSource } from './black-box.ts'
import type { Declared, Decls } from './declaration.ts'
import type { Enum, Host, Lax, Uint } from './value.ts'
import { withoutLists } from './vec-of.ts'
import type { Tuple, VecOf } from './vec-of.ts'

declare const statement: unique symbol
declare const owner: unique symbol

/** What the body reads: its declarations, by name. */
export type Read<P extends Decls> = { readonly [K in keyof P]: P[K]['read'] }
/** Everything that must have a value when no rule says otherwise: outputs, wires, handshakes, inputs of instances. Memories may stand here too; they do nothing otherwise. The type of an input or a register is a sentence that says why it may not. */
export type Complete<P extends Decls> =
  & { readonly [K in keyof P as P[K]['is'] extends 'input' | 'register' | 'memory' | 'rom' ? never : K]: P[K]['drive'] }
  & { readonly [K in keyof P as P[K]['is'] extends 'input' | 'register' | 'memory' | 'rom' ? K : never]?: P[K]['drive'] }
/** What a rule may change. */
export type Changes<P extends Decls> = { readonly [K in keyof P]?: P[K]['change'] }

export interface Statement<P> { readonly [statement]: 'a rule'; readonly [owner]?: (p: P) => void }
/** The first condition that holds decides. */
export interface Rule<P extends Decls> extends Statement<P> {
  elseWhen(condition: Uint<1, any>, body: Body<P>): Rule<P>
  otherwise(body: Body<P>): Statement<P>
}
export interface Assign<P> { readonly [statement]: 'assign({ ... }), first'; readonly [owner]?: (p: P) => void }
/**
 * Changes, a rule, or several of these; the last that sets something wins. Changes without a `when` hold in every cycle: `{ now: now.add(1) }`.
 * The compiler checks their values, but in the list that a body returns it does not see a key that nobody declared beside one that somebody did
 * (inside `when` it does); building the module does.
 */
export type Body<P extends Decls> = Changes<P> | Statement<P> | readonly (Changes<P> | Statement<P>)[]

/** Arms of matchSome over the members K. */
export type Arms<K extends string, P extends Decls> = { readonly [k in K]?: Body<P> }

export interface Verbs<P extends Decls> {
  /** The value of every output, wire and connection when no rule below says otherwise. */
  assign(values: Complete<P>): Assign<P>
  /** Changes while a condition holds. */
  when(condition: Uint<1, any>, body: Body<P>): Rule<P>
  /** One arm for every member. */
  match<K extends string>(subject: Enum<K, any>, arms: { readonly [k in K]: Body<P> }): Statement<P>
  /** Some arms, and what holds for all other values. Arms that were collected before are spread: `const arms: Arms<'a' | 'b', P> = ...`, then `{ ...arms, otherwise: {} }`. */
  matchSome<K extends string>(subject: Enum<K, any>, arms: Arms<K, P> & { readonly otherwise: Body<P> }): Statement<P>
  matchSome(subject: Uint<any, any>, arms: { readonly [value: number]: Body<P> } & { readonly otherwise: Body<P> }): Statement<P>
  /** Must hold at each clock edge outside reset. */
  assert(label: string, condition: Uint<1, any>): Statement<P>
  /** The surroundings keep it. */
  assume(label: string, condition: Uint<1, any>): Statement<P>
  /** Is wanted to happen at least once. */
  cover(label: string, condition: Uint<1, any>): Statement<P>
}

export type ModuleBody<P extends Decls> = (x: Read<P>, verbs: Verbs<P>) => readonly [Assign<P>, ...(Changes<P> | Statement<P>)[]]
/** How the registers of a clock domain get their reset values: at a clock edge while the reset is high, as soon as it is high, or at the start only ('none': there is no reset port). */
export type ResetKind = 'sync' | 'async' | 'none'
export interface ModuleOptions {
  /** Lines of the header comment in the emitted text. */
  readonly doc?: string | readonly string[]
  /**
   * The resets of clock domains: `{ clk: { reset: 'async' }, rx: { reset: 'none' } }`. A domain has one kind of reset in a whole design: that which
   * the outermost module says, 'sync' if it says nothing. Modules inside follow; one that says another kind is RTL3014.
   */
  readonly domains?: Readonly<Record<string, { readonly reset: ResetKind }>>
}
/** A module: data and a function; nothing is built before `elaborate`. */
export interface Module<P extends Decls> { readonly name: string; readonly ports: P }

/** What a Module holds at run time. */
export interface ModuleSource {
  readonly name: string
  readonly ports: Readonly<Record<string, Declared>>
  /** By the name of a list, those of its parts in `ports`. */
  readonly lists: Readonly<Record<string, readonly string[]>>
  readonly body: (x: never, verbs: never) => unknown
  readonly doc: readonly string[]
  readonly at: Place
  /** Kinds of reset that it says, by clock domain. */
  readonly resets?: Readonly<Record<string, ResetKind>>
  /** Its insides are written elsewhere. */
  readonly box?: BoxSource
}

/**
 * Describes a module. `body` is called once for each elaboration, and returns `assign({ ... })` first, then the rules.
 *
 *     export const counter = module('counter', {
 *       enable: input(bit),
 *       count: output(uint(8)),
 *       value: register(uint(8), 0),
 *     }, ({ enable, value }, { assign, when }) => [
 *       assign({ count: value }),
 *       when(enable, { value: value.add(1) }),
 *     ])
 */
export function module<const P extends Decls>(name: string, ports: P, body: ModuleBody<P>, options: ModuleOptions = {}): Module<P> {
  const at = place()
  checkName(name, 'a module', at)
  checkKeys(ports, `the declarations of \`${name}\``, at)
  if (typeof body !== 'function') fail('RTL1007', `the body of module \`${name}\` is a function, not ${describe(body)}`, [note(at, 'the module')], 'write module(name, { ... }, ({ a, b }, { assign }) => [assign({ ... })])')
  const declared = readOnce(name, ports, at), wrong = Object.entries(declared).filter(([, d]) => !isDeclaration(d))
  if (wrong.length) throw new DiagnosticError(wrong.map(([key, d]) => notDeclared(name, key, d, at)))
  const resets = options.domains && { resets: resetsOf(name, options.domains, at) }
  const source: ModuleSource = { name, ...withoutLists(declared as never), body: body as never, doc: [options.doc ?? []].flat(), at, ...resets }
  // A module cannot come to stand inside itself later.
  Object.freeze(source.ports)
  return source as never
}

function resetsOf(name: string, domains: NonNullable<ModuleOptions['domains']>, at: Place): Record<string, ResetKind> {
  return Object.fromEntries(Object.entries(domains).map(([domain, d]) => {
    const kind: unknown = (d as { reset?: unknown } | null)?.reset
    if (kind !== 'sync' && kind !== 'async' && kind !== 'none') throw new DiagnosticError([finding('RTL1020', `the reset of clock domain \`${domain}\` of module \`${name}\` is ${describe(kind)}`, [note(at, 'the module')], "it is 'sync', 'async' or 'none'")])
    return [domain, kind]
  }))
}

function notDeclared(name: string, key: string, d: unknown, at: Place): Diagnostic {
  const help = isShape(d) ? `say what it is: ${key}: input(...), output(...), wire(...) or register(..., 0)`
    : Array.isArray(d) ? `declare a list, ${key}: vecOf(${d.length || 2}, sink(P)), or one a property: ${key}0: sink(P), ${key}1: sink(P)`
    : 'declare it with input, output, sink, source, wire, register, memory, rom or instance; undefined mostly comes from a misspelt import'
  return finding('RTL1007', `\`${key}\` of module \`${name}\` is no declaration, but ${describe(d)}`, [note(at, 'the module')], help)
}

type IsAny<X> = 0 extends 1 & X ? true : false
type ShapeOf<X> = IsAny<X> extends true ? any : X extends VecOf<infer E, any> ? ShapeOf<E> : X extends { readonly shape: infer S } ? S : never
/** A list is known by its parts, `ins[0]`. */
type Key<P, K extends keyof P> = IsAny<P[K]> extends true ? K : P[K] extends VecOf<any, infer N> ? `${K & string}[${number extends N ? number : Exclude<keyof Tuple<0, N>, keyof readonly 0[]> & string}]` : K
/** What a simulator takes for the inputs of a module. */
export type Pokes<P extends Decls> = { readonly [K in keyof P as P[K]['is'] extends 'input' ? Key<P, K> : never]?: Lax<Host<ShapeOf<P[K]>>> }
/** What a simulator gives: ports, wires and registers. */
export type Peeks<P extends Decls> = { readonly [K in keyof P as P[K]['is'] extends 'input' | 'output' | 'wire' | 'register' ? Key<P, K> : never]: Host<ShapeOf<P[K]>> }
/** What a simulator sends into the sinks. */
export type Sends<P extends Decls> = { readonly [K in keyof P as P[K]['is'] extends 'sink' ? Key<P, K> : never]: Lax<Host<ShapeOf<P[K]>>> }
/** What a simulator takes from the sources. */
export type Takes<P extends Decls> = { readonly [K in keyof P as P[K]['is'] extends 'source' ? Key<P, K> : never]: Host<ShapeOf<P[K]>> }
