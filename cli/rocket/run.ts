// Owns: `archnights rocket run`: a program on the simulated Rocket with the unit, an Oracle at the link, and what came of it.
import { resolve } from 'node:path'
import { Command } from 'commander'
import { CliError } from '../failure.ts'
import { readInput } from '../input.ts'
import type { Context } from '../main.ts'
import { configFlag, given, keyFlag, modelFlag, oracleFiles, serverOptions, wholeNumber, type ServerFlags } from '../options.ts'
import { oracleSpecs } from '../../sim-harness/bridge/oracles/specs.ts'
import { pendingFile, type PendingFile } from '../write.ts'
import { cacheOption, configHelp, systemOptions, wantedSystem, type SystemOptions } from './options.ts'

interface RunOptions extends SystemOptions, ServerFlags {
  readonly oracle?: string; readonly vcd?: string; readonly fst?: string; readonly trace?: string; readonly maxCycles: string; readonly observer: boolean
}

const defaultMaxCycles = 50_000_000
/** What a number in JavaScript counts exactly. */
const mostCycles = BigInt(Number.MAX_SAFE_INTEGER)

/** Everything that is wrong with the options, before anything is opened. */
function check(program: string, options: RunOptions) {
  const system = wantedSystem(options)
  const maxCycles = Number(wholeNumber('--max-cycles', options.maxCycles, 1n, mostCycles))
  if (options.vcd !== undefined && options.fst !== undefined) throw new CliError('CLI2009', '--vcd and --fst are two forms of the same waves', 'give one of them')
  if (program === '-' && options.oracle === 'human') throw new CliError('CLI2009', 'the program and the person would both come from the standard input', 'give the program as a file')
  const outputs = [options.vcd ?? options.fst, options.trace].filter((f) => f !== undefined).map((f) => resolve(f))
  if (outputs.length === 2 && outputs[0] === outputs[1]) throw new CliError('CLI2009', `the waves and --trace name one file`, 'give each a file of its own')
  const both = [resolve(program), ...oracleFiles(options.oracle)].find((f) => outputs.includes(f))
  if (both !== undefined) throw new CliError('CLI2009', `one file would be read and written: ${both}`, 'write the result to another file')
  return { ...system, maxCycles, server: serverOptions(options.oracle ?? '', options) }
}

export const runProgramCommand = ({ output, signal, exitWith }: Context): Command => cacheOption(systemOptions(new Command('run')))
  .description('run a program on the simulated Rocket; its console goes to stdout')
  .argument('<program>', 'the ELF file, from `archnights rocket compile`; - is the standard input')
  .option('--oracle <spec>', `who answers: ${oracleSpecs.map((s) => s.form).join(', ')}; without it the first query ends the run`, given)
  .addOption(modelFlag()).addOption(keyFlag()).addOption(configFlag())
  .option('--max-cycles <n>', 'clock cycles after which the run ends', String(defaultMaxCycles))
  .option('--vcd <file>', 'write waves of every signal as VCD', given)
  .option('--fst <file>', 'write waves of every signal as FST', given)
  .option('--trace <file>', 'write a line for every instruction and trap of the hart', given)
  .option('--no-observer', 'do not compare the run with the reference machine while it goes on')
  .option('--json', 'one JSON object on stdout; the console of the program is in it')
  .addHelpText('after', configHelp)
  .action(async (program: string, options: RunOptions) => {
    const wanted = check(program, options)
    const files: PendingFile[] = []
    // Whether the results can be written is found out before the work, not after it.
    const pending = (path: string | undefined) => {
      if (path === undefined) return undefined
      const file = pendingFile(path)
      files.push(file)
      return file
    }
    const progress = output.progress('starting')
    try {
      const bytes = await readInput(program, signal)
      const [waves, trace] = [pending(options.vcd ?? options.fst), pending(options.trace)]
      const { runProgram } = await import('./run-program.ts')
      const ended = await runProgram({
        ...wanted, program, bytes, oracle: options.oracle, observer: options.observer, trace, signal, progress, output,
        waves: waves && { kind: options.fst === undefined ? 'vcd' : 'fst', file: waves },
      })
      // Stopped: the files stay as they were.
      if (ended.result.end.kind === 'stopped') throw ended.result.end.error
      for (const file of files) file.commit()
      const { failureOfEnd, reportJson, reportLines } = await import('./report.ts')
      if (!output.json) for (const line of reportLines(ended)) output.note(line)
      for (const path of [options.trace, options.vcd ?? options.fst]) if (path !== undefined) output.note(`written: ${path}`)
      output.object(reportJson(ended))
      const failure = failureOfEnd(ended.result.end, ended.failure)
      if (failure) {
        output.note(`error ${failure.code}: ${failure.message}\n  help: ${failure.help}`)
        exitWith(failure.exit)
      }
    } finally {
      progress.stop()
      for (const file of files) file.discard()
    }
  })
