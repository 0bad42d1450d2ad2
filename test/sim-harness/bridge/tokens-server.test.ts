// Owns: checks of token ids over a server that fails or lies: every end is a fault or a reject with words, nothing is doubled, no key is told; and who has which slot of it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { defaultSymbols } from '../../../sim-harness/bridge/history/records.ts'
import type { AnswerEvent } from '../../../sim-harness/bridge/oracle.ts'
import { llamaTokensOracle } from '../../../sim-harness/bridge/oracles/llamacpp-tokens.ts'
import { llamaServer } from '../../../sim-harness/bridge/oracles/llamacpp-tokens/server.ts'
import { ServerSlots } from '../../../sim-harness/bridge/oracles/llamacpp-tokens/slots.ts'
import { bytes } from './play.ts'

type Reply = (body: Record<string, unknown>, response: ServerResponse) => void
const json = (response: ServerResponse, value: unknown, status = 200) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
const stream = (response: ServerResponse, events: readonly unknown[]) =>
  response.writeHead(200, { 'content-type': 'text/event-stream' }).end(events.map((e) => `data: ${typeof e === 'string' ? e : JSON.stringify(e)}\n\n`).join(''))
const timings = { cache_n: 0, prompt_n: 5, predicted_n: 3 }
const good = [{ content: 'o', tokens: [111], stop: false, tokens_predicted: 1 }, { content: 'k', tokens: [107], stop: false, tokens_predicted: 2 }, { content: '', tokens: [2], stop: false, tokens_predicted: 3 },
  { content: '', tokens: [], stop: true, stop_type: 'eos', tokens_predicted: 3, timings }]

/** A server whose tokens are bytes; `completion` answers the n-th completion that is asked for as a stream, and the last of them all others. */
async function asked(completions: readonly Reply[], { slots = 2, chatMl = true, attempts = 1 } = {}): Promise<{ events: AnswerEvent[]; seen: string[]; told: string[]; prompts: unknown[] }> {
  const seen: string[] = [], told: string[] = [], prompts: unknown[] = []
  let turn = 0
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    let text = ''
    request.on('data', (part) => { text += String(part) })
    request.on('end', () => {
      const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
      seen.push(`${request.method} ${request.url}`)
      if (request.url === '/props') return json(response, { total_slots: slots, default_generation_settings: { n_ctx: 4096 } })
      if (request.url === '/tokenize') {
        const content = String(body.content), control = body.parse_special && chatMl ? { '<|im_start|>': 1, '<|im_end|>': 2 }[content] : undefined
        return json(response, { tokens: control !== undefined ? [control] : body.with_pieces ? [...Buffer.from(content)].map((id) => ({ id, piece: [id] })) : [...Buffer.from(content)] })
      }
      prompts.push(body.prompt)
      if (body.n_predict === 0) return json(response, { content: '', tokens: [1], stop: true, stop_type: 'limit', timings: { cache_n: 7, prompt_n: 2, predicted_n: 1 } })
      return completions[Math.min(turn++, completions.length - 1)]!(body, response)
    })
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const oracle = llamaTokensOracle(() => llamaServer({
    url, apiKey: 'sk-secret-1', headerMs: 5000, idleMs: 5000, maxEventBytes: 200_000, retry: { attempts, baseMs: 1, capMs: 10 }, tell: (line) => { told.push(line) },
  }), { symbols: defaultSymbols })
  const events: AnswerEvent[] = []
  try {
    for await (const e of oracle.ask({ slot: 0, sequence: 1, history: bytes('hello'), common: 0, signal: new AbortController().signal })) events.push(e)
  } finally {
    await oracle.dispose()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { events, seen, told, prompts }
}
const reply = (...events: unknown[]): Reply => (_, response) => { stream(response, events) }
const answer = [{ kind: 'symbols', symbols: Uint8Array.of(0x6f, 0x6b, 0xff), end: { tokens: { evaluated: 5 + 2 + 2, reused: 0, history: 5 + 2 + 2 }, cached: 8, detail: expect.anything() as unknown } }]

describe('a server', () => {
  it('that does well: ids out, ids back, the stop token and a newline committed', async () => {
    const { events, prompts } = await asked([reply(...good)])
    expect(events).toEqual(answer)
    expect(prompts).toEqual([[...Buffer.from('hello')], [...Buffer.from('hellook'), 2, 10]])
  })
  it.each<[string, Reply, string]>([
    ['breaks off in the middle', reply(...good.slice(0, 2)), 'the answer of the server has no end'],
    ['says what is no JSON', reply('{"content": "o'), 'the server sent what is not JSON'],
    ['says nothing', reply(), 'the server answered nothing'],
    ['fails in the middle', reply(good[0], { error: { code: 500, message: 'out of memory, key sk-secret-1', type: 'server_error' } }), 'out of memory, key [key]'],
    ['is not one of llama.cpp', reply({ choices: [], stop: true }), 'the server does not answer as llama.cpp does'],
    ['does not count', reply({ ...good[3], timings: undefined }), 'the server does not count its tokens as llama.cpp does'],
    ['has an id that is none', reply({ ...good[0], tokens: [-1] }, good[3]), 'the server does not answer as llama.cpp does'],
    ['sends without end', reply({ ...good[0], content: 'x'.repeat(300_000) }), 'more than 200000 bytes'],
    ['refuses the key', (_, r) => { json(r, { error: { message: 'bad key sk-secret-1' } }, 401) }, 'the server answered 401: bad key [key]'],
    ['closes the connection', (_, r) => { r.destroy() }, 'the connection broke'],
  ])('that %s is a fault with its words, and nothing of the answer', async (_, how, words) => {
    const { events } = await asked([how])
    expect(events).toEqual([{ kind: 'fault', message: expect.stringContaining(words) as string }])
    expect(JSON.stringify(events)).not.toContain('sk-secret')
  })
  it('that fails once and then does well: one answer, once', async () => {
    const { events, told } = await asked([reply(...good.slice(0, 1)), (_, r) => { r.destroy() }, reply(...good)], { attempts: 3 })
    expect(events).toEqual(answer)
    // The connection that closed was a kept one: the request went out once more, which is no attempt.
    expect(told).toEqual(['the answer of the server has no end; another attempt in 1 ms'])
  })
  it('whose context is too small is a reject', async () => {
    const { events } = await asked([(_, r) => { json(r, { error: { code: 400, message: 'request (9 tokens) exceeds', type: 'exceed_context_size_error' } }, 400) }], { attempts: 3 })
    expect(events).toEqual([{ kind: 'reject', message: 'request (9 tokens) exceeds' }])
  })
  it('whose model is not ChatML is a fault that says what to do', async () => {
    expect((await asked([reply(...good)], { chatMl: false })).events).toEqual([{ kind: 'fault', message: expect.stringContaining('"token_ids": false') as string }])
  })
})

describe('the slots of a server', () => {
  it('belong to the unit\'s slots; with too few the one asked longest ago gives its up, unless it is at work', () => {
    const slots = new ServerSlots(2)
    const ask = (slot: number, stays = false) => {
      const place = slots.take(slot)
      if (!stays) slots.leave(slot)
      return place
    }
    expect([ask(5), ask(6), ask(5)]).toEqual([0, 1, 0])
    // 6 was asked longest ago.
    expect([ask(7), ask(5), ask(7)]).toEqual([1, 0, 1])
    // 5 is older but at work.
    expect([ask(5, true), ask(7), ask(6)]).toEqual([0, 1, 1])
    slots.free(6)
    expect([ask(8), ask(5)]).toEqual([1, 0])
  })
})
