// Owns: sets whose bits a later unconditional set of the same body gives another value anyway.
import { isGround, mapModules, scopeOf, signalKey, unreachable } from '../ir/index.ts'
import type { Design, Module, Scope, SetStatement, Statement } from '../ir/index.ts'
import { slice, uint } from './build.ts'
import { targetBits } from './coverage.ts'

/** After lowerAggregates. Unconditional sets of one signal do not overlap afterwards; what never shows is gone. */
export const dropOverridden = (design: Design): Design => mapModules(design, m => dropIn(m, scopeOf(m, design)))

function dropIn(m: Module, scope: Scope): Module {
  const later = new Map<string, bigint>()
  const body: Statement[] = []
  for (const s of m.body.toReversed()) {
    body.unshift(...prune(s, later, scope))
    if (s.kind !== 'set') continue
    const type = scope.get(signalKey(s.target))!.type
    const { mask, exact } = targetBits(s.target, type)
    if (exact && isGround(type)) later.set(signalKey(s.target), (later.get(signalKey(s.target)) ?? 0n) | mask)
  }
  return { ...m, body }
}

function prune(s: Statement, later: ReadonlyMap<string, bigint>, scope: Scope): Statement[] {
  switch (s.kind) {
    case 'check': return [s]
    case 'set': return remaining(s, later, scope)
    case 'if': return [{ ...s, arms: s.arms.map(a => ({ ...a, body: a.body.flatMap(x => prune(x, later, scope)) })), otherwise: s.otherwise.flatMap(x => prune(x, later, scope)) }]
    case 'match': return [{ ...s, arms: s.arms.map(a => ({ ...a, body: a.body.flatMap(x => prune(x, later, scope)) })), otherwise: s.otherwise.flatMap(x => prune(x, later, scope)) }]
    default: return unreachable(s)
  }
}

/** The parts of a set that no later one covers. */
function remaining(s: SetStatement, later: ReadonlyMap<string, bigint>, scope: Scope): SetStatement[] {
  const covered = later.get(signalKey(s.target)) ?? 0n
  const { type } = scope.get(signalKey(s.target))!
  const { mask } = targetBits(s.target, type)
  if ((covered & mask) === 0n || !isGround(type)) return [s]
  const parts: SetStatement[] = []
  let base = 0
  while ((mask >> BigInt(base) & 1n) === 0n) base++
  for (let low = base; mask >> BigInt(low) !== 0n; low++) {
    if ((covered >> BigInt(low) & 1n) === 1n) continue
    let width = 1
    while ((mask >> BigInt(low + width) & 1n) === 1n && (covered >> BigInt(low + width) & 1n) === 0n) width++
    parts.push({ ...s, target: { ...s.target, path: [{ kind: 'slice', low, width }], type: uint(width) }, value: slice(s.value, low - base, width, s.at) })
    low += width
  }
  return parts
}
