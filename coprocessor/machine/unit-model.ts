// Owns: the instruction-level reference of the whole Oracle unit: what it answers, sends, stores and records. No clock: what is due happens at once.
import { header, type Beat, type Frame, type Header } from '../link/codec.ts'
import { frameKinds, linkVersion } from '../link/frames.ts'
import { statusValue } from '../isa/status.ts'
import type { Parameters } from '../parameters.ts'
import type { Instruction } from '../isa/instruction.ts'
import { anySlot, decode, executeOnMask, executeOnSlot, executeOnUnit, isBuilt, maskSlots, namesMask, slotOperand, takeRecord, type Command, type Has, type Locks, type Surroundings, type UnitFacts } from './commands.ts'
import { FrameReader, type TaggedItem } from './frame-items.ts'
import type { OnMask } from './perform.ts'
import { counts, takeItem } from './slot-frames.ts'
import { chunkBegun, confirmAnswer, finishRun, latch, lastChunkLeft, loseOwn, memoryDied, newSession, nextQuery } from './slot-run.ts'
import { freeSlot, loseFork, losesForks, type Run, type SlotState } from './slot-state.ts'

/** The memory that segments lie in; addresses in bytes. */
export interface ModelMemory {
  read(address: number, length: number): Uint8Array
  write(address: number, bytes: Uint8Array): void
}

export interface UnitModelOptions {
  readonly parameters: Parameters
  readonly memory: ModelMemory
  readonly facts?: UnitFacts
  /** Mnemonics of rows that this unit has though they have no microcode yet. Default none. */
  readonly also?: readonly string[]
}
/** The response that a waiting command gets. */
export interface Release { readonly rd: number; readonly value: bigint }

const kind = (name: string) => frameKinds.find((k) => k.direction === 'toHost' && k.name === name)!
const noBytes = new Uint8Array(0)

/**
 * The reference machine behind one hart. Commands go in by `command`, beats of the host by `receive`; `send` gives what goes to the host next.
 * Time is the caller's: `expire` is a slot's watchdog, `exception` the core's pulse, `memoryDies` the memory port's last cycle.
 */
export class UnitModel {
  readonly parameters: Parameters
  readonly #memory: ModelMemory
  readonly #facts: UnitFacts
  readonly #has: Has
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
  #memoryDead = false

  constructor(options: UnitModelOptions) {
    this.parameters = options.parameters
    this.#memory = options.memory
    this.#facts = options.facts ?? { version: 0x010000n, parametersHash: 0n }
    this.#has = (row) => isBuilt(row) || (options.also ?? []).includes(row.mnemonic)
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
    const row = decode(c, this.parameters, this.#has)
    if (typeof row === 'bigint') return row
    if (namesMask(row)) return this.#onMask(row, c)
    const named = slotOperand(row, c)
    if (typeof named === 'string') {
      const done = executeOnUnit(row, c, this.#locks, this.parameters, this.#facts, this.#has)
      this.#locks = done.locks
      return done.value
    }
    if (row.mnemonic === 'otrap' && named === anySlot) return this.#queue.length > 0 ? this.#take(this.#queue[0]!) : 0n
    if (named >= BigInt(this.parameters.slots)) return statusValue('slot')
    const number = Number(named)
    if (row.mnemonic === 'otrap' && this.#slots[number]!.status === 'trapped') return this.#take(number)
    const before = this.#slots[number]!
    const done = executeOnSlot(row, c, before, this.#surroundings(number))
    if (done.waits) this.#waiting.push({ rd: c.rd ?? 0, slots: [number], onMask: false })
    const { access } = done
    const read = access?.kind === 'load' ? BigInt(this.#memory.read(access.address, 1)[0]!) : done.value
    if (access?.kind === 'store') this.#memory.write(access.address, Uint8Array.of(access.symbol))
    if (losesForks(before, done.slot)) this.#slots = this.#slots.map((s) => (s.fork?.source === number ? loseFork(s) : s))
    this.#set(number, done.slot)
    return done.waits ? 'waits' : read
  }

  #surroundings(number: number): Surroundings {
    const others = this.#slots.filter((s, i) => i !== number && s.status !== 'free')
    const slot = (n: bigint) => (n < BigInt(this.#slots.length) ? this.#slots[Number(n)] : undefined)
    return { parameters: this.parameters, locks: this.#locks, others, dropped: this.#dropped, memoryDead: this.#memoryDead, slot }
  }

  #onMask(row: Instruction & { readonly perform: OnMask }, c: Command & { readonly rd?: number }): bigint | 'waits' {
    const slots = maskSlots(c.rs1, this.parameters.slots)
    if (slots === undefined) return statusValue('slot')
    const value = executeOnMask(row, slots.map((i) => this.#slots[i]!.status), this.#waiting.some((w) => w.onMask))
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

  /**
   * From now on memory answers nothing. A running slot ends with `memory` at its next access: a symbol that would be stored, a chunk of a query with symbols
   * (which then leaves with zeros, cut). One that makes none goes on. Commands that need memory answer `memory`.
   * @param all every running slot ends at once, whether it makes an access or not
   */
  memoryDies(all = false): void {
    this.#memoryDead = true
    if (all) this.#slots.forEach((s, n) => { if (s.run !== undefined) this.#set(n, memoryDied(s)) })
  }

  /** Stores the slot and lets happen what waits for nothing: the next query is paid, an answer confirmed, a record pushed. */
  #set(number: number, state: SlotState): void {
    let s = state
    if (s.run?.phase === 'confirming') s = confirmAnswer(s, this.parameters)
    if (s.run?.phase === 'begin') s = nextQuery(s)
    if (s.run?.phase === 'ending') {
      const own = s.run.cause === 'answer' || s.run.cause === 'limit' ? s.run.rule?.stored(s) ?? [] : []
      if (own.length > 0 && this.#memoryDead) s = loseOwn(s, own.length)
      else if (own.length > 0) this.#memory.write(s.top - own.length, Uint8Array.from(own))
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
    const after = takeItem(before, item, this.parameters, this.#memoryDead)
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
    const { abort, fork, hint, ...s } = this.#slots[number]!
    const common = { slot: number, session: this.#session, sequence: s.sequence }
    const flag = (name: string, head: Partial<Header>, left: SlotState): Frame => {
      this.#slots[number] = left
      return { kind: kind(name), header: header({ ...common, ...head }), data: noBytes }
    }
    const forked = fork === undefined ? {} : { fork }
    const hinted = hint === undefined ? {} : { hint }
    if (abort !== undefined) return flag('abort', { sequence: abort.sequence, offset: abort.held }, { ...s, ...forked, ...hinted })
    if (s.close) return flag('close', {}, { ...s, ...forked, ...hinted, close: false })
    if (fork !== undefined) return flag('fork', { length: fork.source, offset: s.held }, { ...s, ...hinted })
    if (hint !== undefined) return flag('hint', { offset: hint }, s)
    return s.run?.phase === 'sending' ? this.#chunk(number, s, s.run) : undefined
  }

  #chunk(number: number, s: SlotState, run: Run): Frame {
    // held may have fallen since the query was paid: a fork that it rested on was lost.
    const offset = run.begun ? this.#offsets[number]! : s.held
    const length = Math.min(this.parameters.chunkBytes, s.top - s.base - offset)
    const dead = this.#memoryDead && length > 0
    const last = offset + length === s.top - s.base
    const frame: Frame = {
      kind: kind('query'), header: header({ slot: number, session: this.#session, oracle: run.oracle, sequence: s.sequence, length, offset }),
      data: dead ? new Uint8Array(length) : this.#memory.read(s.base + offset, length), trailer: { first: offset === s.held, last, cut: dead },
    }
    this.#offsets[number] = offset + length
    this.#set(number, dead ? memoryDied(chunkBegun(s)) : last ? lastChunkLeft(s) : chunkBegun(s))
    return frame
  }
}
