// Owns: M3 of the properties: shared + new + appended - truncated = seen, over what the unit itself tells.
import { counters, slotFields } from '../../coprocessor/isa/fields.ts'
import { instructionByFunct7 } from '../../coprocessor/isa/table.ts'
import type { CommandEvent } from '../port-events.ts'

const wanted = ['shared', 'sentNew', 'appended', 'truncated', 'seen'] as const
type Account = (typeof wanted)[number]

/** Independent of the states of the observer: it knows the commands of a slot and their answers, and compares the numbers that the unit gave. */
export class Accounts {
  readonly #told = new Map<number, Map<Account, bigint>>()

  /** A command that names the slot was accepted: but one that only reads, it may change what was told before. */
  accepted(slot: number, command: CommandEvent): void {
    const name = instructionByFunct7(command.funct7)?.mnemonic
    if (name !== 'ocount' && name !== 'oseg.get') this.#told.delete(slot)
  }

  /** A command of the slot was answered. @returns what is wrong with the sum, once all of it was told */
  answered(slot: number, command: CommandEvent, data: bigint): string | undefined {
    const row = instructionByFunct7(command.funct7)
    const table = row?.mnemonic === 'ocount' ? counters : row?.mnemonic === 'oseg.get' ? slotFields : []
    const name = wanted.find((w) => w === table[Number(command.rs2)]?.name)
    if (name === undefined || BigInt.asIntN(64, data) < 0n) return undefined
    const told = this.#told.get(slot) ?? new Map<Account, bigint>()
    this.#told.set(slot, told.set(name, data))
    if (told.size < wanted.length) return undefined
    const [shared, sentNew, appended, truncated, seen] = wanted.map((w) => told.get(w)!) as [bigint, bigint, bigint, bigint, bigint]
    return shared + sentNew + appended - truncated === seen ? undefined
      : `M3: shared ${shared} + new ${sentNew} + appended ${appended} - truncated ${truncated} is ${shared + sentNew + appended - truncated}, seen ${seen}`
  }
}
