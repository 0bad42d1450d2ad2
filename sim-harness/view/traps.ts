// Owns: the trap records of a run, as the core took them: when each one waited and when it was taken.
import { decodeRecord, type TrapRecord } from '../../coprocessor/isa/cause.ts'
import { instructionByFunct7 } from '../../coprocessor/isa/table.ts'
import type { CycleEvents } from '../port-events.ts'

/** `waits`: the cycle in which the interrupt line rose for it; undefined if it was up for an earlier record. `taken`: the cycle of the answer of `otrap`. */
export interface SeenTrap { readonly record: TrapRecord; readonly word: bigint; readonly waits: number | undefined; readonly taken: number }

/** Give its `observe` every event; `traps` at any time. */
export class TrapWatch {
  readonly traps: SeenTrap[] = []
  private readonly asked = new Map<number, string>()
  private interrupt = false
  private rose: number | undefined

  readonly observe = (e: CycleEvents): void => {
    if (e.interrupt && !this.interrupt) this.rose = e.cycle
    this.interrupt = e.interrupt
    if (e.command?.xd) this.asked.set(e.command.rd, instructionByFunct7(e.command.funct7)?.mnemonic ?? '')
    if (!e.response) return
    const mnemonic = this.asked.get(e.response.rd)
    this.asked.delete(e.response.rd)
    const record = mnemonic === 'otrap' ? decodeRecord(e.response.data) : undefined
    if (!record) return
    this.traps.push({ record, word: e.response.data, waits: this.rose, taken: e.cycle })
    this.rose = undefined
  }
}
