// Owns: the lint rule against every form in which JavaScript could test or combine a signal.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ESLint } from 'eslint'
import tseslint from 'typescript-eslint'
import { describe, expect, it } from 'vitest'
import plugin from '../../../rtl-gen/lint/eslint-plugin.js'

const file = fileURLToPath(new URL('./forms.ts', import.meta.url))
const root = fileURLToPath(new URL('../../..', import.meta.url))

async function findings(): Promise<Map<number, string>> {
  const eslint = new ESLint({
    cwd: root,
    overrideConfigFile: true,
    overrideConfig: [{
      files: ['**/*.ts'],
      languageOptions: { parser: tseslint.parser as never, parserOptions: { projectService: true, tsconfigRootDir: root } },
      plugins: { 'rtl-gen': plugin as never },
      rules: { 'rtl-gen/no-signal-truthiness': 'error' },
    }],
  })
  const [result] = await eslint.lintFiles([file])
  return new Map(result!.messages.filter(m => m.ruleId === 'rtl-gen/no-signal-truthiness' || m.fatal).map(m => [m.line, m.message]))
}

describe('no-signal-truthiness', async () => {
  const found = await findings()
  const wanted = readFileSync(file, 'utf8').split('\n').flatMap((l, i) => { const m = /\/\/ finds (.*)$/.exec(l); return m ? [[i + 1, m[1]!] as const] : [] })
  it('knows at least the 16 forms', () => expect(wanted.length).toBeGreaterThanOrEqual(16))
  it.each(wanted)('line %i: %s', (line, what) => expect(found.get(line)?.split(' tests ')[0]!.split(' runs ')[0]).toBe(what))
  it('finds nothing else', () => expect([...found.keys()]).toEqual(wanted.map(([l]) => l)))
})
