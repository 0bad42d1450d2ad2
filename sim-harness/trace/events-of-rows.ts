// Owns: what happened at the unit's ports, read from recorded rows of inputs and outputs: the same events that the clock told while it ran.
import { fieldNamed, type PortLayout } from '../engines/layout.ts'
import type { Row } from '../engines/engine.ts'
import type { CycleEvents } from '../port-events.ts'
import type { TraceRow } from './row-file.ts'
import { read64, readAddress, unitPorts } from '../transport/unit-ports.ts'

/** Rows of one run, side by side: in `cycles` cycles from `cycle` on, inputs and outputs stood still. */
export interface SideBySide { readonly cycle: number; readonly cycles: number; readonly inputs: Uint32Array; readonly outputs: Uint32Array; readonly unknown: Uint32Array | undefined }

/** The two lists cut at each other's ends. Stops where the shorter one ends. */
export function* sideBySide(stimulus: readonly Row[], trace: readonly TraceRow[]): Generator<SideBySide> {
  let cycle = 0, i = 0, j = 0, left = 0, right = 0
  while (i < stimulus.length && j < trace.length) {
    const a = stimulus[i]!, b = trace[j]!, cycles = Math.min(a.cycles - left, b.cycles - right)
    yield { cycle, cycles, inputs: a.frame, outputs: b.frame, unknown: b.unknown }
    cycle += cycles
    left += cycles
    right += cycles
    if (left === a.cycles) { i++; left = 0 }
    if (right === b.cycles) { j++; right = 0 }
  }
}

/**
 * Cycles in which something was handed over, or interrupt, busy or exception changed; in order.
 * @throws RangeError naming a port that the top module does not have
 */
export function* eventsOfRows(layout: PortLayout, stimulus: readonly Row[], trace: readonly Row[]): Generator<CycleEvents> {
  const p = unitPorts(layout), address = fieldNamed(layout, 'mem_req_addr')
  let was = { exception: false, interrupt: false, busy: false }
  for (const row of sideBySide(stimulus, trace)) {
    const { inputs: i, outputs: o } = row
    const both = (input: number, output: number): boolean => i[input] === 1 && o[output] === 1
    const is = { exception: i[p.rocc_exception] === 1, interrupt: o[p.rocc_interrupt] === 1, busy: o[p.rocc_busy] === 1 }
    const moved: Omit<CycleEvents, 'cycle' | 'exception' | 'interrupt' | 'busy'> = {
      ...(both(p.rocc_cmd_valid, p.rocc_cmd_ready) ? { command: {
        funct7: i[p.rocc_cmd_funct7]!, xd: i[p.rocc_cmd_xd] === 1, xs1: i[p.rocc_cmd_xs1] === 1, xs2: i[p.rocc_cmd_xs2] === 1,
        rd: i[p.rocc_cmd_rd]!, rs1: read64(i, p.rocc_cmd_rs1), rs2: read64(i, p.rocc_cmd_rs2), prv: i[p.rocc_cmd_prv]!,
      } } : {}),
      ...(both(p.rocc_resp_ready, p.rocc_resp_valid) ? { response: { rd: o[p.rocc_resp_rd]!, data: read64(o, p.rocc_resp_data) } } : {}),
      ...(both(p.mem_req_ready, p.mem_req_valid) ? { memoryRequest: {
        store: o[p.mem_req_store] === 1, address: BigInt(readAddress(o, address)), bytes: 1 << o[p.mem_req_size]!, tag: o[p.mem_req_tag]!, data: read64(o, p.mem_req_data),
      } } : {}),
      ...(i[p.mem_resp_valid] === 1 ? { memoryResponse: { tag: i[p.mem_resp_tag]!, data: read64(i, p.mem_resp_data) } } : {}),
      ...(both(p.link_tx_tready, p.link_tx_tvalid) ? { toHost: { data: read64(o, p.link_tx_tdata), keep: o[p.link_tx_tkeep]!, last: o[p.link_tx_tlast] === 1 } } : {}),
      ...(both(p.link_rx_tvalid, p.link_rx_tready) ? { fromHost: { data: read64(i, p.link_rx_tdata), keep: i[p.link_rx_tkeep]!, last: i[p.link_rx_tlast] === 1 } } : {}),
    }
    const levels = { exception: is.exception, interrupt: is.interrupt, busy: is.busy }
    const handed = Object.keys(moved).length > 0
    if (handed || is.exception !== was.exception || is.interrupt !== was.interrupt || is.busy !== was.busy) {
      // A beat, command or answer that stands for several cycles is one a cycle.
      const times = handed ? row.cycles : 1
      for (let n = 0; n < times; n++) yield { cycle: row.cycle + n, ...levels, ...moved }
    }
    was = is
  }
}
