// Owns: `npm test` once the set-up is done: type check, lint and the Rocket simulators, then the tests, and one line that counts them all.
// Arguments go to vitest: `npm test -- test/cli`.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { catchSignals } from '../cli/stop.ts'
import { buildSimulators } from './rocket-simulators.ts'

interface Counts { readonly passed: number; readonly failed: number; readonly skipped: number }
/** What took time: a runner, or the test files of one room. */
interface Share { readonly room: string; readonly seconds: number }
interface VitestReport {
  readonly numPassedTests: number; readonly numFailedTests: number; readonly numPendingTests: number; readonly numTodoTests: number
  readonly testResults: readonly { readonly name: string; readonly status: string; readonly startTime: number; readonly endTime: number; readonly assertionResults: readonly unknown[] }[]
}

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'build', 'test')
const temporary = join(folder, 'tmp')
const modules = join(root, 'node_modules')
/** Node's own cache of compiled code, which npm and tsc switch on. */
const notOurs = ['node-compile-cache']

/** Runs a Node program of a package; resolves to its exit code and, with `quiet`, to what it printed. */
const node = (program: string, args: readonly string[], quiet = false) => new Promise<{ code: number; text: string }>((resolve) => {
  const stdio = quiet ? 'pipe' : 'inherit'
  const child = spawn(process.execPath, [join(modules, program), ...args], { cwd: root, stdio: ['ignore', stdio, stdio], env: { ...process.env, TMPDIR: temporary } })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => { text += String(part) })
  child.on('close', (code, signal) => resolve({ code: signal ? 130 : code ?? 70, text }))
})

const passOrFail = (ok: boolean): Counts => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 })

/** The counts of vitest's own report. A file that could not be loaded counts as one failure, and so does a run that ended badly without naming a test. */
const vitestCounts = (report: VitestReport, exitCode: number): Counts => {
  const broken = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length
  const failed = report.numFailedTests + broken
  return { passed: report.numPassedTests, failed: failed === 0 && exitCode !== 0 ? 1 : failed, skipped: report.numPendingTests + report.numTodoTests }
}

const roomOf = (file: string) => relative(join(root, 'test'), file).split(sep)[0] ?? 'test'
const rooms = (report: VitestReport): Share[] => {
  const seconds = new Map<string, number>()
  for (const file of report.testResults) seconds.set(roomOf(file.name), (seconds.get(roomOf(file.name)) ?? 0) + Math.max(0, file.endTime - file.startTime) / 1000)
  return [...seconds].map(([room, spent]) => ({ room, seconds: spent }))
}

const gitStatus = () => spawnSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }).stdout ?? ''

const runVitest = async (): Promise<{ counts: Counts; shares: Share[] }> => {
  const file = join(folder, 'vitest.json')
  const { code } = await node('vitest/vitest.mjs', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...process.argv.slice(2)])
  if (!existsSync(file)) return { counts: passOrFail(false), shares: [] }
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  return { counts: vitestCounts(report, code), shares: rooms(report) }
}

/** Tests leave nothing behind: not in the tree, not in the folder for temporary files. */
const leftBehind = (before: string): string[] => {
  const known = new Set(before.split('\n'))
  // Only new files: what is changed meanwhile is somebody's work.
  const inTree = gitStatus().split('\n').filter((line) => line.startsWith('??') && !known.has(line))
  return [...inTree, ...readdirSync(temporary).filter((name) => !notOurs.includes(name)).map((name) => `temporary file ${name}`)]
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(temporary, { recursive: true })
const before = gitStatus()
const all: Counts[] = []
const shares: Share[] = []
const timed = async <T>(room: string, work: () => Promise<T>): Promise<T> => {
  const start = process.hrtime.bigint()
  const result = await work()
  shares.push({ room, seconds: Number(process.hrtime.bigint() - start) / 1e9 })
  return result
}

const stop = catchSignals()
/** Named test files build what they need themselves, unless they are those that run programs. */
const some = process.argv.slice(2).filter((a) => !a.startsWith('-'))
const simulated = some.length === 0 || some.some((a) => a.includes('rocket')) ? ['small', 'medium'] as const : []

/** A simulator counts as a check: one that this machine lacks the tools for is skipped, and so is what runs on it. */
async function rocketSimulators(): Promise<void> {
  for (const { config, state, words } of await buildSimulators(simulated, (text) => console.log(`Rocket ${text}`), stop.signal)) {
    if (words !== '') console.log(`Rocket ${config}: ${state === 'missing' ? 'SKIPPED, with every test that runs on it: ' : ''}${words}`)
    all.push(state === 'missing' ? { passed: 0, failed: 0, skipped: 1 } : passOrFail(state === 'there' || state === 'built'))
  }
}

console.log(`type check, lint${simulated.length > 0 ? `, Rocket simulators ${simulated.join(' and ')}` : ''} ...`)
const [checks] = await Promise.all([
  Promise.all([
    timed('type check', () => node('typescript/bin/tsc', ['-p', '.', '--pretty', 'false'], true)),
    timed('lint', () => node('eslint/bin/eslint.js', ['.'], true)),
  ]),
  timed('Rocket simulators', rocketSimulators),
])
stop.release()
if (stop.signal.aborted) {
  rmSync(temporary, { recursive: true, force: true })
  process.exit(130)
}
for (const { code, text } of checks) {
  if (code !== 0) console.log(text)
  all.push(passOrFail(code === 0))
}
const tests = await timed('tests', runVitest)
all.push(tests.counts)
const left = leftBehind(before)
if (left.length > 0) console.log(`\nthe tests left behind:\n  ${left.join('\n  ')}`)
all.push(passOrFail(left.length === 0))
rmSync(temporary, { recursive: true, force: true })

const sum = (key: keyof Counts) => all.reduce((total, counts) => total + counts[key], 0)
writeFileSync(join(folder, 'report.json'), `${JSON.stringify({ passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), shares, rooms: tests.shares }, null, 2)}\n`)
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
process.exitCode = sum('failed') === 0 ? 0 : 1
