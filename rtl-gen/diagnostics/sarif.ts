// Owns: findings as SARIF 2.1.0, the form in which code hosts and editors take the results of checkers.
import { isAbsolute } from 'node:path'
import { pathToFileURL } from 'node:url'
import { version } from '../version.ts'
import { codes, levelOf } from './codes.ts'
import type { Diagnostic, Note } from './diagnostic.ts'
import { shownFile } from './shown-file.ts'

export interface SarifOptions {
  /** The codes that do not stand in rtl-gen's own table, with their words. */
  readonly rules?: Readonly<Record<string, { readonly title: string; readonly text: string; readonly example?: string }>>
}

/** A file below the current folder, which SARIF calls the root of the sources, or one elsewhere by its whole address. */
const artifact = (file: string) => (isAbsolute(file) ? { uri: pathToFileURL(file).href } : { uri: file.split('/').map(encodeURIComponent).join('/'), uriBaseId: 'SRCROOT' })

/** A position, and what stands there. */
const location = ({ place, text }: Note, id?: number) => ({
  ...(id === undefined ? {} : { id }),
  physicalLocation: {
    artifactLocation: artifact(shownFile(place)),
    region: { startLine: place.line, startColumn: place.column },
  },
  message: { text },
})

/** Text for people, and the same for viewers of Markdown with the example as code. */
function rule(id: string, entry: { readonly title: string; readonly text: string; readonly example?: string } | undefined) {
  if (entry === undefined) return { id }
  const example = entry.example ?? ''
  return {
    id, shortDescription: { text: entry.title }, fullDescription: { text: entry.text },
    help: { text: [entry.text, ...(example === '' ? [] : ['', example])].join('\n'), markdown: [entry.text, ...(example === '' ? [] : ['', '```ts', example, '```'])].join('\n') },
    defaultConfiguration: { level: levelOf(id) },
  }
}

/**
 * Findings as a SARIF 2.1.0 log with one run. Each result has the code as its rule, where it happened as its location, and the other
 * places as related ones, in the order in which they are printed. Rules carry what `explain` says. No findings: a run without results.
 *
 *     writeFileSync('findings.sarif', JSON.stringify(toSarif(findings(elaborate(counter)))))
 */
export function toSarif(all: readonly Diagnostic[], options: SarifOptions = {}): object {
  const ids = [...new Set(all.map(d => d.code))].sort()
  const entry = (id: string) => (Object.hasOwn(codes, id) ? codes[id] : options.rules !== undefined && Object.hasOwn(options.rules, id) ? options.rules[id] : undefined)
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{
      tool: { driver: { name: 'archnights', version, rules: ids.map(id => rule(id, entry(id))) } },
      originalUriBaseIds: { SRCROOT: { description: { text: 'the folder in which the command ran' } } },
      columnKind: 'utf16CodeUnits',
      results: all.map(d => {
        const [first, ...others] = d.notes.filter(n => n.place.file !== '')
        return {
          ruleId: d.code, ruleIndex: ids.indexOf(d.code), level: levelOf(d.code),
          message: { text: `${d.message}\n${d.help}` },
          locations: first === undefined ? [] : [location(first)],
          ...(others.length === 0 ? {} : { relatedLocations: others.map((n, i) => location(n, i + 1)) }),
        }
      }),
    }],
  }
}
