// Owns: the Verilog half of a link that leaves a simulation by DPI: one call a clock that does not block. `oracle_link_dpi.cc` is the other half and has the record format.
`default_nettype none

// The ports are the unit's own, turned round: what the unit sends comes in at tx.
module OracleLinkDPI (
  input  wire        clock,
  input  wire        reset,

  input  wire        tx_tvalid,
  output wire        tx_tready,
  input  wire [63:0] tx_tdata,
  input  wire [7:0]  tx_tkeep,
  input  wire        tx_tlast,

  output wire        rx_tvalid,
  input  wire        rx_tready,
  output wire [63:0] rx_tdata,
  output wire [7:0]  rx_tkeep,
  output wire        rx_tlast
);
  // Null: the link could not be opened; the reason stands on the standard error.
  import "DPI-C" function chandle oracle_link_open();
  // What moved at this edge goes in, what stands on the link after it comes out. 0: the peer broke the record format; the reason stands on the standard error.
  import "DPI-C" function bit oracle_link_tick(
    input  chandle          link,
    input  bit              tx_moved, input longint unsigned tx_data, input byte unsigned tx_keep, input bit tx_last,
    input  bit              rx_moved,
    output bit              tx_ready,
    output bit              rx_valid, output longint unsigned rx_data, output byte unsigned rx_keep, output bit rx_last
  );

  chandle          link;
  bit              ready;
  bit              valid;
  longint unsigned data;
  byte unsigned    keep;
  bit              last;

  assign tx_tready = ready;
  assign rx_tvalid = valid;
  assign rx_tdata  = data;
  assign rx_tkeep  = keep;
  assign rx_tlast  = last;

  initial begin
    link = oracle_link_open();
    if (link == null) $fatal(1, "OracleLinkDPI: the link could not be opened");
  end

  // What the call gives back is on the link from the next delta on, like any register.
  bit              next_ready;
  bit              next_valid;
  longint unsigned next_data;
  byte unsigned    next_keep;
  bit              next_last;

  always @(posedge clock) begin
    if (reset) begin
      ready <= 1'b0;
      valid <= 1'b0;
      data  <= 64'd0;
      keep  <= 8'd0;
      last  <= 1'b0;
    end else begin
      if (!oracle_link_tick(link, tx_tvalid & ready, tx_tdata, tx_tkeep, tx_tlast, valid & rx_tready, next_ready, next_valid, next_data, next_keep, next_last))
        $fatal(1, "OracleLinkDPI: the peer broke the record format");
      ready <= next_ready;
      valid <= next_valid;
      data  <= next_data;
      keep  <= next_keep;
      last  <= next_last;
    end
  end
endmodule

`default_nettype wire
