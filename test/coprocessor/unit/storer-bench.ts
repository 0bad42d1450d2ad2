// Owns: the storer on a table, with a memory that answers in any order and says what is wrong with a store; and what must be kept of a chunk.
import { parameters } from '../../../coprocessor/parameters.ts'
import { storer } from '../../../coprocessor/unit/storer.ts'
import { bench, InFlight, same, type Bench, type Chance } from './bench.ts'

const names = [
  'set_addr', 'set_room', 'set_budget', 'value', 'slot', 'start', 'keep', 'own', 'own_data', 'kept', 'length', 'ends', 'abandon', 'look', 'body_valid', 'body_ready', 'body_data', 'body_keep', 'body_last',
  'req_valid', 'req_ready', 'req_addr', 'req_tag', 'req_store', 'req_size', 'req_data', 'answered', 'answer_tag', 'answer_data',
  'takes', 'busy', 'accessing', 'progress', 'slot_out', 'accepted_out', 'stopped', 'failed_out', 'full_out', 'spent_out', 'last_is_yield',
] as const

export const marks = [0xf8, 0xf9, 0xfa]
export const yieldSymbol = 0xff
export interface Beat { readonly data: bigint; readonly keep: number; readonly last: boolean }
export interface Chunk {
  readonly addr: number
  readonly symbols: readonly number[]
  /** It ends the answer: two beats of tokens follow its symbols, which are not the storer's. */
  readonly ends?: boolean
  readonly room: number
  readonly budget: number
}
export interface Manners { readonly offers: number; readonly ready: number; readonly answers: number; readonly latency: number }
export const swift: Manners = { offers: 100, ready: 100, answers: 100, latency: 1 }
export interface Outcome { readonly accepted: number; readonly failed: boolean; readonly full: boolean; readonly spent: boolean }

/** Eight symbols for the storer itself: those of a list, and marks behind them. */
export const wordOf = (symbols: readonly number[]): bigint => Array.from({ length: 8 }, (_, i) => BigInt(symbols[i] ?? marks[0]!)).reduce((w, s, i) => w | s << BigInt(8 * i), 0n)

interface Taking {
  readonly beats?: readonly Beat[]
  readonly abandon?: number
  readonly note?: string
  /** This word is taken instead of beats. */
  readonly own?: bigint
  /** Address, room and budget are given. */
  readonly set?: boolean
  /** The symbols go nowhere. */
  readonly keep?: boolean
}

/** The beats of symbols of a chunk, as the frame table lays them out. */
export function beatsOf({ symbols, ends = false }: Pick<Chunk, 'symbols' | 'ends'>): Beat[] {
  const words: bigint[] = []
  for (let i = 0; i < symbols.length; i += 8) words.push(symbols.slice(i, i + 8).reduce((w, s, k) => w | BigInt(s) << BigInt(8 * k), 0n))
  const partial = symbols.length % 8 === 0 ? 0xff : (1 << symbols.length % 8) - 1
  return words.map((data, i) => ({ data, last: i === words.length - 1 && !ends, keep: i === words.length - 1 && !ends ? partial : 0xff }))
}

/** What a chunk comes to, symbol by symbol: a mark, then no room, then no budget. */
export function outcomeOf({ symbols, room, budget }: Chunk): Outcome {
  for (const [i, s] of symbols.entries()) {
    if (marks.includes(s)) return { accepted: i, failed: true, full: false, spent: false }
    if (i >= room) return { accepted: i, failed: false, full: true, spent: false }
    if (i >= budget) return { accepted: i, failed: false, full: false, spent: true }
  }
  return { accepted: symbols.length, failed: false, full: false, spent: false }
}

interface Store { readonly addr: number; readonly tag: number; readonly size: number; readonly data: bigint }

export class StorerBench {
  readonly #bench: Bench<(typeof names)[number]>
  readonly #chance: Chance
  readonly #flight: InFlight<Store>
  readonly #most: number
  #standing: Store | undefined
  /** What was written, by address. */
  readonly written = new Map<number, number>()
  stores = 0
  #owner = 0

  constructor(chance: Chance, from: StorerBench | 2 | 4 | 8 | 16 = 8) {
    this.#most = typeof from === 'number' ? from : from.#most
    this.#bench = typeof from === 'number' ? bench(storer(parameters({ loadsInFlight: from })), names) : from.#bench
    this.#bench.sim.reset()
    for (const name of ['set_addr', 'set_room', 'set_budget', 'start', 'keep', 'own', 'abandon', 'look', 'body_valid', 'req_ready', 'answered'] as const) this.#bench.pins[name].set(0)
    this.#chance = chance
    this.#flight = new InFlight(chance)
  }

  /** One cycle; `beat` is offered. Whether it was taken. */
  #cycle(m: Manners, beat: Beat | undefined, where: () => string): boolean {
    const { pins, cycle } = this.#bench, chance = this.#chance
    const answer = this.#flight.answer(m.answers), load = !answer && chance.often(10)
    pins.answered.set(answer || load ? 1 : 0)
    // Loads are answered on the same way, with tags below 32.
    pins.answer_tag.set(answer?.tag ?? chance.below(this.#most))
    pins.answer_data.setBig(chance.word())
    pins.req_ready.set(chance.often(m.ready) ? 1 : 0)
    pins.body_valid.set(beat ? 1 : 0)
    if (beat) {
      pins.body_data.setBig(beat.data)
      pins.body_keep.set(beat.keep)
      pins.body_last.set(beat.last ? 1 : 0)
    }
    cycle()
    const asks = pins.req_valid.get() === 1
    const r: Store = { addr: pins.req_addr.get(), tag: pins.req_tag.get(), size: pins.req_size.get(), data: pins.req_data.getBig() }
    if (this.#standing) same([asks, r.addr, r.tag, r.size, r.data], [true, ...Object.values(this.#standing)], () => `what stands, ${where()}`)
    this.#standing = asks && !pins.req_ready.get() ? r : undefined
    if (asks && pins.req_ready.get()) this.#store(r, m.latency, where)
    // Before the answers of this cycle count, all that is asked for or in flight must show.
    if (asks || this.#flight.count > 0) same([pins.accessing.get()], [1], () => `accessing, ${where()}`)
    if (asks) same([pins.busy.get()], [1], () => `busy with a store to ask for, ${where()}`)
    return beat !== undefined && pins.body_ready.get() === 1
  }

  #store(r: Store, latency: number, where: () => string): void {
    const bytes = 1 << r.size, at = () => `store of ${bytes} at 0x${r.addr.toString(16)}, ${where()}`
    same([this.#bench.pins.req_store.get(), r.addr % bytes, r.tag >= 32, this.#flight.has(r.tag)], [1, 0, true, false], at)
    for (let i = 0; i < bytes; i++) {
      const byte = Number(r.data >> BigInt(8 * i) & 0xffn)
      same([this.written.has(r.addr + i)], [false], () => `a byte written twice, ${at()}`)
      this.written.set(r.addr + i, byte)
      for (let k = i; k < 8; k += bytes) same([Number(r.data >> BigInt(8 * k) & 0xffn)], [byte], () => `lane ${k}, ${at()}`)
    }
    this.stores++
    this.#flight.add(r, latency)
    same([this.#flight.count <= this.#most], [true], () => `too many in flight, ${at()}`)
  }

  /** One chunk from start until the storer is not busy; `abandon` from that cycle on. Throws for what no chunk may do. */
  take(c: Chunk, m: Manners, { beats = beatsOf(c), abandon = Infinity, note = '', own, set = true, keep = false }: Taking = {}) {
    const { pins } = this.#bench
    let i = 0, next = 0, before = 0
    const where = () => `${c.symbols.length} symbols at ${c.addr % 8}, room ${c.room}, budget ${c.budget}, ends ${Boolean(c.ends)}, abandon ${abandon} ${note}, cycle ${i}`
    if (set) this.#owner = this.#chance.below(8)
    const owner = this.#owner
    pins.slot.set(owner)
    for (const [name, value] of set ? [['set_addr', c.addr], ['set_room', c.room], ['set_budget', c.budget], ...(keep ? [['keep', 1]] as const : [])] as const : []) {
      pins[name].set(1)
      // Room and budget beyond what a chunk can hold are as good as any.
      pins.value.setBig(name !== 'set_addr' && value >= 0xffff && this.#chance.often(50) ? this.#chance.word() | 0xffffn : BigInt(value))
      pins.look.set(1)
      this.#cycle(m, undefined, where)
      pins[name].set(0)
    }
    pins.slot.set(this.#chance.below(8))
    // abandon in the cycle of the start belongs to the chunk before.
    const begin: Partial<Record<(typeof names)[number], number>> = { [own === undefined ? 'start' : 'own']: 1, length: c.symbols.length, ends: c.ends ? 1 : 0, look: 1, abandon: this.#chance.often(20) ? 1 : 0 }
    for (const [name, value] of Object.entries(begin)) pins[name as 'start'].set(value)
    pins.own_data.setBig(this.#chance.word())
    this.#cycle(m, undefined, where)
    pins.start.set(0)
    pins.own.set(0)
    // What it takes itself must stand only in the next cycle.
    pins.own_data.setBig(own ?? this.#chance.word())
    let judged = false, moved = false, looked = true
    for (i = 1; i < 20_000; i++) {
      pins.abandon.set(i >= abandon ? 1 : 0)
      const looks = this.#chance.often(20)
      pins.look.set(looks ? 1 : 0)
      const beat = this.#chance.often(m.offers) ? beats[next] : undefined
      const took = this.#cycle(m, beat, where), accepted = pins.accepted_out.get(), was = judged
      // A look in the cycle in which symbols are taken tells of them too.
      moved = !looked && own === undefined && (moved || accepted !== before)
      same([pins.progress.get() === 1, pins.slot_out.get()], [moved, owner], () => `progress tells of accepted symbols, ${where()}`)
      before = accepted
      looked = looks
      judged = pins.takes.get() === 0
      if (took) {
        same([i <= abandon, judged], [true, false], () => `a beat taken too late, ${where()}`)
        next++
      }
      const stops = pins.failed_out.get() + pins.full_out.get() + pins.spent_out.get()
      same([stops <= 1, stops === 1 && pins.stopped.get() === 0, was && !judged], [true, false, false], () => `it stops once, and is told at once, ${where()}`)
      if (!pins.busy.get()) break
    }
    same([i < 20_000, judged], [true, true], () => `it never ends, ${where()}`)
    const flags = { accepted: pins.accepted_out.get(), failed: pins.failed_out.get() === 1, full: pins.full_out.get() === 1, spent: pins.spent_out.get() === 1 }
    return { ...flags, lastIsYield: pins.last_is_yield.get() === 1, kept: pins.kept.getBig(), beatsTaken: next, cycles: i, where }
  }

  /** Waits until nothing is in flight, then looks at every byte: [addr, addr + symbols.length) holds the symbols, and nothing else was written. */
  settle(m: Manners, addr: number, symbols: readonly number[], where: () => string): void {
    for (let i = 0; i < 2000 && this.#bench.pins.accessing.get(); i++) this.#cycle(m, undefined, where)
    same([this.#bench.pins.accessing.get(), this.#flight.count], [0, 0], () => `it does not drain, ${where()}`)
    same([this.written.size], [symbols.length], () => `bytes written, ${where()}`)
    for (const [i, s] of symbols.entries()) same([this.written.get(addr + i)], [s], () => `byte ${i}, ${where()}`)
    this.written.clear()
  }
}
