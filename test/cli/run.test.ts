// Owns: checks of `archnights run` on the Wasm engine with scripts: what it prints, and every end that an Oracle or an input can make it come to.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { archnights, archnightsProcess, program, withFolder } from './command.ts'

const example = 'examples/shell-agent'
const task = ['run', '--history', `${example}/task.history`]
const agent = [...task, '--then', `${example}/request-2.history`, '--then', `${example}/request-3.history`, '--oracle', `script:${example}/script.jsonl`]
interface Run { trap: { cause: string; appended: number; cut: boolean }; queries: number; symbols: object; turns: object[]; historyHex: string; engine: string; oracle: string }

/** Runs the task with a script that is written for it. */
const scripted = (lines: readonly object[], ...args: string[]) => withFolder((folder) => {
  const file = join(folder, 'script.jsonl')
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return archnights(...task, '--oracle', `script:${file}`, '--json', ...args)
})

describe('run', () => {
  test('--json: the object of the contract, from the shell agent', async () => {
    const { code, stdout, stderr } = await archnights(...agent, '--json')
    expect(code).toBe(0)
    // A slow machine may see progress there, and nothing else.
    expect(stderr).not.toContain('error')
    expect(stdout.trim().split('\n').length).toBe(1)
    const run = JSON.parse(stdout) as Run
    expect(Object.keys(run)).toEqual(['trap', 'queries', 'symbols', 'tokens', 'cycles', 'turns', 'historyHex', 'engine', 'oracle', 'version', 'metrics'])
    // Every byte of the segment, put together by hand.
    const text = (bytes: string) => Buffer.from(bytes, 'utf8').toString('hex')
    const request = (words: string) => `f9${text(words)}fffa`
    const wanted = readFileSync(`${example}/task.history`).toString('hex')
      + `${text('ls /etc')}ff${request('print the file readme.md')}${text('cat readme.md')}ff${request('show the date')}${text('date')}ff`
    expect(run.historyHex).toBe(wanted)
    expect(run).toMatchObject({
      trap: { cause: 'yield', slot: 0, appended: 5, cut: false }, queries: 3, engine: 'wasm', oracle: `script:${example}/script.jsonl`,
      // The task and the two requests once each; answers never go back.
      symbols: { sentNew: 224 + 27 + 16, sentAgain: 0, appended: 8 + 14 + 5 },
    })
    expect(run.turns.map((t) => (t as Run).trap.appended)).toEqual([8, 14, 5])
  })

  test('for people: who wrote what, the traps, the counters, the cycles', async () => {
    const { code, stdout } = await archnights(...agent)
    expect(code).toBe(0)
    expect(stdout).toContain('  oracle     | mkdir work ■   (written by the priestess)')
    expect(stdout).toContain('  oracle     | cat readme.md ■   (written by the priestess, then the oracle)')
    expect(stdout).toMatch(/\n {2}2 +yield +1 +27 +0 +14 /)
    expect(stdout).toContain('history 294 symbols: 267 crossed the link to the Oracle once, 0 again, 27 came from it')
    const cycles = /cycles: (\d+) = (\d+) sending \+ (\d+) waiting for the Oracle \+ (\d+) appending \+ (\d+) in instructions/.exec(stdout)?.slice(1).map(Number) ?? []
    expect(cycles[0]).toBe(cycles.slice(1).reduce((a, b) => a + b, 0))
    // No colour where no terminal is.
    expect(stdout).not.toContain('\x1b[')
  })

  test('--trace writes a timeline that opens in Perfetto, and nothing else', () => withFolder(async (folder) => {
    const { code } = await archnights(...agent, '--trace', join(folder, 'timeline.json'))
    expect(code).toBe(0)
    expect(readdirSync(folder)).toEqual(['timeline.json'])
    const { traceEvents } = JSON.parse(readFileSync(join(folder, 'timeline.json'), 'utf8')) as { traceEvents: { name: string; ph: string }[] }
    expect(traceEvents.filter((e) => e.name === 'trap yield').length).toBe(3)
    expect(traceEvents.every((e) => ['X', 'i', 'C', 'M'].includes(e.ph))).toBe(true)
  }))

  test('--fst writes the same waves as FST, and leaves no VCD', () => withFolder(async (folder) => {
    const { code, stderr } = await archnights(...agent, '--fst', join(folder, 'waves.fst'))
    expect([code, stderr]).toEqual([0, expect.stringContaining(`written: ${join(folder, 'waves.fst')}`)])
    expect(readdirSync(folder)).toEqual(['waves.fst'])
    await archnights(...agent, '--vcd', join(folder, 'waves.vcd'))
    const back = spawnSync('fst2vcd', ['-f', join(folder, 'waves.fst')], { encoding: 'utf8', maxBuffer: 2 ** 30 })
    const variables = (text: string): number => text.match(/^\$var /gm)?.length ?? 0, ends = (text: string): string | undefined => text.match(/^#\d+$/gm)?.at(-1)
    const vcd = readFileSync(join(folder, 'waves.vcd'), 'utf8')
    expect([variables(back.stdout), ends(back.stdout)]).toEqual([variables(vcd), ends(vcd)])
  }))

  test('--fst without vcd2fst is refused before the run', () => withFolder(async (folder) => {
    mkdirSync(join(folder, 'bin'))
    symlinkSync(process.execPath, join(folder, 'bin', 'node'))
    const { code, stderr } = await archnightsProcess([...agent, '--fst', join(folder, 'waves.fst')], undefined, ['/usr/bin/env', `PATH=${join(folder, 'bin')}`, process.execPath, program])
    expect(code).toBe(3)
    expect(stderr).toMatch(/^error SIM1001: vcd2fst is not on this machine\n {2}help: .*gtkwave; or write a VCD/m)
    expect(readdirSync(folder)).toEqual(['bin'])
  }))

  test('--vcd writes waves', () => withFolder(async (folder) => {
    const { code } = await archnights(...agent, '--vcd', join(folder, 'waves.vcd'))
    expect(code).toBe(0)
    expect(readdirSync(folder)).toEqual(['waves.vcd'])
    const text = readFileSync(join(folder, 'waves.vcd'), 'utf8')
    expect(text).toContain('$enddefinitions $end')
    expect(text).toContain('rocc_cmd_valid')
  }))
})

describe('Oracles that do not do what one hopes for', () => {
  const json = (stdout: string) => JSON.parse(stdout) as Run

  test('one that never yields ends with the budget', async () => {
    const { code, stdout } = await scripted([{ text: 'more ' }, { text: 'and more ' }, { text: 'without end' }], '--budget', '12')
    // Two queries and ten symbols: "more " (5) and the first five of "and more ".
    expect([code, json(stdout).trap, json(stdout).queries]).toEqual([0, { cause: 'budget', slot: 0, appended: 10, cut: true }, 2])
  })

  test('one that answers a megabyte fills the room and no more', async () => {
    const { code, stdout } = await scripted([{ text: 'x'.repeat(1_000_000), yield: true }], '--room', '64')
    // 224 bytes of history and 64 of room; both are multiples of 8.
    expect([code, json(stdout).trap]).toEqual([0, { cause: 'limit', slot: 0, appended: 64, cut: true }])
    expect(json(stdout).historyHex.length).toBe(2 * (224 + 64))
  })

  test('one that refuses', async () => {
    const { code, stdout } = await scripted([{ reject: true }])
    expect([code, json(stdout).trap]).toEqual([0, { cause: 'reject', slot: 0, appended: 0, cut: false }])
  })

  test('one that dies in its answer: exit code 4, the result all the same, and the history as before', async () => {
    const { code, stdout, stderr } = await scripted([{ text: 'half an ans', fault: true }])
    expect([code, json(stdout).trap.cause, json(stdout).historyHex]).toEqual([4, 'link', readFileSync(`${example}/task.history`).toString('hex')])
    expect(stderr).toMatch(/error CLI4001: .*\n {2}help: .*\n$/)
  })

  test('a script with fewer answers than queries says so', async () => {
    const { code, stderr } = await scripted([])
    expect(code).toBe(4)
    expect(stderr).toMatch(/error CLI4001: .*script/)
  })

  test('a mark in an answer is a broken link', async () => {
    const { code, stdout } = await scripted([{ hex: '61f9', yield: true }])
    expect([code, json(stdout).trap.cause]).toEqual([4, 'link'])
  })
})

describe('bad input', () => {
  const failure = (stdout: string) => (JSON.parse(stdout) as { error: { code: string; message: string; help: string } }).error

  test.each([
    ['delphi', 2, 'BRG1001', "there is no Oracle 'delphi'"],
    ['ollama:http://localhost', 2, 'BRG1009', 'the Oracle ollama needs the name of a model'],
    ['script:no-such.jsonl', 2, 'BRG1002', 'the script no-such.jsonl cannot be read'],
    ['gguf:no-such.gguf', 2, 'BRG1005', 'no-such.gguf'],
    [`gguf:${example}/script.jsonl`, 2, 'BRG1005', 'it does not start with GGUF'],
  ])('the Oracle %s', async (spec, exit, errorCode, words) => {
    const { code, stdout } = await archnights(...task, '--oracle', spec, '--json')
    expect(code).toBe(exit)
    expect(failure(stdout).code).toBe(errorCode)
    expect(failure(stdout).message).toContain(words)
    expect(failure(stdout).help).not.toBe('')
  })

  test('a bad line of a script is named by its number', async () => {
    const { code, stdout } = await scripted([{ text: 'ls' }, { txet: 'ls' }])
    expect([code, failure(stdout).code]).toEqual([2, 'BRG1003'])
    expect(failure(stdout).message).toMatch(/line 2|:2/)
    expect(failure(stdout).message).toContain('txet')
  })

  test('a history that does not fit in the memory', async () => {
    const { code, stdout } = await scripted([{ text: 'ls', yield: true }], '--room', '4294967296')
    expect([code, failure(stdout).code]).toEqual([2, 'SIM3004'])
  })

  test('results that cannot be written are found out before the work, and nothing is left', () => withFolder(async (folder) => {
    const { code, stdout } = await archnights(...agent, '--json', '--vcd', join(folder, 'waves.vcd'), '--trace', join(folder, 'no', 'such', 'place.json'))
    expect([code, failure(stdout).code]).toEqual([2, 'CLI2006'])
    expect(readdirSync(folder)).toEqual([])
  }))

  test('a full disk', async () => {
    const { code, stdout } = await archnights(...agent, '--json', '--trace', '/dev/full')
    expect([code, failure(stdout)]).toEqual([2, expect.objectContaining({ code: 'CLI2006', message: 'cannot write /dev/full: the disk is full' })])
  })
})
