// Owns: single forms of the emitted text.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { emitVerilog } from '../../../../rtl-gen/backends/verilog/index.ts'
import type { Design } from '../../../../rtl-gen/ir/index.ts'
import { version } from '../../../../rtl-gen/version.ts'
import * as samples from '../../../support/ir-samples.ts'
import { bin, cat, design, input, lit, module, output, ref, set, u } from '../../../support/ir-nodes.ts'

/** The text between the head of the module and its end. */
const bodyOf = (d: Design): string => emitVerilog(d).at(-1)!.text.replace(/^[\s\S]*?\n\);\n\n/, '').replace(/\nendmodule[\s\S]*$/, '')

describe('emitted text', () => {
  it('names the members of enums, puts defaults first and dead bits last', () => {
    expect(bodyOf(samples.accumulator())).toBe(`  localparam [1:0] OP_LOAD = 2'd0;
  localparam [1:0] OP_ADD = 2'd1;
  localparam [1:0] OP_CLEAR = 2'd2;

  reg  [15:0] acc;
  reg         changed;

  reg  [15:0] next;

  wire [15:0] high_sum = acc + next;  // t.ts:1

  assign total = acc;
  assign high = high_sum[15:12];

  always @* begin
    next = acc;
    case (command)
      OP_LOAD: begin
        next = value;
      end
      OP_ADD: begin
        next = acc + value;
      end
      OP_CLEAR: begin
        next = 16'd0;
      end
      default: ;
    endcase
  end

  always @(posedge clock) begin
    if (reset) begin
      acc <= 16'h1234;
      changed <= 1'b0;
    end else begin
      if (valid) begin
        acc <= next;
        changed <= acc != next;
      end
    end
  end

  wire unused_ok = &{1'b0, changed, high_sum[11:0]};
`)
  })

  it('keeps memories apart, in one form', () => {
    expect(bodyOf(samples.ram('undefined', 16, 'sync'))).toBe(`  // RAM store, 16 x 16 bits (t.ts:1)
  (* no_rw_check *)
  reg  [15:0] store [0:15];
  reg  [15:0] store_data;

  assign q = store_data;

  \`ifndef SYNTHESIS
  integer i;
  initial begin
    for (i = 0; i < 16; i = i + 1) begin
      store[i] = 16'd0;
    end
  end
  \`endif

  always @(posedge clock) begin
    if (we) begin
      store[wa] <= wd;
    end
  end

  always @(posedge clock) begin
    if (re) begin
      store_data <= store[ra];
      \`ifndef SYNTHESIS
      if (we && (wa == ra)) begin
        store_data <= ~store[ra];
      end
      \`endif
    end
  end

  wire unused_ok = &{1'b0, reset};
`)
  })

  it('joins simple values and outputs in place, and gives nets to the rest', () => {
    expect(bodyOf(samples.nested())).toContain(`  inc second (  // t.ts:1
    .clock (clock),
    .reset (reset),
    .i (second_i),
    .o (second_o),
    .carry (second_carry)
  );
`)
    expect(bodyOf(samples.nested())).toContain('    .y (z)\n')
  })

  it('writes a test of the opposite where a branch does nothing', () => {
    expect(bodyOf(samples.partial())).toContain('      if (!a && !b) begin\n        k <= 8\'d1;\n      end\n')
  })

  it('breaks long values at their outermost operator, and gives a shared value one name', () => {
    const inputs = Array.from({ length: 12 }, (_, i) => input(`a_long_name_${i}`, u(8)))
    const reads = inputs.map(i => ref(i.name, i.type))
    const shared = bin('xor', bin('xor', bin('add', reads[0]!, reads[1]!), bin('sub', reads[2]!, reads[3]!)), bin('add', reads[5]!, reads[6]!))
    const outs = [output('all', u(96)), output('left', u(8)), output('right', u(8))]
    const d = design(module('long', { ports: [...inputs, ...outs], body: [set(outs[0]!, cat(...reads)), set(outs[1]!, bin('and', shared, reads[4]!)), set(outs[2]!, bin('or', shared, lit(u(8), 1)))] }))
    const text = bodyOf(d)
    expect(Math.max(...text.split('\n').map(l => l.length))).toBeLessThan(115)
    expect(text).toContain('  wire [7:0] left_xor =  // t.ts:1\n    (a_long_name_0 + a_long_name_1) ^ (a_long_name_2 - a_long_name_3) ^\n    (a_long_name_5 + a_long_name_6);\n')
    expect(text).toContain('  assign left = left_xor & a_long_name_4;\n  assign right = left_xor | 8\'d1;\n')
  })

  it('never leaves a comment', () => {
    const file = 'my-dir/a b\\n*/ `define x 1\n.ts'
    const d = design({ ...module('odd', { ports: [input('a', u(1)), output('y', u(1))], body: [set(output('y', u(1)), ref('a', u(1)))] }), at: { file, line: 1, column: 1 } })
    const head = emitVerilog(d)[0]!.text.split('`default_nettype none')[0]!
    expect(head.split('\n').filter(l => l !== '').every(l => l.startsWith('// '))).toBe(true)
  })

  it('names the version of the package', () => {
    const manifest = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as { version: string }
    expect(version).toBe(manifest.version)
  })
})
