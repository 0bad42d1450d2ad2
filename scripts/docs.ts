// Owns: `npm run docs`: writes the reference pages from their tables.
import { mkdirSync, writeFileSync } from 'node:fs'
import { referencePages } from '../coprocessor/isa/reference.ts'

const folder = new URL('../docs/reference/', import.meta.url)
mkdirSync(folder, { recursive: true })
for (const [name, text] of Object.entries(referencePages())) {
  writeFileSync(new URL(name, folder), text)
  console.error(`docs/reference/${name}`)
}
