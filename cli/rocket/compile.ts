// Owns: `archnights rocket compile`: C and assembly sources with the C runtime become a program for Rocket.
import { Command } from 'commander'
import { resolve } from 'node:path'
import { CliError } from '../failure.ts'
import { readInput } from '../input.ts'
import type { Context } from '../main.ts'
import { given } from '../options.ts'
import { pendingFile } from '../write.ts'
import { configHelp, systemOptions, wantedSystem, type SystemOptions } from './options.ts'

interface CompileOptions extends SystemOptions { readonly out: string }

export const compileCommand = ({ output, signal }: Context): Command => systemOptions(new Command('compile'))
  .description('compile C and assembly sources with the runtime for Rocket (oracle.h, console, start-up, memory layout)')
  .argument('<source...>', 'C (.c) or assembly (.S) files')
  .requiredOption('--out <file>', 'the program, an ELF file', given)
  .option('--json', 'one JSON object on stdout')
  .addHelpText('after', configHelp)
  .action(async (sources: string[], options: CompileOptions) => {
    const { config, parameters } = wantedSystem(options)
    const other = sources.find((source) => !/\.[cS]$/.test(source))
    if (other !== undefined) throw new CliError('CLI2008', `${other} is no source: its name does not end in .c or .S`, 'name C and assembly files; what they include is found by itself')
    if (sources.some((source) => resolve(source) === resolve(options.out))) throw new CliError('CLI2009', `one file would be read and written: ${options.out}`, 'write the program to another file')
    for (const source of sources) await readInput(source, signal)
    const out = pendingFile(options.out)
    const progress = output.progress('compiling')
    try {
      const { compileProgram } = await import('../../rocket-config/program/compile.ts')
      const { warnings } = await compileProgram({ sources, out: out.temporary, config, parameters, signal })
      out.commit()
      progress.stop()
      if (warnings.trim() !== '') output.note(warnings.trimEnd())
      output.line(options.out)
      output.object({ program: options.out, config, sources, warnings })
    } finally {
      progress.stop()
      out.discard()
    }
  })
