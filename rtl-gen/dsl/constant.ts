// Owns: constants of a shape: checked, as signals and as data of the IR.
import type { Constant } from '../ir/module.ts'
import type { Place } from '../ir/place.ts'
import type { GroundType } from '../ir/type.ts'
import { DiagnosticError } from '../diagnostics/index.ts'
import { describe } from './describe.ts'
import { fail, note } from './fail.ts'
import { fieldName, typeOf } from './shape.ts'
import type { AnyShape, Shape } from './shape.ts'
import { constantBits, literal, wrap } from './signal.ts'
import { shapeName, splitTree } from './tree.ts'
import type { Tree } from './tree.ts'

const wrong = (what: string, shape: Shape, v: unknown, at: Place, detail: string): never =>
  fail('RTL1004', `${what} is ${describe(v)}, but ${shapeName(shape)} is wanted: ${detail}`, [note(at, 'declared here')], 'give a constant of that shape')

/** The constant as the IR holds it: by field in snake_case, by element; bit patterns at the leaves. */
export function constantOf(shape: Shape, v: unknown, at: Place, what: string): Constant {
  const s = shape as AnyShape
  if (s.kind === 'bundle') {
    if (typeof v !== 'object' || v === null || Array.isArray(v)) return wrong(what, shape, v, at, `fields ${Object.keys(s.fields).join(', ')}`)
    const given = v as Record<string, unknown>
    const extra = Object.keys(given).filter(k => !Object.hasOwn(s.fields, k)), missing = Object.keys(s.fields).filter(k => !Object.hasOwn(given, k) || given[k] === undefined)
    if (extra.length || missing.length) return wrong(what, shape, v, at, [...extra.map(k => `it has no field \`${k}\``), ...missing.map(k => `field \`${k}\` is missing`)].join(', '))
    return Object.fromEntries(Object.entries(s.fields).map(([k, f]) => [fieldName(s, k), constantOf(f, given[k], at, `${what}, field \`${k}\`,`)]))
  }
  if (s.kind === 'vec') {
    if (!Array.isArray(v) || v.length !== s.length) return wrong(what, shape, v, at, `${s.length} elements`)
    // Not `map`, which leaves holes out.
    return Array.from(v as unknown[], (x, i) => constantOf(s.of, x, at, `${what}, element ${i},`))
  }
  try {
    return constantBits(v, typeOf(shape) as GroundType, at)
  } catch (e) {
    if (!(e instanceof DiagnosticError)) throw e
    return fail('RTL1004', `${what}: ${e.diagnostics[0]!.message}`, [note(at, 'declared here')], e.diagnostics[0]!.help)
  }
}

/** The constant as a value whose leaves are literals. */
export function constantTree(shape: Shape, v: unknown, at: Place, what: string): Tree {
  const c = constantOf(shape, v, at, what)
  return splitTree(shape, (path, leaf) => wrap(literal(typeOf(leaf) as GroundType, constantAt(shape, c, path), at), ''), '')
}
function constantAt(shape: Shape, c: Constant, [step, ...rest]: readonly string[]): bigint {
  if (step === undefined) return c as bigint
  const s = shape as AnyShape
  return s.kind === 'bundle' ? constantAt(s.fields[step]!, (c as Record<string, Constant>)[fieldName(s, step)]!, rest)
    : constantAt((s as { of: Shape }).of, (c as readonly Constant[])[Number(step)]!, rest)
}

/** The constant as one word, the first field or element in the highest bits: the order of `pack`. */
export function constantWord(shape: Shape, c: Constant): bigint {
  const s = shape as AnyShape
  if (s.kind === 'bundle') return Object.entries(s.fields).reduce((n, [k, f]) => (n << BigInt(f.bits)) | constantWord(f, (c as Record<string, Constant>)[fieldName(s, k)]!), 0n)
  if (s.kind === 'vec') return (c as readonly Constant[]).reduce<bigint>((n, x) => (n << BigInt(s.of.bits)) | constantWord(s.of, x), 0n)
  return c as bigint
}
