// Owns: how the user's names become names of the emitted text.
import type { Place } from '../ir/place.ts'
import { fail, note } from './fail.ts'

/** memReq -> mem_req, HTTPReq -> http_req, rs1 -> rs1. */
export const snake = (name: string): string =>
  name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/([A-Z])([A-Z][a-z])/g, '$1_$2').toLowerCase()

export function checkName(name: string, what: string, at: Place): void {
  if (typeof name !== 'string' || !/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) {
    fail('RTL1006', `\`${String(name)}\` is not a name for ${what}`, [note(at, 'named here')], 'start with a letter, and use letters, digits and underscores')
  }
}

/** Keywords of Verilog-2005 and SystemVerilog-2017, which no name of the emitted text may be. */
const keywords = new Set((
  'accept_on alias always always_comb always_ff always_latch and assert assign assume automatic before begin bind bins binsof bit break buf bufif0 ' +
  'bufif1 byte case casex casez cell chandle checker class clocking cmos config const constraint context continue cover covergroup coverpoint cross ' +
  'deassign default defparam design disable dist do edge else end endcase endchecker endclass endclocking endconfig endfunction endgenerate endgroup ' +
  'endinterface endmodule endpackage endprimitive endprogram endproperty endsequence endspecify endtable endtask enum event eventually expect export ' +
  'extends extern final first_match for force foreach forever fork forkjoin function generate genvar global highz0 highz1 if iff ifnone ignore_bins ' +
  'illegal_bins implements implies import incdir include initial inout input inside instance int integer interconnect interface intersect join ' +
  'join_any join_none large let liblist library local localparam logic longint macromodule matches medium modport module nand negedge nettype new ' +
  'nexttime nmos nor noshowcancelled not notif0 notif1 null or output package packed parameter pmos posedge primitive priority program property ' +
  'protected pull0 pull1 pulldown pullup pulsestyle_ondetect pulsestyle_onevent pure rand randc randcase randsequence rcmos real realtime ref reg ' +
  'reject_on release repeat restrict return rnmos rpmos rtran rtranif0 rtranif1 s_always s_eventually s_nexttime s_until s_until_with scalared ' +
  'sequence shortint shortreal showcancelled signed small soft solve specify specparam static string strong strong0 strong1 struct super supply0 ' +
  'supply1 sync_accept_on sync_reject_on table tagged task this throughout time timeprecision timeunit tran tranif0 tranif1 tri tri0 tri1 triand ' +
  'trior trireg type typedef union unique unique0 unsigned until until_with untyped use uwire var vectored virtual void wait wait_order wand weak ' +
  'weak0 weak1 while wildcard wire with within wor xnor xor').split(' '))

/** The names of one module. A name that is a keyword or taken gets _2, _3, ...: the same design always gets the same names. */
export class Names {
  readonly #taken = new Set<string>()
  /** `also`: names that the passes will make from this one (the parts of an aggregate); they are kept free. */
  take(wanted: string, also: readonly string[] = []): string {
    for (let n = 1; ; n++) {
      const name = n === 1 ? wanted : `${wanted}_${n}`
      const all = [name, ...also.map(a => `${name}_${a}`)]
      if (all.some(a => this.#taken.has(a) || keywords.has(a))) continue
      all.forEach(a => this.#taken.add(a))
      return name
    }
  }
}
