// Owns: checks of the tree itself: nothing of one machine in it, one version, a first line in every source, and a lint rule that bites.
import { existsSync, readFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ESLint } from 'eslint'
import { describe, expect, test } from 'vitest'
import { version } from '../../rtl-gen/version.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const git = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' })
const files = git.status === 0 ? git.stdout.split('\0').filter((name) => name !== '' && existsSync(`${root}/${name}`)) : []
const text = (name: string) => readFileSync(`${root}/${name}`, 'utf8')

describe('the tree', () => {
  test('no machine paths, and lock files without download addresses', () => {
    for (const name of files) {
      if (name.endsWith('.history')) continue
      expect([name, text(name).includes(root)]).toEqual([name, false])
      if (name.endsWith('package-lock.json')) expect([name, text(name).includes('"resolved"')]).toEqual([name, false])
    }
  })

  test('every source says in its first line what it owns', () => {
    const sources = files.filter((name) => /^(?!test\/.*\.ts$).*\.(ts|js|mjs|scala|sv|cpp|c|h|S|ld)$/.test(name))
    expect(sources.length === 0 && files.length > 0).toBe(false)
    for (const name of sources) expect([name, /^(\/\/|\/\*|#) Owns: \S/.test(text(name).replace(/^#!.*\n/, ''))]).toEqual([name, true])
  })

  test('one version', () => {
    expect((JSON.parse(text('package.json')) as { version: string }).version).toBe(version)
    expect(text('CHANGELOG.md')).toContain(`## ${version}`)
  })

  test('the README names every dependency', () => {
    const { dependencies, devDependencies } = JSON.parse(text('package.json')) as Record<string, Record<string, string>>
    const readme = text('README.md')
    for (const name of Object.keys({ ...dependencies, ...devDependencies })) if (!name.startsWith('@types/')) expect([name, readme.includes(name)]).toEqual([name, true])
  })
})

describe('imports flow one way', () => {
  const eslint = new ESLint({
    cwd: root, ruleFilter: ({ ruleId }) => ruleId === 'no-restricted-imports', overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
  })
  const complaints = async (file: string, from: string) => {
    const [result] = await eslint.lintText(`import { x } from '${from}'\nexport const y = x\n`, { filePath: `${root}/${file}` })
    return result?.messages.filter((m) => m.ruleId === 'no-restricted-imports').length
  }

  test.each([
    ['rtl-gen/ir/print.ts', '../dsl/index.ts'],
    ['rtl-gen/backends/verilog/index.ts', '../../dsl/index.ts'],
    ['rtl-gen/passes/fold.ts', '../sim/index.ts'],
    ['rtl-gen/index.ts', '../coprocessor/index.ts'],
    ['coprocessor/parameters.ts', '../sim-harness/index.ts'],
    ['coprocessor/isa/header.ts', '../../cli/main.ts'],
    ['sim-harness/index.ts', '../cli/main.ts'],
    ['sim-harness/bridge/host.ts', '../../rtl-gen/index.ts'],
    ['sim-harness/bridge/host.ts', '../../coprocessor/parameters.ts'],
    ['sim-harness/bridge/host.ts', '../../coprocessor/isa/cause.ts'],
    ['sim-harness/bridge/host.ts', '../engines/engine.ts'],
    ['cli/main.ts', '../test/cli/command.ts'],
  ])('%s may not import %s', async (file, from) => expect(await complaints(file, from)).toBe(1))

  test.each([
    ['rtl-gen/dsl/elaborate.ts', '../ir/index.ts'],
    ['rtl-gen/backends/verilog/index.ts', '../../passes/fold.ts'],
    ['coprocessor/parameters.ts', '../rtl-gen/index.ts'],
    ['sim-harness/index.ts', '../coprocessor/index.ts'],
    ['sim-harness/bridge/host.ts', '../../coprocessor/link/codec.ts'],
    ['cli/main.ts', '../sim-harness/index.ts'],
  ])('%s may import %s', async (file, from) => expect(await complaints(file, from)).toBe(0))
})
