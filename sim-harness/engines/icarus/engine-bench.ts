// Owns: the Verilog around a top module on Icarus: it owns the clock and serves runs and resets, one line a request, over stdin and stdout.
import type { PortField, PortLayout } from '../layout.ts'

/** The module that `engineBench` describes. */
export const engineBenchName = (layout: PortLayout): string => `${layout.top}_engine`

/** Before each line that is a reply; what else is printed is the design's. */
export const replyMark = '@@'
export const requests = { run: 1, reset: 2 } as const

/** A port in the vectors of all inputs and all outputs: the first port has the lowest bits. */
export interface Place { readonly field: PortField; readonly low: number }
export function placesOf(fields: readonly PortField[]): { readonly places: readonly Place[]; readonly width: number } {
  let width = 0
  const places = fields.map((field) => {
    const low = width
    width += field.width
    return { field, low }
  })
  return { places, width }
}

/**
 * SystemVerilog as Icarus reads it. Requests: `1 most changed high inputs` (a decimal number, three vectors in hex), answered by the cycles that went by, whether a mask stopped it, and the outputs
 * of the last in binary; `2 cycles`: reset. Bits that are unknown count as 0, as in every engine. At its end, whoever brought it about, it says how many cycles were complete.
 */
export function engineBench(layout: PortLayout): string {
  const { top, clock, reset, inputs, outputs } = layout
  const given = placesOf(inputs), shown = placesOf(outputs)
  const range = (f: PortField): string => f.width === 1 ? '' : `[${f.width - 1}:0] `
  const set = given.places.map(({ field, low }) => `    ${field.name} = in[${low} +: ${field.width}];`).join('\n')
  return `// ${engineBenchName(layout)}: drives ${top} for the harness.
\`timescale 1ns / 1ns
\`default_nettype none

module ${engineBenchName(layout)};
  localparam STDIN = 32'h8000_0000;

  reg ${clock} = 1'b0;
${reset ? `  reg ${reset} = 1'b0;\n` : ''}${inputs.map((f) => `  reg ${range(f)}${f.name};`).join('\n')}
${outputs.map((f) => `  wire ${range(f)}${f.name};`).join('\n')}

  ${top} dut (
${[clock, ...(reset ? [reset] : []), ...inputs.map((f) => f.name), ...outputs.map((f) => f.name)].map((name) => `    .${name}(${name})`).join(',\n')}
  );

  reg [${Math.max(1, given.width) - 1}:0] in;
  reg [${Math.max(1, shown.width) - 1}:0] now, last, changed, high;
  wire [${Math.max(1, shown.width) - 1}:0] raw = ${outputs.length === 0 ? "1'b0" : `{${outputs.map((f) => f.name).toReversed().join(', ')}}`};
  reg [1000*8-1:0] waves;
  reg have = 1'b0;
  reg stop;
  reg [31:0] most, done;
  reg [63:0] complete = 64'd0;
  integer request, i;

  task set_inputs;
    begin
${set}
    end
  endtask

  task one_cycle;
    begin
      #5;
      now = raw;
      if ((^now) === 1'bx) for (i = 0; i < ${Math.max(1, shown.width)}; i = i + 1) if (now[i] !== 1'b1) now[i] = 1'b0;
      ${clock} = 1'b1;
      #5 ${clock} = 1'b0;
      complete = complete + 64'd1;
    end
  endtask

  task do_reset;
    begin
      in = 0;
      set_inputs;
${reset ? `      ${reset} = 1'b1;\n      for (done = 0; done < most; done = done + 1) one_cycle;\n      ${reset} = 1'b0;\n` : ''}      have = 1'b0;
      complete = 64'd0;
      $display("${replyMark} 0 0 0");
      $fflush;
    end
  endtask

  initial begin
    if ($value$plusargs("waves=%s", waves)) begin
      $dumpfile(waves);
      $dumpvars(0, dut);
    end
    most = 32'd1;
    do_reset;
    while ($fscanf(STDIN, "%d", request) == 1) begin
      if (request == ${requests.run}) begin
        if ($fscanf(STDIN, "%d %h %h %h", most, changed, high, in) != 4) $finish;
        set_inputs;
        done = 32'd0;
        stop = 1'b0;
        while (!stop && done < most) begin
          one_cycle;
          done = done + 32'd1;
          stop = (now & high) != 0 || (have ? ((now ^ last) & changed) != 0 : changed != 0);
          last = now;
          have = 1'b1;
        end
        $display("${replyMark} %0d %b %b", done, stop, now);
        $fflush;
      end else begin
        if ($fscanf(STDIN, "%d", most) != 1) $finish;
        do_reset;
      end
    end
    $finish;
  end

  final begin
    $display("${replyMark} end %0d", complete);
    $fflush;
  end
endmodule

\`default_nettype wire
`
}
