// Owns: modules and designs: what is declared, and how modules are put together.
import type { Expr } from './expr.ts'
import type { Place } from './place.ts'
import type { Statement } from './statement.ts'
import type { Type } from './type.ts'

/** One clock and its reset, both input ports of the module. A synchronous reset is active high and equals the initial value. */
export interface Domain { readonly name: string; readonly clock: string; readonly edge: 'rising'; readonly reset?: { readonly name: string; readonly kind: 'sync' | 'async' }; readonly at: Place }

/** `stream` says to which ready/valid stream a port belongs; ports of one stream stand together. Clock and reset are no ports here: they belong to `domains`. */
export interface Port {
  readonly kind: 'port'; readonly name: string; readonly direction: 'input' | 'output'; readonly type: Type; readonly domain: string; readonly at: Place
  readonly stream?: { readonly name: string; readonly role: 'valid' | 'ready' | 'payload' }
  readonly doc?: string
}
/** A value with a name: set once, by `value`. */
export interface Local { readonly kind: 'local'; readonly name: string; readonly type: Type; readonly value: Expr; readonly at: Place }
/** Set by statements. */
export interface Wire { readonly kind: 'wire'; readonly name: string; readonly type: Type; readonly at: Place; readonly doc?: string }
/** A constant of a type; bundles by field name, vectors by element. */
export type Constant = bigint | { readonly [field: string]: Constant } | readonly Constant[]
/** `reset`: the value at reset and at the start; null: none (its start is not to be relied on; simulators start it at 0). */
export interface Register {
  readonly kind: 'register'; readonly name: string; readonly type: Type; readonly domain: string; readonly reset: Constant | null; readonly at: Place; readonly doc?: string
  readonly crossing?: Crossing
}
/** The register may take values of domain `from`. `why` says what keeps them from changing while they are taken; without it the register is one bit, the first of two. */
export interface Crossing { readonly from: string; readonly why?: string }

/** sync: `data` is a register that takes the word when `enable` (uint(1)) holds and keeps it otherwise; async: `data` follows `address` at once (`enable` is not looked at). `data` is the name that a Ref reads. */
export interface ReadPort { readonly data: string; readonly mode: 'sync' | 'async'; readonly domain: string; readonly address: Expr; readonly enable: Expr; readonly at: Place }
/** A whole word, or with `lanes` (uint, one bit per lane of width / lanes bits) the lanes whose bit is set. */
export interface WritePort { readonly domain: string; readonly address: Expr; readonly enable: Expr; readonly data: Expr; readonly lanes?: Expr; readonly at: Place }
/**
 * `depth` words. `collision` is what a sync read of the address written in the same cycle gives: the old word, the new one, or
 * 'undefined' (declared not to matter: simulators give an inverted old word, so that reliance shows). `init`: the first words; absent words
 * start at 0 in simulation. A ROM has `init` and no write ports. Addresses past the end read zero and write nothing.
 */
export interface Memory {
  readonly kind: 'memory'; readonly name: string; readonly depth: number; readonly type: Type; readonly reads: readonly ReadPort[]; readonly writes: readonly WritePort[]
  readonly collision: 'old' | 'new' | 'undefined'; readonly init: readonly bigint[]; readonly at: Place; readonly doc?: string
  /** A comment for each word of `init`, in emitted text. */
  readonly remarks?: readonly string[]
}
/** Its inputs are set by statements with `target.instance`, its outputs read by Ref with `instance`. Domains are joined by equal names. */
export interface Instance { readonly kind: 'instance'; readonly name: string; readonly of: string; readonly parameters: Readonly<Record<string, bigint | string>>; readonly at: Place }

export interface Module {
  readonly kind: 'module'; readonly name: string; readonly at: Place
  /** The lines of the header comment in emitted text: what it is, and its parameters. */
  readonly doc: readonly string[]
  readonly domains: readonly Domain[]; readonly ports: readonly Port[]; readonly locals: readonly Local[]; readonly wires: readonly Wire[]
  readonly registers: readonly Register[]; readonly memories: readonly Memory[]; readonly instances: readonly Instance[]; readonly body: readonly Statement[]
}
/** A module whose insides are written elsewhere: its ports and the names of its Verilog parameters. */
export interface BlackBox {
  readonly kind: 'blackbox'; readonly name: string; readonly at: Place; readonly domains: readonly Domain[]; readonly ports: readonly Port[]; readonly parameters: readonly string[]
  /** Bits of the parameters that have a width of their own; a value of another one is written as it is. */
  readonly parameterWidths?: Readonly<Record<string, number>>
}

/** Modules stand before those that use them; `top` names the last. */
export interface Design { readonly kind: 'design'; readonly top: string; readonly modules: readonly (Module | BlackBox)[] }
