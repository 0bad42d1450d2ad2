// Owns: checks of `archnights emit --module`: the files, the kinds, what it tells of a design with mistakes, in each form, and that nothing is half-written.
import { createHash } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import { describe, expect, test } from 'vitest'
import { loadModule } from '../../cli/load-module.ts'
import { elaborate, emitVerilog } from '../../rtl-gen/index.ts'
import { cliCodes } from '../../cli/codes.ts'
import { archnights, program, withFolder } from './command.ts'
import { shownPath } from '../support/shown-path.ts'

const good = `import { bit, input, module, output, register, sink, source, uint } from 'archnights/rtl-gen'

export const counter = module('counter', {
  enable: input(bit),
  count: output(uint(8)),
  value: register(uint(8), 0),
}, ({ enable, value }, { assign, when }) => [
  assign({ count: value }),
  when(enable, { value: value.add(1) }),
])

export const pass = module('pass', { enq: sink(uint(4)), deq: source(uint(4)) }, ({ enq, deq }, { assign }) => [
  assign({ enq: { ready: deq.ready }, deq: { valid: enq.valid, payload: enq.payload } }),
])
`
const bad = `import { bit, input, module, output, register, uint } from 'archnights/rtl-gen'
export const bad = module('bad', { a: input(uint(9)), b: input(bit), y: output(uint(8)), r: register(uint(4), 0) }, ({ a }, { assign }) => [
  assign({ y: a as never }),
  { r: a as never },
])
`
const project = <T>(work: (folder: string) => Promise<T>): Promise<T> => withFolder(async (folder) => {
  mkdirSync(join(folder, 'src'))
  writeFileSync(join(folder, 'package.json'), '{}')
  writeFileSync(join(folder, 'src/good.ts'), good)
  writeFileSync(join(folder, 'src/bad.ts'), bad)
  return work(folder)
})
const everyFile = (folder: string) => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((e) => e.isFile()).map((e) => join(e.parentPath, e.name).slice(folder.length + 1)).sort()
const text = (...path: string[]) => readFileSync(join(...path), 'utf8')

describe('a good design', () => {
  test('is written in every form, and each file is told', () => project(async (folder) => {
    const out = join(folder, 'rtl')
    const { code, stdout, stderr } = await archnights('emit', '--module', `${join(folder, 'src/good.ts')}#counter`, '--out', out)
    expect([code, stderr]).toEqual([0, ''])
    const wanted = ['counter.cost.json', 'counter.cost.txt', 'counter.f', 'counter.json', 'counter.svg', 'counter.v', 'counter.v.map', 'fir/counter.fir', 'sv/counter.f', 'sv/counter.sv', 'sv/counter.sv.map']
    expect(everyFile(out)).toEqual(wanted)
    expect(stdout.trim().split('\n').sort()).toEqual(wanted.map((name) => `${out}/${name}`))
    expect(text(out, 'counter.v')).toContain('module counter (')
    expect(text(out, 'sv/counter.sv')).toContain('always_ff')
    expect(text(out, 'fir/counter.fir')).toContain('circuit counter')
    expect(text(out, 'counter.svg')).toMatch(/^<svg .*<\/svg>\n$/s)
    expect(JSON.parse(text(out, 'counter.cost.json'))).toMatchObject({ top: 'counter', total: { flipFlops: 8 } })
    expect(text(out, 'counter.f')).toBe('counter.v\n')
    const about = JSON.parse(text(out, 'counter.json')) as { artifacts: string[]; sourceHash: string }
    expect(about).toMatchObject({
      top: 'counter', files: ['counter.v'], parameters: {}, blackBoxes: [], modules: [{ name: 'counter', file: 'src/good.ts', line: 3, column: 24 }], domains: [{ clock: 'clock', reset: 'reset', resetKind: 'sync' }],
      ports: [{ name: 'clock', dir: 'input', width: 1 }, { name: 'reset', dir: 'input', width: 1 }, { name: 'enable', dir: 'input', width: 1 }, { name: 'count', dir: 'output', width: 8 }],
    })
    expect([...about.artifacts, 'counter.json'].sort()).toEqual(wanted)
    expect(about.sourceHash).toBe(createHash('sha256').update(`counter.v\0${text(out, 'counter.v')}\0`).digest('hex'))
  }))

  test('its source map leads to the file, from where it lies', () => project(async (folder) => {
    const out = join(folder, 'build', 'rtl')
    await archnights('emit', '--module', `${join(folder, 'src/good.ts')}#counter`, '--out', out)
    for (const [name, line] of [['counter.v', 'value <= value + 8\'d1;'], ['sv/counter.sv', 'value <= value + 8\'d1;']] as const) {
      const map = new TraceMap(text(out, `${name}.map`), `file://${out}/${name}.map`)
      const found = originalPositionFor(map, { line: text(out, name).split('\n').findIndex((l) => l.includes(line)) + 1, column: 0 })
      expect([name, found.source, found.line]).toEqual([name, `file://${folder}/src/good.ts`, 9])
    }
  }))

  test('--only writes some kinds; what an earlier call wrote and this one does not goes, what is not its own stays', () => project(async (folder) => {
    const out = join(folder, 'rtl')
    const spec = `${join(folder, 'src/good.ts')}#pass`
    await archnights('emit', '--module', spec, '--out', out)
    writeFileSync(join(out, 'mine.txt'), 'mine')
    const { code, stdout } = await archnights('emit', '--module', spec, '--out', out, '--only', 'verilog,metadata', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({ out, top: 'pass', files: ['pass.v', 'pass.f', 'pass.json'] })
    expect(everyFile(out)).toEqual(['mine.txt', 'pass.f', 'pass.json', 'pass.v'])
    expect((JSON.parse(text(out, 'pass.json')) as { ports: unknown[] }).ports).toContainEqual({ name: 'enq_payload', dir: 'input', width: 4, domain: 'clk', stream: { name: 'enq', role: 'payload' } })
  }))

  test('twice the same bytes, and no path of this machine in them', () => project(async (folder) => {
    const [a, b] = [join(folder, 'a'), join(folder, 'b')]
    for (const out of [a, b, b]) await archnights('emit', '--module', `${join(folder, 'src/good.ts')}#counter`, '--out', out)
    for (const name of everyFile(a)) {
      expect([name, text(b, name)]).toEqual([name, text(a, name)])
      expect(text(a, name)).not.toContain(folder)
    }
  }))
})

describe('a design with mistakes: exit code 1, and nothing is written', () => {
  test('as text: all findings, each with its places', () => project(async (folder) => {
    const { code, stdout, stderr } = await archnights('emit', '--module', join(folder, 'src/bad.ts'), '--out', join(folder, 'rtl'))
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr.match(/^error RTL2003: .*$/gm)).toEqual(['error RTL2003: the value has 9 bits, `y` has 8', 'error RTL2003: the value has 9 bits, `r` has 4'])
    const lines = stderr.replaceAll(`${shownPath(folder)}/`, '')
    expect(lines).toMatch(/^ {2}src\/bad\.ts:3:3 +\S/m)
    expect(lines).toMatch(/^ {2}src\/bad\.ts:2:\d+ +.*declared here/m)
    expect(existsSync(join(folder, 'rtl'))).toBe(false)
  }))

  test('with --json: one object', () => project(async (folder) => {
    const { code, stdout } = await archnights('emit', '--module', join(folder, 'src/bad.ts'), '--out', join(folder, 'rtl'), '--json')
    expect(code).toBe(1)
    const { error } = JSON.parse(stdout) as { error: { code: string; message: string; help: string; diagnostics: { places: unknown[] }[] } }
    expect([error.code, error.message, error.diagnostics.length]).toEqual(['RTL2003', 'the value has 9 bits, `y` has 8', 2])
    for (const d of error.diagnostics) expect(d.places.length).toBeGreaterThan(1)
  }))

  test('as JSON and SARIF, on the standard output or into a file; a file is there without findings too', () => project(async (folder) => {
    const out = join(folder, 'rtl')
    const emit = (file: string, ...more: string[]) => archnights('emit', '--module', join(folder, file), '--out', out, ...more)
    const json = await emit('src/bad.ts', '--diagnostics', 'json')
    expect([json.code, (JSON.parse(json.stdout) as { diagnostics: unknown[] }).diagnostics.length]).toEqual([1, 2])
    const sarif = await emit('src/bad.ts', '--diagnostics', 'sarif')
    expect((JSON.parse(sarif.stdout) as { runs: { results: unknown[] }[] }).runs[0]!.results.length).toBe(2)
    const file = join(folder, 'found.sarif')
    const toFile = await emit('src/bad.ts', '--diagnostics', 'sarif', '--diagnostics-to', file, '--json')
    expect([toFile.code, JSON.parse(text(file))]).toEqual([1, JSON.parse(sarif.stdout)])
    expect((await emit('src/good.ts#counter', '--diagnostics', 'sarif', '--diagnostics-to', file)).code).toBe(0)
    expect((JSON.parse(text(file)) as { runs: { results: unknown[] }[] }).runs[0]!.results).toEqual([])
  }))
})

describe('a design with something that nobody means: notes, exit code 0, the same bytes', () => {
  const noted = `import { bit, input, module, output, register } from 'archnights/rtl-gen'
export const noted = module('noted', { a: input(bit), spare: input(bit), o: output(bit), full: register(bit, 0) }, ({ a, full }, { assign }) => [
  assign({ o: a.or(full) }),
])
`
  const withNoted = <T>(work: (emit: (...more: string[]) => ReturnType<typeof archnights>, folder: string) => Promise<T>) => project(async (folder) => {
    writeFileSync(join(folder, 'src/noted.ts'), noted)
    return work((...more) => archnights('emit', '--module', join(folder, 'src/noted.ts'), '--out', join(folder, 'rtl'), '--only', 'verilog', ...more), folder)
  })
  const levels = [['RTL4050', 'note'], ['RTL4051', 'note']]

  test('as text, on the standard error', () => withNoted(async (emit, folder) => {
    const { code, stdout, stderr } = await emit()
    expect([code, stdout]).toEqual([0, `${folder}/rtl/noted.v\n${folder}/rtl/noted.f\n`])
    expect(stderr.match(/^\S.*$/gm)).toEqual(['note RTL4050: no rule changes register `full`: it is 0 for ever', 'note RTL4051: nothing reads input `spare`'])
    expect(stderr).toMatch(/noted\.ts:2:\d+ +`full` declared here/)
  }))

  test('in the JSON object, and in reports as JSON and SARIF', () => withNoted(async (emit, folder) => {
    const object = await emit('--json')
    const { notes, ...rest } = JSON.parse(object.stdout) as { notes: { code: string; level: string; places: { line: number }[] }[] }
    expect([object.code, rest]).toEqual([0, { out: join(folder, 'rtl'), top: 'noted', files: ['noted.v', 'noted.f'] }])
    expect(notes.map((n) => [n.code, n.level])).toEqual(levels)
    expect(notes[0]!.places[0]!.line).toBe(2)
    const json = await emit('--diagnostics', 'json')
    expect([json.code, JSON.parse(json.stdout)]).toEqual([0, { diagnostics: notes }])
    const sarif = await emit('--diagnostics', 'sarif')
    expect([sarif.code, (JSON.parse(sarif.stdout) as { runs: { results: { ruleId: string; level: string }[] }[] }).runs[0]!.results.map((r) => [r.ruleId, r.level])]).toEqual([0, levels])
  }))

  test('what is written is what the back end writes of the design', () => withNoted(async (emit, folder) => {
    await emit()
    expect(text(folder, 'rtl/noted.v')).toBe(emitVerilog(elaborate(await loadModule(join(folder, 'src/noted.ts'))))[0]!.text)
  }))
})

describe('a file that does not load: exit code 2, and the same finding in each form', () => {
  const wrong = { 'syntax.ts': ['export const a = 1\nexport const = 5\n', 'CLI2024', 2, 14], 'throws.ts': ['\n\nthrow new Error(\'mine\')\n', 'CLI2023', 3, 7], 'body.ts': ['', 'CLI2043', 3, 64] } as const
  test.each(Object.entries(wrong))('%s', (name, [text_, code, line, column]) => project(async (folder) => {
    const file = join(folder, name), report = join(folder, 'found')
    writeFileSync(file, text_ || good.split('\n')[0] + '\n\nexport const m = module(\'m\', { o: output(bit) }, () => { throw new Error(\'mine\') })\n')
    const emit = (...more: string[]) => archnights('emit', '--module', file, '--out', join(folder, 'rtl'), ...more)
    const shown = shownPath(file), places = [{ file: shown, line, column, text: expect.any(String) as string }]
    const plain = await emit()
    expect([plain.code, plain.stdout, plain.stderr.startsWith(`error ${code}: ${shown}:${line}:${column}: `)]).toEqual([2, '', true])
    const object = await emit('--json')
    const { error } = JSON.parse(object.stdout) as { error: { code: string; diagnostics: { code: string; message: string; places: unknown }[] } }
    expect([object.code, error.code, error.diagnostics.length, error.diagnostics[0]!.places]).toEqual([2, code, 1, places])
    expect(error.diagnostics[0]!.message).not.toContain(file)
    const json = await emit('--diagnostics', 'json')
    expect([json.code, JSON.parse(json.stdout)]).toMatchObject([2, { diagnostics: [{ code, places }] }])
    const sarif = await emit('--diagnostics', 'sarif', '--diagnostics-to', report)
    const [run] = (JSON.parse(text(report)) as { runs: { results: unknown[]; tool: { driver: { rules: unknown[] } } }[] }).runs
    expect([sarif.code, run!.results.length]).toEqual([2, 1])
    const physicalLocation = { artifactLocation: { uri: shown === file ? pathToFileURL(file).href : shown }, region: { startLine: line, startColumn: column } }
    expect(run!.results[0]).toMatchObject({ ruleId: code, locations: [{ physicalLocation }] })
    expect(run!.tool.driver.rules[0]).toMatchObject({ id: code, fullDescription: { text: cliCodes[code].text } })
    expect(existsSync(join(folder, 'rtl'))).toBe(false)
    expect(everyFile(folder)).toEqual([name, 'found', 'package.json', 'src/bad.ts', 'src/good.ts'].sort())
  }))

  test('what stops later is told in that form too: here a file of the user\'s own in the way', () => project(async (folder) => {
    writeFileSync(join(folder, 'pass.v'), '// mine\n')
    const { code, stdout } = await archnights('emit', '--module', `${join(folder, 'src/good.ts')}#pass`, '--out', folder, '--diagnostics', 'json')
    expect([code, JSON.parse(stdout)]).toMatchObject([2, { diagnostics: [{ code: 'CLI2042', places: [{ file: shownPath(join(folder, 'pass.v')) }] }] }])
  }))
})

describe('one way to name a file: from the current folder if it lies below, else the whole path', () => {
  const at = (cwd: string, ...args: string[]) => spawnSync(process.execPath, [program, ...args], { cwd, encoding: 'utf8' })
  test.each([['.', 'src/', 'src/'], ['src', '', ''], ['other', '../src/', 'FOLDER/src/']])('in %s, for findings of the language and of the command alike', (cwd, given, shown) => project(async (folder) => {
    mkdirSync(join(folder, 'other'))
    writeFileSync(join(folder, 'src/throws.ts'), 'throw new Error(\'mine\')\n')
    const path = shown.replace('FOLDER', realpathSync(folder))
    const language = at(join(folder, cwd), 'emit', '--module', `${given}bad.ts`, '--out', 'rtl')
    expect(language.stderr.match(/^ {2}\S+:\d+:\d+ /gm)).toContain(`  ${path}bad.ts:3:3 `)
    const command = at(join(folder, cwd), 'emit', '--module', `${given}throws.ts`, '--out', 'rtl', '--json')
    const { error } = JSON.parse(command.stdout) as { error: { message: string; diagnostics: { places: { file: string }[] }[] } }
    expect([error.message, error.diagnostics[0]!.places[0]!.file]).toEqual([`${path}throws.ts:1:7: Error: mine`, `${path}throws.ts`])
    // What is emitted names it from the folder of package.json, wherever the command runs.
    at(join(folder, cwd), 'emit', '--module', `${given}good.ts#counter`, '--out', 'rtl')
    expect(text(folder, cwd, 'rtl/counter.v')).toContain('// Generated by archnights 0.1.0 from src/good.ts.')
    expect((JSON.parse(text(folder, cwd, 'rtl/counter.json')) as { modules: { file: string }[] }).modules[0]!.file).toBe('src/good.ts')
  }))
})

describe('ports with another name', () => {
  const odd = `import { bit, input, module, output } from 'archnights/rtl-gen'
export const odd = module('odd', { reg: input(bit), 'data in': input(bit), dataIn: input(bit), plain: output(bit) }, (x, { assign }) => [
  assign({ plain: x.reg.and(x['data in']).and(x.dataIn) }),
])
`
  test('are told on stderr, as notes of the JSON object, and as notes in SARIF; the rest is as without', () => project(async (folder) => {
    writeFileSync(join(folder, 'odd.ts'), odd)
    const args = ['emit', '--module', join(folder, 'odd.ts'), '--out', join(folder, 'rtl'), '--only', 'verilog']
    const { code, stdout, stderr } = await archnights(...args)
    expect([code, stdout]).toEqual([0, `${folder}/rtl/odd.v\n${folder}/rtl/odd.f\n`])
    expect(stderr.match(/^note .*$/gm)).toEqual([
      'note RTL3051: in the emitted text of module `odd`, port `reg` is `reg_`', 'note RTL3051: in the emitted text of module `odd`, port `"data in"` is `data_in`',
      'note RTL3051: in the emitted text of module `odd`, port `dataIn` is `data_in_2`',
    ])
    expect(stderr.match(/^ {2}\S+odd\.ts:2:41 +declared here$/m)).not.toBeNull()
    const { notes } = JSON.parse((await archnights(...args, '--json')).stdout) as { notes: { code: string; level: string; places: unknown[] }[] }
    expect(notes.map((n) => [n.code, n.level, n.places.length])).toEqual(Array(3).fill(['RTL3051', 'note', 2]))
    expect(text(folder, 'rtl/odd.v').split('\n')[0]).toBe('// odd: Port reg is reg_.')
  }))
})

describe('files that were not written by emit', () => {
  const before = (folder: string) => Object.fromEntries(everyFile(folder).map((name) => [name, text(folder, name)]))
  test.each(['counter.v', 'counter.f', 'sv/counter.sv', 'fir/counter.fir', 'counter.v.map', 'counter.svg', 'counter.cost.txt', 'counter.cost.json', 'counter.json'])('%s stays, and nothing else is written; --force overwrites it', (name) => project(async (folder) => {
    const out = join(folder, 'rtl'), emit = (...more: string[]) => archnights('emit', '--module', `${join(folder, 'src/good.ts')}#counter`, '--out', out, ...more)
    mkdirSync(dirname(join(out, name)), { recursive: true })
    writeFileSync(join(out, name), 'my own work\n')
    const was = before(folder), { code, stdout, stderr } = await emit()
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(new RegExp(`^error CLI2042: \\S*/rtl/${name} is there, and was not written by .archnights emit.\n {2}help: rename it .*--force overwrites\n$`))
    expect(before(folder)).toEqual(was)
    expect((await emit('--force')).code).toBe(0)
    expect(text(out, name)).not.toContain('my own work')
    // And now it is known again.
    expect((await emit()).code).toBe(0)
  }))

  test('one that took the place of an emitted file does not go with those that are emitted no more', () => project(async (folder) => {
    const out = join(folder, 'rtl'), emit = (...more: string[]) => archnights('emit', '--module', `${join(folder, 'src/good.ts')}#counter`, '--out', out, ...more)
    await emit()
    writeFileSync(join(out, 'sv/counter.sv'), 'module counter; endmodule\n')
    expect((await emit('--only', 'verilog,metadata')).code).toBe(0)
    expect(everyFile(out)).toEqual(['counter.f', 'counter.json', 'counter.v', 'sv/counter.sv'])
  }))
})

describe('wrong use is exit code 2', () => {
  const cases: readonly (readonly [name: string, code: string, args: readonly string[]])[] = [
    ['a kind that is not there', 'CLI2008', ['--module', 'FOLDER/src/good.ts#counter', '--only', 'vhdl']],
    ['two results for the standard output', 'CLI2009', ['--module', 'FOLDER/src/good.ts#counter', '--json', '--diagnostics', 'sarif']],
    ['parameters of the unit', 'CLI2009', ['--module', 'FOLDER/src/good.ts#counter', '--set', 'slots=2']],
    ['kinds of the unit', 'CLI2009', ['--only', 'verilog']],
    ['a form that is not there', 'CLI2008', ['--module', 'FOLDER/src/good.ts#counter', '--diagnostics', 'xml']],
    ['no such file', 'CLI2005', ['--module', 'FOLDER/src/gone.ts']],
    ['several modules', 'CLI2021', ['--module', 'FOLDER/src/good.ts']],
    ['a report that cannot be written', 'CLI2006', ['--module', 'FOLDER/src/good.ts#counter', '--diagnostics', 'sarif', '--diagnostics-to', 'FOLDER/gone/x.sarif']],
  ]
  test.each(cases)('%s', (_, wanted, args) => project(async (folder) => {
    const before = everyFile(folder)
    const { code, stdout, stderr } = await archnights('emit', '--out', join(folder, 'rtl'), ...args.map((a) => a.replace('FOLDER', folder)))
    expect([code, /CLI\d+/.exec(stdout + stderr)?.[0]]).toEqual([2, wanted])
    expect(everyFile(folder)).toEqual(before)
  }))
})
