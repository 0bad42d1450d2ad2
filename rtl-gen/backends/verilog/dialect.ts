// Owns: what differs between the text of Verilog-2005 and that of SystemVerilog.

/** The words that a module is written with. */
export interface Dialect {
  /** Of its files. */
  readonly suffix: '.v' | '.sv'
  /** What stands before a port. */
  port(direction: 'input' | 'output', procedural: boolean): string
  /** A signal that blocks set, and one that is joined or assigned. */
  readonly variable: string
  readonly net: string
  /** The head of a combinational block. */
  readonly comb: string
  /** The word before the event of a clocked block; `shared`: something else (an `initial` block, another clock) sets the same signals. */
  clocked(shared: boolean): string
  /** Nets are never made by mistake: the directive before and after the module. */
  readonly noImplicitNets: boolean
  /** Members of enums are those of a typedef, and registers may be of it. */
  readonly typedefs: boolean
}

export const verilog2005: Dialect = {
  suffix: '.v',
  port: (direction, procedural) => `${direction.padEnd(6)} ${procedural ? 'reg ' : 'wire'}`,
  variable: 'reg', net: 'wire', comb: 'always @*', clocked: () => 'always', noImplicitNets: true, typedefs: false,
}

/** An `input logic` takes the default kind of net, so that it cannot be `none`. */
export const systemVerilog: Dialect = {
  suffix: '.sv',
  port: direction => `${direction.padEnd(6)} logic`,
  variable: 'logic', net: 'logic', comb: 'always_comb', clocked: shared => (shared ? 'always' : 'always_ff'), noImplicitNets: false, typedefs: true,
}
