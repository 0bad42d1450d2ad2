// Owns: the link behind Rocket's MMIO port: what a system without the unit talks to its host through. Beats are whole, 8 bytes; two queues, a count of each, an interrupt.
`default_nettype none

module bench_link #(
  // Registers of 8 bytes: a beat to send, the last beat of a frame to send, a beat that came (reading takes it), the counts, whether a beat that came interrupts.
  parameter logic [63:0] SEND = 0,
  parameter logic [63:0] SEND_LAST = 0,
  parameter logic [63:0] TAKE = 0,
  parameter logic [63:0] COUNTS = 0,
  parameter logic [63:0] INTERRUPT = 0
) (
  input  wire clock,
  input  wire reset,
  input  wire read,
  input  wire [63:0] read_addr,
  output reg  [63:0] read_data,
  // One of these registers was read in the cycle before, is written in this one.
  output reg  read_here,
  input  wire write,
  input  wire [63:0] write_addr,
  input  wire [63:0] write_data,
  output wire write_here,
  output wire interrupt,
  output wire link_tx_tvalid,
  input  wire link_tx_tready,
  output wire [63:0] link_tx_tdata,
  output wire [7:0] link_tx_tkeep,
  output wire link_tx_tlast,
  input  wire link_rx_tvalid,
  output wire link_rx_tready,
  input  wire [63:0] link_rx_tdata
);
  localparam int DEPTH = 64;

  function automatic logic is(input logic [63:0] addr, input logic [63:0] place);
    return addr[63:3] == place[63:3];
  endfunction

  // To the host. A beat that finds no place is lost: software looks at the counts.
  reg [64:0] sends [DEPTH];
  reg [5:0] send_head, send_tail;
  reg [6:0] send_count;
  wire puts = write && (is(write_addr, SEND) || is(write_addr, SEND_LAST)) && send_count != 7'(DEPTH);
  wire sent = link_tx_tvalid && link_tx_tready;
  assign link_tx_tvalid = send_count != 7'd0;
  assign {link_tx_tlast, link_tx_tdata} = sends[send_head];
  assign link_tx_tkeep = 8'hff;

  // From the host. Reading an empty queue gives 0.
  reg [63:0] takes [DEPTH];
  reg [5:0] take_head, take_tail;
  reg [6:0] take_count;
  wire came = link_rx_tvalid && link_rx_tready;
  wire gives = read && is(read_addr, TAKE) && take_count != 7'd0;
  assign link_rx_tready = take_count != 7'(DEPTH);

  reg enabled;
  assign interrupt = enabled && take_count != 7'd0;

  assign write_here = is(write_addr, SEND) || is(write_addr, SEND_LAST) || is(write_addr, INTERRUPT);
  always_ff @(posedge clock) begin
    if (reset) begin
      {send_head, send_tail, send_count} <= '0;
      {take_head, take_tail, take_count} <= '0;
      enabled <= 1'b0;
    end else begin
      send_count <= send_count + 7'(puts) - 7'(sent);
      if (puts) begin
        sends[send_tail] <= {is(write_addr, SEND_LAST), write_data};
        send_tail <= send_tail + 6'd1;
      end
      if (sent) send_head <= send_head + 6'd1;
      take_count <= take_count + 7'(came) - 7'(gives);
      if (came) begin
        takes[take_tail] <= link_rx_tdata;
        take_tail <= take_tail + 6'd1;
      end
      if (gives) take_head <= take_head + 6'd1;
      if (write && is(write_addr, INTERRUPT)) enabled <= write_data[0];
    end
    if (read) begin
      read_here <= is(read_addr, TAKE) || is(read_addr, COUNTS);
      // Places in [7:0], beats that came in [15:8].
      if (is(read_addr, COUNTS)) read_data <= {48'd0, 1'b0, take_count, 1'b0, 7'(DEPTH) - send_count};
      else if (gives) read_data <= takes[take_head];
      else read_data <= 64'd0;
    end
  end
endmodule

`default_nettype wire
