// Owns: emitted Verilog in Icarus, row by row: set inputs, look at outputs, give one clock edge.
import { spawnSync } from 'node:child_process'
import { inFolder } from './lint-verilog.ts'
import type { SourceFile } from './lint-verilog.ts'

/** A port of the top: name, bits, direction. */
export interface BenchPort { readonly name: string; readonly width: number; readonly direction: 'input' | 'output' }
export type Row = Readonly<Record<string, number | bigint>>

/** `clocked`: are there a clock and a reset? `resetFirst`: one edge under reset before the first row (default: yes). */
export interface BenchOptions { readonly clocked?: boolean; readonly clock?: string; readonly reset?: string; readonly resetFirst?: boolean }

/**
 * Row by row: the inputs are set and all settles, then the outputs are read, then `clock` rises.
 * Gives the outputs of each row as bit patterns; an unknown bit makes the text of the value instead.
 */
export function runVerilog(files: readonly SourceFile[], ports: readonly BenchPort[], rows: readonly Row[], options: BenchOptions = {}): Record<string, bigint | string>[] {
  const { clock = 'clock', reset = 'reset', clocked = true, resetFirst = true } = options
  const top = files.at(-1)!.file.replace(/\.v$/, '')
  const inputs = ports.filter(p => p.direction === 'input')
  const outputs = ports.filter(p => p.direction === 'output')
  const pattern = (v: number | bigint, width: number): string => `${width}'h${BigInt.asUintN(width, BigInt(v)).toString(16)}`
  const clocks = clocked ? [clock, reset] : []
  const bench = [
    '`timescale 1ns/1ns', 'module bench;', ...clocks.map(c => `  reg ${c} = 1'b0;`),
    ...inputs.map(p => `  reg [${p.width - 1}:0] ${p.name} = 0;`), ...outputs.map(p => `  wire [${p.width - 1}:0] ${p.name};`),
    `  ${top} dut (${[...clocks, ...inputs.map(p => p.name), ...outputs.map(p => p.name)].map(n => `.${n}(${n})`).join(', ')});`, '  initial begin',
    ...(clocked && resetFirst ? [`    ${reset} = 1'b1; #1 ${clock} = 1'b1; #1 ${clock} = 1'b0; ${reset} = 1'b0;`] : []),
    ...rows.flatMap(row => [
      ...Object.entries(row).map(([n, v]) => `    ${n} = ${pattern(v, inputs.find(p => p.name === n)!.width)};`),
      `    #1 $display("${outputs.map(() => '%b').join(' ')}", ${outputs.map(p => p.name).join(', ')});`,
      ...(clocked ? [`    ${clock} = 1'b1; #1 ${clock} = 1'b0;`] : []),
    ]),
    '  end', 'endmodule', '',
  ].join('\n')
  return inFolder([...files, { file: 'bench.v', text: bench }], folder => {
    const run = (tool: string, args: readonly string[]): string => {
      const done = spawnSync(tool, args, { cwd: folder, encoding: 'utf8' })
      if (done.status !== 0 || done.stderr !== '') throw new Error(`${tool}: ${done.error?.message ?? done.stdout + done.stderr}`)
      return done.stdout
    }
    run('iverilog', ['-g2005', '-o', 'bench.vvp', '-s', 'bench', ...files.map(f => f.file), 'bench.v'])
    return run('vvp', ['-n', 'bench.vvp']).trim().split('\n').map(l => Object.fromEntries(l.split(' ').map((v, i) => [outputs[i]!.name, /^[01]+$/.test(v) ? BigInt(`0b${v}`) : v])))
  })
}
