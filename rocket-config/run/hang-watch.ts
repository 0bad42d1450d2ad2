// Owns: when a program hangs: nothing retires, one instruction jumps to itself, or one trap is taken for ever.
import type { HartTrap, Retirement } from '../../sim-harness/observer/hart-watch.ts'
import { isReturn } from './instruction-text.ts'

export interface HangSettings {
  /** Cycles without a retirement, or with one instruction only, while the link owes nothing. */
  readonly cycles: number
  /** Times that one trap is taken from one pc with nothing done between. */
  readonly traps: number
}
export const defaultHang: HangSettings = { cycles: 1_000_000, traps: 1000 }

/** A trap with what a report wants to know of it. */
export type SeenTrap = HartTrap & { readonly value: bigint }

export type Hang =
  | { readonly kind: 'silent'; readonly since: number }
  | { readonly kind: 'self'; readonly since: number; readonly pc: bigint }
  | { readonly kind: 'traps'; readonly times: number; readonly trap: SeenTrap; readonly before: SeenTrap | undefined }

/**
 * Give it retirements, traps and cycles in which the link owes something, in order. Retirements may be left out while nothing is `suspicious`, but that there
 * were some must be said by `alive`, and every quarter of the cycles a few in a row must be told. Nothing is `found` on what was left out.
 */
export class HangWatch {
  readonly #settings: HangSettings
  #last: Retirement | undefined
  #untold = false
  #aliveAt = 0
  #loopSince = 0
  #owedAt = 0
  #trap: SeenTrap | undefined
  #before: SeenTrap | undefined
  /** Times that the last trap came again, and of those that are certain to have followed each other. */
  #times = 0
  #proven = 0
  #doneSince = false

  constructor(settings: HangSettings) { this.#settings = settings }

  /** The last instruction that was told. */
  get told(): Retirement | undefined { return this.#last }
  /** The last instruction that retired; undefined if none did, or it was not told. */
  get last(): Retirement | undefined { return this.#untold ? undefined : this.#last }

  retired(r: Retirement): void {
    if (r.pc !== this.#last?.pc) this.#loopSince = r.cycle
    this.#last = r
    this.#untold = false
    this.#aliveAt = r.cycle
    this.#doneSince = !isReturn(r.insn)
  }

  /** @param toldSince every retirement since this cycle was told */
  trapped(t: SeenTrap, toldSince: number): void {
    const told = this.#trap !== undefined && this.#trap.cycle >= toldSince
    const same = this.#trap?.epc === t.epc && this.#trap.cause === t.cause && this.#trap.interrupt === t.interrupt
    const again = same && !(told && this.#doneSince)
    if (!same) this.#before = this.#trap
    this.#times = again ? this.#times + 1 : 1
    this.#proven = again && told ? this.#proven + 1 : 1
    this.#trap = t
    this.#loopSince = t.cycle
    this.#doneSince = false
  }

  /** Something retired, in this cycle or before it, that was not told. */
  alive(cycle: number): void {
    this.#aliveAt = cycle
    this.#untold = true
  }

  /** In `cycle` the host has something for the unit, now or later. */
  owed(cycle: number): void { this.#owedAt = cycle }

  /** Half of a hang has gone by: every retirement must be told from now on. */
  suspicious(now: number): boolean {
    const half = this.#settings.cycles / 2
    return now - this.#aliveAt >= half || now - this.#loopSince >= half || this.#times >= this.#settings.traps / 2
  }

  found(now: number): Hang | undefined {
    const { cycles, traps } = this.#settings
    if (this.#proven >= traps) return { kind: 'traps', times: this.#proven, trap: this.#trap!, before: this.#before }
    if (now - Math.max(this.#aliveAt, this.#owedAt) >= cycles) return { kind: 'silent', since: this.#aliveAt }
    if (this.#last && now - Math.max(this.#loopSince, this.#owedAt) >= cycles) return { kind: 'self', since: this.#loopSince, pc: this.#last.pc }
    return undefined
  }
}
