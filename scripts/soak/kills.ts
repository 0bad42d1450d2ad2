// Owns: kill runs: `archnights run` as a process, of which one part is killed at a random moment, and what must be true afterwards whatever the moment was.
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { Random } from '../../sim-harness/memory/random.ts'
import { answerTo, pieces, turns } from './answers.mjs'

/** What dies: the program that is the model, the bridge (the whole run), the simulator, a server for good, a server that comes back. */
export const victims = ['model', 'bridge', 'simulator on verilator', 'simulator on icarus', 'server', 'server that comes back'] as const
export type Victim = (typeof victims)[number]

export interface KillResult {
  readonly victim: Victim
  readonly seed: number
  /** `whole`: the run was over, or could go on; `link`: the trap; `said`: an error that names what died; `gone`: the run itself was killed. */
  readonly outcome: 'whole' | 'link' | 'said' | 'gone'
}

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const program = here('../../bin/archnights.js')
/** A run that takes longer hangs. */
const patienceMs = 90_000

const request = (turn: number): Buffer => Buffer.from([0xf9, ...Buffer.from(`turn ${turn}`), 0xff, 0xfa])
const answer = (turn: number): Buffer => Buffer.from([...Buffer.from(answerTo(`turn ${turn}`)), 0xff])
/** The histories that a run may end with: after n whole answers, with the request that was not answered behind them, or all. */
const stages = Array.from({ length: turns + 1 }, (_, n) => Buffer.concat(Array.from({ length: Math.min(n + 1, turns) }, (_, t) => [request(t + 1), ...(t < n ? [answer(t + 1)] : [])]).flat()).toString('hex'))
const allPieces = Array.from({ length: turns }, (_, t) => pieces(answerTo(`turn ${t + 1}`)).length).reduce((a, b) => a + b)

/** Processes that have this mark in their environment: all that a run started, however far from it. */
async function marked(mark: string): Promise<string[]> {
  const found: string[] = []
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue
    const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '')
    if (environment.includes(mark)) found.push(`${pid} ${(await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')).replaceAll('\0', ' ')}`)
  }
  return found
}

/** A server in a process of its own. @param port 0: any */
async function startServer(port: number, piece: number, delay: number) {
  const child = execa(process.execPath, [here('model-server.mjs'), String(port), String(piece), String(delay)], { reject: false, cleanup: true, stdin: 'ignore', buffer: false })
  const given = await new Promise<number>((resolve, reject) => {
    child.stdout.once('data', (line: Buffer) => { resolve(Number(line.toString())) })
    void child.then(() => { reject(new Error('the server of the kill run did not start')) })
  })
  return { child, port: given }
}

/**
 * One run of three turns with one kill.
 * @throws Error that says what is wrong: a hang, an answer that is doubled or lost, a process or a file that was left behind, an end without words
 */
export async function killOnce(victim: Victim, seed: number): Promise<KillResult> {
  const random = new Random(seed), folder = await mkdtemp(join(tmpdir(), 'archnights-kills-')), mark = `ARCHNIGHTS_KILL_RUN=${process.pid}-${victims.indexOf(victim)}-${seed}`
  // Behind the last piece nobody is left to kill: the run must be whole.
  const piece = random.between(0, allPieces + 1), delay = random.between(0, 5), wrong = (what: string): Error => new Error(`${victim}, seed ${seed}, piece ${piece}, ${delay} ms: ${what}`)
  let server: Awaited<ReturnType<typeof startServer>> | undefined
  const servers: (typeof server)[] = []
  let over = false
  try {
    for (let t = 1; t <= turns; t++) await writeFile(join(folder, `turn-${t}`), request(t))
    const retry = { attempts: victim === 'server that comes back' ? 60 : 2, base_ms: 50, cap_ms: 500 }
    await writeFile(join(folder, 'settings.json'), JSON.stringify({ retry, header_ms: 20_000, idle_ms: 20_000 }))
    let oracle: string[]
    if (victim.startsWith('server')) {
      server = await startServer(0, piece, delay)
      servers.push(server)
      const { port } = server
      if (victim === 'server that comes back') void server.child.then(async () => { if (!over) servers.push(await startServer(port, -1, 0)) }).catch(() => undefined)
      oracle = ['--oracle', `openai-completions:http://127.0.0.1:${port}`, '--model', 'any', '--oracle-config', join(folder, 'settings.json')]
    } else oracle = ['--oracle', `exec:${process.execPath} ${here('oracle-program.mjs')} ${victim.split(' ')[0]} ${piece} ${delay}`]
    const engine = victim.startsWith('simulator') ? victim.split(' ').at(-1)! : 'wasm', record = join(folder, 'run.record')
    const [name, value] = mark.split('=') as [string, string]
    const ran = await execa(process.execPath, [
      program, 'run', '--history', join(folder, 'turn-1'), ...Array.from({ length: turns - 1 }, (_, t) => ['--then', join(folder, `turn-${t + 2}`)]).flat(), ...oracle, '--engine', engine, '--record', record, '--json',
    ], { reject: false, timeout: patienceMs, forceKillAfterDelay: 1000, stdin: 'ignore', env: { [name]: value } })
    if (ran.timedOut) throw wrong(`it hangs: nothing after ${patienceMs} ms; it said ${ran.stderr.slice(-500)}`)
    const outcome = judge(victim, ran, existsSync(record) ? await readFile(record, 'utf8') : undefined, wrong)
    for (let i = 0; (await marked(mark)).length > 0; i++) {
      if (i === 100) throw wrong(`processes are left: ${(await marked(mark)).join('; ')}`)
      await new Promise((resolve) => { setTimeout(resolve, 50) })
    }
    const known = ['settings.json', 'run.record', ...Array.from({ length: turns }, (_, t) => `turn-${t + 1}`)]
    const left = (await readdir(folder)).filter((file) => !known.includes(file))
    // What is killed cannot tidy up, but what it leaves has no name of a result.
    if (left.length > 0 && outcome !== 'gone') throw wrong(`files are left: ${left.join(', ')}`)
    return { victim, seed, outcome }
  } finally {
    over = true
    for (const s of servers) s?.child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

interface Ended { readonly exitCode?: number | undefined; readonly signal?: string | undefined; readonly stdout: string; readonly stderr: string }

function judge(victim: Victim, { exitCode, signal, stdout, stderr }: Ended, record: string | undefined, wrong: (what: string) => Error): KillResult['outcome'] {
  const how = `exit ${exitCode ?? signal}: ${stdout.slice(0, 300)} ${stderr.slice(-600)}`
  if (signal !== undefined || (victim === 'bridge' && exitCode === undefined)) {
    if (victim !== 'bridge') throw wrong(`the run itself was ended: ${how}`)
    if (stdout !== '' && !stdout.trim().endsWith('}')) throw wrong(`half a result was printed: ${how}`)
    if (record !== undefined && !/"end":true/.test(record)) throw wrong('half a recording has the name of a whole one')
    return 'gone'
  }
  let json: { historyHex?: string; trap?: { cause: string }; error?: { code: string; message: string; help: string } }
  try {
    json = JSON.parse(stdout) as typeof json
  } catch {
    throw wrong(`stdout is no JSON object: ${how}`)
  }
  if (json.error) {
    if (!victim.startsWith('simulator') || exitCode !== 70) throw wrong(`an error that was not to be: ${how}`)
    if (json.error.code !== 'SIM1003' || !/SIGKILL.*\d+ cycles were complete/s.test(json.error.message) || json.error.help === '') throw wrong(`it does not say what died and when: ${how}`)
    if (record !== undefined) throw wrong('a run that failed left a recording')
    return 'said'
  }
  if (record === undefined || !/"end":true/.test(record)) throw wrong('the recording is not whole')
  const at = stages.indexOf(json.historyHex ?? '')
  if (at < 0) throw wrong(`an answer is lost, doubled or half: ${Buffer.from(json.historyHex ?? '', 'hex').toString('latin1')}`)
  if (exitCode === 0) {
    if (at !== turns || json.trap?.cause !== 'yield') throw wrong(`it says that all is well: ${how}`)
    return 'whole'
  }
  if (exitCode !== 4 || json.trap?.cause !== 'link' || at === turns) throw wrong(`neither whole nor a trap link: ${how}`)
  if (victim === 'server that comes back') throw wrong(`the server came back, and the run gave up: ${how}`)
  if (!/error CLI4001: \S/.test(stderr)) throw wrong(`no word about what failed: ${how}`)
  return 'link'
}

/** `times` kills, the victims in turn. Told each outcome; gives what went wrong. */
export async function killRuns(times: number, first: number, told: (done: number, result: KillResult | Error) => void): Promise<Error[]> {
  const failures: Error[] = []
  for (let i = 0; i < times; i++) {
    try {
      told(i + 1, await killOnce(victims[i % victims.length]!, first + i))
    } catch (error) {
      failures.push(error as Error)
      told(i + 1, error as Error)
    }
  }
  return failures
}
