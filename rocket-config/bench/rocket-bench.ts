// Owns: the text of `rocket_bench`: the elaborated system, memory and devices behind its AXI4 ports, the host's end of the link, and the taps as outputs.
import type { PortMetadata } from '../../coprocessor/output/metadata.ts'
import { RocketError } from '../errors.ts'
import { memory, mmio } from '../memory-map.ts'
import { followPath, type ElaboratedText } from './elaborated.ts'
import { benchTop, type BenchPort } from './ports.ts'
import { pathsOf } from './taps.ts'

/** Clock cycles from a read's acceptance to its first beat. A stated constant: simulated time depends on it. */
export const latency = { memory: 20, devices: 2 } as const

const wrongVersion = 'elaborate it again with the Rocket Chip version of this package (1.2.6); with another one, mend the table of names in rocket-config/bench/taps.ts'

/** The outputs of the system that a slave of AXI4 does not read. */
const ignored = /_(lock|cache|prot|qos)$/
/** Inputs of the system that nothing drives here: external interrupts. */
const tiedLow = /^meip_\d+$/

interface Bus { readonly prefix: string; readonly name: string; readonly latency: number }
const buses: readonly Bus[] = [
  { prefix: 'mem_axi4_0_', name: 'memory', latency: latency.memory },
  { prefix: 'mmio_axi4_0_', name: 'devices', latency: latency.devices },
]

const range = (width: number): string => (width === 1 ? '' : `[${width - 1}:0] `)
const hex = (value: bigint): string => `64'h${value.toString(16)}`

/** Who talks to the host: the unit, or `bench_link` behind the MMIO port in its place. */
export type LinkOwner = 'unit' | 'device'
/** What the device drives of the bench's ports. */
const deviceDrives: readonly string[] = ['link_tx_tvalid', 'link_tx_tdata', 'link_tx_tkeep', 'link_tx_tlast', 'link_rx_tready']

/** The unit's name of a link port of the system: `link_0_0_tx_tvalid` is `link_tx_tvalid`. */
const linkPort = (name: string): string | undefined => {
  const end = /^link_(?:\d+_)*((?:tx|rx)_t\w+)$/.exec(name)?.[1]
  return end === undefined ? undefined : `link_${end}`
}

/** What is connected to a port of the system. */
function connection(port: PortMetadata, ports: readonly BenchPort[], owner: LinkOwner): string {
  const { name, dir } = port
  if (name === 'clock' || name === 'reset') return name
  if (buses.some((b) => name.startsWith(b.prefix))) return ignored.test(name) ? '' : name
  const link = linkPort(name)
  if (link !== undefined && ports.some((p) => p.name === link)) return dir === 'output' ? '' : owner === 'unit' ? link : `${port.width}'d0`
  if (dir === 'output') return ''
  if (tiedLow.test(name)) return owner === 'device' ? 'link_interrupt' : `${port.width}'d0`
  throw new RocketError('RKT1203', `the bench does not know what to drive the system's input ${name} with`, wrongVersion)
}

function bus(b: Bus, system: readonly PortMetadata[]): string {
  const own = system.filter((p) => p.name.startsWith(b.prefix) && !ignored.test(p.name))
  const idWidth = own.find((p) => p.name.endsWith('_ar_bits_id'))?.width
  if (idWidth === undefined) throw new RocketError('RKT1203', `the system has no AXI4 port ${b.prefix}ar_bits_id for the ${b.name}`, wrongVersion)
  const wires = own.map((p) => `  wire ${range(p.width)}${p.name};`)
  const pins = own.map((p) => {
    const pin = p.name.slice(b.prefix.length).replace('_bits_', '_')
    return `    .${pin}(${p.dir === 'output' && pin.endsWith('_addr') ? `64'(${p.name})` : p.name}),`
  })
  return `${wires.join('\n')}
  wire ${b.name}_read, ${b.name}_read_illegal, ${b.name}_write, ${b.name}_write_illegal;
  wire [63:0] ${b.name}_read_addr, ${b.name}_read_data, ${b.name}_write_addr, ${b.name}_write_data;
  wire [7:0] ${b.name}_write_strobe;
  axi_bursts #(.ID_WIDTH(${idWidth}), .READ_LATENCY(${b.latency})) ${b.name}_bus (
    .clock(clock), .reset(reset),
${pins.join('\n')}
    .read(${b.name}_read), .read_addr(${b.name}_read_addr), .read_data(${b.name}_read_data), .read_illegal(${b.name}_read_illegal),
    .write(${b.name}_write), .write_addr(${b.name}_write_addr), .write_data(${b.name}_write_data), .write_strobe(${b.name}_write_strobe), .write_illegal(${b.name}_write_illegal)
  );`
}

const words = (name: string): string =>
  `.read(${name}_read), .read_addr(${name}_read_addr), .read_data(${name}_read_data), .read_illegal(${name}_read_illegal),
    .write(${name}_write), .write_addr(${name}_write_addr), .write_data(${name}_write_data), .write_strobe(${name}_write_strobe), .write_illegal(${name}_write_illegal)`

const at = (offset: bigint): string => hex(mmio.base + offset)
const linkDevice = `  wire no_console_read, no_console_write, link_read_here, link_write_here, link_interrupt;
  assign devices_read_illegal = no_console_read && !link_read_here;
  assign devices_write_illegal = no_console_write && !link_write_here;
  bench_link #(.SEND(${at(mmio.linkSend)}), .SEND_LAST(${at(mmio.linkSendLast)}), .TAKE(${at(mmio.linkTake)}), .COUNTS(${at(mmio.linkCounts)}), .INTERRUPT(${at(mmio.linkInterrupt)})) link_device (
    .clock(clock), .reset(reset),
    .read(devices_read), .read_addr(devices_read_addr), .read_data(devices_read_data), .read_here(link_read_here),
    .write(devices_write), .write_addr(devices_write_addr), .write_data(devices_write_data), .write_here(link_write_here), .interrupt(link_interrupt),
    .link_tx_tvalid(link_tx_tvalid), .link_tx_tready(link_tx_tready), .link_tx_tdata(link_tx_tdata), .link_tx_tkeep(link_tx_tkeep), .link_tx_tlast(link_tx_tlast),
    .link_rx_tvalid(link_rx_tvalid), .link_rx_tready(link_rx_tready), .link_rx_tdata(link_rx_tdata)
  );
`

/** What stands in braces is below the system. @throws RocketError RKT1203 naming a signal that this system does not have */
function belowSystem(port: BenchPort, modules: ElaboratedText, top: string): string {
  for (const path of pathsOf({ value: port.value! })) {
    const found = followPath(modules, top, path)
    if ('missing' in found && port.otherwise !== undefined) return port.otherwise
    if ('missing' in found) throw new RocketError('RKT1203', `the bench reads ${path} for its output ${port.name}, but ${found.missing}`, wrongVersion)
  }
  return port.value!.replace(/\{([\w.]+)\}/g, 'dut.$1')
}

/**
 * @param modules the elaborated system and the unit
 * @param top the system's module
 * @throws RocketError RKT1203 if the system is not what the bench was made for
 */
export function rocketBench(ports: readonly BenchPort[], modules: ElaboratedText, top: string, owner: LinkOwner = 'unit'): string {
  const system = modules.get(top)?.ports ?? []
  if (system.length === 0) throw new RocketError('RKT1203', `the elaborated files have no module ${top}`, wrongVersion)
  const taps = ports.filter((p) => p.value !== undefined && !(owner === 'device' && deviceDrives.includes(p.name))).map((p) => `  assign ${p.name} = ${belowSystem(p, modules, top)};`)
  return `// Generated: the bench around ${top}.
\`default_nettype none

module ${benchTop} (
  input wire clock,
  input wire reset,
${ports.map((p) => `  ${p.direction} wire ${range(p.width)}${p.name}`).join(',\n')}
);
${buses.map((b) => bus(b, system)).join('\n\n')}

  bench_memory #(.BASE(${hex(memory.base)}), .SIZE(${hex(memory.size)})) memory (
    .clock(clock),
    ${words('memory')}
  );
  bench_devices #(.EXIT(${hex(mmio.base + mmio.exit)}), .CONSOLE(${hex(mmio.base + mmio.console)})) devices (
    .clock(clock), .reset(reset),
    ${owner === 'device' ? words('devices').replace('.read_data(devices_read_data), ', '.read_data(), ').replace('devices_read_illegal', 'no_console_read').replace('devices_write_illegal', 'no_console_write') : words('devices')},
    .console_valid(console_valid), .console_data(console_data), .exit_valid(exit_valid), .exit_code(exit_code)
  );
${owner === 'device' ? linkDevice : ''}
  ${top} dut (
${system.map((p) => `    .${p.name}(${connection(p, ports, owner)})`).join(',\n')}
  );

${taps.join('\n')}

  reg [63:0] retired;
  always_ff @(posedge clock) retired <= reset ? 64'd0 : retired + 64'(hart_retire_valid);
  assign hart_retired = retired;
endmodule

\`default_nettype wire
`
}
