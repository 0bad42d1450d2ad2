// Owns: the instruction-level reference of the whole Oracle unit: what it answers, sends, stores and records. No clock: what is due happens at once.
import { header, type Beat, type Frame } from '../link/codec.ts'
import { frameKinds, linkVersion } from '../link/frames.ts'
import { statusValue } from '../isa/status.ts'
import type { Parameters } from '../parameters.ts'
import { anySlot, decode, executeOnSlot, executeOnUnit, executeWait, maskSlots, slotOperand, takeRecord, type Command, type Locks, type UnitFacts } from './commands.ts'
import { FrameReader, type TaggedItem } from './frame-items.ts'
import { counts, takeItem } from './slot-frames.ts'
import { chunkBegun, confirmAnswer, finishRun, latch, lastChunkLeft, newSession, nextQuery } from './slot-run.ts'
import { freeSlot, type SlotState } from './slot-state.ts'

/** The memory that segments lie in; addresses in bytes. */
export interface ModelMemory {
  read(address: number, length: number): Uint8Array
  write(address: number, bytes: Uint8Array): void
}

export interface UnitModelOptions { readonly parameters: Parameters; readonly memory: ModelMemory; readonly facts?: UnitFacts }
/** The response that a waiting command gets. */
export interface Release { readonly rd: number; readonly value: bigint }

const kind = (name: string) => frameKinds.find((k) => k.direction === 'toHost' && k.name === name)!
const noBytes = new Uint8Array(0)

/**
 * The reference machine behind one hart. Commands go in by `command`, beats of the host by `receive`; `send` gives what goes to the host next.
 * Time is the caller's: `expire` is a slot's watchdog, `exception` the core's pulse.
 */
export class UnitModel {
  readonly parameters: Parameters
  readonly #memory: ModelMemory
  readonly #facts: UnitFacts
  readonly #reader = new FrameReader()
  #slots: SlotState[]
  #locks: Locks = {}
  #session = 0
  #dropped = 0
  #hellos = 1
  /** The slot that the frame in progress counts for; a run that ends lets go of the rest of it. */
  #counting: number | undefined
  /** Slots whose records wait, oldest first. */
  #queue: number[] = []
  /** Commands that wait for the record of one of these slots; of the kind `owait` at most one. */
  #waiting: { readonly rd: number; readonly slots: readonly number[]; readonly onMask: boolean }[] = []
  #released: Release[] = []
  #offsets: number[]
  #turn = 0

  constructor(options: UnitModelOptions) {
    this.parameters = options.parameters
    this.#memory = options.memory
    this.#facts = options.facts ?? { version: 0x010000n, parametersHash: 0n }
    this.#slots = Array.from({ length: options.parameters.slots }, () => freeSlot)
    this.#offsets = this.#slots.map(() => 0)
  }

  get session(): number { return this.#session }
  get dropped(): number { return this.#dropped }
  get locks(): Locks { return this.#locks }
  /** The interrupt line: a record waits. */
  get interrupt(): boolean { return this.#queue.length > 0 }
  slot(number: number): SlotState { return this.#slots[number]! }
  /** Responses that waiting commands got since the last call. */
  releases(): Release[] { return this.#released.splice(0) }

  /** rd of a command, signed; `waits`: rd comes by `releases`; undefined: no xd, nothing happens. */
  command(c: Command & { readonly rd?: number }): bigint | 'waits' | undefined {
    if (!c.xd) return undefined
    const row = decode(c, this.parameters)
    if (typeof row === 'bigint') return row
    const named = slotOperand(row, c)
    if (named === 'mask') return this.#wait(c)
    if (named === 'unit') {
      const done = executeOnUnit(row, c, this.#locks, this.parameters, this.#facts)
      this.#locks = done.locks
      return done.value
    }
    if (row.mnemonic === 'otrap' && named === anySlot) return this.#queue.length > 0 ? this.#take(this.#queue[0]!) : 0n
    if (named >= BigInt(this.parameters.slots)) return statusValue('slot')
    const number = Number(named)
    if (row.mnemonic === 'otrap' && this.#slots[number]!.status === 'trapped') return this.#take(number)
    const others = this.#slots.filter((s, i) => i !== number && s.status !== 'free')
    const done = executeOnSlot(row, c, this.#slots[number]!, { parameters: this.parameters, locks: this.#locks, others, dropped: this.#dropped })
    if (done.waits) this.#waiting.push({ rd: c.rd ?? 0, slots: [number], onMask: false })
    const { access } = done
    const read = access?.kind === 'load' ? BigInt(this.#memory.read(access.address, 1)[0]!) : done.value
    if (access?.kind === 'store') this.#memory.write(access.address, Uint8Array.of(access.symbol))
    this.#set(number, done.slot)
    return done.waits ? 'waits' : read
  }

  #wait(c: Command & { readonly rd?: number }): bigint | 'waits' {
    const slots = maskSlots(c.rs1, this.parameters.slots)
    if (slots === undefined) return statusValue('slot')
    const value = executeWait(slots.map((i) => this.#slots[i]!.status), this.#waiting.some((w) => w.onMask))
    if (value === 'waits') this.#waiting.push({ rd: c.rd ?? 0, slots, onMask: true })
    return value
  }

  #take(number: number): bigint {
    this.#queue = this.#queue.filter((n) => n !== number)
    const taken = takeRecord(this.#slots[number]!)
    this.#slots[number] = taken.slot
    return taken.value
  }

  /** The core takes an interrupt or a fault: every waiting command answers `running`. */
  exception(): void {
    this.#released.push(...this.#waiting.splice(0).map(({ rd }) => ({ rd, value: 1n })))
  }

  /** The watchdog of a slot has run out. */
  expire(number: number): void {
    this.#set(number, latch(this.#slots[number]!, 'link'))
  }

  /** Stores the slot and lets happen what waits for nothing: the next query is paid, an answer confirmed, a record pushed. */
  #set(number: number, state: SlotState): void {
    let s = state
    if (s.run?.phase === 'confirming') s = confirmAnswer(s, this.parameters)
    if (s.run?.phase === 'begin') {
      s = nextQuery(s)
      this.#offsets[number] = s.held
    }
    if (s.run?.phase === 'ending') {
      s = finishRun(s, number)
      this.#queue.push(number)
      if (this.#counting === number) this.#counting = undefined
      const free = this.#waiting.filter((w) => w.slots.includes(number))
      this.#waiting = this.#waiting.filter((w) => !w.slots.includes(number))
      this.#released.push(...free.map(({ rd }) => ({ rd, value: 0n })))
    }
    this.#slots[number] = s
  }

  /** A beat from the host. */
  receive(beat: Beat): void {
    for (const item of this.#reader.push(beat)) this.#item(item)
  }

  #item({ tags, first, item }: TaggedItem): void {
    if (item.kind === 'hello') {
      this.#hello(tags.session)
      return
    }
    const valid = tags.slot < this.parameters.slots && this.#session !== 0 && tags.session === this.#session
    if (first) {
      this.#counting = valid && counts(this.#slots[tags.slot]!, item, tags.sequence) ? tags.slot : undefined
      if (this.#counting === undefined) this.#dropped += 1
    }
    if (this.#counting === undefined) return
    const before = this.#slots[tags.slot]!
    const after = takeItem(before, item, this.parameters)
    if (after === undefined) this.#dropped += 1
    else {
      if (item.kind === 'symbols') this.#memory.write(before.top, Uint8Array.from(item.symbols.slice(0, after.top - before.top)))
      this.#set(tags.slot, after)
    }
  }

  #hello(session: number): void {
    if (session === 0) {
      this.#dropped += 1
      return
    }
    this.#hellos += 1
    if (session === this.#session) return
    const first = this.#session === 0
    this.#session = session
    for (let i = 0; i < this.#slots.length; i++) this.#set(i, newSession(this.#slots[i]!, first))
  }

  /** The next whole frame to the host, taken as having left; undefined: nothing to send. Slots take turns by frame. */
  send(): Frame | undefined {
    if (this.#hellos > 0) {
      this.#hellos -= 1
      return { kind: kind('hello'), header: header({ session: this.#session, length: linkVersion }), data: noBytes }
    }
    for (let k = 0; k < this.#slots.length; k++) {
      const number = (this.#turn + k) % this.#slots.length
      const frame = this.#session === 0 ? undefined : this.#sendOf(number)
      if (frame !== undefined) {
        this.#turn = number + 1
        return frame
      }
    }
    return undefined
  }

  #sendOf(number: number): Frame | undefined {
    const state = this.#slots[number]!
    if (state.abort === undefined && !state.close && state.run?.phase !== 'sending') return undefined
    const { abort, ...s } = state
    const common = { slot: number, session: this.#session, oracle: s.oracle }
    if (abort !== undefined) {
      this.#slots[number] = s
      return { kind: kind('abort'), header: header({ ...common, sequence: abort.sequence, offset: abort.held }), data: noBytes }
    }
    if (s.close) {
      this.#slots[number] = { ...s, close: false }
      return { kind: kind('close'), header: header({ ...common, sequence: s.sequence }), data: noBytes }
    }
    if (s.run?.phase !== 'sending') return undefined
    const offset = this.#offsets[number]!
    const length = Math.min(this.parameters.chunkBytes, s.top - s.base - offset)
    const last = offset + length === s.top - s.base
    const data = this.#memory.read(s.base + offset, length)
    const frame: Frame = {
      kind: kind('query'), header: header({ ...common, oracle: s.run.oracle, sequence: s.sequence, length, offset }), data, trailer: { first: offset === s.held, last, cut: false },
    }
    this.#offsets[number] = offset + length
    this.#set(number, last ? lastChunkLeft(s) : chunkBegun(s))
    return frame
  }
}
