// Owns: the types that a value of the IR can have. Widths are always present, whole and at least 1.

export interface UintType { readonly kind: 'uint'; readonly width: number }
/** Two's complement. */
export interface SintType { readonly kind: 'sint'; readonly width: number }
export interface EnumMember { readonly name: string; readonly value: bigint }
/** `name` is the prefix of the localparams that the Verilog back end writes; two enums are equal if their members are. */
export interface EnumType { readonly kind: 'enum'; readonly name: string; readonly width: number; readonly members: readonly EnumMember[] }
export interface BundleField { readonly name: string; readonly type: Type }
export interface BundleType { readonly kind: 'bundle'; readonly name: string; readonly fields: readonly BundleField[] }
/** `length` elements, numbered from 0. */
export interface VecType { readonly kind: 'vec'; readonly length: number; readonly of: Type }

/** A type that is one vector of bits. */
export type GroundType = UintType | SintType | EnumType
export type AggregateType = BundleType | VecType
export type Type = GroundType | AggregateType

export const isGround = (t: Type): t is GroundType => t.kind === 'uint' || t.kind === 'sint' || t.kind === 'enum'

/** Bits of a value of this type, aggregates included (their parts, added). */
export function widthOf(t: Type): number {
  switch (t.kind) {
    case 'uint': case 'sint': case 'enum': return t.width
    case 'bundle': return t.fields.reduce((n, f) => n + widthOf(f.type), 0)
    case 'vec': return t.length * widthOf(t.of)
  }
}
