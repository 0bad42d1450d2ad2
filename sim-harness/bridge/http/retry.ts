// Owns: several attempts at one thing: which failures are tried again, how long to wait, and when to give up.
import { setTimeout as sleep } from 'node:timers/promises'
import { ServerFailure } from './failure.ts'

export interface RetrySettings {
  /** All attempts, the first one counted. */
  readonly attempts: number
  /** Milliseconds before the second attempt; doubled each time. */
  readonly baseMs: number
  /** Most milliseconds between two attempts. */
  readonly capMs: number
}

/** Milliseconds to wait after attempt number `made` (1 is the first), or the failure that a longer wait is. */
export function waitAfter(made: number, failure: ServerFailure, { baseMs, capMs }: Omit<RetrySettings, 'attempts'>): number | ServerFailure {
  const asked = failure.retryAfterMs ?? 0
  if (asked > capMs) return new ServerFailure('E_RATE', `the server wants ${asked} ms without a request, more than the ${capMs} ms that are allowed: ${failure.message}`, { again: false })
  // 2 ** 1100 is Infinity, and 0 times it is no number.
  return Math.max(Math.min(capMs, baseMs * 2 ** Math.min(made - 1, 1000)), asked)
}

/** The milliseconds that a `Retry-After` header asks for, seconds or a date; undefined: none, or one that cannot be read. `date` is the reply's own clock. */
export function retryAfterMs(header: string | undefined, date: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000)
  const at = Date.parse(text)
  if (text === '' || Number.isNaN(at)) return undefined
  const from = Date.parse(date ?? '')
  return Math.max(0, at - (Number.isNaN(from) ? now : from))
}

/**
 * `attempt` until it succeeds: its result and the number of attempts.
 * @param tell told of every failure that is followed by another attempt, and of the wait
 * @throws ServerFailure the last one, with `attempts`; E_CANCELLED as soon as `signal` is aborted, also in a wait
 */
export async function withRetries<T>(
  settings: RetrySettings, signal: AbortSignal, attempt: (number: number) => Promise<T>, tell: (failure: ServerFailure, waitMs: number) => void = () => undefined,
): Promise<{ result: T; attempts: number }> {
  for (let made = 1; ; made++) {
    let failure: ServerFailure
    try {
      return { result: await attempt(made), attempts: made }
    } catch (thrown) {
      // Anything else is a fault of ours, which no attempt mends.
      if (!(thrown instanceof ServerFailure)) throw thrown
      failure = thrown
    }
    const wait = failure.again ? waitAfter(made, failure, settings) : 0
    if (wait instanceof ServerFailure) failure = wait
    failure.attempts = made
    if (!failure.again || made >= settings.attempts || typeof wait !== 'number') throw failure
    tell(failure, wait)
    try {
      await sleep(wait, undefined, { signal })
    } catch {
      throw Object.assign(new ServerFailure('E_CANCELLED', 'the query was given up between two attempts'), { attempts: made })
    }
  }
}
