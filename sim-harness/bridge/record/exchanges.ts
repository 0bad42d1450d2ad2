// Owns: what an Oracle was asked and what it answered in a recorded run, slot by slot: the frames followed as the host followed them.
import type { AnswerEvent } from '../oracle.ts'
import { SlotMirror } from '../slot-mirror.ts'
import type { RecordedFrame, Recording } from './format.ts'
import { hostOrder } from './from-log.ts'

/** A query that the Oracle got, and the events of its answer. `ended`: an answer without it was left in the middle. */
export interface Exchange { readonly slot: number; readonly sequence: number; readonly history: Uint8Array; readonly events: AnswerEvent[]; ended: boolean }
/** A hint that the Oracle got, and what it had kept then; undefined: it did not say. */
export interface HintAnswer { readonly slot: number; cached: number | undefined }
export interface Exchanges { readonly queries: readonly Exchange[]; readonly hints: readonly HintAnswer[] }

interface Slot {
  mirror: SlotMirror
  /** The query that is being answered. */
  open: Exchange | undefined
  /** What a `cached` belongs to: the end of an answer, or a hint. */
  told: ((bytes: number) => void) | undefined
  /** An Oracle was asked about this history. */
  asked: boolean
}

class Follower {
  readonly queries: Exchange[] = []
  readonly hints: HintAnswer[] = []
  readonly #takesHints: boolean
  readonly #slots = new Map<number, Slot>()
  #session = 0
  #open = false

  constructor(takesHints: boolean) { this.#takesHints = takesHints }

  sees({ direction, frame, afterCycles, message }: RecordedFrame): void {
    if (typeof frame === 'string') return
    const { kind: { name }, header } = frame
    if (name === 'hello') return direction === 'fromHost' ? this.#asks(header.session) : this.#hello(header.session)
    if (!this.#open || header.session !== this.#session) return
    const slot = this.#slot(header.slot)
    if (direction === 'toHost') return this.#fromUnit(slot, frame)
    if (name === 'cached') {
      slot.told?.(header.offset)
      slot.told = undefined
      return
    }
    const { open } = slot
    if (!open) return
    const timed = afterCycles === undefined ? {} : { afterCycles }
    if (name === 'answer') {
      slot.mirror.append(frame.data)
      const { tokens } = frame
      open.events.push({ kind: 'symbols', symbols: frame.data, ...timed, ...(tokens ? { end: { tokens } } : {}) })
      const at = open.events.length - 1
      slot.told = tokens && ((cached) => { open.events[at] = { kind: 'symbols', symbols: frame.data, ...timed, end: { tokens, cached } } })
      if (!tokens) return
    } else open.events.push({ kind: name === 'reject' ? 'reject' : 'fault', message: message ?? 'the recorded Oracle did not say why', ...timed })
    open.ended = true
    slot.open = undefined
  }

  #fromUnit(slot: Slot, frame: Exclude<RecordedFrame['frame'], string>): void {
    const { slot: number, sequence, offset, length } = frame.header
    switch (frame.kind.name) {
      case 'query': {
        slot.open = slot.told = undefined
        const whole = slot.mirror.take({ sequence, offset, data: frame.data, ...frame.trailer! })
        slot.asked ||= whole !== null
        if (whole === null) return
        slot.open = { slot: number, sequence, history: typeof whole === 'string' ? new Uint8Array(0) : whole.history, events: [], ended: false }
        // One with a gap is answered by the host: no Oracle is asked.
        if (typeof whole !== 'string') this.queries.push(slot.open)
        return
      }
      case 'abort':
        slot.open = slot.told = undefined
        slot.mirror.keep(offset)
        return
      case 'close':
        this.#slots.delete(number)
        return
      case 'fork': {
        const source = this.#slot(length)
        const mirror = new SlotMirror()
        mirror.append(source.mirror.bytes().slice(0, offset))
        this.#slots.set(number, { mirror, open: undefined, told: undefined, asked: source.asked })
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
  #asks(session: number): void {
    if (session === this.#session) return
    this.#session = session
    this.#open = false
    for (const slot of this.#slots.values()) slot.open = slot.told = undefined
  }

  #hello(session: number): void {
    if (session === this.#session && session !== 0) this.#open = true
    else if (session === 0 && this.#open) this.#slots.clear()
  }

  #slot(number: number): Slot {
    const known = this.#slots.get(number)
    if (known) return known
    const fresh: Slot = { mirror: new SlotMirror(), open: undefined, told: undefined, asked: false }
    this.#slots.set(number, fresh)
    return fresh
  }
}

/** In the order in which the queries came. A query with a gap, which the host answered by itself, is none of the Oracle's. */
export function exchangesOf({ head, frames }: Pick<Recording, 'head' | 'frames'>): Exchanges {
  const follower = new Follower(head.hints)
  for (const frame of hostOrder(frames)) follower.sees(frame)
  return { queries: follower.queries, hints: follower.hints }
}
