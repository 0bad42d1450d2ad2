import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AnswerText } from '../../../../sim-harness/bridge/dialects/answer-text.ts'
import { attempt, type Server } from '../../../../sim-harness/bridge/dialects/attempt.ts'
import { tell } from '../../../../sim-harness/bridge/dialects/conversation.ts'
import { dialectNamed } from '../../../../sim-harness/bridge/dialects/index.ts'
import { isOverflow } from '../../../../sim-harness/bridge/dialects/overflow.ts'
import { serverSettingsSchema } from '../../../../sim-harness/bridge/dialects/settings.ts'
import { defaultSymbols, type Symbols } from '../../../../sim-harness/bridge/history/records.ts'
import type { Requests } from '../../../../sim-harness/bridge/http/client.ts'
import { withRetries } from '../../../../sim-harness/bridge/http/retry.ts'
import { recomputedTokens, tokenDetail } from '../../../../sim-harness/bridge/oracles/server.ts'

const cutAt = <T>(cuts: readonly number[], length: number, slice: (from: number, to: number) => T): T[] => {
  const at = [0, ...new Set(cuts.map((c) => c % (length + 1)).sort((a, b) => a - b)), length]
  return at.slice(1).map((to, i) => slice(at[i]!, to))
}
const cuts = fc.array(fc.nat({ max: 300 }), { maxLength: 8 })
const stop = '<|yield|>'
/** Texts full of whole, half and overlapping yields, and of characters that are easily cut. */
const text = fc.array(fc.constantFrom(stop, '<|yield|', '<|', '<|yie', 'ld|>', '😀', '北', 'a', ' ', '\ud83d', '\ude00'), { maxLength: 10 }).map((parts) => parts.join(''))

describe('the yield in a text', () => {
  it('is found wherever the pieces end, and the text ends before it', () => {
    fc.assert(fc.property(text, cuts, (whole, at) => {
      const answer = new AnswerText(stop, 10_000)
      for (const piece of cutAt(at, whole.length, (from, to) => whole.slice(from, to))) answer.add(piece)
      const found = whole.indexOf(stop)
      expect(answer.yielded).toBe(found >= 0)
      expect(Buffer.from(answer.bytes(defaultSymbols)).toString('hex')).toBe(Buffer.from(found < 0 ? whole : whole.slice(0, found), 'utf8').toString('hex'))
    }), { numRuns: 1000 })
  })
  it('no text becomes a mark or a yield symbol, whatever the symbols are', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 20 }), fc.uniqueArray(fc.integer({ min: 0, max: 0xff }).filter((b) => b !== 0xee && (b < 0x80 || b > 0xbf)), { minLength: 4, maxLength: 4 }), (whole, [y, s, p, o]) => {
      const symbols: Symbols = { yieldSymbol: y!, marks: [s!, p!, o!] }
      const answer = new AnswerText(stop, 10_000)
      answer.add(whole)
      for (const byte of answer.bytes(symbols)) expect([y, s, p, o]).not.toContain(byte)
    }))
  })
  it('an answer has a limit, of its own bytes alone', () => {
    const fill = (...pieces: string[]) => {
      const answer = new AnswerText(stop, 10)
      for (const piece of pieces) answer.add(piece)
      return answer.bytes(defaultSymbols).length
    }
    expect(fill('0123456789', `${stop}and much more of it`)).toBe(10)
    expect(() => fill('0123456789', '0')).toThrow(expect.objectContaining({ code: 'E_TOOBIG' }))
    expect(() => fill('北北北北')).toThrow(expect.objectContaining({ code: 'E_TOOBIG' }))
  })
})

/** A reply, in the pieces that are given; no network. */
const replying = (contentType: string, pieces: readonly Uint8Array[]): Requests => ({
  request: async ({ signal }) => ({
    status: 200,
    header: (name) => (name === 'content-type' ? contentType : undefined),
    body: (async function* () {
      for (const piece of pieces) {
        if (signal.aborted) throw signal.reason
        yield piece
      }
    })(),
  }),
})
const server = (name: string, config: object = {}): Server =>
  ({ dialect: dialectNamed(name)!, origin: 'http://x', path: '/', model: 'm', key: undefined, redact: (t) => t, settings: serverSettingsSchema.parse(config), symbols: defaultSymbols })
const told = tell(new Uint8Array([0x51, 0xff]), [], defaultSymbols, serverSettingsSchema.parse({}))

/** The same answer in each dialect: pieces of text, a reason, and what stands between. */
type Speaks = (parts: readonly string[], why: 'stop' | 'length') => string
const sse = (...events: object[]) => events.map((e) => `data: ${JSON.stringify(e)}\r\n\r\n`).join('')
const speaks: Record<string, { type: string; say: Speaks }> = {
  'openai-chat': { type: 'text/event-stream', say: (parts, why) => `: hello\n\n${sse(...parts.map((content) => ({ choices: [{ delta: { content } }] })), { choices: [{ delta: {}, finish_reason: why }] })}data: [DONE]\n\n` },
  'openai-completions': { type: 'text/event-stream', say: (parts, why) => sse(...parts.map((t) => ({ choices: [{ text: t }] })), { choices: [{ text: '', finish_reason: why }] }) },
  'llamacpp': { type: 'text/event-stream', say: (parts, why) => sse(...parts.map((content) => ({ content, stop: false })), { content: '', stop: true, stop_type: why === 'stop' ? 'eos' : 'limit' }) },
  'ollama': { type: 'application/x-ndjson', say: (parts, why) => [...parts.map((response) => ({ response, done: false })), { response: '', done: true, done_reason: why }].map((l) => `${JSON.stringify(l)}\r\n`).join('') },
  'anthropic': {
    type: 'text/event-stream',
    say: (parts, why) => sse({ type: 'message_start', message: {} }, { type: 'ping' }, ...parts.map((t) => ({ type: 'content_block_delta', delta: { type: 'text_delta', text: t } })),
      { type: 'message_delta', delta: { stop_reason: why === 'stop' ? 'end_turn' : 'max_tokens' } }, { type: 'message_stop' }),
  },
}

describe.each(Object.entries(speaks))('%s', (name, { type, say }) => {
  it('gives the same answer however its bytes and its text are cut', async () => {
    await fc.assert(fc.asyncProperty(text, cuts, cuts, fc.constantFrom('stop' as const, 'length' as const), async (whole, textCuts, byteCuts, why) => {
      const bytes = Buffer.from(say(cutAt(textCuts, whole.length, (from, to) => whole.slice(from, to)), why))
      const answer = await attempt(server(name), replying(type, cutAt(byteCuts.map((c) => c * 3), bytes.length, (from, to) => bytes.subarray(from, to))), told, new AbortController().signal)
      const found = whole.indexOf(stop)
      const yields = found >= 0 || why === 'stop'
      expect(Buffer.from(answer.symbols).toString('hex')).toBe(Buffer.from(found < 0 ? whole : whole.slice(0, found)).toString('hex') + (yields ? 'ff' : ''))
      expect([answer.yielded, answer.finish]).toEqual([yields, yields ? 'stop' : 'length'])
    }), { numRuns: 150 })
  })
  it('is no answer when its end is cut off, wherever that is', async () => {
    const bytes = Buffer.from(say(['one ', 'two'], 'stop'))
    // The end of the answer is dispatched with the last line end that belongs to it; before that no prefix is one.
    const codes = new Set<string>()
    let whole = 0
    for (let end = 0; end < bytes.length; end++) {
      await attempt(server(name), replying(type, [bytes.subarray(0, end)]), told, new AbortController().signal).then(
        (answer) => { whole++; expect(Buffer.from(answer.symbols).toString('latin1')).toBe('one two\xff') },
        (thrown: { code: string }) => { codes.add(thrown.code) })
    }
    expect([...codes].every((code) => ['E_EMPTY', 'E_TRUNCATED', 'E_BADJSON'].includes(code)), [...codes].join()).toBe(true)
    expect(whole).toBeLessThan(60)
  })
})

describe('attempts that fail in any way, then one that does not', () => {
  const { type, say } = speaks['openai-chat']!
  /** How an attempt goes wrong behind a part of its text: the connection breaks, the reply ends, the server says so, or what it says cannot be read. */
  const ways = { breaks: 'E_RESET', ends: 'E_TRUNCATED', error: 'E_UPSTREAM', nonsense: 'E_BADJSON', form: 'E_PROTO', busy: 'E_HTTP' } as const
  const failing = fc.array(fc.tuple(fc.constantFrom(...Object.keys(ways) as (keyof typeof ways)[]), fc.nat({ max: 3 })), { maxLength: 5 })
  const bad = (way: keyof typeof ways, n: number): string => sse(...Array.from({ length: n }, (_, i) => ({ choices: [{ delta: { content: `bad ${i} ` } }] })))
    + { breaks: ': ', ends: '', error: sse({ error: { message: 'no' } }), nonsense: 'data: {\n\n', form: 'data: {"choices": 1}\n\n', busy: '{}' }[way]
  const served = (plan: readonly (readonly [keyof typeof ways, number])[], good: string): { requests: Requests; asked: () => number } => {
    let asked = 0
    return {
      asked: () => asked,
      requests: {
        request: async () => {
          const [way, n] = plan[asked++] ?? [undefined, 0]
          return {
            status: way === 'busy' ? 503 : 200,
            header: (name) => (name === 'content-type' ? type : undefined),
            body: (async function* () {
              yield Buffer.from(way === undefined ? say([good], 'stop') : bad(way, n))
              if (way === 'breaks') throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
            })(),
          }
        },
      },
    }
  }
  it('the answer is the text of one attempt, and none when there are too few', async () => {
    await fc.assert(fc.asyncProperty(failing, fc.integer({ min: 1, max: 5 }), async (plan, attempts) => {
      const { requests, asked } = served(plan, 'good')
      const { signal } = new AbortController()
      const told1: string[] = []
      const result = await withRetries({ attempts, baseMs: 0, capMs: 0 }, signal, () => attempt(server('openai-chat'), requests, told, signal), (f) => { told1.push(f.code) })
        .then(({ result, attempts: made }) => [Buffer.from(result.symbols).toString('latin1'), made], (f: { code: string; attempts: number }) => [f.code, f.attempts])
      // Without text nothing ends in the middle: a reply that has no event at all is an empty one.
      const codes = plan.map(([way, n]) => (way === 'ends' && n === 0 ? 'E_EMPTY' : ways[way]))
      expect(result).toEqual(plan.length < attempts ? ['good\xff', plan.length + 1] : [codes[attempts - 1], attempts])
      expect([told1, asked()]).toEqual([codes.slice(0, attempts - 1), Math.min(plan.length + 1, attempts)])
    }), { numRuns: 300 })
  })
  it('a cancel at any piece of it is the end', async () => {
    const bytes = Buffer.from(say(['one ', 'two ', 'three'], 'length'))
    await fc.assert(fc.asyncProperty(fc.nat({ max: bytes.length - 1 }), async (at) => {
      const control = new AbortController()
      let after = 0
      const requests: Requests = {
        request: async ({ signal }) => ({
          status: 200, header: (name) => (name === 'content-type' ? type : undefined),
          body: (async function* () {
            yield bytes.subarray(0, at)
            control.abort()
            expect(signal.aborted).toBe(true)
            after++
            throw signal.reason
          })(),
        }),
      }
      // The second CR ends the line that dispatches the event.
      const ended = at >= bytes.indexOf('length') + 'length"}]}\r\n\r'.length
      const result = await attempt(server('openai-chat'), requests, told, control.signal).then(() => 'answer', (f: { code: string }) => f.code)
      // Behind the end of the answer there is nothing left to cancel; what the unit does with it is its own affair.
      expect(result).toBe(ended ? 'answer' : 'E_CANCELLED')
      expect(after).toBe(1)
    }), { numRuns: 100 })
  })
})

describe('a history that is told', () => {
  const settings = serverSettingsSchema.parse({})
  const body = fc.array(fc.constantFrom(...[stop, '<|user|>', '<|system|>\n', '<|assistant|>', 'x', '😀'].map((t) => [...Buffer.from(t)]), [0xc3], [0xe2, 0x82]), { maxLength: 4 }).map((parts) => parts.flat())
  const record = fc.tuple(fc.constantFrom([0xf8], [0xf9], [0xfa], []), body, fc.constantFrom([0xff], [0xff], [])).map(([mark, text, end]) => [...mark, ...text, ...end])
  const history = fc.array(record, { maxLength: 8 }).map((records) => Uint8Array.from(records.flat()))
  const times = (all: string, word: string) => all.split(word).length - 1

  it('has as many yields and marks as the segment has, whatever its texts say', () => {
    fc.assert(fc.property(history, (h) => {
      const { prompt } = tell(h, [], defaultSymbols, settings)
      const of = (byte: number) => h.filter((b) => b === byte).length
      expect([times(prompt, stop), times(prompt, '<|system|>'), times(prompt, '<|user|>'), times(prompt, '<|assistant|>')]).toEqual([of(0xff), of(0xf8), of(0xf9), of(0xfa)])
    }), { numRuns: 500 })
  })
  it('only grows', () => {
    fc.assert(fc.property(history, record, (h, more) => {
      const ended = Uint8Array.from([...h, 0xff])
      const longer = tell(Uint8Array.from([...ended, ...more]), [], defaultSymbols, settings).prompt
      expect(longer.startsWith(tell(ended, [], defaultSymbols, settings).prompt)).toBe(true)
    }))
  })
  it('is messages of sides in turn, the system first, and every byte of an answer is the Oracle\'s', () => {
    fc.assert(fc.property(history, fc.nat(), fc.nat(), (h, a, b) => {
      const [start, end] = [a % (h.length + 1), b % (h.length + 1)].sort((x, y) => x - y) as [number, number]
      const authors = ([{ author: 'priestess', start: 0, end: start }, { author: 'oracle', start, end }, { author: 'priestess', start: end, end: h.length }] as const).filter((s) => s.end > s.start)
      const { messages } = tell(h, authors, defaultSymbols, settings)
      messages.forEach((m, i) => {
        expect(m.side).not.toBe(messages[i - 1]?.side)
        if (i > 0) expect(m.side).not.toBe('system')
      })
      // A letter that is written by the Oracle is in one of its messages and in no other.
      const letters = (bytes: Uint8Array) => bytes.filter((byte) => byte === 0x78).length
      const said = messages.filter((m) => m.side === 'oracle').map((m) => times(m.text, 'x')).reduce((x, y) => x + y, 0)
      expect(said).toBeGreaterThanOrEqual(letters(h.subarray(start, end)))
      expect(messages.map((m) => times(m.text, 'x')).reduce((x, y) => x + y, 0)).toBe(letters(h))
    }), { numRuns: 500 })
  })
})

it('tokens computed again: the example of the rule, and what is not known', () => {
  const last = { prompt: 100, completion: 40, grown: true }
  expect(recomputedTokens({ prompt: 160, cached: 96, completion: 5 }, last)).toBe(44)
  expect(recomputedTokens({ prompt: 160, cached: 140, completion: 5 }, last)).toBe(0)
  expect(recomputedTokens({ prompt: 160 }, last)).toBeUndefined()
  expect(recomputedTokens({ prompt: 160, cached: 96 }, { ...last, grown: false })).toBeUndefined()
  expect(recomputedTokens({ prompt: 100, cached: 0 }, undefined)).toBe(0)
  const causes = (cached: number, grown = true, prompt = 160) => tokenDetail({ prompt, cached }, { ...last, grown })!.recomputed
  const none = { encoder: 0, compaction: 0, eviction: 0, resume: 0 }
  // Of 44 tokens, 4 stood in the last prompt (96..99) and 40 in the answer (100..139).
  expect([causes(96), causes(130), causes(140), causes(150)]).toEqual([{ ...none, eviction: 4, encoder: 40 }, { ...none, encoder: 10 }, none, none])
  expect([causes(20, false), causes(20, false, 50)]).toEqual([{ ...none, compaction: 120 }, { ...none, compaction: 30 }])
  expect([tokenDetail({ prompt: 9, cached: 0 }, undefined), tokenDetail({ prompt: 9 }, undefined)]).toEqual([{ prompt: 9, recomputed: none }, undefined])
})

it('overflows are known by their words, and other errors are not', () => {
  for (const words of [
    'request (9001 tokens) exceeds the available context size (8192 tokens), try increasing it', 'context_length_exceeded', 'exceed_context_size_error',
    'This model\'s maximum context length is 8192 tokens, however you requested 9000 tokens', 'prompt is too long: 210000 tokens > 200000 maximum',
    'Please reduce the length of the messages', 'The input token count (40000) exceeds the maximum number of tokens allowed (32768)', 'the prompt is longer than the context window',
  ]) expect(isOverflow(words), words).toBe(true)
  for (const words of ['Loading model', 'queue full', 'Incorrect API key provided', 'model "m" not found', 'invalid temperature: must be between 0 and 2', 'too many requests', 'lost the context of the session'])
    expect(isOverflow(words), words).toBe(false)
})
