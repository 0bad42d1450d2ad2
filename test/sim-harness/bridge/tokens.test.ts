// Owns: checks of token ids over llama.cpp's own server, a real one in a process of its own: each token is computed once, the stop token goes back, what is lost has a cause.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BridgeHost } from '../../../sim-harness/bridge/host.ts'
import type { AnswerEvent, Oracle } from '../../../sim-harness/bridge/oracle.ts'
import { defaultSymbols } from '../../../sim-harness/bridge/history/records.ts'
import { nothingRecomputed } from '../../../sim-harness/bridge/metrics/recomputed.ts'
import { llamaTokensOracle } from '../../../sim-harness/bridge/oracles/llamacpp-tokens.ts'
import { llamaServer } from '../../../sim-harness/bridge/oracles/llamacpp-tokens/server.ts'
import { openOracle } from '../../../sim-harness/bridge/oracles/index.ts'
import { modelPlaces } from '../../../sim-harness/bridge/setup/places.ts'
import { joined } from '../../../sim-harness/bridge/slot-mirror.ts'
import { llamaProcess, type LlamaProcess } from '../../../scripts/servers/llama-server.ts'
import { bytes, openSession, query, takeAnswer, unitFrame } from './play.ts'
import { examples, request } from './shell-agent.ts'

let server: LlamaProcess
const oracles: Oracle[] = []
const settings = { headerMs: 60_000, idleMs: 60_000, maxEventBytes: 1 << 20, retry: { attempts: 1, baseMs: 10, capMs: 100 } }
/** What was asked of the server, and what it answered. */
interface Asked { readonly path: string; readonly body: { prompt?: number[]; stream?: boolean; n_predict?: number; id_slot?: number }; readonly got: unknown }
const asked: Asked[] = []
const never = new AbortController().signal

function watched(change: (events: readonly unknown[]) => readonly unknown[] = (e) => e) {
  const real = llamaServer({ ...settings, url: server.url })
  return {
    ...real,
    post: async (path: string, body: object, signal: AbortSignal) => {
      const got = await real.post(path, body, signal)
      asked.push({ path, body, got })
      return got
    },
    events: async (path: string, body: object, signal: AbortSignal) => {
      const got = await real.events(path, body, signal)
      asked.push({ path, body, got })
      return change(got)
    },
  }
}
async function open(options: { unstreamed?: boolean; maxTokens?: number } = {}, change?: (events: readonly unknown[]) => readonly unknown[]): Promise<Oracle> {
  const oracle = llamaTokensOracle(() => watched(change), { symbols: defaultSymbols, ...options })
  oracles.push(oracle)
  return oracle
}
beforeAll(async () => { server = await llamaProcess({ model: modelPlaces().model, context: 1024, slots: 2 }) })
afterAll(async () => {
  for (const oracle of oracles) await oracle.dispose()
  await server?.close()
})

async function ask(oracle: Oracle, slot: number, history: Uint8Array) {
  const events: AnswerEvent[] = []
  for await (const e of oracle.ask({ slot, sequence: 1, history, common: 0, signal: never })) events.push(e)
  const last = events.at(-1)
  if (last?.kind !== 'symbols' || !last.end) throw new Error(JSON.stringify(last))
  const answer = joined(events.map((e) => (e.kind === 'symbols' ? e.symbols : new Uint8Array(0))))
  return { text: Buffer.from(answer).toString('latin1'), ...last.end, detail: last.end.detail!, history: joined([history, answer]) }
}

const requests = ['list the files in /etc', 'print the file readme.md', 'show the date', 'remove the file a.txt', 'list the files in /var', 'print the file notes.txt', 'make a directory called new',
  'show who is logged in', 'remove the file b.txt', 'list the files in /home']

/** Ten turns of the shell agent; what each said, and its tokens. */
async function tenTurns(oracle: Oracle, slot = 0) {
  const turns: Awaited<ReturnType<typeof ask>>[] = []
  let history = examples
  for (const text of requests) {
    const turn = await ask(oracle, slot, joined([history, request(text)]))
    turns.push(turn)
    history = turn.history
  }
  return turns
}

describe('ten turns', () => {
  let first: Awaited<ReturnType<typeof tenTurns>>
  it('compute each token once, by the server\'s own counters, and the stop token goes back', async () => {
    const oracle = await open()
    asked.length = 0
    const turns = first = await tenTurns(oracle)
    expect(turns.map((t) => t.text).slice(0, 4)).toEqual(['ls /etc\xff', 'cat readme.md\xff', 'date\xff', 'rm a.txt\xff'])
    expect(turns.every((t) => t.text.endsWith('\xff'))).toBe(true)
    turns.forEach(({ tokens, detail, cached, history }, n) => {
      expect([n, tokens.reused, detail.recomputed, cached]).toEqual([n, turns[n - 1]?.tokens.history ?? 0, nothingRecomputed, history.length])
      expect(tokens.evaluated + tokens.reused).toBe(tokens.history)
    })
    const last = turns.at(-1)!.tokens.history
    // The sum that the Oracle tells, and the same out of the server's answers alone: prompts, and what was sampled but for the last of each.
    expect(turns.reduce((n, t) => n + t.tokens.evaluated, 0)).toBe(last)
    const completions = asked.filter((a) => a.path === '/completion').map((a) => (Array.isArray(a.got) ? a.got.at(-1) : a.got) as { timings: { prompt_n: number; predicted_n: number } })
    expect(completions.reduce((n, { timings: t }) => n + t.prompt_n + Math.max(0, t.predicted_n - 1), 0)).toBe(last)
    // <|im_end|> is 2, a newline 198: every prompt of a later turn holds the stop token of each answer before it, and ends them as the examples do.
    const prompts = asked.filter((a) => a.body.n_predict !== 0 && a.path === '/completion').map((a) => a.body.prompt!)
    prompts.forEach((ids, n) => {
      expect(ids.filter((id) => id === 2)).toHaveLength(9 + 1 + 2 * n)
      expect(ids.slice(0, prompts[n - 1]?.length ?? 0)).toEqual(prompts[n - 1] ?? [])
    })
  })
  it('are the same asked for as a whole, and in the process', async () => {
    const whole = await tenTurns(await open({ unstreamed: true }), 1)
    expect(whole.map((t) => [t.text, t.tokens.history])).toEqual(first.map((t) => [t.text, t.tokens.history]))
    expect(whole.slice(1).map((t) => t.tokens)).toEqual(first.slice(1).map((t) => t.tokens))
    const inProcess = await openOracle('smollm2', { contextTokens: 1024 })
    try {
      // Two builds of one engine may break a tie in another way; the tokens of what both said are the same.
      const there = await tenTurns(inProcess)
      expect(there.map((t) => [t.text, t.tokens.history])).toEqual(first.map((t) => [t.text, t.tokens.history]))
    } finally {
      await inProcess.dispose()
    }
  })
})

describe('what is computed again', () => {
  it('has its cause: a rewritten history', async () => {
    const oracle = await open()
    const one = await ask(oracle, 0, joined([examples, request('list the files in /etc')]))
    const two = await ask(oracle, 0, joined([examples, request('list the files in /var')]))
    // etc / var is the last token of the request; behind it come the stop token, a newline, <|im_start|>, three tokens `assistant\n`: all of them stood there before.
    expect(two.detail.recomputed).toEqual({ ...nothingRecomputed, compaction: 7 })
    expect(two.tokens.reused).toBe(one.tokens.history - 5 - 6 - 1)
    expect(two.tokens.evaluated + two.tokens.reused).toBe(two.tokens.history)
  })
  it('has its cause: nothing new', async () => {
    const oracle = await open({ maxTokens: 5 })
    const one = await ask(oracle, 0, bytes('Once upon a time'))
    expect([one.text.includes('\xff'), one.tokens]).toEqual([false, { evaluated: 9, reused: 0, history: 9 }])
    const two = await ask(oracle, 0, one.history)
    expect([two.tokens, two.detail.recomputed]).toEqual([{ evaluated: 6, reused: 8, history: 14 }, { ...nothingRecomputed, resume: 1 }])
  })
  it('has its cause: three tasks on a server of two slots', async () => {
    const oracle = await open()
    const history = joined([examples, request('list the files in /etc')])
    const turns = []
    for (const slot of [0, 1, 2]) turns.push(await ask(oracle, slot, history))
    // Slot 0 was asked longest ago: its place at the server is slot 2's now. The server finds there what both have in common, which is the whole request.
    expect(turns.map((t) => t.text)).toEqual(['ls /etc\xff', 'ls /etc\xff', 'ls /etc\xff'])
    await ask(oracle, 2, joined([bytes('Once'), history]))
    const back = await ask(oracle, 0, joined([turns[0]!.history, request('show the date')]))
    expect(back.text).toBe('date\xff')
    expect(back.detail.recomputed).toEqual({ ...nothingRecomputed, eviction: turns[0]!.tokens.history - back.tokens.reused })
    expect(back.tokens.evaluated + back.tokens.reused).toBe(back.tokens.history)
  })
  it('is nothing for a fork whose ids are kept, but for what its slot at the server lacks', async () => {
    const oracle = await open()
    const one = await ask(oracle, 0, joined([examples, request('list the files in /etc')]))
    oracle.fork!(1, 0, one.history.length)
    const next = request('show the date')
    const [copy, goesOn] = [await ask(oracle, 1, joined([one.history, next])), await ask(oracle, 0, joined([one.history, next]))]
    expect([copy.text, copy.tokens.history]).toEqual([goesOn.text, goesOn.tokens.history])
    expect(goesOn.detail.recomputed).toEqual(nothingRecomputed)
    oracle.close!(1)
    expect((await ask(oracle, 1, joined([examples, request('show the date')]))).tokens.history).toBeGreaterThan(0)
  })
})

describe('a character of several tokens', () => {
  // 🧿 is three tokens, 10813 117 140, of which a stream gives the last one.
  const history = joined([Uint8Array.of(0xf9), bytes('Say: 🧿🧿 hello'), Uint8Array.of(0xff, 0xfa)])
  it.each([['streamed', {}], ['as a whole', { unstreamed: true }]] as const)('%s: its ids are all kept', async (_, options) => {
    const oracle = await open(options)
    const answer = await ask(oracle, 0, history)
    expect(Buffer.from(answer.text, 'latin1').subarray(0, 8).toString()).toBe('🧿🧿')
    asked.length = 0
    await ask(oracle, 0, joined([answer.history, request('more')]))
    const prompt = asked.find((a) => a.path === '/completion')!.body.prompt!.join()
    expect(prompt).toContain('520,9531,198,10813,117,140,10813,117,140,33662,')
    expect(answer.tokens.evaluated + answer.tokens.reused).toBe(answer.tokens.history)
  })
  it('whose missing ids cannot be guessed is asked for once more, as a whole', async () => {
    // The last id of the first character is another one: no text encodes to that.
    const oracle = await open({}, (events) => events.map((e, n) => (n === 0 ? { ...e as object, tokens: [33662] } : e)))
    asked.length = 0
    const answer = await ask(oracle, 1, history)
    expect(asked.filter((a) => a.path === '/completion').map((a) => [a.body.stream, a.body.n_predict])).toEqual([[true, 256], [false, 256], [false, 0]])
    expect(Buffer.from(answer.text, 'latin1').subarray(0, 8).toString()).toBe('🧿🧿')
    expect(asked.at(-1)!.body.prompt!.join()).toContain('198,10813,117,140,10813,117,140,33662,')
  })
  it('cut in the middle leaves no ids that its bytes do not have', async () => {
    for (const unstreamed of [false, true]) {
      const oracle = await open({ maxTokens: 4, unstreamed })
      const answer = await ask(oracle, 0, history)
      asked.length = 0
      await ask(oracle, 0, joined([answer.history, Uint8Array.of(0xff), request('more')]))
      const prompt = asked.find((a) => a.path === '/completion')!.body.prompt!.join()
      // Streamed, half a character is no byte; as a whole it is U+FFFD, and what stands for that is encoded anew.
      expect(Buffer.from(answer.text, 'latin1').toString()).toBe(unstreamed ? '🧿\ufffd' : '🧿')
      expect(prompt).toContain('198,10813,117,140,')
      expect(prompt).not.toContain('140,10813,2,')
      if (!unstreamed) expect(prompt).toContain('198,10813,117,140,2,198,')
    }
  })
})

it('a history with any byte is taken whole, and text cannot be a control token', async () => {
  const oracle = await open({ maxTokens: 1 })
  const all = Uint8Array.from(Array.from({ length: 256 }, (_, n) => n).filter((n) => ![0xf8, 0xf9, 0xfa, 0xff].includes(n)))
  asked.length = 0
  await ask(oracle, 0, joined([all, bytes('<|im_end|><|im_start|>')]))
  const { prompt } = asked.find((a) => a.path === '/completion')!.body
  // The first 17 ids are the control tokens.
  expect(prompt!.filter((id) => id < 17)).toEqual([])
})

it('an empty history and one that is too long are refused', async () => {
  const oracle = await open()
  const events = async (history: Uint8Array) => {
    const found: AnswerEvent[] = []
    for await (const e of oracle.ask({ slot: 0, sequence: 1, history, common: 0, signal: never })) found.push(e)
    return found
  }
  expect(await events(new Uint8Array(0))).toMatchObject([{ kind: 'reject', message: 'an empty history: a model needs something to go on from' }])
  expect(await events(bytes('a b '.repeat(600)))).toMatchObject([{ kind: 'reject', message: expect.stringMatching(/^the history has \d+ tokens, the server's context 1024$/) as string }])
})

it('through the host: answers, tokens, an abort that ends the request at the server', async () => {
  const oracle = await open()
  const host = new BridgeHost({ oracle, session: 3 })
  await openSession(host, 3)
  const history = joined([examples, request('list the files in /etc')]), tags = { slot: 0, session: 3, sequence: 1 }
  host.receive(query(tags, history), 10)
  const answer = await takeAnswer(host)
  expect(Buffer.from(answer.symbols).toString('latin1')).toBe('ls /etc\xff')
  host.receive(query({ ...tags, sequence: 2, offset: history.length + 8 }, bytes('\nOnce upon a time')), 1000)
  host.receive(unitFrame('abort', { ...tags, sequence: 2, offset: history.length + 8 }), 1001)
  host.receive(query({ ...tags, sequence: 3, offset: history.length + 8 }, request('show the date')), 2000)
  expect(Buffer.from((await takeAnswer(host)).symbols).toString('latin1')).toBe('date\xff')
  await host.close()
})
