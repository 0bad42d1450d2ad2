// Owns: `npm run docs`: writes the reference pages from their tables, and the wave pictures of docs/integration.md from a simulation.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { referencePages } from '../coprocessor/isa/reference.ts'
import { portWaves, withWaves } from './port-waves.ts'

const folder = new URL('../docs/reference/', import.meta.url)
mkdirSync(folder, { recursive: true })
for (const [name, text] of Object.entries(referencePages())) {
  writeFileSync(new URL(name, folder), text)
  console.error(`docs/reference/${name}`)
}

const integration = new URL('../docs/integration.md', import.meta.url)
writeFileSync(integration, withWaves(readFileSync(integration, 'utf8'), await portWaves()))
console.error('docs/integration.md')
