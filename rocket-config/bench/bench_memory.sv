// Owns: main memory as words behind `axi_bursts`. The bytes are kept by memory.cpp; nothing is there outside [BASE, BASE + SIZE).
`default_nettype none

import "DPI-C" function string bench_memory_open(input string image, input longint unsigned base, input longint unsigned size);
import "DPI-C" function longint unsigned bench_memory_read(input longint unsigned address);
import "DPI-C" function void bench_memory_write(input longint unsigned address, input longint unsigned data, input byte unsigned strobe);

module bench_memory #(
  parameter logic [63:0] BASE = 0,
  parameter logic [63:0] SIZE = 0
) (
  input  wire clock,
  input  wire read,
  input  wire [63:0] read_addr,
  output reg  [63:0] read_data,
  output reg  read_illegal,
  input  wire write,
  input  wire [63:0] write_addr,
  input  wire [63:0] write_data,
  input  wire [7:0] write_strobe,
  output wire write_illegal
);
  string image, failure;
  initial begin
    if (!$value$plusargs("image=%s", image)) image = "";
    failure = bench_memory_open(image, BASE, SIZE);
    if (failure != "") $fatal(1, "%s", failure);
  end

  wire read_outside = read_addr - BASE >= SIZE;
  assign write_illegal = write_addr - BASE >= SIZE;
  always_ff @(posedge clock) begin
    if (read) begin
      read_illegal <= read_outside;
      // Not an expression with `?`: both of its sides would be called.
      if (read_outside) read_data <= 64'd0;
      else read_data <= bench_memory_read(read_addr);
    end
    if (write && !write_illegal) bench_memory_write(write_addr, write_data, write_strobe);
  end
endmodule

`default_nettype wire
