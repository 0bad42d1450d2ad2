// Owns: `archnights rocket emit`: the Verilog of the whole system, core, caches, buses and unit, into a folder.
import { Command } from 'commander'
import { CliError } from '../failure.ts'
import type { Context } from '../main.ts'
import { given } from '../options.ts'
import { isOwnFile, withMark } from '../own-files.ts'
import { checkFolder, writeFolder, type ResultFile } from '../write.ts'
import { cacheOption, configHelp, systemOptions, wantedSystem, type SystemOptions } from './options.ts'

interface EmitOptions extends SystemOptions { readonly out: string; readonly chipyard?: true; readonly force?: true }

export const emitSystemCommand = ({ output, signal }: Context): Command => cacheOption(systemOptions(new Command('emit')))
  .description('write the Verilog of a Rocket system with the unit in it (top OracleSystem), OracleSystem.f, OracleSystem.json, and what `archnights emit` writes')
  .requiredOption('--out <folder>', 'where the files go; it is made if it is not there', given)
  .option('--chipyard', 'write a generator folder for Chipyard instead: wrapper in Scala, unit, README; no --config, and no tool is needed')
  .option('--force', 'overwrite files of these names that were written by hand, or by another program')
  .option('--json', 'one JSON object on stdout')
  .addHelpText('after', configHelp)
  .action(async (options: EmitOptions, command: Command) => {
    const wanted = wantedSystem(options)
    if (options.chipyard && command.getOptionValueSource('config') === 'cli') throw new CliError('CLI2009', '--chipyard has no --config: Chipyard brings its own', 'leave one of them out')
    checkFolder(options.out)
    const written = (files: readonly ResultFile[], about: object) => {
      signal.throwIfAborted()
      writeFolder(options.out, files, options.force ? undefined : isOwnFile)
      for (const file of files) output.line(`${options.out.replace(/\/$/, '')}/${file.name}`)
      output.object({ out: options.out, ...about, files: files.map((file) => file.name) })
    }
    if (options.chipyard) {
      const { chipyardFolder } = await import('../../rocket-config/chipyard.ts')
      return written((await chipyardFolder(wanted.parameters)).map(({ name, text }) => ({ name, text: withMark(name, text) })), { chipyard: true })
    }
    const progress = output.progress(`looking for the elaborated system of ${wanted.config}`)
    try {
      const { systemFiles } = await import('./system-files.ts')
      const { all, metadata } = await systemFiles({ ...wanted, step: progress.step, signal })
      progress.stop()
      written(all, { config: wanted.config, top: metadata.top, sourceHash: metadata.sourceHash })
    } finally {
      progress.stop()
    }
  })
