// Owns: the host's end of the link: sessions, a mirror of each slot's history, and answers from an Oracle as frames with their simulated time.
import { encodeFrame, type Beat, type Frame } from '../../coprocessor/link/codec.ts'
import { linkVersion } from '../../coprocessor/link/frames.ts'
import { decodeHint } from '../../coprocessor/link/hint.ts'
import { bareFrame, framesOf, type AnswerTags, type DueFrame } from './answer-frames.ts'
import { BridgeError, wordsOf } from './errors.ts'
import { defaultLatency, type LatencyModel } from './latency.ts'
import type { TaskMeter } from './metrics/task-meter.ts'
import type { AnswerEvent, Oracle, OracleQuery } from './oracle.ts'
import type { LinkPeer, TimedBeats } from './peer.ts'
import { SlotMirror } from './slot-mirror.ts'

/** What happened at the host, for people: `message` is a sentence without names of machines or keys. `fault` and `reject` carry what the Oracle said. */
export interface HostNote {
  readonly kind: 'session' | 'query' | 'answer' | 'reject' | 'fault' | 'abort' | 'close' | 'hint' | 'fork' | 'cached' | 'dropped'
  readonly slot?: number
  readonly cycle: number
  readonly message: string
}

export interface BridgeHostOptions {
  /** One Oracle for every id, or one an id; a query for an id that is not there is answered by `fault`. The host never disposes of it. */
  readonly oracle: Oracle | ReadonlyMap<number, Oracle>
  /** 1..65535. Given by the caller, so that a run repeats itself. After a reset of the unit the host counts on from it. */
  readonly session: number
  readonly latency?: LatencyModel
  readonly report?: (note: HostNote) => void
  /** Counts what each task costs. */
  readonly meter?: TaskMeter
}

/** An answer under way: at most one of its frames waits for the link, so an Oracle is never far ahead of the unit. */
interface Answering {
  readonly tags: AnswerTags
  readonly control: AbortController
  /** Cycle of the last query beat, later of the first beat of the frame that went last. */
  since: number
  /** Bytes of the history that was asked about: the unit knows them held here since the query's last chunk left. */
  readonly asked: number
  /** It had kept the answer before; one that casts votes keeps none. */
  readonly keeps: boolean
  due: DueFrame | null
  beats: readonly Beat[]
  goOn: () => void
}
/** What the unit is to be told of the Oracle's cache, from cycle `earliest` on; and `then`, unless it has said something meanwhile. */
interface Telling { readonly slot: number; readonly length: number; readonly earliest: number; readonly beats: readonly Beat[]; readonly then: Telling | null }
interface Slot {
  readonly mirror: SlotMirror
  sequence: number
  oracle: Oracle | undefined
  answering: Answering | null
  telling: Telling | null
  /** Hints that the Oracle has not answered yet. */
  hints: number
  /** Resolves when nothing that was begun for the slot computes any more. Never rejects. */
  settled: Promise<void>
}

/** Cycles from the last beat of an answer in which a unit, if memory answers it, has confirmed the answer or said that it was cut. */
const settledCycles = 1000

async function* single(event: AnswerEvent): AsyncGenerator<AnswerEvent> { yield event }

/**
 * The bridge's host. It keeps, per slot, the bytes that the unit believes it to hold, and answers each complete query from an Oracle:
 *
 * - A query of which a chunk is `cut` is dropped. One that starts past the bytes at hand, or has a gap, is answered by `fault`.
 * - Time is simulated: an event's `afterCycles` or the latency model say when a frame is due; with several slots out, `next` waits until
 *   each one's next frame is known and gives the one that is due first (then the lower slot). So the same answers give the same cycles.
 * - An answer is pulled frame by frame, at most 65535 bytes each, as the link takes them: an endless one costs no memory and ends with the unit's abort.
 * - Behind the end of an answer, and after a hint, the unit is told how much the Oracle has kept, where the Oracle knows it: `further` cycles later, and not at all if
 *   the unit sent something for the slot before. A unit drops what is more than it knows held here. So behind an answer it is told of no more than it had asked about, and
 *   of the answer too when it has had `settledCycles` to confirm it and has sent no abort, if it had kept the one before. That a history was cut back while nothing runs no
 *   frame tells: then one can still be too much.
 * - A fork begins a slot's mirror as a copy of another's, and the Oracle may do so with what it computed.
 * - After an abort nothing more is sent for that query, the Oracle's signal has fired, and `offset` bytes are kept.
 * - It says hello until its session number comes back; a hello with session 0 later means a reset of the unit: the slots are forgotten and the next number is used.
 */
export class BridgeHost implements LinkPeer {
  readonly #oracle: BridgeHostOptions['oracle']
  readonly #latency: LatencyModel
  readonly #report: (note: HostNote) => void
  readonly #meter: TaskMeter | undefined
  readonly #slots = new Map<number, Slot>()
  #session: number
  #open = false
  #helloDue = 0
  #offered: Answering | Telling | 'hello' | null = null
  #failure: BridgeError | null = null
  #closed = false
  #changed: { readonly promise: Promise<void>; readonly tell: () => void } = BridgeHost.#signal()

  /** @throws BridgeError BRG1004 on a session number out of range. */
  constructor(options: BridgeHostOptions) {
    if (!Number.isInteger(options.session) || options.session < 1 || options.session > 0xffff) {
      throw new BridgeError('BRG1004', `session ${options.session}`, 'take a whole number from 1 to 65535')
    }
    this.#oracle = options.oracle
    this.#session = options.session
    this.#latency = options.latency ?? defaultLatency
    this.#report = options.report ?? (() => undefined)
    this.#meter = options.meter
  }

  /** The number of the session that is open or asked for. */
  get session(): number { return this.#session }

  receive(frame: Frame | string, cycle: number): void {
    if (this.#closed) return
    if (typeof frame === 'string') this.#note('dropped', cycle, `a frame that does not decode: ${frame}`)
    else if (frame.kind.name === 'hello') this.#hello(frame, cycle)
    else if (!this.#open || frame.header.session !== this.#session) this.#note('dropped', cycle, `a ${frame.kind.name} of session ${frame.header.session}`, frame.header.slot)
    else this.#inSession(frame, cycle)
    this.#change()
  }

  async next(): Promise<TimedBeats | null> {
    for (;;) {
      if (this.#failure) throw this.#failure
      if (this.#closed) return null
      if (!this.#open) {
        this.#offered = 'hello'
        return { beats: encodeFrame(bareFrame('hello', { session: this.#session, length: linkVersion })), earliest: this.#helloDue, what: `hello of session ${this.#session}` }
      }
      const first = this.#first()
      if (first !== undefined) {
        this.#offered = first?.of ?? null
        return first?.timed ?? null
      }
      await this.#changed.promise
    }
  }

  /** The frame that is due first, of all slots; null: none; undefined: not known yet. */
  #first(): { readonly of: Answering | Telling; readonly timed: TimedBeats } | null | undefined {
    const slots = [...this.#slots.entries()]
    if (slots.some(([, s]) => s.hints > 0 || (s.answering !== null && s.answering.due === null))) return undefined
    const due = slots.flatMap(([slot, { answering, telling }]) => [
      ...(telling ? [{ slot, of: telling, timed: { beats: telling.beats, earliest: telling.earliest, what: `cached of slot ${slot}, ${telling.length} bytes` } }] : []),
      ...(answering?.due ? [{ slot, of: answering, timed: BridgeHost.#timed(answering, answering.due) }] : []),
    ])
    return due.sort((a, b) => a.timed.earliest - b.timed.earliest || a.slot - b.slot)[0] ?? null
  }

  static #timed(a: Answering, due: DueFrame): TimedBeats {
    const { kind, data } = due.frame
    return { beats: a.beats, earliest: a.since + due.after, what: `${kind.name} of slot ${a.tags.slot}${kind.data ? `, ${data.length} symbols` : ''}` }
  }

  taken(cycle: number): void {
    const offered = this.#offered
    this.#offered = null
    if (offered === 'hello') this.#helloDue = cycle + this.#latency.hello
    else if (offered !== null && 'length' in offered) {
      this.#slots.get(offered.slot)!.telling = offered.then
      this.#note('cached', cycle, `the Oracle has kept ${offered.length} bytes`, offered.slot)
    } else if (offered?.due) {
      const { due } = offered
      const slot = this.#slots.get(offered.tags.slot)!
      slot.mirror.append(due.frame.data)
      this.#meter?.answers(offered.tags.slot, cycle, due.frame.data.length)
      offered.since = cycle
      offered.due = null
      if (due.ends) {
        slot.answering = null
        const words = due.frame.kind.name === 'answer' ? `${slot.mirror.length} bytes are the history now` : due.message ?? 'no reason given'
        this.#note(due.frame.kind.name as 'answer' | 'reject' | 'fault', cycle, words, offered.tags.slot)
        this.#meter?.ended(offered.tags.slot, cycle, due.end)
        const cached = due.end?.cached
        if (cached !== undefined) this.#tell(slot, offered.tags, cached, cycle, { length: offered.asked, cycle: offered.keeps ? cycle + offered.beats.length + settledCycles : Infinity })
      }
      offered.goOn()
    }
    this.#change()
  }

  /** The unit knows of no more than the history has. @param sure of more than `length` bytes it is told from `cycle` on */
  #tell(slot: Slot, tags: AnswerTags, cached: number, cycle: number, sure?: { readonly length: number; readonly cycle: number }): void {
    const telling = (most: number, earliest: number, then: Telling | null): Telling => {
      const length = Math.min(cached, most)
      return { slot: tags.slot, length, earliest, beats: encodeFrame(bareFrame('cached', { ...tags, offset: length })), then }
    }
    const known = slot.mirror.length, first = Math.min(sure?.length ?? known, known)
    const more = sure !== undefined && sure.cycle < Infinity && Math.min(cached, known) > first
    slot.telling = telling(first, cycle + this.#latency.further, more ? telling(known, sure.cycle, null) : null)
  }

  /** Opens another session, with the next number: every running slot of the unit traps `link`. The mirrors stay. */
  renew(cycle: number): void {
    for (const slot of this.#slots.values()) this.#leave(slot)
    this.#session = this.#session % 0xffff + 1
    this.#open = false
    this.#helloDue = cycle
    this.#change()
  }

  /** Ends every answer and resolves when no Oracle computes any more. The host sends nothing from now on. */
  async close(): Promise<void> {
    this.#closed = true
    for (const slot of this.#slots.values()) this.#leave(slot)
    this.#change()
    await Promise.all([...this.#slots.values()].map((s) => s.settled))
  }

  #hello(frame: Frame, cycle: number): void {
    const { session, length } = frame.header
    if (length !== linkVersion) this.#failure = new BridgeError('BRG4001', `the unit speaks version ${length} of the link, the host version ${linkVersion}`, 'generate the unit and run the host from the same version of the package')
    else if (session === this.#session && !this.#open) {
      this.#open = true
      this.#note('session', cycle, `session ${session} is open`)
    } else if (session === 0 && this.#open) {
      this.#note('session', cycle, 'the unit was reset')
      for (const number of [...this.#slots.keys()]) this.#forget(number)
      this.renew(cycle)
    }
  }

  #inSession(frame: Frame, cycle: number): void {
    const { slot: number, sequence, offset, length } = frame.header
    const slot = this.#slot(number)
    switch (frame.kind.name) {
      case 'query': return this.#query(frame, slot, cycle)
      case 'abort': {
        if (sequence !== slot.sequence) return this.#note('dropped', cycle, `an abort of query ${sequence}, the last one is ${slot.sequence}`, number)
        this.#leave(slot)
        slot.mirror.keep(offset)
        this.#meter?.left(number, cycle, offset)
        const { oracle } = slot
        this.#after(slot, () => oracle?.keep?.(number, offset))
        return this.#note('abort', cycle, `query ${sequence} ended early, ${offset} bytes stay`, number)
      }
      case 'close':
        this.#forget(number)
        return this.#note('close', cycle, 'the slot was closed', number)
      case 'fork': {
        const source = this.#slot(length)
        const bytes = source.mirror.bytes().slice(0, offset)
        this.#forget(number)
        slot.mirror.append(bytes)
        this.#meter?.forked(number, bytes.length)
        // What the source computes ends first: its last answer is what is copied.
        slot.settled = slot.settled.then(() => source.settled)
        this.#after(slot, () => this.#oracles().forEach((o) => o.fork?.(number, length, offset)))
        slot.oracle = source.oracle
        return this.#note('fork', cycle, `starts with ${bytes.length} bytes of slot ${length}`, number)
      }
      case 'hint': return this.#hint(frame, slot, cycle)
      default: return this.#note('dropped', cycle, `a ${frame.kind.name} of the wrong direction`, number)
    }
  }

  /** To the Oracle that was asked last: no other has computed anything of this history. While it answers a hint comes too late. */
  #hint(frame: Frame, slot: Slot, cycle: number): void {
    const { unit, slot: number, session, sequence, oracle: id, offset } = frame.header
    const hint = decodeHint(offset)
    this.#note('hint', cycle, hint.kind === 'returns' ? `the next query comes in about ${hint.cycles} cycles` : hint.kind, number)
    this.#meter?.hinted(number, hint)
    const { oracle } = slot
    if (slot.answering !== null || oracle?.hint === undefined) return
    slot.telling = null
    slot.hints++
    this.#after(slot, async () => {
      try {
        const cached = await oracle.hint!(number, hint)
        if (cached !== undefined && session === this.#session && slot.oracle === oracle && !slot.answering) this.#tell(slot, { unit, slot: number, session, sequence, oracle: id }, cached, cycle)
      } finally {
        slot.hints--
        this.#change()
      }
    })
  }

  #query(frame: Frame, slot: Slot, cycle: number): void {
    const { unit, slot: number, session, sequence, oracle: id, offset } = frame.header
    // The unit never asks while its answer is out; if it does, what was out is its own loss.
    this.#leave(slot)
    slot.sequence = sequence
    const known = slot.mirror.length
    const whole = slot.mirror.take({ sequence, offset, data: frame.data, ...frame.trailer! })
    if (whole === null) return
    if (typeof whole !== 'string') this.#meter?.asked(number, cycle, whole.history.length, whole.common)
    const answering: Answering = {
      tags: { unit, slot: number, session, sequence, oracle: id }, control: new AbortController(), since: cycle, due: null, beats: [], goOn: () => undefined,
      asked: slot.mirror.length, keeps: typeof whole !== 'string' && whole.common === known,
    }
    const oracle = this.#oracle instanceof Map ? (this.#oracle as ReadonlyMap<number, Oracle>).get(id) : (this.#oracle as Oracle)
    slot.oracle = oracle
    slot.answering = answering
    let events: AsyncIterable<AnswerEvent>
    if (typeof whole === 'string') events = single({ kind: 'fault', message: whole })
    else if (!oracle) events = single({ kind: 'fault', message: `no Oracle has the number ${id}` })
    else {
      this.#note('query', cycle, `query ${sequence}: ${whole.history.length} bytes of history, ${frame.data.length > 0 || offset < whole.history.length ? 'new from' : 'nothing new at'} byte ${whole.common}`, number)
      events = BridgeHost.#ask(oracle, { slot: number, sequence, ...whole, signal: answering.control.signal })
    }
    const before = slot.settled
    slot.settled = before.then(() => this.#answer(slot, answering, events))
  }

  /** Oracles are asked in the order of the queries, at once; what they throw then is a fault like any other. */
  static #ask(oracle: Oracle, query: OracleQuery): AsyncIterable<AnswerEvent> {
    try {
      return oracle.ask(query)
    } catch (thrown) {
      return single({ kind: 'fault', message: wordsOf(thrown) })
    }
  }

  /** Pulls the events of one answer and offers their frames one at a time. Never rejects. */
  async #answer(slot: Slot, answering: Answering, events: AsyncIterable<AnswerEvent>): Promise<void> {
    const { signal } = answering.control
    if (signal.aborted) return
    let symbols = false
    let waited = 0
    const send = async (event: AnswerEvent): Promise<void> => {
      const after = waited + (event.afterCycles ?? (symbols ? this.#latency.further : this.#latency.first))
      waited = 0
      for (const due of framesOf(event, answering.tags, slot.mirror.length, after)) {
        if (signal.aborted) return
        await new Promise<void>((goOn) => {
          answering.beats = encodeFrame(due.frame)
          answering.goOn = goOn
          answering.due = due
          this.#change()
        })
      }
      symbols = true
    }
    try {
      for await (const event of events) {
        if (signal.aborted) return
        // A frame without symbols and without an end would be malformed: only its time counts.
        if (event.kind === 'symbols' && event.symbols.length === 0 && !event.end) waited += event.afterCycles ?? 0
        else if (event.kind === 'reject' && symbols) return await send({ kind: 'fault', message: 'the Oracle refused the history after its first symbol' })
        else {
          await send(event)
          if (event.kind !== 'symbols' || event.end) return
        }
        if (signal.aborted) return
      }
      if (!signal.aborted) await send({ kind: 'fault', message: 'the answer of the Oracle has no end' })
    } catch (thrown) {
      if (!signal.aborted) await send({ kind: 'fault', message: wordsOf(thrown) })
    }
  }

  #slot(number: number): Slot {
    const known = this.#slots.get(number)
    if (known) return known
    const fresh: Slot = { mirror: new SlotMirror(), sequence: -1, oracle: undefined, answering: null, telling: null, hints: 0, settled: Promise.resolve() }
    this.#slots.set(number, fresh)
    return fresh
  }

  /** Stops the answer that is out, if there is one; what was to be told of the one before is no longer so. */
  #leave(slot: Slot): void {
    const { answering } = slot
    slot.telling = null
    if (!answering) return
    slot.answering = null
    answering.due = null
    answering.control.abort()
    answering.goOn()
  }

  #forget(number: number): void {
    const slot = this.#slot(number)
    this.#leave(slot)
    slot.mirror.keep(0)
    slot.oracle = undefined
    this.#meter?.closed(number)
    this.#after(slot, () => this.#oracles().forEach((o) => o.close?.(number)))
  }

  #oracles(): readonly Oracle[] {
    return this.#oracle instanceof Map ? [...this.#oracle.values() as Iterable<Oracle>] : [this.#oracle as Oracle]
  }

  #after(slot: Slot, act: () => void | Promise<void>): void {
    slot.settled = slot.settled.then(act).catch((thrown: unknown) => this.#note('fault', 0, wordsOf(thrown)))
  }

  #note(kind: HostNote['kind'], cycle: number, message: string, slot?: number): void {
    this.#report({ kind, cycle, message, ...(slot === undefined ? {} : { slot }) })
  }

  #change(): void {
    const { tell } = this.#changed
    this.#changed = BridgeHost.#signal()
    tell()
  }

  static #signal(): { promise: Promise<void>; tell: () => void } {
    let tell = (): void => undefined
    const promise = new Promise<void>((resolve) => { tell = resolve })
    return { promise, tell }
  }
}
