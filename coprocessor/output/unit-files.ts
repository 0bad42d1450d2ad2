// Owns: all that `emit` writes for a unit, as text: Verilog, file list, metadata, C header.
import { emitVerilog } from '../../rtl-gen/backends/verilog/index.ts'
import { elaborate } from '../../rtl-gen/dsl/index.ts'
import type { Design } from '../../rtl-gen/ir/module.ts'
import { check } from '../../rtl-gen/passes/pipeline.ts'
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

/** The files of a design that has passed `check`. The same input gives the same bytes. */
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
export function unitFiles(p: Parameters): UnitFiles {
  const design = elaborate(oracleUnit(p))
  check(design)
  return filesOf(design, p)
}
