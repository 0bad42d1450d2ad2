// Owns: M7 and M8 of the properties, on what a hart retires beside a unit: nothing runs in the window, the unit's interrupt leads to `entry`, `otrap` stands in one place.
import { funct3, opcode } from '../../coprocessor/isa/instruction.ts'
import { instruction, instructionByFunct7 } from '../../coprocessor/isa/table.ts'
import type { CommandEvent, CycleEvents } from '../port-events.ts'
import { hex, type Finding } from './difference.ts'

/** An instruction that the hart completed. `pc` as the program sees it (virtual under translation); `insn` as fetched, 16 or 32 bits. */
export interface Retirement { readonly cycle: number; readonly pc: bigint; readonly insn: number }
/** A trap that the hart took: the next instruction is that of a handler. `cause` without the bit of interrupts. `epc`: where it came from. */
export interface HartTrap { readonly cycle: number; readonly interrupt: boolean; readonly cause: number; readonly epc: bigint }

export interface HartWatchOptions {
  /** Cause of the unit's interrupt: 12 up to Rocket Chip v1.4, 13 from v1.5 on. */
  readonly interruptCause: number
  /** The physical address of a pc at the time of its retirement; undefined: not known, it is not checked. Default: the pc, as without translation. */
  readonly physical?: ((pc: bigint) => bigint | undefined) | undefined
  /** A place in words, for the report; default: hexadecimal. */
  readonly place?: ((pc: bigint) => string) | undefined
  /** Lines shown before a difference. Default 16. */
  readonly window?: number | undefined
}

/** The hart did what the kernel contract (K2, K3, K4) does not allow. */
export class HartDifference extends Error {
  readonly finding: Finding
  /** What the watch was told before and with the difference, oldest first. */
  readonly window: readonly string[]

  constructor(finding: Finding, window: readonly string[]) {
    super(`${finding.rule}: cycle ${finding.cycle}, command ${finding.step}\n  expected ${finding.expected}\n  seen     ${finding.seen}\n  the hart before:\n${window.map((line) => `  ${line}`).join('\n')}`)
    this.name = 'HartDifference'
    this.finding = finding
    this.window = window
  }
}

/** The unit's instruction in a word as the hart fetched it, exactly as the table has it. */
export function ownInstruction(insn: number): ReturnType<typeof instructionByFunct7> {
  if ((insn & 0x7f) !== opcode) return undefined
  const row = instructionByFunct7(insn >>> 25)
  return row !== undefined && funct3(row) === (insn >>> 12 & 7) ? row : undefined
}

const otrap = instruction('otrap'), oentry = instruction('oentry'), owindow = instruction('owindow')

/**
 * Pure: give it what happened in the order of the cycles, `observe` what passed at the unit's ports, `retired` and `trapped` what the hart did. Within a
 * cycle: the ports first. Retirements may be left out where nothing can be wrong: what is told is checked. @throws HartDifference at the first difference
 *
 * - M7: no retired pc lies in the window that `owindow` set.
 * - M8: what the hart does first after it took the unit's interrupt, it does at `entry`, set by `oentry`; and `otrap` retires at one pc only.
 */
export class HartWatch {
  readonly #options: HartWatchOptions
  readonly #window: string[] = []
  /** `oentry` and `owindow` that were accepted and not answered, by rd. */
  readonly #asked = new Map<number, CommandEvent>()
  #entry: bigint | undefined
  #fenced: { readonly low: bigint; readonly high: bigint } | undefined
  #otrapAt: bigint | undefined
  /** The unit's interrupt was taken in this cycle and nothing was retired since. */
  #interrupted: number | undefined
  #commands = 0

  constructor(options: HartWatchOptions) { this.#options = options }

  /** Set by `oentry`; undefined before. */
  get entry(): bigint | undefined { return this.#entry }

  observe({ cycle, command, response }: CycleEvents): void {
    if (command) {
      this.#commands++
      const row = instructionByFunct7(command.funct7)
      if (command.xd && (row === oentry || row === owindow)) this.#asked.set(command.rd, command)
    }
    if (!response) return
    const asked = this.#asked.get(response.rd)
    if (!asked) return
    this.#asked.delete(response.rd)
    // Anything but 0 is a status: nothing was set.
    if (response.data !== 0n) return
    if (asked.funct7 === oentry.funct7) this.#entry = asked.rs1
    else this.#fenced = { low: asked.rs1, high: asked.rs2 }
    this.#note(cycle, asked.funct7 === oentry.funct7 ? `entry is ${this.#place(asked.rs1)}` : `the window is [${hex(asked.rs1)}, ${hex(asked.rs2)})`)
  }

  retired({ cycle, pc, insn }: Retirement): void {
    this.#note(cycle, `retired ${this.#place(pc)}: ${insn.toString(16).padStart(8, '0')}${ownInstruction(insn) ? ` ${ownInstruction(insn)!.mnemonic}` : ''}`)
    this.#afterInterrupt(cycle, pc)
    if (this.#fenced) {
      const at = (this.#options.physical ?? ((a) => a))(pc)
      if (at !== undefined && at >= this.#fenced.low && at < this.#fenced.high) {
        this.#fail(cycle, 'M7', `no instruction from the window [${hex(this.#fenced.low)}, ${hex(this.#fenced.high)})`, `the hart ran ${this.#place(pc)}${at === pc ? '' : `, physical ${hex(at)}`}`)
      }
    }
    if (ownInstruction(insn) !== otrap) return
    this.#otrapAt ??= pc
    if (pc !== this.#otrapAt) this.#fail(cycle, 'M8', `otrap at ${this.#place(this.#otrapAt)} only`, `otrap at ${this.#place(pc)}`)
  }

  trapped({ cycle, interrupt, cause, epc }: HartTrap): void {
    this.#note(cycle, `trap, ${interrupt ? 'interrupt' : 'exception'} ${cause}, from ${this.#place(epc)}`)
    // A handler whose first instruction traps was reached all the same.
    this.#afterInterrupt(cycle, epc)
    if (interrupt && cause === this.#options.interruptCause) this.#interrupted = cycle
  }

  #afterInterrupt(cycle: number, pc: bigint): void {
    if (this.#interrupted === undefined) return
    const taken = this.#interrupted
    this.#interrupted = undefined
    if (pc === this.#entry) return
    const wanted = this.#entry === undefined ? 'no interrupt of the unit before oentry' : `the hart at the entry, ${this.#place(this.#entry)}`
    this.#fail(cycle, 'M8', `${wanted} (the interrupt was taken in cycle ${taken})`, `the hart at ${this.#place(pc)}`)
  }

  #place(pc: bigint): string { return this.#options.place?.(pc) ?? hex(pc) }

  #note(cycle: number, text: string): void {
    this.#window.push(`${String(cycle).padStart(8)} ${text}`)
    if (this.#window.length > (this.#options.window ?? 16)) this.#window.shift()
  }

  #fail(cycle: number, rule: string, expected: string, seen: string): never {
    throw new HartDifference({ rule, cycle, step: this.#commands, expected, seen }, [...this.#window])
  }
}
