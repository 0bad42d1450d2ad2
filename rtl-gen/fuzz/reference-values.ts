// Owns: the values of the reference interpreter: whole, as a bigint pattern, an object for a bundle, an array for a vector.
import type { Constant, Type } from '../ir/index.ts'

export type Value = bigint | readonly Value[] | { readonly [field: string]: Value }

export const mask = (width: number): bigint => (1n << BigInt(width)) - 1n
export const bits = (t: Type): number => t.kind === 'bundle' ? t.fields.reduce((n, f) => n + bits(f.type), 0) : t.kind === 'vec' ? t.length * bits(t.of) : t.width

export function zero(t: Type): Value {
  if (t.kind === 'bundle') return Object.fromEntries(t.fields.map(f => [f.name, zero(f.type)]))
  if (t.kind === 'vec') return Array.from({ length: t.length }, () => zero(t.of))
  return 0n
}

export function constant(c: Constant, t: Type): Value {
  if (t.kind === 'bundle') return Object.fromEntries(t.fields.map(f => [f.name, constant((c as Record<string, Constant>)[f.name]!, f.type)]))
  if (t.kind === 'vec') return Array.from({ length: t.length }, (_, i) => constant((c as Constant[])[i]!, t.of))
  return BigInt.asUintN(t.width, c as bigint)
}

/** One row of bits: the first field highest, element 0 lowest. */
export function pack(v: Value, t: Type): bigint {
  if (t.kind === 'bundle') return t.fields.reduce((n, f) => n << BigInt(bits(f.type)) | pack((v as Record<string, Value>)[f.name]!, f.type), 0n)
  if (t.kind === 'vec') return (v as Value[]).reduceRight<bigint>((n, e) => n << BigInt(bits(t.of)) | pack(e, t.of), 0n)
  return v as bigint
}

export function unpack(row: bigint, t: Type): Value {
  if (t.kind === 'bundle') {
    let rest = row
    return Object.fromEntries(t.fields.toReversed().map(f => {
      const part = rest & mask(bits(f.type))
      rest >>= BigInt(bits(f.type))
      return [f.name, unpack(part, f.type)]
    }))
  }
  if (t.kind === 'vec') return Array.from({ length: t.length }, (_, i) => unpack(row >> BigInt(i * bits(t.of)) & mask(bits(t.of)), t.of))
  return row
}

export const sameValue = (a: Value, b: Value): boolean => {
  if (typeof a !== 'object' || typeof b !== 'object') return a === b
  const x = a as Record<string, Value>, y = b as Record<string, Value>
  return Object.keys(x).every(k => sameValue(x[k]!, y[k]!))
}
