// Owns: several designs in one Verilog bench, under Icarus or Verilator, with given stimulus: outputs of each cycle.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { writeVerilog } from '../../rtl-gen/backends/verilog/index.ts'
import { widthOf, type Design } from '../../rtl-gen/ir/index.ts'
import { inFolder } from './lint-verilog.ts'
import type { SourceFile } from './lint-verilog.ts'

/** One cycle: patterns of the inputs and resets of the top by name; the clocks that rise at its end. */
export interface Cycle { readonly values: Readonly<Record<string, bigint>>; readonly rising: number }
/** A design (ground ports only) with its stimulus. */
export interface Trial { readonly name: string; readonly design: Design; readonly cycles: readonly Cycle[]; /** Verilog of its black boxes. */ readonly beside?: readonly SourceFile[] }
/** For each cycle the outputs of the top in the order of its ports, settled before the edge; undefined where a bit is unknown. */
export type Outputs = (bigint | undefined)[][]

interface Pin { readonly name: string; readonly width: number }
const topOf = (d: Design) => {
  const top = d.modules.at(-1)!
  return {
    name: top.name, clocks: top.domains.map((x): Pin => ({ name: x.clock, width: 1 })),
    inputs: [...top.domains.flatMap((x): Pin[] => x.reset ? [{ name: x.reset.name, width: 1 }] : []), ...top.ports.filter(p => p.direction === 'input').map((p): Pin => ({ name: p.name, width: widthOf(p.type) }))],
    outputs: top.ports.filter(p => p.direction === 'output').map((p): Pin => ({ name: p.name, width: widthOf(p.type) })),
  }
}

export const outputNames = (d: Design): string[] => topOf(d).outputs.map(p => p.name)

/** Compiled objects are kept between runs where ccache is installed. */
const objectCache = (): Record<string, string> => spawnSync('ccache', ['--version']).status === 0 ? { OBJCACHE: 'ccache' } : {}

/** All trials in one run; they have equally many cycles. */
export function runBench(trials: readonly Trial[], tool: 'icarus' | 'verilator'): Outputs[] {
  const parts = trials.map((t, i) => ({ i, t, top: topOf(t.design) }))
  const cycles = trials[0]!.cycles.length
  const range = (w: number): string => `[${w - 1}:0]`
  const sum = (pins: readonly Pin[]): number => pins.reduce((n, p) => n + p.width, 0)
  const lines = ['`timescale 1ns/1ns', 'module bench;', '  integer cycle;']
  for (const { i, top } of parts) {
    const all = sum(top.inputs) + top.clocks.length
    lines.push(`  reg ${range(all)} stimulus_${i} [0:${cycles - 1}];`, `  reg ${range(all)} now_${i} = 0;`, `  reg ${range(top.clocks.length)} clocks_${i} = 0;`)
    let low = all
    const take = (p: Pin): string => `.${p.name}(now_${i}[${(low -= p.width) + p.width - 1}:${low}])`
    const inputs = top.inputs.map(take)
    const clocks = top.clocks.map((c, k) => `.${c.name}(clocks_${i}[${k}])`)
    for (const o of top.outputs) lines.push(`  wire ${range(o.width)} o_${i}_${o.name};`)
    lines.push(`  ${top.name} dut_${i} (${[...clocks, ...inputs, ...top.outputs.map(o => `.${o.name}(o_${i}_${o.name})`)].join(', ')});`)
  }
  lines.push('  initial begin', ...parts.map(({ i }) => `    $readmemh("stimulus_${i}.hex", stimulus_${i});`), `    for (cycle = 0; cycle < ${cycles}; cycle = cycle + 1) begin`)
  for (const { i } of parts) lines.push(`      now_${i} = stimulus_${i}[cycle];`)
  lines.push('      #1;')
  for (const { i, top } of parts) lines.push(`      $display("${top.outputs.map(() => '%h').join(' ')}", ${top.outputs.map(o => `o_${i}_${o.name}`).join(', ')});`)
  for (const { i, top } of parts) lines.push(`      clocks_${i} = now_${i}[${top.clocks.length - 1}:0];`)
  lines.push('      #1;', ...parts.map(({ i }) => `      clocks_${i} = 0;`), '    end', '    $finish;', '  end', 'endmodule', '')
  const stimulus = parts.map(({ i, t, top }) => ({
    file: `stimulus_${i}.hex`,
    text: t.cycles.map(c => (top.inputs.reduce((n, p) => n << BigInt(p.width) | c.values[p.name]!, 0n) << BigInt(top.clocks.length) | BigInt(c.rising)).toString(16)).join('\n') + '\n',
  }))
  const sources: SourceFile[] = trials.flatMap(t => [...t.beside ?? [], ...writeVerilog(t.design, { startValues: true })])
  return inFolder([...sources, ...stimulus, { file: 'bench.v', text: lines.join('\n') }], folder => {
    const run = (command: string, args: readonly string[]): string => {
      const done = spawnSync(command, args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28, env: { ...objectCache(), ...process.env } })
      if (done.status !== 0) throw new Error(`${command}: ${done.error?.message ?? done.stdout + done.stderr}`)
      return done.stdout
    }
    const files = [...sources.map(s => s.file), 'bench.v']
    if (tool === 'icarus') run('iverilog', ['-g2005', '-o', 'bench.vvp', '-s', 'bench', ...files])
    else run('verilator', ['--binary', '--timing', '-Wno-fatal', '-O3', '--top-module', 'bench', '-MAKEFLAGS', 'OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0', '-j', '2', '-o', 'bench', ...files])
    const text = tool === 'icarus' ? run('vvp', ['-n', 'bench.vvp']) : run(join(folder, 'obj_dir', 'bench'), [])
    const rows = text.split('\n').filter(l => /^[0-9a-fxzXZ]+( |$)/.test(l))
    return parts.map(({ i }) => Array.from({ length: cycles }, (_, c) => rows[c * parts.length + i]!.split(' ').map(v => /^[0-9a-f]+$/.test(v) ? BigInt(`0x${v}`) : undefined)))
  })
}
