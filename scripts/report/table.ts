// Owns: a table of a report: what it says, under which conditions, as Markdown and as an object.

export type Cell = string | number | null
export interface Table {
  /** The name of its files, and of `npm run report -- NAME`. */
  readonly name: string
  readonly title: string
  /** What was measured and how; sentences. */
  readonly about: readonly string[]
  readonly parts: readonly TablePart[]
  /** What is stated of the figures. `npm run report` fails if one does not hold. */
  readonly bounds?: readonly Bound[]
  /** Figures beside it, as SVG text by file name. */
  readonly plots?: Readonly<Record<string, string>>
}
/** `says` with its number; `measured`: what stands against it. */
export interface Bound { readonly says: string; readonly measured: string; readonly holds: boolean }
export interface TablePart {
  readonly heading?: string
  readonly columns: readonly string[]
  /** null: not measured here. */
  readonly rows: readonly (readonly Cell[])[]
  /** What follows from it. */
  readonly notes?: readonly string[]
}

/** Three places where they say something; whole numbers with thin groups. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return '-'
  if (Number.isInteger(value) || Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en-US')
  return value.toLocaleString('en-US', { maximumSignificantDigits: 3 })
}

const cellText = (cell: Cell): string => (cell === null ? '-' : typeof cell === 'number' ? numberText(cell) : cell.replaceAll('|', '\\|'))

function partText({ heading, columns, rows, notes = [] }: TablePart): string[] {
  const right = columns.map((_, i) => rows.every((row) => typeof row[i] !== 'string'))
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [
    ...(heading === undefined ? [] : [`## ${heading}`, '']),
    line(columns), line(right.map((r) => (r ? '---:' : '---'))), ...rows.map((row) => line(row.map(cellText))), '',
    ...notes.flatMap((note) => [note, '']),
  ]
}

const boundsPart = (bounds: readonly Bound[]): TablePart => ({
  heading: 'What holds', columns: ['bound', 'measured', 'holds'], rows: bounds.map((b): Cell[] => [b.says, b.measured, b.holds ? 'yes' : 'NO']),
  notes: ['`npm run report` measures them again, and fails if one does not hold.'],
})

/** The page of a table. */
export const markdown = (t: Table): string => [
  `# ${t.title}`, '', `Made by \`npm run report -- ${t.name}\`. ${t.about.join(' ')}`, '',
  ...Object.keys(t.plots ?? {}).flatMap((file) => [`![${t.title}](${file})`, '']),
  ...[...t.parts, ...(t.bounds === undefined ? [] : [boundsPart(t.bounds)])].flatMap(partText),
].join('\n').replace(/\n+$/, '\n')

/** The same for programs: rows as objects by column. */
export const json = (t: Table): string => `${JSON.stringify({
  name: t.name, title: t.title, about: t.about, ...(t.bounds === undefined ? {} : { bounds: t.bounds }),
  parts: t.parts.map((p) => ({
    ...(p.heading === undefined ? {} : { heading: p.heading }), notes: p.notes ?? [],
    rows: p.rows.map((row) => Object.fromEntries(p.columns.map((column, i) => [column, row[i] ?? null]))),
  })),
}, null, 2)}\n`
