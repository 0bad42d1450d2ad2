// Owns: checks of a designer's file while a command runs it: what it prints, what fails in it when nobody waits, what it leaves running. Each as a process of its own.
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { archnightsProcess, withFolder, type Ended } from './command.ts'
import { shownPath } from '../support/shown-path.ts'

const counter = `import { bit, input, module, output } from 'archnights/rtl-gen'
export const m = module('m', { a: input(bit), o: output(bit) }, ({ a }, { assign }) => {
  console.info('in the body')
  return [assign({ o: a })]
})
`
const emit = (folder: string, text: string, ...more: string[]): Promise<Ended> => {
  writeFileSync(join(folder, 'm.ts'), counter + text)
  return archnightsProcess(['emit', '--module', join(folder, 'm.ts'), '--out', join(folder, 'rtl'), '--only', 'verilog', ...more])
}
const noStack = ({ stderr }: Ended) => expect(stderr).not.toMatch(/^\s+at |node:internal|Node\.js v/m)

describe('what fails while nobody waits: one finding, exit code 2, and nothing is written', () => {
  test.each<[what: string, text: string, message: string, place: readonly [line: number, column: number], help: RegExp]>([
    ['a rejected promise', 'const load = async () => { throw new Error(\'lost\') }\nload()\n', 'a promise that nobody waits for is rejected: Error: lost', [6, 34], /await/],
    ['one that is rejected with a number', 'Promise.reject(5)\n', 'a promise that nobody waits for is rejected: a thrown number: 5', [1, 1], /await/],
    ['one that is rejected while the file is still loading', 'Promise.reject(new Error(\'early\'))\nawait new Promise(() => setInterval(() => {}, 60_000))\n', 'a promise that nobody waits for is rejected: Error: early', [6, 16], /await/],
    ['an error in a timer', 'setTimeout(() => { throw new TypeError(\'late\') }, 30)\n', 'an error is thrown that nobody can catch, in a timer or a handler of an event: TypeError: late', [6, 26], /timers/],
    ['a finding of the language', 'const load = async () => { await 1; return input(3 as never) }\nload()\n', 'a promise that nobody waits for is rejected: RTL1007: ', [6, 44], /await/],
  ])('%s', (_, text, message, [line, column], help) => withFolder(async (folder) => {
    const plain = await emit(folder, text), json = await emit(folder, text, '--json')
    noStack(plain)
    expect([plain.code, plain.stdout]).toEqual([2, ''])
    expect(plain.stderr.match(/^error .*$/gm)).toEqual([expect.stringContaining(message)])
    expect(plain.stderr).toMatch(/^error CLI2041: [^\n]*m\.ts/m)
    const { error } = JSON.parse(json.stdout) as { error: { code: string; help: string; diagnostics: { places: { file: string; line: number; column: number }[] }[] } }
    expect([json.code, error.code, error.diagnostics.length]).toEqual([2, 'CLI2041', 1])
    expect(error.help).toMatch(help)
    expect(error.diagnostics[0]!.places[0]).toMatchObject({ file: shownPath(join(folder, 'm.ts')), line, column })
    expect(readdirSync(folder)).toEqual(['m.ts'])
  }))

  test('for fuzz too', () => withFolder(async (folder) => {
    writeFileSync(join(folder, 'm.ts'), `${counter}Promise.reject(new Error('lost'))\n`)
    const ended = await archnightsProcess(['fuzz', '--module', join(folder, 'm.ts'), '--engines', 'wasm', '--out', join(folder, 'cases'), '--json'])
    noStack(ended)
    expect([ended.code, (JSON.parse(ended.stdout) as { error: { code: string } }).error.code]).toEqual([2, 'CLI2041'])
  }))
})

test('functions that make each other for ever: the call that comes back, and the first one', () => withFolder(async (folder) => {
  const text = 'import { instance } from \'archnights/rtl-gen\'\nconst tree = (n: number): any => module(\'t\' + n, { f: instance(tree(n + 1)) }, (() => []) as never)\n\nexport const top = tree(0)\n'
  const plain = await emit(folder, text), json = await emit(folder, text, '--json')
  noStack(plain)
  expect([plain.code, plain.stderr.split('\n')[0]]).toEqual([2, 'error CLI2040: functions call each other without end: a module that contains itself has no end either'])
  const { error } = JSON.parse(json.stdout) as { error: { diagnostics: { places: { line: number; column: number; text: string }[] }[] } }
  expect(error.diagnostics[0]!.places.map((p) => [p.line, p.column, p.text])).toEqual([[7, 64, 'called again and again'], [9, 20, 'called first']])
}))

describe('what a file prints', () => {
  const text = 'console.log(\'on loading\')\nprocess.stdout.write(\'by itself\\n\')\nprocess.on(\'exit\', () => console.log(\'at the end\'))\n'
  test('goes to stderr: stdout has the result alone', () => withFolder(async (folder) => {
    const { code, stdout, stderr } = await emit(folder, text, '--json')
    expect([code, JSON.parse(stdout)]).toEqual([0, { out: join(folder, 'rtl'), top: 'm', files: ['m.v', 'm.f'] }])
    expect(stderr.split('\n').slice(0, 3)).toEqual(['on loading', 'by itself', 'in the body'])
    const plain = await emit(folder, text)
    expect(plain.stdout).toBe(`${folder}/rtl/m.v\n${folder}/rtl/m.f\n`)
  }))
})

test('a timer that never ends does not keep the command', () => withFolder(async (folder) => {
  const { code, stdout } = await emit(folder, 'setInterval(() => {}, 100)\n')
  expect([code, stdout]).toEqual([0, `${folder}/rtl/m.v\n${folder}/rtl/m.f\n`])
}))
