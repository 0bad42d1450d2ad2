// Owns: the declarations of memories and ROMs, and what rules give them.
import type { Place } from '../ir/place.ts'
import { constantOf, constantWord } from './constant.ts'
import { declare } from './declaration.ts'
import type { Decl, MemoryPort } from './declaration.ts'
import { describe } from './describe.ts'
import { fail, note } from './fail.ts'
import { checkName, legal } from './names.ts'
import { place } from './place.ts'
import { checkShape, checkSize } from './shape.ts'
import type { Shape } from './shape.ts'
import type { ConstantOf, Init, Uint, Value, Write } from './value.ts'

/** The most bits of one memory: 256 MiB, which a simulation in this process can hold. */
const mostBits = 2 ** 31

/** Ports by name: a list, all of the memory's own clock; or an object that gives each its clock domain. */
export type PortNames = readonly string[] | Readonly<Record<string, string>>
type Clocks = Readonly<Record<string, string>>
type DomainsOf<N, D extends string, Or extends string> = N extends undefined ? { readonly [K in Or]: D } : N extends readonly string[] ? { readonly [K in N[number]]: D } : N extends Clocks ? N : never
type Alone<R, W> = [R, W] extends [undefined, undefined] ? true : false

export interface Memory<S, D extends string, R = undefined, W = undefined, L extends number = never> extends Decl { readonly is: 'memory'; readonly shape: S; readonly read: Words<S, D, R, W>; readonly drive: MemoryChange<S, D, R, W, L>; readonly change: MemoryChange<S, D, R, W, L>; readonly view: never; readonly feed: never }
export interface Rom<S, D extends string, R = undefined> extends Decl { readonly is: 'rom'; readonly shape: S; readonly read: Words<S, D, R, undefined>; readonly drive: RomChange<D, R>; readonly change: RomChange<D, R>; readonly view: never; readonly feed: never }

/** The word that was read last: it stands from the cycle after the read until the next one. In mode 'async': the word that is read, in the same cycle. */
export interface Stored<S, D extends string> { readonly data: Value<S, D> }
type StoredBy<S, P extends Clocks> = { readonly [K in keyof P]: Stored<S, P[K]> }
type Words<S, D extends string, R, W> = Alone<R, W> extends true ? Stored<S, D> : StoredBy<S, DomainsOf<R, D, 'read'>>

/** Made by `read(address)`. */
export interface ReadAt<D extends string> { readonly is: 'read'; readonly address: Uint<any, D> | number }
/** Made by `write(address, value, lanes)`. */
export interface LaneWrite<T, D extends string, L extends number> { readonly is: 'write'; readonly index: Uint<any, D> | number; readonly value: T; readonly lanes: Uint<L, D> | number | bigint }
type WriteTo<S, D extends string, L extends number> = Write<Init<S, D>, D> | ([L] extends [never] ? never : LaneWrite<Init<S, D>, D, L>)
type OneChange<S, D extends string, L extends number> = ReadAt<D> | WriteTo<S, D, L> | readonly (ReadAt<D> | WriteTo<S, D, L>)[]
type ReadsBy<P extends Clocks> = { readonly [K in keyof P]?: ReadAt<P[K]> }
type WritesBy<S, P extends Clocks, L extends number> = { readonly [K in keyof P]?: WriteTo<S, P[K], L> }
type MemoryChange<S, D extends string, R, W, L extends number> = Alone<R, W> extends true ? OneChange<S, D, L> : ReadsBy<DomainsOf<R, D, 'read'>> & WritesBy<S, DomainsOf<W, D, 'write'>, L>
type RomChange<D extends string, R> = R extends undefined ? ReadAt<D> : ReadsBy<DomainsOf<R, D, 'read'>>

/** What a read of the address that is written in the same cycle, by the same clock, gives: the word before, the word after, or 'undefined': it does not matter. */
export type Collision = 'undefined' | 'old' | 'new'
export type MemoryOptions<S extends Shape, R = undefined, W = undefined, L extends number = never, M extends 'sync' | 'async' = 'sync' | 'async'> = {
  /** Words; any number, not only powers of two. An address past the end reads zero and writes nothing. */
  readonly depth: number
  readonly of: S
  /** The first words; the others start at 0 in simulation. From a file: see wordsFromHex and wordsFromBinary. */
  readonly init?: readonly ConstantOf<S>[]
  /** Names of read ports; one without a name unless said otherwise (`read`, if only `writes` is given). */
  readonly reads?: R
  /** Names of write ports; one without a name unless said otherwise (`write`, if only `reads` is given). */
  readonly writes?: W
  /** Writes may be limited to some of so many lanes, equal parts of a word: `write(a, v, lanes)`, bit 0 for the lowest bits. Bytes of a uint(32): 4. */
  readonly lanes?: L
  /** 'sync' (default): the word is there in the next cycle; maps to RAM blocks. 'async': it is there in the same cycle (a write shows in the next one); maps to registers or LUT RAM. */
  readonly mode?: M
} & (M extends 'async' ? { readonly collision?: never } : { readonly collision: Collision })

/**
 * Words under addresses. With one port each, a rule reads with `{ mem: read(address) }`; the word stands in `mem.data` from the next cycle
 * until the next read. It writes with `{ mem: write(address, value) }`, or both: `{ mem: [read(a), write(b, v)] }`.
 *
 * Several ports have names. `reads` and `writes` list them, and rules use each under its name:
 *
 *     mem: memory({ depth: 32, of: uint(64), mode: 'async', reads: ['a', 'b'], writes: ['x', 'y'] }),
 *     ... when(go, { mem: { a: read(i), x: write(j, v) } }), ... mem.a.data
 *
 * Where two ports write one word in one cycle, the later declared wins (lane by lane). Ports may have clocks of their own, `reads: { a: 'rx' }`;
 * `collision` speaks of ports of one clock. RAM blocks have one or two ports: what has more becomes registers.
 * In mode 'async' a port that no rule reads in a cycle shows the word at 0 (or the one at the address that every rule gives it).
 *
 * Errors: RTL1005 (depth, first words, lanes), RTL1016 (ports).
 */
export function memory<S extends Shape, const R extends PortNames | undefined = undefined, const W extends PortNames | undefined = undefined, const L extends number = never, const M extends 'sync' | 'async' = 'sync'>(options: MemoryOptions<S, R, W, L, M>): Memory<S, 'clk', R, W, L>
export function memory<S extends Shape, const D extends string, const R extends PortNames | undefined = undefined, const W extends PortNames | undefined = undefined, const L extends number = never, const M extends 'sync' | 'async' = 'sync'>(options: MemoryOptions<S, R, W, L, M>, domain: D): Memory<S, D, R, W, L>
export function memory(options: object, domain = 'clk'): unknown {
  const at = place()
  if (typeof options !== 'object' || options === null) fail('RTL1005', `a memory is made of { depth, of, collision }, not of ${describe(options)}`, [note(at, 'declared here')], 'give an object')
  const { depth, of: shape, collision, init = [], mode = 'sync', reads, writes, lanes } = options as MemoryOptions<Shape, PortNames, PortNames, number> & { readonly collision?: Collision }
  checkSize(depth, 'a depth')
  checkShape(shape, 'a word of a memory', at)
  const wrong = (message: string, help: string): never => fail('RTL1005', message, [note(at, 'declared here')], help)
  if (depth * shape.bits > mostBits) wrong(`a memory of ${depth} words of ${shape.bits} bits`, `the most is ${mostBits} bits in all`)
  if (!Array.isArray(init)) wrong(`the first words of a memory are an array, not ${describe(init)}`, 'give init: [0, 1, 2]; fromHex reads a file')
  if (init.length > depth) wrong(`${init.length} first words for a memory of ${depth}`, 'make it deeper, or give fewer words')
  if (mode !== 'sync' && mode !== 'async') wrong(`a memory of mode ${describe(mode)}`, "mode is 'sync' or 'async'")
  if (mode === 'sync' && collision !== 'old' && collision !== 'new' && collision !== 'undefined') wrong(`a memory whose collision is ${describe(collision)}`, "say what a read of a word gives in the cycle that writes it: collision: 'old', 'new' or 'undefined'")
  if (lanes !== undefined && (!Number.isInteger(lanes) || lanes < 1 || shape.bits % lanes !== 0)) wrong(`${String(lanes)} lanes for words of ${shape.bits} bits`, 'a word falls into lanes of equal width')
  const words = Array.from(init, (w, i) => constantWord(shape, constantOf(shape, w, at, `word ${i}`)))
  const ports = reads === undefined && writes === undefined ? [{ kind: 'read', domain }, { kind: 'write', domain }] as const : [...portsOf('read', reads ?? ['read'], domain, at), ...portsOf('write', writes ?? ['write'], domain, at)]
  checkPorts(ports, at)
  return declare({ is: 'memory', shape, domain: own(ports, domain), at, depth, collision: collision ?? 'old', words, mode, ports, ...(lanes !== undefined && { lanes }) })
}

/** `remarks`: a comment for each word in the emitted text. `reads`, `mode`: as of a memory. */
export interface RomOptions<S extends Shape, R = undefined> { readonly of: S; readonly words: readonly ConstantOf<S>[]; readonly remarks?: readonly string[]; readonly reads?: R; readonly mode?: 'sync' | 'async' }
/** Constant words under addresses, read like a memory: `{ rom: read(address) }`, then `rom.data` from the next cycle (mode 'async': in the same one). */
export function rom<S extends Shape, const R extends PortNames | undefined = undefined>(options: RomOptions<S, R>): Rom<S, 'clk', R>
export function rom<S extends Shape, const D extends string, const R extends PortNames | undefined = undefined>(options: RomOptions<S, R>, domain: D): Rom<S, D, R>
export function rom(options: object, domain = 'clk'): unknown {
  const at = place()
  if (typeof options !== 'object' || options === null) fail('RTL1005', `a ROM is made of { of, words }, not of ${describe(options)}`, [note(at, 'declared here')], 'give an object')
  const { of: shape, reads, mode = 'sync', words: given, remarks } = options as RomOptions<Shape, PortNames>
  checkShape(shape, 'a word of a ROM', at)
  if (!Array.isArray(given)) fail('RTL1005', `the words of a ROM are an array, not ${describe(given)}`, [note(at, 'declared here')], 'give words: [0, 1, 2]')
  if (remarks !== undefined && !(Array.isArray(remarks) && remarks.every(r => typeof r === 'string'))) fail('RTL1005', 'the remarks of a ROM are an array of texts', [note(at, 'declared here')], 'give one for each word')
  if (given.length === 0) fail('RTL1005', 'a ROM of no words', [note(at, 'declared here')], 'give at least one word')
  if (mode !== 'sync' && mode !== 'async') fail('RTL1005', `a ROM of mode ${describe(mode)}`, [note(at, 'declared here')], "mode is 'sync' or 'async'")
  const words = Array.from(given, (w, i) => constantWord(shape, constantOf(shape, w, at, `word ${i}`)))
  const ports = reads === undefined ? [{ kind: 'read', domain }] as const : portsOf('read', reads, domain, at)
  checkPorts(ports, at)
  return declare({ is: 'rom', shape, domain: own(ports, domain), at, depth: words.length, collision: 'old', words, mode, ports, ...(remarks && { remarks }) })
}

const portsOf = (kind: MemoryPort['kind'], names: PortNames, domain: string, at: Place): MemoryPort[] => {
  if (typeof names !== 'object' || names === null) fail('RTL1016', `the ${kind} ports of a memory are a list of names, not ${describe(names)}`, [note(at, 'declared here')], `write ${kind}s: ['a', 'b'], or { a: 'rx', b: 'clk' } for clocks of their own`)
  const rows: readonly (readonly [unknown, unknown])[] = Array.isArray(names) ? names.map((n: unknown) => [n, domain]) : Object.entries(names)
  return rows.map(([key, d]) => {
    checkName(key as string, `a ${kind} port`, at)
    checkName(d as string, 'a clock domain', at)
    return { kind, key: key as string, domain: d as string }
  })
}

/** The clock domain of the whole: the one that was said, if a port belongs to it. */
const own = (ports: readonly MemoryPort[], domain: string): string => (ports.some(p => p.domain === domain) ? domain : ports[0]!.domain)

function checkPorts(ports: readonly MemoryPort[], at: Place): void {
  const named = ports.flatMap(p => (p.key === undefined ? [] : [legal(p.key)])), twice = named.find((n, i) => named.indexOf(n) !== i)
  if (twice !== undefined) fail('RTL1016', `two ports of the memory are named \`${twice}\``, [note(at, 'declared here')], 'reads and writes together have distinct names, also in snake_case')
  if (!ports.some(p => p.kind === 'read')) fail('RTL1016', 'a memory that nothing can read', [note(at, 'declared here')], 'give it a read port')
  const clocks = [...new Set(ports.filter(p => p.kind === 'write').map(p => p.domain))]
  if (clocks.length > 1) fail('RTL1016', `the write ports of the memory have the clocks ${clocks.map(c => `\`${c}\``).join(' and ')}`, [note(at, 'declared here')], 'let one clock write, and bring the writes of the other to it through asyncQueue')
}

/**
 * An element of a vector, or a word of a memory, gets a value; the others keep theirs. `lanes`: which parts of a word, for a memory that
 * was declared with `lanes`: bit 0 stands for its lowest bits.
 */
export function write<T, D extends string = 'clk'>(index: Uint<any, D> | number, value: T): Write<T, D>
export function write<T, L extends number = any, D extends string = 'clk'>(index: Uint<any, D> | number, value: T, lanes: Uint<L, D> | number | bigint): LaneWrite<T, D, L>
export function write(index: unknown, value: unknown, lanes?: unknown): unknown { return { is: 'write', index, value, ...(lanes !== undefined && { lanes }) } }
/** A memory's word is read: it stands in `.data` from the next cycle (mode 'async': in this one). */
export const read = <D extends string = 'clk'>(address: Uint<any, D> | number): ReadAt<D> => ({ is: 'read', address })
