// Owns: sets whose bits a later unconditional set of the same body gives another value anyway.
import { isGround, mapLeaves, mapModules, scopeOf, signalKey } from '../ir/index.ts'
import type { Design, Module, Scope, SetStatement, Statement } from '../ir/index.ts'
import { slice, uint } from './build.ts'
import { targetBits } from './coverage.ts'

/** After lowerAggregates. Unconditional sets of one signal do not overlap afterwards; what never shows is gone. */
export const dropOverridden = (design: Design): Design => mapModules(design, m => dropIn(m, scopeOf(m, design)))

function dropIn(m: Module, scope: Scope): Module {
  const later = new Map<string, bigint>()
  const body: Statement[] = []
  for (const s of m.body.toReversed()) {
    body.unshift(...mapLeaves([s], x => (x.kind === 'set' ? remaining(x, later, scope) : [x])))
    if (s.kind !== 'set') continue
    const type = scope.get(signalKey(s.target))!.type
    const { mask, exact } = targetBits(s.target, type)
    if (exact && isGround(type)) later.set(signalKey(s.target), (later.get(signalKey(s.target)) ?? 0n) | mask)
  }
  return { ...m, body }
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
