// Owns: whether a history that nobody asks about is kept computed or dropped: the rule, and what it costs against the best in hindsight.
import type { Hint } from '../../../coprocessor/link/hint.ts'

/** Keeping costs `rent` a cycle, computing anew costs `rebuild` once. Any unit, the same for both; rent is more than 0. */
export interface Prices { readonly rent: number; readonly rebuild: number }

/** What to do with a history at the end of an answer: keep it for so many cycles, then drop it. Infinity: keep it. */
export type Patience = (prices: Prices, hint: Hint | undefined) => number

/** Cycles after which the rent that was paid is what computing anew costs. */
export const breakEven = ({ rent, rebuild }: Prices): number => rebuild / rent

/**
 * Keep until the rent paid is what computing anew costs, then drop. Whatever the returns, it costs at most twice the best in hindsight, and no rule without knowledge of
 * them is better in the worst case. It takes no hint.
 */
export const untilPaid: Patience = (prices) => breakEven(prices)

/**
 * The same with hints. `doubt` in (0, 1]: 1 does not believe them and is `untilPaid`. A history that is said to return soon is kept for 1 / doubt break-evens, one that
 * is said to stay away for doubt of one. It costs at most 1 + doubt times the best where hints are true, and 1 + 1 / doubt times whatever they are.
 */
export const hinted = (doubt: number): Patience => (prices, hint) => {
  const even = breakEven(prices)
  if (hint === undefined) return even
  const near = hint.kind === 'keep' || (hint.kind === 'returns' && hint.cycles < even)
  return near ? even / doubt : even * doubt
}

/** One return: what it cost, and what it would have cost with the knowledge of it. */
export interface ReturnCost { readonly cycles: number; readonly cost: number; readonly best: number; readonly dropped: boolean }

/** A history that came back after `cycles`, under a rule that kept it for `patience` of them. */
export function returnCost(cycles: number, patience: number, { rent, rebuild }: Prices): ReturnCost {
  const dropped = cycles > patience
  return { cycles, cost: rent * Math.min(cycles, patience) + (dropped ? rebuild : 0), best: Math.min(rent * cycles, rebuild), dropped }
}

export interface PolicySummary {
  readonly returns: number
  readonly dropped: number
  readonly cost: number
  readonly best: number
  /** cost / best; 1 where neither cost anything. */
  readonly ratio: number
}

export function policySummary(costs: readonly ReturnCost[]): PolicySummary {
  const sum = (pick: (c: ReturnCost) => number) => costs.reduce((n, c) => n + pick(c), 0)
  const [cost, best] = [sum((c) => c.cost), sum((c) => c.best)]
  return { returns: costs.length, dropped: sum((c) => Number(c.dropped)), cost, best, ratio: best === 0 ? 1 : cost / best }
}
