// Owns: checks of what is counted for each task: by hand through the host, and that the parts make the whole whatever is asked.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BridgeHost } from '../../../sim-harness/bridge/host.ts'
import { commonLength, nothingRecomputed, recomputationCauses, recomputedOf } from '../../../sim-harness/bridge/metrics/recomputed.ts'
import { TaskMeter } from '../../../sim-harness/bridge/metrics/task-meter.ts'
import { bytes, listed, openSession, query, says, take, takeAnswer, unitFrame } from './play.ts'

describe('which tokens are computed again', () => {
  it.each([
    ['a first query', { before: [], now: [1, 2, 3], reused: 0, rewritten: false }, {}],
    ['one that only grew', { before: [1, 2], now: [1, 2, 3], reused: 2, rewritten: false }, {}],
    ['the encoder says the same bytes otherwise', { before: [1, 2, 3], now: [1, 9, 8, 4], reused: 1, rewritten: false }, { encoder: 2 }],
    ['a rewrite', { before: [1, 2, 3], now: [1, 9, 8, 4], reused: 1, rewritten: true }, { compaction: 2 }],
    ['a rewrite that is shorter', { before: [1, 2, 3, 4, 5], now: [1, 9], reused: 1, rewritten: true }, { compaction: 1 }],
    ['a cache that is gone', { before: [1, 2, 3], now: [1, 2, 3, 4], reused: 0, rewritten: false }, { eviction: 3 }],
    ['a cache that is gone, and a rewrite', { before: [1, 2, 3], now: [1, 9, 3, 4], reused: 0, rewritten: true }, { eviction: 1, compaction: 2 }],
    ['nothing new', { before: [1, 2, 3], now: [1, 2, 3], reused: 2, rewritten: false }, { resume: 1 }],
    ['nothing new, and the cache is gone', { before: [1, 2, 3], now: [1, 2, 3], reused: 0, rewritten: false }, { resume: 1, eviction: 2 }],
    ['taken back', { before: [1, 2, 3, 4], now: [1, 2], reused: 1, rewritten: true }, { resume: 1 }],
    ['a cache of another history that happens to begin alike', { before: [1, 2], now: [5, 6, 7], reused: 2, rewritten: true }, {}],
  ])('%s', (_, tokens, causes) => {
    expect(recomputedOf(tokens)).toEqual({ ...nothingRecomputed, ...causes })
  })
  it('is, over all causes, the places that had a token before and were not in the cache', () => {
    const ids = fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 12 })
    fc.assert(fc.property(ids, ids, fc.nat(12), fc.boolean(), (before, now, cached, rewritten) => {
      // A cache has at most what both have in common, and one token less than the query.
      const reused = Math.min(cached, Math.max(0, now.length - 1), commonLength(before, now))
      const found = recomputedOf({ before, now, reused, rewritten })
      expect(recomputationCauses.reduce((n, c) => n + found[c], 0)).toBe(Math.max(0, Math.min(before.length, now.length) - reused))
      expect(Math.min(...Object.values(found))).toBeGreaterThanOrEqual(0)
    }), { numRuns: 1000 })
  })
})

const tokens = (evaluated: number, reused: number, history: number, prompt: number, more = {}) => ({
   tokens: { evaluated, reused, history }, detail: { prompt, recomputed: { ...nothingRecomputed, ...more } },
})

describe('a task through the host', () => {
  it('has its symbols, tokens with causes, the first symbol\'s cycles, what keeping costs', async () => {
    const meter = new TaskMeter({ prices: () => ({ rent: 1, rebuild: 1000 }) })
    const oracle = listed([
      [says('xy', { afterCycles: 70 }), says('z', { afterCycles: 5, end: tokens(4, 0, 4, 3) })],
      [says('', { afterCycles: 10, end: tokens(3, 4, 7, 6, { resume: 1 }) })],
      [says('w', { afterCycles: 30, end: tokens(5, 1, 6, 4, { compaction: 3 }) })],
      [{ kind: 'reject', afterCycles: 5 }],
    ])
    const host = new BridgeHost({ oracle, session: 1, meter })
    await openSession(host, 1)
    const tags = { slot: 4, session: 1, sequence: 1 }
    host.receive(query(tags, bytes('abc')), 100)
    // Ends in cycle 175, its last frame.
    expect((await takeAnswer(host)).cycles).toEqual([170, 175])
    host.receive(query({ ...tags, sequence: 2, offset: 6 }, bytes('d')), 675)
    await takeAnswer(host)
    // The Priestess rewrote from byte 1 on: bcxyz and d were there; ef is new. It ended in cycle 685; 2,000 cycles are more than the rent is worth.
    host.receive(query({ ...tags, sequence: 3, offset: 1 }, bytes('BCXYZDef')), 2685)
    await takeAnswer(host)
    host.receive(query({ ...tags, sequence: 4, offset: 10 }, bytes('g')), 2800)
    await takeAnswer(host)
    expect(meter.tasks()).toEqual([{
      slot: 4, queries: 4,
      symbols: { prompt: 3 + 7 + 9 + 11, hit: 0 + 6 + 1 + 10, new: 3 + 1 + 2 + 1, recomputed: 6, answered: 4 },
      tokens: { prompt: 13, hit: 5, new: 12 - 4, recomputed: 4, causes: { encoder: 0, compaction: 3, eviction: 0, resume: 1 } },
      firstSymbolCycles: { answers: 2, least: 30, mean: 50, most: 70 },
      keepOrDiscard: { returns: 3, dropped: 1, cost: 500 + 2000 + 85, best: 500 + 1000 + 85, ratio: 2585 / 1585 },
    }])
    expect(meter.returns()).toEqual([500, 2000, 85])
    await host.close()
  })
  it('ends when its slot closes, and what the unit gave up counts for nothing', async () => {
    const meter = new TaskMeter()
    const host = new BridgeHost({ oracle: listed([[says('abc'), says('def', { end: tokens(1, 1, 1, 1) })], [says('q', { end: tokens(9, 0, 9, 8) })]]), session: 1, meter })
    await openSession(host, 1)
    const tags = { slot: 0, session: 1, sequence: 1 }
    host.receive(query(tags, bytes('12345')), 10)
    await take(host)
    host.receive(unitFrame('abort', { ...tags, offset: 6 }), 20)
    host.receive(unitFrame('close', tags), 30)
    host.receive(query({ ...tags, sequence: 2 }, bytes('1')), 40)
    await takeAnswer(host)
    expect(meter.tasks().map((t) => [t.slot, t.queries, t.symbols.prompt, t.symbols.hit, t.symbols.answered, t.tokens.new])).toEqual([[0, 1, 5, 0, 3, 0], [0, 1, 1, 0, 1, 9]])
    await host.close()
  })
  it('its symbols are hit, new and rewritten, and nothing else, whatever is asked', () => {
    const asks = fc.array(fc.record({ length: fc.nat(50), common: fc.nat(50), answer: fc.nat(9), keep: fc.nat(60) }), { minLength: 1, maxLength: 20 })
    fc.assert(fc.property(asks, (all) => {
      const meter = new TaskMeter()
      all.forEach(({ length, common, answer, keep }, n) => {
        meter.asked(1, 100 * n, length, Math.min(common, length))
        meter.answers(1, 100 * n + 5, answer)
        if (keep < length + answer) meter.left(1, 100 * n + 9, keep)
        else meter.ended(1, 100 * n + 9, undefined)
      })
      const [task] = meter.tasks(), { prompt, hit, new: fresh, recomputed } = task!.symbols
      expect([hit + fresh + recomputed, Math.min(hit, fresh, recomputed) >= 0]).toEqual([prompt, true])
      expect(task!.keepOrDiscard.ratio).toBeLessThanOrEqual(2)
    }), { numRuns: 300 })
  })
})
