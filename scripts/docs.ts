// Owns: `npm run docs`: writes the list of the instruction files, the reference pages from their tables, the wave pictures of docs/integration.md from a simulation, and the files that the guide shows.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { withFiles } from './included-files.ts'
import { writeInstructionList } from './instruction-list.ts'

// First the list: what is loaded below reads every instruction, and a file may have gone or come.
writeInstructionList()
console.error('coprocessor/isa/instruction-list.ts')
const { referencePages } = await import('../coprocessor/isa/reference.ts')
const { microcodePage } = await import('../coprocessor/output/microcode-page.ts')
const { languagePages } = await import('./language-reference.ts')
const { oraclesPage } = await import('../sim-harness/bridge/oracles/settings-page.ts')
const { portWaves, withWaves } = await import('./port-waves.ts')

const folder = new URL('../docs/reference/', import.meta.url)
mkdirSync(folder, { recursive: true })
for (const [name, text] of Object.entries({ ...referencePages(), 'microcode.md': microcodePage(), 'oracles.md': oraclesPage(), ...languagePages() })) {
  writeFileSync(new URL(name, folder), text)
  console.error(`docs/reference/${name}`)
}

const integration = new URL('../docs/integration.md', import.meta.url)
writeFileSync(integration, withWaves(readFileSync(integration, 'utf8'), await portWaves()))
console.error('docs/integration.md')

const root = new URL('../', import.meta.url)
for (const name of ['guide/language', 'how-to'].flatMap((at) => readdirSync(new URL(`docs/${at}/`, root)).map((file) => `docs/${at}/${file}`)).filter((file) => file.endsWith('.md'))) {
  const page = readFileSync(new URL(name, root), 'utf8'), filled = withFiles(page, (path) => readFileSync(new URL(path, root), 'utf8'))
  if (filled === page) continue
  writeFileSync(new URL(name, root), filled)
  console.error(name)
}
