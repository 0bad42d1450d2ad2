// Owns: `npm run report`: the measurements of this project as tables, Markdown and JSON, made anew by one command.
//   npm run report -- [--out DIR] [--help] [TABLE ...]      without a name all tables
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { RocketError } from '../rocket-config/errors.ts'
import { HarnessError } from '../sim-harness/errors.ts'
import { tables, type TableName } from './report/tables.ts'
import { json, markdown, type Table } from './report/table.ts'

const say = (text: string): void => { process.stderr.write(`${text}\n`) }
const place = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const help = `npm run report -- [--out DIR] [TABLE ...]

Measures, and writes a page and a JSON file for each table; the pages of tables that are not named stay. Ends with exit code 1 if a bound that a page states does not hold.

  --out DIR   where they go (docs/reference/measurements)
  --help      this text

Tables (all, if none is named):
${tables.map((t) => `  ${t.name.padEnd(11)} ${t.says} (${t.takes})`).join('\n')}

What takes minutes is kept in .cache/report by the content of what it was made from.
`

async function report(names: readonly TableName[], out: string): Promise<void> {
  await mkdir(out, { recursive: true })
  for (const { name, make } of tables.filter((t) => names.includes(t.name))) {
    const from = Date.now()
    say(`${name}:`)
    const table: Table = await make({ cacheDir: place('../.cache/report'), say: (text) => say(`  ${text}`) })
    await writeFile(join(out, `${name}.md`), markdown(table))
    await writeFile(join(out, `${name}.json`), json(table))
    for (const [file, svg] of Object.entries(table.plots ?? {})) await writeFile(join(out, file), svg)
    for (const { says, measured } of (table.bounds ?? []).filter((b) => !b.holds)) {
      say(`  it does not hold: ${says}; measured ${measured}`)
      process.exitCode = 1
    }
    say(`  ${join(out, `${name}.md`)}, ${Math.round((Date.now() - from) / 1000)} s`)
  }
}

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { out: { type: 'string', default: place('../docs/reference/measurements') }, help: { type: 'boolean', default: false } } })
  const unknown = positionals.filter((n) => !tables.some((t) => t.name === n))
  if (values.help) process.stdout.write(help)
  else if (unknown.length > 0) {
    say(`error: no table ${unknown.join(', ')}; there are ${tables.map((t) => t.name).join(', ')}`)
    process.exitCode = 2
  } else await report(positionals.length > 0 ? positionals as TableName[] : tables.map((t) => t.name), values.out)
} catch (error) {
  if (!(error instanceof HarnessError || error instanceof RocketError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS'))) throw error
  const { code, message, help: remedy, exitCode } = error as Partial<HarnessError> & Error
  say(`error ${code ?? ''}: ${message}${remedy === undefined ? '' : `\n  help: ${remedy}`}`)
  process.exitCode = exitCode ?? 2
}
