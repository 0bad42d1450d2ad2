// Owns: the description of a unit that the Scala wrapper reads when it elaborates: ports, opcode, parameters, link and the system's addresses, all from their tables.
import { createHash } from 'node:crypto'
import { elaborate } from '../../rtl-gen/dsl/index.ts'
import { opcode } from '../../coprocessor/isa/instruction.ts'
import { portsOf } from '../../coprocessor/output/metadata.ts'
import type { Parameters } from '../../coprocessor/parameters.ts'
import { oracleUnit } from '../../coprocessor/unit/oracle-unit.ts'
import { bootRom, clint, memory, mmio } from '../memory-map.ts'

/** How the link leaves the tile: as ports `link_0_*` of the system, or by a DPI module beside the unit. */
export type OracleLink = 'pins' | 'dpi'

export interface UnitDescription {
  /** SHA-256 of all other entries, in hexadecimal: the same for two units that differ only inside. */
  readonly interfaceHash: string
  /** A file of Java properties. */
  readonly text: string
}

/** Its name, where it lies in a file. */
export const descriptionFile = 'oracle_unit.properties'
/** The layout of the file; UnitDescription.scala has the same number. */
const format = 1

/** The system's part, for the minimal system. Bytes. */
const systemEntries = (): [string, bigint | number][] => [
  ['memory.base', memory.base], ['memory.size', memory.size], ['mmio.base', mmio.base], ['mmio.size', mmio.size],
  ['bootRom.base', bootRom.base], ['bootRom.size', bootRom.size], ['clint.base', clint.base], ['clint.cyclesPerTick', clint.cyclesPerTick],
]

export interface DescriptionOptions {
  /** Default: `pins`. */
  readonly link?: OracleLink
  /** Default: true, with the addresses of the minimal system; another system, such as Chipyard's, has its own. */
  readonly system?: boolean
  /** Files that go along with the black boxes, as resources of the class path; default: none, the Verilog is handed over by the caller. */
  readonly resources?: { readonly unit: readonly string[]; readonly link: readonly string[] }
}

export function describeUnit(p: Parameters, { link = 'pins', system = true, resources }: DescriptionOptions = {}): UnitDescription {
  const design = elaborate(oracleUnit(p)), ports = portsOf(design)
  return describe([
    ['format', format], ['top', design.top], ['opcode', opcode], ['link', link],
    ['ports', ports.map((port) => port.name).join(' ')], ...ports.map((port) => [`port.${port.name}`, `${port.dir} ${port.width}`] as const),
    ['parameter.addrWidth', p.addrWidth], ['parameter.cacheableLow', p.cacheableLow], ['parameter.cacheableHigh', p.cacheableHigh],
    ...(resources ? [['unit.resources', resources.unit.join(' ')], ['link.resources', resources.link.join(' ')]] as const : []),
    ...(system ? systemEntries() : []),
  ])
}

/** Keys and values are names, numbers and single spaces: nothing that the format would have to escape. */
export function describe(entries: readonly (readonly [string, string | bigint | number])[]): UnitDescription {
  const text = entries.map(([key, value]) => `${key}=${value}\n`).join('')
  const interfaceHash = createHash('sha256').update(text).digest('hex')
  return { interfaceHash, text: `# What the Scala wrapper must know of an emitted Oracle unit. Written by archnights.\n${text}interfaceHash=${interfaceHash}\n` }
}
