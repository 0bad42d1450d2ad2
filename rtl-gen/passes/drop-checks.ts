// Owns: a design without assert, assume and cover, for texts that cannot hold them.
import { mapLeaves, mapModules } from '../ir/index.ts'
import type { Design, Statement } from '../ir/index.ts'

/** Drops check statements, and branches that held nothing else. */
export const dropChecks = (design: Design): Design =>
  mapModules(design, m => ({ ...m, body: withoutEmpty(mapLeaves(m.body, s => (s.kind === 'check' ? [] : [s]))) }))

function withoutEmpty(body: readonly Statement[]): Statement[] {
  return body.flatMap((s): Statement[] => {
    if (s.kind !== 'if' && s.kind !== 'match') return [s]
    const arms = s.arms.map(a => ({ ...a, body: withoutEmpty(a.body) }))
    const otherwise = withoutEmpty(s.otherwise)
    const empty = otherwise.length === 0 && arms.every(a => a.body.length === 0)
    return empty ? [] : [{ ...s, arms, otherwise } as Statement]
  })
}
