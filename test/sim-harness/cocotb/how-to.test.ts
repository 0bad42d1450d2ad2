// Owns: that docs/how-to/cocotb.md can be followed as it is written: its files are saved, its commands run. Only what it installs is there already.
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { pythonEnvironment } from '../../../scripts/setup/python-packages.mjs'
import { missingForCocotb, skippedFor } from '../../support/cocotb.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url)), folder = temporaryFolder()
const page = readFileSync(join(root, 'docs/how-to/cocotb.md'), 'utf8')
const command = `${process.execPath} ${join(root, 'bin', 'archnights.js')}`
const missing = missingForCocotb('icarus', 'verilator')

/** The blocks in their order: a file to save, or lines to run. */
const blocks = [...page.matchAll(/```(\w+)(?: (\S+))?\n([\s\S]*?)```/g)].map(([, kind, name, text = '']) => ({ kind, name, text }))
/** The set-up has done it; that the versions are the same is looked at. */
const installs = /^(?:python3 -m venv|venv\/bin\/pip install)\b/

test.skipIf(missing.length > 0)(`the how-to can be followed${skippedFor(missing)}`, { timeout: 600_000 }, async () => {
  symlinkSync(pythonEnvironment.folder, join(folder, 'venv'))
  const locked = readFileSync(join(root, 'scripts/setup/python/cocotb.txt'), 'utf8')
  let ran = 0
  for (const { kind, name, text } of blocks) {
    if (name !== undefined) writeFileSync(join(folder, name), text)
    if (kind !== 'sh') continue
    for (const line of text.trim().split('\n')) {
      if (installs.test(line)) {
        for (const [pinned] of line.matchAll(/\S+==\S+/g)) expect(locked).toContain(`${pinned} --hash`)
        continue
      }
      const { exitCode, all } = await execa('bash', ['-c', line.replace('npx archnights', command)], {
        cwd: folder, all: true, reject: false, stdin: 'ignore', env: { ARCHNIGHTS: command, PYTHONPATH: join(folder, 'unit', 'cocotb'), PYTHONDONTWRITEBYTECODE: '1' },
      })
      expect([line, exitCode, exitCode === 0 ? '' : all]).toEqual([line, 0, ''])
      if (line.includes('archnights_cocotb') || line.endsWith('make')) expect([line, all]).toEqual([line, expect.stringMatching(/TESTS=1 PASS=1 FAIL=0/) as string])
      ran++
    }
  }
  expect(ran).toBe(8)
  expect(existsSync(join(folder, 'oracle_unit.fst'))).toBe(true)
})

test('the faults that the page lists are those that are planted', () => {
  const tests = readFileSync(new URL('planted-faults.test.ts', import.meta.url), 'utf8')
  const planted = [...tests.matchAll(/\{ what: '([^']*)'.*?found: \[([^\]]*)\]/g)].map(([, what, found = '']) => [what, [...found.matchAll(/\.(\w+)'/g)].map(([, name]) => `\`${name}\``).join(', ')])
  const listed = page.slice(page.indexOf('| the unit with this fault')).split('\n').slice(2).filter((line) => line.startsWith('|')).map((line) => line.split('|').slice(1, 3).map((cell) => cell.trim()))
  expect(listed).toEqual(planted)
  expect(planted.length).toBeGreaterThan(4)
})
