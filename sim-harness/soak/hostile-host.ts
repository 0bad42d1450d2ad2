// Owns: the host of a soak program: it answers queries as its script says, lies and spoils frames, opens sessions, goes on after an abort.
import { encodeFrame, header, type Beat, type Frame, type Header } from '../../coprocessor/link/codec.ts'
import { frameKinds } from '../../coprocessor/link/frames.ts'
import type { LinkPeer, TimedBeats } from '../bridge/peer.ts'
import { bytesOf, type HostAnswer, type HostFrame, type Spoil } from './program.ts'

interface Due { readonly earliest: number; readonly beats: readonly Beat[]; readonly what: string; readonly slot: number; readonly sequence: number; readonly stubborn: boolean }
interface Talk { readonly head: Partial<Header>; length: number; mirror: number }

const kind = (name: string) => frameKinds.find((k) => k.direction === 'fromHost' && k.name === name)!
const helloEvery = 400

/** The beats of a frame with something wrong in them. */
function spoilt(beats: readonly Beat[], spoil: Spoil): Beat[] {
  const last = beats.length - 1
  const with_ = (at: number, change: Partial<Beat>) => beats.map((b, i) => (i === at ? { ...b, ...change } : b))
  switch (spoil) {
    case 'short': return [{ ...beats[0]!, last: true }]
    case 'early': return beats.slice(0, -1).map((b, i) => ({ ...b, last: i === last - 1 }))
    case 'late': return [...with_(last, { last: false }), { data: 0n, keep: 0xff, last: true }]
    case 'kind': return with_(0, { data: (beats[0]!.data & ~0xffn) | 0x7fn })
    case 'keep': return with_(last, { keep: beats[last]!.keep === 0xff ? 0x0f : 0xff })
    case 'headerKeep': return with_(0, { keep: 0x7f })
    case 'tail': return [...with_(last, { last: false }), { data: 0xffffn, keep: 0xff, last: false }, { data: 1n, keep: 1, last: true }]
    case 'empty': return [beats[0]!, { data: beats[1]!.data & ~0xffff00n, keep: 0xff, last: true }]
  }
}

/** Time is simulated; everything it does follows from its script and from what the unit sent. */
export class HostileHost implements LinkPeer {
  readonly #answers: readonly HostAnswer[]
  #queries = 0
  #session = 1
  #known = 0
  #helloAt = 0
  #due: Due[] = []
  #offered: Due | 'hello' | undefined
  /** Bytes that each slot's history has here. */
  readonly #mirrors = new Map<number, number>()

  constructor(answers: readonly HostAnswer[]) {
    this.#answers = answers
  }

  /** Slots that asked something. */
  readonly asked = new Set<number>()

  get session(): number { return this.#session }

  /** Says hello with the next session number, or with the same again. */
  hello(fresh: boolean, cycle: number): void {
    if (fresh) this.#session += 1
    this.#push({ earliest: cycle, beats: encodeFrame(this.#frame('hello', { session: this.#session })), what: 'hello', slot: -1, sequence: -1, stubborn: true })
  }

  receive(frame: Frame | string, cycle: number): void {
    if (typeof frame === 'string') return
    const { slot, session, sequence, offset } = frame.header
    switch (frame.kind.name) {
      case 'hello':
        this.#known = session
        break
      case 'abort':
        this.#mirrors.set(slot, Math.min(this.#mirrors.get(slot) ?? 0, offset))
        this.#due = this.#due.filter((d) => d.stubborn || d.slot !== slot || d.sequence !== sequence)
        break
      case 'close':
        this.#mirrors.delete(slot)
        break
      case 'fork':
        this.#mirrors.set(slot, Math.min(this.#mirrors.get(frame.header.length) ?? 0, offset))
        break
      case 'query':
        if (!frame.trailer!.cut && frame.trailer![this.#next()?.early ? 'first' : 'last']) this.#query(frame, cycle)
        break
      default:
    }
  }

  #query(frame: Frame, cycle: number): void {
    const { slot, sequence, oracle, offset, session } = frame.header
    this.asked.add(slot)
    const talk: Talk = { head: { slot, sequence, oracle, session }, length: offset + frame.data.length, mirror: 0 }
    const answer = this.#next()
    if (!answer) return
    this.#queries += 1
    let earliest = cycle
    for (const f of answer.frames) {
      earliest += 1 + f.after
      this.#push({ earliest, beats: this.#beats(f, talk), what: f.kind, slot, sequence, stubborn: answer.stubborn })
    }
  }

  #next(): HostAnswer | undefined { return this.#answers[this.#queries % this.#answers.length] }

  #beats(f: HostFrame, talk: Talk): Beat[] {
    const { slot = 0, sequence = 0, session = 0 } = talk.head
    const lie: Partial<Header> = {
      ...(f.bend === 'sequence' ? { sequence: (sequence + 65535) % 65536 } : {}), ...(f.bend === 'next' ? { sequence: (sequence + 1) % 65536 } : {}),
      ...(f.bend === 'session' ? { session: session + 7 } : {}), ...(f.bend === 'slot' ? { slot: (slot + 1) % 16 } : {}),
    }
    let beats: Beat[]
    if (f.kind === 'answer') {
      const data = bytesOf(f.symbols)
      const offset = talk.length + (f.bend === 'offset' ? 1 : 0)
      const head = { ...talk.head, ...lie, length: data.length, offset, flags: f.end ? 1 : 0 }
      const tokens = f.end ? { tokens: { evaluated: data.length + 1, reused: talk.length % 17, history: talk.length + data.length } } : {}
      beats = encodeFrame({ kind: kind('answer'), header: header(head), data, ...tokens })
      if (f.bend === undefined && f.spoil === undefined) talk.length += data.length
    } else if (f.kind === 'hello') {
      if (f.fresh && f.spoil === undefined) this.#session += 1
      beats = encodeFrame(this.#frame('hello', { session: this.#session }))
    } else if (f.kind === 'unsettled') {
      beats = encodeFrame(this.#frame('hello', { session: 0 }))
    } else {
      beats = encodeFrame(this.#frame(f.kind, { ...talk.head, ...lie, offset: f.kind === 'cached' ? f.length : 0 }))
    }
    return f.spoil === undefined ? beats : spoilt(beats, f.spoil)
  }

  #frame(name: string, head: Partial<Header>): Frame {
    return { kind: kind(name), header: header(head), data: new Uint8Array(0) }
  }

  #push(due: Due): void {
    this.#due.push(due)
    this.#due.sort((a, b) => a.earliest - b.earliest)
  }

  next(): Promise<TimedBeats | null> {
    if (this.#known !== this.#session && this.#due.every((d) => d.earliest > this.#helloAt)) {
      this.#offered = 'hello'
      return Promise.resolve({ beats: encodeFrame(this.#frame('hello', { session: this.#session })), earliest: this.#helloAt, what: `hello of session ${this.#session}` })
    }
    this.#offered = this.#due[0]
    return Promise.resolve(this.#due[0] ?? null)
  }

  taken(cycle: number): void {
    if (this.#offered === 'hello') this.#helloAt = cycle + helloEvery
    else this.#due = this.#due.filter((d) => d !== this.#offered)
    this.#offered = undefined
  }

  close(): Promise<void> {
    this.#due = []
    return Promise.resolve()
  }
}
