// Owns: a recorded cycle of the bench as events at the unit's ports, as every observer of a unit takes them.
import { fieldNamed, type PortLayout } from '../../sim-harness/engines/layout.ts'
import type { CommandEvent, CycleEvents } from '../../sim-harness/port-events.ts'
import type { HandedBeats } from '../../sim-harness/transport/link-pins.ts'
import { read64, readAddress, unitPorts, type UnitPorts } from '../../sim-harness/transport/unit-ports.ts'

/** Ports that are up when something may be handed over, and levels of which each change counts. The link's pins are the transport's. */
const strobes = ['rocc_cmd_valid', 'rocc_resp_valid', 'mem_req_valid', 'mem_resp_valid', 'link_tx_tvalid'] as const
const levels = ['rocc_exception', 'rocc_interrupt', 'rocc_busy'] as const

/** Give it the recorded cycles in order. */
export class UnitEvents {
  readonly #ports: UnitPorts
  readonly #address
  #exception = false
  #interrupt = false
  #busy = false

  /** @throws RangeError naming a port that the bench does not have */
  constructor(layout: PortLayout) {
    this.#ports = unitPorts(layout)
    this.#address = fieldNamed(layout, 'mem_req_addr')
  }

  /** Marks the cycles that this needs in the masks of a recording. */
  mark({ high, changed }: { readonly high: Uint32Array; readonly changed: Uint32Array }): void {
    for (const name of strobes) high[this.#ports[name]] = 1
    for (const name of levels) changed[this.#ports[name]] = 1
  }

  /** What happened in a cycle; undefined when nothing was handed over and no level changed. */
  of(cycle: number, o: Uint32Array, beats: HandedBeats): CycleEvents | undefined {
    const p = this.#ports
    const exception = o[p.rocc_exception] === 1, interrupt = o[p.rocc_interrupt] === 1, busy = o[p.rocc_busy] === 1
    const commands = o[p.rocc_cmd_valid] === 1 && o[p.rocc_cmd_ready] === 1, responds = o[p.rocc_resp_valid] === 1 && o[p.rocc_resp_ready] === 1
    const requests = o[p.mem_req_valid] === 1 && o[p.mem_req_ready] === 1, answered = o[p.mem_resp_valid] === 1
    const same = exception === this.#exception && interrupt === this.#interrupt && busy === this.#busy
    if (same && !commands && !responds && !requests && !answered && !beats.toHost && !beats.fromHost) return undefined
    this.#exception = exception
    this.#interrupt = interrupt
    this.#busy = busy
    return {
      cycle, exception, interrupt, busy, ...beats,
      ...(commands ? { command: this.#command(o) } : {}),
      ...(responds ? { response: { rd: o[p.rocc_resp_rd]!, data: read64(o, p.rocc_resp_data) } } : {}),
      ...(requests ? { memoryRequest: {
        store: o[p.mem_req_store] === 1, address: BigInt(readAddress(o, this.#address)), bytes: 1 << o[p.mem_req_size]!, tag: o[p.mem_req_tag]!, data: read64(o, p.mem_req_data),
      } } : {}),
      ...(answered ? { memoryResponse: { tag: o[p.mem_resp_tag]!, data: read64(o, p.mem_resp_data) } } : {}),
    }
  }

  #command(o: Uint32Array): CommandEvent {
    const p = this.#ports
    return {
      funct7: o[p.rocc_cmd_funct7]!, xd: o[p.rocc_cmd_xd] === 1, xs1: o[p.rocc_cmd_xs1] === 1, xs2: o[p.rocc_cmd_xs2] === 1,
      rd: o[p.rocc_cmd_rd]!, prv: o[p.rocc_cmd_prv]!, rs1: read64(o, p.rocc_cmd_rs1), rs2: read64(o, p.rocc_cmd_rs2),
    }
  }
}
