// Owns: `archnights emit`: what is written about the unit, or about a module of the user's own, into a folder.
import { Command, Option } from 'commander'
import { parameterInfo, parameterNames, ParameterTextError, parseParameters } from '../coprocessor/parameter-text.ts'
import type { Parameters } from '../coprocessor/parameters.ts'
import { artifactKinds } from '../rtl-gen/artifacts/kinds.ts'
import { CliError } from './failure.ts'
import type { Context } from './main.ts'
import { collect, given, oneOf } from './options.ts'
import { reportForms } from './report-findings.ts'
import { isOwnFile } from './own-files.ts'
import { checkFolder, writeFolder } from './write.ts'

const codes = { unknown: 'CLI2003', value: 'CLI2004' } as const

/** @throws CliError for what `--set` cannot mean */
export function parametersFrom(settings: readonly string[]): Parameters {
  try {
    return parseParameters(settings)
  } catch (error) {
    if (error instanceof ParameterTextError) throw new CliError(codes[error.kind], error.message, error.help)
    throw error
  }
}

/** The part of --help that the table of kinds writes. */
const kindsHelp = (): string => {
  const kinds = Object.entries(artifactKinds)
  const wide = Math.max(...kinds.map(([kind]) => kind.length))
  return ['', 'Kinds (--only, with --module):', ...kinds.map(([kind, what]) => `  ${kind.padEnd(wide)}  ${what}`)].join('\n')
}

/** The part of --help that the schema writes. */
export function parameterHelp(): string {
  const infos = parameterNames.map(parameterInfo)
  const wide = Math.max(...infos.map((i) => i.name.length))
  return ['', 'Parameters (--set name=value; decimal or 0x..., lists with commas):', ...infos.map((i) => `  ${i.name.padEnd(wide)}  ${i.doc}\n  ${''.padEnd(wide)}  ${i.values}; default ${i.initial}`)].join('\n')
}

interface EmitOptions {
  readonly out: string; readonly profile: string; readonly set?: string[]
  readonly force?: true; readonly module?: string; readonly only?: string[]; readonly diagnostics: string; readonly diagnosticsTo?: string
}

export const emitCommand = (context: Context): Command => new Command('emit')
  .description('write the Verilog of the unit (one module a file, top oracle_unit), oracle_unit.f, oracle.json, oracle.h and a Python package for cocotb; or, with --module, all about a module of your own')
  .requiredOption('--out <folder>', 'where the files go; it is made if it is not there', given)
  .option('--profile <name>', 'what is built into the unit: wide', 'wide')
  .option('--set <name=value...>', 'a generator parameter; several may be given', collect)
  .option('--module <file#export>', 'a module of your own instead of the unit, from a .ts or .js file; #export if the file has several', given)
  .option('--only <kinds>', 'with --module: some kinds of files, with commas: verilog,source-map', collect)
  .addOption(new Option('--diagnostics <form>', 'with --module: how what the checks find is told: text on stderr, json or sarif on stdout').default('text'))
  .option('--diagnostics-to <file>', 'with --module: a file for it', given)
  .option('--force', 'overwrite files of these names that were written by hand, or by another program')
  .option('--json', 'one JSON object on stdout')
  .addHelpText('after', () => `${kindsHelp()}\n${parameterHelp()}`)
  .action(async (options: EmitOptions) => {
    if (options.module !== undefined) {
      if (options.set !== undefined) throw new CliError('CLI2009', '--set belongs to the unit, and --module is not the unit', 'give what the module depends on in its file: export const m = fifo(\'m\', uint(8))')
      const report = { form: oneOf('--diagnostics', options.diagnostics, reportForms), ...(options.diagnosticsTo === undefined ? {} : { file: options.diagnosticsTo }) }
      const { emitModule } = await import('./emit-module.ts')
      await emitModule(context, { module: options.module, out: options.out, report, force: options.force === true, ...(options.only === undefined ? {} : { only: options.only }) })
      return
    }
    if (options.only !== undefined || options.diagnostics !== 'text' || options.diagnosticsTo !== undefined) throw new CliError('CLI2009', '--only and --diagnostics are for a module of your own', 'name it: --module FILE#export')
    oneOf('--profile', options.profile, ['wide'], ['compact'])
    const { output, signal } = context
    const parameters = parametersFrom(options.set ?? [])
    checkFolder(options.out)
    // Loaded only here: `--help` and `explain` do not wait for the whole generator.
    const { unitFiles } = await import('../coprocessor/output/unit-files.ts')
    const { cocotbFiles } = await import('../sim-harness/cocotb/package-files.ts')
    const { all, metadata } = unitFiles(parameters, (about) => cocotbFiles(parameters, about))
    // The work above never waited: only here a Ctrl-C can be heard, while nothing is written.
    await new Promise((resolve) => setImmediate(resolve))
    signal.throwIfAborted()
    writeFolder(options.out, all, options.force ? undefined : isOwnFile)
    for (const file of all) output.line(`${options.out.replace(/\/$/, '')}/${file.name}`)
    output.object({ out: options.out, top: metadata.top, files: all.map((file) => file.name), sourceHash: metadata.sourceHash })
  })
