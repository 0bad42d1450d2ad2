// Owns: the long runs. `npm run soak -- --programs N --seed S [--replay FILE] [--json]`: random programs on the Wasm engine beside the observer.
// `npm run soak -- fuzz [--designs N] ...`: random designs on every simulator, as `archnights fuzz` does, 10,000 of them unless said otherwise.
import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { main } from '../cli/main.ts'
import { CoverageCount, type Part } from '../sim-harness/soak/coverage.ts'
import { generateProgram } from '../sim-harness/soak/generate.ts'
import { programOf, programText, type SoakProgram } from '../sim-harness/soak/program.ts'
import { runProgram } from '../sim-harness/soak/run-program.ts'
import { shrinkProgram } from '../sim-harness/soak/shrink.ts'
import { wasmDrivers } from '../sim-harness/soak/wasm-drivers.ts'

const [what, ...rest] = process.argv.slice(2)
if (what === 'fuzz') process.exit(await main(['fuzz', '--designs', '10000', ...rest]))

const { values } = parseArgs({ options: { programs: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' }, replay: { type: 'string' }, json: { type: 'boolean', default: false } } })
const say = (text: string): void => { process.stderr.write(`${text}\n`) }
const whole = (name: string, text: string): number => {
  if (!/^\d+$/.test(text)) throw new RangeError(`--${name} ${text}: a whole number is wanted`)
  return Number(text)
}

/** The rule of an observer's finding, else the first line: two failures with the same are taken for one. */
const kindOf = (error: unknown): string => (error as Error).message.split(/[\n:]/)[0]!

const drivers = wasmDrivers()
const run = (program: SoakProgram) => runProgram(program, drivers.create)

async function failure(program: SoakProgram, error: unknown): Promise<string> {
  say(`seed ${program.seed}: ${(error as Error).message}`)
  say('shrinking')
  const kind = kindOf(error)
  const small = await shrinkProgram(program, async (p) => {
    try {
      await run(p)
      return false
    } catch (other) {
      return kindOf(other) === kind
    }
  })
  const file = `soak-${program.seed}.json`
  await writeFile(file, programText(small))
  say(`${small.steps.length} of ${program.steps.length} steps are left: replay with npm run soak -- --replay ${file}`)
  return file
}

/** A line, and one more for each that is missing. */
const text = (name: string, p: Part): string => [`${name.padEnd(10)} ${p.reached} of ${p.of}, ${(100 * p.reached / p.of).toFixed(1)} %`, ...p.missing.map((m) => `  missing: ${m}`)].join('\n')

async function soak(): Promise<void> {
  const first = whole('seed', values.seed)
  const programs = values.replay === undefined
    ? Array.from({ length: whole('programs', values.programs) }, (_, i) => () => generateProgram(first + i))
    : [programOf(await readFile(values.replay, 'utf8'))].map((p) => () => p)
  const count = new CoverageCount()
  const failures: string[] = []
  for (const [i, make] of programs.entries()) {
    const program = make()
    try {
      count.add(await run(program))
    } catch (error) {
      if (values.replay === undefined) failures.push(await failure(program, error))
      else {
        say((error as Error).message)
        failures.push(values.replay)
      }
    }
    if ((i + 1) % 50 === 0) say(`${i + 1} of ${programs.length} programs, ${count.cycles} cycles, ${count.queries} queries, ${failures.length} failed`)
  }
  const coverage = count.coverage(drivers.executed)
  process.exitCode = failures.length > 0 ? 1 : 0
  const figures = { programs: programs.length, seed: first, cycles: count.cycles, commands: count.commands, queries: count.queries, several: count.several }
  if (values.json) {
    process.stdout.write(`${JSON.stringify({ ...figures, mismatches: failures.length, failures, coverage, causes: Object.fromEntries(count.causes), statuses: Object.fromEntries(count.statuses) })}\n`)
    return
  }
  process.stdout.write(`${text('codes', coverage.codes)}\n${text('statuses', coverage.statuses)}\n${text('causes', coverage.causes)}\n${text('microcode', coverage.microcode)}\n`)
  process.stdout.write(`${figures.programs} programs from seed ${first}: ${figures.cycles} cycles, ${figures.commands} commands, ${figures.queries} queries, ${figures.several} programs with several slots at work, ${failures.length} differences\n`)
}

try {
  await soak()
} catch (error) {
  say(`error: ${(error as Error).message}`)
  process.exitCode = 2
}
