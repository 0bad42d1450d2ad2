// Owns: `archnights rocket build`: elaborates the system and builds its simulator, so that `rocket run` finds both.
import { Command } from 'commander'
import type { Context } from '../main.ts'
import { oneOf } from '../options.ts'
import { cacheOption, configHelp, systemOptions, wantedSystem, type SystemOptions } from './options.ts'

interface BuildOptions extends SystemOptions { readonly waves?: string }

export const buildCommand = ({ output, signal }: Context): Command => cacheOption(systemOptions(new Command('build')))
  .description('elaborate Rocket Chip around the unit and build the simulator, each step once; minutes the first time')
  .option('--waves <kind>', 'a simulator that can write waves: vcd or fst; somewhat slower')
  .option('--json', 'one JSON object on stdout')
  .addHelpText('after', configHelp)
  .action(async (options: BuildOptions) => {
    const wanted = wantedSystem(options)
    const waves = options.waves === undefined ? undefined : oneOf('--waves', options.waves, ['vcd', 'fst'])
    const progress = output.progress(`looking for the simulator of ${wanted.config}`)
    try {
      const { buildSystem } = await import('./build-system.ts')
      const { simulator, elaborated } = await buildSystem({ ...wanted, waves, step: progress.step, signal })
      progress.stop()
      output.line(`${simulator.binary}   (${simulator.cached ? 'was there' : elaborated ? 'elaborated and built' : 'built'})`)
      output.object({ config: wanted.config, simulator: simulator.binary, waves: waves ?? null, elaborated, built: !simulator.cached })
    } finally {
      progress.stop()
    }
  })
