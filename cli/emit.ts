// Owns: `archnights emit`: the unit's Verilog, its file list, metadata and C header, into a folder.
import { Command } from 'commander'
import { parameterInfo, parameterNames, ParameterTextError, parseParameters } from '../coprocessor/parameter-text.ts'
import type { Parameters } from '../coprocessor/parameters.ts'
import { CliError } from './failure.ts'
import type { Context } from './main.ts'
import { collect, given, notBuilt, oneOf } from './options.ts'
import { writeFolder } from './write.ts'

const codes = { unknown: 'CLI2003', later: 'CLI2002', value: 'CLI2004' } as const

/** @throws CliError for what `--set` cannot mean */
export function parametersFrom(settings: readonly string[]): Parameters {
  try {
    return parseParameters(settings)
  } catch (error) {
    if (error instanceof ParameterTextError) throw new CliError(codes[error.kind], error.message, error.help)
    throw error
  }
}

/** The part of --help that the schema writes. */
export function parameterHelp(): string {
  const infos = parameterNames.map(parameterInfo)
  const wide = Math.max(...infos.map((i) => i.name.length))
  return ['', 'Parameters (--set name=value; decimal or 0x..., lists with commas):', ...infos.map((i) => `  ${i.name.padEnd(wide)}  ${i.doc}\n  ${''.padEnd(wide)}  ${i.values}; default ${i.initial}`)].join('\n')
}

export const emitCommand = ({ output, signal }: Context): Command => new Command('emit')
  .description('write the Verilog of the unit (one module a file, top oracle_unit), oracle_unit.f, oracle.json and oracle.h')
  .requiredOption('--out <folder>', 'where the files go; it is made if it is not there', given)
  .option('--profile <name>', 'what is built into the unit: wide', 'wide')
  .option('--set <name=value...>', 'a generator parameter; several may be given', collect)
  .option('--module <file>', 'not built yet')
  .option('--json', 'one JSON object on stdout')
  .addHelpText('after', parameterHelp)
  .action(async (options: { out: string; profile: string; set?: string[]; module?: string }) => {
    if (options.module !== undefined) throw notBuilt('--module', 'the Oracle unit; `emitVerilog` of archnights/rtl-gen writes a module of your own')
    oneOf('--profile', options.profile, ['wide'], ['compact'])
    const parameters = parametersFrom(options.set ?? [])
    // Loaded only here: `--help` and `explain` do not wait for the whole generator.
    const { unitFiles } = await import('../coprocessor/output/unit-files.ts')
    const { all, metadata } = unitFiles(parameters)
    // The work above never waited: only here a Ctrl-C can be heard, while nothing is written.
    await new Promise((resolve) => setImmediate(resolve))
    signal.throwIfAborted()
    writeFolder(options.out, all)
    for (const file of all) output.line(`${options.out.replace(/\/$/, '')}/${file.name}`)
    output.object({ out: options.out, top: metadata.top, files: all.map((file) => file.name), sourceHash: metadata.sourceHash })
  })
