// Owns: the shrinker: takes parts out of a failing design as long as it still fails.
import { validate, type Design } from '../../ir/index.ts'
import type { Candidates } from './candidates.ts'
import { complete } from './complete.ts'
import { fewerInstances, fewerOutputs, freed, plainer, writtenOut } from './declarations.ts'
import { isolated, shown, simplerExpressions } from './expressions.ts'
import { narrower } from './narrow.ts'
import { costOf } from './size.ts'
import { unwrapped, withoutStatements } from './statements.ts'
import { tidy } from './tidy.ts'

/** Which of the designs still fail, and in the same way? */
export type StillFail = (designs: readonly Design[]) => Promise<readonly boolean[]>

export interface ShrinkOptions {
  /** Designs in one question: as many as are answered in about the time of one (default 1). */
  readonly together?: number
  /** Questions at the most (default 2000). */
  readonly most?: number
  /** After each success. */
  readonly progress?: (design: Design) => void
}

/** The boldest first. */
const steps: readonly Candidates[] = [isolated, fewerOutputs, fewerInstances, shown, withoutStatements, freed, simplerExpressions, writtenOut, unwrapped, plainer, narrower]

/**
 * A smaller design that fails as `design` does: fewer outputs, instances, statements and registers, operands and literals for expressions, narrower
 * values. It is as small as these steps make it, or as the number of questions allowed. Unread inputs go, clocks stay; new inputs may have come.
 */
export async function shrinkDesign(design: Design, fail: StillFail, { together = 1, most = 2000, progress }: ShrinkOptions = {}): Promise<Design> {
  let best = design, questions = 0
  const bare = complete(tidy(design))
  if (costOf(bare) < costOf(design) && (await fail([bare]))[0]) best = bare
  const run = async (candidates: Candidates): Promise<boolean> => {
    let found = false
    for (let from = 0; questions < most;) {
      const cost = costOf(best), made: { readonly design: Design; readonly number: number }[] = []
      const all = candidates(best)
      for (; from < all.length && made.length < together; from++) {
        const tried = complete(tidy(all[from]!()))
        if (costOf(tried) < cost && validate(tried).length === 0) made.push({ design: tried, number: from })
      }
      if (made.length === 0) break
      questions++
      const answers = await fail(made.map(m => m.design)), failing = made.filter((_, i) => answers[i] === true)
      if (failing.length === 0) continue
      best = failing.reduce((a, b) => costOf(b.design) < costOf(a.design) ? b : a).design
      // Those before the first have been refused; most of the others are still there.
      from = failing[0]!.number
      found = true
      progress?.(best)
    }
    return found
  }
  for (let again = true; again && questions < most;) {
    again = false
    for (const step of steps) if (await run(step)) again = true
  }
  return best
}
