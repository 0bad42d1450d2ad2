// Owns: checks of `archnights fuzz`: its numbers, its files, what it says of missing tools, wrong modules and a stop.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { archnights, archnightsProcess, root, withFolder } from './command.ts'

interface ToldAssert {
  readonly name: string; readonly label: string; readonly instance: string; readonly file: string; readonly line: number; readonly column: number
  readonly times: number; readonly stimuli: number; readonly seed: number; readonly stimulus: number; readonly cycle: number; readonly replay: string
}
interface Told {
  readonly designs: number; readonly mismatches: number; readonly seed: number; readonly failures: readonly string[]; readonly engines: readonly string[]; readonly cycles: number
  readonly asserts?: readonly ToldAssert[]
}
const told = (stdout: string): Told => JSON.parse(stdout) as Told
const codeOf = (stdout: string): string => (JSON.parse(stdout) as { error: { code: string } }).error.code
const counter = `${join(root, 'examples/language/counter.ts')}#counter`

/** `work` with these programs, as shell scripts, before all others on PATH, or with nothing else. */
async function withPrograms<T>(folder: string, programs: Readonly<Record<string, string>>, alone: boolean, work: () => Promise<T>): Promise<T> {
  const bin = join(folder, 'bin'), before = process.env['PATH']
  mkdirSync(bin)
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  process.env['PATH'] = alone ? bin : `${bin}:${before}`
  try {
    return await work()
  } finally {
    process.env['PATH'] = before
  }
}

/** A file that exports one module `m`. */
function moduleFile(folder: string, ports: string, body: string, name = 'm'): string {
  const file = join(folder, `${name}.ts`)
  writeFileSync(file, `import { bit, input, module, output, register, uint, wire } from 'archnights/rtl-gen'\nexport const m = module('m', { ${ports} }, ${body})\n`)
  return file
}

describe('fuzz', () => {
  test('random designs on the Wasm simulator: numbers as JSON and as a line, no folder without a case', () => withFolder(async (folder) => {
    const out = join(folder, 'cases'), { code, stdout } = await archnights('fuzz', '--designs', '12', '--seed', '7', '--engines', 'wasm', '--out', out, '--json')
    expect([code, told(stdout)]).toEqual([0, { designs: 12, mismatches: 0, seed: 7, failures: [], engines: ['wasm'], cycles: 480 }])
    expect((await archnights('fuzz', '--designs', '1', '--cycles', '5', '--engines', 'wasm', '--out', out)).stdout).toBe('1 random design from seed 1, 5 cycles on wasm: 0 mismatches\n')
    expect(existsSync(out)).toBe(false)
  }))

  test('a module of one\'s own, its assumptions kept and its assertions watched', () => withFolder(async (folder) => {
    expect(told((await archnights('fuzz', '--module', counter, '--designs', '3', '--engines', 'wasm', '--json')).stdout)).toEqual({ designs: 3, mismatches: 0, seed: 1, failures: [], engines: ['wasm'], cycles: 600, asserts: [] })
    const file = moduleFile(folder, 'a: input(uint(8)), o: output(uint(8))', '({ a }, { assign, assume, assert }) => [assign({ o: a }), assume(\'low\', a.lt(100)), assert(\'lower\', a.lt(90))]')
    const { code, stdout } = await archnights('fuzz', '--module', file, '--designs', '2', '--engines', 'wasm', '--json')
    expect([code, told(stdout).mismatches, told(stdout).asserts!.map((a) => a.name)]).toEqual([1, 0, ['lower']])
    const never = moduleFile(folder, 'a: input(uint(64)), o: output(uint(64))', '({ a }, { assign, assume }) => [assign({ o: a }), assume(\'one in many\', a.eq(0x1234567812345678n))]', 'never')
    const none = await archnights('fuzz', '--module', `${never}#m`, '--designs', '2', '--cycles', '50', '--engines', 'wasm', '--json')
    expect([none.code, codeOf(none.stdout)]).toEqual([2, 'CLI2031'])
  }))

  test('an assertion that fails is told with its place, its cycle, and the command that shows it again', () => withFolder(async (folder) => {
    const file = join(folder, "it's mine.ts")
    writeFileSync(file, `import { bit, input, instance, module, output, register, uint } from 'archnights/rtl-gen'
const inner = module('inner', { a: input(uint(8)), b: output(bit) }, ({ a }, { assign, assert }) => [
  assign({ b: a.bit(0) }),
  assert('a is not 7', a.ne(7)),
])
export const m = module('m', { a: input(uint(8)), o: output(bit), i: instance(inner), seen: register(uint(8), 0) }, ({ a, i, seen }, { assign, when, assert }) => [
  assign({ i: { a }, o: i.b }),
  when(a.lt(64), { seen: seen.add(1) }),
  assert('few', seen.lt(3)),
  assert('few', seen.lt(5)), assert('always', a.ge(0)),
])
`)
    const args = ['--module', `${file}#m`, '--engines', 'wasm', '--seed', '5'], { code, stdout } = await archnights('fuzz', ...args, '--json')
    const asserts = told(stdout).asserts!
    expect([code, asserts.map((a) => [a.name, a.label, a.instance, a.line, a.column])]).toEqual([1, expect.arrayContaining([['few', 'few', '', 9, 3], ['few', 'few_2', '', 10, 3], ['a is not 7', 'a_is_not_7', 'i', 4, 3]])])
    expect(asserts).toHaveLength(3)
    // `seen` counts to 3, then to 5, in every stimulus; 7 is one of 256.
    const [three, five] = ['few', 'few_2'].map((label) => asserts.find((a) => a.label === label)!)
    expect(three!.cycle).toBeLessThan(five!.cycle)
    const lines = (await archnights('fuzz', ...args)).stdout.split('\n')
    for (const a of asserts) {
      expect(a).toMatchObject({ file: expect.stringMatching(/it's mine\.ts$/), seed: 5 })
      expect(a.replay).toBe(`archnights fuzz --module '${file.replace("'", "'\\''")}#m' --seed 5 --stimulus ${a.stimulus} --cycles ${a.cycle + 1} --engines wasm`)
      const where = [`${a.file}:${a.line}:${a.column}`, ...a.label === a.name ? [] : [`\`${a.label}\` in emitted text`], ...a.instance === '' ? [] : [`in \`${a.instance}\``]].join(', ')
      const at = lines.findIndex((line) => line.startsWith(`assert \`${a.name}\` (${where}) failed ${a.times} times in ${a.stimuli} of 20 stimuli, soonest in cycle ${a.cycle} of stimulus ${a.stimulus} of seed 5`))
      expect([at >= 0, lines[at + 1]]).toEqual([true, `  ${a.replay}`])
      // What the command shows: it fails in the last of its cycles, and in none before.
      const replay = (cycles: number) => archnights('fuzz', ...args, '--stimulus', String(a.stimulus), '--cycles', String(cycles), '--json')
      const again = await replay(a.cycle + 1)
      expect([again.code, told(again.stdout).designs, told(again.stdout).cycles]).toEqual([1, 1, a.cycle + 1])
      expect(told(again.stdout).asserts!.find((x) => x.label === a.label)).toEqual({ ...a, times: 1, stimuli: 1 })
      if (a.cycle > 0) expect(told((await replay(a.cycle)).stdout).asserts!.filter((x) => x.label === a.label)).toEqual([])
    }
  }))

  test('what the checks find in a module ends with 1 and says it', () => withFolder(async (folder) => {
    const file = moduleFile(folder, 'o: output(bit), w: wire(bit)', '({ w }, { assign }) => [assign({ o: w, w: w.not() })]')
    const { code, stdout, stderr } = await archnights('fuzz', '--module', file, '--engines', 'wasm', '--json')
    expect([code, codeOf(stdout)]).toEqual([1, 'RTL4006'])
    expect(stderr).toContain('RTL4006')
  }))

  test('a case is written, can be replayed, and is told', () => withFolder(async (folder) => {
    const out = join(folder, 'cases')
    // A simulator that says nothing.
    await withPrograms(folder, { iverilog: 'exit 0', vvp: 'exit 0' }, false, async () => {
      const { code, stdout } = await archnights('fuzz', '--designs', '2', '--engines', 'icarus', '--out', out, '--json')
      const files = ['fuzz-1-f0', 'fuzz-1-f1']
      expect([code, told(stdout)]).toMatchObject([1, { designs: 2, mismatches: 2, failures: files.map((f) => `${out}/${f}.json`) }])
      expect(readdirSync(out).sort()).toEqual(files.flatMap((f) => [`${f}.json`, `${f}.txt`]))
      expect(readFileSync(join(out, 'fuzz-1-f0.txt'), 'utf8')).toMatch(/^f0: \d+ nodes.*\n\nicarus refused: the bench ended in cycle 0\n[^]*module f0_top[^]*endmodule/)
      const again = await archnights('fuzz', '--replay', `${out}/fuzz-1-f0.json`, '--engines', 'icarus')
      expect([again.code, again.stdout]).toEqual([1, expect.stringMatching(/^f0, icarus: the bench ended in cycle 0\n1 case, \d+ cycles on icarus: 1 mismatch\n/)])
    })
    const mended = await archnights('fuzz', '--replay', `${out}/fuzz-1-f0.json`, '--engines', 'wasm', '--json')
    expect([mended.code, told(mended.stdout).mismatches]).toEqual([0, 0])
  }))

  test('a missing tool: exit 3 if it was asked for, else told', () => withFolder((folder) => withPrograms(folder, {}, true, async () => {
    const asked = await archnights('fuzz', '--engines', 'wasm,yosys', '--designs', '1', '--json')
    expect([asked.code, codeOf(asked.stdout)]).toEqual([3, 'SIM1001'])
    const { code, stdout, stderr } = await archnights('fuzz', '--designs', '1', '--json')
    expect([code, told(stdout).engines]).toEqual([0, ['wasm']])
    // After two seconds progress stands there too.
    expect(stderr.split('\n').filter((line) => line.startsWith('without'))).toEqual([
      'without icarus: iverilog, vvp not on this machine', 'without verilator: verilator, make, g++ not on this machine', 'without yosys: yosys, iverilog, vvp not on this machine',
    ])
  })))

  test.each([
    ['CLI2008', ['--designs', '0']], ['CLI2008', ['--seed', '-1']], ['CLI2008', ['--cycles', 'x']], ['CLI2008', ['--engines', 'wasm,spice']], ['CLI2005', ['--replay', 'no-such-file']], ['CLI2005', ['--module', 'no-such-file.ts']],
    ['CLI2030', ['--replay', join(root, 'package.json')]], ['CLI2030', ['--replay', join(root, 'README.md')]], ['CLI2009', ['--replay', 'a', '--module', 'b']], ['CLI2001', ['--stimulus', '3']], ['CLI2009', ['--stimulus', '3', '--module', counter, '--designs', '2']], ['CLI2008', ['--stimulus', '-1', '--module', counter]], ['CLI2006', ['--out', '/proc/cases']], ['CLI2001', ['--desings', '3']],
  ])('%s: %j', async (code, args) => {
    const { code: exit, stdout } = await archnights('fuzz', ...args, '--json')
    expect([exit, codeOf(stdout)]).toEqual([2, code])
  })

  test('Ctrl-C ends it, and progress is shown before', () => withFolder(async (folder) => {
    const { code, stderr } = await archnightsProcess(['fuzz', '--designs', '100000', '--engines', 'wasm', '--out', join(folder, 'cases')], (child) => {
      child.stderr!.once('data', () => child.kill('SIGINT'))
    })
    expect(code).toBe(130)
    expect(stderr).toMatch(/^\d+ of 100000, 0 mismatches; the next 200 on wasm\n[^]*error CLI1301/)
    expect(readdirSync(folder)).toEqual([])
  }))
})
