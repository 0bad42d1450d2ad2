// Owns: the driver of a unit: commands by mnemonic, memory, the clock. It knows no engine in particular.
import { funct3 } from '../../coprocessor/isa/instruction.ts'
import { instruction, instructionByFunct7 } from '../../coprocessor/isa/table.ts'
import type { Parameters } from '../../coprocessor/parameters.ts'
import type { LinkPeer } from '../bridge/peer.ts'
import type { Engine } from '../engines/engine.ts'
import { HarnessError } from '../errors.ts'
import { ByteMemory } from '../memory/byte-memory.ts'
import { idealMemory, MemoryPort, type MemorySettings } from '../memory/memory-port.ts'
import type { CommandEvent, CycleEvents } from '../port-events.ts'
import { Clock, noStalls, type ClockListeners, type PendingCommand, type PortStalls } from '../transport/clock.ts'
import type { LinkEntry, StartedEntry } from '../transport/link-log.ts'

/** Watches a unit beside its driver; what it throws stops the clock and reaches the caller. */
export interface PortObserver {
  observe(events: CycleEvents): void
  /** The Priestess wrote memory by `write`, before the next cycle. */
  wrote?(address: bigint, bytes: Uint8Array): void
}

export interface UnitOptions {
  readonly engine: Engine
  readonly parameters: Parameters
  readonly peer: LinkPeer
  /** Default: a cache that always hits. */
  readonly memory?: MemorySettings | undefined
  /** Default: the environment is always ready. */
  readonly stalls?: PortStalls | undefined
  readonly observer?: PortObserver | undefined
  readonly onEvents?: ((events: CycleEvents) => void) | undefined
  /** Called with every stretch of cycles; a RunRecorder's `stretch`, for example. */
  readonly onStretch?: ClockListeners['stretch']
  readonly signal?: AbortSignal | undefined
  /** `close` closes the engine too. Default true. */
  readonly ownsEngine?: boolean | undefined
}

export interface CommandOptions {
  /** 1..31; by default one that no command waits on. */
  readonly rd?: number
  /** 0 user, 1 supervisor, 3 machine (default). */
  readonly prv?: number
  /** Simulated cycles to wait for the response before giving up. Default: 2^20; for an instruction that waits for an Oracle 2^48. */
  readonly maxCycles?: number
}

/** No instruction waits for a host or for what runs in the background, but those that say so. */
const patience = 2 ** 20
const longPatience = 2 ** 48

/** One unit, its memory and its clock. Calls that move the clock must not overlap. */
export class UnitDriver {
  readonly engine: Engine
  readonly parameters: Parameters
  /** All of the cacheable range. */
  readonly memory: ByteMemory
  private readonly clock: Clock
  private readonly peer: LinkPeer
  private readonly observer: PortObserver | undefined
  private readonly ownsEngine: boolean
  private moving = false
  private closed: Promise<void> | undefined

  /** The engine comes out of reset: its next cycle is cycle 0. */
  constructor(options: UnitOptions) {
    const { engine, parameters, peer, observer, onEvents } = options
    this.engine = engine
    this.parameters = parameters
    this.peer = peer
    this.observer = observer
    this.ownsEngine = options.ownsEngine ?? true
    this.memory = new ByteMemory(Number(parameters.cacheableLow), Number(parameters.cacheableHigh))
    const listening = observer !== undefined || onEvents !== undefined
    this.clock = new Clock({
      engine, peer, signal: options.signal, stalls: options.stalls ?? noStalls,
      memory: new MemoryPort(this.memory, options.memory ?? idealMemory),
      listeners: {
        ...(listening ? { events: (e: CycleEvents) => { observer?.observe(e); onEvents?.(e) } } : {}),
        ...(options.onStretch ? { stretch: options.onStretch } : {}),
      },
    })
  }

  /** Cycles since reset was released; the next one has this number. */
  get cycle(): number { return this.clock.cycle }
  /** Every frame that crossed the link. */
  get log(): readonly LinkEntry[] { return this.clock.log }
  /** The host's frame that the unit has not wholly taken; it is not in the log. */
  get unfinished(): StartedEntry | undefined { return this.clock.unfinished }
  /** The lines as in the last cycle. */
  get interrupt(): boolean { return this.clock.interrupt }
  get busy(): boolean { return this.clock.busy }

  /** Queues an instruction without moving the clock. @throws RangeError for a mnemonic that the table does not have */
  issue(mnemonic: string, rs1 = 0n, rs2 = 0n, options: CommandOptions = {}): PendingCommand {
    const row = instruction(mnemonic)
    const bits = funct3(row)
    return this.issueRaw({
      funct7: row.funct7, xd: (bits & 4) !== 0, xs1: (bits & 2) !== 0, xs2: (bits & 1) !== 0, prv: options.prv ?? 3,
      rd: options.rd ?? this.freeRegister(), rs1: BigInt.asUintN(64, rs1), rs2: BigInt.asUintN(64, rs2),
    })
  }

  /** Queues a command exactly as it stands, legal or not. */
  issueRaw(command: CommandEvent): PendingCommand {
    if (command.xd && this.clock.waitingRegisters().has(command.rd)) throw new RangeError(`x${command.rd} still waits for a response: a core would stall`)
    return this.clock.issue(command)
  }

  /** Moves the clock until the command was answered (without xd: accepted). @returns rd, signed; 0 without xd */
  async wait(pending: PendingCommand, maxCycles = instructionByFunct7(pending.funct7)?.waits ? longPatience : patience): Promise<bigint> {
    const done = (): boolean => pending.xd ? pending.response !== undefined : pending.accepted !== undefined
    if (!await this.move(maxCycles, done)) {
      throw new HarnessError('SIM3001', `no response to funct7 ${pending.funct7} in ${maxCycles} cycles; cycle ${this.cycle}${pending.accepted === undefined ? ', it was not even accepted' : ''}`,
        'allow more cycles, or look at a trace of the run')
    }
    return BigInt.asIntN(64, pending.response ?? 0n)
  }

  /** `issue`, then `wait`. An instruction that waits comes back when its record waits, or with 1 after an exception. @returns rd, signed */
  command(mnemonic: string, rs1 = 0n, rs2 = 0n, options: CommandOptions = {}): Promise<bigint> {
    return this.wait(this.issue(mnemonic, rs1, rs2, options), options.maxCycles)
  }

  /** The Priestess writes memory, between two cycles. @throws RangeError outside the memory */
  write(address: bigint, bytes: Uint8Array): void {
    this.memory.write(Number(address), bytes)
    this.observer?.wrote?.(address, bytes)
  }

  /** @throws RangeError outside the memory */
  read(address: bigint, length: number): Uint8Array { return this.memory.read(Number(address), length) }

  /** Moves the clock until a cycle with the interrupt line up; at once if the last one was. @returns whether it came in `maxCycles` cycles */
  untilInterrupt(maxCycles: number): Promise<boolean> { return this.move(maxCycles, () => this.clock.interrupt) }

  /** Moves the clock until `holds`, looked at after each cycle in which something was handed over. @returns whether it came in `maxCycles` cycles */
  until(holds: () => boolean, maxCycles: number): Promise<boolean> { return this.move(maxCycles, holds) }

  /** Exactly `cycles` cycles. */
  async step(cycles: number): Promise<void> { await this.move(cycles, () => false) }

  /** The core takes an interrupt or fault: `rocc_exception` is up in the next cycle. Does not move the clock. */
  exception(): void { this.clock.pulseException() }

  /** Ends the peer and, if it is its own, the engine. A second time does nothing. */
  close(): Promise<void> {
    return this.closed ??= (async () => {
      try {
        await this.peer.close()
      } finally {
        if (this.ownsEngine) await this.engine.close()
      }
    })()
  }

  private async move(maxCycles: number, until: () => boolean): Promise<boolean> {
    if (this.moving) throw new HarnessError('SIM3002', 'two calls move the clock of one unit', 'wait for one before the next, or queue commands with `issue`')
    this.moving = true
    try {
      return await this.clock.advance(maxCycles, until)
    } finally {
      this.moving = false
    }
  }

  private freeRegister(): number {
    const waiting = this.clock.waitingRegisters()
    for (let rd = 10; rd < 41; rd++) {
      const register = rd < 32 ? rd : rd - 31
      if (!waiting.has(register)) return register
    }
    throw new RangeError('every register waits for a response')
  }
}
