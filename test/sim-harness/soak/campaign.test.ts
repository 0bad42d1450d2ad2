// Owns: soak programs on several threads: the same whatever their number, failures shrunk and in order, nothing left running.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MessageChannel, type Worker } from 'node:worker_threads'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oracleUnit } from '../../../coprocessor/unit/oracle-unit.ts'
import { elaborate } from '../../../rtl-gen/dsl/index.ts'
import { runCampaign, soakWorker, type Found } from '../../../sim-harness/soak/campaign.ts'
import { generateProgram } from '../../../sim-harness/soak/generate.ts'
import { programOf, programText } from '../../../sim-harness/soak/program.ts'
import { wasmDrivers } from '../../../sim-harness/soak/wasm-drivers.ts'

/** As `npm run soak` does it. */
const blankTypes = import.meta.resolve('ts-blank-space/register')
const script = fileURLToPath(new URL('../../../scripts/soak.ts', import.meta.url))
let folder = ''
beforeAll(async () => { folder = await mkdtemp(join(tmpdir(), 'soak-')) })
afterAll(() => rm(folder, { recursive: true }))
const soak = (...args: string[]) => execa('node', ['--import', blankTypes, script, ...args], { cwd: folder, reject: false, stdin: 'ignore' })

/** A thread of another unit, which reads 0xfe as the yield symbol: in this process, behind a channel as a worker is. */
function wrong(): Worker {
  const { port1, port2 } = new MessageChannel()
  soakWorker(port1, () => wasmDrivers((p) => elaborate(oracleUnit({ ...p, yieldSymbol: 0xfe }))))
  return { on: (name: string, told: (value: unknown) => void) => (name === 'message' ? port2.on('message', told) : undefined), postMessage: (m: unknown) => port2.postMessage(m), terminate: () => Promise.resolve(port2.close()) } as unknown as Worker
}

describe('npm run soak', () => {
  it('says the same with one thread and with two', async () => {
    const [one, two] = [await soak('--programs', '14', '--seed', '5', '--jobs', '1', '--json'), await soak('--programs', '14', '--seed', '5', '--jobs', '2', '--json')]
    expect([one.exitCode, two.exitCode]).toEqual([0, 0])
    const { statuses, causes, ...rest } = JSON.parse(one.stdout) as { statuses: object; causes: object; programs: number; cycles: number; coverage: { microcode: { reached: number } } }
    // In which order statuses came first is another thing.
    expect(JSON.parse(two.stdout)).toEqual({ ...rest, statuses, causes })
    expect([rest.programs, rest.cycles > 50_000, rest.coverage.microcode.reached > 300]).toEqual([14, true, true])
    expect(await readdir(folder)).toEqual([])
  }, 120_000)

  it('ends at once when it is stopped, with 130', async () => {
    const run = soak('--programs', '1000000')
    run.stderr.once('data', () => run.kill('SIGINT'))
    const { exitCode, stderr, stdout } = await run
    expect([exitCode, stdout, stderr.includes('stopped')]).toEqual([130, '', true])
  }, 120_000)

  it('tells wrong use, and how to use it', async () => {
    const [help, option, number, file] = await Promise.all([soak('--help'), soak('--program', '3'), soak('--jobs', '0'), soak('--replay', 'no-such.json')])
    expect([help.exitCode, option.exitCode, number.exitCode, file.exitCode]).toEqual([0, 2, 2, 2])
    for (const word of ['--programs', '--seed', '--jobs', '--replay', '--json', 'fuzz']) expect(help.stdout).toContain(word)
    expect([option.stderr, number.stderr, file.stderr]).toEqual([expect.stringContaining('--program'), expect.stringContaining('--jobs 0: a whole number from 1 on'), expect.stringContaining('no-such.json')])
  }, 120_000)

  it('replays a program that was written down', async () => {
    await writeFile(join(folder, 'soak-7.json'), programText(generateProgram(7)))
    const { exitCode, stdout } = await soak('--replay', 'soak-7.json')
    await rm(join(folder, 'soak-7.json'))
    expect([exitCode, stdout.includes('1 programs from seed 7')]).toEqual([0, true])
  }, 120_000)
})

describe('a campaign', () => {
  it('shrinks what fails, tells it at once and lists it by seed; what did not fail counts', async () => {
    const told: Found[] = []
    const { count, failures, executed } = await runCampaign({ programs: 12, seed: 3, jobs: 2, worker: wrong, onFailure: (f) => { told.push(f) } })
    expect(failures.length).toBeGreaterThan(0)
    expect(failures.map((f) => f.seed)).toEqual(told.map((f) => f.seed).toSorted((a, b) => a - b))
    for (const { seed, steps, smaller } of failures) {
      expect([seed, steps, smaller.seed, smaller.steps.length < steps]).toEqual([seed, generateProgram(seed).steps.length, seed, true])
      expect(programOf(programText(smaller))).toEqual(smaller)
    }
    expect([count.cycles > 0, executed.some((n) => n > 0)]).toEqual([true, true])
  }, 120_000)

  it('ends with the reason of its signal, and lets no thread live', async () => {
    let ended = 0
    const worker = () => ({ on: () => undefined, postMessage: () => undefined, terminate: () => Promise.resolve(++ended) }) as unknown as Worker
    const stop = new AbortController()
    const run = runCampaign({ programs: 100, seed: 1, jobs: 3, worker, signal: stop.signal })
    stop.abort(new Error('enough'))
    await expect(run).rejects.toThrow('enough')
    expect(ended).toBe(3)
  })
})
