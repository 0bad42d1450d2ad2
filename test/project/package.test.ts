// Owns: checks of the package as others get it: packed, installed into an empty folder, imported and typed, and emitting the same bytes as the sources.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unitFiles } from '../../coprocessor/output/unit-files.ts'
import { parameters } from '../../coprocessor/parameters.ts'
import { readElf } from '../../rocket-config/program/elf.ts'
import { withFiles } from '../../scripts/included-files.ts'
import { cocotbFiles } from '../../sim-harness/cocotb/package-files.ts'
import { carryOut, pageSteps } from '../support/guide-page.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
let folder = ''
let user = ''

const run = (command: string, args: readonly string[], cwd: string, env: Record<string, string> = {}) => spawnSync(command, [...args], { cwd, encoding: 'utf8', env: { ...process.env, ...env } })
const ok = (command: string, args: readonly string[], cwd: string) => {
  const { status, stdout, stderr } = run(command, args, cwd)
  expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, ''])
  return stdout
}
const everyFile = (at: string): string[] => readdirSync(at, { recursive: true, withFileTypes: true }).filter((e) => e.isFile()).map((e) => join(e.parentPath, e.name))

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'archnights-package-')))
  const stage = join(folder, 'stage')
  user = join(folder, 'user')
  for (const place of [stage, user]) mkdirSync(place)
  ok(process.execPath, ['--import', 'ts-blank-space/register', 'scripts/build.ts', join(stage, 'dist')], root)
  for (const part of ['package.json', 'bin', 'README.md', 'CHANGELOG.md', 'LICENSE']) cpSync(join(root, part), join(stage, part), { recursive: true })
  const tarball = ok('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], stage).trim()
  writeFileSync(join(user, 'package.json'), JSON.stringify({ name: 'user', private: true, type: 'module' }))
  ok('npm', ['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--silent', join(folder, tarball)], user)
}, 300_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the package in a folder of its own', () => {
  test('carries what it runs on and nothing else', () => {
    const installed = join(user, 'node_modules', 'archnights')
    expect(readdirSync(installed).sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'bin', 'dist', 'package.json'])
    const names = everyFile(join(installed, 'dist')).map((name) => relative(installed, name))
    expect(names.filter((name) => /\.test\.|(?<!\.d)\.ts$|node_modules/.test(name))).toEqual([])
    // The bridge's engine has a lock file of its own.
    expect(existsSync(join(installed, 'dist/sim-harness/bridge/engine/package-lock.json'))).toBe(true)
  })

  test('its four parts import without doing anything', () => {
    const before = everyFile(user).sort()
    const text = `
      const parts = await Promise.all(['rtl-gen', 'coprocessor', 'sim-harness', 'bridge'].map((part) => import('archnights/' + part)))
      console.log(parts.map((part) => Object.keys(part).length > 3).join(' '))
    `
    const { status, stdout, stderr } = run(process.execPath, ['--input-type=module', '-e', text], user)
    expect([status, stdout, stderr]).toEqual([0, 'true true true true\n', ''])
    expect(everyFile(user).sort()).toEqual(before)
  })

  test('its four parts are typed', () => {
    writeFileSync(join(user, 'use.ts'), `
      import { elaborate, emitVerilog, module, input, output, register, uint, bit } from 'archnights/rtl-gen'
      import { instructions, parameters, unitFiles, type Parameters } from 'archnights/coprocessor'
      import { openUnit, type UnitDriver } from 'archnights/sim-harness'
      import { BridgeHost, openOracle, type Oracle } from 'archnights/bridge'
      const counter = module('counter', { enable: input(bit), count: output(uint(8)), value: register(uint(8), 0) },
        ({ enable, value }, { assign, when }) => [assign({ count: value }), when(enable, { value: value.add(1) })])
      export const text: string = emitVerilog(elaborate(counter))[0]!.text
      const p: Parameters = parameters({ slots: 4 })
      export const files: readonly string[] = unitFiles(p).metadata.files
      export const first: number = instructions[0]!.funct7
      export async function run(): Promise<UnitDriver> {
        const oracle: Oracle = await openOracle('human')
        return openUnit({ parameters: p, engine: 'wasm', peer: new BridgeHost({ oracle, session: 1 }) })
      }
      // @ts-expect-error the types are real: a parameter is a number
      parameters({ slots: 'four' })
      // @ts-expect-error and so is an engine's name
      openUnit({ parameters: p, engine: 'spice', peer: null })
    `)
    const options = { strict: true, noEmit: true, target: 'es2022', lib: ['es2023'], module: 'nodenext', skipLibCheck: false, types: ['node'], typeRoots: [join(root, 'node_modules/@types')] }
    writeFileSync(join(user, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['use.ts'] }))
    ok(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', user], user)
  })

  test('emits the same bytes as the source tree', () => {
    ok('npx', ['--no-install', 'archnights', 'emit', '--out', 'rtl'], user)
    const wanted = unitFiles(parameters(), (about) => cocotbFiles(parameters(), about)).all
    expect(everyFile(join(user, 'rtl')).map((name) => relative(join(user, 'rtl'), name)).sort()).toEqual(wanted.map((f) => f.name).sort())
    for (const { name, text } of wanted) expect(readFileSync(join(user, 'rtl', name), 'utf8')).toBe(text)
  })

  const guide = ['docs/guide/language', 'docs/how-to'].flatMap((at) => readdirSync(join(root, at)).sort().map((name) => `${at}/${name}`)).filter((name) => readFileSync(join(root, name), 'utf8').includes('```console'))
  test.each(guide)('a reader who has only installed it can follow %s', (name) => {
    const page = readFileSync(join(root, name), 'utf8')
    expect(withFiles(page, (path) => readFileSync(join(root, path), 'utf8'))).toBe(page)
    const steps = pageSteps(page)
    expect(steps.filter((step) => step.kind === 'command').length).toBeGreaterThan(0)
    mkdirSync(join(user, 'guide'), { recursive: true })
    for (const step of steps) expect(carryOut(step, join(user, 'guide'))).toBeUndefined()
  })

  test('emits a module of the user\'s own, TypeScript included, made by the same library, also where the package is not installed', () => {
    const file = 'src/adder.ts'
    mkdirSync(join(user, 'src'), { recursive: true })
    mkdirSync(join(folder, 'elsewhere'), { recursive: true })
    const text = `import { input, module, output, uint, type Uint } from 'archnights/rtl-gen'\nconst twice = <W extends number>(x: Uint<W, any>): Uint<W, any> => x.add(x)\n`
      + `export const doubler = module('doubler', { x: input(uint(8)), y: output(uint(8)) }, ({ x }, { assign }) => [assign({ y: twice(x) })])\n`
    writeFileSync(join(user, file), text)
    writeFileSync(join(folder, 'elsewhere', 'doubler.ts'), text)
    ok('npx', ['--no-install', 'archnights', 'emit', '--module', file, '--out', 'own'], user)
    ok('npx', ['--no-install', 'archnights', 'emit', '--module', join(folder, 'elsewhere', 'doubler.ts'), '--out', 'other'], user)
    ok(process.execPath, [join(root, 'bin/archnights.js'), 'emit', '--module', file, '--out', 'source-tree'], user)
    const written = (out: string) => Object.fromEntries(everyFile(join(user, out)).map((name) => [relative(join(user, out), name), readFileSync(name, 'utf8')]))
    expect(written('own')['doubler.v']).toContain('from src/adder.ts')
    expect(written('own')['doubler.v']).toContain('assign y = x + x;')
    expect(written('other')['doubler.v']).toContain('assign y = x + x;')
    expect(written('own')).toEqual(written('source-tree'))
    // A mistake is told with the user's own file and line.
    writeFileSync(join(user, 'src/wrong.ts'), text.replace('output(uint(8))', 'output(uint(9))').replace('y: twice(x)', 'y: twice(x) as never'))
    const { status, stderr } = run('npx', ['--no-install', 'archnights', 'emit', '--module', 'src/wrong.ts', '--out', 'wrong'], user)
    expect([status, /^ {2}src\/wrong\.ts:3:\d+ /m.test(stderr)]).toEqual([1, true])
  })

  test('carries the sources for Rocket as they are: Scala, bench, C runtime', () => {
    const own = everyFile(join(root, 'rocket-config')).map((name) => relative(root, name)).filter((name) => !name.endsWith('.ts') && !name.startsWith('rocket-config/target/'))
    expect(own.filter((name) => /\.(scala|sv|cpp|c|h|S|ld|xml)$/.test(name)).length).toBeGreaterThan(10)
    for (const name of own) expect([name, readFileSync(join(user, 'node_modules/archnights/dist', name)).equals(readFileSync(join(root, name)))]).toEqual([name, true])
  })

  test.skipIf(run('riscv64-unknown-elf-gcc', ['--version'], root).status !== 0)('compiles the same program for Rocket as the source tree', () => {
    const source = join(root, 'test/rocket-config/programs/hello.c')
    ok('npx', ['--no-install', 'archnights', 'rocket', 'compile', source, '--out', 'hello.elf'], user)
    ok(process.execPath, [join(root, 'bin/archnights.js'), 'rocket', 'compile', source, '--out', join(user, 'hello-2.elf')], user)
    // What is loaded; debug information may know places.
    const loaded = (name: string) => readElf(readFileSync(join(user, name)), name)
    expect(loaded('hello.elf')).toEqual(loaded('hello-2.elf'))
  })

  test('runs a history', () => {
    const example = join(root, 'examples/shell-agent')
    const out = ok('npx', ['--no-install', 'archnights', 'run', '--history', join(example, 'task.history'), '--oracle', `script:${join(example, 'script.jsonl')}`, '--json'], user)
    expect(JSON.parse(out)).toMatchObject({ trap: { cause: 'yield', appended: 8 } })
  })

  test('saves a run and makes its page, script and style included, the same as the source tree', () => {
    const example = join(root, 'examples/shell-agent')
    ok('npx', ['--no-install', 'archnights', 'run', '--history', join(example, 'task.history'), '--oracle', `script:${join(example, 'script.jsonl')}`, '--save', 'task.run'], user)
    ok('npx', ['--no-install', 'archnights', 'view', 'task.run'], user)
    ok(process.execPath, [join(root, 'bin/archnights.js'), 'view', 'task.run', '--out', 'source-tree.html'], user)
    expect(readFileSync(join(user, 'task.html'), 'utf8')).toBe(readFileSync(join(user, 'source-tree.html'), 'utf8'))
  })

  test('without the model: exit code 3, and the command that fetches it', () => {
    const task = join(root, 'examples/shell-agent/task.history')
    const { status, stdout } = run('npx', ['--no-install', 'archnights', 'run', '--history', task, '--oracle', 'smollm2', '--json'], user, { XDG_CACHE_HOME: join(folder, 'empty') })
    expect(status).toBe(3)
    const { error } = JSON.parse(stdout) as { error: { code: string; help: string } }
    expect(error.code).toBe('BRG2001')
    expect(error.help).toContain('npx archnights setup')
    expect(existsSync(join(folder, 'empty'))).toBe(false)
  })
})
