// Owns: which bits a body of statements sets on every path, and which on some path.
import { leavesOf, signalKey, unreachable, widthOf } from '../ir/index.ts'
import type { MatchStatement, Place, Statement, Target, Type } from '../ir/index.ts'

/** Bits of one signal (as its type lies in a row of bits): set on every path, and on at least one; `at`: of the first statement. */
export interface Covered { readonly always: bigint; readonly some: bigint; readonly at: Place }
export type Coverage = ReadonlyMap<string, Covered>

/** `typeOf`: the declared type of the signal that a target is a part of. `isComplete`: does a match without `otherwise` leave no value out? */
export function coverage(body: readonly Statement[], typeOf: (t: Target) => Type | undefined, isComplete: (s: MatchStatement) => boolean): Coverage {
  const found = new Map<string, Covered>()
  const join = (key: string, next: Covered): void => {
    const before = found.get(key)
    found.set(key, before === undefined ? next : { always: before.always | next.always, some: before.some | next.some, at: before.at })
  }
  const branches = (bodies: readonly (readonly Statement[])[]): void => {
    const all = bodies.map(b => coverage(b, typeOf, isComplete))
    for (const key of new Set(all.flatMap(c => [...c.keys()]))) {
      const each = all.map(c => c.get(key))
      join(key, {
        always: each.reduce((mask, c) => mask & (c?.always ?? 0n), -1n),
        some: each.reduce((mask, c) => mask | (c?.some ?? 0n), 0n),
        at: each.find(c => c !== undefined)!.at,
      })
    }
  }
  for (const s of body) {
    switch (s.kind) {
      case 'set': {
        const type = typeOf(s.target)
        if (type === undefined) break
        const { mask, exact } = targetBits(s.target, type)
        join(signalKey(s.target), { always: exact ? mask : 0n, some: mask, at: s.at })
        break
      }
      case 'check': break
      case 'if': branches([...s.arms.map(a => a.body), s.otherwise]); break
      case 'match': branches([...s.arms.map(a => a.body), ...(s.otherwise.length === 0 && isComplete(s) ? [] : [s.otherwise])]); break
      default: unreachable(s)
    }
  }
  return found
}

const ones = (width: number): bigint => (1n << BigInt(width)) - 1n

/** The bits that a target can reach, and whether it always reaches just these. */
export function targetBits(t: Target, declared: Type): { readonly mask: bigint; readonly exact: boolean } {
  let places: { low: number; type: Type }[] = [{ low: 0, type: declared }]
  let exact = true
  let bits: { low: number; width: number } | undefined
  for (const step of t.path) {
    if (step.kind === 'slice') bits = { low: (bits?.low ?? 0) + step.low, width: step.width }
    else if (step.kind === 'field') {
      places = places.map(p => {
        const type = p.type.kind === 'bundle' ? p.type.fields.find(f => f.name === step.field)!.type : p.type
        const inside = leavesOf(p.type).filter(leaf => leaf.path[0] === step.field)
        return { low: p.low + Math.min(...inside.map(leaf => leaf.low)), type }
      })
    } else {
      places = places.flatMap(p => {
        if (p.type.kind !== 'vec') return [p]
        const { of, length } = p.type
        const all = Array.from({ length }, (_, i) => ({ low: p.low + i * widthOf(of), type: of }))
        return step.index.kind === 'literal' ? all.slice(Number(step.index.value), Number(step.index.value) + 1) : all
      })
      if (step.index.kind !== 'literal') exact = false
    }
  }
  const mask = places.reduce((m, p) => m | (bits === undefined ? ones(widthOf(p.type)) << BigInt(p.low) : ones(bits.width) << BigInt(p.low + bits.low)), 0n)
  return { mask, exact }
}

/** Every member of an enum, or every pattern, stands in an arm. */
export function matchesAll(s: MatchStatement): boolean {
  const values = new Set(s.arms.flatMap(a => a.values))
  const type = s.subject.type
  if (type.kind === 'enum' && type.members.every(m => values.has(m.value))) return true
  return BigInt(values.size) === 1n << BigInt(widthOf(type))
}
