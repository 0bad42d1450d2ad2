// Owns: a random soak program as a list of commands for the interpreter on Rocket: what depends on answers is guessed, and may be refused by the unit.
import { counters, slotFields } from '../../coprocessor/isa/fields.ts'
import { instruction } from '../../coprocessor/isa/table.ts'
import { hartWords, unitWord, type ListedCommand } from '../../rocket-config/program/command-list.ts'
import { bytesOf, type SoakProgram, type SoakStep } from '../../sim-harness/soak/program.ts'

const anySlot = (1n << 64n) - 1n
const slotsOfUnit = 8n

/** Bytes are written by the core as words and single bytes, as they are aligned. */
function* stores(address: bigint, bytes: Uint8Array): Generator<ListedCommand> {
  for (let i = 0; i < bytes.length;) {
    const at = address + BigInt(i), whole = at % 8n === 0n && bytes.length - i >= 8
    if (whole) yield { word: hartWords.store, a0: at, a1: Buffer.from(bytes).readBigUInt64LE(i) }
    else yield { word: hartWords.storeByte, a0: at, a1: BigInt(bytes[i]!) }
    i += whole ? 8 : 1
  }
}

/** A watchdog that no test would live to see is one of a few thousand cycles; one that is refused stays. */
const patientWatchdog = (cycles: bigint): bigint => (cycles > 5000n && cycles < 1n << 48n ? cycles % 5000n + 1n : cycles)

const command = (mnemonic: string, a0 = 0n, a1 = 0n): ListedCommand => ({ word: unitWord(instruction(mnemonic)), a0, a1 })

/**
 * The program's own addresses are moved by `shift`: into the window that PMP opens on this hart. Every run that is waited for ends by a watchdog at the latest,
 * since each segment that is opened gets one.
 */
export class ListedSoak {
  readonly commands: ListedCommand[] = []
  readonly #shift: bigint
  readonly #low: bigint
  readonly #high: bigint
  /** Where the history of a slot would end if every answer were empty. */
  readonly #tops = new Map<number, bigint>()

  constructor(program: SoakProgram, window: { readonly soak: readonly [bigint, bigint]; readonly hart: bigint }) {
    const [low, high] = window.soak
    this.#low = low
    this.#high = high
    this.#shift = window.hart - low
    for (const step of program.steps) this.#step(step)
    // What still runs ends, and every register of the unit is read.
    for (let slot = 0n; slot < slotsOfUnit; slot++) this.commands.push(command('oabort', slot))
    this.commands.push(command('owait', 0xffn), ...Array.from({ length: Number(slotsOfUnit) }, () => [command('otrap', anySlot), command('owait', 0xffn)]).flat())
    for (const slot of [0n, 1n]) this.#read(slot)
  }

  #moved(value: bigint): bigint { return value >= this.#low && value <= this.#high ? value + this.#shift : value }

  #step(step: SoakStep): void {
    switch (step.do) {
      case 'command': return this.#command(step)
      case 'append': {
        const top = this.#tops.get(step.slot), bytes = bytesOf(step.bytes)
        if (top === undefined) return
        this.commands.push(...stores(top, bytes), command('oseg.top', BigInt(step.slot), top + BigInt(bytes.length)))
        this.#tops.set(step.slot, top + BigInt(bytes.length))
        return
      }
      case 'truncate': {
        const top = this.#tops.get(step.slot)
        if (top !== undefined) this.commands.push(command('oseg.top', BigInt(step.slot), top - BigInt(step.count)))
        return
      }
      case 'rewrite': {
        const top = this.#tops.get(step.slot)
        if (top === undefined) return
        this.commands.push(...stores(top - BigInt(step.at), bytesOf(step.bytes)), command('oseg.touch', BigInt(step.slot), top - BigInt(step.at)))
        return
      }
      case 'take': return void this.commands.push(command('otrap', anySlot), command('otrap', anySlot))
      case 'read': return this.#read(BigInt(step.slot))
      case 'await': return void this.commands.push(command('owait', 0xffn))
      // Time passes by itself, sessions are the host's, an exception is what an illegal encoding makes of itself, and the lists have no copies of histories.
      case 'step': case 'exception': case 'hello': case 'fork': case 'move':
    }
  }

  #command(step: SoakStep & { do: 'command' }): void {
    const row = instruction(step.mnemonic), a0 = this.#moved(BigInt(step.rs1)), a1 = row.mnemonic === 'oseg.watch' ? patientWatchdog(BigInt(step.rs2)) : this.#moved(BigInt(step.rs2))
    this.commands.push({ word: unitWord(row, { ...(step.funct3 === undefined ? {} : { funct3: step.funct3 }), ...(step.funct7 === undefined ? {} : { funct7: step.funct7 }) }), a0, a1 })
    if (row.mnemonic !== 'oseg.open' || step.funct3 !== undefined || step.funct7 !== undefined) return
    const slot = Number(a1 & 0xffn)
    // Elsewhere the core has nothing to write.
    if (a0 >= this.#low + this.#shift && a0 < this.#high + this.#shift) this.#tops.set(slot, a0 & ~7n)
    this.commands.push(command('oseg.watch', BigInt(slot), 2000n))
  }

  #read(slot: bigint): void {
    // A slot that runs answers busy; what time it took is in the counters of cycles and not told here.
    for (const [n] of slotFields.entries()) this.commands.push(command('oseg.get', slot, BigInt(n)))
    for (const [n] of counters.entries()) this.commands.push(command('ocount', slot, BigInt(n)))
  }
}
