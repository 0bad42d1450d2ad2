// Owns: one soak program tried: its result, or how it fails and a smaller program that fails in the same way.
import type { SoakProgram } from './program.ts'
import { runProgram, type SoakDriverFactory, type SoakResult } from './run-program.ts'
import { shrinkProgram } from './shrink.ts'

export interface Failure {
  readonly message: string
  /** Steps of the program that failed. */
  readonly steps: number
  readonly smaller: SoakProgram
}
export type Outcome = { readonly seed: number } & ({ readonly result: SoakResult; readonly failure?: undefined } | { readonly failure: Failure })

/** The rule of an observer's finding, else the first line: two failures with the same are taken for one. */
export const kindOf = (error: unknown): string => (error as Error).message.split(/[\n:]/)[0]!

/** @param again drivers for the runs of the shrinker: they do not count as reached @param most see `shrinkProgram` */
export async function tryProgram(program: SoakProgram, create: SoakDriverFactory, again: () => SoakDriverFactory, most?: number): Promise<Outcome> {
  const { seed } = program
  try {
    return { seed, result: await runProgram(program, create) }
  } catch (error) {
    const kind = kindOf(error)
    const shrinking = again()
    const fails = (p: SoakProgram): Promise<boolean> => runProgram(p, shrinking).then(() => false, (other: unknown) => kindOf(other) === kind)
    return { seed, failure: { message: (error as Error).message, steps: program.steps.length, smaller: await shrinkProgram(program, fails, most) } }
  }
}
