// Owns: oracle.json, what a tool must know about an emitted unit without reading its Verilog.
import { emittedPorts, sourceHash, type TextFile } from '../../rtl-gen/artifacts/metadata.ts'
import type { Design } from '../../rtl-gen/ir/module.ts'
import { funct3, opcode, type Instruction } from '../isa/instruction.ts'
import { instructions } from '../isa/table.ts'
import type { Parameters } from '../parameters.ts'

export { sourceHash } from '../../rtl-gen/artifacts/metadata.ts'
export type { TextFile } from '../../rtl-gen/artifacts/metadata.ts'
export interface PortMetadata { readonly name: string; readonly dir: 'input' | 'output'; readonly width: number }
export interface InstructionMetadata {
  readonly mnemonic: string; readonly opcode: number; readonly funct7: number; readonly funct3: number
  readonly rs1: string | null; readonly rs2: string | null; readonly privilege: Instruction['privilege']; readonly waits: boolean
  /** false: the row keeps its encoding and the unit answers `opcode`. */
  readonly built: boolean
}
export interface UnitMetadata {
  readonly top: string
  /** The Verilog files, in an order that every tool can read them in. */
  readonly files: readonly string[]
  readonly parameters: Readonly<Record<string, number | readonly number[]>>
  /** As in the Verilog: clock and reset first. */
  readonly ports: readonly PortMetadata[]
  readonly isa: readonly InstructionMetadata[]
  /** SHA-256 of the Verilog files: for each its name, a zero byte, its text, a zero byte. */
  readonly sourceHash: string
  /** In the file: all that was written beside it, so that what is no longer written can go. */
  readonly artifacts?: readonly string[]
}

/** Ports of the top module, clock and reset included; in emitted text an aggregate is one port for each of its parts. */
export function portsOf(design: Design): PortMetadata[] {
  const top = design.modules.find((m) => m.name === design.top)
  if (!top) throw new RangeError(`the design has no module ${design.top}`)
  return emittedPorts(top, design).map(({ name, dir, width }) => ({ name, dir, width }))
}

const isaRow = (i: Instruction): InstructionMetadata => ({
  mnemonic: i.mnemonic, opcode, funct7: i.funct7, funct3: funct3(i), rs1: i.rs1?.name ?? null, rs2: i.rs2?.name ?? null,
  privilege: i.privilege, waits: i.waits, built: i.microcode !== undefined,
})

/** Addresses fit in a JSON number: a physical address has at most 40 bits. */
const plain = (p: Parameters): Record<string, number | number[]> =>
  Object.fromEntries(Object.entries(p).map(([name, value]) => [name, Array.isArray(value) ? value : Number(value)]))

export const metadata = (design: Design, p: Parameters, verilog: readonly TextFile[]): UnitMetadata => ({
  top: design.top, files: verilog.map((f) => f.name), parameters: plain(p), ports: portsOf(design), isa: instructions.map(isaRow), sourceHash: sourceHash(verilog),
})
