// Owns: `archnights setup`: fetches the model that answers in the process, and its engine. In a checkout `npm run setup` does that and more.
import { Command } from 'commander'
import type { Context } from './main.ts'

export const setupCommand = ({ output }: Context): Command => new Command('setup')
  .description('fetch the small language model for `run --oracle smollm2` and the engine that runs it (about 240 MB on disk, once)')
  .option('--json', 'one JSON object on stdout')
  .action(async () => {
    const { ensureEngine, ensureModel } = await import('../sim-harness/bridge/setup/install.ts')
    const { modelStatus } = await import('../sim-harness/bridge/setup/status.ts')
    await ensureEngine(output.note)
    await ensureModel(output.note)
    const { message } = await modelStatus()
    output.line(message)
    output.object({ model: message })
  })
