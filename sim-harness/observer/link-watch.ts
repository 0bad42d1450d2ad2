// Owns: the frames of the link: what the host sent reaches the slots, what the unit sends fits one of their states and the shadow of a host.
import type { Frame, Header, Tokens } from '../../coprocessor/link/codec.ts'
import { decodeFrame, header, type Beat } from '../../coprocessor/link/codec.ts'
import { frameKinds, headerBeats, headerLayout, linkVersion, type HeaderField } from '../../coprocessor/link/frames.ts'
import { FrameReader, type TaggedItem } from '../../coprocessor/machine/frame-items.ts'
import { isLive } from '../../coprocessor/machine/slot-run.ts'
import type { Hypothesis } from './hypothesis.ts'
import { skippable } from './hypothesis.ts'
import { chunkEnds, chunkOpens, flagSeen, owes } from './link-out.ts'
import type { Scene } from './scene.ts'
import type { SlotWatch } from './slot-watch.ts'

/** A field of a header's two beats. */
const field = (beats: readonly Beat[], name: HeaderField): number =>
  Number(beats[headerLayout[name].beat]!.data >> BigInt(headerLayout[name].low) & (1n << BigInt(headerLayout[name].width)) - 1n)
const headerOf = (beats: readonly Beat[]): Header =>
  header(Object.fromEntries((Object.keys(headerLayout) as HeaderField[]).filter((n) => n !== 'kind').map((n) => [n, field(beats, n)])))

/** Both directions of the link. */
export class LinkWatch {
  readonly #at: Scene
  readonly #reader = new FrameReader()
  /** Hellos that the unit has still to say, and has said. */
  #hellosAsked = 1
  #hellosSeen = 0
  #helloOwed = true
  /** Where the symbols of the answer that comes in belong, from base. */
  #offset = 0
  /** The last symbol of the answer that comes in, by slot. */
  readonly #last = new Map<number, number>()
  #beats: Beat[] = []

  constructor(at: Scene) { this.#at = at }

  fromHost(beat: Beat): void {
    for (const item of this.#reader.push(beat)) this.#item(item)
  }

  #item({ tags, first, item, named }: TaggedItem): void {
    if (item.kind === 'hello') return this.#hello(tags.session)
    const valid = tags.slot < this.#at.slots.length && this.#at.sessions.length > 1 && tags.session === this.#at.sessions.at(-1)
    if (!valid) {
      if (first) this.#at.unitDrops.push(this.#at.cycle)
      return
    }
    if (item.kind === 'offset') this.#offset = item.offset
    if (item.kind === 'symbols') {
      this.#at.log.answered(tags.slot, tags.sequence, this.#offset, item.symbols)
      this.#offset += item.symbols.length
      this.#last.set(tags.slot, item.symbols.at(-1)!)
      this.#at.shadow.answered(tags.slot, tags.sequence, item.symbols)
    }
    if (item.kind === 'end') {
      this.#tokens(tags, item.tokens)
      this.#last.delete(tags.slot)
    }
    this.#at.slots[tags.slot]!.give({ kind: 'frame', cycle: this.#at.cycle, tagged: { tags, first, item, named } })
  }

  /** An answer ended: if the unit certainly takes it as one of the history's, and it yields, its tokens count. */
  #tokens({ slot, sequence }: TaggedItem['tags'], tokens: Tokens): void {
    const { tokens: watch, slots, cycle } = this.#at
    if (watch === undefined) return
    const yields = this.#last.get(slot) === this.#at.parameters.yieldSymbol
    const taken = yields && slots[slot]!.states(cycle).every((h) => isLive(h.slot) && h.slot.sequence === sequence && h.slot.run!.rule === undefined)
    if (taken) this.#at.broken(slot, watch.answered(slot, tokens))
    else watch.rewrote(slot)
  }

  #hello(session: number): void {
    if (session === 0) return void this.#at.unitDrops.push(this.#at.cycle)
    this.#hellosAsked += 1
    this.#helloOwed = true
    if (session === this.#at.sessions.at(-1)) return
    const first = this.#at.sessions.length === 1
    this.#at.sessions.push(session)
    for (const w of this.#at.slots) w.give({ kind: 'session', cycle: this.#at.cycle, first })
  }

  toHost(beat: Beat): void {
    this.#beats.push(beat)
    if (this.#beats.length === headerBeats && !beat.last) this.#headerOut(this.#beats)
    if (!beat.last) return
    const beats = this.#beats
    this.#beats = []
    const frame = decodeFrame(beats)
    if (typeof frame === 'string') this.#at.fail({ rule: 'frame to the host', expected: 'a frame of the table', seen: frame })
    else this.#frameOut(frame)
  }

  /** A chunk begins: only a query is longer than its header. */
  #headerOut(beats: readonly Beat[]): void {
    const kind = frameKinds.find((k) => k.direction === 'toHost' && k.code === field(beats, 'kind'))
    const head = headerOf(beats)
    const text = `${kind?.name ?? 'unknown'} of slot ${head.slot}, session ${head.session}, sequence ${head.sequence}, oracle ${head.oracle}, ${head.length} bytes at offset ${head.offset}`
    const watch = this.#at.slots[head.slot]
    if (kind?.name !== 'query' || watch === undefined || head.unit !== 0 || head.flags !== 0) this.#at.fail({ rule: 'frame to the host', expected: 'a query of a slot', seen: text })
    if (!watch!.keep(this.#at.cycle, (h) => chunkOpens(h, head, this.#at.sessions, this.#at.parameters.chunkBytes))) {
      this.#at.fail({ rule: 'query', slot: head.slot, expected: this.#owes(watch!), seen: text })
    }
  }

  #owes(watch: SlotWatch): string {
    return [...new Set(watch.states(this.#at.cycle).map(owes))].join(' or ')
  }

  #frameOut(frame: Frame): void {
    const { slot, session, sequence, offset, length, unit } = frame.header
    const text = `${frame.kind.name} of slot ${slot}, session ${session}, sequence ${sequence}, length ${length}, offset ${offset}`
    if (unit !== 0 || frame.kind.direction !== 'toHost') this.#at.fail({ rule: 'frame to the host', expected: 'unit 0, a kind to the host', seen: text })
    if (frame.kind.name === 'hello') return this.#greeting(session, length, text)
    const watch = this.#at.slots[slot]
    if (watch === undefined) this.#at.fail({ rule: 'frame to the host', expected: 'a slot that exists', seen: text })
    const before = this.#owes(watch!)
    const fits = frame.kind.name === 'query' ? (h: Hypothesis) => chunkEnds(h, frame) : (h: Hypothesis) => flagSeen(h, frame, this.#at.sessions)
    if (!watch!.keep(this.#at.cycle, fits)) {
      const trailer = frame.trailer ? `, first ${frame.trailer.first}, last ${frame.trailer.last}, cut ${frame.trailer.cut}, data ${Buffer.from(frame.data).toString('hex')}` : ''
      this.#at.fail({ rule: frame.kind.name === 'query' ? 'query' : 'flag', slot, expected: before, seen: `${text}${trailer}` })
    }
    const found = this.#at.shadow.sent(frame, watch!.states(this.#at.cycle)[0]!.slot.base, this.#asked(watch!, sequence))
    if (found === undefined) return
    if (this.#at.dirty.has(slot)) this.#at.remark(`${found}; the Priestess did not touch what it rewrote`)
    else if (/^M\d: /.test(found)) this.#at.broken(slot, found)
    else this.#at.fail({ rule: 'host', slot, expected: 'a mirror that follows the history', seen: found })
  }

  /** The history of a query that is out, while it certainly is. */
  #asked(watch: SlotWatch, sequence: number): Uint8Array | undefined {
    const states = watch.states(this.#at.cycle)
    const { base, run } = states[0]!.slot
    const certain = states.every(({ slot }) => isLive(slot) && slot.sequence === sequence && slot.run!.mark === run!.mark && slot.run!.phase !== 'begin')
    return certain ? this.#at.memory.read(base, run!.mark - base) : undefined
  }

  #greeting(session: number, length: number, text: string): void {
    this.#hellosSeen += 1
    if (!this.#at.sessions.includes(session) || length !== linkVersion || this.#hellosSeen > this.#hellosAsked) {
      this.#at.fail({ rule: 'hello', expected: `a hello of session ${[...new Set(this.#at.sessions.slice(-2))].join(' or ')}, version ${linkVersion}, one for each of the host and one after reset`, seen: text })
    }
    if (session === this.#at.sessions.at(-1)) this.#helloOwed = false
  }

  /** The link took all there was: nothing may be owed to the host. */
  drained(): void {
    if (this.#at.sessions.length === 1) return
    if (this.#helloOwed) this.#at.fail({ rule: 'hello', expected: 'an answer to the last hello of the host', seen: 'none' })
    for (const w of this.#at.slots) {
      if (!w.keep(this.#at.cycle, (h) => (h.out.every(skippable) ? h : undefined))) {
        this.#at.fail({ rule: 'to the host', slot: w.number, expected: w.states(this.#at.cycle).map(owes).join(' or '), seen: 'nothing more' })
      }
    }
  }
}
