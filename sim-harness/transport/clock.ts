// Owns: the clock of a simulated unit: decides its inputs from earlier cycles, moves it on, hands over what happened, and skips stretches in which nothing can.
import { instruction } from '../../coprocessor/isa/table.ts'
import type { LinkPeer } from '../bridge/peer.ts'
import type { Engine, RunResult } from '../engines/engine.ts'
import { everyChange } from '../engines/engine.ts'
import { fieldNamed } from '../engines/layout.ts'
import { HarnessError } from '../errors.ts'
import type { MemoryAnswer, MemoryPort } from '../memory/memory-port.ts'
import { Gate, type Stall } from '../memory/random.ts'
import type { CommandEvent, CycleEvents } from '../port-events.ts'
import type { LinkEntry, StartedEntry } from './link-log.ts'
import { LinkPins, stoppedIn, type HandedBeats } from './link-pins.ts'
import { read64, readAddress, unitPorts, write64, type UnitPort, type UnitPorts } from './unit-ports.ts'

/** When the environment takes and gives: responses to the core, beats to the host, beats from the host. */
export interface PortStalls { readonly seed: number; readonly response: Stall; readonly toHost: Stall; readonly fromHost: Stall }
const always: Stall = { up: 1, down: 0 }
export const noStalls: PortStalls = { seed: 0, response: always, toHost: always, fromHost: always }
export const randomStalls = (seed: number): PortStalls =>
  ({ seed, response: { up: 20, down: 5 }, toHost: { up: 20, down: 8 }, fromHost: { up: 20, down: 8 } })

/** What a clock tells while it runs. */
export interface ClockListeners {
  /** Cycles in which something was handed over, or interrupt, busy or exception changed; nothing happened in those left out. */
  readonly events?: (events: CycleEvents) => void
  /** Every cycle, as stretches: `cycles` cycles of these inputs; `before` were the outputs in all of them but the last, `outputs` in the last. Buffers are reused. */
  readonly stretch?: (cycles: number, inputs: Uint32Array, before: Uint32Array, outputs: Uint32Array) => void
}

/** A command on its way: the clock offers it, `accepted` and `response` come from it. */
export interface PendingCommand extends CommandEvent { accepted?: number; response?: bigint; answered?: number }

const owindow = instruction('owindow')

/** Cycles after which the clock lets Node do something else, so that signals and timers get their turn. */
const breath = 50_000

export class Clock {
  /** The next cycle; 0 is the first one after reset. */
  cycle = 0
  /** Levels in the last cycle. */
  interrupt = false
  busy = false
  private readonly engine: Engine
  private readonly memory: MemoryPort
  private readonly link: LinkPins
  private readonly listeners: ClockListeners
  private readonly signal: AbortSignal | undefined
  private readonly ports: UnitPorts
  private readonly address
  private readonly inputs: Uint32Array
  private readonly before: Uint32Array
  private readonly high: Uint32Array
  private readonly changed: Uint32Array
  private readonly responseGate: Gate
  private readonly queue: PendingCommand[] = []
  private readonly unanswered: PendingCommand[] = []
  private offered: PendingCommand | undefined
  private exceptionNext = false
  private exceptionBefore = false
  private sinceBreath = 0
  /** What was offered and not taken in the last cycle. */
  private responseStands = false

  constructor(given: { engine: Engine; memory: MemoryPort; peer: LinkPeer; stalls: PortStalls; listeners: ClockListeners; signal?: AbortSignal | undefined }) {
    const { engine, stalls } = given
    this.engine = engine
    this.memory = given.memory
    this.listeners = given.listeners
    this.signal = given.signal
    this.ports = unitPorts(engine.layout)
    this.address = fieldNamed(engine.layout, 'mem_req_addr')
    this.inputs = new Uint32Array(engine.layout.inputWords)
    this.before = new Uint32Array(engine.layout.outputWords)
    this.high = new Uint32Array(engine.layout.outputWords)
    this.changed = given.listeners.stretch ? everyChange(engine.layout).changed : new Uint32Array(engine.layout.outputWords)
    this.changed[this.ports.rocc_interrupt] = this.changed[this.ports.rocc_busy] = 1
    this.responseGate = new Gate(stalls.response, stalls.seed ^ 1)
    this.link = new LinkPins(engine.layout, given.peer, { toHost: new Gate(stalls.toHost, stalls.seed ^ 2), fromHost: new Gate(stalls.fromHost, stalls.seed ^ 3) })
  }

  /** Every frame that crossed the link. */
  get log(): readonly LinkEntry[] { return this.link.log }
  /** The host's frame that the unit has not wholly taken. */
  get unfinished(): StartedEntry | undefined { return this.link.unfinished }

  /** Queues a command; it is offered when those before it were accepted. */
  issue(command: CommandEvent): PendingCommand {
    const pending: PendingCommand = { ...command }
    this.queue.push(pending)
    return pending
  }

  /** Registers of commands that were given and not answered yet. */
  waitingRegisters(): ReadonlySet<number> {
    return new Set([...this.queue, ...this.unanswered, ...(this.offered ? [this.offered] : [])].filter((c) => c.xd).map((c) => c.rd))
  }

  /** The exception line is up in the next cycle, for one cycle. */
  pulseException(): void { this.exceptionNext = true }

  /**
   * Moves on until `until` holds, looked at before each stretch, or `maxCycles` went by.
   * @returns whether `until` holds
   */
  async advance(maxCycles: number, until: () => boolean): Promise<boolean> {
    const end = this.cycle + maxCycles
    while (!until()) {
      if (this.cycle >= end) return false
      if (this.signal?.aborted) throw stoppedIn(this.cycle)
      if (this.link.mustAsk) await this.link.ask(this.cycle, this.signal)
      const start = this.cycle
      const answer = this.decide(start)
      const stretch = Math.min(this.stretch(start, answer !== undefined), end - start, breath)
      const ran = this.engine.run(this.inputs, stretch, { changed: this.changed, high: this.high })
      const result: RunResult = ran instanceof Promise ? await ran : ran
      this.cycle += result.cycles
      this.settle(this.cycle - 1, result, answer)
      this.sinceBreath += result.cycles + 100
      if (this.sinceBreath >= breath) {
        this.sinceBreath = 0
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    return true
  }

  /** Sets the inputs of `cycle`, and in `high` the outputs whose rise hands something over. */
  private decide(cycle: number): MemoryAnswer | undefined {
    const { inputs, ports } = this
    if (!this.offered && this.queue.length > 0) this.putCommand(this.offered = this.queue.shift()!)
    this.put('rocc_cmd_valid', 'rocc_cmd_ready', this.offered !== undefined)
    this.put('rocc_resp_ready', 'rocc_resp_valid', this.responseGate.isUp(cycle))
    inputs[ports.rocc_exception] = this.exceptionNext ? 1 : 0
    this.put('mem_req_ready', 'mem_req_valid', this.memory.ready(cycle))
    const answer = this.memory.answer(cycle)
    inputs[ports.mem_resp_valid] = answer ? 1 : 0
    if (answer) {
      inputs[ports.mem_resp_tag] = answer.tag
      inputs[ports.mem_resp_data] = answer.low
      inputs[ports.mem_resp_data + 1] = answer.high
    }
    this.link.put(cycle, inputs, this.high)
    return answer
  }

  private put(input: UnitPort, partner: UnitPort, up: boolean): void {
    this.inputs[this.ports[input]] = this.high[this.ports[partner]] = up ? 1 : 0
  }

  private putCommand(c: CommandEvent): void {
    const { inputs, ports } = this
    inputs[ports.rocc_cmd_funct7] = c.funct7
    inputs[ports.rocc_cmd_xd] = c.xd ? 1 : 0
    inputs[ports.rocc_cmd_xs1] = c.xs1 ? 1 : 0
    inputs[ports.rocc_cmd_xs2] = c.xs2 ? 1 : 0
    inputs[ports.rocc_cmd_rd] = c.rd
    inputs[ports.rocc_cmd_prv] = c.prv
    write64(inputs, ports.rocc_cmd_rs1, c.rs1)
    write64(inputs, ports.rocc_cmd_rs2, c.rs2)
  }

  /** How many cycles from `cycle` on the inputs would stay as they are if the unit did nothing. */
  private stretch(cycle: number, answering: boolean): number {
    if (answering || this.exceptionNext) return 1
    const change = Math.min(this.responseGate.change, this.memory.change(cycle + 1), this.link.change(cycle))
    return Math.max(1, change - cycle)
  }

  /** Takes what was handed over in `cycle`, the last of a stretch, and tells the listeners. */
  private settle(cycle: number, { cycles, outputs }: RunResult, answer: MemoryAnswer | undefined): void {
    const { inputs, ports, before } = this
    this.listeners.stretch?.(cycles, inputs, before, outputs)
    this.checkHeld(cycle, outputs)
    const command = this.offered && outputs[ports.rocc_cmd_ready] === 1 ? this.takeCommand(cycle) : undefined
    const responds = inputs[ports.rocc_resp_ready] === 1 && outputs[ports.rocc_resp_valid] === 1
    if (responds) this.takeResponse(cycle, outputs)
    const requests = inputs[ports.mem_req_ready] === 1 && outputs[ports.mem_req_valid] === 1
    const beats = this.link.handed(inputs, outputs)
    const exception = this.exceptionNext, interrupt = outputs[ports.rocc_interrupt] === 1, busy = outputs[ports.rocc_busy] === 1
    if (this.listeners.events && (command || responds || requests || answer || beats.toHost || beats.fromHost
      || exception !== this.exceptionBefore || interrupt !== this.interrupt || busy !== this.busy)) {
      this.tell(cycle, outputs, { command, responds, requests, answer, beats, exception, interrupt, busy })
    }
    this.exceptionBefore = exception
    this.exceptionNext = false
    this.interrupt = interrupt
    this.busy = busy
    before.set(outputs)
    if (requests) {
      this.memory.accept(cycle, readAddress(before, this.address), before[ports.mem_req_tag]!, before[ports.mem_req_store] === 1,
        before[ports.mem_req_size]!, before[ports.mem_req_data]!, before[ports.mem_req_data + 1]!)
    }
    this.link.settle(cycle, beats)
  }

  /** Responses and beats must stand until they are taken. `before` still holds the outputs of the stretch before. */
  private checkHeld(cycle: number, outputs: Uint32Array): void {
    if (this.responseStands) this.mustStand(cycle, outputs, 'rocc_resp_valid', [this.ports.rocc_resp_rd, this.ports.rocc_resp_data, this.ports.rocc_resp_data + 1])
    this.link.checkHeld(cycle, this.inputs, outputs)
    this.responseStands = outputs[this.ports.rocc_resp_valid] === 1 && this.inputs[this.ports.rocc_resp_ready] === 0
  }

  private mustStand(cycle: number, outputs: Uint32Array, valid: UnitPort, words: readonly number[]): void {
    if (outputs[this.ports[valid]] === 1 && words.every((w) => outputs[w] === this.before[w])) return
    throw new HarnessError('SIM2002', `cycle ${cycle}: what stood on ${valid.slice(0, valid.lastIndexOf('_'))} changed before it was taken`, 'hold valid and payload until ready')
  }

  private takeCommand(cycle: number): PendingCommand {
    const command = this.offered!
    this.offered = undefined
    command.accepted = cycle
    if (command.xd) this.unanswered.push(command)
    return command
  }

  private takeResponse(cycle: number, outputs: Uint32Array): void {
    const rd = outputs[this.ports.rocc_resp_rd]!
    const at = this.unanswered.findIndex((c) => c.rd === rd)
    if (at < 0) throw new HarnessError('SIM2002', `cycle ${cycle}: a response with rd ${rd}, for which no command waits`, 'answer each command with xd once, with its own rd')
    const command = this.unanswered.splice(at, 1)[0]!
    command.response = read64(outputs, this.ports.rocc_resp_data)
    command.answered = cycle
    // The core may access nothing else: boot opens the window, and only that.
    if (command.funct7 === owindow.funct7 && command.response === 0n && command.rs1 < command.rs2) this.memory.window = { low: Number(command.rs1), high: Number(command.rs2) }
  }

  private tell(cycle: number, outputs: Uint32Array, h: {
    command: CommandEvent | undefined; responds: boolean; requests: boolean; answer: MemoryAnswer | undefined
    beats: HandedBeats; exception: boolean; interrupt: boolean; busy: boolean
  }): void {
    const { ports } = this
    this.listeners.events!({
      cycle, exception: h.exception, interrupt: h.interrupt, busy: h.busy,
      ...(h.command ? { command: h.command } : {}),
      ...(h.responds ? { response: { rd: outputs[ports.rocc_resp_rd]!, data: read64(outputs, ports.rocc_resp_data) } } : {}),
      ...(h.requests ? { memoryRequest: {
        store: outputs[ports.mem_req_store] === 1, address: BigInt(readAddress(outputs, this.address)), bytes: 1 << outputs[ports.mem_req_size]!,
        tag: outputs[ports.mem_req_tag]!, data: read64(outputs, ports.mem_req_data),
      } } : {}),
      ...(h.answer ? { memoryResponse: { tag: h.answer.tag, data: BigInt(h.answer.high) << 32n | BigInt(h.answer.low) } } : {}),
      ...h.beats,
    })
  }
}
