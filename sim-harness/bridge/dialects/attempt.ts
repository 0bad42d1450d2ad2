// Owns: one attempt at an answer: a request in a dialect, its reply read to the end, and the answer it was or the failure.
import { z } from 'zod'
import type { Symbols } from '../history/records.ts'
import type { Requests } from '../http/client.ts'
import { Exchange } from '../http/exchange.ts'
import { framingOf } from '../http/event-stream.ts'
import { ServerFailure } from '../http/failure.ts'
import { retryAfterMs } from '../http/retry.ts'
import { shortened } from '../http/secrets.ts'
import { joined } from '../slot-mirror.ts'
import { AnswerText } from './answer-text.ts'
import { errorWords, type Dialect, type Reading, type Told, type Usage } from './dialect.ts'
import { isOverflow } from './overflow.ts'
import type { ServerSettings } from './settings.ts'

/** A server, as the user named it. */
export interface Server {
  readonly dialect: Dialect
  /** Scheme, host and port. */
  readonly origin: string
  /** Path and query of the requests. */
  readonly path: string
  readonly model: string | undefined
  readonly key: string | undefined
  /** Takes the key out of what people read. */
  readonly redact: (text: string) => string
  readonly settings: ServerSettings
  readonly symbols: Symbols
}

/** An answer that is one: `symbols` are what is appended, with the yield symbol where it yielded. */
export interface ServerAnswer { readonly symbols: Uint8Array; readonly yielded: boolean; readonly finish: string; readonly usage: Usage }

/** How long a reply may go on behind the end of its answer, for the token counts. */
const afterEndMs = 300

/** Reads the frames of one reply. */
class Reader {
  readonly #server: Server
  readonly #text: AnswerText
  #frames = 0
  #finish: string | undefined
  #done = false
  #cut = false
  #usage: Usage = {}

  constructor(server: Server) {
    this.#server = server
    this.#text = new AnswerText(server.settings.yield, server.settings.max_answer_bytes)
  }

  /** Units of text so far. */
  get length(): number { return this.#text.length }
  get ended(): boolean { return this.#done || this.#finish !== undefined }

  /** What a frame changed: `counts` for the time, `left`: the answer is complete, though the server goes on. */
  take(data: string): { counts: boolean; left: boolean } {
    if (data.trim() === '') return { counts: false, left: false }
    this.#frames++
    if (data.trim() === '[DONE]') {
      this.#done = true
      return { counts: true, left: false }
    }
    const reading = this.#read(data)
    if (reading === undefined) return { counts: false, left: false }
    if (reading.error !== undefined) throw upstream(this.#server, reading.error)
    this.#usage = { ...this.#usage, ...Object.fromEntries(Object.entries(reading.usage ?? {}).filter(([, n]) => n !== undefined)) }
    this.#cut ||= reading.cut ?? false
    const open = !this.ended
    if (open) {
      this.#text.add(reading.text ?? '')
      this.#finish = this.#text.yielded ? 'stop' : reading.finish
    }
    this.#done ||= reading.done ?? false
    const works = Boolean(reading.text) || Boolean(reading.works)
    return { counts: open && (works || this.ended), left: open && this.#text.yielded && reading.finish === undefined && !reading.done }
  }

  /** Undefined: behind the end of the answer nothing that cannot be read matters. */
  #read(data: string): Reading | undefined {
    try {
      return this.#server.dialect.read(JSON.parse(data))
    } catch (thrown) {
      if (this.ended) return undefined
      if (thrown instanceof SyntaxError) throw new ServerFailure('E_BADJSON', `the server sent what is not JSON: ${said(this.#server, data, 80)}`)
      if (thrown instanceof z.ZodError) throw new ServerFailure('E_PROTO', `the server sent a frame of another form than ${this.#server.dialect.name} has, at ${thrown.issues[0]?.path.join('.') || 'its top'}`)
      throw thrown
    }
  }

  /** @param whole the reply was one JSON value: its end is the end of the answer */
  answer(whole: boolean): ServerAnswer {
    if (this.#frames === 0) throw new ServerFailure('E_EMPTY', 'the reply is a success and has no content')
    if (!this.ended && !whole) throw new ServerFailure('E_TRUNCATED', 'the reply ended in the middle of the answer')
    if (!this.ended && this.#text.length === 0) throw new ServerFailure('E_PROTO', 'the reply has no answer in it')
    if (this.#cut) throw new ServerFailure('E_PROMPT_CUT', 'the server says that it has read only a part of the history')
    const { symbols } = this.#server
    const finish = this.#finish ?? 'none'
    const yielded = this.#text.yielded || finish === 'stop'
    const bytes = this.#text.bytes(symbols)
    return { symbols: yielded ? joined([bytes, Uint8Array.of(symbols.yieldSymbol)]) : bytes, yielded, finish, usage: this.#usage }
  }
}

/** Words of the server: the key goes first, so that no cut leaves a part of it. */
const said = (server: Server, words: string, most?: number) => shortened(server.redact(words), most)
const upstream = (server: Server, words: string) =>
  (isOverflow(words) ? new ServerFailure('E_CONTEXT', `the history is too long: ${said(server, words)}`) : new ServerFailure('E_UPSTREAM', `the server failed: ${said(server, words)}`))

/** What a reply that is no success means. */
async function refusal(server: Server, exchange: Exchange): Promise<ServerFailure> {
  const { status } = exchange
  const [after, date] = [exchange.header('retry-after'), exchange.header('date')]
  const body = await exchange.words()
  let words = body
  try {
    const json = JSON.parse(body) as { error?: unknown; message?: unknown; detail?: unknown }
    words = errorWords(json?.error) ?? errorWords(json?.message) ?? errorWords(json?.detail) ?? body
  } catch {
    // A page, or plain words.
  }
  const message = `the server answered ${status}${words.trim() === '' ? '' : `: ${said(server, words)}`}`
  if (status === 401 || status === 403) return new ServerFailure('E_AUTH', message)
  if (status === 429) return new ServerFailure('E_RATE', message, { retryAfterMs: retryAfterMs(after, date, Date.now()) })
  if (status >= 400 && status !== 404 && isOverflow(words)) return new ServerFailure('E_CONTEXT', message)
  return new ServerFailure('E_HTTP', message, { again: status === 408 || status >= 500, retryAfterMs: retryAfterMs(after, date, Date.now()) })
}

/** Objects are joined field by field, where both have one; the bridge's own fields of a nested object win. A null takes a field away. */
function withFields(own: Readonly<Record<string, unknown>>, more: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const isObject = (x: unknown): x is Record<string, unknown> => typeof x === 'object' && x !== null && !Array.isArray(x)
  const all: Record<string, unknown> = { ...own }
  for (const [key, value] of Object.entries(more)) all[key] = isObject(value) && isObject(own[key]) ? { ...value, ...own[key] } : value
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null && value !== undefined))
}

/**
 * Asks once. Nothing of an attempt that fails is kept.
 * @param arrived told how much text of the answer is there, in UTF-16 units
 * @throws ServerFailure
 */
export async function attempt(server: Server, client: Requests, told: Told, signal: AbortSignal, arrived: (units: number) => void = () => undefined): Promise<ServerAnswer> {
  const { dialect, settings, key } = server
  const keyHeader = key === undefined || key === '' ? [] : [dialect.keyHeader(key)]
  const exchange = await Exchange.open(client, {
    method: 'POST', path: server.path,
    headers: { 'content-type': 'application/json', 'accept': 'text/event-stream, application/x-ndjson, application/json', ...dialect.headers, ...Object.fromEntries(keyHeader) },
    body: JSON.stringify(withFields(dialect.body(told, settings, server.model), settings.request)),
  }, { headerMs: settings.header_ms, idleMs: settings.idle_ms, maxEventBytes: settings.max_event_bytes }, signal)
  try {
    if (exchange.status < 200 || exchange.status > 299) throw await refusal(server, exchange)
    const reader = new Reader(server)
    for await (const { data } of exchange.frames(dialect.framing)) {
      const before = reader.ended
      const { counts, left } = reader.take(data)
      if (counts) exchange.alive()
      if (counts) arrived(reader.length)
      if (left) exchange.leave(0)
      else if (reader.ended && !before) exchange.leave(afterEndMs)
    }
    return reader.answer(framingOf(exchange.header('content-type'), dialect.framing) === 'json')
  } finally {
    exchange.close()
  }
}
