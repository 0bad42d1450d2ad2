// Owns: the Verilog test bench for Icarus: plays a stimulus file, writes a port trace.
import { digitsOf } from '../../trace/row-file.ts'
import type { PortField, PortLayout } from '../layout.ts'

/** The module that `benchVerilog` describes. */
export const benchName = (layout: PortLayout): string => `${layout.top}_bench`

/**
 * Verilog-2005. Parameter ROWS: lines of the stimulus; plusargs `stimulus` and `trace`: the files (at most 1000 characters). The same
 * cycles as every engine: one cycle of reset with all inputs 0, then for each row inputs, settle, sample, rising edge.
 */
export function benchVerilog(layout: PortLayout): string {
  const { top, clock, reset, inputs, outputs } = layout
  const bits = (f: PortField): number => 4 * digitsOf(f)
  const total = inputs.reduce((n, f) => n + bits(f), 0)
  let low = total
  const slices = inputs.map((f) => {
    low -= bits(f)
    return `    ${f.name} = row[${low} +: ${f.width}];`
  })
  const range = (f: PortField): string => f.width === 1 ? '' : `[${f.width - 1}:0] `
  const all = outputs.map((f) => f.name).join(', ')
  return `// ${benchName(layout)}: plays a stimulus file on ${top} and writes its port trace.
\`timescale 1ns / 1ns
\`default_nettype none

module ${benchName(layout)};
  parameter ROWS = 1;

  reg ${clock};
${reset ? `  reg ${reset};\n` : ''}${inputs.map((f) => `  reg ${range(f)}${f.name};`).join('\n')}
${outputs.map((f) => `  wire ${range(f)}${f.name};`).join('\n')}

  ${top} dut (
${[clock, ...(reset ? [reset] : []), ...inputs.map((f) => f.name), ...outputs.map((f) => f.name)].map((name) => `    .${name}(${name})`).join(',\n')}
  );

  reg [${total + 31}:0] rows [0:ROWS-1];
  reg [${total + 31}:0] row;
  reg [${outputs.reduce((n, f) => n + f.width, 0) - 1}:0] last;
  reg [8*1000-1:0] name;
  reg [31:0] left;
  reg [31:0] same;
  integer file;
  integer at;

  task write_row;
    $fdisplay(file, "%h_${outputs.map(() => '%h').join('_')}", same, ${splitLast(outputs)});
  endtask

  initial begin
    if (!$value$plusargs("stimulus=%s", name)) $finish;
    $readmemh(name, rows);
    if (!$value$plusargs("trace=%s", name)) $finish;
    file = $fopen(name, "w");
    $fdisplay(file, "// archnights trace 1 ${top}");
    $fdisplay(file, "// cycles ${outputs.map((f) => `${f.name}:${f.width}`).join(' ')}");
    same = 0;
    row = 0;
    set_inputs;
    ${clock} = 1'b0;
${reset ? `    ${reset} = 1'b1;\n` : ''}    #5 ${clock} = 1'b1;
    #5 ${clock} = 1'b0;
${reset ? `    ${reset} = 1'b0;\n` : ''}    for (at = 0; at < ROWS; at = at + 1) begin
      row = rows[at];
      set_inputs;
      for (left = row[${total + 31}:${total}]; left != 0; left = left - 1) begin
        #5;
        if (same != 0 && last === {${all}}) same = same + 1;
        else begin
          if (same != 0) write_row;
          last = {${all}};
          same = 1;
        end
        ${clock} = 1'b1;
        #5 ${clock} = 1'b0;
      end
    end
    if (same != 0) write_row;
    $fclose(file);
    $finish;
  end

  task set_inputs;
    begin
  ${slices.join('\n  ')}
    end
  endtask
endmodule

\`default_nettype wire
`
}

/** The slices of `last`, in the order of the ports. */
function splitLast(outputs: readonly PortField[]): string {
  let low = outputs.reduce((n, f) => n + f.width, 0)
  return outputs.map((f) => {
    low -= f.width
    return f.width === 1 ? `last[${low}]` : `last[${low + f.width - 1}:${low}]`
  }).join(', ')
}
