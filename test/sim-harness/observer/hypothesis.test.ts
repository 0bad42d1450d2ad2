// Owns: which states of a slot are taken as one: the exact way, and the loose one that gives up only what runs before a command have still to send.
import { describe, expect, it } from 'vitest'
import { keyOf, mergeOut, mergeOutLoosely, resetHypothesis, skippable, type FlagOut, type Out, type QueryOut } from '../../../sim-harness/observer/hypothesis.ts'

const query = (of: number, mode: QueryOut['mode'], more: Partial<QueryOut> = {}): QueryOut => ({
  kind: 'query', of, mode, sequence: of, oracle: 0, epoch: 1, start: 0, next: 0, end: 8, snapshot: new Uint8Array(8), text: '', open: false, ...more,
})
const abort = (of: number, must: boolean): FlagOut => ({ kind: 'abort', of, must, epoch: 1, sequence: of, held: 0 })
const key = (out: readonly Out[], loose?: number): string => keyOf({ ...resetHypothesis, out }, loose)

describe('states that are taken as one', () => {
  it('exactly: what may stay away makes no difference, what must be sent does', () => {
    expect(key([query(1, 'ended'), abort(1, false)])).toBe(key([]))
    expect(key([query(1, 'left')])).not.toBe(key([]))
    expect(key([abort(1, true)])).not.toBe(key([]))
    expect(mergeOut([query(2, 'left')], [query(1, 'ended'), query(2, 'left')], 2)).toEqual([query(1, 'ended'), query(2, 'left')])
  })

  it('loosely: nor does what commands before a serial must send, but a query that is being sent; what later ones must send does', () => {
    const [one, other] = [[query(1, 'left'), query(5, 'left')], [abort(1, true), query(5, 'left')]]
    expect(key(one, 2)).toBe(key(other, 2))
    expect(key(one, 1)).not.toBe(key(other, 1))
    expect(key([...one, abort(6, true)], 6)).not.toBe(key(other, 6))
    expect(key([query(1, 'sending')], 2)).not.toBe(key([], 2))
    expect(key([query(1, 'left', { open: true })], 2)).not.toBe(key([], 2))
  })

  it('then each may stay away, in its order, but what both must send', () => {
    const merged = mergeOutLoosely([query(1, 'left'), query(5, 'left')], [abort(1, true), query(5, 'left')], 5)
    expect(merged).toEqual([query(1, 'ended'), abort(1, false), query(5, 'left')])
    expect(merged.map(skippable)).toEqual([true, true, false])
    expect(mergeOutLoosely(merged, [query(5, 'left')], 5)).toBe(merged)
  })
})
