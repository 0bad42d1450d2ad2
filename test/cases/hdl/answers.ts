// Owns: all answers: from trees, and by hand.
import type { Answer, Answers } from './answer.ts'
import { boxes } from './boxes.ts'
import { comb } from './comb.ts'
import { harness } from './harness.ts'
import { cases, type Case } from './load.ts'
import { memories } from './memory.ts'
import { names } from './names.ts'
import { scale } from './scale.ts'
import { selects } from './selects.ts'
import { state } from './state.ts'
import { constantModule, treeModule } from './translate.ts'
import { waves } from './waves.ts'

const byHand: Answers = { ...selects, ...comb, ...state, ...names, ...scale, ...waves, ...harness, ...memories, ...boxes }

const short = (c: Case): string => c.id.slice(4).toLowerCase()

/** What is given for a case: its trees (also with constants in place of the inputs), what is written by hand, or both. */
export function answerOf(c: Case): Answer {
  const own = byHand[c.id] ?? {}
  if (!c.expr) return own
  return { ...own, modules: [...own.modules ?? [], treeModule(`${short(c)}Tree`, c, c.expr)] }
}
export const constantsOf = (c: Case): ReturnType<typeof constantModule> | undefined => c.expr && Object.keys(c.ports).length > 0 ? constantModule(`${short(c)}Constants`, c, c.expr,
  c.rows.map(r => r.values)) : undefined

export const strangers = Object.keys(byHand).filter(id => !cases.some(c => c.id === id))
