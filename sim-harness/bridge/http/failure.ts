// Owns: how asking a server can fail: one class, the codes, and which of them are worth another attempt.

/** What each code says, for the reference page, and whether another attempt may help. An attempt that fails appends nothing to the segment, whatever the code. */
export const serverFailures = {
  E_AUTH: { again: false, doc: 'the server refused the key (401, 403)' },
  E_BADJSON: { again: true, doc: 'an event or the whole reply was not JSON' },
  E_CANCELLED: { again: false, doc: 'the unit gave the query up; the connection was closed at once' },
  E_CONTEXT: { again: false, doc: "the history is longer than the model's context; the unit is told `reject`, so that the kernel may compact" },
  E_EMPTY: { again: true, doc: 'the reply was a success without any event' },
  E_HTTP: { again: false, doc: 'another status; 408 and 5xx are tried again, every other one is final' },
  E_IDLE: { again: false, doc: 'nothing that carries text or ends the answer came in the time that is allowed' },
  E_PROMPT_CUT: { again: false, doc: 'the server read less of the history than it must have, and answered all the same' },
  E_PROTO: { again: true, doc: 'the reply was no HTTP, of a kind that no dialect has, or of another form than the dialect says' },
  E_RATE: { again: true, doc: 'too many requests (429), or the server wants a longer wait than `retry.cap_ms`: that one is final' },
  E_RESET: { again: true, doc: 'there was no connection, or it broke' },
  E_TOOBIG: { again: false, doc: 'an event or an answer was larger than the settings allow' },
  E_TRUNCATED: { again: true, doc: 'the reply ended without an end of the answer' },
  E_UPSTREAM: { again: true, doc: 'the server sent an error in the middle of its answer' },
} as const satisfies Record<string, { readonly again: boolean; readonly doc: string }>
export type ServerCode = keyof typeof serverFailures

export interface FailureAbout {
  /** Whether another attempt may help; absent: what the table says of the code. */
  readonly again?: boolean | undefined
  /** The server wants no request before so many milliseconds. */
  readonly retryAfterMs?: number | undefined
}

/** A failed attempt, later a failed query. `message` is one short sentence for people; a key never stands in it once it has left `attempts`. */
export class ServerFailure extends Error {
  readonly code: ServerCode
  readonly again: boolean
  readonly retryAfterMs: number | undefined
  /** Attempts that were made in all, once no other follows. */
  attempts = 1
  constructor(code: ServerCode, message: string, about: FailureAbout = {}) {
    super(message)
    this.name = 'ServerFailure'
    this.code = code
    this.again = about.again ?? serverFailures[code].again
    this.retryAfterMs = about.retryAfterMs
  }
}
