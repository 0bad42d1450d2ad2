// Owns: checks of the keep-or-discard rule: never more than twice the best in hindsight, close to it under attack; what hints can gain and lose.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { breakEven, hinted, policySummary, returnCost, untilPaid, type Patience, type Prices } from '../../../sim-harness/bridge/metrics/keep-or-discard.ts'
import type { Hint } from '../../../coprocessor/link/hint.ts'

const price = fc.integer({ min: 1, max: 1_000_000 })
const prices: fc.Arbitrary<Prices> = fc.record({ rent: price, rebuild: price })
/** Returns anywhere, and just around the moment at which the rent is paid, where an adversary would have them. */
const returns = (p: Prices) => fc.array(fc.oneof(
  fc.double({ min: 0, max: 4 * breakEven(p), noNaN: true }), fc.constantFrom(0.999, 1, 1.000001, 1.5).map((x) => x * breakEven(p)), fc.integer({ min: 0, max: 1_000_000 }),
), { minLength: 1, maxLength: 50 })
const over = (p: Prices, cycles: readonly number[], rule: Patience, hint?: (cycles: number) => Hint | undefined) => policySummary(cycles.map((c) => returnCost(c, rule(p, hint?.(c)), p)))
/** Sums of rounded numbers. */
const rounding = 1 + 1e-9

describe('until paid', () => {
  it('costs what was paid: rent until it comes back, or rent worth one rebuild and the rebuild', () => {
    const p = { rent: 2, rebuild: 100 }
    expect(returnCost(30, untilPaid(p, undefined), p)).toEqual({ cycles: 30, cost: 60, best: 60, dropped: false })
    expect(returnCost(50, untilPaid(p, undefined), p)).toEqual({ cycles: 50, cost: 100, best: 100, dropped: false })
    expect(returnCost(51, untilPaid(p, undefined), p)).toEqual({ cycles: 51, cost: 200, best: 100, dropped: true })
    expect(policySummary([30, 51].map((c) => returnCost(c, 50, p)))).toEqual({ returns: 2, dropped: 1, cost: 260, best: 160, ratio: 1.625 })
    expect(policySummary([])).toEqual({ returns: 0, dropped: 0, cost: 0, best: 0, ratio: 1 })
  })
  it('never costs more than twice the best, whatever comes back when', () => {
    fc.assert(fc.property(prices.chain((p) => fc.tuple(fc.constant(p), returns(p))), ([p, cycles]) => {
      const { ratio, cost, best } = over(p, cycles, untilPaid)
      expect(cost).toBeLessThanOrEqual(2 * best * rounding)
      expect(ratio).toBeGreaterThanOrEqual(1 / rounding)
    }), { numRuns: 1000 })
  })
  it('is close to it when each return comes just after the drop, and no other moment of dropping is better against its own adversary', () => {
    const p = { rent: 1, rebuild: 1000 }
    expect(over(p, [1001], untilPaid).ratio).toBe(2)
    for (let patience = 0; patience <= 4000; patience += 50) {
      const { cost, best } = returnCost(patience + 1e-6, patience, p)
      expect([patience, cost / best >= 2 / rounding]).toEqual([patience, true])
    }
  })
})

describe('with hints', () => {
  const doubts = fc.double({ min: 0.05, max: 1, noNaN: true })
  const near: Hint = { kind: 'keep' }, far: Hint = { kind: 'discard' }
  it('that are believed not at all it is the rule without', () => {
    for (const hint of [near, far, { kind: 'returns', cycles: 3 } as const, undefined]) expect(hinted(1)({ rent: 1, rebuild: 10 }, hint)).toBe(10)
    expect(hinted(0.5)({ rent: 1, rebuild: 10 }, undefined)).toBe(10)
  })
  it('waits longer for a return that is said to be near, and not as long for one that is far', () => {
    const p = { rent: 1, rebuild: 10 }
    expect([near, { kind: 'returns', cycles: 9 } as const, far, { kind: 'returns', cycles: 10 } as const].map((h) => hinted(0.5)(p, h))).toEqual([20, 20, 5, 5])
  })
  it('costs at most 1 + doubt of the best if they are true, and 1 + 1 / doubt whatever they are', () => {
    fc.assert(fc.property(prices.chain((p) => fc.tuple(fc.constant(p), returns(p))), doubts, fc.func(fc.boolean()), ([p, cycles], doubt, lies) => {
      const truth = (c: number) => (c < breakEven(p) ? near : far)
      const honest = over(p, cycles, hinted(doubt), truth)
      expect(honest.cost).toBeLessThanOrEqual((1 + doubt) * honest.best * rounding)
      const any = over(p, cycles, hinted(doubt), (c) => (lies(c) ? near : far))
      expect(any.cost).toBeLessThanOrEqual((1 + 1 / doubt) * any.best * rounding)
    }), { numRuns: 500 })
  })
})
