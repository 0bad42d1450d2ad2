// Owns: a soak program on a driver: every step, the observer beside it, and at the end the comparison of all that is left.
import { decodeRecord } from '../../coprocessor/isa/cause.ts'
import { counters, fieldNumber, slotFields } from '../../coprocessor/isa/fields.ts'
import { funct3 } from '../../coprocessor/isa/instruction.ts'
import { statusOf } from '../../coprocessor/isa/status.ts'
import { instruction, instructionByFunct7 } from '../../coprocessor/isa/table.ts'
import { parameters, type Parameters } from '../../coprocessor/parameters.ts'
import type { LinkPeer } from '../bridge/peer.ts'
import type { MemoryProfile } from '../memory/settings.ts'
import { ObserverDifference } from '../observer/difference.ts'
import { Observer } from '../observer/observer.ts'
import type { CommandEvent, CycleEvents } from '../port-events.ts'
import { HostileHost } from './hostile-host.ts'
import { bytesOf, type SoakProgram, type SoakStep } from './program.ts'

/** What a soak needs of a driver; UnitDriver has it. */
export interface SoakDriver {
  readonly cycle: number
  readonly interrupt: boolean
  issueRaw(command: CommandEvent): { readonly accepted?: number; readonly response?: bigint }
  until(holds: () => boolean, maxCycles: number): Promise<boolean>
  step(cycles: number): Promise<void>
  write(address: bigint, bytes: Uint8Array): void
  read(address: bigint, length: number): Uint8Array
  exception(): void
  close(): Promise<void>
}

export interface SoakSetting {
  readonly parameters: Parameters
  readonly peer: LinkPeer
  readonly observer: Pick<Observer, 'observe' | 'wrote'>
  /** Default: ideal where the seed `memory` is 0, else random. */
  readonly profile?: MemoryProfile | undefined
  /** Seeds; 0: ideal memory, ports that are always ready. */
  readonly memory: number
  readonly stalls: number
}
export type SoakDriverFactory = (setting: SoakSetting) => Promise<SoakDriver>

export interface SoakResult {
  readonly cycles: number
  readonly commands: number
  readonly queries: number
  /** Slots that the host heard of by a query. */
  readonly slots: number
  /** `mnemonic status`, causes of records, each with how often. */
  readonly statuses: ReadonlyMap<string, number>
  readonly causes: ReadonlyMap<string, number>
}

/** Cycles that an answer of the unit may take when nothing holds it up. */
const answerCycles = 20_000
/** Longer than the patience of the observer. */
const quietCycles = 3_000
const anySlot = (1n << 64n) - 1n

/** Runs the program to its end. @throws ObserverDifference; what the driver throws goes through. The driver is closed in every case */
export async function runProgram(program: SoakProgram, create: SoakDriverFactory): Promise<SoakResult> {
  const run = new ProgramRun(program)
  const driver = await create({ parameters: run.parameters, peer: run.host, observer: run, profile: program.profile, memory: program.memory, stalls: program.stalls })
  try {
    return await run.all(driver)
  } finally {
    await driver.close()
  }
}

class ProgramRun {
  readonly parameters: Parameters
  readonly host: HostileHost
  readonly #program: SoakProgram
  readonly #observer: Observer
  readonly #statuses = new Map<string, number>()
  readonly #causes = new Map<string, number>()
  #queries = 0
  #commands = 0
  #register = 0
  readonly #waiting = new Map<number, { readonly response?: bigint }>()

  constructor(program: SoakProgram) {
    this.#program = program
    this.parameters = parameters(program.parameters)
    this.host = new HostileHost(program.answers)
    this.#observer = new Observer({ parameters: this.parameters })
  }

  observe(e: CycleEvents): void { this.#observer.observe(e) }
  wrote(address: bigint, bytes: Uint8Array): void { this.#observer.wrote(address, bytes) }

  async all(driver: SoakDriver): Promise<SoakResult> {
    for (const step of this.#program.steps) await this.#step(driver, step)
    await this.#end(driver)
    return { cycles: driver.cycle, commands: this.#commands, queries: this.#queries, slots: this.host.asked.size, statuses: this.#statuses, causes: this.#causes }
  }

  async #step(driver: SoakDriver, step: SoakStep): Promise<void> {
    switch (step.do) {
      case 'command': return void await this.#raw(driver, step)
      case 'append': return this.#append(driver, step.slot, bytesOf(step.bytes))
      case 'truncate': {
        const [base, top] = await this.#segment(driver, step.slot)
        if (top >= 0n) await this.#command(driver, 'oseg.top', BigInt(step.slot), top - BigInt(step.count) < base ? base : top - BigInt(step.count))
        return
      }
      case 'rewrite': {
        const [base, top] = await this.#segment(driver, step.slot)
        const at = base + BigInt(step.at)
        const bytes = bytesOf(step.bytes)
        if (base < 0n || at + BigInt(bytes.length) > top) return
        driver.write(at, bytes)
        await this.#command(driver, 'oseg.touch', BigInt(step.slot), at)
        return
      }
      case 'fork': return this.#fork(driver, step)
      case 'move': return this.#move(driver, step.slot, BigInt(step.base))
      case 'take': return this.#take(driver)
      case 'read': return this.#read(driver, step.slot)
      case 'step': return driver.step(step.cycles)
      case 'await': return void await driver.until(() => driver.interrupt, step.cycles)
      case 'exception': return driver.exception()
      case 'hello': return this.host.hello(step.fresh, driver.cycle)
    }
  }

  async #raw(driver: SoakDriver, step: SoakStep & { do: 'command' }): Promise<bigint | undefined> {
    const row = instruction(step.mnemonic)
    const rs1 = BigInt(step.rs1)
    // Whatever is forked was copied: that the host believes is the Priestess's part.
    if (row.mnemonic === 'ofork') await this.#copy(driver, Number(rs1 & 0xffn), Number(BigInt(step.rs2)), Number(rs1 >> 8n))
    return this.#issue(driver, step.funct7 ?? row.funct7, step.funct3 ?? funct3(row), rs1, BigInt(step.rs2), step.prv ?? 3, step.wait)
  }

  async #command(driver: SoakDriver, mnemonic: string, rs1: bigint, rs2 = 0n): Promise<bigint> {
    const row = instruction(mnemonic)
    return (await this.#issue(driver, row.funct7, funct3(row), rs1, rs2, 3, true))!
  }

  async #issue(driver: SoakDriver, funct7: number, bits: number, rs1: bigint, rs2: bigint, prv: number, wait: boolean): Promise<bigint | undefined> {
    this.#commands += 1
    const row = instructionByFunct7(funct7)
    const name = row?.mnemonic ?? 'unknown'
    const xd = (bits & 4) !== 0
    const rd = await this.#freeRegister(driver)
    const pending = driver.issueRaw({ funct7, xd, xs1: (bits & 2) !== 0, xs2: (bits & 1) !== 0, rd, rs1: BigInt.asUintN(64, rs1), rs2: BigInt.asUintN(64, rs2), prv })
    if (xd) this.#waiting.set(rd, this.#noting(name, pending))
    const done = () => (xd ? pending.response !== undefined : pending.accepted !== undefined)
    if (!wait) return undefined
    // An instruction that waits is let go by an interrupt of the core, as a timer would.
    if (row?.waits && !await driver.until(done, 3000)) driver.exception()
    if (!await driver.until(done, answerCycles)) this.#stop(`an answer to ${name}`, `none in ${answerCycles} cycles`, driver)
    return xd ? BigInt.asIntN(64, pending.response!) : undefined
  }

  /** Counts the status when the answer has come; looked at when the register is used again and at the end. */
  #noting(name: string, pending: { readonly response?: bigint }): { readonly response?: bigint; readonly name: string; readonly pending: { readonly response?: bigint } } {
    return { name, pending, get response() { return pending.response } } as { readonly response: bigint; readonly name: string; readonly pending: { readonly response?: bigint } }
  }

  /** A register that no command waits on; after 31 of them the core would stall too. */
  async #freeRegister(driver: SoakDriver): Promise<number> {
    for (let tries = 0; ; tries++) {
      for (let i = 0; i < 31; i++) {
        const rd = (this.#register + i) % 31 + 1
        if (this.#settled(rd)) {
          this.#register = rd
          return rd
        }
      }
      if (tries > 0) this.#stop('a register that is free', 'every one waits for an answer', driver)
      driver.exception()
      await driver.step(quietCycles)
    }
  }

  #settled(rd: number): boolean {
    const before = this.#waiting.get(rd) as { readonly response?: bigint; readonly name: string } | undefined
    if (before === undefined) return true
    if (before.response === undefined) return false
    const value = BigInt.asIntN(64, before.response)
    const status = statusOf(value)
    const key = `${before.name} ${status ?? 'done'}`
    this.#statuses.set(key, (this.#statuses.get(key) ?? 0) + 1)
    const record = before.name === 'otrap' ? decodeRecord(BigInt.asUintN(64, value)) : undefined
    if (record) this.#causes.set(record.cause, (this.#causes.get(record.cause) ?? 0) + 1)
    this.#waiting.delete(rd)
    return true
  }

  /** base and top of a slot that is idle; -1, -1 of another. */
  async #segment(driver: SoakDriver, slot: number): Promise<[bigint, bigint, bigint]> {
    const [base, top, limit] = [await this.#get(driver, slot, 'base'), await this.#get(driver, slot, 'top'), await this.#get(driver, slot, 'limit')]
    return statusOf(base) || statusOf(top) || statusOf(limit) ? [-1n, -1n, -1n] : [base, top, limit]
  }

  #get(driver: SoakDriver, slot: number, field: (typeof slotFields)[number]['name']): Promise<bigint> {
    return this.#command(driver, 'oseg.get', BigInt(slot), BigInt(fieldNumber(field)))
  }

  async #append(driver: SoakDriver, slot: number, bytes: Uint8Array): Promise<void> {
    const [, top, limit] = await this.#segment(driver, slot)
    if (top < 0n || top + BigInt(bytes.length) > limit) return
    driver.write(top, bytes)
    await this.#command(driver, 'oseg.top', BigInt(slot), top + BigInt(bytes.length))
  }

  async #fork(driver: SoakDriver, { slot, source, length, behind }: SoakStep & { do: 'fork' }): Promise<void> {
    const count = await this.#copy(driver, slot, source, length)
    if (behind !== undefined) await this.#command(driver, 'oask', BigInt(behind))
    await this.#command(driver, 'ofork', BigInt(count) << 8n | BigInt(slot), BigInt(source))
  }

  /** Where nothing is to be copied to (a slot that is not empty or has not the room) nothing is. @returns how many bytes the source has of those asked for */
  async #copy(driver: SoakDriver, slot: number, source: number, length: number): Promise<number> {
    const [from, top] = await this.#segment(driver, source)
    const [base, end, limit] = await this.#segment(driver, slot)
    const count = from < 0n ? length : Math.min(length, Number(top - from))
    if (slot !== source && from >= 0n && base >= 0n && end === base && base + BigInt(count) <= limit) driver.write(base, driver.read(from, count))
    return count
  }

  async #move(driver: SoakDriver, slot: number, base: bigint): Promise<void> {
    const [from, top] = await this.#segment(driver, slot)
    const history = from < 0n ? undefined : driver.read(from, Number(top - from))
    // The place is free only if the unit says so; nothing runs in the slot meanwhile.
    if (await this.#command(driver, 'oseg.move', BigInt(slot), base) === 0n && history && history.length > 0) driver.write(base, history)
  }

  async #take(driver: SoakDriver): Promise<void> {
    for (let i = 0; i <= this.parameters.slots && await this.#command(driver, 'otrap', anySlot) !== 0n; i++);
  }

  async #read(driver: SoakDriver, slot: number): Promise<void> {
    for (const [n] of slotFields.entries()) await this.#command(driver, 'oseg.get', BigInt(slot), BigInt(n))
    for (const [n] of counters.entries()) await this.#command(driver, 'ocount', BigInt(slot), BigInt(n))
  }

  /** Ends what runs, lets everything drain, reads all there is and compares memory with what the observer saw. */
  async #end(driver: SoakDriver): Promise<void> {
    driver.exception()
    await driver.step(1)
    for (let slot = 0; slot < this.parameters.slots; slot++) await this.#command(driver, 'oabort', BigInt(slot))
    await driver.step(quietCycles)
    await this.#take(driver)
    for (let slot = 0; slot < this.parameters.slots; slot++) await this.#read(driver, slot)
    for (let slot = 0; slot < this.parameters.slots; slot++) {
      const [base, , limit] = await this.#segment(driver, slot)
      if (base >= 0n) this.#compare(driver, slot, base, Number(limit - base))
      this.#queries += Number(await this.#command(driver, 'ocount', BigInt(slot), 0n).then((n) => (n > 0n ? n : 0n)))
    }
    await driver.step(quietCycles)
    for (let rd = 1; rd < 32; rd++) if (!this.#settled(rd)) this.#stop('every command answered', `x${rd} waits`, driver)
    this.#observer.finish(true)
  }

  #compare(driver: SoakDriver, slot: number, base: bigint, length: number): void {
    const memory = driver.read(base, length)
    const known = this.#observer.memory(Number(base), length)
    const at = memory.findIndex((b, i) => b !== known[i])
    if (at >= 0) this.#stop(`byte ${at} of the segment of slot ${slot} to be ${known[at]}`, `${memory[at]}`, driver)
  }

  #stop(expected: string, seen: string, driver: SoakDriver): never {
    throw new ObserverDifference({ rule: 'soak', cycle: driver.cycle, step: this.#commands, expected, seen }, [])
  }
}
