// Owns: the Verilog of a stand-in for the unit: the same ports, nothing inside. It measures what the rest of the system costs.
import type { PortMetadata, TextFile } from '../../coprocessor/output/metadata.ts'

/** It takes no command, asks for no memory and drives no link: a program that uses the unit waits for ever. */
export function stubUnit(top: string, ports: readonly PortMetadata[]): TextFile {
  const range = (width: number): string => (width === 1 ? '' : `[${width - 1}:0] `)
  const of = (dir: PortMetadata['dir']): PortMetadata[] => ports.filter((p) => p.dir === dir)
  const text = `// Generated: the ports of ${top} and nothing behind them.
\`default_nettype none

module ${top} (
${ports.map((p) => `  ${p.dir} wire ${range(p.width)}${p.name}`).join(',\n')}
);
${of('output').map((p) => `  assign ${p.name} = ${p.width}'d0;`).join('\n')}
  wire unused_ok = &{1'b0, ${of('input').map((p) => p.name).join(', ')}};
endmodule

\`default_nettype wire
`
  return { name: `${top}.v`, text }
}
