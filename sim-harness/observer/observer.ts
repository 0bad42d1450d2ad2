// Owns: the one observer: it sees the ports of a unit, holds every state that the instruction set allows, and stops at the first difference.
import type { CycleEvents } from '../port-events.ts'
import { AnswerWatch } from './answer-watch.ts'
import { CommandWatch } from './command-watch.ts'
import { hex } from './difference.ts'
import type { Hypothesis } from './hypothesis.ts'
import { LineWatch } from './line-watch.ts'
import { LinkWatch } from './link-watch.ts'
import { MemoryWatch } from './memory-watch.ts'
import { Scene, type ObserverOptions } from './scene.ts'

export type { ObserverOptions } from './scene.ts'

/**
 * Watches one unit from reset on, of any engine. Give it the cycles in order by `observe` (cycles in which nothing was handed over and no line changed may be
 * left out), the Priestess's own stores by `hartWrite` before the cycle that follows them, and call `finish` at the end.
 *
 * Where the hardware is free (when a frame that was accepted is looked at, an abort against a symbol, a watchdog whose time has passed, a session
 * against the end of an answer, a memory port that may be dead) it holds all outcomes possible until a port tells which it was; by how much is said in
 * `Tolerances`. Each slot has its own set of states. @throws ObserverDifference at the first difference
 */
export class Observer {
  readonly #at: Scene
  readonly #commands: CommandWatch
  readonly #answers: AnswerWatch
  readonly #memory: MemoryWatch
  readonly #link: LinkWatch
  readonly #lines: LineWatch

  constructor(options: ObserverOptions) {
    const at = this.#at = new Scene(options)
    this.#commands = new CommandWatch(at)
    this.#answers = new AnswerWatch(at)
    this.#memory = new MemoryWatch(at)
    this.#link = new LinkWatch(at)
    this.#lines = new LineWatch(at)
  }

  /** Every state that slot `number` may be in now; one when all is known. For tests and reports. */
  states(number: number): readonly Hypothesis[] { return this.#at.slots[number]!.states(this.#at.cycle) }
  /** The observer's copy of memory: the Priestess's writes and the unit's stores. */
  memory(address: number, length: number): Uint8Array { return this.#at.memory.read(address, length) }

  /** The Priestess's own stores, before the next cycle. */
  hartWrite(address: number | bigint, bytes: Uint8Array): void {
    const { slots, cycle, dirty, remark, memory, log, shadow } = this.#at
    const at = Number(address)
    for (const w of slots) {
      const open = w.states(Math.max(0, cycle)).find((h) => h.slot.status !== 'free' && at < h.slot.limit && at + bytes.length > h.slot.base)
      if (open === undefined) continue
      if (open.slot.status === 'running') remark(`M6: the Priestess wrote ${hex(at)} in the segment of slot ${w.number}, which runs`)
      if (at < open.slot.base + open.slot.held) dirty.set(w.number, Math.min(dirty.get(w.number) ?? Infinity, at))
      if (at < open.slot.top) this.#at.rewrote(w.number)
      if (open.slot.status !== 'idle') log.lost(w.number)
    }
    memory.write(at, bytes)
    shadow.priestess(at, bytes.length)
  }
  /** The driver's name for `hartWrite`. */
  wrote(address: bigint, bytes: Uint8Array): void { this.hartWrite(address, bytes) }

  observe(e: CycleEvents): void {
    const at = this.#at
    if (at.cycle >= 0 && e.cycle - at.cycle > at.tolerances.patience) this.#lines.quiet(e.cycle - 1)
    at.begin(e)
    this.#memory.lives(e.cycle)
    if (e.exception) this.#commands.pulse()
    if (e.command) this.#commands.accepted(e.command, e.exception)
    if (e.memoryResponse) this.#memory.answered(e.memoryResponse)
    if (e.fromHost) this.#link.fromHost(e.fromHost)
    if (e.memoryRequest) this.#memory.request(e.memoryRequest)
    if (e.toHost) this.#link.toHost(e.toHost)
    this.#commands.lines(e)
    this.#lines.busy(e)
    if (e.response) this.#answers.response(e.response)
    else if (at.pending.length > 0) this.#lines.overdue()
    this.#lines.interrupt(e.interrupt)
  }

  /**
   * The run is over: everything that waits for nothing outside must have happened. @param drained the link and memory took all there was for longer
   * than the patience: what is owed to the host must have been sent too
   */
  finish(drained = false): void {
    const at = this.#at
    at.cycle += at.tolerances.patience + 1
    this.#memory.lives(at.cycle)
    this.#lines.quiet(at.cycle)
    if (drained) this.#link.drained()
  }
}
