// Owns: the accesses that the unit makes: each belongs to a slot that may make it now; and when the memory port may be found dead.
import { stackTags } from '../../coprocessor/machine/stack-commands.ts'
import type { MemoryRequestEvent, MemoryResponseEvent } from '../port-events.ts'
import { hex } from './difference.ts'
import type { Hypothesis } from './hypothesis.ts'
import type { Scene } from './scene.ts'
import type { SlotWatch } from './slot-watch.ts'
import { accessAnswered, accessSeen, type PortLife } from './steps.ts'

const isStackTag = (tag: number): boolean => tag === stackTags.load || tag === stackTags.store
/** Is it the access that the command of this state has still to make? */
function isOwnAccess(h: Hypothesis, m: MemoryRequestEvent): boolean {
  if (h.own?.phase !== 'due') return false
  const { access } = h.own
  return m.bytes === 1 && m.store === (access.kind === 'store') && m.tag === stackTags[access.kind] && Number(m.address) === access.address
    && (access.kind === 'load' || m.data === BigInt(access.symbol) * 0x0101010101010101n)
}

/** A state in which the slot waits for memory, or will as soon as it may ask. */
const wantsMemory = (h: Hypothesis): boolean =>
  h.own?.phase === 'due' || (h.slot.run !== undefined && (h.stored < h.text.length || h.out.some((o) => o.kind === 'query' && o.mode === 'sending' && o.next < o.end)))

/** The memory port. */
export class MemoryWatch {
  readonly #at: Scene
  /** In flight, by tag. A store is in memory when it was answered. */
  readonly #tags = new Map<number, { readonly watch: SlotWatch; readonly stored?: { readonly address: number; readonly bytes: Uint8Array } }>()
  #dead: PortLife = 'no'
  /** No access waits for memory, be it only for its ready, for longer than since this cycle; and one certainly does since this one, while any is in flight. */
  #quietSince = 0
  #flyingSince = 0

  constructor(at: Scene) { this.#at = at }

  /** A cycle begins: may the port have been found dead, by the time without an answer? */
  lives(cycle: number): void {
    if (this.#dead === 'sure') return
    const { parameters: { memoryCycles }, tolerances: { deadEarly, deadLate }, slots } = this.#at
    if (this.#tags.size === 0 && !slots.some((w) => w.states(Math.max(0, cycle - 1)).some(wantsMemory))) this.#quietSince = cycle
    const waited = cycle - this.#quietSince - memoryCycles
    const now = this.#tags.size > 0 && cycle - this.#flyingSince - memoryCycles > deadLate ? 'sure' : waited >= -deadEarly ? 'maybe' : this.#dead
    if (now !== this.#dead) for (const w of slots) w.portIs(now)
    this.#dead = now
  }

  answered({ tag, data }: MemoryResponseEvent): void {
    const flying = this.#tags.get(tag)
    if (flying === undefined) return this.#at.fail({ rule: 'environment', expected: 'an answer of memory to something', seen: `tag ${tag}` })
    const { watch, stored } = flying
    this.#tags.delete(tag)
    if (stored) this.#at.memory.write(stored.address, stored.bytes)
    watch.access(-1)
    this.#quietSince = this.#flyingSince = this.#at.cycle
    if (isStackTag(tag)) watch.keep(this.#at.cycle, (h) => accessAnswered(h, Number(data & 0xffn)))
  }

  request(m: MemoryRequestEvent): void {
    const address = Number(m.address)
    const what = `${m.store ? 'store' : 'load'} of ${m.bytes} at ${hex(m.address)}, tag ${m.tag}${m.store ? `, data ${hex(m.data)}` : ''}`
    if (address % m.bytes !== 0) this.#at.fail({ rule: 'memory port', expected: 'natural alignment', seen: what })
    if (this.#tags.has(m.tag)) this.#at.fail({ rule: 'memory port', expected: `a tag that is not in flight`, seen: what })
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
    const watch = this.#at.slots.find((w) => w.keep(this.#at.cycle, fits))
    if (watch === undefined) this.#at.fail({ rule: m.store ? 'store' : 'load', ...this.#owner(address), expected: this.#accessText(address, m.store), seen: what })
    if (this.#tags.size === 0) this.#flyingSince = this.#at.cycle
    this.#tags.set(m.tag, { watch: watch!, ...(m.store ? { stored: { address, bytes } } : {}) })
    watch!.access(1)
    if (m.store) {
      // What the Priestess pushes is her own text; what a run stores is an answer.
      if (isStackTag(m.tag)) this.#at.shadow.priestess(address, m.bytes)
      else this.#at.shadow.stored(watch!.number, address, m.bytes)
    }
  }

  #owner(address: number): { slot?: number } {
    const watch = this.#at.slots.find((w) => w.states(this.#at.cycle).some((h) => h.slot.status !== 'free' && address >= h.slot.base && address < h.slot.limit))
    return watch === undefined ? {} : { slot: watch.number }
  }

  #accessText(address: number, store: boolean): string {
    const { slot } = this.#owner(address)
    if (slot === undefined) return 'no access outside the segments'
    const texts = this.#at.slots[slot]!.states(this.#at.cycle).map((h) => {
      if (h.own?.phase === 'due') return `${h.own.access.kind} of 1 at ${hex(h.own.access.address)}, tag ${stackTags[h.own.access.kind]}${h.own.access.kind === 'store' ? `, symbol ${hex(h.own.access.symbol)} on all lanes` : ''}`
      if (h.slot.run === undefined) return `no access, the slot is ${h.slot.status}`
      const next = h.text.charCodeAt(h.stored)
      if (store) return h.stored < h.text.length ? `symbol ${hex(next)} at ${hex(h.runTop + h.stored)}` : `no store, ${h.text.length} symbols were accepted and stored (${h.slot.run.phase})`
      return h.slot.run.phase === 'sending' ? `a load that meets [${hex(h.slot.base)}, ${hex(h.slot.top)})` : `no load (${h.slot.run.phase})`
    })
    return [...new Set(texts)].join(' or ')
  }
}
