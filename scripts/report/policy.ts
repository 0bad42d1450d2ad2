// Owns: the table of the keep-or-discard rule: its cost against the best in hindsight, under attack, over random returns and those of a run, with hints that may be wrong (Prop. 4.11).
import { hinted, policySummary, returnCost, untilPaid, type Patience, type Prices } from '../../sim-harness/bridge/metrics/keep-or-discard.ts'
import { Random } from '../../sim-harness/memory/random.ts'
import type { ReportContext } from './cache.ts'
import { exponential, heavy, returnsOfARun, unit01 } from './policy/returns.ts'
import type { Cell, Table } from './table.ts'

/** Only their ratio counts: rent paid for so many cycles is what computing anew costs. */
const prices: Prices = { rent: 1, rebuild: 10_000 }
const even = prices.rebuild / prices.rent
const count = 20_000, errors = [0, 0.1, 0.25, 0.5, 1] as const, doubt = 0.5

/** The rule over all returns; a hint says whether the return is nearer than the break-even, and is wrong with probability `error`. */
function over(returns: readonly number[], rule: Patience, error: number | undefined, seed: number) {
  const random = new Random(seed)
  return policySummary(returns.map((cycles) => {
    const near = (cycles < even) !== (unit01(random) <= (error ?? 0))
    return returnCost(cycles, rule(prices, error === undefined ? undefined : { kind: 'returns', cycles: near ? 0 : 2 * even }), prices)
  }))
}

/** Just behind the moment at which the rule drops, whatever that is. */
const attack = (rule: Patience): number[] => Array.from({ length: count }, () => rule(prices, undefined) + 1)

export async function policyTable({ say }: ReportContext): Promise<Table> {
  say('returns of a run of eight tasks')
  const recorded = await returnsOfARun(1, 600)
  const random = new Random(11)
  const sets: [string, readonly number[]][] = [
    ['adversary: one cycle behind R / r', attack(untilPaid)],
    ...([0.1, 0.5, 1, 2, 10] as const).map((mean): [string, number[]] => [`random, exponential, mean ${mean} R / r`, exponential(random, mean * even, count)]),
    ['random, Pareto 1.2, least R / 10 r', heavy(random, even / 10, count)],
    ['a run of eight tasks on eight slots', recorded],
  ]
  const plain = (name: string, returns: readonly number[]): Cell[] => {
    const { returns: n, dropped, cost, best, ratio } = over(returns, untilPaid, undefined, 1)
    return [name, n, dropped, Math.round(cost), Math.round(best), ratio]
  }
  const worst = Math.max(...sets.map(([, returns]) => over(returns, untilPaid, undefined, 1).ratio))
  return {
    name: 'policy', title: 'Keep or discard',
    about: [
      `Keeping what was computed of a history costs r = ${prices.rent} a cycle, computing it anew R = ${prices.rebuild} once. The rule keeps it until the rent that was paid is R, then drops it (Prop. 4.11). The best in hindsight knows each return.`,
      'Costs are computed from the returns; those of the run are simulated cycles from the end of an answer to the next query of its slot, as the bridge counts them.',
    ],
    parts: [
      {
        heading: 'Until paid', columns: ['returns', 'how many', 'dropped', 'cost', 'best in hindsight', 'ratio'], rows: sets.map(([name, returns]) => plain(name, returns)),
        notes: [`The greatest ratio is ${worst.toFixed(4)}; the bound is 2.`],
      },
      {
        heading: 'With hints', columns: ['returns', ...errors.map((p) => `wrong ${p * 100} %`), 'without hints'],
        rows: sets.map(([name, returns]): Cell[] => [name, ...errors.map((p, n) => over(returns, hinted(doubt), p, 100 + n).ratio), over(returns, untilPaid, undefined, 1).ratio]),
        notes: [
          `Cost over the best in hindsight. A hint (\`ohint\`) says that the return comes before R / r or after it. Believed with doubt ${doubt}: kept for R / r / ${doubt}, or for ${doubt} R / r. True hints cost at most ${1 + doubt} times the best, wrong ones at most ${1 + 1 / doubt} times: what is gained by believing is lost by being lied to.`,
        ],
      },
    ],
    bounds: [
      { says: 'the cost without hints is at most twice the best in hindsight', measured: worst.toFixed(4), holds: worst <= 2 },
      { says: 'an adversary comes close to 2', measured: over(attack(untilPaid), untilPaid, undefined, 1).ratio.toFixed(4), holds: over(attack(untilPaid), untilPaid, undefined, 1).ratio > 1.99 },
    ],
  }
}
