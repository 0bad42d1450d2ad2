// Owns: the source map beside an emitted file: for each of its lines the place in the TypeScript that it comes from.
import type { Place } from '../../ir/index.ts'
import { vlq } from './vlq.ts'

/** A text file with places: what `emitVerilog` and its like give. `places` holds one for each line, undefined for a line of no one's. */
export interface PlacedText { readonly file: string; readonly text: string; readonly places: readonly (Place | undefined)[] }

export interface SourceMapOptions {
  /**
   * The way from the map's folder to the folder that places are relative to (the nearest package.json), with `/`: `../..`.
   * Tools join it with the names of the sources. Left out: the names stand as they are in places.
   */
  readonly sourceRoot?: string
}

/** The parts of a source map of version 3, in the order in which they are written. */
export interface SourceMap {
  readonly version: 3; readonly file: string; readonly sourceRoot?: string
  /** Names of TypeScript files as relative URLs, sorted, each once. */
  readonly sources: readonly string[]
  readonly names: readonly string[]
  /** Lines by `;`; a line that comes from nowhere is empty. */
  readonly mappings: string
}

/**
 * The source map (version 3) of an emitted file. Each line that holds anything has one segment, from its first column: a line without
 * a place of its own (`end`, a directive) belongs to what stands before it, at the top of the file to the first line that has one.
 * The same file gives the same map; the file itself does not name it.
 *
 *     const [file] = emitVerilog(elaborate(counter))
 *     writeFileSync(`${file.file}.map`, sourceMapText(file))
 */
export function sourceMap({ file, text, places }: PlacedText, options: SourceMapOptions = {}): SourceMap {
  const lines = text.split('\n').slice(0, -1)
  const own = lines.map((_, i) => real(places[i]))
  let before = own.find(p => p !== undefined)
  const all = lines.map((line, i) => (line.trim() === '' ? undefined : before = own[i] ?? before))
  const sources = [...new Set(all.flatMap(p => (p === undefined ? [] : [p.file])))].sort()
  const numbers = new Map(sources.map((name, i) => [name, i]))
  let last = { source: 0, line: 0, column: 0 }
  const mappings = all.map(p => {
    if (p === undefined) return ''
    const next = { source: numbers.get(p.file)!, line: p.line - 1, column: p.column - 1 }
    const segment = vlq(0) + vlq(next.source - last.source) + vlq(next.line - last.line) + vlq(next.column - last.column)
    last = next
    return segment
  }).join(';')
  return { version: 3, file, ...(options.sourceRoot === undefined ? {} : { sourceRoot: options.sourceRoot }), sources: sources.map(asUrl), names: [], mappings }
}

const real = (p: Place | undefined): Place | undefined => (p === undefined || p.file === '' ? undefined : p)

/** Names of sources are relative URLs: what would end a path or not stand in one is escaped, the rest stays readable. */
const asUrl = (file: string): string => file.replace(/[%?#\\\u0000-\u0020\u007f]/g, c => encodeURIComponent(c))

/** The map as the text of `FILE.map`: JSON on one line. */
export const sourceMapText = (file: PlacedText, options: SourceMapOptions = {}): string => `${JSON.stringify(sourceMap(file, options))}\n`
