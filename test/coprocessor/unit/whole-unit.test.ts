// Owns: checks that only the whole unit can show of its parts together: settings at the borders of the address space.
import { describe, expect, test } from 'vitest'
import { funct3 } from '../../../coprocessor/isa/instruction.ts'
import { instruction } from '../../../coprocessor/isa/table.ts'
import { parameters, type Parameters } from '../../../coprocessor/parameters.ts'
import { oracleUnit } from '../../../coprocessor/unit/oracle-unit.ts'
import { bench } from './bench.ts'

/** The unit, and rd of one command after the other. */
function unit(given: Partial<Parameters>) {
  const { pins, cycle } = bench(oracleUnit(parameters(given)), [
    'rocc_cmd_valid', 'rocc_cmd_ready', 'rocc_cmd_funct7', 'rocc_cmd_xd', 'rocc_cmd_xs1', 'rocc_cmd_xs2', 'rocc_cmd_rd', 'rocc_cmd_rs1', 'rocc_cmd_rs2', 'rocc_cmd_prv',
    'rocc_resp_valid', 'rocc_resp_ready', 'rocc_resp_data', 'mem_req_valid', 'mem_req_ready', 'link_tx_tready',
  ])
  return (mnemonic: string, rs1: bigint, rs2 = 0n): bigint => {
    const row = instruction(mnemonic), f3 = funct3(row)
    const values = { valid: 1, funct7: row.funct7, xd: f3 >> 2, xs1: f3 >> 1 & 1, xs2: f3 & 1, rd: 1, prv: 3 } as const
    for (const [name, value] of Object.entries(values)) pins[`rocc_cmd_${name as keyof typeof values}`].set(value)
    pins.rocc_cmd_rs1.setBig(rs1)
    pins.rocc_cmd_rs2.setBig(rs2)
    pins.rocc_resp_ready.set(1)
    for (let i = 0, taken = false; i < 300; i++) {
      cycle()
      taken ||= pins.rocc_cmd_ready.get() === 1
      if (taken) pins.rocc_cmd_valid.set(0)
      if (pins.rocc_resp_valid.get()) return BigInt.asIntN(64, pins.rocc_resp_data.getBig())
    }
    throw new Error(`${mnemonic} is not answered`)
  }
}

describe.each([[32, 1n << 32n], [40, 1n << 40n]])('a window that ends with the address space of %i bits', (addrWidth, end) => {
  test('is taken, and a segment fits up to its last byte', () => {
    const command = unit({ addrWidth, cacheableHigh: end }), top = end - 4096n
    expect(command('owindow', top, end)).toBe(0n)
    // Slot 0 of colour O, 4 KiB; then its limit and its top, as they were given.
    expect(command('oseg.open', top | 1n, 4096n << 8n)).toBe(0n)
    expect(command('oseg.get', 0n, 4n)).toBe(end)
    expect(command('oseg.top', 0n, end)).toBe(0n)
    expect(command('oseg.get', 0n, 3n)).toBe(end)
  })
})
