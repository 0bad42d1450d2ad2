// Owns: checks of loading a designer's own file: the module, the places, and each way in which it can go wrong, said of the user's file and line.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { CliError, failureOf } from '../../cli/failure.ts'
import { loadModule, splitSpec } from '../../cli/load-module.ts'
import { ownLine } from '../../cli/user-code/load-failure.ts'
import { DiagnosticError, shownPlace } from '../../rtl-gen/diagnostics/index.ts'
import { elaborate } from '../../rtl-gen/dsl/index.ts'
import { temporaryFolder } from '../sim-harness/temporary-folder.ts'
import { archnightsProcess } from './command.ts'
import { shownPath } from '../support/shown-path.ts'

const folder = temporaryFolder()
const root = fileURLToPath(new URL('../..', import.meta.url))

const counter = `import { bit, input, module, output, register, uint } from 'archnights/rtl-gen'
import type { Bit } from 'archnights/rtl-gen'
export const counter = module('counter', { enable: input(bit), count: output(uint(8)), value: register(uint(8), 0) },
  ({ enable, value }, { assign, when }) => [assign({ count: value }), when(enable, { value: value.add(1) })])
export const same = (x: Bit): Bit => x
`
const files: Record<string, string> = {
  'package.json': '{ "name": "mine", "type": "commonjs" }',
  'src/counter.ts': counter,
  'a#b.ts': counter,
  'space and é.ts': counter,
  'js.ts': `export { counter } from './src/counter.js'\n`,
  'twice.ts': `export { counter, counter as default } from './src/counter.ts'\n`,
  'several.ts': `import { counter } from './src/counter.ts'\nexport { counter }\nexport const other = { ...counter }\n`,
  'function.ts': 'export const fifo = (name: string) => name\n',
  'none.ts': 'export const depth = 4\n',
  'syntax.ts': 'const a: number = 1\nexport const = 5\n',
  'syntax.mjs': 'export const x = 1\nx = = 3\n',
  'enum.ts': 'const a: number = 5\n\n  enum State { idle, busy }\nexport { a, State }\n',
  'property.ts': 'export class A { constructor(private readonly a: number) {} }\n',
  'throws.ts': 'const words: any = undefined\n\nexport const x = words.map((w: number) => w)\n',
  'thrown.mjs': 'throw 5\n',
  'deep.ts': `import './throws.ts'\n`,
  'deep-syntax.ts': `import './syntax.ts'\n`,
  'ending.ts': `// first\nimport { q } from './src/counter'\nexport const y = q\n`,
  'gone.ts': `import { q } from './gone-too.ts'\nexport const y = q\n`,
  'package.ts': `import { q } from 'no-such-package'\nexport const y = q\n`,
  'type.ts': `// first\nimport { Bit } from 'archnights/rtl-gen'\nexport const y: Bit = 1 as never\n`,
  'finding.ts': `import { bit, input, module } from 'archnights/rtl-gen'\n\nexport const m = module('m', { i: bit } as never, () => [] as never); void input\n`,
  'self.ts': `import { instance, module } from 'archnights/rtl-gen'\n\nexport const self: any = module('self', { f: instance(self) }, (() => []) as never)\n`,
  'getter.ts': `import { instance, module } from 'archnights/rtl-gen'\n\nexport const self: any = module('self', { get f() { return instance(self) } }, (() => []) as never)\n`,
  'tree.ts': `import { instance, module } from 'archnights/rtl-gen'\nconst tree = (n: number): any => module('tree' + n, { f: instance(tree(n + 1)) }, (() => []) as never)\n\nexport const top = tree(0)\n`,
  'text.txt': 'counter',
}
beforeAll(() => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
})
const at = (spec: string) => join(folder, spec)
/** The failure of a load, without the folder. */
async function failure(spec: string): Promise<{ code: string; message: string; help: string }> {
  const error: unknown = await loadModule(at(spec)).then(() => undefined, (e: unknown) => e)
  if (!(error instanceof CliError)) throw error ?? new Error('nothing went wrong')
  // A folder below this one is named by the shorter way.
  const plain = (text: string) => [folder, relative(process.cwd(), folder)].reduce((t, prefix) => t.replaceAll(`${prefix}/`, ''), text)
  return { code: error.code, message: plain(error.message), help: plain(error.help) }
}

describe('a module', () => {
  test.each(['src/counter.ts', 'src/counter.ts#counter', 'js.ts', 'twice.ts', 'twice.ts#default', 'a#b.ts', 'a#b.ts#counter', 'space and é.ts'])('%s', async (spec) => {
    const made = await loadModule(at(spec))
    const [m] = elaborate(made).modules
    expect(m!.name).toBe('counter')
    // The register stands in line 3 of the file, where the types that were blanked out have left it.
    const register = m!.kind === 'module' ? m!.registers[0]!.at : undefined
    expect([register!.line, register!.column]).toEqual([3, counter.split('\n')[2]!.indexOf('register(') + 1])
  })

  test('places are relative to the package that the file lies in', async () => {
    const [m] = elaborate(await loadModule(at('src/counter.ts'))).modules
    expect(m!.at.file).toBe('src/counter.ts')
  })

  test('it is made by the library that runs, and a file of this repository by the same', async () => {
    const example = await loadModule(join(root, 'examples/language/counter.ts'))
    expect(elaborate(example).top).toBe('counter')
    expect((await import('../../examples/language/counter.ts')).counter).toBe(example)
  })
})

describe('what can be wrong', () => {
  test.each([
    ['gone/x.ts', 'CLI2005', /^cannot read gone\/x\.ts: it is not there$/, /FILE#export/],
    ['src', 'CLI2005', /it is no file/, /FILE#export/],
    ['text.txt', 'CLI2024', /^text\.txt is no file that a module can be loaded from$/, /\.ts, \.mts, \.js or \.mjs/],
    ['src/counter.ts#count', 'CLI2020', /exports no `count`$/, /the modules of src\/counter\.ts are #counter$/],
    ['src/counter.ts#__proto__', 'CLI2020', /exports no `__proto__`$/, /#counter/],
    ['none.ts', 'CLI2020', /^none\.ts exports no module$/, /the exports are depth$/],
    ['several.ts', 'CLI2021', /^several\.ts exports 2 modules: counter, other$/, /^say which: several\.ts#counter$/],
    ['src/counter.ts#same', 'CLI2022', /`same` of src\/counter\.ts is a function, not a module$/, /export const made = same\('made', uint\(8\)\)$/],
    ['function.ts', 'CLI2022', /^function\.ts exports no module, only functions: fifo$/, /export const made = fifo\('made', uint\(8\)\)$/],
    ['none.ts#depth', 'CLI2022', /`depth` of none\.ts is not a module$/, /module\('counter'/],
    ['throws.ts', 'CLI2023', /^throws\.ts:3:24: TypeError: Cannot read properties of undefined \(reading 'map'\)$/, /correct it there/],
    ['self.ts', 'CLI2023', /^self\.ts:3:55: ReferenceError: Cannot access 'self' before initialization$/, /make `self` above the line that wants it; a module cannot contain itself/],
    ['deep.ts', 'CLI2023', /^throws\.ts:3:24: /, /correct it there/],
    ['thrown.mjs', 'CLI2023', /a thrown number: 5$/, /correct it there/],
    ['syntax.ts', 'CLI2024', /^syntax\.ts:2:14: Variable declaration expected\.$/, /correct it/],
    ['deep-syntax.ts', 'CLI2024', /^syntax\.ts:2:14: /, /correct it/],
    ['syntax.mjs', 'CLI2024', /^syntax\.mjs:2:5: Expression expected\.$/, /correct it/],
    ['enum.ts', 'CLI2024', /^enum\.ts:3:3: `enum State \{ idle, busy \}` is not only a type/, /without `enum`/],
    ['property.ts', 'CLI2024', /^property\.ts:1:30: /, /parameter properties/],
    ['ending.ts', 'CLI2025', /^ending\.ts:2:19: cannot find `\.\/src\/counter`$/, /write the ending too: '\.\/src\/counter\.ts'$/],
    ['gone.ts', 'CLI2025', /^gone\.ts:1:19: cannot find `\.\/gone-too\.ts`$/, /no such file/],
    ['package.ts', 'CLI2025', /^package\.ts:1:19: cannot find `no-such-package`$/, /install the package/],
    ['type.ts', 'CLI2025', /^type\.ts:2: `archnights\/rtl-gen` exports no `Bit`$/, /import type \{ Bit \}/],
  ])('%s: %s', async (spec, code, message, help) => {
    expect(await failure(spec)).toEqual({ code, message: expect.stringMatching(message) as string, help: expect.stringMatching(help) as string })
  })

  test.each<[spec: string, message: string, places: readonly string[]]>([
    ['throws.ts', "TypeError: Cannot read properties of undefined (reading 'map')", ['throws.ts:3:24 thrown here']],
    ['deep.ts', "TypeError: Cannot read properties of undefined (reading 'map')", ['throws.ts:3:24 thrown here', 'deep.ts:1:1 the file that was named: it leads there']],
    ['thrown.mjs', 'a thrown number: 5', ['thrown.mjs:1:1 the file']],
    ['deep-syntax.ts', 'Variable declaration expected.', ['syntax.ts:2:14 here', 'deep-syntax.ts:1:1 the file that was named: it leads there']],
    ['enum.ts', '`enum State { idle, busy }` is not only a type: it would have to be translated, and types are only blanked out', ['enum.ts:3:3 here']],
    ['ending.ts', 'cannot find `./src/counter`', ['ending.ts:2:19 imported here']],
    ['type.ts', '`archnights/rtl-gen` exports no `Bit`', ['type.ts:2:1 imported here']],
    ['self.ts', "ReferenceError: Cannot access 'self' before initialization", ['self.ts:3:55 thrown here', 'self.ts:3:8 `self` is made here']],
  ])('%s, as a finding with its places', async (spec, message, places) => {
    const error = await loadModule(at(spec)).then(() => undefined, (e: unknown) => e as CliError)
    const { finding } = failureOf(error, false)
    expect([finding!.message, finding!.notes.map((n) => `${shownPlace(n.place)} ${n.text}`.replace(`${shownPath(folder)}/`, ''))]).toEqual([message, places])
  })

  test('a getter that wants its own module is a finding of the language', async () => {
    const error: unknown = await loadModule(at('getter.ts')).catch((e: unknown) => e)
    const [found] = (error as DiagnosticError).diagnostics
    expect([found!.code, found!.notes.map((n) => [n.place.line, n.place.column])]).toEqual(['RTL3050', [[3, 69], [3, 26]]])
  })

  test('what the language finds while the file runs is a finding at its place', async () => {
    const error: unknown = await loadModule(at('finding.ts')).catch((e: unknown) => e)
    expect(error).toBeInstanceOf(DiagnosticError)
    const [found] = (error as DiagnosticError).diagnostics
    expect([found!.code, found!.notes[0]!.place]).toEqual(['RTL1007', { file: 'finding.ts', line: 3, column: 18 }])
  })
})

describe('the parts', () => {
  test('of a spec', () => {
    expect(splitSpec('a/b.ts')).toEqual({ file: 'a/b.ts' })
    expect(splitSpec('a/b.ts#c')).toEqual({ file: 'a/b.ts', name: 'c' })
    expect(splitSpec(`${at('a#b.ts')}`)).toEqual({ file: at('a#b.ts') })
  })
  test('of a stack: the first line that is the user\'s own', () => {
    const stack = `Error: x\n    at fail (file://${root}rtl-gen/dsl/fail.ts:13:9)\n    at node:internal/x:1:1\n    at f (file:///home/me/node_modules/p/i.js:1:2)\n    at g (file:///home/me/my%20dir/x.ts:7:9)`
    expect(ownLine(stack)).toBe('/home/me/my dir/x.ts:7:9')
    expect(ownLine('Error: x')).toBeUndefined()
  })
})

describe('a file that ends the process, or waits for ever', () => {
  test.each([['ends.mjs', 'process.exit(0)\n'], ['waits.mjs', 'await new Promise(() => {})\n']])('%s: exit code 2, and CLI2026, in the form that was asked for', async (name, text) => {
    writeFileSync(at(name), text)
    const args = ['emit', '--module', at(name), '--out', at('rtl')], plain = await archnightsProcess(args), json = await archnightsProcess([...args, '--json'])
    expect([plain.code, plain.stdout, plain.stderr.split('\n')[0]]).toEqual([2, '', 'error CLI2026: the process ended before the command was done'])
    const said = { code: 'CLI2026', message: 'the process ended before the command was done', help: expect.stringContaining('process.exit') as string }
    expect([json.code, JSON.parse(json.stdout)]).toEqual([2, { error: { ...said, diagnostics: [{ ...said, places: [{ file: shownPath(at(name)), line: 1, column: 1, text: 'the file that was named' }] }] } }])
  })
})

test('under node --import archnights/register such a file is refused in the same words', () => {
  const { status, stderr } = spawnSync(process.execPath, ['--import', join(root, 'bin/register.js'), at('enum.ts')], { encoding: 'utf8' })
  expect([status, stderr.includes(`CLI2024: ${at('enum.ts')}:3:3: \`enum State { idle, busy }\` is not only a type`)]).toEqual([1, true])
})
