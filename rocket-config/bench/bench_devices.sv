// Owns: the registers behind Rocket's MMIO port: the console's byte and the program's exit code. Both read as 0; nothing else is there.
`default_nettype none

module bench_devices #(
  parameter logic [63:0] EXIT = 0,
  parameter logic [63:0] CONSOLE = 0
) (
  input  wire clock,
  input  wire reset,
  input  wire read,
  input  wire [63:0] read_addr,
  output wire [63:0] read_data,
  output reg  read_illegal,
  input  wire write,
  input  wire [63:0] write_addr,
  input  wire [63:0] write_data,
  input  wire [7:0] write_strobe,
  output wire write_illegal,
  // Each for one cycle.
  output reg  console_valid,
  output reg  [7:0] console_data,
  output reg  exit_valid,
  output reg  [31:0] exit_code
);
  function automatic logic known(input logic [63:0] addr);
    return addr[63:3] == EXIT[63:3] || addr[63:3] == CONSOLE[63:3];
  endfunction

  assign read_data = 64'd0;
  assign write_illegal = !known(write_addr);
  wire [31:0] written = {{8{write_strobe[3]}}, {8{write_strobe[2]}}, {8{write_strobe[1]}}, {8{write_strobe[0]}}};
  always_ff @(posedge clock) begin
    if (read) read_illegal <= !known(read_addr);
    exit_valid <= !reset && write && write_addr[63:3] == EXIT[63:3] && write_strobe[0];
    exit_code <= write_data[31:0] & written;
    console_valid <= !reset && write && write_addr[63:3] == CONSOLE[63:3] && write_strobe[0];
    console_data <= write_data[7:0];
  end
endmodule

`default_nettype wire
