import { readFileSync } from 'node:fs'
import { describe, it } from 'vitest'
import { runCase, type CaseFile } from './servers/run-case.ts'

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../cases/bridge/${name}`, import.meta.url), 'utf8')) as CaseFile

/** Some wrong bridges never return. */
const hardLimitMs = 10_000

for (const name of ['cases.json', 'own-cases.json']) {
  const file = read(name)
  describe(name, () => {
    for (const c of file.cases) it(`${c.id}: ${c.lesson}`, () => runCase(c, file), hardLimitMs)
  })
}
