// Owns: tests of what the bench reads out of an elaborated system's text and writes around it: names, widths, ports, differences.
import { describe, expect, test } from 'vitest'
import { unitFiles } from '../../../coprocessor/output/unit-files.ts'
import { parameters } from '../../../coprocessor/parameters.ts'
import { followPath, readElaborated, type ElaboratedModule } from '../../../rocket-config/bench/elaborated.ts'
import { memoryImage } from '../../../rocket-config/bench/image.ts'
import { benchLayout, benchPorts } from '../../../rocket-config/bench/ports.ts'
import { rocketBench } from '../../../rocket-config/bench/rocket-bench.ts'
import { stubUnit } from '../../../rocket-config/bench/stub-unit.ts'
import { hartTaps, pathsOf } from '../../../rocket-config/bench/taps.ts'
import { checkUnitFits } from '../../../rocket-config/bench/unit-fit.ts'
import { lintVerilog } from '../../support/lint-verilog.ts'

/** As Rocket Chip's generator writes. */
const text = `module Inner(
  input         clock,
  input  [63:0] io_a,
  output        io_b
);
  reg [7:0] kept; // @[Inner.scala 1:1]
  wire  seen; // @[Inner.scala 2:2]
  assign seen = kept[0];
endmodule
module Outer(
  input         clock,
  output [3:0]  out
);
  wire [63:0] inner_io_a; // @[Outer.scala 3:3]
  wire  inner_io_b; // @[Outer.scala 3:3]
  Inner inner ( // @[Outer.scala 3:3]
    .clock(clock),
    .io_a(inner_io_a),
    .io_b(inner_io_b)
  );
  plusarg_reader #(.FORMAT("max=%d"), .DEFAULT(0), .WIDTH(32)) plusarg_reader ( // @[PlusArg.scala 44:11]
    .out(out)
  );
endmodule
`
const { metadata: unit } = unitFiles(parameters())
/** A system that has all that the bench reads, and nothing else. */
function system(): Map<string, ElaboratedModule> {
  const modules = new Map<string, { name: string; ports: ElaboratedModule['ports'][number][]; signals: Map<string, number>; instances: Map<string, string> }>()
  const module = (name: string) => {
    const there = modules.get(name) ?? { name, ports: [], signals: new Map<string, number>(), instances: new Map<string, string>() }
    modules.set(name, there)
    return there
  }
  const port = (name: string, dir: 'input' | 'output', width: number): void => void module('Top').ports.push({ name, dir, width })
  for (const path of hartTaps.flatMap(pathsOf)) {
    const steps = path.split('.'), signal = steps.pop()!
    let at = module('Top')
    for (const step of steps) {
      at.instances.set(step, `M_${step}`)
      at = module(`M_${step}`)
    }
    at.signals.set(signal, 1)
  }
  module('M_tile').instances.set('oracle', 'M_oracle')
  module('M_oracle').instances.set('unit', unit.top)
  for (const p of unit.ports) module('M_oracle').signals.set(`unit_${p.name}`, p.width)
  for (const p of unit.ports) module(unit.top).signals.set(p.name, p.width)
  port('clock', 'input', 1)
  port('reset', 'input', 1)
  port('meip_0', 'input', 1)
  for (const bus of ['mem_axi4_0', 'mmio_axi4_0']) {
    port(`${bus}_ar_bits_id`, 'output', 5)
    port(`${bus}_ar_bits_addr`, 'output', 31)
    port(`${bus}_ar_bits_lock`, 'output', 1)
    port(`${bus}_r_bits_data`, 'input', 64)
  }
  for (const p of unit.ports) if (p.name.startsWith('link_')) port(p.name.replace('link_', 'link_0_'), p.dir, p.width)
  return modules
}
const ports = benchPorts(unit.ports)

describe('an elaborated text', () => {
  test('ports, signals and instances of each module', () => {
    const modules = readElaborated([text])
    expect([...modules.keys()]).toEqual(['Inner', 'Outer'])
    expect(modules.get('Inner')).toEqual({
      name: 'Inner', ports: [{ name: 'clock', dir: 'input', width: 1 }, { name: 'io_a', dir: 'input', width: 64 }, { name: 'io_b', dir: 'output', width: 1 }],
      signals: new Map([['clock', 1], ['io_a', 64], ['io_b', 1], ['kept', 8], ['seen', 1]]), instances: new Map(),
    })
    expect([...modules.get('Outer')!.instances]).toEqual([['inner', 'Inner'], ['plusarg_reader', 'plusarg_reader']])
  })

  test('a path leads to a signal, or says where it ends', () => {
    const modules = readElaborated([text])
    expect(followPath(modules, 'Outer', 'inner.kept')).toEqual({ width: 8 })
    expect(followPath(modules, 'Outer', 'inner.lost')).toEqual({ missing: 'Outer.inner (module Inner) has no signal `lost`' })
    expect(followPath(modules, 'Outer', 'other.kept')).toEqual({ missing: 'Outer has no instance `other`' })
    expect(followPath(modules, 'Outer', 'plusarg_reader.out')).toEqual({ missing: 'the module plusarg_reader of Outer.plusarg_reader is not in the files' })
    expect(followPath(modules, 'None', 'a')).toEqual({ missing: 'there is no module None' })
  })
})

describe('the ports of the bench', () => {
  test('the host drives the ends of the link, all else of the unit is seen, and a layout gives each its place', () => {
    const layout = benchLayout(ports)
    expect(layout.inputs.map((f) => [f.name, f.word, f.width])).toEqual([['link_tx_tready', 0, 1], ['link_rx_tvalid', 1, 1], ['link_rx_tdata', 2, 64], ['link_rx_tkeep', 4, 8], ['link_rx_tlast', 5, 1]])
    expect([layout.top, layout.clock, layout.reset, layout.inputWords]).toEqual(['rocket_bench', 'clock', 'reset', 6])
    const names = [...layout.inputs, ...layout.outputs].map((f) => f.name)
    expect(new Set(names).size).toBe(names.length)
    for (const p of unit.ports) if (p.name !== 'clock' && p.name !== 'reset') expect(names).toContain(p.name)
    for (const name of ['hart_retire_pc', 'hart_trap_cause', 'hart_store_mask', 'console_data', 'exit_code']) expect(names).toContain(name)
  })

  test('wires come from where the names say', () => {
    const bench = rocketBench(ports, system(), 'Top')
    expect(bench).toContain('  assign rocc_cmd_rs1 = dut.tile.oracle.unit.rocc_cmd_rs1;')
    expect(bench).toContain('  assign hart_store_mask = dut.tile.dcache.pstore1_mask;')
    expect(bench).toContain('.link_0_tx_tready(link_tx_tready)')
    expect(bench).toContain('.link_0_tx_tvalid()')
    expect(bench).toContain('.meip_0(1\'d0)')
    expect(bench).toContain('.mem_axi4_0_ar_bits_lock()')
    expect(bench).toMatch(/axi_bursts #\(\.ID_WIDTH\(5\)[^]*\.ar_addr\(64'\(mem_axi4_0_ar_bits_addr\)\)/)
  })

  test('a name that this system does not have is named, with the output that wants it', () => {
    const modules = system(), dcache = modules.get('M_dcache')!
    modules.set('M_dcache', { ...dcache, signals: new Map([...dcache.signals].filter(([name]) => name !== 's2_write')) })
    expect(() => rocketBench(ports, modules, 'Top')).toThrow('the bench reads tile.dcache.s2_write for its output hart_store_valid, but Top.tile.dcache (module M_dcache) has no signal `s2_write`')
  })

  test('an input of the system that nothing drives is named', () => {
    const modules = system(), top = modules.get('Top')!
    modules.set('Top', { ...top, ports: [...top.ports, { name: 'debug_req', dir: 'input', width: 1 }] })
    expect(() => rocketBench(ports, modules, 'Top')).toThrow(expect.objectContaining({ code: 'RKT1203', exitCode: 70, message: expect.stringContaining('input debug_req') as string }) as Error)
    expect(() => rocketBench(ports, system(), 'Other')).toThrow('no module Other')
  })
})

describe('a unit and a system', () => {
  test('fit when all ports have the same names and widths', () => {
    expect(() => checkUnitFits(system(), 'Top', unit)).not.toThrow()
  })

  test('every difference is named', () => {
    const other = { top: unit.top, ports: [...unit.ports.filter((p) => p.name !== 'rocc_busy').map((p) => (p.name === 'mem_req_addr' ? { ...p, width: 36 } : p)), { name: 'extra', dir: 'input' as const, width: 3 }] }
    expect(() => checkUnitFits(system(), 'Top', other)).toThrow(`the unit is not the one that the system was elaborated for:
  port mem_req_addr has 36 bits at the unit and 40 at the system
  the unit has a port extra (3 bits), the system has none
  the system has a port rocc_busy (1 bits), the unit has none`)
    expect(() => checkUnitFits(system(), 'Top', { ...unit, top: 'other_unit' })).toThrow('tile.oracle.unit is a oracle_unit, the unit\'s module is other_unit')
    expect(() => checkUnitFits(readElaborated([text]), 'Outer', unit)).toThrow('there is no instance tile.oracle.unit in Outer')
  })
})

test('the stand-in of the unit has its ports and drives every output low', () => {
  const { name, text: verilog } = stubUnit(unit.top, unit.ports)
  expect(name).toBe('oracle_unit.v')
  for (const p of unit.ports) expect(verilog).toMatch(new RegExp(p.dir === 'output' ? `assign ${p.name} = ${p.width}'d0;` : ` ${p.name}[,)\\n}]`))
  expect(lintVerilog([{ file: name, text: verilog }])).toBe('')
})

test('an image is magic, then address, length and bytes of each part', () => {
  expect(Buffer.from(memoryImage([{ address: 0x8000_0102n, bytes: Uint8Array.of(7, 8, 9) }])).toString('hex')).toBe(`${Buffer.from('ARCHMEM1').toString('hex')}02010080000000000300000000000000070809`)
})
