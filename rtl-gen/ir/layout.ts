// Owns: the parts of a type and where their bits lie when a value is one row of bits.
import { isGround, widthOf } from './type.ts'
import type { GroundType, Type } from './type.ts'

/** One ground part of a type: the way to it (field names, element numbers), its type and its lowest bit. */
export interface Leaf { readonly path: readonly (string | number)[]; readonly type: GroundType; readonly low: number }

/**
 * The ground parts of a type in the order of declaration. As a row of bits, a bundle's first field is highest
 * and a vector's element 0 lowest (as in SystemVerilog's packed types).
 */
export function leavesOf(type: Type): readonly Leaf[] {
  if (isGround(type)) return [{ path: [], type, low: 0 }]
  return partsOf(type).flatMap(part => leavesOf(part.type).map(leaf => ({ path: [part.key, ...leaf.path], type: leaf.type, low: part.low + leaf.low })))
}

interface Part { readonly key: string | number; readonly type: Type; readonly low: number }

/** The direct parts of an aggregate, in the order of declaration. */
export function partsOf(type: Exclude<Type, GroundType>): readonly Part[] {
  if (type.kind === 'vec') return Array.from({ length: type.length }, (_, i) => ({ key: i, type: type.of, low: i * widthOf(type.of) }))
  let low = widthOf(type)
  return type.fields.map(f => ({ key: f.name, type: f.type, low: (low -= widthOf(f.type)) }))
}

/** Equal kind, width and parts; names of bundles do not count, names of enums do not count, their members do. */
export function sameType(a: Type, b: Type): boolean {
  if (a === b) return true
  switch (a.kind) {
    case 'uint': case 'sint': return a.kind === b.kind && a.width === b.width
    case 'enum': return b.kind === 'enum' && a.width === b.width && a.members.length === b.members.length
      && a.members.every((m, i) => m.name === b.members[i]!.name && m.value === b.members[i]!.value)
    case 'bundle': return b.kind === 'bundle' && a.fields.length === b.fields.length
      && a.fields.every((f, i) => f.name === b.fields[i]!.name && sameType(f.type, b.fields[i]!.type))
    case 'vec': return b.kind === 'vec' && a.length === b.length && sameType(a.of, b.of)
  }
}

/** A type as users write it: `uint(8)`, `vec(4, uint(8))`, `enum State`, `bundle MemReq`. */
export function showType(t: Type): string {
  switch (t.kind) {
    case 'uint': case 'sint': return `${t.kind}(${t.width})`
    case 'enum': return `enum ${t.name}`
    case 'bundle': return `bundle ${t.name || `{${t.fields.map(f => `${f.name}: ${showType(f.type)}`).join(', ')}}`}`
    case 'vec': return `vec(${t.length}, ${showType(t.of)})`
  }
}
