// Owns: registers whose reset value no reset gives. FIRRTL has no start values, so a black box tells whether the clock has risen yet.
import { mapModule, mapModules, modulesOf, rewriter } from '../../ir/index.ts'
import type { BlackBox, Constant, Design, Expr, GroundType, Instance, Local, Module, Register } from '../../ir/index.ts'
import { bit, literal, mux, ref } from '../../passes/build.ts'
import { UniqueNames, declaredNames } from '../../passes/unique-names.ts'

/** The Verilog of the black box. */
export const startedText = (name: string): string => [
  `module ${name} (`, '  input  wire clock,', '  output reg  started', ');', '  initial begin', "    started = 1'b0;", '  end',
  '  always @(posedge clock) begin', "    started <= 1'b1;", '  end', 'endmodule', '',
].join('\n')

/** The register as the design means it: before the first edge its start value. Reads of `r` are reads of this. */
export function startValues(design: Design): { readonly design: Design; readonly blackBox?: string } {
  const starting = modulesOf(design).some(m => startingOf(m).length > 0)
  if (!starting) return { design }
  const name = new UniqueNames(design.modules.map(m => m.name.toLowerCase())).take('archnights_started')
  const at = modulesOf(design)[0]!.at
  const box: BlackBox = {
    kind: 'blackbox', name, at, parameters: [], domains: [{ name: 'clk', clock: 'clock', edge: 'rising', at }],
    ports: [{ kind: 'port', name: 'started', direction: 'output', type: bit, domain: 'clk', at }],
  }
  const changed = mapModules(design, m => withStarts(m, name))
  return { design: { ...changed, modules: [box, ...changed.modules] }, blackBox: name }
}

const startingOf = (m: Module): readonly Register[] => {
  const withReset = new Set(m.domains.filter(d => d.reset !== undefined).map(d => d.name))
  return m.registers.filter(r => r.reset !== null && !withReset.has(r.domain))
}
