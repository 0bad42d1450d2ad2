// Owns: an engine with the ports of the Rocket bench around the real unit on the wasm engine: a hart that follows a list, memory, and the signals that the taps show.
import { funct3, encode } from '../../../coprocessor/isa/instruction.ts'
import { instruction } from '../../../coprocessor/isa/table.ts'
import type { Parameters } from '../../../coprocessor/parameters.ts'
import { oracleUnit } from '../../../coprocessor/unit/oracle-unit.ts'
import { elaborate } from '../../../rtl-gen/dsl/index.ts'
import { mostRecorded, type Engine, type RecordedCycle, type Row, type RunResult, type Watch } from '../../../sim-harness/engines/engine.ts'
import { fieldNamed, getField, setField, type PortLayout } from '../../../sim-harness/engines/layout.ts'
import { openWasm, type WasmEngine } from '../../../sim-harness/engines/wasm/wasm-engine.ts'
import { ByteMemory } from '../../../sim-harness/memory/byte-memory.ts'
import { idealMemory, MemoryPort } from '../../../sim-harness/memory/memory-port.ts'
import { benchOf } from './fake-bench.ts'

/** What the hart does, one after the other. `interrupt`: it waits for the unit's interrupt and goes to `to`. */
export type Step =
  | { readonly do: 'command'; readonly mnemonic: string; readonly rs1?: bigint; readonly rs2?: bigint; readonly pc?: number }
  | { readonly do: 'store'; readonly address: number; readonly data: bigint; readonly mask: number }
  | { readonly do: 'load'; readonly address: number; readonly bytes: 1 | 2 | 4 | 8; readonly pc: number }
  | { readonly do: 'interrupt'; readonly to: number }
  | { readonly do: 'console'; readonly byte: number }
  | { readonly do: 'exit'; readonly code: number }

/** What a test makes wrong: what passes at the unit's ports in a cycle, as the taps show it; the hart takes the interrupt that they show. */
export type Spoil = (cycle: number, get: (name: string) => bigint, set: (name: string, value: bigint) => void) => void

export class UnitBench implements Engine {
  readonly name = 'unit bench'
  readonly records = true
  readonly layout: PortLayout
  readonly memory: ByteMemory
  /** rd of each command that was answered. */
  readonly answers: bigint[] = []
  closed = 0
  private readonly unit: WasmEngine
  private readonly port: MemoryPort
  private readonly steps: Step[]
  private readonly spoil: Spoil | undefined
  private readonly inputs: Uint32Array
  private previous: Uint32Array | undefined
  private cycle = 0
  private answered = true
  private retired = 0
  private entering: number | undefined

  constructor(parameters: Parameters, steps: readonly Step[], spoil?: Spoil) {
    this.layout = benchOf(parameters)
    this.unit = openWasm(elaborate(oracleUnit(parameters)))
    this.inputs = new Uint32Array(this.unit.layout.inputWords)
    this.memory = new ByteMemory(Number(parameters.cacheableLow), Number(parameters.cacheableHigh))
    this.port = new MemoryPort(this.memory, idealMemory)
    this.steps = [...steps]
    this.spoil = spoil
  }

  run(inputs: Uint32Array, maxCycles: number, watch?: Watch): RunResult {
    const recorded: RecordedCycle[] = []
    for (let cycles = 1; ; cycles++) {
      const outputs = this.oneCycle(inputs), before = this.previous
      const matches = (changed: Uint32Array, high: Uint32Array): boolean => outputs.some((w, i) => (w & high[i]!) !== 0 || (before ? (w ^ before[i]!) & changed[i]! : changed[i]!) !== 0)
      this.previous = outputs
      if (watch?.record && matches(watch.record.changed, watch.record.high)) recorded.push({ offset: cycles - 1, outputs })
      if (cycles === maxCycles || recorded.length === mostRecorded || (watch && matches(watch.changed, watch.high))) return { cycles, outputs, ...(watch?.record ? { recorded } : {}) }
    }
  }

  play(): Promise<Row[]> { return Promise.reject(new Error('not played')) }
  reset(): void { throw new Error('not reset') }
  async close(): Promise<void> {
    this.closed++
    await this.unit.close()
  }

  private oneCycle(link: Uint32Array): Uint32Array {
    const { unit, inputs } = this, shown = new Uint32Array(this.layout.outputWords)
    const drive = (name: string, value: bigint | number): void => {
      setField(inputs, fieldNamed(unit.layout, name), BigInt(value))
      if (!name.startsWith('link')) setField(shown, fieldNamed(this.layout, name), BigInt(value))
    }
    const show = (name: string, value: bigint | number): void => setField(shown, fieldNamed(this.layout, name), BigInt(value))
    inputs.fill(0)
    show('hart_retired', this.retired)
    for (const f of this.layout.inputs) drive(f.name, getField(link, f))
    const step = this.steps[0], command = this.answered && step?.do === 'command' ? step : undefined
    if (command) this.offer(command, drive)
    drive('rocc_resp_ready', 1)
    drive('mem_req_ready', 1)
    const answer = this.port.answer(this.cycle)
    if (answer) {
      drive('mem_resp_valid', 1)
      drive('mem_resp_tag', answer.tag)
      drive('mem_resp_data', BigInt(answer.high) << 32n | BigInt(answer.low))
    }
    const { outputs } = unit.run(inputs, 1)
    const got = (name: string): bigint => getField(outputs, fieldNamed(unit.layout, name))
    for (const f of unit.layout.outputs) show(f.name, getField(outputs, f))
    if (command && got('rocc_cmd_ready') === 1n) {
      const row = instruction(command.mnemonic)
      this.retire(show, command.pc ?? 0x8000_0100 + 4 * row.funct7, encode(row, 10, 11, 12))
      this.steps.shift()
      this.answered = false
    }
    if (got('rocc_resp_valid') === 1n) {
      this.answers.push(BigInt.asIntN(64, got('rocc_resp_data')))
      this.answered = true
    }
    if (got('mem_req_valid') === 1n) {
      const data = got('mem_req_data')
      this.port.accept(this.cycle, Number(got('mem_req_addr')), Number(got('mem_req_tag')), got('mem_req_store') === 1n, Number(got('mem_req_size')), Number(data & 0xffff_ffffn), Number(data >> 32n))
    }
    const seen = (name: string): bigint => getField(shown, fieldNamed(this.layout, name))
    this.spoil?.(this.cycle, seen, show)
    if (this.answered && !command && step) this.other(step, show, seen('rocc_interrupt') === 1n)
    this.cycle++
    return shown
  }

  private offer(command: Step & { do: 'command' }, drive: (name: string, value: bigint | number) => void): void {
    const row = instruction(command.mnemonic), bits = funct3(row)
    drive('rocc_cmd_valid', 1)
    drive('rocc_cmd_funct7', row.funct7)
    drive('rocc_cmd_xd', bits >> 2 & 1)
    drive('rocc_cmd_xs1', bits >> 1 & 1)
    drive('rocc_cmd_xs2', bits & 1)
    drive('rocc_cmd_rd', 10)
    drive('rocc_cmd_rs1', command.rs1 ?? 0n)
    drive('rocc_cmd_rs2', command.rs2 ?? 0n)
    drive('rocc_cmd_prv', 3)
  }

  private other(step: Step, show: (name: string, value: bigint | number) => void, interrupt: boolean): void {
    switch (step.do) {
      case 'store':
        show('hart_store_valid', 1)
        show('hart_store_addr', step.address)
        show('hart_store_data', step.data)
        show('hart_store_mask', step.mask)
        for (let i = 0; i < 8; i++) if ((step.mask >> i & 1) === 1) this.memory.setByte(step.address + i, Number(step.data >> BigInt(8 * i) & 0xffn))
        break
      case 'load':
        show('hart_load_valid', 1)
        show('hart_load_addr', step.address)
        show('hart_load_size', Math.log2(step.bytes))
        this.retire(show, step.pc, 0x3)
        break
      case 'interrupt':
        if (this.entering !== undefined) {
          this.retire(show, this.entering, 0x13)
          this.entering = undefined
          break
        }
        if (!interrupt) return
        show('hart_trap_valid', 1)
        show('hart_trap_interrupt', 1)
        show('hart_trap_cause', 1n << 63n | 12n)
        show('hart_trap_pc', 0x8000_0104)
        this.entering = step.to
        return
      case 'console':
        show('console_valid', 1)
        show('console_data', step.byte)
        break
      case 'exit':
        show('exit_valid', 1)
        show('exit_code', step.code)
        break
      default:
        return
    }
    this.steps.shift()
  }

  private retire(show: (name: string, value: bigint | number) => void, pc: number, insn: number): void {
    show('hart_retire_valid', 1)
    this.retired++
    show('hart_retire_pc', pc)
    show('hart_retire_insn', insn)
  }
}
