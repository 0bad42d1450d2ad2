// Owns: checks out of the branches that they stand in: each says for itself when it holds.
import { mapModules, unreachable } from '../../ir/index.ts'
import type { CheckStatement, Design, Expr, Module, Statement } from '../../ir/index.ts'
import { and, compare, ground, literal, not } from '../../passes/build.ts'
import { dropChecks } from '../../passes/drop-checks.ts'

/** Afterwards checks stand at the end of the body. An assert or assume in a branch holds whenever the branch is not taken; a cover wants the branch too. */
export function flatChecks(design: Design): Design {
  const checks = new Map(design.modules.flatMap((m): [string, CheckStatement[]][] => (m.kind === 'module' ? [[m.name, flat(m.body, undefined)]] : [])))
  return mapModules(dropChecks(design), (m): Module => ({ ...m, body: [...m.body, ...checks.get(m.name)!] }))
}

function flat(body: readonly Statement[], guard: Expr | undefined): CheckStatement[] {
  return body.flatMap((s): CheckStatement[] => {
    switch (s.kind) {
      case 'set': return []
      case 'check': return [{ ...s, condition: guard === undefined ? s.condition : s.check === 'cover' ? and(guard, s.condition, s.at) : or(not(guard, s.at), s.condition, s.at) }]
      case 'if': {
        let before = guard
        const arms = s.arms.flatMap(a => {
          const found = flat(a.body, both(before, a.condition))
          before = both(before, not(a.condition, a.at))
          return found
        })
        return [...arms, ...flat(s.otherwise, before)]
      }
      case 'match': {
        const isOneOf = (values: readonly bigint[]): Expr => values.map(v => compare('eq', s.subject, literal(ground(s.subject), v, s.at), s.at)).reduce((a, b) => or(a, b, s.at))
        const arms = s.arms.flatMap(a => flat(a.body, both(guard, isOneOf(a.values))))
        const values = s.arms.flatMap(a => a.values)
        return [...arms, ...flat(s.otherwise, values.length === 0 ? guard : both(guard, not(isOneOf(values), s.at)))]
      }
      default: return unreachable(s)
    }
  })
}

const both = (guard: Expr | undefined, condition: Expr): Expr => (guard === undefined ? condition : and(guard, condition, condition.at))

function or(left: Expr, right: Expr, at: Expr['at']): Expr {
  if (left.kind === 'literal') return left.value === 1n ? left : right
  if (right.kind === 'literal') return or(right, left, at)
  return { kind: 'binary', op: 'or', left, right, type: ground(left), at }
}
