// Owns: the ways in which a test plants a fault in the unit's description, in its modules or in its microcode.
import { microcode } from '../../coprocessor/microcode/program.ts'
import { assembleUnit } from '../../coprocessor/microcode/words.ts'
import type { Parameters } from '../../coprocessor/parameters.ts'
import { oracleUnit } from '../../coprocessor/unit/oracle-unit.ts'
import { elaborate } from '../../rtl-gen/dsl/index.ts'
import type { Design, Expr, Literal, Module } from '../../rtl-gen/ir/index.ts'
import { mapModule, rewriter } from '../../rtl-gen/ir/visit.ts'

export type Plant = (p: Parameters) => Design
/** The unit with one module changed. @throws if the change changes nothing: then the fault is not planted */
export const planted = (name: string, change: (m: Module) => Module): Plant => (p) => {
  const design = elaborate(oracleUnit(p))
  const found = design.modules.find((m) => m.name === name)
  if (found?.kind !== 'module') throw new Error(`no module ${name}`)
  const changed = change(found)
  if (JSON.stringify(changed, text) === JSON.stringify(found, text)) throw new Error(`nothing of ${name} was changed`)
  return { ...design, modules: design.modules.map((m) => (m === found ? changed : m)) }
}
/**
 * The unit with other microcode: one place of it reads otherwise, however it is spaced; `times` of it where instructions have copies.
 * @throws if that place is not there so often
 */
export const microfault = (from: string, to: string, times = 1): Plant => (p) => {
  const place = new RegExp(from.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\s+/g, '\\s+'), 'g')
  const found = [...microcode.matchAll(place)].length
  if (found !== times) throw new Error(`${JSON.stringify(from)} stands ${found} times in the microcode`)
  return elaborate(oracleUnit(p, assembleUnit(microcode.replaceAll(place, to))))
}
const text = (_: string, v: unknown): unknown => (typeof v === 'bigint' ? String(v) : v)
export const ones = (like: Expr): Literal => {
  if (like.type.kind === 'bundle' || like.type.kind === 'vec') throw new Error('a ground value is wanted')
  return { kind: 'literal', type: like.type, value: (1n << BigInt(like.type.width)) - 1n, at: like.at }
}
export const none = (like: Expr): Literal => ({ ...ones(like), value: 0n })

/** A named value is something else. */
export const local = (name: string, value: (now: Expr) => Expr) => (m: Module): Module =>
  ({ ...m, locals: m.locals.map((l) => (l.name === name ? { ...l, value: value(l.value) } : l)) })
/** What is read of a signal is this. */
export const unread = (signal: string, to: (like: Expr) => Literal = none) => (m: Module): Module =>
  mapModule(m, rewriter((e) => (e.kind === 'ref' && e.name === signal ? to(e) : e)))
/** A byte that should stand on all lanes stands on the lowest. */
export const oneLane = (m: Module): Module => mapModule(m, rewriter((e) => (e.kind === 'cat' && e.parts.length === 8 ? { ...e, parts: e.parts.map((part, i) => (i < 7 ? none(part) : part)) } : e)))
