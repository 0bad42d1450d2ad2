// Owns: which fields of a frame are the unit's ports, and how their values are read and written as numbers.
import { fieldNamed, type PortField, type PortLayout } from '../engines/layout.ts'

/** Every port of the unit that the harness drives or reads. */
const names = [
  'rocc_cmd_valid', 'rocc_cmd_ready', 'rocc_cmd_funct7', 'rocc_cmd_xd', 'rocc_cmd_xs1', 'rocc_cmd_xs2', 'rocc_cmd_rd', 'rocc_cmd_rs1', 'rocc_cmd_rs2', 'rocc_cmd_prv',
  'rocc_resp_valid', 'rocc_resp_ready', 'rocc_resp_rd', 'rocc_resp_data', 'rocc_busy', 'rocc_interrupt', 'rocc_exception',
  'mem_req_valid', 'mem_req_ready', 'mem_req_addr', 'mem_req_tag', 'mem_req_store', 'mem_req_size', 'mem_req_data', 'mem_resp_valid', 'mem_resp_tag', 'mem_resp_data',
  'link_tx_tvalid', 'link_tx_tready', 'link_tx_tdata', 'link_tx_tkeep', 'link_tx_tlast', 'link_rx_tvalid', 'link_rx_tready', 'link_rx_tdata', 'link_rx_tkeep', 'link_rx_tlast',
] as const
export type UnitPort = (typeof names)[number]
/** The first word of each port in the frame of its direction. Values are right-justified; wider than 32 bits: the low word first. */
export type UnitPorts = Readonly<Record<UnitPort, number>>

/** @throws RangeError naming a port that the top module does not have. */
export function unitPorts(layout: PortLayout): UnitPorts {
  return Object.fromEntries(names.map((name): [UnitPort, number] => [name, fieldNamed(layout, name).word])) as Record<UnitPort, number>
}

/** 64 bits from two words. */
export const read64 = (frame: Uint32Array, word: number): bigint => BigInt(frame[word + 1]!) << 32n | BigInt(frame[word]!)

export function write64(frame: Uint32Array, word: number, value: bigint): void {
  frame[word] = Number(value & 0xffff_ffffn)
  frame[word + 1] = Number(value >> 32n & 0xffff_ffffn)
}

/** An address of at most 53 bits; a field of one word has no high part. */
export const readAddress = (frame: Uint32Array, field: PortField): number =>
  field.words === 1 ? frame[field.word]! : frame[field.word + 1]! * 2 ** 32 + frame[field.word]!
