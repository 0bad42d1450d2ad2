// Owns: one connection to one server: requests one after another over it, and another connection where the old one has gone stale or was cancelled.
import { Client, errors, type Dispatcher } from 'undici'
import { wordsOf } from '../errors.ts'
import { ServerFailure } from './failure.ts'

/** Connections that are idle are kept so long, if the server does not say otherwise. */
const keepMs = 30_000

export interface HttpRequest {
  readonly method: 'GET' | 'POST'
  /** With the query, if there is one. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Aborted: the connection is closed at once, before the headers and after them. */
  readonly signal: AbortSignal
}
/** A reply whose headers are there. Whoever takes one reads its body to the end or aborts the signal of its request. */
export interface HttpReply {
  readonly status: number
  /** The value of a header, by its name in small letters; undefined: not there. */
  header(name: string): string | undefined
  readonly body: AsyncIterable<Uint8Array>
}

/** Who sends requests: a client, or in a test what stands for one. */
export interface Requests { request(request: HttpRequest): Promise<HttpReply> }

interface Coded { readonly code?: unknown; readonly cause?: unknown }
const codeOf = (thrown: unknown): string => {
  const { code, cause } = (thrown ?? {}) as Coded
  return typeof code === 'string' ? code : cause === undefined ? '' : codeOf(cause)
}

/** What a connection or a parser threw, in the words of the bridge. */
export function failureOf(thrown: unknown): ServerFailure {
  if (thrown instanceof ServerFailure) return thrown
  const code = codeOf(thrown)
  // A refused connection to several addresses has no words of its own.
  const words = wordsOf(thrown) || code || 'no reason given'
  if (thrown instanceof errors.HTTPParserError || /^(UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_SSL|ERR_TLS|EPROTO)/.test(code)) return new ServerFailure('E_PROTO', `the reply is not what was agreed on: ${words}`)
  return new ServerFailure('E_RESET', /REFUSED|NOTFOUND|EAI_AGAIN|UNREACH|CONNECT_TIMEOUT/.test(code) ? `no connection: ${words}` : `the connection broke: ${words}`)
}

/**
 * A server as one user of it sees it; each slot has its own, so that one slot's cancel and one slot's broken connection are nobody else's. It has no time-outs of its own: the
 * signal of a request is how one ends. A request on a connection that was kept from before and broke without one byte of a reply is sent once more on a fresh one: the server had
 * closed it meanwhile, and nothing was answered.
 */
export class HttpClient implements Requests {
  readonly #client: Client

  /** @param origin scheme, host and port */
  constructor(origin: string) {
    this.#client = new Client(origin, { pipelining: 1, headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: keepMs, connect: { timeout: 0 } })
  }

  /** @throws ServerFailure E_RESET, E_PROTO; the signal's reason when it was aborted */
  async request(request: HttpRequest): Promise<HttpReply> {
    const { signal } = request
    for (let again = false; ; again = true) {
      let fresh = false
      const connected = () => { fresh = true }
      this.#client.on('connect', connected)
      try {
        return replyOf(await this.#client.request({ ...request, body: request.body ?? null, headers: { ...request.headers, 'accept-encoding': 'identity' } }))
      } catch (thrown) {
        if (signal.aborted) throw signal.reason
        const failure = failureOf(thrown)
        if (failure.code !== 'E_RESET' || fresh || again) throw failure
      } finally {
        this.#client.off('connect', connected)
      }
    }
  }

  /** Closes the connection, and with it every request that is out. */
  async close(): Promise<void> { await this.#client.destroy() }
}

function replyOf({ statusCode, headers, body }: Dispatcher.ResponseData): HttpReply {
  return {
    status: statusCode,
    header: (name) => {
      const value = headers[name]
      return Array.isArray(value) ? value[0] : value
    },
    body,
  }
}
