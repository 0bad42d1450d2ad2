// Owns: the whole unit on a table: commands by name, a small memory, and the link as frames.
import { funct3 } from '../../../coprocessor/isa/instruction.ts'
import { slotFields, type SlotField } from '../../../coprocessor/isa/fields.ts'
import { instruction } from '../../../coprocessor/isa/table.ts'
import { decodeFrame, encodeFrame, header, type Beat, type Frame, type Header, type Tokens } from '../../../coprocessor/link/codec.ts'
import { frameKinds } from '../../../coprocessor/link/frames.ts'
import type { MicroProgram } from '../../../coprocessor/microcode/operation.ts'
import { parameters, type Parameters as UnitParameters } from '../../../coprocessor/parameters.ts'
import { oracleUnit } from '../../../coprocessor/unit/oracle-unit.ts'
import { bench, type Bench } from './bench.ts'

const names = [
  'rocc_cmd_valid', 'rocc_cmd_ready', 'rocc_cmd_funct7', 'rocc_cmd_xd', 'rocc_cmd_xs1', 'rocc_cmd_xs2', 'rocc_cmd_rd', 'rocc_cmd_rs1', 'rocc_cmd_rs2', 'rocc_cmd_prv',
  'rocc_resp_valid', 'rocc_resp_ready', 'rocc_resp_data', 'rocc_interrupt', 'mem_req_valid', 'mem_req_ready', 'mem_req_addr', 'mem_req_tag', 'mem_req_store', 'mem_req_size', 'mem_req_data',
  'mem_resp_valid', 'mem_resp_tag', 'mem_resp_data', 'link_tx_tvalid', 'link_tx_tready', 'link_tx_tdata', 'link_tx_tkeep', 'link_tx_tlast',
  'link_rx_tvalid', 'link_rx_tready', 'link_rx_tdata', 'link_rx_tkeep', 'link_rx_tlast',
] as const
export const low = 0x8000_0000n
/** Units built before, and their state after reset: memories too are as they were then. */
const built = new Map<string, { readonly unit: Bench<(typeof names)[number]>; readonly start: ReturnType<Bench<never>['sim']['snapshot']> }>()
function fresh(given: Partial<UnitParameters>, program?: MicroProgram): Bench<(typeof names)[number]> {
  if (program) return bench(oracleUnit(parameters(given), program), names)
  const key = Object.entries(given).join()
  const known = built.get(key)
  if (known) {
    known.unit.sim.restore(known.start)
    known.unit.pins.rocc_cmd_valid.set(0)
    return known.unit
  }
  const unit = bench(oracleUnit(parameters(given)), names)
  built.set(key, { unit, start: unit.sim.snapshot() })
  return unit
}
const none: Tokens = { evaluated: 0, reused: 0, history: 0 }

export class UnitBench {
  readonly #bench: Bench<(typeof names)[number]>
  readonly memory = new Uint8Array(8192)
  /** Frames that the unit sent. */
  readonly sent: Frame[] = []
  readonly #beats: Beat[] = []
  readonly #toUnit: Beat[] = []
  /** Accesses in flight. */
  readonly #answers: { readonly due: number; readonly tag: number; readonly data: bigint; readonly store: boolean; readonly at: number }[] = []
  #now = 0
  /** Whether the host takes beats. */
  takes = true
  /** Cycles until memory answers a store. */
  storeLatency = 2
  /** Memory answers nothing any more. */
  memoryDead = false
  /** Looks at the pins at the start of each cycle, with its inputs set. */
  watch: ((pins: Bench<(typeof names)[number]>['pins']) => void) | undefined

  /** @param program another microcode than the unit's */
  constructor(given: Partial<UnitParameters> = {}, program?: MicroProgram) {
    this.#bench = fresh(given, program)
    this.#bench.pins.rocc_resp_ready.set(1)
    this.#bench.pins.mem_req_ready.set(1)
  }

  cycle(n = 1): void {
    for (; n > 0; n--) this.#cycle()
  }

  #cycle(): void {
    const { pins, cycle } = this.#bench
    const ripe = this.memoryDead ? -1 : this.#answers.findIndex((a) => a.due <= this.#now), answer = ripe < 0 ? undefined : this.#answers.splice(ripe, 1)[0], beat = this.#toUnit[0]
    pins.mem_resp_valid.set(answer ? 1 : 0)
    pins.mem_resp_tag.set(answer?.tag ?? 0)
    pins.mem_resp_data.setBig(answer?.data ?? 0n)
    pins.link_tx_tready.set(this.takes ? 1 : 0)
    pins.link_rx_tvalid.set(beat ? 1 : 0)
    pins.link_rx_tdata.setBig(beat?.data ?? 0n)
    pins.link_rx_tkeep.set(beat?.keep ?? 0)
    pins.link_rx_tlast.set(beat?.last ? 1 : 0)
    this.watch?.(pins)
    cycle()
    if (beat && pins.link_rx_tready.get()) this.#toUnit.shift()
    if (pins.mem_req_valid.get()) this.#access(pins.mem_req_store.get() === 1, Number(pins.mem_req_addr.getBig() - low), 1 << pins.mem_req_size.get())
    if (this.takes && pins.link_tx_tvalid.get()) {
      this.#beats.push({ data: pins.link_tx_tdata.getBig(), keep: pins.link_tx_tkeep.get(), last: pins.link_tx_tlast.get() === 1 })
      if (this.#beats.at(-1)!.last) {
        const frame = decodeFrame(this.#beats.splice(0))
        if (typeof frame === 'string') throw new Error(frame)
        this.sent.push(frame)
      }
    }
    this.#now++
  }

  #access(store: boolean, at: number, bytes: number): void {
    const { pins } = this.#bench, word = pins.mem_req_data.getBig()
    let data = 0n
    for (let i = 0; i < bytes; i++) {
      if (store) this.memory[at + i] = Number(word >> BigInt(8 * i) & 0xffn)
      else data |= BigInt(this.memory[at + i]!) << BigInt(8 * i)
    }
    this.#answers.push({ due: this.#now + (store ? this.storeLatency : 2), tag: pins.mem_req_tag.get(), data, store, at })
  }

  /** A record waits. */
  get interrupt(): boolean { return this.#bench.pins.rocc_interrupt.get() === 1 }
  /** Addresses, from `low`, of stores that memory has not answered. */
  get storing(): readonly number[] { return this.#answers.filter((a) => a.store).map((a) => a.at) }

  /** rd of a command. */
  command(mnemonic: string, rs1: bigint, rs2 = 0n): bigint {
    const { pins } = this.#bench, row = instruction(mnemonic), f3 = funct3(row)
    const values = { valid: 1, funct7: row.funct7, xd: f3 >> 2, xs1: f3 >> 1 & 1, xs2: f3 & 1, rd: 1, prv: 3 } as const
    for (const [name, value] of Object.entries(values)) pins[`rocc_cmd_${name as keyof typeof values}`].set(value)
    pins.rocc_cmd_rs1.setBig(rs1)
    pins.rocc_cmd_rs2.setBig(rs2)
    for (let i = 0; i < 1000; i++) {
      this.cycle()
      if (pins.rocc_cmd_ready.get()) pins.rocc_cmd_valid.set(0)
      if (pins.rocc_resp_valid.get()) return BigInt.asIntN(64, pins.rocc_resp_data.getBig())
    }
    throw new Error(`${mnemonic} is not answered`)
  }

  get(field: SlotField, slot = 0n): bigint { return this.command('oseg.get', slot, BigInt(slotFields.findIndex((f) => f.name === field))) }

  /** Entry, Oracle 0, window, session 7, and slot 0 of colour O with this history and room. */
  boot(history: readonly number[], room: number): this {
    this.command('oentry', 4n)
    this.command('oauto', 1n)
    this.command('owindow', low, low + 8192n)
    this.fromHost('hello', { session: 7 })
    this.memory.set(history)
    this.command('oseg.open', low | 1n, BigInt(Math.ceil((history.length + room) / 8) * 8) << 8n)
    this.command('oseg.top', 0n, low + BigInt(history.length))
    this.command('oseg.limit', 0n, low + BigInt(Math.ceil((history.length + room) / 8) * 8))
    return this
  }

  /** Queues a frame of the host. */
  queue(name: string, given: Partial<Header>, data: readonly number[] = [], tokens?: Tokens): void {
    const kind = frameKinds.find((k) => k.direction === 'fromHost' && k.name === name)!
    this.#toUnit.push(...encodeFrame({ kind, header: header(given), data: Uint8Array.from(data), ...(tokens ? { tokens } : {}) }))
  }

  /** Queues a frame of the host, and lets it arrive. */
  fromHost(...frame: Parameters<UnitBench['queue']>): void {
    this.queue(...frame)
    for (let i = 0; i < 500 && this.#toUnit.length > 0; i++) this.cycle()
    this.cycle(250)
  }

  /** A whole answer to a query of slot 0. */
  answer(sequence: number, offset: number, symbols: readonly number[]): void {
    this.fromHost('answer', { session: 7, sequence, offset, length: symbols.length, flags: 1 }, symbols, none)
  }
}
