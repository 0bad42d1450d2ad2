// Owns: from the statements of a module to what drives each segment, the next value of each register, array writes and checks.
import { allSets, isGround, widthOf, type CheckStatement, type Expr, type SetStatement, type Statement, type Step, type Target, type Type } from '../ir/index.ts'
import { catBits, constantBits, equalBits, muxBits, type Bits } from './bits.ts'
import { op, type NodeId } from './graph.ts'
import { findSignal, lowerBit, lowerExpr, lowerPart } from './lower-expr.ts'
import { groundParts, type ArrayStore, type Element, type Scope, type Segment, type Signal } from './netlist.ts'
import { arrayOf, fieldType, suffixSteps, vectorOf, wordOffset, type Lowering, type ReadStep } from './read.ts'

/** A write of an array word at the edge: the bits of `mask`, or all of them. In source order; a later one wins. */
export interface ArrayWrite { readonly array: ArrayStore; readonly enable: NodeId; readonly offset: NodeId; readonly value: Bits; readonly mask: Bits | undefined }
/** A check of one instance; `active` says when its statement is reached, `condition` what it wants. */
export interface LoweredCheck { readonly statement: CheckStatement; readonly scope: Scope; readonly active: NodeId; readonly condition: NodeId }

/** What is set or checked by a list of statements, kept apart for each thing that they set. */
type Rule =
  | { readonly kind: 'set'; readonly guards: readonly Guard[]; readonly value: () => Bits }
  | { readonly kind: 'write'; readonly array: ArrayStore; readonly indices: readonly (number | Expr)[]; readonly value: () => Bits; readonly low: number }
  | { readonly kind: 'check'; readonly statement: CheckStatement }
  | { readonly kind: 'if'; readonly arms: readonly { readonly condition: () => NodeId; readonly rules: readonly Rule[] }[]; readonly otherwise: readonly Rule[] }
interface Guard { readonly index: Expr; readonly equals: number }
type Key = Segment | Signal | 'checks'
export type Rules = ReadonlyMap<Key, readonly Rule[]>

/** Notes at which bits the elements that a module sets are cut into segments. */
export function noteCuts(scope: Scope, cuts: Map<Element, Set<number>>): void {
  for (const s of allSets(scope.module.body)) {
    const slice = sliceOf(s.target)
    const signal = findSignal(scope, s.target.name, s.target.instance)!
    if (slice === undefined || signal.storage === 'array') continue
    targets(signal, s.target, ({ element }) => {
      const own = cuts.get(element) ?? new Set()
      cuts.set(element, own.add(slice.low).add(slice.low + slice.width))
    })
  }
}

/** Sorts the statements of a scope by what they set. */
export function collectRules(ctx: Lowering, scope: Scope, body: readonly Statement[]): Rules {
  const out = new Map<Key, Rule[]>()
  const put = (key: Key, rule: Rule): void => { (out.get(key) ?? out.set(key, []).get(key)!).push(rule) }
  const branch = (arms: readonly { condition: () => NodeId; body: readonly Statement[] }[], otherwise: readonly Statement[]): void => {
    const inner = arms.map(a => collectRules(ctx, scope, a.body)), rest = collectRules(ctx, scope, otherwise)
    for (const key of new Set([...inner.flatMap(m => [...m.keys()]), ...rest.keys()])) {
      put(key, { kind: 'if', arms: arms.map((a, i) => ({ condition: a.condition, rules: inner[i]!.get(key) ?? [] })), otherwise: rest.get(key) ?? [] })
    }
  }
  for (const s of body) {
    switch (s.kind) {
      case 'set': collectSet(ctx, scope, s, put); break
      case 'check': put('checks', { kind: 'check', statement: s }); break
      case 'if': branch(s.arms.map(a => ({ condition: () => lowerBit(ctx, scope, a.condition), body: a.body })), s.otherwise); break
      case 'match': {
        const matches = (values: readonly bigint[]) => (): NodeId => {
          const subject = lowerExpr(ctx, scope, s.subject)
          return values.map(v => equalBits(ctx.g, subject, constantBits(ctx.g, subject.width, v))).reduce((a, b) => ctx.g.binary(op.or, a, b), ctx.g.const32(0))
        }
        branch(s.arms.map(a => ({ condition: matches(a.values), body: a.body })), s.otherwise)
      }
    }
  }
  return out
}

function collectSet(ctx: Lowering, scope: Scope, s: SetStatement, put: (key: Key, rule: Rule) => void): void {
  const signal = findSignal(scope, s.target.name, s.target.instance)!, slice = sliceOf(s.target)
  if (signal.storage === 'array') {
    const start = s.target.path.filter(p => p.kind !== 'slice')
    for (const part of slice ? [{ suffix: '', type: s.target.type }] : groundParts(s.target.type)) {
      const rest = suffixSteps(part.suffix)
      const { array, indices: last } = arrayOf(signal, [...start.map((p): ReadStep => p.kind === 'field' ? p : { index: 0 }), ...rest])
      const first = start.flatMap(p => p.kind === 'index' ? [p.index] : [])
      const indices = [...first, ...last.slice(first.length).map(Number)]
      put(signal, { kind: 'write', array, indices, low: slice?.low ?? 0, value: () => lowerPart(ctx, scope, s.value, part.suffix, 0, widthOf(part.type)) })
    }
    return
  }
  targets(signal, s.target, ({ element, guards, rest }) => {
    for (const segment of element.segments) {
      const from = slice ? segment.low - slice.low : segment.low
      if (slice && (from < 0 || from >= slice.width)) continue
      put(segment, { kind: 'set', guards, value: () => lowerPart(ctx, scope, s.value, rest, from, segment.width) })
    }
  })
}

/** The value of a segment after its rules, from the value that it has if no rule fires. */
export function runRules(ctx: Lowering, scope: Scope, rules: readonly Rule[], initial: () => Bits): Bits {
  const { g } = ctx
  // What an unconditional set hides is not looked at: it must not make a loop.
  const start = rules.findLastIndex(r => r.kind === 'set' && r.guards.length === 0)
  let value: Bits | undefined
  const now = (): Bits => value ??= initial()
  for (const r of rules.slice(Math.max(0, start))) {
    if (r.kind === 'set') {
      const set = r.value()
      value = r.guards.length === 0 ? set : muxBits(g, r.guards.map(x => guardNode(ctx, scope, x)).reduce((a, b) => g.binary(op.and, a, b)), set, now())
    } else if (r.kind === 'if') {
      const before = now()
      let result = r.otherwise.length > 0 ? runRules(ctx, scope, r.otherwise, () => before) : before
      for (const arm of r.arms.toReversed()) result = muxBits(g, arm.condition(), arm.rules.length > 0 ? runRules(ctx, scope, arm.rules, () => before) : before, result)
      value = result
    }
  }
  return now()
}

/** Array writes and checks with the conditions under which they are reached. */
export function runEffects(ctx: Lowering, scope: Scope, rules: readonly Rule[], reached: NodeId, writes: ArrayWrite[], checks: LoweredCheck[]): void {
  const { g } = ctx
  for (const r of rules) {
    switch (r.kind) {
      case 'if': {
        let open = reached
        for (const arm of r.arms) {
          const holds = arm.condition()
          runEffects(ctx, scope, arm.rules, g.binary(op.and, open, holds), writes, checks)
          open = g.binary(op.and, open, g.not1(holds))
        }
        runEffects(ctx, scope, r.otherwise, open, writes, checks)
        break
      }
      case 'write': {
        const at = wordOffset(g, r.array, r.indices.map(i => typeof i === 'number' ? i : lowerExpr(ctx, scope, i)))
        writes.push({ array: r.array, enable: g.binary(op.and, reached, at.inside), offset: at.offset, ...placed(ctx, r.array, r.value(), r.low) })
        break
      }
      case 'check': checks.push({ statement: r.statement, scope, active: reached, condition: lowerBit(ctx, scope, r.statement.condition) }); break
      case 'set': break
    }
  }
}

/** A value that may be a slice of a word, as a word and the mask of the bits that it sets. */
function placed(ctx: Lowering, array: ArrayStore, value: Bits, low: number): { value: Bits; mask: Bits | undefined } {
  if (value.width === array.width) return { value, mask: undefined }
  const { g } = ctx, above = array.width - low - value.width
  const zeros = (width: number): Bits[] => width > 0 ? [constantBits(g, width, 0n)] : []
  return {
    value: catBits(g, [...zeros(above), value, ...zeros(low)]),
    mask: constantBits(g, array.width, ((1n << BigInt(value.width)) - 1n) << BigInt(low)),
  }
}

function guardNode(ctx: Lowering, scope: Scope, guard: Guard): NodeId {
  const index = lowerExpr(ctx, scope, guard.index)
  if (guard.equals >= 2 ** index.width) return ctx.g.const32(0)
  return equalBits(ctx.g, index, constantBits(ctx.g, index.width, BigInt(guard.equals)))
}

const sliceOf = (t: Target): Extract<Step, { kind: 'slice' }> | undefined => t.path.find(p => p.kind === 'slice')

/** The elements that a target may set, each with the indices that must have a value for that, and the suffix of the part within the target. */
function targets(signal: Signal, target: Target, visit: (found: { element: Element; guards: readonly Guard[]; rest: string }) => void): void {
  const walk = (type: Type, suffix: string, i: number, guards: readonly Guard[]): void => {
    const step = target.path[i]
    if (step === undefined || step.kind === 'slice') {
      for (const p of isGround(type) ? [{ suffix: '' }] : groundParts(type)) visit({ element: signal.elements.get(suffix + p.suffix)!, guards, rest: p.suffix })
      return
    }
    if (step.kind === 'field') return walk(fieldType(type, step.field), `${suffix}.${step.field}`, i + 1, guards)
    const { length, of } = vectorOf(type)
    const { index } = step
    if (index.kind === 'literal') { if (index.value < length) walk(of, `${suffix}[${index.value}]`, i + 1, guards) }
    else for (let k = 0; k < length; k++) walk(of, `${suffix}[${k}]`, i + 1, [...guards, { index, equals: k }])
  }
  walk(signal.type, '', 0, [])
}
