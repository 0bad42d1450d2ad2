// Owns: the ports of `rocket_bench`, from one table: the engine's layout and the bench's Verilog come from it.
import type { PortMetadata } from '../../coprocessor/output/metadata.ts'
import type { PortField, PortLayout } from '../../sim-harness/engines/layout.ts'
import { hartTaps, unitPath } from './taps.ts'

export const benchTop = 'rocket_bench'

/** The ends of the link that the host drives; every other port of the unit can be read. */
export const hostDrives: readonly string[] = ['link_tx_tready', 'link_rx_tvalid', 'link_rx_tdata', 'link_rx_tkeep', 'link_rx_tlast']

export interface BenchPort {
  readonly name: string
  readonly direction: 'input' | 'output'
  readonly width: number
  /** SystemVerilog for an output, with `{path}` for a signal below the system; absent for outputs of the bench's own parts and for inputs. */
  readonly value?: string
  /** As in a tap. */
  readonly otherwise?: string
}

/** What the bench's memory-mapped registers say: a byte for the console, the program's exit code. Each for one cycle. */
const deviceOutputs: readonly BenchPort[] = [
  { name: 'console_valid', direction: 'output', width: 1 },
  { name: 'console_data', direction: 'output', width: 8 },
  { name: 'exit_valid', direction: 'output', width: 1 },
  { name: 'exit_code', direction: 'output', width: 32 },
]

/** @param unit the unit's ports, clock and reset included or not */
export function benchPorts(unit: readonly PortMetadata[]): BenchPort[] {
  const own = unit.filter((p) => p.name !== 'clock' && p.name !== 'reset')
  return [
    ...own.filter((p) => hostDrives.includes(p.name)).map((p): BenchPort => ({ name: p.name, direction: 'input', width: p.width })),
    ...own.filter((p) => !hostDrives.includes(p.name)).map((p): BenchPort => ({ name: p.name, direction: 'output', width: p.width, value: `{${unitPath}.${p.name}}` })),
    ...hartTaps.map((t): BenchPort => ({ direction: 'output', ...t })),
    // Instructions that retired before this cycle.
    { name: 'hart_retired', direction: 'output', width: 64 },
    ...deviceOutputs,
  ]
}

export function benchLayout(ports: readonly BenchPort[]): PortLayout {
  const place = (direction: PortField['direction']): { fields: PortField[]; words: number } => {
    let word = 0
    const fields = ports.filter((p) => p.direction === direction).map(({ name, width }): PortField => {
      const words = Math.ceil(width / 32)
      word += words
      return { name, path: name, direction, width, word: word - words, words }
    })
    return { fields, words: word }
  }
  const inputs = place('input'), outputs = place('output')
  return { top: benchTop, clock: 'clock', reset: 'reset', inputs: inputs.fields, inputWords: inputs.words, outputs: outputs.fields, outputWords: outputs.words }
}
