// Owns: the Python package archnights_cocotb as `emit` writes it beside a unit: what is written by hand, and what the tables and the unit give.
import { readdirSync, readFileSync } from 'node:fs'
import type { Parameters } from '../../coprocessor/parameters.ts'
import type { TextFile, UnitMetadata } from '../../coprocessor/output/metadata.ts'
import { isaModule } from './isa-module.ts'
import { linkTableModule } from './link-table-module.ts'
import { generatedMark } from './python-text.ts'
import { unitModule } from './unit-module.ts'

const sources = new URL('./python/', import.meta.url)
const name = 'archnights_cocotb'

/** A file of the package with a first line that says where it comes from; the marker of a typed package stays empty. */
const copied = (path: string): TextFile => {
  const text = readFileSync(new URL(path, sources), 'utf8')
  return { name: `cocotb/${path}`, text: text === '' ? '' : `${generatedMark}\n${text}` }
}

/** All files of the package for a unit, below `cocotb/`: with pyproject.toml, so that pip installs the folder. Reads the disk. */
export function cocotbFiles(p: Parameters, about: UnitMetadata): TextFile[] {
  const byHand = readdirSync(new URL(`${name}/`, sources)).filter((file) => /\.py$|^py\.typed$/.test(file)).sort()
  const made = { 'isa.py': isaModule(), 'link_table.py': linkTableModule(), 'unit.py': unitModule(p, about) }
  return [
    copied('pyproject.toml'), ...byHand.map((file) => copied(`${name}/${file}`)),
    ...Object.entries(made).map(([file, text]) => ({ name: `cocotb/${name}/${file}`, text })),
  ]
}
