// Owns: tests of what the wrapper connects, in the FIRRTL that Chisel makes of it (seconds, where Verilog takes a minute): the unit's ports to the core's, the constants, and a link by DPI.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { parameters } from '../../../coprocessor/parameters.ts'
import { unitFiles } from '../../../coprocessor/output/unit-files.ts'
import { describeUnit, descriptionFile } from '../../../rocket-config/elaborate/description.ts'
import { temporaryFolder } from '../../sim-harness/temporary-folder.ts'
import { canElaborate, coldBuild, missingTools, scala } from './scala.ts'

/** The text of a module. */
function moduleText(firrtl: string, module: string): string {
  const start = firrtl.indexOf(`\n  module ${module} :`), end = firrtl.indexOf('\n  module ', start + 1)
  if (start < 0) throw new Error(`there is no module ${module}`)
  return firrtl.slice(start, end < 0 ? undefined : end)
}

/** Each target of a connection to its sources, in order, without the places. */
function connections(text: string): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [, to = '', from = ''] of text.matchAll(/^ +(\S+) <= (.*?)(?: @\[.*)?$/gm)) found.set(to, [...found.get(to) ?? [], from])
  return found
}

describe.skipIf(!canElaborate)(`the wrapper${canElaborate ? '' : ` (skipped: ${missingTools.join(', ')} missing)`}`, () => {
  const folder = temporaryFolder(), p = parameters(), { ports } = unitFiles(p).metadata
  let firrtl = '', text = '', rocc = new Map<string, string[]>()
  /** A name that Chisel made up, followed to what it stands for. */
  const meaning = (name: string): string => {
    const node = new RegExp(`^ +node ${name} = (.*?)(?: @\\[.*)?$`, 'm').exec(text)
    return node && name.startsWith('_') ? node[1]!.replace(/\b_\w+/g, (inner) => meaning(inner)) : name
  }
  const last = (target: string) => {
    const from = rocc.get(target)?.at(-1)
    return from === undefined ? undefined : meaning(from)
  }
  beforeAll(async () => {
    const gen = join(folder, 'gen')
    mkdirSync(gen)
    writeFileSync(join(gen, descriptionFile), describeUnit(p, { link: 'dpi' }).text)
    await scala(['archnights.Elaborate', 'MediumConfig', descriptionFile, '.', 'firrtl'], gen)
    firrtl = readFileSync(join(gen, 'OracleSystem.fir'), 'utf8')
    text = moduleText(firrtl, 'OracleRoCC')
    rocc = connections(text)
  }, coldBuild)

  test('has the unit as a black box with exactly the ports that were emitted', () => {
    const box = /\n {2}extmodule oracle_unit :.*\n((?: {4}(?:input|output) .*\n)+)/.exec(firrtl)![1]!
    const has = [...box.matchAll(/(input|output) (\w+) : (?:Clock|UInt<(\d+)>)/g)].map(([, dir, name, width]) => ({ name, dir, width: Number(width ?? 1) }))
    const byName = (a: { name?: string | undefined }, b: { name?: string | undefined }) => (a.name! < b.name! ? -1 : 1)
    expect(has.sort(byName)).toEqual([...ports].sort(byName))
    expect(firrtl).toMatch(/inst unit of oracle_unit/)
    expect(firrtl).toMatch(/inst oracle of OracleRoCC/)
  })

  test('gives every input of the unit what it must have, and takes every output', () => {
    const inst = 'io.cmd.bits.inst'
    expect(Object.fromEntries(ports.filter((port) => port.dir === 'input').map(({ name }) => [name, last(`unit.${name}`)]))).toEqual({
      clock: 'clock', reset: 'bits(reset, 0, 0)',
      rocc_cmd_valid: 'io.cmd.valid', rocc_cmd_funct7: `${inst}.funct`, rocc_cmd_xd: `${inst}.xd`, rocc_cmd_xs1: `${inst}.xs1`, rocc_cmd_xs2: `${inst}.xs2`, rocc_cmd_rd: `${inst}.rd`,
      rocc_cmd_rs1: 'io.cmd.bits.rs1', rocc_cmd_rs2: 'io.cmd.bits.rs2', rocc_cmd_prv: 'io.cmd.bits.status.prv',
      rocc_resp_ready: 'io.resp.ready', rocc_exception: 'io.exception', mem_req_ready: 'io.mem.req.ready',
      mem_resp_valid: 'io.mem.resp.valid', mem_resp_tag: 'bits(io.mem.resp.bits.tag, 5, 0)', mem_resp_data: 'io.mem.resp.bits.data',
      link_tx_tready: 'dpi.tx_tready', link_rx_tvalid: 'dpi.rx_tvalid', link_rx_tdata: 'dpi.rx_tdata', link_rx_tkeep: 'dpi.rx_tkeep', link_rx_tlast: 'dpi.rx_tlast',
    })
    const taken = [...rocc.values()].flat().map(meaning).join('\n')
    for (const { name } of ports.filter((port) => port.dir === 'output')) expect(taken).toContain(`unit.${name}`)
  })

  test('asks for memory by physical address, with nothing left open', () => {
    const outputs = {
      'io.cmd.ready': 'unit.rocc_cmd_ready', 'io.resp.valid': 'unit.rocc_resp_valid', 'io.resp.bits.rd': 'unit.rocc_resp_rd', 'io.resp.bits.data': 'unit.rocc_resp_data',
      'io.busy': 'unit.rocc_busy', 'io.interrupt': 'unit.rocc_interrupt',
      'io.mem.req.valid': 'unit.mem_req_valid', 'io.mem.req.bits.addr': expect.stringContaining('unit.mem_req_addr') as string, 'io.mem.req.bits.tag': 'unit.mem_req_tag',
      'io.mem.req.bits.size': 'unit.mem_req_size', 'io.mem.req.bits.data': 'unit.mem_req_data',
      // M_XWR is 1, M_XRD 0.
      'io.mem.req.bits.cmd': 'mux(bits(unit.mem_req_store, 0, 0), UInt<1>("h01"), UInt<1>("h00"))',
      'io.mem.req.bits.phys': 'UInt<1>("h01")', 'io.mem.req.bits.signed': 'UInt<1>("h00")', 'io.mem.req.bits.no_alloc': 'UInt<1>("h00")', 'io.mem.req.bits.no_xcpt': 'UInt<1>("h00")',
      'io.mem.s1_kill': 'UInt<1>("h00")', 'io.mem.s2_kill': 'UInt<1>("h00")', 'io.mem.s1_data.data': 'UInt<1>("h00")', 'io.mem.s1_data.mask': 'UInt<1>("h00")',
      'io.mem.keep_clock_enabled': 'UInt<1>("h01")', 'io.fpu_req.valid': 'UInt<1>("h00")', 'io.fpu_resp.ready': 'UInt<1>("h00")',
    }
    expect(Object.fromEntries(Object.keys(outputs).map((name) => [name, last(name)]))).toEqual(outputs)
    expect(last('io.mem.req.bits.mask')).toMatch(/not\(UInt<8>\("h00"\)\)/)
  })

  test('with a link by DPI has the module in the tile, and no port of the link at the top', () => {
    expect(firrtl).toMatch(/inst dpi of OracleLinkDPI/)
    const verilog = readFileSync(new URL('../../../rocket-config/harness/OracleLinkDPI.sv', import.meta.url), 'utf8')
    const header = verilog.slice(verilog.indexOf('module OracleLinkDPI'), verilog.indexOf(');'))
    const own = [...header.matchAll(/^ +(input|output) +wire +(?:\[(\d+):0\] +)?(\w+)/gm)].map(([, dir, high, name]) => `${dir} ${name} ${Number(high ?? 0) + 1}`)
    const box = /\n {2}extmodule OracleLinkDPI :.*\n((?: {4}(?:input|output) .*\n)+)/.exec(firrtl)![1]!
    expect([...box.matchAll(/(input|output) (\w+) : (?:Clock|UInt<(\d+)>)/g)].map(([, dir, name, width]) => `${dir} ${name} ${width ?? 1}`).sort()).toEqual(own.sort())
    expect(own).toHaveLength(12)
    const top = moduleText(firrtl, 'OracleSystem')
    expect(top).toContain('mem_axi4')
    expect(top).not.toContain('link_0')
    for (const name of ['tx_tvalid', 'tx_tdata', 'tx_tkeep', 'tx_tlast', 'rx_tready']) expect(last(`dpi.${name}`)).toBe(`unit.link_${name}`)
  })
})
