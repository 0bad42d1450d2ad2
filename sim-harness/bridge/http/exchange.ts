// Owns: one request and its reply in time: what ends it (the unit, the clock, its reader), and its frames until then.
import { framer, framingOf, type Frame, type Framing } from './event-stream.ts'
import { failureOf, type HttpReply, type HttpRequest, type Requests } from './client.ts'
import { ServerFailure } from './failure.ts'

export interface ExchangeLimits {
  /** Milliseconds until the headers of the reply are there, the connection made in them. */
  readonly headerMs: number
  /** Milliseconds from the headers, or from the last `alive`, in which the reader must call `alive` again. */
  readonly idleMs: number
  /** Most bytes of one frame. */
  readonly maxEventBytes: number
}

/** Bytes of a reply that is no success which are read: enough for the server's words. */
const mostErrorBytes = 65_536
const goneBy = (ms: number, what: string) => new ServerFailure('E_IDLE', `${what} for ${ms} ms`)

/**
 * A request that is out. Everything ends the same way: the connection is closed and the frames end, with the failure that was the reason, or without one after `leave`. A
 * reader that stops in the middle of the frames closes the connection too.
 */
export class Exchange {
  readonly #limits: ExchangeLimits
  readonly #control = new AbortController()
  readonly #outer: AbortSignal
  readonly #cancel: () => void
  #timer: NodeJS.Timeout | undefined
  #reply: HttpReply | undefined
  #leaving = false

  private constructor(limits: ExchangeLimits, outer: AbortSignal) {
    this.#limits = limits
    this.#outer = outer
    this.#cancel = () => this.#fail(new ServerFailure('E_CANCELLED', 'the query was given up'))
    outer.addEventListener('abort', this.#cancel, { once: true })
    if (outer.aborted) this.#cancel()
  }

  /**
   * Sends and waits for the headers.
   * @throws ServerFailure E_CANCELLED when `outer` is aborted, E_IDLE, E_RESET, E_PROTO
   */
  static async open(client: Requests, request: Omit<HttpRequest, 'signal'>, limits: ExchangeLimits, outer: AbortSignal): Promise<Exchange> {
    const exchange = new Exchange(limits, outer)
    exchange.#within(limits.headerMs, () => exchange.#fail(goneBy(limits.headerMs, 'no reply came')))
    try {
      if (outer.aborted) throw exchange.#control.signal.reason
      exchange.#reply = await client.request({ ...request, signal: exchange.#control.signal })
      exchange.alive()
      return exchange
    } catch (thrown) {
      exchange.#settle()
      throw failureOf(thrown)
    }
  }

  get status(): number { return this.#reply!.status }
  /** The value of a header, by its name in small letters. */
  header(name: string): string | undefined { return this.#reply!.header(name) }

  /** Something came that counts: the time runs anew. */
  alive(): void {
    if (!this.#leaving) this.#within(this.#limits.idleMs, () => this.#fail(goneBy(this.#limits.idleMs, 'nothing of an answer came')))
  }

  /** The reader has what it needs: the frames go on for at most `ms` and then end without a failure. 0: at once. */
  leave(ms: number): void {
    this.#leaving = true
    const end = () => this.#control.abort(new ServerFailure('E_CANCELLED', 'the answer is complete'))
    if (ms === 0) end()
    else this.#within(ms, end)
  }

  /**
   * The frames as they come; `usual` is how they are cut where the content type does not say.
   * @throws ServerFailure E_CANCELLED, E_IDLE, E_RESET, E_TOOBIG, E_PROTO; none after `leave`
   */
  async *frames(usual: Framing): AsyncGenerator<Frame> {
    try {
      const encoding = this.header('content-encoding')
      if (encoding !== undefined && encoding.toLowerCase() !== 'identity') throw new ServerFailure('E_PROTO', 'the server packed its reply, though it was asked not to')
      const frames = framer(framingOf(this.header('content-type'), usual), this.#limits.maxEventBytes)
      for await (const bytes of this.#reply!.body) {
        for (const frame of frames.feed(bytes)) {
          if (this.#control.signal.aborted) throw this.#control.signal.reason
          yield frame
        }
      }
      yield* frames.finish()
    } catch (thrown) {
      if (!this.#leaving) throw failureOf(this.#control.signal.aborted ? this.#control.signal.reason : thrown)
    } finally {
      this.close()
    }
  }

  /** The start of the body as text, for the words of an error: what came in the time that is allowed, whatever ended it. Closes the exchange. */
  async words(): Promise<string> {
    const parts: Uint8Array[] = []
    let size = 0
    try {
      for await (const bytes of this.#reply!.body) {
        parts.push(bytes)
        if ((size += bytes.length) >= mostErrorBytes) break
      }
    } catch {
      // What came is what there is to say; only the unit's word is not lost.
      if (this.#outer.aborted) throw failureOf(this.#control.signal.reason)
    } finally {
      this.close()
    }
    return new TextDecoder().decode(Buffer.concat(parts).subarray(0, mostErrorBytes))
  }

  /** Ends the exchange. A connection whose reply was read to its end stays for the next one, every other is closed. */
  close(): void {
    this.#leaving = true
    this.#settle()
    this.#control.abort(new ServerFailure('E_CANCELLED', 'the reply is not wanted any more'))
  }

  #fail(failure: ServerFailure): void {
    this.#settle()
    this.#control.abort(failure)
  }

  #within(ms: number, act: () => void): void {
    clearTimeout(this.#timer)
    if (!this.#control.signal.aborted) this.#timer = setTimeout(act, ms)
  }

  #settle(): void {
    clearTimeout(this.#timer)
    this.#outer.removeEventListener('abort', this.#cancel)
  }
}
