// Owns: M3 of the properties: shared + new + appended - truncated = seen, over what the unit itself tells.
import { counters, slotFields } from '../../coprocessor/isa/fields.ts'
import { instructionByFunct7 } from '../../coprocessor/isa/table.ts'
import type { CommandEvent } from '../port-events.ts'

const wanted = ['shared', 'sentNew', 'appended', 'truncated', 'seen'] as const
type Account = (typeof wanted)[number]

/** Independent of the states of the observer: it knows the commands of a slot and their answers, and compares the numbers that the unit gave. */
export class Accounts {
  readonly #told = new Map<number, Map<Account, bigint>>()
  readonly #changed = new Map<number, number>()

  /** A command that names the slot was accepted: but one that only reads, it may change what was told before. */
  accepted(slot: number, command: CommandEvent, serial = 0): void {
    const name = instructionByFunct7(command.funct7)?.mnemonic
    if (name === 'ocount' || name === 'oseg.get') return
    this.#told.delete(slot)
    this.#changed.set(slot, serial)
  }

  /** A command of the slot was answered. @param serial commands count up as they are accepted @returns what is wrong with the sum, once all of it was told */
  answered(slot: number, command: CommandEvent, data: bigint, serial = 0): string | undefined {
    const row = instructionByFunct7(command.funct7)
    const table = row?.mnemonic === 'ocount' ? counters : row?.mnemonic === 'oseg.get' ? slotFields : []
    const name = wanted.find((w) => w === table[Number(command.rs2)]?.name)
    if (name === undefined || BigInt.asIntN(64, data) < 0n || serial < (this.#changed.get(slot) ?? 0)) return undefined
    const told = this.#told.get(slot) ?? new Map<Account, bigint>()
    this.#told.set(slot, told.set(name, data))
    if (told.size < wanted.length) return undefined
    const [shared, sentNew, appended, truncated, seen] = wanted.map((w) => told.get(w)!) as [bigint, bigint, bigint, bigint, bigint]
    return shared + sentNew + appended - truncated === seen ? undefined
      : `M3: shared ${shared} + new ${sentNew} + appended ${appended} - truncated ${truncated} is ${shared + sentNew + appended - truncated}, seen ${seen}`
  }
}
