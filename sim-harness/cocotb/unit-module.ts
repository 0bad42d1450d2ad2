// Owns: unit.py, one generated unit as Python sees it: its parameters, and its top module as a typed handle.
import { parameterHash } from '../../coprocessor/parameter-hash.ts'
import { parameterInfo, parameterNames } from '../../coprocessor/parameter-text.ts'
import type { Parameters } from '../../coprocessor/parameters.ts'
import type { UnitMetadata } from '../../coprocessor/output/metadata.ts'
import { pythonModule, pythonValue, snakeName } from './python-text.ts'

const typeOf = (value: unknown): string => (Array.isArray(value) ? 'tuple[int, ...]' : 'int')

/** The text of unit.py. @param about what is emitted beside it */
export const unitModule = (p: Parameters, about: Pick<UnitMetadata, 'top' | 'ports' | 'sourceHash'>): string => pythonModule([
  '"""This unit: its parameters, its ports, and its top module as a typed handle."""',
  '',
  'from __future__ import annotations',
  '',
  'from dataclasses import dataclass',
  'from typing import Final, Literal, NamedTuple',
  '',
  'from cocotb.handle import HierarchyObject, LogicArrayObject, LogicObject',
  '', '',
  '@dataclass(frozen=True)',
  'class Parameters:',
  '    """The generator parameters. Addresses are in bytes."""',
  '',
  ...parameterNames.flatMap((name) => [`    ${snakeName(name)}: ${typeOf(p[name])}`, `    """${parameterInfo(name).doc}"""`]),
  '', '',
  'class Port(NamedTuple):',
  '    """A port of the top module."""',
  '',
  '    name: str',
  '    direction: Literal[\'input\', \'output\']',
  '    width: int',
  '', '',
  `class OracleUnit(HierarchyObject):`,
  `    """The handle of \`${about.top}\`, for type checkers and editors: \`async def test(dut: OracleUnit)\`. Values are the simulator's."""`,
  '',
  ...about.ports.map((port) => `    ${port.name}: ${port.width === 1 ? 'LogicObject' : 'LogicArrayObject'}  # ${port.dir}${port.width === 1 ? '' : `, ${port.width} bits`}`),
  '', '',
  `TOP: Final = ${pythonValue(about.top)}`,
  'PORTS: Final[tuple[Port, ...]] = (',
  ...about.ports.map((port) => `    Port(${[port.name, port.dir, port.width].map(pythonValue).join(', ')}),`),
  ')',
  'PARAMETERS: Final = Parameters(',
  ...parameterNames.map((name) => `    ${snakeName(name)}=${pythonValue(p[name])},`),
  ')',
  'PARAMETER_NAMES: Final[dict[str, str]] = {',
  ...parameterNames.map((name) => `    ${pythonValue(snakeName(name))}: ${pythonValue(name)},`),
  '}',
  '"""As the generator spells them."""',
  `PARAMETERS_HASH: Final = ${parameterHash(p)}`,
  '"""What `oinfo parameters` answers."""',
  `SOURCE_HASH: Final = ${pythonValue(about.sourceHash)}`,
  '"""Of the Verilog that lies beside it; the same as in oracle.json."""',
])
