// Owns: `archnights fuzz`: random designs, or random stimulus for a module of the user's own, on every simulator; what differs becomes files.
import { Command } from 'commander'
import { fuzzEngineNames, type FuzzEngine } from '../sim-harness/fuzz/engine-names.ts'
import type { FailedAssert, FuzzResult, Judgement } from '../sim-harness/fuzz/index.ts'
import { shownFile, shownPlace } from '../rtl-gen/diagnostics/index.ts'
import type { Design } from '../rtl-gen/ir/index.ts'
import { CliError } from './failure.ts'
import { readInput } from './input.ts'
import type { Context } from './main.ts'
import { given, oneOf, wholeNumber } from './options.ts'
import { reportFindings } from './report-findings.ts'
import { checkFolder, writeFolder } from './write.ts'

interface FuzzOptions {
  readonly designs?: string; readonly seed: string; readonly cycles?: string; readonly module?: string; readonly stimulus?: string
  readonly out: string; readonly engines?: string; readonly replay?: string
}

const defaults = { designs: 200n, cycles: 40n, stimuli: 20n, moduleCycles: 200n }
const mostDesigns = 10_000_000n, mostCycles = 1_000_000n, mostSeed = 2n ** 32n - 1n

function numbers(options: FuzzOptions): { designs: number; first: number; cycles: number; seed: number } {
  const own = options.module !== undefined
  const number = (option: string, text: string | undefined, initial: bigint, most: bigint): number => Number(text === undefined ? initial : wholeNumber(option, text, 1n, most))
  const only = options.stimulus === undefined ? undefined : Number(wholeNumber('--stimulus', options.stimulus, 0n, mostDesigns - 1n))
  if (only !== undefined && !own) throw new CliError('CLI2001', '--stimulus is the number of a stimulus for --module', 'give the module too')
  if (only !== undefined && options.designs !== undefined) throw new CliError('CLI2009', '--stimulus is one stimulus, --designs says how many', 'give one of them')
  return {
    designs: only === undefined ? number('--designs', options.designs, own ? defaults.stimuli : defaults.designs, mostDesigns) : 1, first: only ?? 0,
    cycles: number('--cycles', options.cycles, own ? defaults.moduleCycles : defaults.cycles, mostCycles),
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
  const { output, signal, exitWith } = context, { designs, first, cycles, seed } = numbers(options), wanted = engineList(options.engines)
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
      finish({ designs: 1, mismatches: found!.faults.length > 0 ? 1 : 0, cycles: found!.trial.cycles.length, asserts: [], empty: 0 }, found!.faults.length > 0 ? [options.replay!] : [])
      return
    }
    const failed = (found: Judgement): void => {
      keep(found)
      progress.hide(true)
      tell(found)
    }
    const result = await harness.fuzz({ designs, first, cycles, seed, engines, signal, progress: progress.update, failed, ...(design === undefined ? {} : { design }) })
    progress.stop()
    if (result.empty === designs) throw new CliError('CLI2031', 'no random input meets the assumptions of the module, not even in its first cycle', 'loosen an assume, or write a test that gives the inputs it wants')
    finish(result, failures)
  } finally {
    progress.stop()
  }

  function finish(result: FuzzResult, files: readonly string[]): void {
    const what = options.replay !== undefined ? 'case' : design === undefined ? `random design${designs === 1 ? '' : 's'} from seed ${seed}` : `random stimul${designs === 1 ? 'us' : 'i'} for ${design.top} from seed ${seed}`
    const asserts = result.asserts.map((a) => ({ ...a, replay: replayCommand(options.module!, seed, a) }))
    for (const a of asserts) output.line(`${assertText(a, result.designs, seed)}\n  ${a.replay}`)
    output.line(`${result.designs} ${what}, ${result.cycles} cycles on ${engines.join(', ')}: ${result.mismatches} mismatch${result.mismatches === 1 ? '' : 'es'}`)
    for (const file of files) output.line(file)
    const fields = asserts.map(({ at, ...a }) => ({ ...a, file: shownFile(at), line: at.line, column: at.column, seed }))
    output.object({ designs: result.designs, mismatches: result.mismatches, seed, failures: files, engines, cycles: result.cycles, ...(design === undefined ? {} : { asserts: fields }) })
    if (result.mismatches > 0 || asserts.length > 0) exitWith(1)
  }
}

/** What failed, where it stands, and in which stimulus it shows soonest. */
function assertText(a: FailedAssert, designs: number, seed: number): string {
  const where = [shownPlace(a.at), ...(a.label === a.name ? [] : [`\`${a.label}\` in emitted text`]), ...(a.instance === '' ? [] : [`in \`${a.instance}\``])].join(', ')
  const times = `${a.times} time${a.times === 1 ? '' : 's'} in ${a.stimuli} of ${designs} stimul${designs === 1 ? 'us' : 'i'}`
  return `assert \`${a.name}\` (${where}) failed ${times}, soonest in cycle ${a.cycle} of stimulus ${a.stimulus} of seed ${seed}`
}

/** The command that ends with the cycle in which an assert failed. The assert says so itself, so that the simulator that every machine has will do. */
const replayCommand = (module: string, seed: number, a: FailedAssert): string =>
  `archnights fuzz --module ${shellWord(module)} --seed ${seed} --stimulus ${a.stimulus} --cycles ${a.cycle + 1} --engines wasm`

/** A word as a shell takes it. */
const shellWord = (word: string): string => (/^[\w@%+=:,./#-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)

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
  .option('--stimulus <n>', 'with --module only the stimulus of this number, from 0: to see again what a run has told', given)
  .option('--out <folder>', 'where cases that differ go; nothing is written without one', given, 'fuzz-cases')
  .option('--engines <names>', `some of ${fuzzEngineNames.join(',')} (all that this machine has tools for); all are compared with a reference interpreter`, given)
  .option('--replay <file>', 'run a case again that was written before', given)
  .option('--json', 'one JSON object on stdout')
  .action((options: FuzzOptions) => run(context, options))
