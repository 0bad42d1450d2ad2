// Owns: that source places are exact, and the same under vitest and under plain node.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { counter } from '../../../examples/language/counter.ts'
import { segmentChecker } from '../../../examples/language/segment-checker.ts'
import { elaborate } from '../../../rtl-gen/dsl/index.ts'
import type { Place } from '../../../rtl-gen/ir/index.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Every place in a design, in order, as file:line. */
function linesIn(v: unknown, seen: string[] = [], done = new Set<unknown>()): string[] {
  if (typeof v !== 'object' || v === null || done.has(v)) return seen
  done.add(v)
  const p = v as Partial<Place>
  if (typeof p.line === 'number' && typeof p.column === 'number') seen.push(`${p.file}:${p.line}`)
  else for (const x of Object.values(v)) linesIn(x, seen, done)
  return seen
}

it('a declaration and a rule know their line and column', () => {
  const [m] = elaborate(counter).modules
  const text = readFileSync(`${root}examples/language/counter.ts`, 'utf8').split('\n')
  const register = m!.kind === 'module' ? m!.registers[0]! : undefined
  expect(register!.at.file).toBe('examples/language/counter.ts')
  expect(text[register!.at.line - 1]).toContain('value: register(uint(8), 0)')
  const rule = m!.kind === 'module' ? m!.body.find(s => s.kind === 'if')! : undefined
  expect(text[rule!.at.line - 1]).toContain('when(enable')
})

it('the lines are the same under vitest and under node', () => {
  const script = `
    import { elaborate } from './rtl-gen/dsl/index.ts'
    import { segmentChecker } from './examples/language/segment-checker.ts'
    ${linesIn.toString()}
    console.log(JSON.stringify(linesIn(elaborate(segmentChecker))))`
  const out = execFileSync(process.execPath, ['--import', 'ts-blank-space/register', '--input-type=module', '-e', script], { cwd: root, encoding: 'utf8' })
  const here = linesIn(elaborate(segmentChecker))
  expect(here.length).toBeGreaterThan(40)
  expect(JSON.parse(out)).toEqual(here)
})

it('what was built into dist is named by its source, relative to its own package', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'place-'))
  try {
    mkdirSync(join(folder, 'dist/unit'), { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(folder, 'dist/unit/x.js'), `import { bit, input } from ${JSON.stringify(new URL('../../../rtl-gen/dsl/index.ts', import.meta.url).href)}\n\nexport const x = input(bit)\n`)
    const { x } = await import(pathToFileURL(join(folder, 'dist/unit/x.js')).href) as { x: { at: Place } }
    expect([x.at.file, x.at.line, x.at.column]).toEqual(['unit/x.ts', 3, 18])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
