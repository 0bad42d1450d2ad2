import { mkdtemp, mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bridgeErrors } from '../../../sim-harness/bridge/errors.ts'
import { openOracle } from '../../../sim-harness/bridge/oracles/index.ts'
import { modelPlaces, type ModelPlaces } from '../../../sim-harness/bridge/setup/places.ts'
import { knownSum, modelFileStatus, modelStatus, stampOf } from '../../../sim-harness/bridge/setup/status.ts'
import { ensureModel } from '../../../sim-harness/bridge/setup/install.ts'

let folder: string
beforeAll(async () => { folder = await mkdtemp(join(tmpdir(), 'bridge-')) })
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Places inside the test's folder; the engine is the real one unless another is named. */
const places = (name: string, engine = modelPlaces().engine): ModelPlaces => ({ ...modelPlaces(), cache: join(folder, name), engine, model: join(folder, name, 'models', 'model.gguf'), command: 'npm run setup' })
const file = async (name: string, text: string) => {
  await mkdir(join(folder, name, '..'), { recursive: true })
  await writeFile(join(folder, name), text)
  return join(folder, name)
}

describe('a SPEC that is wrong', () => {
  it.each<[string, string, string]>([
    ['frob', 'BRG1001', 'there is no Oracle \'frob\''],
    ['', 'BRG1001', 'there is no Oracle'],
    ['script', 'BRG1001', 'needs a file: script:FILE'],
    ['gguf:', 'BRG1001', 'needs a file'],
    ['human:me', 'BRG1001', 'takes nothing behind a colon'],
    ['replay:x', 'BRG1002', 'the recording x cannot be read'],
    ['openai-chat', 'BRG1006', 'the Oracle openai-chat needs a URL'],
    ['exec:', 'BRG1010', 'the command is empty'],
    ['script:/no/such/file', 'BRG1002', '/no/such/file cannot be read'],
    ['gguf:/no/such/file', 'BRG1005', '/no/such/file cannot be used'],
  ])('%s', async (spec, code, words) => {
    await expect(openOracle(spec)).rejects.toMatchObject({ code, exitCode: 2, message: expect.stringContaining(words) as string })
  })
  it('names what is there', async () => {
    await expect(openOracle('olama:x')).rejects.toMatchObject({
      help: 'take one of: smollm2, gguf:FILE, script:FILE, replay:FILE, human, exec:COMMAND, openai-chat:URL, openai-completions:URL, llamacpp:URL, ollama:URL, anthropic:URL',
    })
  })
  it('a bad script line, and a model that is none', async () => {
    await expect(openOracle(`script:${await file('bad.jsonl', '{"tex":1}')}`)).rejects.toMatchObject({ code: 'BRG1003', message: expect.stringContaining('bad.jsonl:1: unknown key "tex"') as string })
    await expect(openOracle(`gguf:${await file('bad.gguf', 'MZ..')}`)).rejects.toMatchObject({ code: 'BRG1005', exitCode: 2 })
    await expect(openOracle(`gguf:${await file('half.gguf', 'GGUF\x03\0\0\0')}`)).rejects.toMatchObject({ code: 'BRG1005', exitCode: 2 })
  })
})

describe('a set-up that is not there or damaged', () => {
  it('names the command: engine', async () => {
    const at = places('a', join(folder, 'no-engine'))
    await expect(openOracle('smollm2', { places: at })).rejects.toMatchObject({ code: 'BRG2001', exitCode: 3, help: 'run npm run setup' })
    expect(await modelStatus(at)).toMatchObject({ what: 'engine', state: 'missing' })
    await file('old-engine/node_modules/node-llama-cpp/package.json', '{"version": "3.0.0"}')
    expect(await modelStatus(places('a', join(folder, 'old-engine')))).toMatchObject({ what: 'engine', state: 'damaged', message: expect.stringContaining('3.0.0') as string })
  })
  it('names the command: model', async () => {
    await expect(openOracle('smollm2', { places: places('b') })).rejects.toMatchObject({ code: 'BRG2002', exitCode: 3, help: 'run npm run setup' })
    const model = await file('c/models/model.gguf', 'GGUF and not much more')
    await expect(openOracle('smollm2', { places: places('c') })).rejects.toMatchObject({ code: 'BRG2003', exitCode: 3 })
    expect((await modelFileStatus(places('c'))).message).toBe(`the model ${model} has 22 bytes, not 98362432`)
  })
  it('a stamp spares the sum only while size and time are the same', async () => {
    const path = await file('d.gguf', 'abc')
    // SHA-256 of "abc", from the standard's example.
    const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
    const now = await knownSum(path)
    expect(now).toMatchObject({ sha256: abc, size: 3 })
    await writeFile(stampOf(path), JSON.stringify({ ...now, sha256: 'remembered' }))
    expect((await knownSum(path)).sha256).toBe('remembered')
    await utimes(path, 1, 1)
    expect((await knownSum(path)).sha256).toBe(abc)
  })
  it('a fetch that fails says why and leaves nothing', async () => {
    const at = places('e')
    await expect(ensureModel(() => undefined, { places: at, python: 'no-such-python' })).rejects.toMatchObject({ code: 'BRG2004', exitCode: 3, message: expect.stringContaining('there is no no-such-python on this machine') as string })
    await expect(ensureModel(() => undefined, { places: at, python: 'false' })).rejects.toMatchObject({ code: 'BRG2004' })
    const { readdir } = await import('node:fs/promises')
    expect(await readdir(join(at.cache, 'models'))).toEqual([])
  })
})

describe('places', () => {
  it('in a checkout lie inside it, in an installed package in the user\'s cache', async () => {
    const root = join(folder, 'root')
    await mkdir(root)
    expect(modelPlaces(root, { XDG_CACHE_HOME: '/c' })).toMatchObject({ cache: '/c/archnights', engine: '/c/archnights/engine', model: '/c/archnights/models/SmolLM2-135M-Instruct.Q4_1.gguf' })
    await file('root/sim-harness/bridge/engine/package.json', '{}')
    expect(modelPlaces(root, {})).toMatchObject({ cache: join(root, '.cache'), engine: join(root, 'sim-harness', 'bridge', 'engine') })
  })
})

it('every code has an exit code and an explanation', () => {
  for (const [code, e] of Object.entries(bridgeErrors)) {
    expect(e.exitCode, code).toBe(code.startsWith('BRG1') ? 2 : code.startsWith('BRG2') ? 3 : 4)
    expect(e.explain.length, code).toBeGreaterThan(40)
  }
})
