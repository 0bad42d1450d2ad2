// Owns: from the bytes of a reply to its frames: events of a text/event-stream, lines of JSON, or one JSON value; none larger than is allowed, and the same however the bytes were cut up.
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { ServerFailure } from './failure.ts'

/** One event, line or whole reply. `event`: the name that an event stream gave it. */
export interface Frame { readonly data: string; readonly event?: string | undefined }
/** How a reply is cut into frames. */
export type Framing = 'sse' | 'ndjson' | 'json'

const LF = 10
const CR = 13

/** Takes the bytes of one reply as they come; what does not end properly is no frame. */
export interface Framer {
  /** @throws ServerFailure E_TOOBIG */
  feed(bytes: Uint8Array): Frame[]
  /** The last frame, where the end of the reply ends one. */
  finish(): Frame[]
}

const tooBig = (what: string, most: number) => new ServerFailure('E_TOOBIG', `${what} has more than ${most} bytes`)

/** CR and CRLF become LF, at once: what stands at the end of a chunk does not wait for what follows. */
class LineEnds {
  #cr = false

  take(bytes: Uint8Array): Uint8Array {
    if (bytes.length === 0 || (!this.#cr && !bytes.includes(CR))) return bytes
    const out = new Uint8Array(bytes.length)
    let n = 0
    for (const byte of bytes) {
      if (byte !== LF || !this.#cr) out[n++] = byte === CR ? LF : byte
      this.#cr = byte === CR
    }
    return out.subarray(0, n)
  }
}

/**
 * The WHATWG algorithm. The parser of the package knows fields, comments and joined data lines; here is what it leaves to its user: one decoder for the whole reply, which also drops
 * one byte-order mark, line ends as they come, and a limit on the bytes between two blank lines, comments counted.
 */
function eventStream(most: number): Framer {
  const decoder = new TextDecoder()
  const ends = new LineEnds()
  let events: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (event) => { events.push(event) } })
  // It would take the letters U+00EF U+00BB U+00BF at the start for a mark; the decoder has seen to that, and the first chunk is over.
  parser.feed('')
  let size = 0
  let lineStart = true
  /** Feeds whole events one at a time, so that the limit is on each, wherever the chunks end. */
  const pieces = function* (bytes: Uint8Array) {
    let from = 0
    for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) {
      const blank = at > 0 ? bytes[at - 1] === LF : lineStart
      if (!blank) continue
      yield { part: bytes.subarray(from, at + 1), ended: true }
      from = at + 1
    }
    if (from < bytes.length) yield { part: bytes.subarray(from), ended: false }
    if (bytes.length > 0) lineStart = bytes.at(-1) === LF
  }
  return {
    feed(raw) {
      for (const { part, ended } of pieces(ends.take(raw))) {
        size += part.length
        if (size > most) throw tooBig('an event', most)
        parser.feed(decoder.decode(part, { stream: true }))
        if (ended) size = 0
      }
      const done = events
      events = []
      return done.map(({ data, event }) => ({ data, event }))
    },
    finish: () => [],
  }
}

/** One JSON value a line; empty lines are passed over. The last line needs no end. */
function lines(most: number): Framer {
  const decoder = new TextDecoder()
  let parts: string[] = []
  let size = 0
  const take = (): Frame[] => {
    const data = parts.join('')
    parts = []
    size = 0
    return data.trim() === '' ? [] : [{ data }]
  }
  return {
    feed(bytes) {
      const frames: Frame[] = []
      for (let from = 0; from < bytes.length;) {
        const at = bytes.indexOf(LF, from)
        const end = at < 0 ? bytes.length : at + 1
        size += end - from
        if (size > most) throw tooBig('a line', most)
        parts.push(decoder.decode(bytes.subarray(from, end), { stream: true }))
        if (at >= 0) frames.push(...take())
        from = end
      }
      return frames
    },
    finish() {
      parts.push(decoder.decode())
      return take()
    },
  }
}

function whole(most: number): Framer {
  const decoder = new TextDecoder()
  const parts: string[] = []
  let size = 0
  return {
    feed(bytes) {
      size += bytes.length
      if (size > most) throw tooBig('the reply', most)
      parts.push(decoder.decode(bytes, { stream: true }))
      return []
    },
    finish() {
      const data = parts.join('') + decoder.decode()
      return data.trim() === '' ? [] : [{ data }]
    },
  }
}

const framers: Record<Framing, (most: number) => Framer> = { sse: eventStream, ndjson: lines, json: whole }

/** @param most bytes of one frame */
export const framer = (framing: Framing, most: number): Framer => framers[framing](most)

/**
 * How a reply of this content type is cut; `usual` where the server does not say or says only that it is text.
 * @throws ServerFailure E_PROTO for what is neither
 */
export function framingOf(contentType: string | undefined, usual: Framing): Framing {
  const type = (contentType ?? '').split(';')[0]!.trim().toLowerCase()
  if (type === 'text/event-stream') return 'sse'
  if (/^application\/(x-ndjson|ndjson|jsonl|x-jsonlines|jsonlines|json-seq)$/.test(type)) return 'ndjson'
  if (/^(application|text)\/([\w.-]+\+)?json$/.test(type)) return 'json'
  if (type === '' || type === 'text/plain' || type === 'application/octet-stream') return usual
  throw new ServerFailure('E_PROTO', `the server sent ${JSON.stringify(type.slice(0, 60))}, not a stream of events`)
}
