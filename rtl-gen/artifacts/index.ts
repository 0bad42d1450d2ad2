// Owns: everything that can be written about a design, as files of text.
import { blockDiagram } from '../backends/diagram/index.ts'
import { emitFirrtl, firrtlMemoryFiles } from '../backends/firrtl/index.ts'
import { sourceMapText } from '../backends/source-map/index.ts'
import { emitSystemVerilog } from '../backends/systemverilog/index.ts'
import { emitVerilog } from '../backends/verilog/index.ts'
import type { VerilogFile } from '../backends/verilog/index.ts'
import { costCard, formatCostCard } from '../cost/index.ts'
import type { Design } from '../ir/index.ts'
import { check } from '../passes/pipeline.ts'
import { artifactKinds } from './kinds.ts'
import type { ArtifactKind } from './kinds.ts'
import { designMetadata } from './metadata.ts'
import type { TextFile } from './metadata.ts'

export { artifactKinds } from './kinds.ts'
export type { ArtifactKind } from './kinds.ts'
export { designMetadata, emittedPorts, sourceHash } from './metadata.ts'
export type { BlackBoxMetadata, DesignMetadata, DomainMetadata, PortMetadata, TextFile } from './metadata.ts'

export interface ArtifactOptions {
  /** Which kinds; all unless said otherwise. */
  readonly only?: readonly ArtifactKind[]
  /** From the folder of the Verilog to that of package.json, for source maps. */
  readonly sourceRoot?: string
  /** What `emitVerilog` has given for this design, if that is at hand. */
  readonly verilog?: readonly VerilogFile[]
}

/**
 * The files of a design, by kinds (`artifactKinds` says which there are). It is checked first. The same design gives the same bytes.
 *
 *     for (const { name, text } of designFiles(elaborate(counter), { only: ['verilog', 'source-map'] })) writeFileSync(name, text)
 *
 * @throws DiagnosticError with all that is found
 */
export function designFiles(design: Design, options: ArtifactOptions = {}): TextFile[] {
  check(design)
  const { top } = design
  const wanted = (kind: ArtifactKind): boolean => options.only === undefined || options.only.includes(kind)
  const verilog = options.verilog ?? (wanted('verilog') || wanted('source-map') || wanted('metadata') ? emitVerilog(design) : [])
  const system = wanted('systemverilog') ? emitSystemVerilog(design) : []
  const makers: Record<Exclude<ArtifactKind, 'metadata'>, () => TextFile[]> = {
    'verilog': () => withList(top, '', verilog),
    'systemverilog': () => withList(top, 'sv/', system),
    'firrtl': () => [{ name: `fir/${top}.fir`, text: emitFirrtl(design) }, ...firrtlMemoryFiles(design).map(f => ({ name: `fir/${f.file}`, text: f.text }))],
    'source-map': () => [...maps('', verilog, options.sourceRoot), ...maps('sv/', system, options.sourceRoot === undefined ? undefined : `../${options.sourceRoot}`)],
    'diagram': () => [{ name: `${top}.svg`, text: blockDiagram(design) }],
    'cost': () => costFiles(design),
  }
  const files = (Object.keys(makers) as (keyof typeof makers)[]).filter(wanted).flatMap(kind => makers[kind]())
  if (!wanted('metadata')) return files
  const metadata = designMetadata(design, textsOf('', verilog), wanted('verilog'), files.map(f => f.name))
  return [...files, { name: `${top}.json`, text: `${JSON.stringify(metadata, null, 2)}\n` }]
}

/** The names of all kinds, in the order in which they are written. */
export const artifactNames = Object.keys(artifactKinds) as readonly ArtifactKind[]

const textsOf = (folder: string, files: readonly VerilogFile[]): TextFile[] => files.map(({ file, text }) => ({ name: folder + file, text }))

/** The files and a list of them, one a line, which tools take with `-f` in that folder. */
const withList = (top: string, folder: string, files: readonly VerilogFile[]): TextFile[] => [...textsOf(folder, files), { name: `${folder}${top}.f`, text: files.map(f => `${f.file}\n`).join('') }]

const maps = (folder: string, files: readonly VerilogFile[], sourceRoot: string | undefined): TextFile[] =>
  files.map(file => ({ name: `${folder}${file.file}.map`, text: sourceMapText(file, sourceRoot === undefined ? {} : { sourceRoot }) }))

function costFiles(design: Design): TextFile[] {
  const card = costCard(design)
  return [{ name: `${design.top}.cost.txt`, text: `${formatCostCard(card)}\n` }, { name: `${design.top}.cost.json`, text: `${JSON.stringify(card, null, 2)}\n` }]
}
