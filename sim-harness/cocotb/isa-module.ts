// Owns: isa.py, the instruction set as Python sees it: every name and number of the tables in coprocessor/isa.
import { causes, recordFlags, recordLayout } from '../../coprocessor/isa/cause.ts'
import { counters, infos, slotFields, slotStatuses } from '../../coprocessor/isa/fields.ts'
import { hintCodes, hintWidth } from '../../coprocessor/isa/hint.ts'
import { funct3, opcode } from '../../coprocessor/isa/instruction.ts'
import { statuses } from '../../coprocessor/isa/status.ts'
import { instructions } from '../../coprocessor/isa/table.ts'
import { isaFeatures, isaVersion } from '../../coprocessor/isa/version.ts'
import { constantName, intEnum, pythonModule, pythonValue } from './python-text.ts'

const numbered = (rows: readonly { readonly name: string; readonly doc?: string }[]) => rows.map((row, value) => ({ ...row, value }))
const field = (name: string, { low, width }: { readonly low: number; readonly width: number }) => `RECORD_${constantName(name)}: Final = Field(low=${low}, width=${width})`

/** The text of isa.py. */
export const isaModule = (): string => pythonModule([
  '"""The instruction set of the Oracle unit: mnemonics, encodings, status codes, causes, fields and counters."""',
  '',
  'from __future__ import annotations',
  '',
  'from dataclasses import dataclass',
  'from enum import IntEnum',
  'from typing import Final',
  '',
  `ISA_VERSION: Final = ${isaVersion}`,
  '"""major << 16 | minor << 8 | patch."""',
  `ISA_FEATURES: Final = ${isaFeatures()}`,
  '"""Bit funct7 is set for every instruction that the unit has."""',
  `OPCODE: Final = ${opcode}`,
  '"""custom-0."""',
  'DONE: Final = 0',
  'RUNNING: Final = 1',
  '"""rd of a waiting command that an interrupt of the core let go: it goes on in the background."""',
  `HINT_WIDTH: Final = ${hintWidth}`,
  '', '',
  '@dataclass(frozen=True)',
  'class Field:',
  '    """Bits [low, low + width) of a word."""',
  '',
  '    low: int',
  '    width: int',
  '',
  '    def of(self, word: int) -> int:',
  '        """The field in a word."""',
  '        return word >> self.low & (1 << self.width) - 1',
  '',
  '    def at(self, value: int) -> int:',
  '        """A value in its place in a word; bits that do not fit are dropped."""',
  '        return (value & (1 << self.width) - 1) << self.low',
  '', '',
  '@dataclass(frozen=True)',
  'class Instruction:',
  '    """One row of the table. rs1 and rs2 are the operands\' names, None if the row has none."""',
  '',
  '    mnemonic: str',
  '    funct7: int',
  '    funct3: int',
  '    rs1: str | None',
  '    rs2: str | None',
  '    privilege: str',
  '    statuses: tuple[str, ...]',
  '    waits: bool',
  '    """It may hold rd back until a record waits or the core takes an interrupt."""',
  '    built: bool',
  '    """False: the unit answers `opcode`."""',
  '    doc: str',
  ...intEnum('Status', 'rd of a command that was refused. Of several that apply the first of the list is answered.', statuses.map((s, n) => ({ ...s, value: -n - 1 }))),
  ...intEnum('Cause', 'Why a run trapped.', causes.map(({ name, code, doc }) => ({ name, value: code, doc }))),
  ...intEnum('SlotStatus', 'The field `status` of a slot.', numbered(slotStatuses.map((name) => ({ name })))),
  ...intEnum('SlotField', 'rs2 of `oseg.get`.', numbered(slotFields)),
  ...intEnum('Counter', 'rs2 of `ocount`.', numbered(counters)),
  ...intEnum('Info', 'rs1 of `oinfo`.', numbered(infos)),
  ...intEnum('Hint', 'rs2 of `ohint`; above the last: a number of clock cycles more.', hintCodes.map(({ name, code, doc }) => ({ name, value: code, doc }))),
  '', '',
  ...Object.entries(recordLayout).map(([name, f]) => field(name, f)),
  ...Object.entries(recordFlags).map(([name, bit]) => `RECORD_FLAG_${constantName(name)}: Final = ${bit}`),
  '', '',
  '_ROWS = (',
  ...instructions.map((i) => `    Instruction(${[
    i.mnemonic, i.funct7, funct3(i), i.rs1?.name, i.rs2?.name, i.privilege, ['privilege', 'opcode', ...i.statuses], i.waits, i.microcode !== undefined, i.doc,
  ].map(pythonValue).join(', ')}),`),
  ')',
  'INSTRUCTIONS: Final[dict[str, Instruction]] = {row.mnemonic: row for row in _ROWS}',
  '"""Every row, by its mnemonic."""',
])
