// Owns: M6 of the properties on a hart's own accesses: who may read an open segment, and that nobody writes in one that runs.
import { decodeRecord } from '../../coprocessor/isa/cause.ts'
import { statusValue } from '../../coprocessor/isa/status.ts'
import { instructionByFunct7 } from '../../coprocessor/isa/table.ts'
import type { CommandEvent, CycleEvents } from '../port-events.ts'
import { hex, type Finding } from './difference.ts'
import { HartDifference } from './hart-watch.ts'

/** A load or a store that the hart did; addresses physical, `bytes` how many. */
export interface HartAccess { readonly cycle: number; readonly pc: bigint; readonly address: bigint; readonly bytes: number }
/** Code [low, high) that may read histories. */
export interface Reader { readonly name: string; readonly low: bigint; readonly high: bigint }
const busy = statusValue('busy')
interface Segment { base: bigint; limit: bigint; running: boolean }

/** Give it the ports by `observe` and what the hart accesses by `loaded` and `stored`, in the order of the cycles, within a cycle the ports first. @throws HartDifference M6 */
export class ReaderWatch {
  readonly #readers: readonly Reader[]
  readonly #place: (pc: bigint) => string
  readonly #segments = new Map<number, Segment>()
  readonly #asked = new Map<number, CommandEvent>()
  #commands = 0

  /** @param place a pc in words, for the report; default: hexadecimal */
  constructor(readers: readonly Reader[], place: (pc: bigint) => string = hex) {
    this.#readers = readers
    this.#place = place
  }

  observe({ command, response }: CycleEvents): void {
    if (command) this.#commands++
    if (command?.xd) {
      this.#asked.set(command.rd, command)
      const segment = this.#segments.get(Number(command.rs1))
      // From here on it may run; an answer that refuses it takes that back.
      if (segment && instructionByFunct7(command.funct7)?.starts) segment.running = true
    }
    const asked = response && this.#asked.get(response.rd)
    if (!response || !asked) return
    this.#asked.delete(response.rd)
    this.#answered(asked, response.data)
  }

  loaded(a: HartAccess): void {
    const slot = this.#meets(a)
    if (slot === undefined || this.#readers.some((r) => a.pc >= r.low && a.pc < r.high)) return
    this.#fail(a, slot, `a reader of histories (${this.#readers.map((r) => r.name).join(', ') || 'there is none'})`, 'load')
  }

  stored(a: HartAccess): void {
    const slot = this.#meets(a)
    if (slot !== undefined && this.#segments.get(slot)!.running) this.#fail(a, slot, 'no store in a slot that runs', 'store')
  }

  #answered(c: CommandEvent, data: bigint): void {
    const row = instructionByFunct7(c.funct7)
    const slot = Number(c.rs1 & 0xffn), segment = this.#segments.get(slot)
    const signed = BigInt.asIntN(64, data)
    const record = row?.mnemonic === 'otrap' && data !== 0n ? decodeRecord(data) : undefined
    const trapped = record && this.#segments.get(record.slot)
    if (trapped) trapped.running = false
    if (row?.starts && signed < 0n && segment) segment.running = signed === busy && segment.running
    if (signed !== 0n) return
    if (row?.mnemonic === 'oseg.open') this.#segments.set(Number(c.rs2 & 0xffn), { base: c.rs1 & ~7n, limit: (c.rs1 & ~7n) + (c.rs2 >> 8n), running: false })
    if (row?.mnemonic === 'oseg.close') this.#segments.delete(slot)
    if (row?.mnemonic === 'oseg.limit' && segment) segment.limit = c.rs2
    if (row?.mnemonic === 'oseg.move' && segment) Object.assign(segment, { base: c.rs2, limit: c.rs2 + segment.limit - segment.base })
  }

  #meets({ address, bytes }: HartAccess): number | undefined {
    for (const [slot, s] of this.#segments) if (address < s.limit && address + BigInt(bytes) > s.base) return slot
    return undefined
  }

  #fail({ cycle, pc, address, bytes }: HartAccess, slot: number, expected: string, what: string): never {
    const finding: Finding = { rule: 'M6', cycle, slot, step: this.#commands, expected, seen: `${what} of ${bytes} at ${hex(address)} by the code at ${this.#place(pc)}` }
    throw new HartDifference(finding, [])
  }
}
