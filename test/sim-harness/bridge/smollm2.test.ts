import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BridgeHost } from '../../../sim-harness/bridge/host.ts'
import type { AnswerEvent, Oracle } from '../../../sim-harness/bridge/oracle.ts'
import { openOracle } from '../../../sim-harness/bridge/oracles/index.ts'
import { loadEngine } from '../../../sim-harness/bridge/oracles/model/engine.ts'
import { vocabularyOf } from '../../../sim-harness/bridge/oracles/model/vocabulary.ts'
import { modelPlaces } from '../../../sim-harness/bridge/setup/places.ts'
import { joined } from '../../../sim-harness/bridge/slot-mirror.ts'
import { bytes, openSession, query, takeAnswer } from './play.ts'
import { examples, request } from './shell-agent.ts'

// Without the model these tests fail, with the command that fetches it in the error: what is not tested is not to look tested.
// A token costs 20 ms of a quiet machine, so slots are shared: a history that a slot knows already is cheap.
let oracle: Oracle
beforeAll(async () => { oracle = await openOracle('smollm2') })
afterAll(() => oracle?.dispose())

const never = new AbortController().signal
const run = (events: AnswerEvent[]) => joined(events.map((e) => (e.kind === 'symbols' ? e.symbols : new Uint8Array(0))))
/** Asks for a whole answer: its symbols as Latin-1, the tokens of its end, the history with the answer. */
async function ask(slot: number, history: Uint8Array, of = oracle) {
  const events: AnswerEvent[] = []
  for await (const e of of.ask({ slot, sequence: 1, history, common: 0, signal: never })) events.push(e)
  const last = events.at(-1)
  const end = last?.kind === 'symbols' ? last.end : undefined
  return { events, text: Buffer.from(run(events)).toString('latin1'), tokens: end?.tokens ?? { evaluated: -1, reused: -1, history: -1 }, detail: end?.detail, history: joined([history, run(events)]) }
}
const etc = joined([examples, request('list the files in /etc')])
const various = joined([examples, request('list the files in /var')])

describe('the shell agent', () => {
  it('yields each answer, and computes each token once', async () => {
    let history = examples
    let evaluated = 0
    let before = 0
    const said: string[] = []
    for (const text of ['list the files in /etc', 'print the file readme.md', 'show the date', 'remove the file a.txt']) {
      const answer = await ask(0, joined([history, request(text)]))
      said.push(answer.text)
      history = answer.history
      evaluated += answer.tokens.evaluated
      expect(answer.tokens.reused).toBe(before)
      expect(answer.tokens.evaluated + answer.tokens.reused).toBe(answer.tokens.history)
      before = answer.tokens.history
    }
    expect(said).toEqual(['ls /etc\xff', 'cat readme.md\xff', 'date\xff', 'rm a.txt\xff'])
    // 172 tokens were measured before this Oracle was written, with another driver of the same engine.
    expect([evaluated, before]).toEqual([172, 172])
  })
  it('goes on so for ten turns: the meter of the engine says as many tokens as the history has, and nothing was computed again', async () => {
    let history = examples
    let evaluated = 0
    const last: number[] = []
    for (const n of Array(10).keys()) {
      const answer = await ask(20, joined([history, request(`print the file part${n}.txt`)]))
      history = answer.history
      evaluated += answer.tokens.evaluated
      last.push(answer.tokens.history)
      expect([n, answer.text.endsWith('\xff'), answer.detail?.recomputed]).toEqual([n, true, { encoder: 0, compaction: 0, eviction: 0, resume: 0 }])
    }
    expect(evaluated).toBe(last.at(-1))
    oracle.close!(20)
  })
  it('computes the last token again when nothing is new, to have something to go on from', async () => {
    const first = await ask(1, etc)
    const again = await ask(1, etc)
    expect(again.text).toBe(first.text)
    // ls, /, etc, stop token, newline: what was answered, and the one token before it.
    expect([again.tokens.evaluated, again.tokens.reused]).toEqual([6, first.tokens.history - 6])
    // The unit took the answer back: what was computed of it is no loss of the query's, but for the token to go on from.
    expect(again.detail?.recomputed).toEqual({ encoder: 0, compaction: 0, eviction: 0, resume: 1 })
  })
  it('computes anew what was rewritten, from the first token that changed', async () => {
    const one = await ask(1, etc)
    const two = await ask(1, various)
    // What the cache was good for changes the work, never the answer.
    const fresh = await ask(2, various)
    expect([two.text, two.tokens.history]).toEqual([fresh.text, fresh.tokens.history])
    expect(fresh.tokens).toMatchObject({ reused: 0, evaluated: fresh.tokens.history })
    expect(two.tokens.evaluated + two.tokens.reused).toBe(two.tokens.history)
    // etc / var is the last token of the request; behind it come the stop token, a newline, <|im_start|>, three tokens `assistant\n`, and the answer of five.
    expect(two.tokens.reused).toBe(one.tokens.history - 5 - 6 - 1)
    expect(two.detail?.recomputed).toEqual({ encoder: 0, compaction: 6 + 1, eviction: 0, resume: 0 })
  })
  it('leaves when it is aborted, and goes on from what was kept', async () => {
    const control = new AbortController()
    const events: AnswerEvent[] = []
    for await (const e of oracle.ask({ slot: 2, sequence: 1, history: etc, common: 0, signal: control.signal })) {
      events.push(e)
      control.abort()
    }
    expect(Buffer.from(run(events)).toString()).toBe('ls')
    // The unit kept half of that token: its first byte is encoded by itself, all before it is in the cache.
    const answer = await ask(2, joined([etc, bytes('l')]))
    const whole = (await ask(1, etc)).tokens.history
    expect(answer.tokens.reused).toBe(whole - 5)
    expect(answer.tokens.evaluated + answer.tokens.reused).toBe(answer.tokens.history)
  })
  it('tells what it has kept, forgets what was computed when it is told to, and a copy has the same tokens', async () => {
    const first = await ask(12, etc)
    const last = first.events.at(-1)
    expect(last?.kind === 'symbols' && last.end?.cached).toBe(first.history.length)
    expect(await oracle.hint!(12, { kind: 'keep' })).toBe(first.history.length)
    expect(await oracle.hint!(13, { kind: 'keep' })).toBe(undefined)
    oracle.fork!(13, 12, first.history.length)
    const next = request('print the file readme.md')
    const copy = await ask(13, joined([first.history, next]))
    const goesOn = await ask(12, joined([first.history, next]))
    // The same tokens: those of the copy are computed in a context of its own, those of the source go on.
    expect([copy.text, copy.tokens.history, copy.tokens.reused]).toEqual([goesOn.text, goesOn.tokens.history, 0])
    expect(goesOn.tokens.reused).toBe(first.tokens.history)
    expect(await oracle.hint!(12, { kind: 'discard' })).toBe(0)
    const anew = await ask(12, joined([first.history, next]))
    expect([anew.text, anew.tokens.reused, anew.tokens.evaluated]).toEqual([goesOn.text, 0, goesOn.tokens.history])
    // All of it had been computed, and is gone; the last token would have been computed again in any case.
    expect(anew.detail?.recomputed).toEqual({ encoder: 0, compaction: 0, eviction: anew.detail!.prompt - 1, resume: 1 })
    oracle.close!(12)
    oracle.close!(13)
  })
  it('answers several slots at once as it answers them one by one', async () => {
    const [a, b] = await Promise.all([ask(10, etc), ask(11, various)])
    const [c, d] = [await ask(1, etc), await ask(1, various)]
    expect([a.text, b.text]).toEqual([c.text, d.text])
    oracle.close!(10)
    expect((await ask(10, etc)).tokens.reused).toBe(0)
  })
  it('answers through the host, its tokens in the last frame', async () => {
    const host = new BridgeHost({ oracle, session: 3 })
    await openSession(host, 3)
    const tags = { slot: 10, session: 3, sequence: 1 }
    host.receive(query(tags, etc), 10)
    const answer = await takeAnswer(host)
    expect(Buffer.from(answer.symbols).toString('latin1')).toBe('ls /etc\xff')
    host.receive(query({ ...tags, sequence: 2, offset: etc.length + 8 }, request('print the file readme.md')), 1000)
    const second = await takeAnswer(host)
    expect(Buffer.from(second.symbols).toString('latin1')).toBe('cat readme.md\xff')
    expect(second.end.tokens!.reused).toBe(answer.end.tokens!.history)
    await host.close()
  })
})

it('ends a babble after 256 tokens without a yield, goes on, and refuses what its context does not hold', async () => {
  const small = await openOracle('smollm2', { contextTokens: 300 })
  try {
    expect((await ask(0, bytes(''), small)).events).toMatchObject([{ kind: 'reject' }])
    const first = await ask(0, bytes('Once upon a time'), small)
    expect(first.tokens).toEqual({ evaluated: 4 + 256, reused: 0, history: 4 + 256 })
    expect(first.text).not.toContain('\xff')
    const second = await ask(0, first.history, small)
    // Its last token is computed again to sample from; the answer ends where a yield symbol would still have found room.
    expect(second.tokens).toEqual({ evaluated: 1 + 39, reused: 259, history: 299 })
    expect((await ask(0, second.history, small)).events).toEqual([{ kind: 'reject', message: 'the history has 299 tokens, the context 300' }])
  } finally {
    await small.dispose()
  }
})

it('takes every byte that is text or not, and text cannot be a control token', async () => {
  const { engine: folder, model: file } = modelPlaces()
  const engine = await loadEngine(folder)
  await engine.start()
  const model = await engine.loadModel(file)
  try {
    const vocabulary = vocabularyOf(await engine.readInfo(file), (t) => model.tokenize(t, false), [0xf8, 0xf9, 0xfa, 0xff])
    const all = joined([Uint8Array.from(Array(256).keys()), bytes('<|im_end|><|endoftext|> é 日 😀')])
    const ids = vocabulary.encode(all)
    expect(ids.filter((id) => id < 17)).toEqual([])
    expect(joined(ids.map((id) => vocabulary.bytesOf(id))).length).toBeGreaterThan(all.length)
    expect(vocabulary.encode(bytes('<|im_end|>'))).toHaveLength(7)
    // Half a character is a token of its own, and comes back as its bytes.
    const half = vocabulary.encode(bytes('\u{1f9ff}'))
    expect(half.length).toBeGreaterThan(1)
    expect(joined(half.map((id) => vocabulary.bytesOf(id)))).toEqual(bytes('\u{1f9ff}'))
    expect([vocabulary.find('<|im_end|>'), vocabulary.bytesOf(2)]).toEqual([2, bytes('<|im_end|>')])
  } finally {
    await model.dispose()
    await engine.dispose()
  }
})
