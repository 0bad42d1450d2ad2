// Owns: the set of states that one slot may be in: it grows by what the unit may do unseen, and shrinks by what the ports show.
import { isLive } from '../../coprocessor/machine/slot-run.ts'
import { keyOf, resetHypothesis, type Hypothesis } from './hypothesis.ts'
import { plain, steps, type SlotCommand, type SlotItem, type StepContext } from './steps.ts'

/** What a slot needs of the observer around it. */
export type Around = Pick<StepContext, 'parameters' | 'memory' | 'patience'>

/** More states than this at once mean that the observer has lost the thread: a fault of ours. */
const most = 4096

/** When a live state changes by time alone: the watchdog may run out; once it may have, it is in the set. */
const expiryAfter = (h: Hypothesis, now: number): number => (h.restart + h.slot.watchdog > now ? h.restart + h.slot.watchdog : Infinity)

export class SlotWatch {
  readonly number: number
  readonly #around: Around
  #set: readonly Hypothesis[] = [resetHypothesis]
  /** `#set` is closed: nothing can have happened unseen since. */
  #closed = true
  readonly #items: SlotItem[] = []
  readonly #commands: SlotCommand[] = []
  #inFlight = 0
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

  /** Every state that the slot may be in at `now`. */
  states(now: number): readonly Hypothesis[] {
    if (this.#closed && now < this.#expiry) return this.#set
    const found = new Map<string, Hypothesis>()
    const fresh: Hypothesis[] = []
    const add = (given: Hypothesis): void => {
      const h = plain(given, context)
      const key = keyOf(h)
      const known = found.get(key)
      if (known === undefined) {
        found.set(key, h)
        fresh.push(h)
        return
      }
      const least = Math.min(known.drops.least, h.drops.least)
      const sure = Math.min(known.drops.least + known.drops.late, h.drops.least + h.drops.late)
      found.set(key, { ...h, drops: { least, late: sure - least, most: Math.max(known.drops.most, h.drops.most) } })
    }
    const context = this.#context(now)
    for (const h of this.#set) add(h)
    for (let h = fresh.pop(); h !== undefined; h = fresh.pop()) {
      for (const { to } of steps(h, context)) add(to)
      if (found.size > most) throw new RangeError(`the observer holds ${found.size} states of slot ${this.number} possible`)
    }
    this.#set = [...found.values()]
    this.#closed = true
    this.#expiry = Math.min(...this.#set.map((h) => (isLive(h.slot) ? expiryAfter(h, now) : Infinity)), Infinity)
    return this.#set
  }

  /** Keeps what `as` makes of each state. False, and nothing changes, when none is left. */
  keep(now: number, as: (h: Hypothesis) => Hypothesis | undefined): boolean {
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
      ...this.#around, now, slot: this.number, inFlight: this.#inFlight, item: (i) => this.#items[i], command: (i) => this.#commands[i],
    }
  }
}
