// Owns: the operators of a module that cost something, by kind: how many, and the widest.
import { allStatements, moduleExprs, postOrder, widthOf } from '../ir/index.ts'
import type { Expr, Module, Place } from '../ir/index.ts'

export const operatorKinds = ['adder', 'multiplier', 'divider', 'comparator', 'equality', 'shifter', 'select'] as const
export type OperatorKind = typeof operatorKinds[number]
/** `width`: bits of an operand of the widest; `at`: where that was written, the first of equals. */
export interface OperatorCost { readonly kind: OperatorKind; readonly count: number; readonly width: number; readonly at: Place }

/** The kind and the width of what a node builds; undefined for gates and wiring. Nothing is built for a shift by a constant. */
function built(e: Expr): { readonly kind: OperatorKind; readonly width: number } | undefined {
  if (e.kind === 'unary') return e.op === 'neg' ? { kind: 'adder', width: e.type.width } : undefined
  if (e.kind === 'index') return e.index.kind === 'literal' ? undefined : { kind: 'select', width: widthOf(e.of.type) }
  if (e.kind === 'dynamic-slice') return e.low.kind === 'literal' ? undefined : { kind: 'select', width: widthOf(e.of.type) }
  if (e.kind !== 'binary') return undefined
  const width = widthOf(e.left.type)
  switch (e.op) {
    case 'add': case 'sub': return { kind: 'adder', width }
    case 'mul': return { kind: 'multiplier', width }
    case 'div': case 'rem': return { kind: 'divider', width }
    case 'lt': case 'le': case 'gt': case 'ge': return { kind: 'comparator', width }
    case 'eq': case 'ne': return { kind: 'equality', width }
    case 'shl': case 'shr': return e.right.kind === 'literal' ? undefined : { kind: 'shifter', width }
    default: return undefined
  }
}

/** By kind, in the order of `operatorKinds`. A node that is used twice is built once. */
export function operatorsOf(m: Module): OperatorCost[] {
  const found = new Map<OperatorKind, OperatorCost>()
  for (const node of postOrder(moduleExprs(m))) {
    const b = built(node)
    if (b === undefined) continue
    const before = found.get(b.kind)
    const widest = before === undefined || b.width > before.width ? { width: b.width, at: node.at } : { width: before.width, at: before.at }
    found.set(b.kind, { kind: b.kind, count: (before?.count ?? 0) + 1, ...widest })
  }
  return operatorKinds.flatMap(kind => found.get(kind) ?? [])
}

/** Choices between two values: each `mux`, and for each signal that an arm of an `if` or `match` sets, one. */
export interface MuxCost { readonly count: number; readonly bits: number }

export function muxesOf(m: Module): MuxCost {
  const widths = postOrder(moduleExprs(m)).filter(e => e.kind === 'mux').map(e => widthOf(e.type))
  for (const s of allStatements(m.body)) {
    if (s.kind !== 'if' && s.kind !== 'match') continue
    for (const arm of s.arms) {
      const set = new Map([...allStatements(arm.body)].flatMap(x => (x.kind === 'set' ? [[`${x.target.instance ?? ''}.${x.target.name} ${pathText(x.target.path)}`, widthOf(x.target.type)] as const] : [])))
      widths.push(...set.values())
    }
  }
  return { count: widths.length, bits: widths.reduce((a, b) => a + b, 0) }
}

const pathText = (path: readonly { readonly kind: string; readonly field?: string; readonly low?: number; readonly width?: number }[]): string =>
  path.map(p => `${p.kind} ${p.field ?? ''} ${p.low ?? ''} ${p.width ?? ''}`).join('/')
