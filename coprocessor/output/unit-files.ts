// Owns: all that `emit` writes for a unit, as text: Verilog and SystemVerilog with source maps, FIRRTL, file lists, metadata, C header.
import { designFiles } from '../../rtl-gen/artifacts/index.ts'
import { emitVerilog } from '../../rtl-gen/backends/verilog/index.ts'
import { elaborate } from '../../rtl-gen/dsl/index.ts'
import type { Design } from '../../rtl-gen/ir/module.ts'
import { cHeader } from '../isa/header.ts'
import type { Parameters } from '../parameters.ts'
import { oracleUnit } from '../unit/oracle-unit.ts'
import { metadata, type TextFile, type UnitMetadata } from './metadata.ts'

export interface UnitFiles {
  /** One module a file, those that are used before those that use them. */
  readonly verilog: readonly TextFile[]
  readonly metadata: UnitMetadata
  /** Verilog and oracle_unit.f, SystemVerilog with assertions in sv/, FIRRTL in fir/, a source map beside each file of Verilog, oracle.json, oracle.h. Made when it is first read. */
  readonly all: readonly TextFile[]
}

/** What else is to lie beside a unit, made from what is known of it. */
export type Beside = (about: UnitMetadata) => readonly TextFile[]

/** The files of a design; it is checked first. The same input gives the same bytes. @throws DiagnosticError if it does not pass */
export function filesOf(design: Design, p: Parameters, beside: Beside = () => []): UnitFiles {
  const emitted = emitVerilog(design)
  const verilog = emitted.map(({ file, text }) => ({ name: file, text }))
  const about = metadata(design, p, verilog)
  let all: readonly TextFile[] | undefined
  const make = (): TextFile[] => {
    const files = [...designFiles(design, { only: ['verilog', 'systemverilog', 'firrtl', 'source-map'], verilog: emitted }), ...beside(about)]
    const written = { ...about, artifacts: files.map((f) => f.name) }
    return [...files, { name: 'oracle.json', text: `${JSON.stringify(written, null, 2)}\n` }, { name: 'oracle.h', text: cHeader(p) }]
  }
  return { verilog, metadata: about, get all() { return all ??= make() } }
}

/** The files of the Oracle unit. @throws DiagnosticError if the design does not pass its checks */
export const unitFiles = (p: Parameters, beside?: Beside): UnitFiles => filesOf(elaborate(oracleUnit(p)), p, beside)
