import fc from 'fast-check'
import { createServer, type AddressInfo, type Server as NetServer, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { dialectNamed } from '../../../../sim-harness/bridge/dialects/index.ts'
import { serverSettingsSchema } from '../../../../sim-harness/bridge/dialects/settings.ts'
import { defaultSymbols } from '../../../../sim-harness/bridge/history/records.ts'
import { ServerFailure, type ServerCode } from '../../../../sim-harness/bridge/http/failure.ts'
import { retryAfterMs, waitAfter, withRetries } from '../../../../sim-harness/bridge/http/retry.ts'
import { hidden, redactor, shortened } from '../../../../sim-harness/bridge/http/secrets.ts'
import type { AnswerEvent, Oracle } from '../../../../sim-harness/bridge/oracle.ts'
import { serverWith, type ServerOptions } from '../../../../sim-harness/bridge/oracles/open-server.ts'
import { bytes } from '../play.ts'

const open: { close(): Promise<unknown> }[] = []
afterEach(async () => { for (const o of open.splice(0)) await o.close() })

/** A server that does with each request what `serve` says; `n` counts requests, `own` those of the connection. */
async function listening(serve: (socket: Socket, n: number, own: number, body: string) => void): Promise<string> {
  const sockets = new Set<Socket>()
  let all = 0
  const server: NetServer = createServer((socket) => {
    sockets.add(socket)
    let own = 0
    let kept = ''
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket)).on('data', (data) => {
      kept += data.toString('latin1')
      const head = kept.indexOf('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(kept)?.[1] ?? 0)
      if (head < 0 || kept.length < head + 4 + length) return
      const body = kept.slice(head + 4)
      kept = ''
      serve(socket, all++, own++, body)
    })
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  open.push({ close: () => new Promise((resolve) => { sockets.forEach((s) => s.destroy()); server.close(resolve) }) })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const event = (content: string, finish: string | null = null) => `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: finish }] })}\n\n`
const whole = (text: string) => {
  const body = event(text, 'stop')
  return `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}

function asking(url: string, config: object = {}, options: ServerOptions = {}): { oracle: Oracle; failures: { code: string; attempts: number; slot: number }[] } {
  const failures: { code: string; attempts: number; slot: number }[] = []
  const settings = serverSettingsSchema.parse({ ...config, retry: { attempts: 1, base_ms: 1, cap_ms: 50, ...(config as { retry?: object }).retry } })
  const oracle = serverWith(dialectNamed('openai-chat')!, url, defaultSymbols, settings, { ...options, failed: (f) => { failures.push(f) } })
  open.push({ close: () => oracle.dispose() })
  return { oracle, failures }
}
async function ask(oracle: Oracle, text = 'Q', slot = 0, signal: AbortSignal = new AbortController().signal): Promise<string> {
  const events: AnswerEvent[] = []
  for await (const e of oracle.ask({ slot, sequence: 1, history: Uint8Array.from([...bytes(text), 0xff]), common: 0, signal })) events.push(e)
  expect(events).toHaveLength(1)
  const [only] = events
  return only!.kind === 'symbols' ? Buffer.from(only!.symbols).toString('latin1') : `${only!.kind} ${only!.message}`
}

describe('a connection', () => {
  it('that was kept and breaks without a word is replaced, and that is no attempt', async () => {
    const seen: [number, number][] = []
    const { oracle, failures } = asking(await listening((socket, n, own) => {
      seen.push([n, own])
      // The second request of a connection finds it gone.
      if (own === 1) socket.resetAndDestroy()
      else socket.write(whole(`${n}`))
    }))
    expect([await ask(oracle), await ask(oracle), await ask(oracle)]).toEqual(['0\xff', '2\xff', '4\xff'])
    expect(seen).toEqual([[0, 0], [1, 1], [2, 0], [3, 1], [4, 0]])
    expect(failures).toEqual([])
  })
  it('that is fresh and breaks is an attempt', async () => {
    let all = 0
    const { oracle, failures } = asking(await listening((socket) => { all++; socket.resetAndDestroy() }), { retry: { attempts: 3 } })
    expect(await ask(oracle)).toMatch(/^fault E_RESET: the connection broke.*\(after 3 attempts\)$/)
    expect([all, failures.map((f) => f.attempts)]).toEqual([3, [3]])
  })
  it('that nobody listens on is tried again, then a fault', async () => {
    const url = await listening(() => undefined)
    await open.pop()!.close()
    const { oracle, failures } = asking(url, { retry: { attempts: 2 } })
    expect(await ask(oracle)).toMatch(/^fault E_RESET: no connection/)
    expect(failures).toMatchObject([{ code: 'E_RESET', attempts: 2 }])
  })
  it('on which no headers come is given up in time', async () => {
    let gone: Promise<void> | undefined
    const url = await listening((socket) => {
      gone = new Promise((resolve) => { socket.once('close', () => resolve()) })
      socket.write('HTTP/1.1 200 OK\r\ncontent-ty')
    })
    const { oracle } = asking(url, { header_ms: 120, retry: { attempts: 3 } })
    expect(await ask(oracle)).toBe('fault E_IDLE: no reply came for 120 ms')
    await gone
  })
  it.each([
    ['no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n\r\n'],
    ['headers without end', `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(20_000)}`],
    ['a length that is none', 'HTTP/1.1 200 OK\r\ncontent-length: x\r\n\r\n'],
  ])('that speaks otherwise: %s', async (_, said) => {
    const { oracle } = asking(await listening((socket) => { socket.write(said) }))
    expect(await ask(oracle)).toMatch(/^fault E_PROTO: the reply is not what was agreed on/)
  })
  it('whose body is shorter than it said is broken', async () => {
    const { oracle } = asking(await listening((socket) => { socket.end(`HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 9999\r\n\r\n${event('half')}`) }))
    expect(await ask(oracle)).toMatch(/^fault E_RESET/)
  })
  it('answers in chunks with trailers and informational replies before it', async () => {
    const body = event('a', 'stop')
    const { oracle } = asking(await listening((socket) => {
      socket.write(`HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\nHTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n${body.length.toString(16)};x=y\r\n${body}\r\n0\r\nt: u\r\n\r\n`)
    }))
    expect(await ask(oracle)).toBe('a\xff')
  })
})

describe('several slots', () => {
  it('ask at once; a cancel, a failure and a wait of one are no one else\'s', async () => {
    const waiting: Socket[] = []
    const tries = new Map<string, number>()
    const closed: string[] = []
    const url = await listening((socket, _n, _own, body) => {
      const who = (JSON.parse(body) as { messages: { content: string }[] }).messages[0]!.content
      const nth = (tries.get(who) ?? 0) + 1
      tries.set(who, nth)
      socket.once('close', () => closed.push(who))
      if (who === 'hangs') socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n: wait\n\n')
      else if (who === 'fails' || (who === 'again' && nth < 3)) socket.resetAndDestroy()
      else if (who === 'last') waiting.push(socket)
      else socket.write(whole(`${who} ${nth}`))
    })
    const { oracle, failures } = asking(url, { retry: { attempts: 3 } })
    const stop = new AbortController()
    const hangs = ask(oracle, 'hangs', 0, stop.signal)
    const last = ask(oracle, 'last', 4)
    expect(await Promise.all([ask(oracle, 'fails', 1), ask(oracle, 'again', 2), ask(oracle, 'good', 3)])).toEqual([expect.stringMatching(/^fault E_RESET.*after 3/), 'again 3\xff', 'good 1\xff'])
    stop.abort()
    expect(await hangs).toBe('fault E_CANCELLED: the query was given up')
    while (!closed.includes('hangs')) await new Promise((resolve) => { setImmediate(resolve) })
    while (waiting.length === 0) await new Promise((resolve) => { setImmediate(resolve) })
    waiting[0]!.write(whole('last 1'))
    expect(await last).toBe('last 1\xff')
    expect(failures.map((f) => [f.slot, f.code])).toEqual([[1, 'E_RESET'], [0, 'E_CANCELLED']])
    expect([tries.get('hangs'), tries.get('last')]).toEqual([1, 1])
  })
  it('a cancel before the headers, in a wait, and before anything', async () => {
    const arrived: Socket[] = []
    let gone = 0
    const url = await listening((socket, _n, _own, body) => {
      socket.once('close', () => gone++)
      if (body.includes('busy')) socket.write('HTTP/1.1 503 Busy\r\ncontent-length: 0\r\nretry-after: 40\r\n\r\n')
      else arrived.push(socket)
    })
    const { oracle } = asking(url, { retry: { attempts: 2, cap_ms: 60_000 } })
    const [first, second] = [new AbortController(), new AbortController()]
    const silent = ask(oracle, 'silent', 0, first.signal)
    while (arrived.length === 0) await new Promise((resolve) => { setImmediate(resolve) })
    first.abort()
    expect(await silent).toMatch(/^fault E_CANCELLED/)
    while (gone === 0) await new Promise((resolve) => { setImmediate(resolve) })
    const lines: string[] = []
    const waits = asking(url, { retry: { attempts: 2, cap_ms: 60_000 } }, { log: (line) => { lines.push(line); second.abort() } })
    expect(await ask(waits.oracle, 'busy', 1, second.signal)).toMatch(/^fault E_CANCELLED: the query was given up between two attempts/)
    expect(lines[0]).toContain('the next one in 40000 ms')
    expect(await ask(oracle, 'never sent', 2, AbortSignal.abort())).toMatch(/^fault E_CANCELLED/)
    expect(arrived).toHaveLength(1)
  })
  it('an answer that came as the unit gave up goes nowhere', async () => {
    const control = new AbortController()
    const { oracle } = asking(await listening((socket) => { socket.write(whole('late')) }), {}, { arrived: () => setImmediate(() => control.abort()) })
    expect(await ask(oracle, 'Q', 0, control.signal)).toMatch(/^(fault E_CANCELLED|late)/)
  })
})

describe('attempts', () => {
  const failures: ServerCode[] = ['E_RESET', 'E_TRUNCATED', 'E_IDLE', 'E_UPSTREAM', 'E_AUTH', 'E_HTTP', 'E_CONTEXT', 'E_EMPTY', 'E_TOOBIG']
  it('end at the first that is final, at the first success, or when there are enough; each waits as long as it must', async () => {
    const again = new Set<ServerCode>(['E_RESET', 'E_TRUNCATED', 'E_UPSTREAM', 'E_EMPTY'])
    const plan = fc.array(fc.tuple(fc.constantFrom(...failures, 'good' as const), fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined })), { minLength: 1, maxLength: 6 })
    await fc.assert(fc.asyncProperty(plan, fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 3 }), async (steps, attempts, capMs) => {
      // What must happen, from the rules: walk the plan.
      const script = [...steps, ['good', undefined] as const]
      let end = 0
      for (;;) {
        const [what, after] = script[end]!
        if (what === 'good' || !again.has(what) || (after ?? 0) > capMs || end + 1 === attempts) break
        end++
      }
      const [last, after] = script[end]!
      const waits: number[] = []
      const result = await withRetries({ attempts, baseMs: 1, capMs }, new AbortController().signal, async (n) => {
        const [what, retry] = script[n - 1]!
        if (what !== 'good') throw new ServerFailure(what, what, { retryAfterMs: retry })
        return n
      }, (_f, wait) => { waits.push(wait) }).catch((thrown: unknown) => thrown as ServerFailure)
      if (last === 'good') expect(result).toEqual({ result: end + 1, attempts: end + 1 })
      else expect(result).toMatchObject({ code: again.has(last) && (after ?? 0) > capMs ? 'E_RATE' : last, attempts: end + 1 })
      expect(waits).toEqual(script.slice(0, end).map(([, retry], n) => Math.max(Math.min(capMs, 2 ** n), retry ?? 0)))
    }), { numRuns: 200 })
  })
  it('a wait doubles, is never over the cap, and never under what the server asks', () => {
    const fails = (retry?: number) => new ServerFailure('E_HTTP', 'x', { retryAfterMs: retry })
    const settings = { baseMs: 10, capMs: 1000 }
    expect([1, 2, 3, 7, 8, 5000].map((n) => waitAfter(n, fails(), settings))).toEqual([10, 20, 40, 640, 1000, 1000])
    expect([waitAfter(1, fails(700), settings), waitAfter(8, fails(700), settings), waitAfter(1, fails(1000), settings)]).toEqual([700, 1000, 1000])
    expect(waitAfter(1, fails(1001), settings)).toMatchObject({ code: 'E_RATE', again: false })
    expect(waitAfter(3, fails(), { baseMs: 0, capMs: 0 })).toBe(0)
  })
  it('a fault of ours is not tried again', async () => {
    let tries = 0
    await expect(withRetries({ attempts: 5, baseMs: 0, capMs: 0 }, new AbortController().signal, async () => { tries++; throw new TypeError('ours') })).rejects.toThrow('ours')
    expect(tries).toBe(1)
  })
  it('Retry-After in seconds or as a date, by the clock of the reply', () => {
    const now = Date.parse('Tue, 01 Dec 2026 10:00:00 GMT')
    expect([retryAfterMs('2', undefined, now), retryAfterMs(' 0.5 ', undefined, now), retryAfterMs('Tue, 01 Dec 2026 10:00:07 GMT', undefined, now)]).toEqual([2000, 500, 7000])
    expect(retryAfterMs('Tue, 01 Dec 2026 10:00:07 GMT', 'Tue, 01 Dec 2026 10:00:04 GMT', now)).toBe(3000)
    expect([retryAfterMs('Tue, 01 Dec 2026 09:00:00 GMT', undefined, now), retryAfterMs('soon', undefined, now), retryAfterMs('', undefined, now), retryAfterMs(undefined, undefined, now)]).toEqual([0, undefined, undefined, undefined])
  })
})

describe('secrets', () => {
  it('a key is in no text, in none of its forms', () => {
    fc.assert(fc.property(fc.string({ minLength: 6, maxLength: 20 }), fc.string(), fc.string(), (key, before, after) => {
      const redact = redactor(key)
      for (const form of [key, encodeURIComponent(key), JSON.stringify(key), Buffer.from(key).toString('base64')]) {
        const said = redact(before + form + after)
        // What was around it may happen to be a part of the mark.
        if (!hidden.includes(key)) expect(said.includes(key)).toBe(false)
      }
    }))
  })
  it('nor any Bearer value', () => {
    expect(redactor(undefined)('sent Authorization: Bearer abc.def-123, got 401')).toBe('sent Authorization: Bearer [key], got 401')
    expect(redactor('k-1')('bearer k-1; "Bearer other"')).toBe('bearer [key]; "Bearer [key]"')
  })
  it('words of servers are one short line without controls', () => {
    expect(shortened('a\r\n\tb\u001b[31m\u202ec')).toBe('a b [31m c')
    expect(shortened('😀'.repeat(500)).length).toBeLessThanOrEqual(480)
    expect(shortened('x'.repeat(500))).toBe(`${'x'.repeat(237)}...`)
  })
})
