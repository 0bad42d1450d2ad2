// Owns: `npm run soak`: the long runs. Random programs on the Wasm engine beside the observer, over all cores; as `fuzz`, random designs on every simulator; as `kills`, runs of which a part is killed.
import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { Command, CommanderError } from 'commander'
import { main } from '../cli/main.ts'
import { catchSignals } from '../cli/stop.ts'
import { runCampaign, soakWorker, type Found, type Progress } from '../sim-harness/soak/campaign.ts'
import { CoverageCount, type Part } from '../sim-harness/soak/coverage.ts'
import { programOf, programText } from '../sim-harness/soak/program.ts'
import { runProgram } from '../sim-harness/soak/run-program.ts'
import { wasmDrivers } from '../sim-harness/soak/wasm-drivers.ts'

const say = (text: string): void => { process.stderr.write(`${text}\n`) }
const whole = (option: string, least: number) => (text: string): number => {
  if (!/^\d{1,15}$/.test(text) || Number(text) < least) throw new RangeError(`--${option} ${text}: a whole number from ${least} on is wanted`)
  return Number(text)
}

interface Options { readonly programs: number; readonly seed: number; readonly jobs: number; readonly replay?: string; readonly json: boolean }
const line = new Command('npm run soak --')
  .description('Random programs on the Oracle unit beside the observer, which compares every cycle with the reference machine; then what they reached: statuses, causes, microcode.')
  .option('--programs <n>', 'so many programs', whole('programs', 0), 100)
  .option('--seed <n>', 'seed of the first; the others count up. The same seed is the same program, whatever else is said', whole('seed', 0), 1)
  .option('--jobs <n>', 'threads, about 30 ms a program each', whole('jobs', 1), availableParallelism())
  .option('--replay <file>', 'only this program: a soak-<seed>.json that a run wrote')
  .option('--json', 'the result as one JSON object', false)
  .addHelpText('after', `
A program that fails is shrunk and written to soak-<seed>.json in this folder. Exit code: 0 no difference, 1 differences, 2 wrong use, 130 stopped by Ctrl-C.

  npm run soak -- fuzz [--designs N] ...   random designs on every simulator, as \`archnights fuzz\` does, 10,000 of them unless said otherwise
  npm run soak -- kills [--times N] ...    runs of which a part is killed at a random moment, 200 of them`)
  .allowExcessArguments(false)
  .exitOverride()

/** A line, and one more for each that is missing. */
const text = (name: string, p: Part): string => [`${name.padEnd(10)} ${p.reached} of ${p.of}, ${(100 * p.reached / p.of).toFixed(1)} %`, ...p.missing.map((m) => `  missing: ${m}`)].join('\n')

function print(o: Options, programs: number, count: CoverageCount, executed: readonly number[], failures: readonly string[]): void {
  const coverage = count.coverage(executed)
  const figures = { programs, seed: o.seed, cycles: count.cycles, commands: count.commands, queries: count.queries, several: count.several }
  if (o.json) {
    process.stdout.write(`${JSON.stringify({ ...figures, mismatches: failures.length, failures, coverage, causes: Object.fromEntries(count.causes), statuses: Object.fromEntries(count.statuses) })}\n`)
    return
  }
  process.stdout.write(`${text('codes', coverage.codes)}\n${text('statuses', coverage.statuses)}\n${text('causes', coverage.causes)}\n${text('microcode', coverage.microcode)}\n`)
  process.stdout.write(`${figures.programs} programs from seed ${figures.seed}: ${figures.cycles} cycles, ${figures.commands} commands, ${figures.queries} queries, ${figures.several} programs with several slots at work, ${failures.length} differences\n`)
}

async function replay(o: Options, file: string): Promise<number> {
  const drivers = wasmDrivers()
  const count = new CoverageCount()
  const failures: string[] = []
  const program = programOf(await readFile(file, 'utf8'))
  try {
    count.add(await runProgram(program, drivers.create))
  } catch (error) {
    say((error as Error).message)
    failures.push(file)
  }
  print({ ...o, seed: program.seed }, 1, count, drivers.executed, failures)
  return failures.length > 0 ? 1 : 0
}

async function soak(o: Options, signal: AbortSignal): Promise<number> {
  const written: Promise<void>[] = []
  const fileOf = (seed: number): string => `soak-${seed}.json`
  const onFailure = ({ seed, message, steps, smaller }: Found): void => {
    say(`seed ${seed}: ${message}\n${smaller.steps.length} of ${steps} steps are left: replay with npm run soak -- --replay ${fileOf(seed)}`)
    written.push(writeFile(fileOf(seed), programText(smaller)))
  }
  say(`${o.programs} programs from seed ${o.seed} on ${o.jobs} ${o.jobs === 1 ? 'thread' : 'threads'}`)
  // Fifty lines at the most.
  const every = Math.max(50, Math.ceil(o.programs / 50))
  let told = 0
  const onProgress = ({ done, of, count, failed }: Progress): void => {
    if (done - told < every && done < of) return
    told = done
    say(`${done} of ${of} programs, ${count.cycles} cycles, ${count.queries} queries, ${failed} failed`)
  }
  const worker = (): Worker => new Worker(new URL(import.meta.url))
  const { count, executed, failures } = await runCampaign({ programs: o.programs, seed: o.seed, jobs: o.jobs, worker, signal, onFailure, onProgress }).finally(() => Promise.all(written))
  print(o, o.programs, count, executed, failures.map((f) => fileOf(f.seed)))
  return failures.length > 0 ? 1 : 0
}

async function command(args: readonly string[]): Promise<number> {
  const stop = catchSignals()
  try {
    const options = line.parse(args, { from: 'user' }).opts<Options>()
    return options.replay === undefined ? await soak(options, stop.signal) : await replay(options, options.replay)
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    say(`error: ${(error as Error).message}`)
    return stop.signal.aborted ? 130 : 2
  } finally {
    stop.release()
  }
}

const args = process.argv.slice(2)
if (!isMainThread) soakWorker(parentPort!)
else if (args[0] === 'fuzz') process.exit(await main(['fuzz', '--designs', '10000', ...args.slice(1)]))
else if (args[0] === 'kills') process.exitCode = await (await import('./soak/kills-command.ts')).killsCommand(args.slice(1))
else process.exitCode = await command(args)
