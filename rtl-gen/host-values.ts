// Owns: values of shapes outside of the hardware: from bit patterns to what a user reads, and back.
import { constantWord } from './dsl/constant.ts'
import { pathKey } from './dsl/names.ts'
import { fieldName } from './dsl/shape.ts'
import type { BundleShape, EnumShape, Shape, VecShape } from './dsl/index.ts'
import type { Constant, Place } from './ir/index.ts'
import { refuse, remedy } from './simulate/refuse.ts'

/** Steps to a leaf: names of fields as declared, numbers of elements. */
export type LeafPath = readonly (string | number)[]

const fieldsOf = (shape: Shape): Record<string, Shape> => (shape as BundleShape<Record<string, Shape>>).fields

/** The value of a shape whose leaves `read` gives as patterns. Signed leaves become negative numbers, enumerations names of members. Throws RTL6007 for a pattern that is no member. */
export function toHost(shape: Shape, read: (path: LeafPath) => bigint, path: LeafPath = []): unknown {
  switch (shape.kind) {
    case 'bundle': return Object.fromEntries(Object.entries(fieldsOf(shape)).map(([k, f]) => [k, toHost(f, read, [...path, k])]))
    case 'vec': { const s = shape as VecShape<Shape>; return Array.from({ length: s.length }, (_, i) => toHost(s.of, read, [...path, i])) }
    case 'sint': return BigInt.asIntN(shape.bits, read(path))
    case 'enum': {
      const s = shape as EnumShape<string>, v = read(path)
      return memberOf(s, v) ?? refuse('RTL6007', `the value ${v} is no member of enumeration \`${s.enumName}\``, 'reset the register, or look at its bits with `raw.peek`')
    }
    default: return read(path)
  }
}

/** The name of a member by its value. */
export const memberOf = (s: EnumShape<string>, v: bigint): string | undefined => s.cases.find(k => s.valueOf(k) === v)

/** What a value is for, in messages, and where that was declared. */
export interface Destination { readonly key: string; readonly at: Place }

/** Gives each leaf of a value to `write` as a pattern, after all of it has been found good. Throws RTL6007 if a part is missing, unknown or does not fit. */
export function fromHost(shape: Shape, value: unknown, write: (path: LeafPath, pattern: bigint) => void, to?: Destination): void {
  const found: (readonly [LeafPath, bigint])[] = []
  convert(shape, value, (path, pattern) => found.push([path, pattern]), [], to)
  for (const [path, pattern] of found) write(path, pattern)
}

function convert(shape: Shape, value: unknown, write: (path: LeafPath, pattern: bigint) => void, path: LeafPath, to: Destination | undefined): void {
  const names = [...(to ? [to.key] : []), ...path], name = names.length > 0 ? `\`${names.join('.')}\`` : 'the value'
  const bad = (message: string, help: string): never => refuse('RTL6007', message, help, to && { at: to.at, text: `\`${to.key}\` declared here` })
  switch (shape.kind) {
    case 'bundle': {
      const fields = fieldsOf(shape), known = Object.keys(fields)
      if (typeof value !== 'object' || value === null || Array.isArray(value)) bad(`${name} takes an object with ${known.join(', ')}, not ${show(value)}`, 'give every field')
      const given = value as Record<string, unknown>
      for (const k of Object.keys(given)) if (!Object.hasOwn(fields, k)) bad(`${name} has no field \`${k}\``, remedy(k, known))
      for (const [k, f] of Object.entries(fields)) convert(f, Object.hasOwn(given, k) ? given[k] : undefined, write, [...path, k], to)
      return
    }
    case 'vec': {
      const s = shape as VecShape<Shape>
      if (!Array.isArray(value) || value.length !== s.length) bad(`${name} takes an array of ${s.length} elements, not ${Array.isArray(value) ? `one of ${value.length}` : show(value)}`, 'give every element')
      for (let i = 0; i < s.length; i++) convert(s.of, (value as unknown[])[i], write, [...path, i], to)
      return
    }
    case 'enum': {
      const s = shape as EnumShape<string>
      if (typeof value !== 'string' || !s.cases.includes(value)) bad(`${name} takes a member of enumeration \`${s.enumName}\`, not ${show(value)}`, remedy(String(value), s.cases))
      return write(path, s.valueOf(value as string))
    }
    default: {
      if (typeof value !== 'bigint' && !Number.isSafeInteger(value)) bad(`${name} takes a whole number, not ${show(value)}`, typeof value === 'number' && Number.isInteger(value) ? 'above 2^53 give a bigint: 2n ** 60n' : 'give a number or a bigint')
      const v = BigInt(value as number | bigint), { bits } = shape, signed = shape.kind === 'sint'
      const low = signed ? -(1n << BigInt(bits - 1)) : 0n, end = signed ? 1n << BigInt(bits - 1) : 1n << BigInt(bits)
      if (v < low || v >= end) bad(`${v} does not fit ${name}, which is ${shape.kind}(${bits})`, `give ${low} to ${bits > 64 ? `2^${signed ? bits - 1 : bits} - 1` : end - 1n}`)
      write(path, BigInt.asUintN(bits, v))
    }
  }
}

function show(v: unknown): string {
  if (typeof v === 'string') return JSON.stringify(v)
  if (Array.isArray(v)) return 'an array'
  return typeof v === 'object' && v !== null ? 'an object' : typeof v === 'function' ? 'a function' : String(v)
}

type Packing = ReadonlyMap<string, { readonly low: bigint; readonly bits: number }>
const packings = new WeakMap<Shape, Packing>()
const packingOf = (shape: Shape): Packing => {
  const known = packings.get(shape)
  if (known) return known
  const made = packing(shape)
  packings.set(shape, made)
  return made
}
/** Where the leaves of a shape lie in a packed word: the order is that of the language's constants. */
function packing(shape: Shape): Packing {
  const found = new Map<string, { low: bigint; bits: number }>()
  const leaves: (readonly [LeafPath, number])[] = []
  walk(shape, [], (path, leaf) => leaves.push([path, leaf.bits]))
  for (const [path, bits] of leaves) {
    const one = constantWord(shape, constantOf(shape, p => (same(p, path) ? 1n : 0n)))
    found.set(pathKey(path), { low: BigInt(one.toString(2).length - 1), bits })
  }
  return found
}
const same = (a: LeafPath, b: LeafPath): boolean => a.length === b.length && a.every((x, i) => x === b[i])

function walk(shape: Shape, path: LeafPath, leaf: (path: LeafPath, shape: Shape) => void): void {
  if (shape.kind === 'bundle') for (const [k, f] of Object.entries(fieldsOf(shape))) walk(f, [...path, k], leaf)
  else if (shape.kind === 'vec') for (let i = 0; i < (shape as VecShape<Shape>).length; i++) walk((shape as VecShape<Shape>).of, [...path, i], leaf)
  else leaf(path, shape)
}
function constantOf(shape: Shape, leaf: (path: LeafPath) => bigint, path: LeafPath = []): Constant {
  if (shape.kind === 'bundle') return Object.fromEntries(Object.entries(fieldsOf(shape)).map(([k, f]) => [fieldName(shape, k), constantOf(f, leaf, [...path, k])]))
  if (shape.kind === 'vec') return Array.from({ length: (shape as VecShape<Shape>).length }, (_, i) => constantOf((shape as VecShape<Shape>).of, leaf, [...path, i]))
  return leaf(path)
}

/** The leaves of a packed word, one after another or each on its own. */
export function partsOfWord(shape: Shape, word: () => bigint): (path: LeafPath) => bigint {
  if (shape.kind !== 'bundle' && shape.kind !== 'vec') return word
  const parts = packingOf(shape)
  return path => {
    const { low, bits } = parts.get(path.join('.'))!
    return BigInt.asUintN(bits, word() >> low)
  }
}

/** A value as a packed word. Throws as fromHost does. */
export function wordOf(shape: Shape, value: unknown, to?: Destination): bigint {
  const patterns = new Map<string, bigint>()
  fromHost(shape, value, (path, pattern) => patterns.set(pathKey(path), pattern), to)
  return constantWord(shape, constantOf(shape, path => patterns.get(path.join('.'))!))
}
