// Owns: one Verilog bench for many trials: the same stimulus for each of its designs, and a line of outputs a design and cycle.
import { pinsOf, type Outputs, type Pin, type Trial } from '../../rtl-gen/fuzz/index.ts'

export interface TextFile { readonly file: string; readonly text: string }

export const benchTop = 'fuzz_bench'
export const benchFile = `${benchTop}.v`

const range = (w: number): string => `[${w - 1}:0]`
const sum = (pins: readonly Pin[]): number => pins.reduce((n, p) => n + p.width, 0)

/**
 * The bench and the files that it reads. All inputs are known from the start, and so is every register and word of a text with start values:
 * a simulator with four states has nothing unknown to show, and one with two nothing to choose.
 */
export function benchFiles(trials: readonly Trial[]): TextFile[] {
  const parts = trials.map((t, i) => ({ i, t, pins: pinsOf(t.design) }))
  const cycles = Math.max(...trials.map(t => t.cycles.length))
  const lines = ['`timescale 1ns/1ns', `module ${benchTop};`, '  integer cycle;']
  for (const { i, pins } of parts) {
    const clocks = pins.clocks.length, all = sum(pins.inputs) + clocks
    lines.push(`  reg ${range(all)} stimulus_${i} [0:${cycles - 1}];`, `  reg ${range(all)} now_${i} = 0;`)
    if (clocks > 0) lines.push(`  reg ${range(clocks)} clocks_${i} = 0;`)
    let low = all
    const inputs = pins.inputs.map(p => `.${p.name}(now_${i}[${(low -= p.width) + p.width - 1}:${low}])`)
    const clockPins = pins.clocks.map((c, k) => `.${c.name}(clocks_${i}[${k}])`)
    for (const o of pins.outputs) lines.push(`  wire ${range(o.width)} o_${i}_${o.name};`)
    lines.push(`  ${pins.top} dut_${i} (${[...clockPins, ...inputs, ...pins.outputs.map(o => `.${o.name}(o_${i}_${o.name})`)].join(', ')});`)
  }
  lines.push('  initial begin', ...parts.map(({ i }) => `    $readmemh("stimulus_${i}.hex", stimulus_${i});`), `    for (cycle = 0; cycle < ${cycles}; cycle = cycle + 1) begin`)
  lines.push(...parts.map(({ i }) => `      now_${i} = stimulus_${i}[cycle];`), '      #1;')
  for (const { i, pins } of parts) lines.push(`      $display("= ${pins.outputs.map(() => '%h').join(' ')}"${pins.outputs.map(o => `, o_${i}_${o.name}`).join('')});`)
  const clocked = parts.filter(({ pins }) => pins.clocks.length > 0)
  lines.push(...clocked.map(({ i, pins }) => `      clocks_${i} = now_${i}[${pins.clocks.length - 1}:0];`), '      #1;', ...clocked.map(({ i }) => `      clocks_${i} = 0;`))
  lines.push('    end', '    $finish;', '  end', 'endmodule', '')
  return [
    { file: benchFile, text: lines.join('\n') },
    ...parts.map(({ i, t, pins }) => ({ file: `stimulus_${i}.hex`, text: Array.from({ length: cycles }, (_, c) => row(t, pins.inputs, pins.clocks.length, c)).join('\n') + '\n' })),
  ]
}

/** A shorter stimulus goes on with its last cycle. */
function row(t: Trial, inputs: readonly Pin[], clocks: number, cycle: number): string {
  const c = t.cycles[Math.min(cycle, t.cycles.length - 1)]!
  return (inputs.reduce((n, p) => n << BigInt(p.width) | c.values[p.name]!, 0n) << BigInt(clocks) | BigInt(c.rising)).toString(16)
}

/** What the bench printed, for each trial. */
export function benchOutputs(trials: readonly Trial[], printed: string): Outputs[] {
  const rows = printed.split('\n').filter(l => l.startsWith('= '))
  const value = (v: string): bigint | undefined => /^[0-9a-f]+$/.test(v) ? BigInt(`0x${v}`) : undefined
  return trials.map((t, i) => t.cycles.map((_, c) => {
    const line = rows[c * trials.length + i]
    if (line === undefined) throw new Error(`the bench ended in cycle ${c}`)
    return line.slice(2).trim().split(' ').map(value)
  }))
}
