// Owns: `archnights rocket emit`: the Verilog of the whole system, core, caches, buses and unit, into a folder.
import { Command } from 'commander'
import type { Context } from '../main.ts'
import { given } from '../options.ts'
import { writeFolder } from '../write.ts'
import { cacheOption, configHelp, systemOptions, wantedSystem, type SystemOptions } from './options.ts'

interface EmitOptions extends SystemOptions { readonly out: string }

export const emitSystemCommand = ({ output, signal }: Context): Command => cacheOption(systemOptions(new Command('emit')))
  .description('write the Verilog of a Rocket system with the unit in it (top OracleSystem), OracleSystem.f, OracleSystem.json, and what `archnights emit` writes')
  .requiredOption('--out <folder>', 'where the files go; it is made if it is not there', given)
  .option('--json', 'one JSON object on stdout')
  .addHelpText('after', configHelp)
  .action(async (options: EmitOptions) => {
    const wanted = wantedSystem(options)
    const progress = output.progress(`looking for the elaborated system of ${wanted.config}`)
    try {
      const { systemFiles } = await import('./system-files.ts')
      const { all, metadata } = await systemFiles({ ...wanted, step: progress.step, signal })
      progress.stop()
      signal.throwIfAborted()
      writeFolder(options.out, all)
      for (const file of all) output.line(`${options.out.replace(/\/$/, '')}/${file.name}`)
      output.object({ out: options.out, config: wanted.config, top: metadata.top, files: all.map((file) => file.name), sourceHash: metadata.sourceHash })
    } finally {
      progress.stop()
    }
  })
