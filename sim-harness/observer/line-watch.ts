// Owns: the lines busy and interrupt, and what must have happened by now.
import type { CycleEvents } from '../port-events.ts'
import { commandText } from './difference.ts'
import { resultOf, type OwnAccess } from './hypothesis.ts'
import type { Pending, Scene } from './scene.ts'

/** What is told by levels and by silence. */
export class LineWatch {
  readonly #at: Scene
  #busySince = -1

  constructor(at: Scene) { this.#at = at }

  /** Nothing happened for long: the unit has done what it could. */
  quiet(now: number): void {
    for (const w of this.#at.slots) w.settle(now)
    for (const p of this.#at.pending) {
      const released = p.waits && (p.excepted === 'yes' || (p.mask?.mustAnswer(now)
        ?? this.#at.slots[p.slot!]!.states(now).every((h) => h.slot.status !== 'running' || typeof resultOf(h, p.serial) === 'bigint')))
      if ((!p.waits && !this.#accesses(p, now, 'flying')) || released) this.#at.fail({ rule: 'response', expected: `an answer to ${commandText(p.event)}`, seen: `none in ${this.#at.tolerances.patience} cycles` })
    }
    if (!this.#at.interrupt) {
      for (const w of this.#at.slots) {
        if (!w.keep(now, (h) => (h.slot.status === 'trapped' ? undefined : h))) this.#at.fail({ rule: 'interrupt', slot: w.number, expected: 'the line up, a record waits', seen: 'the line down' })
      }
    }
  }

  /** However much goes on elsewhere: a command that waits for nothing outside is answered in time, and so is one whose wait is over. */
  overdue(): void {
    const late = (since: number | undefined): boolean => since !== undefined && this.#at.cycle - Math.max(since, this.#at.answeredAt) > this.#at.tolerances.patience
    for (const p of this.#at.pending) {
      const since = !p.waits ? p.cycle : p.exceptedAt ?? this.#trappedSince(p)
      if (late(since) && !this.#accesses(p, this.#at.cycle, 'due', 'flying')) this.#at.fail({ rule: 'response', expected: `an answer to ${commandText(p.event)}, given in cycle ${p.cycle}`, seen: 'none yet' })
    }
  }

  /** A record that ends this wait waits since then, for certain. */
  #trappedSince(p: Pending): number | undefined {
    const cycles = (p.mask?.slots ?? [this.#at.slots[p.slot!]!]).flatMap((w) => w.trappedSince ?? [])
    return cycles.length > 0 ? Math.max(p.cycle, Math.min(...cycles)) : undefined
  }

  /** This command may be at its access: it is memory that takes its time. */
  #accesses(p: Pending, now: number, ...phases: OwnAccess['phase'][]): boolean {
    return p.slot !== undefined && this.#at.slots[p.slot]!.states(now).some((h) => h.own !== undefined && phases.includes(h.own.phase))
  }

  /** Up for a command that is not answered and waits for no host; never for what runs in the background. */
  busy(e: CycleEvents): void {
    const owing = this.#at.pending.filter((p) => !p.waits && p.cycle < e.cycle)
    if (owing.length > 0 && !e.busy) this.#at.fail({ rule: 'busy', expected: `busy up for ${commandText(owing[0]!.event)}`, seen: 'busy down' })
    if (e.command || (e.busy ? this.#at.pending.some((p) => !this.#certainlyWaits(p)) : this.#at.pending.length > 0)) this.#busySince = e.cycle
    if (e.busy && e.cycle - this.#busySince > this.#at.tolerances.busyLate) this.#at.fail({ rule: 'busy', expected: 'busy down, every command was answered or waits', seen: 'busy up' })
  }

  /** It was executed, and nothing can have let it go. */
  #certainlyWaits(p: Pending): boolean {
    if (!p.waits || p.excepted !== 'no') return false
    return p.mask?.certainlyWaits(this.#at.cycle)
      ?? this.#at.slots[p.slot!]!.states(this.#at.cycle).every((h) => resultOf(h, p.serial) === 'waits' && h.slot.status === 'running')
  }

  /** Up means that a record waits. */
  interrupt(up: boolean): void {
    const rose = up && !this.#at.interrupt
    this.#at.interrupt = up
    if (!up) return
    if (!rose && this.#at.slots.some((w) => w.trappedSince !== undefined)) return
    const able = this.#at.slots.filter((w) => w.states(this.#at.cycle).some((h) => h.slot.status === 'trapped'))
    if (able.length === 0) this.#at.fail({ rule: 'interrupt', expected: 'the line down, no record can wait', seen: 'the line up' })
    if (able.length === 1) able[0]!.keep(this.#at.cycle, (h) => (h.slot.status === 'trapped' ? h : undefined))
  }
}
