// Owns: checks of `archnights run` with a server or a program as Oracle: from the command line to the trap, and what is said when it fails.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loopback, type ServedExchange } from '../sim-harness/bridge/servers/loopback.ts'
import { archnights } from './command.ts'

let folder: string
beforeAll(() => { folder = mkdtempSync(join(tmpdir(), 'run-server-')) })
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = (name: string, bytes: string | Uint8Array) => {
  writeFileSync(join(folder, name), bytes)
  return join(folder, name)
}

const sse = { 'content-type': 'text/event-stream' }
const chat = (content: string, finish: string): ServedExchange => ({
  status: 200, headers: sse,
  wire: [{ utf8: `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: finish }] })}\n\ndata: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 9, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 4 } } })}\n\ndata: [DONE]\n\n` }, { end: 'fin' }],
})
const fails = (status: number, message: string): ServedExchange => ({ status, headers: { 'content-type': 'application/json' }, wire: [{ utf8: JSON.stringify({ error: { message } }) }, { end: 'fin' }] })
interface Result { readonly trap: { cause: string; appended: number }; readonly historyHex: string; readonly queries: number; readonly tokens: object; readonly cycles: { total: number } }

/** Runs with these replies; with what was asked. */
async function run(served: readonly ServedExchange[], args: readonly string[]) {
  const server = await loopback(served)
  try {
    const history = file('task.history', Uint8Array.from([0xf9, 0x51, 0xff, 0xfa]))
    const { code, stdout, stderr } = await archnights('run', '--history', history, '--oracle', `openai-chat:${server.url}`, ...args)
    return { code, stdout, stderr, asked: server.received }
  } finally {
    await server.close()
  }
}

describe('a server', () => {
  const config = () => file('server.json', JSON.stringify({ yield: '<END>', retry: { attempts: 2, base_ms: 1 } }))
  test('answers: half an answer is no yield, so O-mode asks again; the yield is one symbol in the segment', async () => {
    const { code, stdout, asked } = await run([chat('ls', 'length'), fails(503, 'busy'), chat(' /etc<END>', 'stop')], ['--json', '--model', 'the-model', '--oracle-config', config()])
    expect(code).toBe(0)
    const result = JSON.parse(stdout) as Result
    expect([result.trap.cause, result.historyHex, result.queries]).toEqual(['yield', `f951fffa${Buffer.from('ls /etc').toString('hex')}ff`, 2])
    expect(result.tokens).toEqual({ evaluated: 14, reused: 8, history: 11 })
    expect(asked.map((r) => (JSON.parse(r.body.toString()) as { model: string }).model)).toEqual(['the-model', 'the-model', 'the-model'])
  })
  test('that fails ends the run with 4 and its reason; the key is in no text', async () => {
    const { code, stdout, stderr } = await run([fails(401, 'bad key sk-secret-1')], ['--oracle-config', file('key.json', '{"api_key":"sk-secret-1"}')])
    expect(code).toBe(4)
    expect(stderr).toContain('error CLI4001: E_AUTH: the server answered 401: bad key [key]')
    expect(stdout + stderr).not.toContain('sk-secret-1')
  })
  test('whose context is too short is the trap reject, and no failure', async () => {
    const { code, stdout } = await run([fails(400, 'maximum context length is 5 tokens')], ['--json'])
    expect([code, (JSON.parse(stdout) as Result).trap.cause]).toEqual([0, 'reject'])
  })
})

test('a program answers the same as a script does, cycle for cycle', async () => {
  const history = file('plain.history', Uint8Array.from([0x51, 0xff]))
  const answers = file('answers.jsonl', '{"text": "ab", "yield": true, "after_cycles": 77}\n')
  const program = file('oracle.mjs', `process.stdin.on('data', (d) => process.stdout.write(JSON.stringify({ query: JSON.parse(d).query, text: 'ab', yield: true, after_cycles: 77 }) + '\\n'))`)
  const of = async (oracle: string) => JSON.parse((await archnights('run', '--history', history, '--oracle', oracle, '--json')).stdout) as Result
  const [scripted, executed] = [await of(`script:${answers}`), await of(`exec:'${process.execPath}' '${program}'`)]
  expect(executed.historyHex).toBe('51ff6162ff')
  expect({ ...executed, oracle: '' }).toEqual({ ...scripted, oracle: '' })
})

test.each([
  ['openai-chat:localhost:8080', [], 'BRG1006'],
  ['ollama:http://127.0.0.1:1', [], 'BRG1009'],
  ['llamacpp:http://127.0.0.1:1', ['--key-env', 'NO_SUCH_KEY_HERE'], 'BRG1008'],
  ['exec:no-such-program', [], 'BRG1010'],
  ['smollm2', ['--oracle-config', 'x.json'], 'CLI2009'],
  ['script:x.jsonl', ['--key-env', 'X'], 'CLI2009'],
])('%s %j is wrong use', async (oracle, args, code) => {
  const said = await archnights('run', '--history', file('h', 'x'), '--oracle', oracle, ...args)
  expect([said.code, said.stdout, said.stderr.startsWith(`error ${code}: `)]).toEqual([2, '', true])
})
