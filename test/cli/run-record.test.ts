// Owns: checks of `run --record` and `--oracle replay:FILE`: the same run without the Oracle, on every engine; what is left when a run is stopped; what a wrong file gets.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { llamaProcess } from '../../scripts/servers/llama-server.ts'
import { modelPlaces } from '../../sim-harness/bridge/setup/places.ts'
import { archnights, program, withFolder } from './command.ts'

const example = 'examples/shell-agent'
const task = ['run', '--history', `${example}/task.history`]
const turns = ['--then', `${example}/request-2.history`, '--then', `${example}/request-3.history`]
interface Run { oracle: string; engine: string; trap: { cause: string } }
interface Measured extends Run { tokens: { evaluated: number; history: number }; metrics: { symbols: object; tokens: { recomputed: number } }[] }
const json = (text: string) => JSON.parse(text) as Run

/** Answers in several frames, late, with tokens, and one that the budget cuts. */
const script = [
  { text: 'ls /etc', yield: true, after_cycles: 1234, chunks: [1, 4, 3], tokens: { evaluated: 113, reused: 0, history: 113 }, cached: 232 },
  { text: 'cat readme.md', after_cycles: 77 }, { text: '!', yield: true, after_cycles: 5, tokens: { evaluated: 3, reused: 140, history: 143 } },
  { text: 'x'.repeat(300), chunks: [100, 100, 100] },
]
async function recorded(folder: string, ...args: string[]) {
  const [answers, record] = [join(folder, 'script.jsonl'), join(folder, 'run.jsonl')]
  writeFileSync(answers, script.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const first = await archnights(...task, ...turns, '--budget', '150', '--oracle', `script:${answers}`, '--record', record, '--json', ...args)
  expect([first.code, first.stderr]).toEqual([0, expect.stringContaining(`written: ${record}`)])
  return { record, run: json(first.stdout), answers }
}
const replayed = (record: string, ...args: string[]) => archnights(...task, ...turns, '--budget', '150', '--oracle', `replay:${record}`, '--json', ...args)

test.each([['wasm'], ['verilator'], ['icarus']])('a recorded run comes back on %s, number for number', { timeout: 300_000 }, (engine) => withFolder(async (folder) => {
  const { record, run } = await recorded(folder)
  expect(run.trap.cause).toBe('budget')
  const again = await replayed(record, '--engine', engine, '--record', join(folder, 'again.jsonl'))
  expect(again.code).toBe(0)
  // Everything: transcript, traps, cycles, tokens, metrics.
  expect(json(again.stdout)).toEqual({ ...run, engine, oracle: `replay:${record}` })
  const lines = (file: string) => readFileSync(join(folder, file), 'utf8').split('\n')
  expect(lines('again.jsonl').slice(1)).toEqual(lines('run.jsonl').slice(1))
  expect(JSON.parse(lines('run.jsonl')[0]!)).toMatchObject({ archnights: 'recording', format: 1, engine: 'wasm', hints: false, parameters: expect.stringMatching(/^0x[0-9a-f]+$/) as string })
}))

test('a run with a real model at llama.cpp\'s server computes each token once, and comes back when the server is gone', () => withFolder(async (folder) => {
  const record = join(folder, 'run.jsonl'), server = await llamaProcess({ model: modelPlaces().model, context: 512, slots: 1 })
  let first
  try {
    first = await archnights(...task, ...turns, '--oracle', `llamacpp:${server.url.origin}`, '--record', record, '--json')
  } finally {
    await server.close()
  }
  const { metrics, oracle, ...run } = JSON.parse(first.stdout) as Measured
  expect([first.code, run.trap.cause, run.tokens.evaluated, metrics[0]!.tokens.recomputed]).toEqual([0, 'yield', run.tokens.history, 0])
  const again = await archnights(...task, ...turns, '--oracle', `replay:${record}`, '--json')
  // Causes of what is computed again do not cross the link: they are the only thing that a recording does not have.
  const { metrics: after, oracle: replay, ...same } = JSON.parse(again.stdout) as Measured
  expect(same).toEqual(run)
  expect([oracle, replay, after[0]!.symbols]).toEqual([`llamacpp:${server.url.origin}`, `replay:${record}`, metrics[0]!.symbols])
}))

test('a query that is not the recorded one ends the run with 4 and names query and byte', () => withFolder(async (folder) => {
  const { record } = await recorded(folder)
  const other = join(folder, 'other.history')
  writeFileSync(other, readFileSync(`${example}/request-2.history`, 'latin1').replace('readme', 'readyou'), 'latin1')
  const { code, stderr } = await archnights(...task, '--then', other, '--budget', '150', '--oracle', `replay:${record}`, '--json')
  // 232 bytes of task and answer, then F9 `print the file read`, 19 characters.
  expect([code, stderr]).toEqual([4, expect.stringContaining('error CLI4001: query 2 of slot 0 differs from the recorded one at byte 252: it is 0x79, recorded was 0x6d')])
}))

test('a damaged file is named with its line before anything is simulated', () => withFolder(async (folder) => {
  const { record } = await recorded(folder)
  const text = readFileSync(record, 'utf8')
  for (const [damaged, words] of [[text.slice(0, 3000 % text.length), ':'], [text.replace('"kind":"query"', '"kind":"qu"'), ":5: there is no frame 'qu' to the host"], ['', ':1: ']] as const) {
    writeFileSync(record, damaged)
    const { code, stdout } = await replayed(record)
    const { error } = JSON.parse(stdout) as { error: { code: string; message: string } }
    expect([code, error.code, error.message.startsWith(record) && error.message.includes(words)]).toEqual([2, 'BRG1011', true])
  }
  expect((await replayed(join(folder, 'none.jsonl'))).stdout).toContain('"BRG1002"')
}))

test('a run that is stopped leaves no recording, and the one that was there stays', () => withFolder(async (folder) => {
  const record = join(folder, 'run.jsonl')
  writeFileSync(record, 'as it was')
  // A person who never answers: the run waits until it is stopped.
  const child = spawn(process.execPath, [program, ...task, '--oracle', 'human', '--record', record], { stdio: ['pipe', 'ignore', 'pipe'] })
  let [said, stopped] = ['', false]
  child.stderr.on('data', (part) => {
    said += String(part)
    // Once: a second signal would not wait for the cleaning up.
    if (said.includes('oracle> ') && !stopped) stopped = child.kill('SIGINT')
  })
  const [code] = await once(child, 'close') as [number]
  expect([code, readFileSync(record, 'utf8'), readdirSync(folder)]).toEqual([130, 'as it was', ['run.jsonl']])
}))

test('a recording is not written over its own source', async () => {
  const { code, stdout } = await archnights(...task, '--oracle', 'replay:a.jsonl', '--record', './a.jsonl', '--json')
  expect([code, stdout]).toEqual([2, expect.stringContaining('one file would be read and written')])
})
