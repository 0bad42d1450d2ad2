// Owns: the JSON that a llama.cpp server is asked with and answers, over HTTP: attempts, times and the words of its errors.
import { ServerFailure as Failure } from '../../http/failure.ts'
import { HttpClient } from '../../http/client.ts'
import { Exchange, type ExchangeLimits } from '../../http/exchange.ts'
import { retryAfterMs, withRetries, type RetrySettings } from '../../http/retry.ts'
import { redactor, shortened } from '../../http/secrets.ts'

/** One connection to a server. What these throw reaches the unit as a fault, unless it is E_CONTEXT: then the history is refused. */
export interface LlamaServer {
  /** @returns the JSON of the answer */
  get(path: string, signal: AbortSignal): Promise<unknown>
  /** @returns the JSON of the answer */
  post(path: string, body: object, signal: AbortSignal): Promise<unknown>
  /** The JSON of all events of a stream, once one with `stop` has come. */
  events(path: string, body: object, signal: AbortSignal): Promise<readonly unknown[]>
  close(): Promise<void>
}

export interface LlamaServerSettings extends ExchangeLimits {
  /** http://host:port, with a path before the server's own if there is one. */
  readonly url: URL
  readonly apiKey?: string | undefined
  readonly retry: RetrySettings
  /** Told of each attempt that is followed by another. */
  readonly tell?: (message: string) => void
}

const words = (body: string): { type: string; message: string } => {
  try {
    const { error } = JSON.parse(body) as { error?: { type?: unknown; message?: unknown } }
    return { type: String(error?.type ?? ''), message: String(error?.message ?? body) }
  } catch {
    return { type: '', message: body }
  }
}

/** What an error object or an error status says, as a failure of ours. */
function failure(status: number, body: string, again?: number): Failure {
  const { type, message } = words(body)
  const text = `the server answered ${status}: ${shortened(message) || 'no reason given'}`
  if (type === 'exceed_context_size_error') return new Failure('E_CONTEXT', shortened(message))
  if (status === 401 || status === 403) return new Failure('E_AUTH', text)
  if (status === 429) return new Failure('E_RATE', text, { retryAfterMs: again })
  return new Failure('E_HTTP', text, { again: status === 408 || status >= 500, retryAfterMs: again })
}

const parsed = (data: string): unknown => {
  try {
    return JSON.parse(data)
  } catch {
    throw new Failure('E_BADJSON', 'the server sent what is not JSON')
  }
}

/** Opens no connection before it is asked. */
export function llamaServer(settings: LlamaServerSettings): LlamaServer {
  const { url, apiKey, retry } = settings
  const client = new HttpClient(url.origin)
  const hide = redactor(apiKey)
  const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json', ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }) }
  const base = url.pathname.replace(/\/+$/, '')

  async function attempt<T>(method: 'GET' | 'POST', path: string, body: object | undefined, signal: AbortSignal, read: (exchange: Exchange) => Promise<T>): Promise<T> {
    try {
      const { result } = await withRetries(retry, signal, async () => {
        const exchange = await Exchange.open(client, { method, path: `${base}${path}`, headers, ...(body ? { body: JSON.stringify(body) } : {}) }, settings, signal)
        if (exchange.status === 200) return read(exchange)
        const again = retryAfterMs(exchange.header('retry-after'), exchange.header('date'), Date.now())
        throw failure(exchange.status, await exchange.words(), again)
      }, (failed, wait) => settings.tell?.(hide(`${failed.message}; another attempt in ${wait} ms`)))
      return result
    } catch (thrown) {
      if (thrown instanceof Failure) thrown.message = hide(thrown.message)
      throw thrown
    }
  }

  const whole = async (exchange: Exchange): Promise<unknown> => {
    for await (const { data } of exchange.frames('json')) return parsed(data)
    throw new Failure('E_EMPTY', 'the server answered nothing')
  }

  const all = async (exchange: Exchange): Promise<readonly unknown[]> => {
    const events: unknown[] = []
    let ended = false
    for await (const { data } of exchange.frames('sse')) {
      if (ended || data === '[DONE]') continue
      const event = parsed(data) as { stop?: unknown; error?: { code?: unknown } } | null
      if (event?.error !== undefined) throw event.error?.code === 400 ? failure(400, data) : new Failure('E_UPSTREAM', shortened(words(data).message))
      exchange.alive()
      events.push(event)
      ended = event?.stop === true
      if (ended) exchange.leave(300)
    }
    if (events.length === 0) throw new Failure('E_EMPTY', 'the server answered nothing')
    if (!ended) throw new Failure('E_TRUNCATED', 'the answer of the server has no end')
    return events
  }

  return {
    get: (path, signal) => attempt('GET', path, undefined, signal, whole),
    post: (path, body, signal) => attempt('POST', path, body, signal, whole),
    events: (path, body, signal) => attempt('POST', path, body, signal, all),
    close: () => client.close(),
  }
}
