// Owns: checks of the documentation: pictures are those of the present unit, links lead somewhere, the commands that it shows exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { languagePages } from '../../scripts/language-reference.ts'
import { portWaves, withWaves } from '../../scripts/port-waves.ts'
import { archnights } from '../cli/command.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const pages = ['README.md', 'examples/shell-agent/README.md', 'examples/rocket/README.md', 'rocket-config/chipyard/README.md', ...readdirSync(join(root, 'docs'), { recursive: true }).map(String).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`)]
const text = (page: string) => readFileSync(join(root, page), 'utf8')

describe('documentation', () => {
  test('the wave pictures are those of the present unit (npm run docs draws them)', async () => {
    const waves = await portWaves()
    const page = text('docs/integration.md')
    expect(withWaves(page, waves)).toBe(page)
    for (const name of Object.keys(waves)) expect(page).toContain(`<!-- wave ${name} -->`)
  })

  test('the reference of the language is that of the present sources (npm run docs writes it)', () => {
    for (const [name, page] of Object.entries(languagePages())) expect(text(`docs/reference/${name}`)).toBe(page)
  })

  test.each(pages)('the links of %s lead to files', (page) => {
    for (const [, target = ''] of text(page).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
      if (/^https?:/.test(target)) continue
      expect([target, existsSync(join(root, dirname(page), target))]).toEqual([target, true])
    }
  })

  test('every option of a command that is shown exists', async () => {
    const shown = pages.flatMap((page) => [...text(page).replaceAll('\\\n', ' ').matchAll(/archnights (rocket [a-z]+|emit|run|explain|doctor|setup)\b([^\n`|#]*)/g)])
    expect(shown.length).toBeGreaterThan(5)
    for (const [, command = '', rest = ''] of shown) {
      const { code, stdout } = await archnights(...command.split(' '), '--help')
      expect([command, code]).toEqual([command, 0])
      for (const [option] of rest.matchAll(/--[a-z]+/g)) expect([command, option, stdout.includes(option)]).toEqual([command, option, true])
    }
  })

  test('every script that is shown exists', () => {
    const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> }
    for (const page of pages) for (const [, name = ''] of text(page).matchAll(/npm run ([a-z]+)/g)) expect([page, name, name in scripts]).toEqual([page, name, true])
  })
})
