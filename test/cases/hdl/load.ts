// Owns: the cases as data: typed, with their values as numbers of any size.
import { readFileSync } from 'node:fs'
import type { Tree } from './trees.ts'

/** `u8`, `s4`: unsigned or two's complement, and bits. */
export interface Type { readonly signed: boolean; readonly width: number }
export type Numbers = Readonly<Record<string, bigint>>
export interface Row { readonly values: Numbers; /** The clocks that rise after this row; all if absent. */ readonly edges?: readonly string[] }

export interface Case {
  readonly id: string
  readonly kind: string
  readonly text: string
  readonly ports: Readonly<Record<string, Type>>
  readonly outs: Readonly<Record<string, Type>>
  readonly clocks: readonly string[]
  readonly expr?: Readonly<Record<string, Tree>>
  readonly verilog?: string
  readonly rows: readonly Row[]
  readonly expected: { readonly type: 'value' | 'agree' | 'error' | 'text' | 'scale'; readonly out: Readonly<Record<string, readonly (bigint | null)[]>>; readonly note: string }
}

export const typeOf = (text: string): Type => ({ signed: text.startsWith('s'), width: Number(text.slice(1)) })
/** A number, or its text: decimal or hex. */
export const numberOf = (v: number | string): bigint => typeof v === 'string' && v.startsWith('-') ? -BigInt(v.slice(1)) : BigInt(v)
/** The number that these bits mean, and the bits of a number. */
export const wrap = (v: bigint, t: Type): bigint => t.signed ? BigInt.asIntN(t.width, v) : BigInt.asUintN(t.width, v)

interface Raw {
  readonly id: string; readonly kind: string
  readonly input: { readonly text: string; readonly ports?: Record<string, string>; readonly outs?: Record<string, string>; readonly clocks?: string[]; readonly expr?: Record<string,
    Tree>; readonly verilog?: string }
  readonly stimulus: readonly Readonly<Record<string, number | string | readonly string[]>>[]
  readonly expected: { readonly type: Case['expected']['type']; readonly out?: Record<string, (number | string | null)[]>; readonly note?: string }
}
const mapped = <A, B>(o: Readonly<Record<string, A>> | undefined, f: (a: A) => B): Record<string, B> => Object.fromEntries(Object.entries(o ?? {}).map(([k, v]) => [k, f(v)]))

function caseOf({ id, kind, input, stimulus, expected }: Raw): Case {
  return {
    id, kind, text: input.text, ports: mapped(input.ports, typeOf), outs: mapped(input.outs, typeOf), clocks: input.clocks ?? [],
    ...input.expr && { expr: input.expr }, ...input.verilog !== undefined && { verilog: input.verilog },
    rows: stimulus.map(({ _edge, ...values }) => ({ values: mapped(values as Record<string, number | string>, numberOf), ..._edge !== undefined && { edges: _edge as readonly string[] } })),
    expected: { type: expected.type, out: mapped(expected.out, column => column.map(v => v === null ? null : numberOf(v))), note: expected.note ?? '' },
  }
}

export const cases: readonly Case[] = (JSON.parse(readFileSync(new URL('cases.json', import.meta.url), 'utf8')) as { readonly cases: readonly Raw[] }).cases.map(caseOf)
export const caseNamed = (id: string): Case => cases.find(c => c.id === id)!
