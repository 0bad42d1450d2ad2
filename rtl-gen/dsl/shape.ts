// Owns: shapes: what a signal is made of, before it has a name.
import type { Place } from '../ir/place.ts'
import type { BundleType, EnumType, Type } from '../ir/type.ts'
import { describe, isDeclaration, isShape } from './describe.ts'
import { fail, note } from './fail.ts'
import { checkKeys, checkName, distinct, legal } from './names.ts'
import { place } from './place.ts'
import type { Known } from './value.ts'

/** `bits`: the width of all parts together. */
export interface Shape { readonly kind: string; readonly bits: number }
export interface UintShape<W extends number> extends Shape { readonly kind: 'uint'; readonly bits: W }
export interface SintShape<W extends number> extends Shape { readonly kind: 'sint'; readonly bits: W }
export interface EnumShape<K extends string> extends Shape { readonly kind: 'enum'; readonly enumName: string; readonly cases: readonly K[]; readonly valueOf: (k: K) => bigint }
/** A bundle is a class, so that messages and editors say `typeof MemReq`, not its fields. */
export interface BundleShape<F> extends Shape { readonly kind: 'bundle'; readonly fields: F }
export interface BundleClass<F> extends BundleShape<F> { new (): object }
export interface VecShape<S extends Shape> extends Shape { readonly kind: 'vec'; readonly of: S; readonly length: number }
export type AnyShape = UintShape<number> | SintShape<number> | EnumShape<string> | BundleShape<Record<string, Shape>> | VecShape<Shape>

/** The most bits of one value (the least that a Verilog tool must take), and of a vector with all its elements. */
export const widest = 65536, largest = 2 ** 24

export function checkSize(n: number, what: string, most = Infinity): void {
  if (!Number.isInteger(n) || n < 1) fail('RTL1001', `${what} is a whole number from 1 up, not ${typeof n === 'number' ? String(n) : describe(n)}`, [note(place(), 'declared here')], 'give a whole number from 1 up')
  if (n > most) fail('RTL1001', `${what} of ${n} is more than ${most}`, [note(place(), 'declared here')], 'many words go into a memory; a long value goes through in parts')
}

/** `what` is made of shapes; a declaration in the place of one has its own remedy. */
export function checkShape(s: unknown, what: string, at: Place): void {
  if (isShape(s)) return
  const declared = isDeclaration(s) ? [note((s as { at: Place }).at, 'declared here')] : []
  fail('RTL1007', `${what} is a shape, not ${describe(s)}`, [note(at, 'used here'), ...declared],
    declared.length ? 'give the shape alone; for several ports or streams write vecOf(2, sink(P)), or declare each as a property: { q0: sink(P), q1: sink(P) }' : 'give uint(8), bit, an enumeration, a bundle or a vec; undefined mostly comes from a misspelt import')
}

/** An unsigned number of `width` bits. */
export const uint = <const W extends number>(width: W): UintShape<Known<W>> => {
  checkSize(width, 'a width', widest)
  return { kind: 'uint', bits: width as Known<W> }
}
/** A signed number, two's complement, of `width` bits. */
export const sint = <const W extends number>(width: W): SintShape<Known<W>> => {
  checkSize(width, 'a width', widest)
  return { kind: 'sint', bits: width as Known<W> }
}
/** One bit. */
export const bit: UintShape<1> = { kind: 'uint', bits: 1 }

/** Bits that number `n` things: at least 1. Throws RTL1001 unless `n` is a whole number from 1 up. */
export const indexBits = (n: number): number => {
  checkSize(n, 'a number of things')
  return Math.max(1, (n - 1).toString(2).length)
}

/** How a list of members becomes numbers: 'binary' counts, 'onehot' gives each a bit of its own, in 'gray' neighbours differ in one bit (the last and the first too if there are 2, 4, 8, ... members). */
export type Encoding = 'binary' | 'onehot' | 'gray'
const encodings: Readonly<Record<Encoding, (i: bigint) => bigint>> = { binary: i => i, onehot: i => 1n << i, gray: i => i ^ (i >> 1n) }
export interface EnumOptions { readonly encoding?: Encoding }

/**
 * A choice of members. From a list, their values are 0, 1, 2, ... or what `encoding` makes of these; from an object, the numbers that it gives. `name` is what the emitted text calls it.
 *
 *     const state = enumeration('state', ['idle', 'ask', 'wait'])
 *     const phase = enumeration('phase', ['red', 'green', 'amber'], { encoding: 'onehot' })   // 1, 2, 4: three bits
 *     const cause = enumeration('cause', { none: 0, timer: 7, external: 11 })                 // four bits
 */
export function enumeration<const K extends string>(name: string, members: readonly K[], options?: EnumOptions): EnumShape<K>
export function enumeration<const K extends string>(name: string, members: Readonly<Record<K, number>>): EnumShape<K>
export function enumeration(name: string, members: readonly string[] | Readonly<Record<string, number>>, { encoding }: EnumOptions = {}): EnumShape<string> {
  const at = place()
  checkName(name, 'an enumeration', at)
  if (encoding !== undefined && (!Object.hasOwn(encodings, encoding) || !Array.isArray(members))) {
    fail('RTL1010', `enumeration \`${name}\` ${Array.isArray(members) ? `has no encoding \`${String(encoding)}\`` : 'says its numbers, and an encoding too'}`, [note(at, 'declared here')], "give a list of members and 'binary', 'onehot' or 'gray'")
  }
  if (typeof members !== 'object' || members === null) fail('RTL1002', `enumeration \`${name}\` is made of ${describe(members)}`, [note(at, 'declared here')], 'give a list of names, or names with their numbers: { idle: 0, busy: 3 }')
  const listed: readonly (readonly [string, unknown])[] = Array.isArray(members) ? (members as readonly string[]).map((k, i) => [k, i]) : Object.entries(members), cases = listed.map(([k]) => k)
  for (const k of cases) checkName(k, `a member of \`${name}\``, at)
  const unlike = (of: readonly unknown[]): boolean => new Set(of).size === listed.length
  const clear = listed.length > 0 && unlike(cases) && unlike(listed.map(([, v]) => v)) && listed.every(([, v]) => Number.isSafeInteger(v) && (v as number) >= 0)
  if (!clear) fail('RTL1002', `enumeration \`${name}\` needs members with distinct names and values from 0 up`, [note(at, 'declared here')], 'rename or renumber the members that are equal')
  const table = new Map(listed.map(([k, v]) => [k, encodings[encoding ?? 'binary'](BigInt(v as number))])), most = [...table.values()].reduce((a, b) => (a > b ? a : b))
  return { kind: 'enum', enumName: name, cases, bits: most.toString(2).length, valueOf: k => table.get(k) ?? -1n }
}

/**
 * Fields under names, to extend as a class: `class MemReq extends bundle({ addr: uint(40), tag: uint(8) }) {}`. The class is the shape.
 */
export function bundle<F extends Record<string, Shape>>(fields: F): BundleClass<F> {
  const at = place()
  checkKeys(fields, 'the fields of a bundle', at)
  // A copy: what is done to the object later does not change the shape.
  const own = { ...fields }, names = Object.keys(own)
  for (const f of names) {
    checkName(f, 'a field', at)
    checkShape(own[f], `field \`${f}\``, at)
  }
  if (names.length === 0) fail('RTL1001', 'a bundle has at least one field', [note(at, 'declared here')], 'add a field')
  return class {
    static readonly kind = 'bundle' as const
    static readonly fields = own
    static readonly bits = Object.values(own).reduce((n, f) => n + f.bits, 0)
  }
}

/** `length` elements of one shape. */
export const vec = <S extends Shape>(length: number, of: S): VecShape<S> => {
  checkSize(length, 'a length')
  checkShape(of, 'an element of a vec', place())
  const bits = of.bits * length
  checkSize(bits, 'a size', largest)
  return { kind: 'vec', of, length, bits }
}

const fieldNames = new WeakMap<Shape, ReadonlyMap<string, string>>()
/** The name that the IR has for a field of a bundle. */
export function fieldName(shape: Shape, field: string): string {
  let names = fieldNames.get(shape)
  if (!names) fieldNames.set(shape, names = distinct(Object.keys((shape as BundleShape<object>).fields)))
  return names.get(field)!
}

const sourceCases = new WeakMap<Type, readonly string[]>()
/** The members of an enumeration as the user named them, in the order of `type.members`. */
export const casesOf = (type: EnumType): readonly string[] => sourceCases.get(type) ?? type.members.map(m => m.name)

const types = new WeakMap<Shape, Type>()
/** The type that the IR knows a shape by. */
export function typeOf(shape: Shape): Type {
  let t = types.get(shape)
  if (!t) types.set(shape, t = makeType(shape as AnyShape))
  return t
}
function makeType(s: AnyShape): Type {
  switch (s.kind) {
    case 'uint': case 'sint': return { kind: s.kind, width: s.bits }
    case 'enum': {
      const names = distinct(s.cases), t: EnumType = { kind: 'enum', name: legal(s.enumName), width: s.bits, members: s.cases.map(k => ({ name: names.get(k)!, value: s.valueOf(k) })) }
      sourceCases.set(t, s.cases)
      return t
    }
    case 'bundle': return {
      kind: 'bundle', name: legal((s as unknown as { name?: string }).name || 'bundle'),
      fields: Object.entries(s.fields).map(([k, f]) => ({ name: fieldName(s, k), type: typeOf(f) })),
    } satisfies BundleType
    case 'vec': return { kind: 'vec', length: s.length, of: typeOf(s.of) }
  }
}

/** Names of the parts that a value of this shape falls into, as the emitted text joins them with `_`; none for a ground shape. */
export function partNames(shape: Shape): string[] {
  const s = shape as AnyShape
  const inside = (name: string, of: Shape): string[] => [name, ...partNames(of).map(p => `${name}_${p}`)]
  if (s.kind === 'bundle') return Object.entries(s.fields).flatMap(([k, f]) => inside(fieldName(s, k), f))
  if (s.kind === 'vec') return [...Array.from({ length: s.length }, (_, i) => inside(String(i), s.of)).flat(), ...partNames(s.of)]
  return []
}
