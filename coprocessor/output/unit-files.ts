// Owns: all that `emit` writes for a unit, as text: Verilog, file list, metadata, C header.
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
  /** Verilog, oracle_unit.f, oracle.json, oracle.h. */
  readonly all: readonly TextFile[]
}

/** The files of a design; it is checked first. The same input gives the same bytes. @throws DiagnosticError if it does not pass */
export function filesOf(design: Design, p: Parameters): UnitFiles {
  const verilog = emitVerilog(design).map(({ file, text }) => ({ name: file, text }))
  const about = metadata(design, p, verilog)
  return {
    verilog, metadata: about,
    all: [
      ...verilog,
      { name: `${design.top}.f`, text: verilog.map((f) => `${f.name}\n`).join('') },
      { name: 'oracle.json', text: `${JSON.stringify(about, null, 2)}\n` },
      { name: 'oracle.h', text: cHeader(p) },
    ],
  }
}

/** The files of the Oracle unit. @throws DiagnosticError if the design does not pass its checks */
export const unitFiles = (p: Parameters): UnitFiles => filesOf(elaborate(oracleUnit(p)), p)
