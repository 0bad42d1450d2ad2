// Owns: `archnights run`: a history in, O-mode with an Oracle, what came of it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Command } from 'commander'
import { oracleSpecs } from '../sim-harness/bridge/oracles/specs.ts'
import { engineNames } from '../sim-harness/engines/engine-names.ts'
import { readInput } from './input.ts'
import type { Context } from './main.ts'
import { collect, configFlag, given, keyFlag, modelFlag, oneOf, oracleFiles, serverOptions, wholeNumber, type ServerFlags } from './options.ts'
import { CliError } from './failure.ts'
import { checkFolder, pendingFile, writeFolder, type PendingFile } from './write.ts'

interface RunOptions extends ServerFlags {
  readonly history: string; readonly oracle: string; readonly then?: readonly string[]; readonly engine: string; readonly budget: string; readonly room: string
  readonly vcd?: string; readonly trace?: string; readonly coverage?: string; readonly fst?: string; readonly record?: string; readonly save?: string
}

/** A slot's budget counter has 48 bits. */
const mostBudget = (1n << 48n) - 1n
/** No memory of a unit is larger. */
const mostRoom = 1n << 40n

/** Everything that is wrong with the options, before anything is opened. */
function check(options: RunOptions) {
  if (options.vcd !== undefined && options.fst !== undefined) throw new CliError('CLI2009', '--vcd and --fst are two forms of the same waves', 'give one of them')
  const server = serverOptions(options.oracle, options)
  const engine = oneOf('--engine', options.engine, engineNames)
  if (options.coverage !== undefined && engine !== 'verilator') throw new CliError('CLI2009', '--coverage is counted by Verilator', 'add --engine verilator')
  const budget = wholeNumber('--budget', options.budget, 0n, mostBudget)
  const room = Number(wholeNumber('--room', options.room, 0n, mostRoom))
  const piped = [options.history, ...(options.then ?? [])].filter((f) => f === '-').length
  if (piped > 0 && options.oracle === 'human') throw new CliError('CLI2009', 'the history and the person would both come from the standard input', 'give the history as a file')
  const inputs = [...[options.history, ...(options.then ?? [])].filter((f) => f !== '-').map((f) => resolve(f)), ...oracleFiles(options.oracle), ...(server.config === undefined ? [] : [resolve(server.config)])]
  const named = [['--vcd', options.vcd], ['--fst', options.fst], ['--trace', options.trace], ['--record', options.record], ['--save', options.save]] as const
  const outputs = named.flatMap(([name, f]) => (f === undefined ? [] : [{ name, file: resolve(f) }]))
  const twice = outputs.find((a, n) => outputs.findIndex((b) => b.file === a.file) !== n)
  if (twice) throw new CliError('CLI2009', `${outputs.find((o) => o.file === twice.file)!.name} and ${twice.name} name one file`, 'give each a file of its own')
  const both = outputs.find((o) => inputs.includes(o.file))?.file
  if (both !== undefined) throw new CliError('CLI2009', `one file would be read and written: ${both}`, 'write the result to another file')
  if (piped > 1) throw new CliError('CLI2009', 'the standard input can be read only once', 'give `-` once, the rest as files')
  return { engine, budget, room, server }
}

export const runCommand = ({ output, signal, exitWith }: Context): Command => new Command('run')
  .description('load a history into the simulated unit, enter O-mode, and let an Oracle answer until the trap')
  .requiredOption('--history <file>', 'the history, byte for byte; - is the standard input', given)
  .requiredOption('--oracle <spec>', `who answers: ${oracleSpecs.map((s) => s.form).join(', ')}`, given)
  .addOption(modelFlag()).addOption(keyFlag()).addOption(configFlag())
  .option('--then <file...>', 'after a yield the Priestess appends this and enters O-mode again; one after another, if several are given', collect)
  .option('--engine <name>', `the simulator: ${engineNames.join(', ')}`, 'wasm')
  .option('--budget <n>', 'queries and symbols that each entry may spend; 0: any number', '0')
  .option('--room <bytes>', 'the least room for all answers', '4096')
  .option('--vcd <file>', 'write waves of every signal', given)
  .option('--fst <file>', 'write waves of every signal as FST (wants vcd2fst)', given)
  .option('--trace <file>', 'write a timeline as Chrome-trace JSON, for Perfetto', given)
  .option('--save <file>', 'write the run for `archnights view`: every cycle of the ports, and the history', given)
  .option('--coverage <folder>', 'with the verilator engine: write which lines, branches and bits of the Verilog the run reached', given)
  .option('--record <file>', 'write the run, for --oracle replay:FILE', given)
  .option('--json', 'one JSON object on stdout')
  .action(async (options: RunOptions) => {
    const { engine, budget, room, server } = check(options)
    const files: PendingFile[] = []
    /** The VCD that an FST is made of; never in its place. */
    let converted: PendingFile | undefined
    /** The folder of what Verilator counted. */
    let counted: string | undefined
    // Whether the results can be written is found out before the work, not after it.
    const pending = (path: string | undefined) => {
      if (path === undefined) return undefined
      const file = pendingFile(path)
      files.push(file)
      return file
    }
    // A person who answers types where the progress line would be.
    const progress = options.oracle === 'human' ? { update: () => undefined, stop: () => undefined } : output.progress('starting')
    try {
      const history = await readInput(options.history, signal)
      const then: Uint8Array[] = []
      for (const file of options.then ?? []) then.push(await readInput(file, signal))
      const [waves, trace, record, save] = [pending(options.vcd ?? options.fst), pending(options.trace), pending(options.record), pending(options.save)]
      const { needFstConverter, vcdToFst } = await import('../sim-harness/trace/fst.ts')
      if (options.fst !== undefined) {
        await needFstConverter(signal)
        converted = pendingFile(`${options.fst}.vcd`)
      }
      const vcd = converted ?? waves
      if (options.coverage !== undefined) {
        checkFolder(options.coverage)
        counted = await mkdtemp(join(tmpdir(), 'archnights-run-'))
      }
      const coverageFile = counted === undefined ? undefined : join(counted, 'coverage.dat')
      const { runHistory } = await import('./run-history.ts')
      const result = await runHistory({ history, then, oracle: options.oracle, server, engine, budget, room, vcd, trace, record, save, coverageFile, signal, progress: progress.update })
      if (converted !== undefined) await vcdToFst(converted.temporary, waves!.temporary, signal)
      const { isCoverageFile, verilatorCoverage } = await import('../sim-harness/engines/verilator/coverage.ts')
      const coverage = coverageFile === undefined ? undefined : await verilatorCoverage({ binary: result.simulator!, data: coverageFile, signal })
      if (coverage) writeFolder(options.coverage!, coverage.files, isCoverageFile)
      progress.stop()
      for (const file of files) file.commit()
      const { printRun } = await import('./print-run.ts')
      for (const line of printRun(result, output.colours)) output.line(line)
      for (const path of [options.trace, options.vcd ?? options.fst, options.record, options.save]) if (path !== undefined) output.note(`written: ${path}`)
      if (coverage) output.note(`written: ${options.coverage!}: ${coverage.reached} of ${coverage.of} lines, branches and bits were reached (${(100 * coverage.reached / coverage.of).toFixed(1)} %)`)
      output.object(result.json)
      if (result.json.trap.cause === 'link') {
        output.note(`error CLI4001: ${result.said ?? 'the Oracle or the link failed'}\n  help: see what the Oracle says, or try it with a script`)
        exitWith(4)
      }
    } finally {
      progress.stop()
      for (const file of [...files, ...(converted === undefined ? [] : [converted])]) file.discard()
      if (counted !== undefined) await rm(counted, { recursive: true, force: true, maxRetries: 3 })
    }
  })
