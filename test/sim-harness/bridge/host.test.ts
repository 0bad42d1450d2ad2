import { describe, expect, it } from 'vitest'
import { encodeFrame, decodeFrame } from '../../../coprocessor/link/codec.ts'
import { BridgeHost, type HostNote } from '../../../sim-harness/bridge/host.ts'
import type { AnswerEvent } from '../../../sim-harness/bridge/oracle.ts'
import { bytes, end, listed, openSession, query, says, take, takeAnswer, unitFrame } from './play.ts'

const tags = { slot: 2, session: 7, sequence: 1, oracle: 0 }
const open = async (oracle: ReturnType<typeof listed>, report?: (n: HostNote) => void) => {
  const host = new BridgeHost({ oracle, session: 7, ...(report ? { report } : {}) })
  await openSession(host, 7)
  return host
}

describe('sessions', () => {
  it('says hello until its number comes back, then waits for the unit', async () => {
    const host = new BridgeHost({ oracle: listed([]), session: 0x1234 })
    const first = await host.next()
    // Header beat 0 by hand: kind 0x81, unit 0, slot 0, flags 0, session 0x1234, sequence 0; beat 1: length 1 (link version) from bit 8.
    expect(first!.beats).toEqual([{ data: 0x0000_1234_0000_0081n, keep: 0xff, last: false }, { data: 0x100n, keep: 0xff, last: true }])
    expect(first!.earliest).toBe(0)
    host.taken(3)
    expect((await host.next())!.earliest).toBe(3 + 1024)
    host.receive(unitFrame('hello', { session: 0, length: 1 }), 10)
    expect((await host.next())!.what).toBe('hello of session 4660')
    host.receive(unitFrame('hello', { session: 0x1234, length: 1 }), 20)
    expect(await host.next()).toBeNull()
  })
  it('takes the next number after a reset of the unit and forgets the slots', async () => {
    const oracle = listed([[says('a', { end })], [says('b', { end })]])
    const host = await open(oracle)
    host.receive(query(tags, bytes('h')), 10)
    await takeAnswer(host)
    host.receive(unitFrame('hello', { session: 0, length: 1 }), 900)
    const hello = await take(host)
    expect([hello!.frame.header.session, hello!.cycle]).toEqual([8, 900])
    host.receive(unitFrame('hello', { session: 8, length: 1 }), 950)
    host.receive(query({ ...tags, session: 7 }, bytes('x')), 960)
    expect(await host.next()).toBeNull()
    host.receive(query({ ...tags, session: 8, offset: 1 }, bytes('x')), 970)
    expect((await take(host))!.frame.kind.name).toBe('fault')
    expect(oracle.closed).toEqual([2])
  })
  it('refuses a session number out of range and another version of the link', async () => {
    expect(() => new BridgeHost({ oracle: listed([]), session: 0 })).toThrow('session 0')
    const host = new BridgeHost({ oracle: listed([]), session: 1 })
    host.receive(unitFrame('hello', { session: 0, length: 9 }), 1)
    await expect(host.next()).rejects.toMatchObject({ code: 'BRG4001', exitCode: 4 })
  })
})

describe('queries', () => {
  it('answers with the tags of the query and the length of the history', async () => {
    const host = await open(listed([[says('ab'), says('c!', { end })]]))
    host.receive(query(tags, bytes('hello')), 100)
    const one = await take(host)
    expect(one!.cycle).toBe(100 + 400)
    expect(one!.frame.header).toMatchObject({ slot: 2, session: 7, sequence: 1, flags: 0, length: 2, offset: 5 })
    const two = await take(host)
    expect(two!.cycle).toBe(100 + 400 + 40)
    expect(two!.frame.header).toMatchObject({ flags: 1, offset: 7 })
    expect(two!.frame.tokens).toEqual(end.tokens)
    expect(await host.next()).toBeNull()
  })
  it('puts chunks together, sends what is new on top of what it has, and counts what is common', async () => {
    const oracle = listed([[says('XY', { end })], [says('', { end })], [says('', { end })]])
    const host = await open(oracle)
    host.receive(query(tags, bytes('0123'), { last: false }), 10)
    expect(await host.next()).toBeNull()
    host.receive(query({ ...tags, offset: 4 }, bytes('45'), { first: false }), 20)
    await takeAnswer(host)
    host.receive(query({ ...tags, sequence: 2, offset: 8 }, bytes('67')), 700)
    await takeAnswer(host)
    // Touched from byte 2 on: byte 2 is the same as before, byte 3 is not.
    host.receive(query({ ...tags, sequence: 3, offset: 2 }, bytes('2z')), 1400)
    await takeAnswer(host)
    expect(oracle.asked.map((q) => [Buffer.from(q.history).toString(), q.common])).toEqual([['012345', 0], ['012345XY67', 8], ['012z', 3]])
  })
  it('drops a query that is cut, and keeps what it had', async () => {
    const oracle = listed([[says('A', { end })], [says('B', { end })]])
    const host = await open(oracle)
    host.receive(query(tags, bytes('h')), 10)
    await takeAnswer(host)
    host.receive(query({ ...tags, sequence: 2, offset: 2 }, bytes('junk'), { last: true, cut: true }), 20)
    host.receive(unitFrame('abort', { ...tags, sequence: 2, offset: 2 }), 21)
    expect(await host.next()).toBeNull()
    host.receive(query({ ...tags, sequence: 3, offset: 2 }, bytes('i')), 30)
    await takeAnswer(host)
    expect(Buffer.from(oracle.asked[1]!.history).toString()).toBe('hAi')
  })
  it('answers a missing prefix, a gap and an unknown Oracle by fault', async () => {
    const notes: HostNote[] = []
    const host = new BridgeHost({ oracle: new Map([[0, listed([])]]), session: 7, report: (n) => notes.push(n) })
    await openSession(host, 7)
    host.receive(query({ ...tags, offset: 9 }, bytes('x')), 10)
    expect((await take(host))!.frame).toMatchObject({ kind: { name: 'fault' }, header: { slot: 2, sequence: 1, session: 7, length: 0 } })
    host.receive(query({ ...tags, sequence: 2 }, bytes('abc'), { last: false }), 20)
    host.receive(query({ ...tags, sequence: 2, offset: 4 }, bytes('d'), { first: false }), 30)
    expect((await take(host))!.frame.kind.name).toBe('fault')
    host.receive(query({ ...tags, sequence: 3, oracle: 5 }, bytes('abc')), 40)
    expect((await take(host))!.frame.kind.name).toBe('fault')
    expect(notes.filter((n) => n.kind === 'fault').map((n) => n.message)).toEqual([
      'the query starts at byte 9, the host has 0', 'a chunk starts at byte 4, the one before ended at 3', 'no Oracle has the number 5'])
  })
})

describe('answers', () => {
  it.each<[string, AnswerEvent[], string[]]>([
    ['reject', [{ kind: 'reject' }], ['reject']],
    ['fault', [says('a'), { kind: 'fault', message: 'm' }], ['answer', 'fault']],
    ['no end', [says('a')], ['answer', 'fault']],
    ['reject after a symbol', [says('a'), { kind: 'reject' }], ['answer', 'fault']],
    ['an empty frame in the middle', [says('a'), says(''), says('b', { end })], ['answer', 'answer']],
    ['an empty answer', [says('', { end })], ['answer']],
  ])('%s', async (_, events, kinds) => {
    const host = await open(listed([events]))
    host.receive(query(tags, bytes('h')), 10)
    const got: string[] = []
    for (let next = await take(host); next; next = await take(host)) got.push(next.frame.kind.name)
    expect(got).toEqual(kinds)
  })
  it('takes what an Oracle throws as a fault, also when it throws at once', async () => {
    const host = await open(listed([
      () => { throw new Error('at once') },
      async function* () { yield says('a'); throw new Error('later') },
    ]))
    host.receive(query(tags, bytes('h')), 10)
    expect((await take(host))!.frame.kind.name).toBe('fault')
    host.receive(query({ ...tags, sequence: 2 }, bytes('h')), 20)
    expect((await takeAnswer(host)).end.kind.name).toBe('fault')
  })
  it('cuts a long event into frames of at most 65535 bytes', async () => {
    const host = await open(listed([[{ kind: 'symbols', symbols: new Uint8Array(200_000).fill(65), end }]]))
    host.receive(query(tags, bytes('h')), 10)
    const sizes: number[] = []
    for (let next = await take(host); next; next = await take(host)) sizes.push(next.frame.data.length)
    expect(sizes).toEqual([65535, 65535, 65535, 3395])
  })
  it('pulls an endless answer only as far as the link takes it, and stops it by abort', async () => {
    let made = 0
    let left = false
    const host = await open(listed([async function* () {
      try {
        for (;;) { made++; yield says('x'.repeat(1000)) }
      } finally { left = true }
    }]))
    host.receive(query(tags, bytes('h')), 10)
    for (let i = 0; i < 5; i++) await take(host)
    await host.next()
    expect(made).toBe(6)
    host.receive(unitFrame('abort', { ...tags, offset: 1 + 4500 }), 5000)
    expect(await host.next()).toBeNull()
    await host.close()
    expect(left).toBe(true)
  })
  it('sends nothing after an abort, keeps what the unit kept and tells the Oracle', async () => {
    const oracle = listed([[says('abc'), says('def'), says('', { end })], [says('Z', { end })]])
    const host = await open(oracle)
    host.receive(query(tags, bytes('h')), 10)
    await take(host)
    await host.next()
    host.receive(unitFrame('abort', { ...tags, offset: 3 }), 600)
    host.taken(601)
    expect(oracle.asked[0]!.signal.aborted).toBe(true)
    expect(await host.next()).toBeNull()
    host.receive(query({ ...tags, sequence: 2, offset: 3 }, bytes('!')), 700)
    await takeAnswer(host)
    expect(Buffer.from(oracle.asked[1]!.history).toString()).toBe('hab!')
    expect(oracle.kept).toEqual([[2, 3]])
  })
  it('has no more after an abort than the unit kept', async () => {
    const host = await open(listed([[says('abc', { end })], [says('Z', { end })]]))
    host.receive(query(tags, bytes('h')), 10)
    await takeAnswer(host)
    host.receive(unitFrame('abort', { ...tags, offset: 3 }), 600)
    host.receive(query({ ...tags, sequence: 2, offset: 4 }, bytes('!')), 700)
    expect((await take(host))!.frame.kind.name).toBe('fault')
  })
  it('gives frames in the order of their time, those of one time in the order of the slots', async () => {
    const host = await open(listed([
      [says('a', { afterCycles: 200 }), says('b', { end, afterCycles: 100 })],
      [says('c', { afterCycles: 100 }), says('d', { end, afterCycles: 200 })],
    ]))
    host.receive(query({ ...tags, slot: 1 }, bytes('h')), 10)
    host.receive(query({ ...tags, slot: 0 }, bytes('h')), 10)
    const got: [string, number][] = []
    for (let next = await take(host); next; next = await take(host)) got.push([Buffer.from(next.frame.data).toString(), next.cycle])
    expect(got).toEqual([['c', 110], ['a', 210], ['d', 310], ['b', 310]])
  })
  it('an abort of an older query changes nothing', async () => {
    const oracle = listed([[says('abc', { end })]])
    const host = await open(oracle)
    host.receive(query({ ...tags, sequence: 4 }, bytes('h')), 10)
    host.receive(unitFrame('abort', { ...tags, sequence: 3, offset: 0 }), 20)
    expect((await takeAnswer(host)).symbols).toEqual(bytes('abc'))
  })
  it('forgets a slot that is closed and starts one that is forked with its source\'s bytes', async () => {
    const oracle = listed([[says('abc', { end })], [says('', { end })]])
    const host = await open(oracle)
    host.receive(query(tags, bytes('h')), 10)
    await takeAnswer(host)
    host.receive(unitFrame('fork', { session: 7, slot: 3, length: 2, offset: 2 }), 600)
    host.receive(unitFrame('close', { session: 7, slot: 2 }), 610)
    host.receive(query({ ...tags, slot: 3, offset: 2 }, bytes('!')), 700)
    await takeAnswer(host)
    expect(Buffer.from(oracle.asked[1]!.history).toString()).toBe('ha!')
    host.receive(query({ ...tags, sequence: 2, offset: 1 }, bytes('!')), 800)
    expect((await take(host))!.frame.kind.name).toBe('fault')
  })
  it('gives the frame that is due first, whichever Oracle was quicker, and only when all are known', async () => {
    let release = (): void => undefined
    const slow = new Promise<void>((r) => { release = r })
    const host = await open(listed([
      async function* () { await slow; yield says('slow', { end, afterCycles: 50 }) },
      [says('quick', { end, afterCycles: 100 })],
    ]))
    host.receive(query({ ...tags, slot: 0 }, bytes('h')), 10)
    host.receive(query({ ...tags, slot: 1 }, bytes('h')), 12)
    const next = host.next()
    expect(await Promise.race([next, Promise.resolve('waits')])).toBe('waits')
    release()
    expect((await next)!.what).toBe('answer of slot 0, 4 symbols')
    expect([(await take(host))!.cycle, (await take(host))!.cycle]).toEqual([60, 112])
  })
  it('what does not decode is dropped and told', async () => {
    const notes: HostNote[] = []
    const host = await open(listed([]), (n) => notes.push(n))
    host.receive('a header has 2 beats, the frame 1', 5)
    expect(notes.at(-1)!.message).toContain('a header has 2 beats')
    expect(await host.next()).toBeNull()
  })
})

it('hands out frames that decode to what was meant', () => {
  const frame = query({ ...tags, offset: 0x12_3456_789a }, bytes('abc'))
  expect(decodeFrame(encodeFrame(frame))).toEqual(frame)
})
