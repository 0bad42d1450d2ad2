// Owns: what an `owait` may answer, and when: it looks at several slots, waits for the first that traps, and has one place in the unit.
import { done, running, statusOf, statusValue } from '../../coprocessor/isa/status.ts'
import { resultOf, withoutResult, type Hypothesis, type Result } from './hypothesis.ts'
import type { SlotWatch } from './slot-watch.ts'

/** One `owait` whose mask names slots that exist, from its acceptance to its answer. */
export class MaskWait {
  readonly #serial: number
  readonly slots: readonly SlotWatch[]
  /** Those that were not answered when this one was accepted: each may have the place. */
  readonly #before: readonly MaskWait[]
  #answered = false
  /** It was answered without having waited. */
  #never = false
  /** The core took an interrupt or a fault: after this one was accepted, or when it may have been offered. */
  excepted: 'no' | 'perhaps' | 'yes' = 'no'

  constructor(serial: number, slots: readonly SlotWatch[], before: readonly MaskWait[]) {
    this.#serial = serial
    this.slots = slots
    this.#before = before
  }

  get #rivals(): readonly MaskWait[] { return this.#before.filter((b) => !b.#never) }
  #find(h: Hypothesis): Result | undefined { return resultOf(h, this.#serial) }
  /** The slot trapped after it was looked at; it may have been started after that too. */
  #trapped(h: Hypothesis): boolean {
    return this.#find(h) === 'running' ? h.slot.status !== 'running' : this.#find(h) === 'none' && h.slot.status === 'trapped'
  }
  /** This state sets the wait free. */
  #frees(h: Hypothesis, waited: boolean): boolean { return this.#find(h) === 'trapped' || (waited && this.#trapped(h)) }

  /** It was executed, has the place, and nothing can have set it free. */
  certainlyWaits(now: number): boolean {
    if (this.#answered || this.excepted !== 'no' || this.#rivals.length > 0) return false
    const states = this.slots.map((w) => w.states(now))
    return states.every((set) => set.every((h) => this.#find(h) !== undefined && !this.#frees(h, true)))
      && states.some((set) => set.every((h) => this.#find(h) === 'running'))
  }

  /** It must be answered without waiting for anything. */
  mustAnswer(now: number): boolean {
    const states = this.slots.map((w) => w.states(now))
    return this.excepted === 'yes' || this.#rivals.some((b) => b.certainlyWaits(now))
      || states.some((set) => set.every((h) => this.#frees(h, true))) || states.every((set) => set.every((h) => this.#find(h) === 'none'))
  }

  /** Takes the answer. @returns what would have been right, if it is not */
  answer(value: bigint, now: number): string | undefined {
    const signed = BigInt.asIntN(64, value)
    const mayWait = !this.#rivals.some((b) => b.certainlyWaits(now))
    const fits = (h: Hypothesis): boolean => {
      if (signed === done) return this.#frees(h, mayWait)
      return this.#find(h) === (signed === running ? 'running' : 'none')
    }
    const wrong = (): string => this.#due(now, mayWait)
    if (signed !== done && signed !== running && statusOf(signed) !== 'idle') return wrong()
    if (signed === running && this.excepted === 'no' && this.#rivals.length === 0) return wrong()
    // 0: one slot is enough; 1: none is trapped, and one ran; idle: none runs.
    const others = (h: Hypothesis): boolean => this.#find(h) !== undefined && (signed === done || (signed === running ? this.#find(h) !== 'trapped' : fits(h)))
    const able = this.slots.filter((w) => w.states(now).some(fits))
    if (signed === statusValue('idle') ? able.length < this.slots.length : able.length === 0) return wrong()
    if (!this.slots.every((w) => w.states(now).some((h) => (able.length === 1 && w === able[0] ? fits(h) : others(h))))) return wrong()
    for (const w of this.slots) {
      const only = able.length === 1 && w === able[0]
      w.keep(now, (h) => ((only ? fits(h) : others(h)) ? withoutResult(h, this.#serial) : undefined))
    }
    this.#answered = true
    this.#never = signed < 0n
    return undefined
  }

  #due(now: number, mayWait: boolean): string {
    const found = new Set(this.slots.flatMap((w) => w.states(now).map((h) => this.#find(h))))
    const texts = [
      ...(found.has('trapped') ? ['0, a slot is trapped'] : []), ...(found.has('running') ? [mayWait ? '0 when a slot traps' : '1, another one waits'] : []),
      ...(this.excepted === 'no' ? [] : ['1, an exception came']), ...(found.has('none') ? [`idle (${statusValue('idle')}) if nothing runs`] : []),
    ]
    return texts.join(' or ') || 'later'
  }
}
