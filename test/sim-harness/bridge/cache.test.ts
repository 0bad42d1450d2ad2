// Owns: what the host and the Oracle say to each other about computed histories: `cached` frames, hints, forks.
import { describe, expect, it } from 'vitest'
import { encodeHint } from '../../../coprocessor/link/hint.ts'
import { BridgeHost, type HostNote } from '../../../sim-harness/bridge/host.ts'
import type { Oracle } from '../../../sim-harness/bridge/oracle.ts'
import { parseScript, scriptOracle } from '../../../sim-harness/bridge/oracles/script.ts'
import { bytes, end, listed, openSession, query, says, take, takeAnswer, unitFrame } from './play.ts'

const tags = { slot: 2, session: 7, sequence: 1, oracle: 0 }
const open = async (oracle: Oracle, notes: HostNote[] = []) => {
  const host = new BridgeHost({ oracle, session: 7, report: (n) => notes.push(n) })
  await openSession(host, 7)
  return host
}
const keeping = (text: string, cached: number) => says(text, { end: { ...end, cached } })
/** What comes next, in words. */
const told = async (host: BridgeHost) => {
  const got = await take(host)
  return got && [got.frame.kind.name, got.frame.header.slot, got.frame.header.sequence, got.frame.header.offset, got.cycle]
}

describe('cached', () => {
  it('follows the end of an answer, when the Oracle knows what it has kept', async () => {
    const host = await open(listed([[keeping('abc', 4)], [says('', { end })]]))
    host.receive(query(tags, bytes('h')), 10)
    await takeAnswer(host)
    // What the unit certainly knows held, then the answer too: it has 5 beats.
    expect(await told(host)).toEqual(['cached', 2, 1, 1, 10 + 400 + 40])
    expect(await told(host)).toEqual(['cached', 2, 1, 4, 10 + 400 + 5 + 1000])
    expect(await host.next()).toBeNull()
    host.receive(query({ ...tags, sequence: 2, offset: 4 }, bytes('')), 1900)
    await takeAnswer(host)
    expect(await host.next()).toBeNull()
  })

  it('is never more than the history', async () => {
    const host = await open(listed([[keeping('abc', 99)]]))
    host.receive(query(tags, bytes('h')), 10)
    await takeAnswer(host)
    expect([(await told(host))![3], (await told(host))![3], await host.next()]).toEqual([1, 4, null])
  })

  it('is said once where it is no more than was asked about', async () => {
    const host = await open(listed([[keeping('abc', 2)]]))
    host.receive(query(tags, bytes('h!')), 10)
    await takeAnswer(host)
    expect([(await told(host))![3], await host.next()]).toEqual([2, null])
  })

  it('does not speak of an answer that was cut: the abort comes before', async () => {
    const host = await open(listed([[keeping('abc', 4)]]))
    host.receive(query(tags, bytes('h')), 10)
    await takeAnswer(host)
    expect((await told(host))![3]).toBe(1)
    host.receive(unitFrame('abort', { ...tags, offset: 2 }), 600)
    expect(await host.next()).toBeNull()
  })

  it('does not speak of an answer where the unit kept nothing of the one before, as a vote', async () => {
    const host = await open(listed([[keeping('abc', 4)], [keeping('abc', 4)]]))
    host.receive(query(tags, bytes('h')), 10)
    await takeAnswer(host)
    host.receive(query({ ...tags, sequence: 2, offset: 1 }, bytes('')), 600)
    await takeAnswer(host)
    expect([(await told(host))!.slice(2, 4), await host.next()]).toEqual([[2, 1], null])
  })

  it.each([
    ['an abort', unitFrame('abort', { ...tags, offset: 1 })],
    ['a close', unitFrame('close', { ...tags })],
    ['a fork onto it', unitFrame('fork', { ...tags, length: 5 })],
  ])('is not said after %s of the unit', async (_, frame) => {
    const host = await open(listed([[keeping('abc', 4)]]))
    host.receive(query(tags, bytes('h')), 10)
    await takeAnswer(host)
    host.receive(frame, 420)
    expect(await host.next()).toBeNull()
  })

  it('is not said once the next query has come, and not in another session', async () => {
    const host = await open(listed([[keeping('abc', 4)], [keeping('d', 6)]]))
    host.receive(query(tags, bytes('h')), 10)
    await takeAnswer(host)
    host.receive(query({ ...tags, sequence: 2, offset: 4 }, bytes('!')), 420)
    expect((await takeAnswer(host)).end.kind.name).toBe('answer')
    expect((await host.next())!.what).toBe('cached of slot 2, 5 bytes')
    host.renew(900)
    expect((await take(host))!.frame.kind.name).toBe('hello')
  })

  it('takes its turn by its cycle among the frames of other slots', async () => {
    const host = await open(listed([[keeping('a', 2)], [says('b', { afterCycles: 420 }), says('c', { end, afterCycles: 15 })]]))
    host.receive(query({ ...tags, slot: 0 }, bytes('h')), 10)
    host.receive(query({ ...tags, slot: 1 }, bytes('h')), 10)
    expect([await told(host), await told(host), await told(host), await told(host)].map((t) => [t![0], t![1], t![4]])).toEqual([
      ['answer', 0, 410], ['answer', 1, 430], ['answer', 1, 445], ['cached', 0, 450],
    ])
  })

  it('is a key of a script', async () => {
    const host = await open(scriptOracle(parseScript('{"text": "ab", "cached": 2}')))
    host.receive(query(tags, bytes('hi')), 10)
    await takeAnswer(host)
    expect((await told(host))!.slice(0, 4)).toEqual(['cached', 2, 1, 2])
    expect(() => parseScript('{"fault": true, "cached": 2}')).toThrow('"cached" goes with the end of an answer')
  })
})

describe('hints', () => {
  const hint = (h: Parameters<typeof encodeHint>[0]) => unitFrame('hint', { ...tags, offset: encodeHint(h) })
  /** Answers everything, and takes hints as `act` says. */
  const hinted = (act: Oracle['hint']) => ({ ...listed([[says('abc', { end })], [says('d', { end })]]), ...(act ? { hint: act } : {}) })

  it('go to the Oracle that was asked last, and what it has kept goes to the unit', async () => {
    const heard: unknown[] = []
    const notes: HostNote[] = []
    const host = await open(hinted((slot, h) => { heard.push([slot, h]); return h.kind === 'discard' ? 0 : 4 }), notes)
    host.receive(hint({ kind: 'keep' }), 5)
    host.receive(query(tags, bytes('h')), 10)
    await takeAnswer(host)
    host.receive(hint({ kind: 'returns', cycles: 123 }), 500)
    expect(await told(host)).toEqual(['cached', 2, 1, 4, 540])
    host.receive(hint({ kind: 'discard' }), 600)
    expect(await told(host)).toEqual(['cached', 2, 1, 0, 640])
    expect(await host.next()).toBeNull()
    // Nobody was asked before the first.
    expect(heard).toEqual([[2, { kind: 'returns', cycles: 123 }], [2, { kind: 'discard' }]])
    expect(notes.filter((n) => n.kind === 'hint').map((n) => n.message)).toEqual(['keep', 'the next query comes in about 123 cycles', 'discard'])
  })

  it('are waited for: what comes next is the same however long the Oracle thinks', async () => {
    let release = (_: number): void => undefined
    const slow = new Promise<number>((r) => { release = r })
    const host = await open(hinted(() => slow))
    host.receive(query(tags, bytes('h')), 10)
    await takeAnswer(host)
    host.receive(hint({ kind: 'keep' }), 500)
    const next = host.next()
    expect(await Promise.race([next, Promise.resolve('waits')])).toBe('waits')
    release(3)
    expect([(await next)!.what, (await next)!.earliest]).toEqual(['cached of slot 2, 3 bytes', 540])
  })

  it('that an Oracle does not take, answers by nothing, or fails at, say nothing', async () => {
    for (const act of [undefined, () => undefined, () => { throw new Error('no') }] as const) {
      const host = await open(hinted(act))
      host.receive(query(tags, bytes('h')), 10)
      await takeAnswer(host)
      host.receive(hint({ kind: 'discard' }), 500)
      expect(await host.next()).toBeNull()
    }
  })

  it('come too late once the next query has come, and say nothing of a slot that was closed', async () => {
    const heard: string[] = []
    const host = await open(hinted((_, h) => { heard.push(h.kind); return 1 }))
    host.receive(query(tags, bytes('h')), 10)
    host.receive(hint({ kind: 'discard' }), 20)
    await takeAnswer(host)
    host.receive(hint({ kind: 'keep' }), 500)
    host.receive(unitFrame('close', { ...tags }), 510)
    expect([await host.next(), heard]).toEqual([null, ['keep']])
  })
})

describe('forks', () => {
  it('begin a mirror, tell the Oracle once the source has computed, and leave the source as it is', async () => {
    const order: string[] = []
    let release = (): void => undefined
    const slow = new Promise<void>((r) => { release = r })
    const oracle: Oracle & ReturnType<typeof listed> = {
      ...listed([
        async function* () { try { yield says('abc', { end }) } finally { await slow; order.push('computed') } },
        [says('x', { end })], [says('y', { end })],
      ]),
      close: (slot) => { order.push(`close ${slot}`) }, fork: (slot, source, length) => { order.push(`fork ${slot} ${source} ${length}`) },
    }
    const host = await open(oracle)
    host.receive(query(tags, bytes('h')), 10)
    await takeAnswer(host)
    host.receive(unitFrame('fork', { session: 7, slot: 3, length: 2, offset: 3 }), 600)
    expect(order).toEqual([])
    release()
    host.receive(query({ ...tags, slot: 3, offset: 3 }, bytes('!')), 700)
    await takeAnswer(host)
    expect(order).toEqual(['close 3', 'computed', 'fork 3 2 3'])
    host.receive(query({ ...tags, sequence: 2, offset: 4 }, bytes('?')), 1500)
    await takeAnswer(host)
    expect(oracle.asked.slice(1).map((q) => [q.slot, Buffer.from(q.history).toString(), q.common])).toEqual([[3, 'hab!', 3], [2, 'habc?', 4]])
  })

  it('of more than the host has give what there is: the query that needs the rest is answered by fault', async () => {
    const notes: HostNote[] = []
    const host = await open(listed([[says('abc', { end })]]), notes)
    host.receive(query(tags, bytes('h')), 10)
    await takeAnswer(host)
    host.receive(unitFrame('fork', { session: 7, slot: 3, length: 2, offset: 9 }), 600)
    host.receive(query({ ...tags, slot: 3, offset: 9 }, bytes('!')), 700)
    expect((await takeAnswer(host)).end.kind.name).toBe('fault')
    expect(notes.filter((n) => n.kind === 'fork').map((n) => n.message)).toEqual(['starts with 4 bytes of slot 2'])
  })

  it('hints of a copy go to the Oracle of its source', async () => {
    const heard: number[] = []
    const host = await open({ ...listed([[says('abc', { end })]]), hint: (slot) => { heard.push(slot); return 0 } })
    host.receive(query(tags, bytes('h')), 10)
    await takeAnswer(host)
    host.receive(unitFrame('fork', { session: 7, slot: 3, length: 2, offset: 4 }), 600)
    host.receive(unitFrame('hint', { session: 7, slot: 3, offset: 1 }), 601)
    expect([(await told(host))!.slice(0, 2), heard]).toEqual([['cached', 3], [3]])
  })
})
