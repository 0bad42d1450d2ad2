// Owns: a module in the unit's place that fills the memory port with random loads and stores, to see in what order they and the hart's own take effect.
import type { PortMetadata } from '../../../coprocessor/output/metadata.ts'
import type { BenchUnit } from '../../../rocket-config/bench/build-bench.ts'

/** rs1 of its command: where the accesses go, 8192 bytes; rs2: how many, 0 for one that faults. It is busy until all were answered. Its address is `rs1 + 1` when it is to fault. */
export const trafficCommand = { funct7: 0, funct3: 3 } as const

const body = `
  reg running;
  reg [31:0] left;
  reg [63:0] base, seed;
  reg [7:0] in_flight;
  reg [7:0] waiting;
  wire [63:0] step1 = seed ^ (seed << 13);
  wire [63:0] step2 = step1 ^ (step1 >> 7);
  wire [63:0] next = step2 ^ (step2 << 17);
  wire [1:0] size = seed[1:0];
  // Mostly the same few words.
  wire [12:0] any = seed[2] ? {7'd0, seed[8:3]} : seed[15:3];
  wire [12:0] aligned = any >> size << size;
  wire [63:0] datum = size == 2'd0 ? {8{seed[27:20]}} : size == 2'd1 ? {4{seed[35:20]}} : size == 2'd2 ? {2{seed[51:20]}} : {seed[31:0], seed[63:32]};
  reg misaligned;
  assign rocc_cmd_ready = !running;
  assign rocc_resp_valid = 1'b0;
  assign rocc_resp_rd = 5'd0;
  assign rocc_resp_data = 64'd0;
  assign rocc_busy = running;
  assign rocc_interrupt = 1'b0;
  wire gap = seed[62:60] == 3'd0 || waiting != 8'd0;
  assign mem_req_valid = running && left != 32'd0 && !gap && !in_flight[seed[18:16]];
  assign mem_req_addr = base[39:0] + {27'd0, misaligned ? 13'd1 : aligned};
  assign mem_req_tag = {3'd0, seed[18:16]};
  assign mem_req_store = seed[19];
  assign mem_req_size = misaligned ? 2'd3 : size;
  assign mem_req_data = datum;
  assign link_tx_tvalid = 1'b0;
  assign link_tx_tdata = 64'd0;
  assign link_tx_tkeep = 8'd0;
  assign link_tx_tlast = 1'b0;
  assign link_rx_tready = 1'b0;
  always @(posedge clock) begin
    if (reset) begin
      running <= 1'b0;
      in_flight <= 8'd0;
      seed <= 64'h9e3779b97f4a7c15;
      waiting <= 8'd0;
    end else begin
      if (rocc_cmd_valid && rocc_cmd_ready) begin
        running <= 1'b1;
        base <= rocc_cmd_rs1;
        left <= rocc_cmd_rs2 == 64'd0 ? 32'd1 : rocc_cmd_rs2[31:0];
        misaligned <= rocc_cmd_rs2 == 64'd0;
      end
      // Long gaps from time to time, in which the hart gets its lines.
      if (waiting != 8'd0) waiting <= waiting - 8'd1;
      else if (running && seed[59:52] == 8'd0) waiting <= seed[51:44];
      if (!(mem_req_valid && !mem_req_ready)) seed <= next;
      if (mem_req_valid && mem_req_ready) begin
        left <= left - 32'd1;
        in_flight[seed[18:16]] <= 1'b1;
      end
      if (mem_resp_valid) in_flight[mem_resp_tag[2:0]] <= 1'b0;
      if (running && left == 32'd0 && in_flight == 8'd0) running <= 1'b0;
    end
  end
`

export const trafficUnit = (top: string, ports: readonly PortMetadata[]): BenchUnit => ({
  top, ports,
  files: [{ name: `${top}.v`, text: `module ${top} (\n${ports.map((p) => `  ${p.dir} wire [${p.width - 1}:0] ${p.name}`).join(',\n')}\n);${body}endmodule\n` }],
})
