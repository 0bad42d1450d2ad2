// Owns: `archnights fuzz`: random designs, or random stimulus for a module of the user's own, on every simulator; what differs becomes files.
import { Command } from 'commander'
import { fuzzEngineNames, type FuzzEngine } from '../sim-harness/fuzz/engine-names.ts'
import type { Judgement, FuzzResult } from '../sim-harness/fuzz/index.ts'
import type { Design } from '../rtl-gen/ir/index.ts'
import { CliError } from './failure.ts'
import { readInput } from './input.ts'
import type { Context } from './main.ts'
import { given, oneOf, wholeNumber } from './options.ts'
import { reportFindings } from './report-findings.ts'
import { checkFolder, writeFolder } from './write.ts'

interface FuzzOptions {
  readonly designs?: string; readonly seed: string; readonly cycles?: string; readonly module?: string; readonly out: string; readonly engines?: string; readonly replay?: string
}

const defaults = { designs: 200n, cycles: 40n, stimuli: 20n, moduleCycles: 200n }
const mostDesigns = 10_000_000n, mostCycles = 1_000_000n, mostSeed = 2n ** 32n - 1n

function numbers(options: FuzzOptions): { designs: number; cycles: number; seed: number } {
  const own = options.module !== undefined
  const number = (option: string, text: string | undefined, initial: bigint, most: bigint): number => Number(text === undefined ? initial : wholeNumber(option, text, 1n, most))
  return {
    designs: number('--designs', options.designs, own ? defaults.stimuli : defaults.designs, mostDesigns), cycles: number('--cycles', options.cycles, own ? defaults.moduleCycles : defaults.cycles, mostCycles),
    seed: Number(wholeNumber('--seed', options.seed, 0n, mostSeed)),
  }
}

/** A module that passes the checks and can be simulated. */
async function designOf(spec: string): Promise<Design> {
  const { loadModule } = await import('./load-module.ts')
  const { check, compileSimulator, elaborate } = await import('../rtl-gen/index.ts')
  const design = elaborate(await loadModule(spec))
  check(design)
  compileSimulator(design)
  return design
}

const engineList = (text: string | undefined): FuzzEngine[] | undefined => text?.split(',').map((name) => oneOf('--engines', name.trim(), fuzzEngineNames))

async function run(context: Context, options: FuzzOptions): Promise<void> {
  const { output, signal, exitWith } = context, { designs, cycles, seed } = numbers(options), wanted = engineList(options.engines)
  if (options.replay !== undefined && options.module !== undefined) throw new CliError('CLI2009', '--replay has a design of its own, and so has --module', 'give one of them')
  const replayed = options.replay === undefined ? undefined : await readInput(options.replay, signal)
  if (options.replay === undefined) checkFolder(options.out)
  const report = reportFindings({ form: 'text' }, output)
  const design = options.module === undefined ? undefined : await report.catch(() => designOf(options.module!))
  if (options.module !== undefined && design === undefined) {
    report.write()
    exitWith(1)
    return
  }
  const harness = await import('../sim-harness/fuzz/index.ts')
  const { engines, without } = await harness.chooseEngines(wanted, signal)
  for (const { engine, missing } of without) output.note(`without ${engine}: ${missing.join(', ')} not on this machine`)
  const progress = output.progress('starting'), failures: string[] = []
  const keep = (found: Judgement): void => {
    const name = `fuzz-${seed}-${found.trial.name}`
    writeFolder(options.out, [{ name: `${name}.json`, text: harness.caseText(found, seed) }, { name: `${name}.txt`, text: harness.caseReport(found) }])
    failures.push(`${options.out.replace(/\/$/, '')}/${name}.json`)
  }
  const tell = (found: Judgement): void => { for (const f of found.faults) output.line(`${found.trial.name}, ${f.engine}: ${f.text.split('\n')[0]}`) }
  try {
    if (replayed !== undefined) {
      const [found] = await harness.judge([readCase(harness.caseOf, replayed, options.replay!)], { engines, signal })
      progress.stop()
      tell(found!)
      finish({ designs: 1, mismatches: found!.faults.length > 0 ? 1 : 0, cycles: found!.trial.cycles.length, asserts: {}, empty: 0 }, found!.faults.length > 0 ? [options.replay!] : [])
      return
    }
    const failed = (found: Judgement): void => {
      keep(found)
      progress.hide(true)
      tell(found)
    }
    const result = await harness.fuzz({ designs, cycles, seed, engines, signal, progress: progress.update, failed, ...(design === undefined ? {} : { design }) })
    progress.stop()
    if (result.empty === designs) throw new CliError('CLI2031', 'no random input meets the assumptions of the module, not even in its first cycle', 'loosen an assume, or write a test that gives the inputs it wants')
    finish(result, failures)
  } finally {
    progress.stop()
  }

  function finish(result: FuzzResult, files: readonly string[]): void {
    const what = options.replay !== undefined ? 'case' : design === undefined ? `random design${designs === 1 ? '' : 's'} from seed ${seed}` : `random stimul${designs === 1 ? 'us' : 'i'} for ${design.top} from seed ${seed}`
    const asserts = Object.entries(result.asserts)
    for (const [label, times] of asserts) output.line(`assert \`${label}\` failed ${times} times`)
    output.line(`${result.designs} ${what}, ${result.cycles} cycles on ${engines.join(', ')}: ${result.mismatches} mismatch${result.mismatches === 1 ? '' : 'es'}`)
    for (const file of files) output.line(file)
    output.object({ designs: result.designs, mismatches: result.mismatches, seed, failures: files, engines, cycles: result.cycles, ...(design === undefined ? {} : { asserts: result.asserts }) })
    if (result.mismatches > 0 || asserts.length > 0) exitWith(1)
  }
}

function readCase<T>(caseOf: (text: string) => T, bytes: Uint8Array, file: string): T {
  try {
    return caseOf(Buffer.from(bytes).toString('utf8'))
  } catch (error) {
    throw new CliError('CLI2030', `${file} is no case of a fuzz run: ${(error as Error).message.split('\n')[0]}`, 'give a .json file that `archnights fuzz` has written')
  }
}

export const fuzzCommand = (context: Context): Command => new Command('fuzz')
  .description('compare the simulators on random designs, or on random inputs of a module of your own')
  .option('--designs <n>', `random designs (${defaults.designs}); with --module random stimuli (${defaults.stimuli})`)
  .option('--seed <n>', 'which ones: the same seed, the same designs', '1')
  .option('--cycles <n>', `of each design (${defaults.cycles}); with --module ${defaults.moduleCycles}`)
  .option('--module <file#export>', 'a module of your own, from a .ts or .js file; its assumptions are kept, its assertions watched', given)
  .option('--out <folder>', 'where cases that differ go; nothing is written without one', given, 'fuzz-cases')
  .option('--engines <names>', `some of ${fuzzEngineNames.join(',')} (all that this machine has tools for); all are compared with a reference interpreter`, given)
  .option('--replay <file>', 'run a case again that was written before', given)
  .option('--json', 'one JSON object on stdout')
  .action((options: FuzzOptions) => run(context, options))
