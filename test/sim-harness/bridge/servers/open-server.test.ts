import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialectNamed } from '../../../../sim-harness/bridge/dialects/index.ts'
import { serverSettingsSchema } from '../../../../sim-harness/bridge/dialects/settings.ts'
import { openOracle } from '../../../../sim-harness/bridge/oracles/index.ts'
import { serverPlace } from '../../../../sim-harness/bridge/oracles/open-server.ts'
import { parseSettings } from '../../../../sim-harness/bridge/oracles/settings-file.ts'

let folder: string
beforeAll(async () => { folder = await mkdtemp(join(tmpdir(), 'server-')) })
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a place', () => {
  it.each([
    ['openai-chat', 'http://h:8080', '/v1/chat/completions'],
    ['openai-chat', 'http://h:8080/v1/', '/v1/chat/completions'],
    ['openai-chat', 'https://h/openai/v1/chat/completions?api-version=1', '/openai/v1/chat/completions?api-version=1'],
    ['openai-completions', 'http://h/base', '/base/completions'],
    ['llamacpp', 'http://127.0.0.1:1', '/completion'],
    ['ollama', 'http://[::1]:11434', '/api/generate'],
    ['anthropic', 'https://h', '/v1/messages'],
  ])('%s:%s', (name, url, path) => { expect(serverPlace(dialectNamed(name)!, url).path).toBe(path) })
  it.each([
    ['', 'needs a URL'], ['localhost:8080', 'begins with http: or https:, not with localhost:'], ['nonsense', 'and what follows it is none'], ['ftp://h', 'not with ftp:'],
    ['http://me:hush@h', 'holds a name or a password'], ['http://h/#x', 'behind #'], ['http://h/?api_key=hush', 'holds api_key, which looks like a key'],
  ])('%s is none', async (url, words) => {
    const thrown = await openOracle(`openai-chat:${url}`).catch((e: unknown) => e)
    expect(thrown).toMatchObject({ code: 'BRG1006', exitCode: 2, message: expect.stringContaining(words) as string })
    expect(JSON.stringify(thrown)).not.toContain('hush')
  })
})

describe('model and key', () => {
  it('a dialect that needs a model says so', async () => {
    await expect(openOracle('ollama:http://h')).rejects.toMatchObject({ code: 'BRG1009', help: 'give it with --model NAME' })
    const oracle = await openOracle('ollama:http://h:11434/api', { server: { model: 'm' } })
    expect(oracle.name).toBe('ollama:http://h:11434/api')
    await oracle.dispose()
  })
  it('a key that is missing, empty, or no header value', async () => {
    const open = (env: Record<string, string>) => openOracle('llamacpp:http://h', { server: { keyEnv: 'THE_KEY', env } })
    await expect(open({})).rejects.toMatchObject({ code: 'BRG1008', exitCode: 2, message: 'the environment variable THE_KEY is not set' })
    await expect(open({ THE_KEY: ' ' })).rejects.toMatchObject({ message: 'the environment variable THE_KEY is empty' })
    const thrown = await open({ THE_KEY: 'hush\r\nx-forged: 1' }).catch((e: unknown) => e as Error)
    expect(thrown).toMatchObject({ code: 'BRG1008' })
    expect((thrown as Error).message).not.toContain('hush')
    await (await open({ THE_KEY: 'sk-1\n' })).dispose()
  })
})

describe('settings', () => {
  const parse = (text: string) => parseSettings(serverSettingsSchema, text, 'server.json')
  it('have defaults all through', () => {
    expect(parse('{"retry":{"attempts":2},"marks":{"oracle":"A:"}}')).toMatchObject({ yield: '<|yield|>', max_event_bytes: 8388608, retry: { attempts: 2, cap_ms: 30_000 }, marks: { system: '<|system|>\n', oracle: 'A:' } })
  })
  it.each([
    ['{"max_token":1}', 'server.json: max_token: there is no such setting'],
    ['{"retry":{"attempt":1}}', 'server.json: retry.attempt: there is no such setting'],
    ['{"retry":{"attempts":0}}', 'server.json: retry.attempts: '],
    ['{"yield":""}', 'server.json: yield: '],
    ['{"yield":"\\ud83d"}', 'server.json: yield: it holds half of a surrogate pair'],
    ['{"idle_ms":"2s"}', 'server.json: idle_ms: '],
    ['{"request":{"stop":["x"]}}', 'server.json: request.stop: the bridge sets it itself'],
    ['[]', 'server.json: it must be one JSON object'],
  ])('%s is wrong, and where', (text, words) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ code: 'BRG1007', exitCode: 2, message: expect.stringContaining(words) as string }))
  })
  it('every finding is told at once, and a file that is no JSON is not shown', () => {
    expect(() => parse('{"a":1,"b":2}')).toThrow('server.json: a: there is no such setting\nserver.json: b: there is no such setting')
    expect(() => parse('{"api_key": "hush" oops}')).toThrow(/^server\.json: it is not JSON at position \d+$/)
  })
  it('come from a file', async () => {
    const config = join(folder, 'server.json')
    await writeFile(config, '{"yeild": "x"}')
    await expect(openOracle('llamacpp:http://h', { server: { config } })).rejects.toMatchObject({ code: 'BRG1007', message: `${config}: yeild: there is no such setting` })
    await expect(openOracle('llamacpp:http://h', { server: { config: join(folder, 'none.json') } })).rejects.toMatchObject({ code: 'BRG1002' })
    await writeFile(config, '{"idle_ms": 5, "max_tokens": 1}')
    await expect(openOracle(`exec:${process.execPath}`, { server: { config } })).rejects.toMatchObject({ code: 'BRG1007', message: `${config}: max_tokens: there is no such setting` })
  })
})
