// Owns: everything that can be written about a design, as files of text.
import { blockDiagram } from '../backends/diagram/index.ts'
import { emitFirrtl, firrtlMemoryFiles } from '../backends/firrtl/index.ts'
import { sourceMapText } from '../backends/source-map/index.ts'
import { emitVerilog } from '../backends/verilog/index.ts'
import { costCard, formatCostCard } from '../cost/index.ts'
import type { Design } from '../ir/index.ts'
import { check } from '../passes/pipeline.ts'
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
}

/**
 * The files of a design, by kinds. It is checked first. The same design gives the same bytes.
 *
 *     for (const { name, text } of designFiles(elaborate(counter), { only: ['verilog', 'source-map'] })) writeFileSync(name, text)
 *
 * @throws DiagnosticError with all that is found
 */
export function designFiles(design: Design, options: ArtifactOptions = {}): TextFile[] {
  check(design)
  const { top } = design
  const verilog = emitVerilog(design)
  const texts = verilog.map(({ file, text }): TextFile => ({ name: file, text }))
  const makers: Record<Exclude<ArtifactKind, 'metadata'>, () => TextFile[]> = {
    'verilog': () => [...texts, list(`${top}.f`, texts)],
    'source-map': () => verilog.map(file => ({ name: `${file.file}.map`, text: sourceMapText(file, options.sourceRoot === undefined ? {} : { sourceRoot: options.sourceRoot }) })),
    'firrtl': () => [{ name: `fir/${top}.fir`, text: emitFirrtl(design) }, ...firrtlMemoryFiles(design).map(f => ({ name: `fir/${f.file}`, text: f.text }))],
    'diagram': () => [{ name: `${top}.svg`, text: blockDiagram(design) }],
    'cost': () => costFiles(design),
  }
  const wanted = (kind: ArtifactKind) => options.only === undefined || options.only.includes(kind)
  const files = (Object.keys(makers) as (keyof typeof makers)[]).filter(wanted).flatMap(kind => makers[kind]())
  if (!wanted('metadata')) return files
  const metadata = designMetadata(design, wanted('verilog') ? texts : [], files.map(f => f.name))
  return [...files, { name: `${top}.json`, text: `${JSON.stringify(metadata, null, 2)}\n` }]
}

function costFiles(design: Design): TextFile[] {
  const card = costCard(design)
  return [{ name: `${design.top}.cost.txt`, text: `${formatCostCard(card)}\n` }, { name: `${design.top}.cost.json`, text: `${JSON.stringify(card, null, 2)}\n` }]
}

/** A file that names others, one a line: what tools take with `-f`. */
const list = (name: string, files: readonly TextFile[]): TextFile => ({ name, text: files.map(f => `${f.name}\n`).join('') })
