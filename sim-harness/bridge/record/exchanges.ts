// Owns: what an Oracle was asked and what it answered in a recorded run, slot by slot: the frames followed as the host followed them.
import type { AnswerEvent } from '../oracle.ts'
import { SlotMirror } from '../slot-mirror.ts'
import type { RecordedFrame, Recording } from './format.ts'
import { hostOrder } from './from-log.ts'

/** A query that the Oracle got, and the events of its answer. `left`: the answer has no end, and so many cycles after its last event (or the query) the unit left it, or the run ended. */
export interface Exchange { readonly slot: number; readonly sequence: number; readonly history: Uint8Array; readonly events: AnswerEvent[]; left?: number }
/** A hint that the Oracle got, and what it had kept then; undefined: it did not say. */
export interface HintAnswer { readonly slot: number; cached: number | undefined }
export interface Exchanges { readonly queries: readonly Exchange[]; readonly hints: readonly HintAnswer[] }

interface Slot {
  mirror: SlotMirror
  /** The query that is being answered, and the cycle of its last beat, later of its last event. */
  open: Exchange | undefined
  since: number
  /** What a `cached` belongs to: the end of an answer, or a hint. */
  told: ((bytes: number) => void) | undefined
  /** An Oracle was asked about this history. */
  asked: boolean
}

function leave(slot: Slot, cycle: number): void {
  if (slot.open) slot.open.left = cycle - slot.since
  slot.open = slot.told = undefined
}

class Follower {
  readonly queries: Exchange[] = []
  readonly hints: HintAnswer[] = []
  readonly #takesHints: boolean
  readonly #slots = new Map<number, Slot>()
  #session = 0
  #open = false

  constructor(takesHints: boolean) { this.#takesHints = takesHints }

  sees({ direction, first, cycle = first, frame, afterCycles, message }: RecordedFrame): void {
    if (typeof frame === 'string') return
    const { kind: { name }, header } = frame
    if (name === 'hello') return direction === 'fromHost' ? this.#asks(header.session, first) : this.#hello(header.session, cycle)
    if (!this.#open || header.session !== this.#session) return
    const slot = this.#slot(header.slot)
    if (direction === 'toHost') return this.#fromUnit(slot, frame, cycle)
    // Behind an answer the host may tell it in two steps; the last one is what the Oracle said.
    if (name === 'cached') return slot.told?.(header.offset)
    const { open } = slot
    if (!open) return
    const timed = afterCycles === undefined ? {} : { afterCycles }
    slot.since = first
    if (name === 'answer') {
      slot.mirror.append(frame.data)
      const { tokens } = frame
      open.events.push({ kind: 'symbols', symbols: frame.data, ...timed, ...(tokens ? { end: { tokens } } : {}) })
      const at = open.events.length - 1
      slot.told = tokens && ((cached) => { open.events[at] = { kind: 'symbols', symbols: frame.data, ...timed, end: { tokens, cached } } })
      if (!tokens) return
    } else open.events.push({ kind: name === 'reject' ? 'reject' : 'fault', message: message ?? 'the recorded Oracle did not say why', ...timed })
    slot.open = undefined
  }

  /** What is open then is left. */
  ends(cycle: number): void {
    for (const slot of this.#slots.values()) leave(slot, cycle)
  }

  #fromUnit(slot: Slot, frame: Exclude<RecordedFrame['frame'], string>, cycle: number): void {
    const { slot: number, sequence, offset, length } = frame.header
    switch (frame.kind.name) {
      case 'query': {
        leave(slot, cycle)
        const whole = slot.mirror.take({ sequence, offset, data: frame.data, ...frame.trailer! })
        slot.asked ||= whole !== null
        if (whole === null) return
        slot.open = { slot: number, sequence, history: typeof whole === 'string' ? new Uint8Array(0) : whole.history, events: [] }
        slot.since = cycle
        // One with a gap is answered by the host: no Oracle is asked.
        if (typeof whole !== 'string') this.queries.push(slot.open)
        return
      }
      case 'abort':
        leave(slot, cycle)
        slot.mirror.keep(offset)
        return
      case 'close':
        leave(slot, cycle)
        this.#slots.delete(number)
        return
      case 'fork': {
        leave(slot, cycle)
        const source = this.#slot(length)
        const mirror = new SlotMirror()
        mirror.append(source.mirror.bytes().slice(0, offset))
        this.#slots.set(number, { mirror, open: undefined, since: cycle, told: undefined, asked: source.asked })
        return
      }
      case 'hint': {
        if (!this.#takesHints || slot.open || !slot.asked) return
        const hint: HintAnswer = { slot: number, cached: undefined }
        this.hints.push(hint)
        slot.told = (bytes) => { hint.cached = bytes }
      }
    }
  }

  /** The host opens a session: what was under way in the one before is left, the mirrors stay. */
  #asks(session: number, cycle: number): void {
    if (session === this.#session) return
    this.#session = session
    this.#open = false
    this.ends(cycle)
  }

  #hello(session: number, cycle: number): void {
    if (session === this.#session && session !== 0) this.#open = true
    else if (session === 0 && this.#open) {
      this.ends(cycle)
      this.#slots.clear()
    }
  }

  #slot(number: number): Slot {
    const known = this.#slots.get(number)
    if (known) return known
    const fresh: Slot = { mirror: new SlotMirror(), open: undefined, since: 0, told: undefined, asked: false }
    this.#slots.set(number, fresh)
    return fresh
  }
}

/** In the order in which the queries came. A query with a gap, which the host answered by itself, is none of the Oracle's. */
export function exchangesOf({ head, frames, cycles }: Recording): Exchanges {
  const follower = new Follower(head.hints)
  for (const frame of hostOrder(frames)) follower.sees(frame)
  follower.ends(cycles)
  return { queries: follower.queries, hints: follower.hints }
}
