// Owns: running the Python test benches from a test: what they need on this machine, one simulator and one run of modules, and the result of each test.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { filesOf } from '../../coprocessor/output/unit-files.ts'
import type { Parameters } from '../../coprocessor/parameters.ts'
import type { Design } from '../../rtl-gen/ir/index.ts'
import { modelPlaces } from '../../sim-harness/bridge/setup/places.ts'
import { cocotbFiles } from '../../sim-harness/cocotb/package-files.ts'
import { pythonEnvironment, pythonListInstalled } from '../../scripts/setup/python-packages.mjs'

export type CocotbSimulator = 'icarus' | 'verilator'
export interface BenchResult { readonly name: string; readonly outcome: 'passed' | 'failed' | 'skipped'; readonly words: string }

const root = fileURLToPath(new URL('../..', import.meta.url))
export const benchFolder = join(root, 'test', 'sim-harness', 'cocotb', 'benches')
const onPath = (name: string) => (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)))
const tools: Readonly<Record<CocotbSimulator, readonly string[]>> = { icarus: ['iverilog', 'vvp'], verilator: ['g++', 'make', 'perl'] }

/** What is missing here for these simulators; tests that need it are skipped. */
export const missingForCocotb = (...simulators: readonly CocotbSimulator[]): string[] =>
  [...pythonListInstalled('cocotb') ? [] : ['cocotb (npm run setup)'], ...simulators.flatMap((s) => tools[s]).filter((name) => !onPath(name))]
/** A note behind a title: why its tests are skipped. */
export const skippedFor = (missing: readonly string[]): string => (missing.length === 0 ? '' : ` (skipped: there is no ${missing.join(', no ')})`)

/** Verilator 5.052, of the same environment; where it is not installed the file is not there. */
export const packagedVerilator = (): string => {
  const packages = join(pythonEnvironment.folder, 'lib')
  const python = existsSync(packages) ? readdirSync(packages).find((name) => name.startsWith('python3.')) ?? 'python3' : 'python3'
  return join(packages, python, 'site-packages', 'verilator', 'bin', 'verilator')
}

/** Modules of test benches, by name. */
export const benchModules = readdirSync(benchFolder).filter((name) => /^test_\w+\.py$/.test(name)).map((name) => name.replace(/\.py$/, '')).sort()
/** The tests of a module, as its text says. */
export const testsOf = (module: string): string[] =>
  [...readFileSync(join(benchFolder, `${module}.py`), 'utf8').matchAll(/^@cocotb\.test\(.*\)\nasync def (\w+)/gm)].map(([, name]) => `${module}.${name}`)

/** Writes what `emit` writes. */
export function emitInto(folder: string, design: Design, p: Parameters): void {
  for (const { name, text } of filesOf(design, p, (about) => cocotbFiles(p, about)).all) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: '\'', '#10': '\n' }
const plain = (text: string) => text.replaceAll(/&(#?\w+);/g, (all, name: string) => entities[name] ?? all)
/** The test cases of a results file in the form of JUnit. */
export function readResults(xml: string): BenchResult[] {
  return [...xml.matchAll(/<testcase ([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g)].map(([, attributes = '', body = '']): BenchResult => {
    const attribute = (name: string, of = attributes) => plain(new RegExp(`\\b${name}="([^"]*)"`).exec(of)?.[1] ?? '')
    const failed = /<(?:failure|error)\b([^>]*)/.exec(body)
    return {
      name: `${attribute('classname')}.${attribute('name')}`, outcome: failed ? 'failed' : body.includes('<skipped') ? 'skipped' : 'passed',
      words: failed ? `${attribute('type', failed[1])}: ${attribute('message', failed[1])}` : '',
    }
  })
}

export interface BenchRun {
  /** What `emit` wrote. */
  readonly unit: string
  readonly simulator: CocotbSimulator
  readonly modules: readonly string[]
  /** A regular expression for the names of tests. */
  readonly only?: string
  /** Where simulators are built and kept; default: the project's cache. */
  readonly build?: string
  /** A folder for the results. */
  readonly results: string
  readonly minutes?: number
}
/** `log`: all that was printed, for a test that has no result. */
export interface BenchOutcome { readonly results: readonly BenchResult[]; readonly log: string }

/** One simulator, from its build to its last test. Nothing of it is left when the time is up. */
export async function runBenches(run: BenchRun): Promise<BenchOutcome> {
  const file = join(run.results, `${run.simulator}.xml`)
  const args = ['-m', 'archnights_cocotb', run.unit, ...run.modules, '--sim', run.simulator, '--tests', benchFolder, '--results', file,
    '--build', run.build ?? join(modelPlaces().cache, 'cocotb'), '--seed', '1', ...(run.only === undefined ? [] : ['--only', run.only])]
  // A group of its own: a simulator that hangs is ended with what started it.
  const child = execa(pythonEnvironment.command, args, {
    cwd: run.results, all: true, reject: false, stdin: 'ignore', detached: true, cleanup: true,
    env: { PYTHONPATH: join(run.unit, 'cocotb'), PYTHONDONTWRITEBYTECODE: '1', ARCHNIGHTS: `${process.execPath} ${join(root, 'bin', 'archnights.js')}` },
  })
  const end = setTimeout(() => { if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL') }, (run.minutes ?? 8) * 60_000)
  try {
    const { all } = await child
    return { results: existsSync(file) ? readResults(readFileSync(file, 'utf8')) : [], log: all ?? '' }
  } finally {
    clearTimeout(end)
  }
}
