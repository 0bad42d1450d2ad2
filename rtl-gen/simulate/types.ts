// Owns: what the types of a simulation take from the declarations of its module.
import type { Decls, Host, Lax } from '../dsl/index.ts'

type ShapeOf<X> = X extends { readonly shape: infer S } ? S : never

/** What a test may set directly: registers. */
export type Registers<P extends Decls> = { readonly [K in keyof P as P[K]['is'] extends 'register' ? K : never]?: Lax<Host<ShapeOf<P[K]>>> }
/** Memories and ROMs as arrays of words. */
export type Memories<P extends Decls> = { readonly [K in keyof P as P[K]['is'] extends 'memory' | 'rom' ? K : never]: Host<ShapeOf<P[K]>>[] }

/** The clock domains of a value: its own, or those of its parts. */
type DomainsIn<V> = V extends { readonly domain: infer D extends string } ? D : V extends object ? { [K in keyof V]: DomainsIn<V[K]> }[keyof V] : never
type DomainsOf<P extends Decls> = { [K in keyof P]: DomainsIn<P[K]['read']> }[keyof P]
/** Names of the clock domains of a module; any string where the types do not know them. */
export type Clocks<P extends Decls> = [DomainsOf<P>] extends [never] ? string : DomainsOf<P>
