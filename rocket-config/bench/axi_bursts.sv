// Owns: an AXI4 slave's protocol: bursts of every legal kind become single beats of 8 bytes for what lies behind it. Answers come in the order of the requests.
`default_nettype none

module axi_bursts #(
  parameter int ID_WIDTH = 4,
  // From the cycle in which a read is accepted to the one in which its first beat stands, if no other read is before it; at least 1.
  parameter int READ_LATENCY = 1
) (
  input  wire clock,
  input  wire reset,
  output wire aw_ready,
  input  wire aw_valid,
  input  wire [ID_WIDTH-1:0] aw_id,
  input  wire [63:0] aw_addr,
  input  wire [7:0] aw_len,
  input  wire [2:0] aw_size,
  input  wire [1:0] aw_burst,
  output wire w_ready,
  input  wire w_valid,
  input  wire [63:0] w_data,
  input  wire [7:0] w_strb,
  input  wire w_last,
  input  wire b_ready,
  output reg  b_valid,
  output reg  [ID_WIDTH-1:0] b_id,
  output reg  [1:0] b_resp,
  output wire ar_ready,
  input  wire ar_valid,
  input  wire [ID_WIDTH-1:0] ar_id,
  input  wire [63:0] ar_addr,
  input  wire [7:0] ar_len,
  input  wire [2:0] ar_size,
  input  wire [1:0] ar_burst,
  input  wire r_ready,
  output reg  r_valid,
  output reg  [ID_WIDTH-1:0] r_id,
  output wire [63:0] r_data,
  output wire [1:0] r_resp,
  output reg  r_last,
  // A beat that is read: the other side has its word in registers after this clock edge and keeps it until the next.
  output wire read,
  output wire [63:0] read_addr,
  input  wire [63:0] read_data,
  input  wire read_illegal,
  // A beat that is written. Whether the address is illegal is said in the same cycle.
  output wire write,
  output wire [63:0] write_addr,
  output wire [63:0] write_data,
  output wire [7:0] write_strobe,
  input  wire write_illegal
);
  localparam logic [1:0] OKAY = 2'd0, DECERR = 2'd3;
  localparam logic [1:0] FIXED = 2'd0, INCR = 2'd1, WRAP = 2'd2;

  typedef struct packed {
    logic [ID_WIDTH-1:0] id;
    logic [63:0] addr;
    logic [7:0] len;
    logic [2:0] size;
    logic [1:0] burst;
    logic [31:0] due;  // of a read: the cycle in which its first beat may stand
  } request_t;

  // The address of the beat after the one at `addr` (AXI4 specification, A3.4.1).
  function automatic logic [63:0] next_address(input logic [63:0] addr, input logic [7:0] len, input logic [2:0] size, input logic [1:0] burst);
    logic [63:0] bytes, container, next;
    bytes = 64'd1 << size;
    container = bytes * (64'(len) + 64'd1);
    next = (addr & ~(bytes - 64'd1)) + bytes;
    case (burst)
      FIXED: return addr;
      WRAP: return (next & (container - 64'd1)) == 64'd0 ? next - container : next;
      default: return next;
    endcase
  endfunction

  // What AXI4 forbids on a bus of 8 bytes. It is a fault of the system, so it ends the simulation.
  function automatic logic forbidden(input logic [63:0] addr, input logic [7:0] len, input logic [2:0] size, input logic [1:0] burst);
    logic [63:0] bytes, first;
    bytes = 64'd1 << size;
    first = addr & ~(bytes - 64'd1);
    case (burst)
      INCR: return size > 3'd3 || (first & 64'hfff) + bytes * (64'(len) + 64'd1) > 64'h1000;
      WRAP: return size > 3'd3 || addr != first || !(len == 8'd1 || len == 8'd3 || len == 8'd7 || len == 8'd15);
      FIXED: return size > 3'd3 || len > 8'd15;
      default: return 1'b1;
    endcase
  endfunction

  reg [31:0] now;
  always_ff @(posedge clock) now <= reset ? 32'd0 : now + 32'd1;

  // Reads: a short queue, whose head sends one beat a cycle.
  request_t reads [8];
  reg [2:0] read_head, read_tail;
  reg [3:0] read_count;
  reg [7:0] read_beat;
  request_t head;
  assign head = reads[read_head];
  assign ar_ready = !reset && read_count != 4'd8;
  wire head_due = read_count != 4'd0 && $signed(now + 32'd1 - head.due) >= 0;
  wire read_ends = read && read_beat == head.len;
  assign read = head_due && (!r_valid || r_ready);
  assign read_addr = head.addr;
  assign r_data = read_data;
  assign r_resp = read_illegal ? DECERR : OKAY;
  always_ff @(posedge clock) begin
    if (reset) begin
      read_head <= 3'd0;
      read_tail <= 3'd0;
      read_count <= 4'd0;
      read_beat <= 8'd0;
      r_valid <= 1'b0;
    end else begin
      if (ar_valid && ar_ready) begin
        if (forbidden(ar_addr, ar_len, ar_size, ar_burst)) $fatal(1, "AXI4 forbids the read at %h: length %0d, size %0d, burst %0d", ar_addr, ar_len, ar_size, ar_burst);
        reads[read_tail] <= '{id: ar_id, addr: ar_addr, len: ar_len, size: ar_size, burst: ar_burst, due: now + 32'(READ_LATENCY)};
        read_tail <= read_tail + 3'd1;
      end
      read_count <= read_count + 4'(ar_valid && ar_ready) - 4'(read_ends);
      if (read) begin
        r_valid <= 1'b1;
        r_id <= head.id;
        r_last <= read_ends;
        read_beat <= read_ends ? 8'd0 : read_beat + 8'd1;
        reads[read_head].addr <= next_address(head.addr, head.len, head.size, head.burst);
        if (read_ends) read_head <= read_head + 3'd1;
      end else if (r_ready) r_valid <= 1'b0;
    end
  end

  // Writes: one burst after the other; the answer stands in the cycle after the last beat.
  request_t burst;
  reg write_busy, write_failed;
  assign aw_ready = !reset && !write_busy && !b_valid;
  assign w_ready = write_busy;
  assign write = w_valid && w_ready;
  assign write_addr = burst.addr;
  assign write_data = w_data;
  assign write_strobe = w_strb;
  always_ff @(posedge clock) begin
    if (reset) begin
      write_busy <= 1'b0;
      b_valid <= 1'b0;
    end else begin
      if (aw_valid && aw_ready) begin
        if (forbidden(aw_addr, aw_len, aw_size, aw_burst)) $fatal(1, "AXI4 forbids the write at %h: length %0d, size %0d, burst %0d", aw_addr, aw_len, aw_size, aw_burst);
        burst <= '{id: aw_id, addr: aw_addr, len: aw_len, size: aw_size, burst: aw_burst, due: 32'd0};
        write_busy <= 1'b1;
        write_failed <= 1'b0;
      end
      if (write) begin
        write_failed <= write_failed || write_illegal;
        burst.addr <= next_address(burst.addr, burst.len, burst.size, burst.burst);
        if (w_last) begin
          write_busy <= 1'b0;
          b_valid <= 1'b1;
          b_id <= burst.id;
          b_resp <= write_failed || write_illegal ? DECERR : OKAY;
        end
      end else if (b_ready) b_valid <= 1'b0;
    end
  end
endmodule

`default_nettype wire
