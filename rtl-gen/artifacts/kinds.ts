// Owns: the kinds of files that are written about a design.

/** Each with what it is, in the order in which they are written. */
export const artifactKinds = {
  'verilog': 'Verilog-2005, one module a file, and the list NAME.f',
  'systemverilog': 'sv/: SystemVerilog with concurrent assertions, one module a file, and the list',
  'firrtl': 'fir/NAME.fir for CIRCT\'s firtool',
  'source-map': 'NAME.v.map beside each file of Verilog and SystemVerilog: its lines lead to the TypeScript',
  'diagram': 'NAME.svg, a block diagram',
  'cost': 'NAME.cost.txt and NAME.cost.json: flip-flops, memories, operators, the longest chain',
  'metadata': 'NAME.json: files, ports, clocks, parameters',
} as const satisfies Record<string, string>
export type ArtifactKind = keyof typeof artifactKinds
