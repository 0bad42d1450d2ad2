// Owns: smaller bodies: without some statements, or with a branch in the place of its condition.
import { allStatements, bodiesOf, mapLeaves, type Module, type Statement, type Target } from '../../ir/index.ts'
import type { Candidates } from './candidates.ts'

/** Replaces statements by their number (outer before inner, in source order); what is replaced is not entered. */
function replaceStatements(body: readonly Statement[], change: (s: Statement, number: number) => readonly Statement[] | undefined): Statement[] {
  let number = 0
  const skip = (s: Statement): void => bodiesOf(s).forEach(b => b.forEach(inner => { number++; skip(inner) }))
  const visit = (list: readonly Statement[]): Statement[] => list.flatMap((s): readonly Statement[] => {
    const other = change(s, number++)
    if (other !== undefined) {
      skip(s)
      return other
    }
    if (s.kind === 'if') return [{ ...s, arms: s.arms.map(a => ({ ...a, body: visit(a.body) })), otherwise: visit(s.otherwise) }]
    if (s.kind === 'match') return [{ ...s, arms: s.arms.map(a => ({ ...a, body: visit(a.body) })), otherwise: visit(s.otherwise) }]
    return [s]
  })
  return visit(body)
}

/** The body without what sets some targets. */
export const withoutSets = (body: readonly Statement[], gone: (t: Target) => boolean): Statement[] => mapLeaves(body, s => (s.kind === 'set' && gone(s.target) ? [] : [s]))

const countOf = (body: readonly Statement[]): number => [...allStatements(body)].length

/** Ever smaller stretches of statements taken out, as delta debugging does. */
export const withoutStatements: Candidates = inModule(m => {
  const count = countOf(m.body), made: (() => Module)[] = []
  for (let size = count; size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < count; from += size) made.push(() => ({ ...m, body: replaceStatements(m.body, (_, n) => n >= from && n < from + size ? [] : undefined) }))
  }
  return made
})

/** Each branch in the place of the statement that chooses it; an arm less. */
export const unwrapped: Candidates = inModule(m => Array.from({ length: countOf(m.body) }, (_, wanted) => {
  let statement: Statement | undefined
  replaceStatements(m.body, (s, n) => { if (n === wanted) statement = s; return undefined })
  const at = (change: (s: Statement) => readonly Statement[]) => (): Module => ({ ...m, body: replaceStatements(m.body, (s, n) => n === wanted ? change(s) : undefined) })
  const s = statement!
  return [
    ...bodiesOf(s).map(b => at(() => b)),
    ...(s.kind === 'if' && s.arms.length > 1 ? s.arms.map((a): () => Module => at(() => [{ ...s, arms: s.arms.filter(x => x !== a) }])) : []),
    ...(s.kind === 'match' ? s.arms.map((a): () => Module => at(() => [{ ...s, arms: s.arms.filter(x => x !== a) }])) : []),
  ]
}).flat())

/** Candidates that change one module, for each module. */
function inModule(change: (m: Module) => (() => Module)[]): Candidates {
  return design => design.modules.flatMap(m => m.kind === 'blackbox' ? [] : change(m).map(make => () => ({ ...design, modules: design.modules.map(x => x === m ? make() : x) })))
}
