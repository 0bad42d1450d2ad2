// Owns: a stand-in for the unit, cycle by cycle, made of the reference with trivial timing, and the places where a test plants a fault.
import { encodeFrame, type Beat, type Frame } from '../../../coprocessor/link/codec.ts'
import { stackTags } from '../../../coprocessor/machine/stack-commands.ts'
import { UnitModel } from '../../../coprocessor/machine/unit-model.ts'
import type { Parameters } from '../../../coprocessor/parameters.ts'
import type { LinkPeer, TimedBeats } from '../../../sim-harness/bridge/peer.ts'
import { decodeFrame } from '../../../coprocessor/link/codec.ts'
import type { CommandEvent, CycleEvents, MemoryRequestEvent, ResponseEvent } from '../../../sim-harness/port-events.ts'
import type { SoakDriver } from '../../../sim-harness/soak/run-program.ts'

/** What a planted fault changes; each gets what a good unit would do. */
export interface Faults {
  readonly command?: (c: CommandEvent) => CommandEvent
  readonly response?: (r: ResponseEvent, c: CommandEvent | undefined) => ResponseEvent | undefined
  readonly request?: (m: MemoryRequestEvent) => MemoryRequestEvent | undefined
  readonly frame?: (f: Frame) => Frame | undefined
  readonly fromHost?: (b: Beat, first: boolean) => Beat
  readonly interrupt?: (up: boolean) => boolean
  readonly busy?: (up: boolean) => boolean
  /** The fake's own parameters differ: another yield symbol, other marks. */
  readonly parameters?: Partial<Parameters>
}

export interface FakeOptions {
  readonly parameters: Parameters
  readonly peer: LinkPeer
  readonly observer?: { observe(e: CycleEvents): void; wrote(a: bigint, b: Uint8Array): void } | undefined
  readonly faults?: Faults
}
interface Waiting extends CommandEvent { accepted?: number; response?: bigint }

const low = 0x8000_0000

/** One command, one memory access, one beat each way a cycle; nothing else goes on while memory is busy. */
export class FakeUnit implements SoakDriver {
  cycle = 0
  interrupt = false
  readonly #memory = new Uint8Array(1 << 16)
  readonly #o: FakeOptions
  readonly #faults: Faults
  readonly #unit: UnitModel
  readonly #toIssue: Waiting[] = []
  readonly #unanswered: Waiting[] = []
  #responses: { readonly at: number; readonly response: ResponseEvent; readonly of: CommandEvent | undefined; readonly accesses: boolean }[] = []
  #accesses: MemoryRequestEvent[] = []
  #answers: { readonly tag: number; readonly data: bigint }[] = []
  #tx: Beat[] = []
  #txFrame: Beat[] = []
  #rx: readonly Beat[] = []
  #rxFirst = true
  #timed: TimedBeats | null = null
  #ask = true
  #pulse = false
  /** The access is that of a command, not of a run. */
  #commanding = false
  #watch = new Map<number, { run: unknown; since: number; symbols: number }>()

  constructor(options: FakeOptions) {
    this.#o = options
    this.#faults = options.faults ?? {}
    this.#unit = new UnitModel({
      parameters: { ...options.parameters, ...this.#faults.parameters },
      memory: {
        read: (a, n) => {
          if (this.#commanding) this.#access({ store: false, address: BigInt(a), bytes: n, tag: stackTags.load, data: 0n })
          return this.#memory.slice(a - low, a - low + n)
        },
        write: (a, bytes) => {
          const tag = this.#commanding ? stackTags.store : 0
          bytes.forEach((b, i) => this.#access({ store: true, address: BigInt(a + i), bytes: 1, tag, data: BigInt(b) * 0x0101010101010101n }))
        },
      },
    })
  }

  issueRaw(c: CommandEvent): Waiting {
    const waiting: Waiting = { ...c }
    this.#toIssue.push(waiting)
    return waiting
  }
  exception(): void { this.#pulse = true }
  write(address: bigint, bytes: Uint8Array): void {
    this.#memory.set(bytes, Number(address) - low)
    this.#o.observer?.wrote(address, bytes)
  }
  read(address: bigint, length: number): Uint8Array { return this.#memory.slice(Number(address) - low, Number(address) - low + length) }
  close(): Promise<void> { return this.#o.peer.close() }
  async step(cycles: number): Promise<void> { for (let i = 0; i < cycles; i++) await this.#tick() }
  /** Nothing can happen before the host's next frame or a watchdog. */
  get #idle(): boolean {
    return this.#toIssue.length + this.#unanswered.length + this.#accesses.length + this.#answers.length + this.#tx.length + this.#rx.length === 0 && !this.#ask && !this.#pulse
  }
  async until(holds: () => boolean, maxCycles: number): Promise<boolean> {
    for (let i = 0; i < maxCycles && !holds(); i++) await this.#tick()
    return holds()
  }

  #access(m: MemoryRequestEvent): void { this.#accesses.push(m) }

  async #tick(): Promise<void> {
    if (this.#idle && this.#rest > 2 && (this.#timed?.earliest ?? Infinity) > this.cycle && this.#watch.size === 0) {
      this.cycle += 1
      return
    }
    const e: { -readonly [K in keyof CycleEvents]: CycleEvents[K] } = { cycle: this.cycle, exception: this.#pulse, interrupt: false, busy: false }
    const answer = this.#answers.shift()
    if (answer) e.memoryResponse = answer
    const quiet = this.#accesses.length === 0 && answer === undefined
    const lineUp = quiet && this.#unit.interrupt
    if (this.#pulse) this.#unit.exception()
    if (quiet) await this.#open(e)
    this.#pulse = false
    const access = this.#accesses.shift()
    if (access && !quiet) this.#request(e, access)
    else if (access) this.#accesses.unshift(access)
    this.#respond(e)
    e.interrupt = this.#faults.interrupt?.(lineUp && this.#unit.interrupt) ?? (lineUp && this.#unit.interrupt)
    const busy = this.#unanswered.some((c) => c.accepted! < this.cycle && !this.#waits(c)) || e.response !== undefined
    e.busy = this.#faults.busy?.(busy) ?? busy
    this.interrupt = e.interrupt
    const silent = !e.command && !e.response && !e.memoryRequest && !e.memoryResponse && !e.toHost && !e.fromHost && !e.exception
    if (!silent || e.busy || this.#lastBusy || e.interrupt !== this.#lastLine) this.#o.observer?.observe(e)
    this.#lastLine = e.interrupt
    this.#lastBusy = e.busy
    this.#rest = silent ? this.#rest + 1 : 0
    this.cycle += 1
  }
  #lastLine = false
  #lastBusy = false
  #rest = 0

  #waits(c: Waiting): boolean { return !this.#responses.some((r) => r.response.rd === c.rd) }

  /** Everything that goes on while memory is quiet. */
  async #open(e: { -readonly [K in keyof CycleEvents]: CycleEvents[K] }): Promise<void> {
    const command = this.#toIssue.shift()
    if (command) {
      command.accepted = this.cycle
      e.command = command
      this.#commanding = true
      const value = this.#unit.command(this.#faults.command?.(command) ?? command)
      this.#commanding = false
      // Offered in the cycle of the pulse: it is let go too.
      if (this.#pulse) this.#unit.exception()
      if (command.xd) this.#unanswered.push(command)
      const accesses = this.#accesses.length > 0
      if (typeof value === 'bigint') this.#responses.push({ at: this.cycle + 1, response: { rd: command.rd, data: BigInt.asUintN(64, value) }, of: command, accesses })
    }
    this.#watchdogs()
    if (!command) await this.#fromHost(e)
    if (this.#accesses.length === 0 && this.#tx.length === 0) this.#nextFrame()
    if (this.#accesses.length === 0 && this.#tx.length > 0) this.#beatOut(e)
  }

  #watchdogs(): void {
    for (let i = 0; i < this.#o.parameters.slots; i++) {
      const s = this.#unit.slot(i)
      const known = this.#watch.get(i)
      // A ballot is not in memory, and the next begins anew.
      const taken = s.run?.rule === undefined ? s.top : s.run.symbols
      if (s.run === undefined) this.#watch.delete(i)
      else if (known === undefined || known.symbols < taken) this.#watch.set(i, { run: s.run, since: this.cycle, symbols: taken })
      else if (taken < known.symbols) this.#watch.set(i, { ...known, symbols: taken })
      else if (this.cycle - known.since > s.watchdog) this.#unit.expire(i)
    }
  }

  async #fromHost(e: { -readonly [K in keyof CycleEvents]: CycleEvents[K] }): Promise<void> {
    if (this.#rx.length === 0) {
      if (this.#ask) this.#timed = await this.#o.peer.next()
      this.#ask = false
      if (!this.#timed || this.#timed.earliest > this.cycle) return
      this.#rx = this.#timed.beats
      this.#rxFirst = true
      this.#o.peer.taken(this.cycle)
      this.#ask = true
    }
    const [beat, ...rest] = this.#rx
    e.fromHost = beat!
    this.#unit.receive(this.#faults.fromHost?.(beat!, this.#rxFirst) ?? beat!)
    this.#rxFirst = false
    this.#rx = rest
  }

  #nextFrame(): void {
    const good = this.#unit.send()
    if (good === undefined) return
    const frame = this.#faults.frame ? this.#faults.frame(good) : good
    if (good.kind.name === 'query') {
      const at = this.#unit.slot(good.header.slot).base + good.header.offset
      for (let a = at - at % 8; a < at + good.header.length; a += 8) this.#access({ store: false, address: BigInt(a), bytes: 8, tag: 0, data: 0n })
    }
    if (frame) this.#tx = encodeFrame(frame)
  }

  #beatOut(e: { -readonly [K in keyof CycleEvents]: CycleEvents[K] }): void {
    const beat = this.#tx.shift()!
    e.toHost = beat
    this.#txFrame.push(beat)
    if (!beat.last) return
    this.#o.peer.receive(decodeFrame(this.#txFrame), this.cycle)
    this.#txFrame = []
    this.#ask = true
  }

  #request(e: { -readonly [K in keyof CycleEvents]: CycleEvents[K] }, good: MemoryRequestEvent): void {
    const m = this.#faults.request ? this.#faults.request(good) : good
    if (m === undefined) return
    e.memoryRequest = m
    const at = Number(m.address) - low
    if (m.store) this.#memory[at] = Number(m.data & 0xffn)
    this.#answers.push({ tag: m.tag, data: !m.store && m.bytes === 1 ? BigInt(this.#memory[at] ?? 0) : 0n })
  }

  #respond(e: { -readonly [K in keyof CycleEvents]: CycleEvents[K] }): void {
    const drained = this.#accesses.length === 0 && this.#answers.length === 0
    if (drained) for (const { rd, value } of this.#unit.releases()) this.#responses.push({ at: this.cycle + 1, response: { rd, data: value }, of: undefined, accesses: false })
    const due = this.#responses.findIndex((r) => r.at <= this.cycle && (drained || !r.accesses))
    if (due < 0) return
    const { response, of } = this.#responses.splice(due, 1)[0]!
    const said = this.#faults.response ? this.#faults.response(response, of) : response
    const at = this.#unanswered.findIndex((c) => c.rd === response.rd)
    const command = this.#unanswered.splice(at, 1)[0]!
    if (said === undefined) return
    command.response = said.data
    e.response = said
  }
}
