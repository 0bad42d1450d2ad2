// Owns: a driver whose unit is the reference machine itself: what soak programs do is tried without the hardware, and with instructions that it does not have yet.
import { UnitModel } from '../../../coprocessor/machine/unit-model.ts'
import type { SoakDriver, SoakSetting } from '../../../sim-harness/soak/run-program.ts'
import type { CommandEvent } from '../../../sim-harness/port-events.ts'

const low = 0x8000_0000
const cyclesOfFrame = 4

/** A frame of the unit leaves every few cycles; watchdogs run out by the clock. Nothing else takes time. */
export class ModelDriver implements SoakDriver {
  readonly unit: UnitModel
  readonly #setting: SoakSetting
  readonly #memory = new Uint8Array(0x8000)
  readonly #waiting = new Map<number, { accepted: number; response?: bigint }>()
  readonly #since = new Map<number, number>()
  cycle = 0

  constructor(setting: SoakSetting, also: readonly string[]) {
    this.#setting = setting
    this.unit = new UnitModel({
      parameters: setting.parameters, also, memory: { read: (a, n) => this.#memory.slice(a - low, a - low + n), write: (a, bytes) => this.write(BigInt(a), bytes) },
    })
  }

  get interrupt(): boolean { return this.unit.interrupt }
  issueRaw(command: CommandEvent): { readonly accepted: number; readonly response?: bigint } {
    const pending: { accepted: number; response?: bigint } = { accepted: this.cycle }
    this.#waiting.set(command.rd, pending)
    const rd = this.unit.command(command)
    if (typeof rd === 'bigint') pending.response = BigInt.asUintN(64, rd)
    this.#release()
    return pending
  }
  write(address: bigint, bytes: Uint8Array): void {
    this.#memory.set(bytes, Number(address) - low)
    // The observer sees no port here; its memory is to be the same all the same.
    this.#setting.observer.wrote(address, bytes)
  }
  read(address: bigint, length: number): Uint8Array { return this.#memory.slice(Number(address) - low, Number(address) - low + length) }
  exception(): void {
    this.unit.exception()
    this.#release()
  }
  async until(holds: () => boolean, maxCycles: number): Promise<boolean> {
    for (const end = this.cycle + maxCycles; !holds() && this.cycle < end;) await this.#next()
    return holds()
  }
  async step(cycles: number): Promise<void> {
    for (const end = this.cycle + cycles; this.cycle < end;) await this.#next()
  }
  close(): Promise<void> { return this.#setting.peer.close() }

  #release(): void {
    for (const { rd, value } of this.unit.releases()) this.#waiting.get(rd)!.response = value
  }

  async #next(): Promise<void> {
    this.cycle += cyclesOfFrame
    const { peer, parameters } = this.#setting
    const sent = this.unit.send()
    if (sent) peer.receive(sent, this.cycle)
    const due = await peer.next()
    if (due && due.earliest <= this.cycle) {
      peer.taken(this.cycle)
      due.beats.forEach((beat) => this.unit.receive(beat))
    }
    for (let n = 0; n < parameters.slots; n++) {
      const s = this.unit.slot(n)
      const since = s.status === 'running' ? this.#since.get(n) ?? this.cycle : undefined
      if (since === undefined) this.#since.delete(n)
      else this.#since.set(n, since)
      if (since !== undefined && this.cycle - since > s.watchdog) this.unit.expire(n)
    }
    this.#release()
  }
}
