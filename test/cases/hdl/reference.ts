// Owns: the reference modules of the cases in one Icarus bench, with the rows that the trials have.
import { spawnSync } from 'node:child_process'
import { inFolder } from '../../support/lint-verilog.ts'
import type { Case, Row } from './load.ts'

/** The modules of a case under names that no other case has. */
export function renamed(c: Case): string {
  const text = c.verilog!, own = [...text.matchAll(/^module (\w+)/gm)].map(m => m[1]!)
  return own.reduce((t, name) => t.replace(new RegExp(`(^module |^ *|[;.] *)${name}(?= *[(#]| +\\w+ *\\()`, 'gm'), (_, before: string) => `${before}${c.id.replaceAll('-', '_')}_${name}`), text)
}

/** Outputs of each case, row by row, by the names of the case; undefined where a bit is unknown. */
export function runReferences(all: readonly { readonly of: Case; readonly rows: readonly Row[] }[]): Record<string, bigint | undefined>[][] {
  const files = all.map(({ of }) => ({ file: `${of.id}.sv`, text: `${renamed(of)}\n` }))
  const parts = all.map(({ of: c, rows }, i) => {
    const inputs = Object.entries(c.ports), outs = Object.entries(c.outs), name = (n: string): string => `r${i}_${n}`
    const declared = [
      ...c.clocks.map(k => `  reg ${name(k)} = 0;`), ...inputs.map(([k, t]) => `  reg [${t.width - 1}:0] ${name(k)} = 0;`), ...outs.map(([k, t]) => `  wire [${t.width - 1}:0] ${name(k)};`),
      `  ${c.id.replaceAll('-', '_')}_ref dut${i} (${[...c.clocks, ...Object.keys(c.ports), ...Object.keys(c.outs)].map(k => `.${k}(${name(k)})`).join(', ')});`,
    ]
    const steps = rows.map((row, n) => [
      ...inputs.map(([k, t]) => `    ${name(k)} = ${t.width}'h${BigInt.asUintN(t.width, row.values[k]!).toString(16)};`),
      '    #1;', `    $display("${i} ${n} ${outs.map(() => '%b').join(' ')}", ${outs.map(([k]) => name(k)).join(', ')});`,
      ...(row.edges ?? c.clocks).map(k => `    ${name(k)} <= 1;`), '    #1;', ...c.clocks.map(k => `    ${name(k)} <= 0;`), '    #1;',
    ])
    return { declared, steps }
  })
  // One process a case: so they do not wait for each other.
  const bench = ['`timescale 1ns/1ns', 'module bench;', ...parts.flatMap(p => [...p.declared, '  initial begin', ...p.steps.flat(), '  end']), 'endmodule', ''].join('\n')
  return inFolder([...files, { file: 'bench.sv', text: bench }], folder => {
    const run = (tool: string, args: readonly string[]): string => {
      const done = spawnSync(tool, args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 26 })
      if (done.status !== 0) throw new Error(`${tool}: ${done.error?.message ?? done.stdout + done.stderr}`)
      return done.stdout
    }
    run('iverilog', ['-g2012', '-o', 'bench.vvp', '-s', 'bench', ...files.map(f => f.file), 'bench.sv'])
    const seen: Record<string, bigint | undefined>[][] = all.map(() => [])
    for (const line of run('vvp', ['-n', 'bench.vvp']).trim().split('\n')) {
      const [i, n, ...values] = line.split(' ')
      const outs = Object.keys(all[Number(i)]!.of.outs)
      seen[Number(i)]![Number(n)] = Object.fromEntries(outs.map((k, j) => [k, /^[01]+$/.test(values[j]!) ? BigInt(`0b${values[j]}`) : undefined]))
    }
    return seen
  })
}
