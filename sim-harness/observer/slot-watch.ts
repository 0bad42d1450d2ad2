// Owns: the set of states that one slot may be in: it grows by what the unit may do unseen, and shrinks by what the ports show.
import { isLive } from '../../coprocessor/machine/slot-run.ts'
import { keyOf, mergeOut, mergeOutLoosely, resetHypothesis, skippable, type Hypothesis } from './hypothesis.ts'
import { plain, steps, type PortLife, type SlotCommand, type SlotItem, type StepContext } from './steps.ts'

/** What a slot needs of the observer around it. */
export type Around = Pick<StepContext, 'parameters' | 'memory' | 'tolerances'>

/** More states than this at once mean that the observer has lost the thread: a fault of ours. */
const most = 16384
/**
 * Above so many, states that differ only in what runs long ended have not sent yet are taken as one, the oldest runs first, until they are no more than this: what
 * `mergeOutLoosely` says is lost then. It takes about ten runs of one slot that ended unseen behind a link that stands still; of 600 random programs none came so far.
 */
const exact = 768

/** When a live state changes by time alone: the watchdog may run out; once it may have, it is in the set. */
const expiryAfter = (h: Hypothesis, now: number, early: number): number => (h.restart + h.slot.watchdog - early > now ? h.restart + h.slot.watchdog - early : Infinity)

/** Behind the oldest command from `loose` on of which some state must still send something; undefined: there is none. */
function looser(all: readonly Hypothesis[], loose: number): number | undefined {
  const serials = all.flatMap((h) => h.out.flatMap((o) => (o.of >= loose && !skippable(o) ? [o.of] : [])))
  return serials.length === 0 ? undefined : Math.min(...serials) + 1
}

/** Both at once: the widest bounds. `a` itself when it covers `b`. */
function merge(a: Hypothesis, b: Hypothesis, loose: number): Hypothesis {
  const least = Math.min(a.drops.least, b.drops.least)
  const sure = Math.min(a.drops.least + a.drops.late, b.drops.least + b.drops.late)
  const drops = { least, late: sure - least, most: Math.max(a.drops.most, b.drops.most) }
  const since = Math.min(a.since, b.since)
  const trapped = Math.min(a.trapped, b.trapped)
  const out = (loose > 0 ? mergeOutLoosely : mergeOut)(a.out, b.out, a.slot.sequence)
  const same = out === a.out && since === a.since && trapped === a.trapped && drops.least === a.drops.least && drops.late === a.drops.late && drops.most === a.drops.most
  return same ? a : { ...a, since, trapped, drops, out }
}

export class SlotWatch {
  readonly number: number
  readonly #around: Around
  #set: readonly Hypothesis[] = [resetHypothesis]
  /** `#set` is closed: nothing can have happened unseen since. */
  #closed = true
  readonly #items: SlotItem[] = []
  readonly #commands: SlotCommand[] = []
  #inFlight = 0
  #port: PortLife = 'no'
  #trappedSince: number | undefined
  /** The next cycle in which a watchdog may run out. */
  #expiry = Infinity

  constructor(number: number, around: Around) {
    this.number = number
    this.#around = around
  }

  /** The cycle from which on it is certain that a record of this slot waits; undefined: it is not certain. */
  get trappedSince(): number | undefined { return this.#trappedSince }
  get inFlight(): number { return this.#inFlight }
  get commands(): readonly SlotCommand[] { return this.#commands }

  give(item: SlotItem): void {
    this.#items.push(item)
    this.#closed = false
  }

  accept(command: SlotCommand): void {
    this.#commands.push(command)
    this.#closed = false
  }

  access(change: 1 | -1): void {
    this.#inFlight += change
    this.#closed = false
  }

  portIs(port: PortLife): void {
    this.#port = port
    this.#closed = false
  }

  /** Every state that the slot may be in at `now`. */
  states(now: number): readonly Hypothesis[] {
    if (this.#closed && now < this.#expiry) return this.#set
    const context = this.#context(now)
    let loose = 0
    const found = new Map<string, Hypothesis>()
    const fresh: string[] = []
    const add = (given: Hypothesis): void => {
      const h = plain(given, context)
      const key = keyOf(h, loose)
      const known = found.get(key)
      const merged = known === undefined ? h : merge(known, h, loose)
      if (merged === known) return
      found.set(key, merged)
      fresh.push(key)
    }
    for (const h of this.#set) add(h)
    for (let key = fresh.pop(); key !== undefined; key = fresh.pop()) {
      for (const { to } of steps(found.get(key)!, context)) add(to)
      while (found.size > exact) {
        const all = [...found.values()], next = looser(all, loose)
        if (next === undefined) break
        loose = next
        found.clear()
        fresh.length = 0
        for (const h of all) add(h)
      }
      if (found.size > most) throw new RangeError(`the observer holds ${found.size} states of slot ${this.number} possible`)
    }
    this.#set = [...found.values()]
    this.#closed = true
    this.#expiry = Math.min(...this.#set.map((h) => (isLive(h.slot) ? expiryAfter(h, now, this.#around.tolerances.watchdogEarly) : Infinity)), Infinity)
    return this.#set
  }

  /** Keeps what `as` makes of each state. False, and nothing changes, when none is left. */
  keep(now: number, as: (h: Hypothesis) => Hypothesis | readonly Hypothesis[] | undefined): boolean {
    const left = this.states(now).flatMap((h) => as(h) ?? [])
    if (left.length === 0) return false
    this.#set = left
    this.#closed = false
    if (!left.every((h) => h.slot.status === 'trapped')) this.#trappedSince = undefined
    else this.#trappedSince ??= now
    return true
  }

  /** The unit had time for all that it does without waiting: states in which something of that is still to come are given up. */
  settle(now: number): void {
    const context = this.#context(now)
    const left = this.states(now).filter((h) => !steps(h, context).some((s) => s.forced))
    const known = left.length > 0 ? left : this.#set
    this.#set = known.map((h) => ({ ...h, drops: { ...h.drops, least: h.drops.least + h.drops.late, late: 0 } }))
  }

  #context(now: number): StepContext {
    return {
      ...this.#around, now, slot: this.number, inFlight: this.#inFlight, port: this.#port, item: (i) => this.#items[i], command: (i) => this.#commands[i],
    }
  }
}
