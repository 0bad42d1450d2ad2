// Owns: the one observer: it sees the ports of a unit, holds every state that the instruction set allows, and stops at the first difference.
// Longer than most: one method a port, and they all speak of the same states.
import type { Frame, Header } from '../../coprocessor/link/codec.ts'
import { decodeFrame, header, type Beat } from '../../coprocessor/link/codec.ts'
import { frameKinds, headerBeats, headerLayout, linkVersion, type HeaderField } from '../../coprocessor/link/frames.ts'
import { decodeRecord } from '../../coprocessor/isa/cause.ts'
import { infoNumber } from '../../coprocessor/isa/fields.ts'
import { statusValue } from '../../coprocessor/isa/status.ts'
import { anySlot, decode, executeOnUnit, maskSlots, slotOperand, startsRun, type Locks, type Surroundings } from '../../coprocessor/machine/commands.ts'
import { FrameReader, type TaggedItem } from '../../coprocessor/machine/frame-items.ts'
import { isLive } from '../../coprocessor/machine/slot-run.ts'
import { stackTags } from '../../coprocessor/machine/stack-commands.ts'
import type { Parameters } from '../../coprocessor/parameters.ts'
import type { CommandEvent, CycleEvents, MemoryRequestEvent, MemoryResponseEvent, ResponseEvent } from '../port-events.ts'
import { commandText, hex, ObserverDifference, rdText, type Finding } from './difference.ts'
import { HostShadow } from './host-shadow.ts'
import { resultOf, skippable, withoutResult, type Hypothesis, type OwnAccess } from './hypothesis.ts'
import { chunkEnds, chunkOpens, flagSeen, owes } from './link-out.ts'
import { MaskWait } from './mask-wait.ts'
import { ShadowMemory } from './shadow-memory.ts'
import { SlotWatch } from './slot-watch.ts'
import { accessAnswered, accessSeen } from './steps.ts'

export interface ObserverOptions {
  readonly parameters: Parameters
  /** What memory held before the first cycle; default all zeros. */
  readonly initial?: (address: number) => number
  /** Cycles shown before a difference. Default 40. */
  readonly window?: number
  /** Silent cycles after which the unit must have done all that waits for nothing outside. Default 1000. */
  readonly patience?: number
  /** What the Priestess did against the rules, for people: the unit is not to blame. */
  readonly remark?: (text: string) => void
}

interface Pending {
  readonly serial: number
  readonly event: CommandEvent
  readonly cycle: number
  readonly kind: 'fixed' | 'slot' | 'any' | 'mask'
  /** fixed: the value; undefined: a constant of the unit that is learned when it is first told. */
  readonly value?: bigint | undefined
  readonly learn?: string
  readonly slot?: number
  readonly waits: boolean
  /** Frames that were dropped for certain when it came. */
  readonly dropped: number
  readonly oldTop?: number
  readonly mask?: MaskWait
  /** An interrupt or a fault of the core lets it go: one came for certain since it was given, in cycle `exceptedAt`, or perhaps. */
  excepted: 'no' | 'perhaps' | 'yes'
  exceptedAt?: number
}

const isStackTag = (tag: number): boolean => tag === stackTags.load || tag === stackTags.store
/** Is it the access that the command of this state has still to make? */
function isOwnAccess(h: Hypothesis, m: MemoryRequestEvent): boolean {
  if (h.own?.phase !== 'due') return false
  const { access } = h.own
  return m.bytes === 1 && m.store === (access.kind === 'store') && m.tag === stackTags[access.kind] && Number(m.address) === access.address
    && (access.kind === 'load' || m.data === BigInt(access.symbol) * 0x0101010101010101n)
}

/** A field of a header's two beats. */
const field = (beats: readonly Beat[], name: HeaderField): number =>
  Number(beats[headerLayout[name].beat]!.data >> BigInt(headerLayout[name].low) & (1n << BigInt(headerLayout[name].width)) - 1n)
const headerOf = (beats: readonly Beat[]): Header =>
  header(Object.fromEntries((Object.keys(headerLayout) as HeaderField[]).filter((n) => n !== 'kind').map((n) => [n, field(beats, n)])))

/**
 * Watches one unit from reset on. Give it the cycles in order by `observe` (cycles in which nothing was handed over and no line changed may be
 * left out), the Priestess's own stores by `hartWrite` before the cycle that follows them, and call `finish` at the end.
 *
 * Where the hardware is free (when a frame that was accepted is looked at, an abort against a symbol, a watchdog whose time has passed, a session
 * against the end of an answer) it holds all outcomes possible until a port tells which it was. @throws ObserverDifference at the first one
 */
export class Observer {
  readonly #parameters: Parameters
  readonly #patience: number
  readonly #windowLength: number
  readonly #remark: (text: string) => void
  readonly #slots: readonly SlotWatch[]
  readonly #memory: ShadowMemory
  readonly #shadow = new HostShadow()
  readonly #reader = new FrameReader()
  readonly #window: CycleEvents[] = []
  readonly #pending: Pending[] = []
  readonly #tags = new Map<number, SlotWatch>()
  readonly #learned = new Map<string, bigint>()
  /** Numbers of the sessions, 0 before the first; and of those whether the unit has still to greet. */
  readonly #sessions: number[] = [0]
  #hellosAsked = 1
  #hellosSeen = 0
  #helloOwed = true
  /** Cycles in which frames came that no slot could take. */
  readonly #unitDrops: number[] = []
  #beats: Beat[] = []
  #locks: Locks = {}
  #serial = 0
  #cycle = -1
  #busySince = -1
  #answeredAt = -1
  /** An exception came, and since then the port was never free: a command that is accepted now may have been offered then. */
  #carried = false
  #interrupt = false
  readonly #dirty = new Map<number, number>()
  /** Slots that were moved, and their history then: the Priestess is to have copied it. */
  readonly #moved = new Map<number, Uint8Array>()

  constructor(options: ObserverOptions) {
    this.#parameters = options.parameters
    this.#patience = options.patience ?? 1000
    this.#windowLength = options.window ?? 40
    this.#remark = options.remark ?? (() => undefined)
    this.#memory = new ShadowMemory(options.initial)
    const around = { parameters: options.parameters, patience: this.#patience, memory: (address: number, length: number) => this.#memory.read(address, length) }
    this.#slots = Array.from({ length: options.parameters.slots }, (_, i) => new SlotWatch(i, around))
  }

  /** Every state that slot `number` may be in now; one when all is known. For tests and reports. */
  states(number: number): readonly Hypothesis[] { return this.#slots[number]!.states(this.#cycle) }
  /** The observer's copy of memory: the Priestess's writes and the unit's stores. */
  memory(address: number, length: number): Uint8Array { return this.#memory.read(address, length) }

  /** The Priestess's own stores, before the next cycle. */
  hartWrite(address: number | bigint, bytes: Uint8Array): void {
    const at = Number(address)
    for (const w of this.#slots) {
      const open = w.states(Math.max(0, this.#cycle)).find((h) => h.slot.status !== 'free' && at < h.slot.limit && at + bytes.length > h.slot.base)
      if (open === undefined) continue
      if (open.slot.status === 'running') this.#remark(`M6: the Priestess wrote ${hex(at)} in the segment of slot ${w.number}, which runs`)
      if (at < open.slot.base + open.slot.held) this.#dirty.set(w.number, Math.min(this.#dirty.get(w.number) ?? Infinity, at))
      if (at < open.slot.top) this.#shadow.rewrote(w.number)
    }
    this.#memory.write(at, bytes)
    this.#shadow.priestess(at, bytes.length)
  }
  /** The driver's name for `hartWrite`. */
  wrote(address: bigint, bytes: Uint8Array): void { this.hartWrite(address, bytes) }

  observe(e: CycleEvents): void {
    if (this.#cycle >= 0 && e.cycle - this.#cycle > this.#patience) this.#quiet(e.cycle - 1)
    this.#cycle = e.cycle
    this.#window.push(e)
    if (this.#window.length > this.#windowLength) this.#window.shift()
    if (e.exception) this.#pulse()
    if (e.command) this.#command(e.command, e.exception)
    if (e.memoryResponse) this.#memoryAnswered(e.memoryResponse)
    if (e.fromHost) for (const item of this.#reader.push(e.fromHost)) this.#fromHost(item)
    if (e.memoryRequest) this.#memoryRequest(e.memoryRequest)
    if (e.toHost) this.#toHost(e.toHost)
    this.#busy(e)
    if (e.response) this.#response(e.response)
    else if (this.#pending.length > 0) this.#overdue()
    this.#interruptLine(e.interrupt)
  }

  /**
   * The run is over: everything that waits for nothing outside must have happened. @param drained the link and memory took all there was for longer
   * than the patience: what is owed to the host must have been sent too
   */
  finish(drained = false): void {
    this.#cycle += this.#patience + 1
    this.#quiet(this.#cycle)
    if (!drained || this.#sessions.length === 1) return
    if (this.#helloOwed) this.#fail({ rule: 'hello', expected: 'an answer to the last hello of the host', seen: 'none' })
    for (const w of this.#slots) {
      if (!w.keep(this.#cycle, (h) => (h.out.every(skippable) ? h : undefined))) {
        this.#fail({ rule: 'to the host', slot: w.number, expected: w.states(this.#cycle).map(owes).join(' or '), seen: 'nothing more' })
      }
    }
  }

  #fail(f: Omit<Finding, 'cycle' | 'step'>): never {
    throw new ObserverDifference({ ...f, cycle: this.#cycle, step: this.#serial }, [...this.#window])
  }

  /** Nothing happened for long: the unit has done what it could. */
  #quiet(now: number): void {
    for (const w of this.#slots) w.settle(now)
    for (const p of this.#pending) {
      const released = p.waits && (p.excepted === 'yes' || (p.mask?.mustAnswer(now)
        ?? this.#slots[p.slot!]!.states(now).every((h) => h.slot.status !== 'running' || typeof resultOf(h, p.serial) === 'bigint')))
      if ((!p.waits && !this.#accesses(p, now, 'flying')) || released) this.#fail({ rule: 'response', expected: `an answer to ${commandText(p.event)}`, seen: `none in ${this.#patience} cycles` })
    }
    if (!this.#interrupt) {
      for (const w of this.#slots) {
        if (!w.keep(now, (h) => (h.slot.status === 'trapped' ? undefined : h))) this.#fail({ rule: 'interrupt', slot: w.number, expected: 'the line up, a record waits', seen: 'the line down' })
      }
    }
  }

  /** However much goes on elsewhere: a command that waits for nothing outside is answered in time, and so is one whose wait is over. */
  #overdue(): void {
    const late = (since: number | undefined): boolean => since !== undefined && this.#cycle - Math.max(since, this.#answeredAt) > this.#patience
    for (const p of this.#pending) {
      const since = !p.waits ? p.cycle : p.exceptedAt ?? this.#trappedSince(p)
      if (late(since) && !this.#accesses(p, this.#cycle, 'due', 'flying')) this.#fail({ rule: 'response', expected: `an answer to ${commandText(p.event)}, given in cycle ${p.cycle}`, seen: 'none yet' })
    }
  }

  /** A record that ends this wait waits since then, for certain. */
  #trappedSince(p: Pending): number | undefined {
    const cycles = (p.mask?.slots ?? [this.#slots[p.slot!]!]).flatMap((w) => w.trappedSince ?? [])
    return cycles.length > 0 ? Math.max(p.cycle, Math.min(...cycles)) : undefined
  }

  /** This command may be at its access: it is memory that takes its time. */
  #accesses(p: Pending, now: number, ...phases: OwnAccess['phase'][]): boolean {
    return p.slot !== undefined && this.#slots[p.slot]!.states(now).some((h) => h.own !== undefined && phases.includes(h.own.phase))
  }

  #pulse(): void {
    this.#carried = true
    for (const p of this.#pending) this.#excepted(p, 'yes')
  }

  #excepted(p: Pending, how: Pending['excepted']): void {
    if (!p.waits) return
    p.excepted = how
    if (how === 'yes') p.exceptedAt ??= this.#cycle
    if (p.mask) p.mask.excepted = how
  }

  #command(event: CommandEvent, exception: boolean): void {
    this.#accept(event)
    const last = this.#pending.at(-1)
    if (event.xd && this.#carried) this.#excepted(last!, exception ? 'yes' : 'perhaps')
  }

  #accept(event: CommandEvent): void {
    const serial = ++this.#serial
    if (!event.xd) return
    if (this.#pending.some((p) => p.event.rd === event.rd)) this.#fail({ rule: 'environment', expected: `no second command for x${event.rd}`, seen: commandText(event) })
    const row = decode(event, this.#parameters)
    const base = { serial, event, cycle: this.#cycle, waits: false, dropped: this.#dropped('least'), excepted: 'no' as const }
    const fixed = (value: bigint) => this.#pending.push({ ...base, kind: 'fixed', value })
    if (typeof row === 'bigint') return void fixed(row)
    const named = slotOperand(row, event)
    if (named === 'unit') {
      const learn = row.mnemonic === 'oinfo' ? (['version', 'parameters'] as const).find((i) => event.rs1 === BigInt(infoNumber(i))) : undefined
      const done = executeOnUnit(row, event, this.#locks, this.#parameters, { version: 0n, parametersHash: 0n })
      this.#locks = done.locks
      return void (learn === undefined ? fixed(done.value) : this.#pending.push({ ...base, kind: 'fixed', value: undefined, learn }))
    }
    const around = { parameters: this.#parameters, locks: this.#locks, dropped: 0, others: [] }
    if (named === 'mask') {
      const slots = maskSlots(event.rs1, this.#slots.length)?.map((i) => this.#slots[i]!)
      if (slots === undefined || slots.length === 0) return void fixed(statusValue(slots ? 'idle' : 'slot'))
      for (const w of slots) w.accept({ serial, cycle: this.#cycle, row, command: event, names: 'mask', around })
      return void this.#pending.push({ ...base, kind: 'mask', waits: true, mask: new MaskWait(serial, slots, this.#pending.flatMap((p) => p.mask ?? [])) })
    }
    const any = row.mnemonic === 'otrap' && named === anySlot
    if (!any && named >= BigInt(this.#parameters.slots)) return void fixed(statusValue('slot'))
    const layout = row.mnemonic === 'oseg.open' || row.mnemonic === 'oseg.limit' || row.mnemonic === 'oseg.move'
    const seen = layout ? [{ ...around, others: this.#segments(Number(named)) }] : row.perform.on === 'slot' && row.perform.another ? this.#besides(around, event.rs2) : [around]
    const command = { serial, cycle: this.#cycle, row, command: event, names: any ? 'any' : 'own', around: seen[0]!, ...(seen[1] ? { also: seen[1] } : {}) } as const
    if (any) {
      for (const w of this.#slots) w.accept(command)
      this.#pending.push({ ...base, kind: 'any' })
      return
    }
    const watch = this.#slots[Number(named)]!
    const oldTop = watch.states(this.#cycle)[0]!.slot.top
    watch.accept(command)
    if (!any) this.#takesBack(watch.number)
    this.#pending.push({ ...base, kind: 'slot', slot: watch.number, waits: row.waits, oldTop })
    const { base: from, top } = watch.states(this.#cycle)[0]!.slot
    if (row.mnemonic === 'oseg.move') this.#moved.set(watch.number, this.#memory.read(from, top - from))
    if (startsRun(row)) this.#untouched(watch.number, from)
  }

  /** The slot that rs2 of a command names; whether something is still to be sent for it only the unit knows. */
  #besides(around: Surroundings, number: bigint): Surroundings[] {
    const watch = number < BigInt(this.#slots.length) ? this.#slots[Number(number)]! : undefined
    if (watch === undefined) return [{ ...around, slot: () => undefined }]
    const state = watch.states(this.#cycle).find((h) => h.command === watch.commands.length) ?? watch.states(this.#cycle)[0]!
    const owing = watch.states(this.#cycle).some((h) => h.out.some((o) => o.kind !== 'query'))
    return [state.slot, ...(owing ? [{ ...state.slot, close: true }] : [])].map((slot) => ({ ...around, slot: () => slot }))
  }

  /** A command of a slot of which others are forks that may not have left. */
  #takesBack(source: number): void {
    for (const w of this.#slots) if (w.states(this.#cycle).some((h) => h.out.some((o) => o.kind === 'fork' && o.source === source))) w.give({ kind: 'unlent', cycle: this.#cycle, source })
  }

  /** A start over a history that was rewritten below held, and no touch said so. */
  #untouched(slot: number, base: number): void {
    const moved = this.#moved.get(slot)
    if (moved !== undefined && this.#memory.read(base, moved.length).some((b, i) => b !== moved[i])) this.#dirty.set(slot, base)
    else this.#moved.delete(slot)
    if (!this.#dirty.has(slot)) return
    this.#remark(`M6: the history of slot ${slot} was rewritten from ${hex(this.#dirty.get(slot)!)} on and not touched`)
  }

  /** The segments of the other slots, when everything before was executed. */
  #segments(except: number): { base: number; limit: number }[] {
    return this.#slots.flatMap((w) => {
      if (w.number === except) return []
      const last = w.states(this.#cycle).find((h) => h.command === w.commands.length)!
      return last.slot.status === 'free' ? [] : [{ base: last.slot.base, limit: last.slot.limit }]
    })
  }

  /** How many frames were dropped at the least or at the most. */
  #dropped(end: 'least' | 'most'): number {
    const bound = end === 'least' ? Math.min : Math.max
    const ofSlots = this.#slots.reduce((sum, w) => sum + bound(...w.states(this.#cycle).map((h) => h.drops[end])), 0)
    return ofSlots + this.#unitDrops.filter((cycle) => end === 'most' || this.#cycle - cycle > this.#patience).length
  }

  #response(r: ResponseEvent): void {
    this.#answeredAt = this.#cycle
    const at = this.#pending.findIndex((p) => p.event.rd === r.rd)
    if (at < 0) this.#fail({ rule: 'response', expected: `nothing for x${r.rd}`, seen: rdText(r.data) })
    const p = this.#pending.splice(at, 1)[0]!
    const wrong = (expected: string) => this.#fail({ rule: 'response', ...(p.slot === undefined ? {} : { slot: p.slot }), expected: `${commandText(p.event)} to answer ${expected}`, seen: rdText(r.data) })
    if (p.kind === 'fixed') {
      const value = p.learn === undefined ? p.value! : this.#learned.get(p.learn) ?? r.data
      if (p.learn !== undefined) this.#learned.set(p.learn, value)
      if (BigInt.asUintN(64, value) !== r.data) wrong(rdText(value))
      return
    }
    const due = p.mask?.answer(r.data, this.#cycle)
    if (due !== undefined) wrong(due)
    if (p.kind === 'mask') return
    if (p.kind === 'any') this.#anyAnswered(p, r, wrong)
    else this.#slotAnswered(p, r, wrong)
  }

  #slotAnswered(p: Pending, r: ResponseEvent, wrong: (expected: string) => never): void {
    const watch = this.#slots[p.slot!]!
    const fits = (h: Hypothesis): boolean => {
      const value = resultOf(h, p.serial)
      if (value === undefined) return false
      if (value === null) return this.#ownRule(p, h, r.data)
      if (value === 'waits') return r.data === 1n ? p.excepted !== 'no' : r.data === 0n && h.slot.status !== 'running'
      return typeof value === 'bigint' && BigInt.asUintN(64, value) === r.data
    }
    const before = watch.states(this.#cycle)
    const kept = watch.keep(this.#cycle, (h) => (fits(h) ? withoutResult(h, p.serial) : undefined))
    if (!kept) wrong([...new Set(before.map((h) => this.#resultText(resultOf(h, p.serial), p)))].filter((t) => t !== '').join(' or ') || 'later')
    if (BigInt.asIntN(64, r.data) >= 0n) this.#applied(p)
  }

  #resultText(value: ReturnType<typeof resultOf>, p: Pending): string {
    if (value === undefined) return ''
    if (value === null) return `${p.dropped}..${this.#dropped('most')} or a number of cycles`
    if (typeof value === 'bigint') return rdText(value)
    return p.excepted === 'no' ? '0 when its record waits' : '0 when its record waits, or 1'
  }

  /** Values that are not one: cycles, dropped frames, and what an open slot reads before its first run. */
  #ownRule(p: Pending, h: Hypothesis, data: bigint): boolean {
    const signed = BigInt.asIntN(64, data)
    if (decode(p.event, this.#parameters) === undefined || signed < 0n) return false
    if (p.event.rs2 >= 10n && p.event.rs2 <= 12n && this.#isCount(p)) return signed <= BigInt(this.#cycle + 1)
    if (this.#isCount(p)) return signed >= BigInt(p.dropped) && signed <= BigInt(this.#dropped('most'))
    return data === 0n || data === h.slot.record || decodeRecord(data) === undefined
  }

  #isCount(p: Pending): boolean {
    const row = decode(p.event, this.#parameters)
    return typeof row !== 'bigint' && row.mnemonic === 'ocount'
  }

  /** What a command that was done means to the shadows. */
  #applied(p: Pending): void {
    const row = decode(p.event, this.#parameters)
    if (typeof row === 'bigint') return
    const slot = p.slot!
    if (row.mnemonic === 'oseg.touch' || row.mnemonic === 'oseg.top') {
      const to = Number(p.event.rs2)
      if (to <= (this.#dirty.get(slot) ?? -1)) this.#dirty.delete(slot)
      if (row.mnemonic === 'oseg.touch' || to < p.oldTop!) this.#shadow.rewrote(slot)
      else this.#shadow.priestess(p.oldTop!, to - p.oldTop!)
    }
    if (row.mnemonic === 'opop') {
      if (this.#slots[slot]!.states(this.#cycle)[0]!.slot.top <= (this.#dirty.get(slot) ?? -1)) this.#dirty.delete(slot)
      this.#shadow.rewrote(slot)
    }
    if (row.mnemonic === 'oseg.open' || row.mnemonic === 'oseg.close') {
      this.#dirty.delete(slot)
      this.#shadow.rewrote(slot)
    }
  }

  #anyAnswered(p: Pending, r: ResponseEvent, wrong: (expected: string) => never): void {
    const record = r.data === 0n ? undefined : decodeRecord(r.data)
    if (r.data !== 0n && (record === undefined || record.slot >= this.#slots.length)) wrong('a record or 0')
    const earliest: number[] = []
    const others = this.#slots.map((w) => w.trappedSince)
    for (const w of this.#slots) {
      const chosen = w.number === record?.slot
      const before = w.states(this.#cycle)
      const kept = w.keep(this.#cycle, (h) => {
        const value = resultOf(h, p.serial)
        const fits = chosen ? value === r.data : value === 0n || (record !== undefined && value === 'passed')
        if (!fits) return undefined
        if (chosen) earliest.push(h.trapped)
        return withoutResult(h, p.serial)
      })
      if (!kept) wrong(`the record of slot ${w.number} (${[...new Set(before.flatMap((h) => h.results.filter((x) => x.serial === p.serial).map((x) => (typeof x.value === 'bigint' ? rdText(x.value) : 'none'))))].join(' or ')})`)
    }
    if (record === undefined) return
    const first = Math.min(...earliest)
    const older = others.findIndex((since, i) => i !== record.slot && since !== undefined && since < first)
    if (older >= 0) wrong(`the oldest record, of slot ${older}: it waited in cycle ${others[older]}, before that of slot ${record.slot} could be`)
  }

  #memoryAnswered({ tag, data }: MemoryResponseEvent): void {
    const watch = this.#tags.get(tag)
    if (watch === undefined) this.#fail({ rule: 'environment', expected: 'an answer of memory to something', seen: `tag ${tag}` })
    this.#tags.delete(tag)
    watch!.access(-1)
    if (isStackTag(tag)) watch!.keep(this.#cycle, (h) => accessAnswered(h, Number(data & 0xffn)))
  }

  #memoryRequest(m: MemoryRequestEvent): void {
    const address = Number(m.address)
    const what = `${m.store ? 'store' : 'load'} of ${m.bytes} at ${hex(m.address)}, tag ${m.tag}${m.store ? `, data ${hex(m.data)}` : ''}`
    if (address % m.bytes !== 0) this.#fail({ rule: 'memory port', expected: 'natural alignment', seen: what })
    if (this.#tags.has(m.tag)) this.#fail({ rule: 'memory port', expected: `a tag that is not in flight`, seen: what })
    const bytes = Uint8Array.from({ length: m.bytes }, (_, i) => Number(m.data >> BigInt(8 * ((address + i) % 8)) & 0xffn))
    const text = String.fromCharCode(...bytes)
    const fits = (h: Hypothesis): Hypothesis | undefined => {
      const { slot } = h
      if (isStackTag(m.tag)) return isOwnAccess(h, m) ? accessSeen(h) : undefined
      if (slot.run === undefined) return undefined
      if (!m.store) return slot.run.phase === 'sending' && address < slot.top && address + m.bytes > slot.base ? h : undefined
      if (address !== h.runTop + h.stored || address + m.bytes > slot.limit || h.text.substring(h.stored, h.stored + m.bytes) !== text) return undefined
      return { ...h, stored: h.stored + m.bytes }
    }
    const watch = this.#slots.find((w) => w.keep(this.#cycle, fits))
    if (watch === undefined) this.#fail({ rule: m.store ? 'store' : 'load', ...this.#owner(address), expected: this.#accessText(address, m.store), seen: what })
    this.#tags.set(m.tag, watch!)
    watch!.access(1)
    if (m.store) {
      this.#memory.write(address, bytes)
      // What the Priestess pushes is her own text; what a run stores is an answer.
      if (isStackTag(m.tag)) this.#shadow.priestess(address, m.bytes)
      else this.#shadow.stored(watch!.number, address, m.bytes)
    }
  }

  #owner(address: number): { slot?: number } {
    const watch = this.#slots.find((w) => w.states(this.#cycle).some((h) => h.slot.status !== 'free' && address >= h.slot.base && address < h.slot.limit))
    return watch === undefined ? {} : { slot: watch.number }
  }

  #accessText(address: number, store: boolean): string {
    const { slot } = this.#owner(address)
    if (slot === undefined) return 'no access outside the segments'
    const texts = this.states(slot).map((h) => {
      if (h.own?.phase === 'due') return `${h.own.access.kind} of 1 at ${hex(h.own.access.address)}, tag ${stackTags[h.own.access.kind]}${h.own.access.kind === 'store' ? `, symbol ${hex(h.own.access.symbol)} on all lanes` : ''}`
      if (h.slot.run === undefined) return `no access, the slot is ${h.slot.status}`
      const next = h.text.charCodeAt(h.stored)
      if (store) return h.stored < h.text.length ? `symbol ${hex(next)} at ${hex(h.runTop + h.stored)}` : `no store, ${h.text.length} symbols were accepted and stored (${h.slot.run.phase})`
      return h.slot.run.phase === 'sending' ? `a load that meets [${hex(h.slot.base)}, ${hex(h.slot.top)})` : `no load (${h.slot.run.phase})`
    })
    return [...new Set(texts)].join(' or ')
  }

  #fromHost({ tags, first, item, named }: TaggedItem): void {
    if (item.kind === 'hello') return this.#hello(tags.session)
    const valid = tags.slot < this.#slots.length && this.#sessions.length > 1 && tags.session === this.#sessions.at(-1)
    if (!valid) {
      if (first) this.#unitDrops.push(this.#cycle)
      return
    }
    if (item.kind === 'symbols') this.#shadow.answered(tags.slot, tags.sequence, item.symbols)
    this.#slots[tags.slot]!.give({ kind: 'frame', cycle: this.#cycle, tagged: { tags, first, item, named } })
  }

  #hello(session: number): void {
    if (session === 0) return void this.#unitDrops.push(this.#cycle)
    this.#hellosAsked += 1
    this.#helloOwed = true
    if (session === this.#sessions.at(-1)) return
    const first = this.#sessions.length === 1
    this.#sessions.push(session)
    for (const w of this.#slots) w.give({ kind: 'session', cycle: this.#cycle, first })
  }

  #toHost(beat: Beat): void {
    this.#beats.push(beat)
    if (this.#beats.length === headerBeats && !beat.last) this.#headerOut(this.#beats)
    if (!beat.last) return
    const beats = this.#beats
    this.#beats = []
    const frame = decodeFrame(beats)
    if (typeof frame === 'string') this.#fail({ rule: 'frame to the host', expected: 'a frame of the table', seen: frame })
    else this.#frameOut(frame)
  }

  /** A chunk begins: only a query is longer than its header. */
  #headerOut(beats: readonly Beat[]): void {
    const kind = frameKinds.find((k) => k.direction === 'toHost' && k.code === field(beats, 'kind'))
    const head = headerOf(beats)
    const text = `${kind?.name ?? 'unknown'} of slot ${head.slot}, session ${head.session}, sequence ${head.sequence}, oracle ${head.oracle}, ${head.length} bytes at offset ${head.offset}`
    const watch = this.#slots[head.slot]
    if (kind?.name !== 'query' || watch === undefined || head.unit !== 0 || head.flags !== 0) this.#fail({ rule: 'frame to the host', expected: 'a query of a slot', seen: text })
    if (!watch!.keep(this.#cycle, (h) => chunkOpens(h, head, this.#sessions, this.#parameters.chunkBytes))) {
      this.#fail({ rule: 'query', slot: head.slot, expected: this.#owes(watch!), seen: text })
    }
  }

  #owes(watch: SlotWatch): string {
    return [...new Set(watch.states(this.#cycle).map(owes))].join(' or ')
  }

  #frameOut(frame: Frame): void {
    const { slot, session, sequence, offset, length, unit } = frame.header
    const text = `${frame.kind.name} of slot ${slot}, session ${session}, sequence ${sequence}, length ${length}, offset ${offset}`
    if (unit !== 0 || frame.kind.direction !== 'toHost') this.#fail({ rule: 'frame to the host', expected: 'unit 0, a kind to the host', seen: text })
    if (frame.kind.name === 'hello') return this.#greeting(session, length, text)
    const watch = this.#slots[slot]
    if (watch === undefined) this.#fail({ rule: 'frame to the host', expected: 'a slot that exists', seen: text })
    const before = this.#owes(watch!)
    const fits = frame.kind.name === 'query' ? (h: Hypothesis) => chunkEnds(h, frame) : (h: Hypothesis) => flagSeen(h, frame, this.#sessions)
    if (!watch!.keep(this.#cycle, fits)) {
      const trailer = frame.trailer ? `, first ${frame.trailer.first}, last ${frame.trailer.last}, cut ${frame.trailer.cut}, data ${Buffer.from(frame.data).toString('hex')}` : ''
      this.#fail({ rule: frame.kind.name === 'query' ? 'query' : 'flag', slot, expected: before, seen: `${text}${trailer}` })
    }
    const found = this.#shadow.sent(frame, watch!.states(this.#cycle)[0]!.slot.base, this.#asked(watch!, sequence))
    if (found === undefined) return
    if (this.#dirty.has(slot)) this.#remark(`${found}; the Priestess did not touch what it rewrote`)
    else this.#fail({ rule: 'host', slot, expected: 'a mirror that follows the history', seen: found })
  }

  /** The history of a query that is out, while it certainly is. */
  #asked(watch: SlotWatch, sequence: number): Uint8Array | undefined {
    const states = watch.states(this.#cycle)
    const { base, run } = states[0]!.slot
    const certain = states.every(({ slot }) => isLive(slot) && slot.sequence === sequence && slot.run!.mark === run!.mark && slot.run!.phase !== 'begin')
    return certain ? this.#memory.read(base, run!.mark - base) : undefined
  }

  #greeting(session: number, length: number, text: string): void {
    this.#hellosSeen += 1
    if (!this.#sessions.includes(session) || length !== linkVersion || this.#hellosSeen > this.#hellosAsked) {
      this.#fail({ rule: 'hello', expected: `a hello of session ${[...new Set(this.#sessions.slice(-2))].join(' or ')}, version ${linkVersion}, one for each of the host and one after reset`, seen: text })
    }
    if (session === this.#sessions.at(-1)) this.#helloOwed = false
  }

  /** Up for a command that is not answered and waits for no host; never for what runs in the background. */
  #busy(e: CycleEvents): void {
    const owing = this.#pending.filter((p) => !p.waits && p.cycle < e.cycle)
    if (owing.length > 0 && !e.busy) this.#fail({ rule: 'busy', expected: `busy up for ${commandText(owing[0]!.event)}`, seen: 'busy down' })
    if (!e.busy && !e.command) this.#carried = false
    if (e.command || (e.busy ? this.#pending.some((p) => !this.#certainlyWaits(p)) : this.#pending.length > 0)) this.#busySince = e.cycle
    if (e.busy && e.cycle - this.#busySince > 2) this.#fail({ rule: 'busy', expected: 'busy down, every command was answered or waits', seen: 'busy up' })
  }

  /** It was executed, and nothing can have let it go. */
  #certainlyWaits(p: Pending): boolean {
    if (!p.waits || p.excepted !== 'no') return false
    return p.mask?.certainlyWaits(this.#cycle)
      ?? this.#slots[p.slot!]!.states(this.#cycle).every((h) => resultOf(h, p.serial) === 'waits' && h.slot.status === 'running')
  }

  /** Up means that a record waits. */
  #interruptLine(up: boolean): void {
    const rose = up && !this.#interrupt
    this.#interrupt = up
    if (!up) return
    if (!rose && this.#slots.some((w) => w.trappedSince !== undefined)) return
    const able = this.#slots.filter((w) => w.states(this.#cycle).some((h) => h.slot.status === 'trapped'))
    if (able.length === 0) this.#fail({ rule: 'interrupt', expected: 'the line down, no record can wait', seen: 'the line up' })
    if (able.length === 1) able[0]!.keep(this.#cycle, (h) => (h.slot.status === 'trapped' ? h : undefined))
  }
}
