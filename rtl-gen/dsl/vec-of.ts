// Owns: several ports, streams or instances under one name.
import type { Decl, Declared } from './declaration.ts'
import { describe, isDeclaration } from './describe.ts'
import { fail, finding, note } from './fail.ts'
import type { Diagnostic } from '../diagnostics/index.ts'
import type { Place } from '../ir/place.ts'
import { place } from './place.ts'
import { checkSize } from './shape.ts'

/** N of a kind; a list of an unknown length if N is known only as `number`. */
export type Tuple<T, N extends number, A extends readonly T[] = []> = number extends N ? readonly T[] : A['length'] extends N ? A : Tuple<T, N, readonly [...A, T]>
/** To the types, a declaration that is read and driven as a list. */
export interface VecOf<X extends Decl, N extends number> extends Decl {
  readonly is: X['is']
  readonly element: X
  readonly count: N
  readonly read: Tuple<X['read'], N>
  readonly drive: readonly X['drive'][]
  readonly change: { readonly [i: number]: X['change'] }
  readonly view: Tuple<X['view'], N>
  readonly feed: readonly X['feed'][]
}
type Repeated = { readonly is: 'input' | 'output' | 'sink' | 'source' | 'instance' } & Decl

/**
 * Several inputs, outputs, sinks, sources or instances of one kind, read and driven as a list:
 *
 *     ins: vecOf(4, sink(P)), out: source(P), lanes: vecOf(4, instance(lane)),
 *     ... assign({ lanes: ins.map((i, n) => ({ cmd: i, ... })), ins: lanes.map((l) => l.cmd), ... }), when(go, { outs: { [2]: 1 } })
 *
 * In assign a list has a value for each; a rule may change some by number. The emitted names are `ins_0_valid`, ...; a simulator and messages know
 * the parts as `ins[0]`. A list is chosen from by JavaScript, while the design is built: to choose by a signal use mux, or arbiter and demux for streams.
 * Registers and wires need no list: `register(vec(4, uint(8)), 0)` is one that signals can index.
 */
export function vecOf<X extends Repeated, const N extends number>(count: N, of: X): VecOf<X, N> {
  const at = place(), d = of as unknown as Declared
  checkSize(count, 'a length')
  if (!isDeclaration(of) || !['input', 'output', 'sink', 'source', 'instance'].includes(d.is) || d.count !== undefined) {
    fail('RTL1007', `vecOf takes an input, an output, a sink, a source or an instance, not ${d?.count === undefined ? describe(of) : 'a vecOf'}`, [note(at, 'used here')], 'of registers and wires take one with a vector for its shape: register(vec(4, uint(8)), ...)')
  }
  return { ...d, count, at } as never
}

/** The names of the parts, and the declarations with these in the place of their list. */
export function withoutLists(ports: Readonly<Record<string, Declared>>): { readonly ports: Record<string, Declared>; readonly lists: Record<string, readonly string[]> } {
  const lists: Record<string, readonly string[]> = {}
  const flat = Object.entries(ports).flatMap(([key, { count, ...d }]): [string, Declared][] => {
    if (count === undefined) return [[key, d]]
    lists[key] = Array.from({ length: count }, (_, i) => `${key}[${i}]`)
    return lists[key].map(k => [k, { ...d, part: true }])
  })
  return { ports: Object.fromEntries(flat), lists }
}

/** What is given to lists, by the names of their parts; `partly`: not to every part. */
export function givenToParts(given: Readonly<Record<string, unknown>>, lists: Readonly<Record<string, readonly string[]>>, at: Place, partly: boolean, found: Diagnostic[]): Record<string, unknown> {
  const entries = Object.entries(given)
  if (!entries.some(([k]) => Object.hasOwn(lists, k))) return given
  return Object.fromEntries(entries.flatMap(([key, value]): [string, unknown][] => {
    const parts = Object.hasOwn(lists, key) ? lists[key]! : undefined
    if (parts === undefined) return [[key, value]]
    const wrong = (what: string): [] => (found.push(finding('RTL3015', `\`${key}\` has ${parts.length} parts; ${what}`, [note(at, `given here, under \`${key}\``)], partly ? 'give a list of all, or an object by number: { [2]: ... }' : 'give a list with a value for each')), [])
    if (typeof value !== 'object' || value === null) return wrong(`${describe(value)} is given`)
    if (Array.isArray(value) ? value.length !== parts.length : !partly) return wrong(Array.isArray(value) ? `${value.length} are given` : 'an object is given, where a list is wanted')
    const past = Object.keys(value).find(i => !Object.hasOwn(parts, i))
    if (past !== undefined) return wrong(`\`${past}\` is none of them`)
    return Object.entries(value).filter(([, v]) => v !== undefined).map(([i, v]) => [parts[Number(i)]!, v])
  }))
}
