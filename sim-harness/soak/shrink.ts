// Owns: the shrinker: takes parts out of a failing soak program as long as it still fails in the same way.
import type { SoakProgram } from './program.ts'

/** Does the program still fail, and in the same way? */
export type StillFails = (program: SoakProgram) => Promise<boolean>

/** Takes out ever smaller stretches of a list. */
async function shorter<T>(list: readonly T[], fails: (left: readonly T[]) => Promise<boolean>): Promise<readonly T[]> {
  let left = list
  for (let size = Math.ceil(list.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < left.length;) {
      const without = [...left.slice(0, at), ...left.slice(at + size)]
      if (await fails(without)) left = without
      else at += size
    }
  }
  return left
}

/**
 * A smaller program that fails as `program` does: fewer steps, fewer answers and frames, ideal memory and ports if it does not need others.
 * @param most runs of `fails` at the most. Default 300
 */
export async function shrinkProgram(program: SoakProgram, fails: StillFails, most = 300): Promise<SoakProgram> {
  let runs = 0
  let best = program
  const tries = async (candidate: SoakProgram): Promise<boolean> => {
    if (runs++ >= most || !await fails(candidate)) return false
    best = candidate
    return true
  }
  for (const calm of [{ memory: 0, profile: 'ideal' }, { stalls: 0 }] as const) await tries({ ...best, ...calm })
  await shorter(best.steps, (steps) => tries({ ...best, steps }))
  await shorter(best.answers, (answers) => tries({ ...best, answers }))
  for (let i = 0; i < best.answers.length; i++) {
    const with_ = (frames: SoakProgram['answers'][number]['frames']) => best.answers.map((a, k) => (k === i ? { ...a, frames } : a))
    await shorter(best.answers[i]!.frames, (frames) => tries({ ...best, answers: with_(frames) }))
  }
  return best
}
