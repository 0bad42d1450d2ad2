// Owns: the generator folder for Chipyard: the wrapper's own sources with the file that names Chipyard's versions, the unit's Verilog and its description as resources.
import { readFile } from 'node:fs/promises'
import type { TextFile } from '../coprocessor/output/metadata.ts'
import { unitFiles } from '../coprocessor/output/unit-files.ts'
import { cHeader } from '../coprocessor/isa/header.ts'
import type { Parameters } from '../coprocessor/parameters.ts'
import { describeUnit, descriptionFile } from './elaborate/description.ts'
import { wrapperSources } from './elaborate/wrapper.ts'

/** Chipyard lays the files of all generators side by side: one file of the unit, with a name that says whose it is. */
const unitResource = '/vsrc/archnights_oracle_unit.v'
const linkResources = ['/vsrc/OracleLinkDPI.sv', '/csrc/oracle_link_dpi.cc'] as const

const own = (path: string): Promise<string> => readFile(new URL(path, import.meta.url), 'utf8')

/**
 * The whole folder, to be written as `generators/archnights` of a Chipyard checkout; names have `/`. The Scala that all versions of Rocket Chip share is taken from
 * the wrapper's sources as it is. The link leaves by DPI, so nothing outside the tile changes. The cacheable range of the parameters must lie in that Chipyard's memory.
 */
export async function chipyardFolder(p: Parameters): Promise<TextFile[]> {
  const { verilog } = unitFiles(p)
  const shared = (await wrapperSources()).filter(({ name }) => name.startsWith('unit/')).map(({ name, text }) => ({ name: name.slice('unit/'.length), text }))
  const scala = [...shared, { name: 'RocketVersion.scala', text: await own('./chipyard/RocketVersion.scala') }]
  const resources = [
    { name: unitResource, text: verilog.map((f) => f.text).join('\n') },
    ...await Promise.all(linkResources.map(async (name) => ({ name, text: await own(`./harness/${name.split('/').at(-1)!}`) }))),
    { name: `/archnights/${descriptionFile}`, text: describeUnit(p, { link: 'dpi', system: false, resources: { unit: [unitResource], link: linkResources } }).text },
  ]
  return [
    ...await Promise.all(['README.md', 'build.sbt'].map(async (name) => ({ name, text: await own(`./chipyard/${name}`) }))),
    { name: 'chipyard/OracleConfigs.scala', text: await own('./chipyard/OracleConfigs.scala') },
    ...scala.map(({ name, text }) => ({ name: `src/main/scala/archnights/${name}`, text })),
    ...resources.map(({ name, text }) => ({ name: `src/main/resources${name}`, text })),
    { name: 'software/oracle.h', text: cHeader(p) },
  ]
}
