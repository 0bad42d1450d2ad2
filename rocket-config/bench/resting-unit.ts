// Owns: the clock gate around the unit in the simulator: while nothing in the unit can change its clock stands, and costs the simulator nothing.
import type { PortMetadata, TextFile } from '../../coprocessor/output/metadata.ts'

/** What is 1 inside the unit while it has something to do; names of its modules' signals. A slot that runs counts: its watchdog does. */
const stirs = [
  'port.here', 'port.answered', '|port.candidates', 'sequencer.running', '|sequencer.wake', '|slots.running', '!sender.idle', 'loader.accessing', 'storer.busy', 'storer.accessing',
  'single.busy', 'memory.counts', '|tx_queue.stored', 'tx_queue.deq_valid', '|rx_queue.stored', 'rx_queue.deq_valid',
] as const
/** The register that counts cycles whatever else is done: the watchdogs' rhythm hangs on it. It counts on while the rest stands. */
const counter = 'now'
/** What wakes it at its ports. */
const wakes = ['reset', 'rocc_cmd_valid', 'link_rx_tvalid', 'mem_resp_valid'] as const

/** The unit's files under another name of its top, and a shell that has the name. The cycles are those of the unit without it. */
export function restingUnit(top: string, ports: readonly PortMetadata[], verilog: readonly TextFile[]): TextFile[] {
  const inner = `${top}_awake`
  const range = (width: number): string => (width === 1 ? '' : `[${width - 1}:0] `)
  const shell = `// Generated: ${top} with its clock stopped while it rests.
\`default_nettype none

module ${top} (
${ports.map((p) => `  ${p.dir} wire ${range(p.width)}${p.name}`).join(',\n')}
);
  wire stirs = ${stirs.map((s) => s.replace(/^([|!]?)/, '$1unit.')).join('\n    || ')};
  // The usual latch: what enables the clock may change only while it is low.
  reg enable;
  always @(clock or ${wakes.join(' or ')} or stirs) if (!clock) enable = stirs || ${wakes.join(' || ')};
  wire gated = clock && enable;
  /* verilator lint_off MULTIDRIVEN */
  always @(posedge clock) if (!enable) unit.${counter} <= unit.${counter} + 1'b1;
  /* verilator lint_on MULTIDRIVEN */

  ${inner} unit (
${ports.map((p) => `    .${p.name}(${p.name === 'clock' ? 'gated' : p.name})`).join(',\n')}
  );
endmodule

\`default_nettype wire
`
  const renamed = verilog.map(({ name, text }) => ({
    name: name === `${top}.v` ? `${inner}.v` : name, text: name === `${top}.v` ? text.replace(new RegExp(`^module ${top}\\b`, 'm'), `module ${inner}`) : text,
  }))
  return [{ name: `${top}.v`, text: shell }, ...renamed]
}
