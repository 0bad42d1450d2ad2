// Owns: the Rocket simulators that the tests run programs on, built before them: so no two test files build the same one, and the minutes show what it took.
import { join } from 'node:path'
import { parameters } from '../coprocessor/parameters.ts'
import { buildRocket } from '../rocket-config/build.ts'
import type { RocketConfigName } from '../rocket-config/configs.ts'
import { compileWrapper } from '../rocket-config/elaborate/wrapper.ts'
import { elaborateRocket } from '../rocket-config/elaborate.ts'
import { modelPlaces } from '../sim-harness/bridge/setup/places.ts'

/** `missing`: a tool is not on this machine and `words` says which; what needs the simulator cannot be tested here. */
export interface BuiltSimulator { readonly config: RocketConfigName; readonly state: 'there' | 'built' | 'missing' | 'failed' | 'stopped'; readonly words: string }

/** Where the commands and the tests look for them. */
const usual = join(modelPlaces().cache, 'rocket')

/** The wrapper is compiled once; then each configuration goes its way, with a core for each elaboration. `say` is told each step that is not in the cache. */
export async function buildSimulators(configs: readonly RocketConfigName[], say: (text: string) => void, signal: AbortSignal, cacheDir = usual): Promise<BuiltSimulator[]> {
  const options = (of: string) => ({ cacheDir, parameters: parameters(), signal, progress: (text: string) => say(`${of}: ${text}`) })
  try {
    if (configs.length > 0) await compileWrapper(options(configs.join(', ')))
  } catch (error) {
    return configs.map((config) => failed(config, error))
  }
  return await Promise.all(configs.map(async (config): Promise<BuiltSimulator> => {
    try {
      const elaborated = await elaborateRocket({ ...options(config), config })
      const simulator = await buildRocket({ ...options(config), elaborated })
      return { config, state: simulator.cached && elaborated.cached ? 'there' : 'built', words: '' }
    } catch (error) {
      return failed(config, error)
    }
  }))
}

/** The exit codes of the commands: 3 something is missing here, 130 stopped. */
function failed(config: RocketConfigName, error: unknown): BuiltSimulator {
  const { exitCode, message, help } = error as { exitCode?: number; message?: string; help?: string }
  return { config, state: exitCode === 3 ? 'missing' : exitCode === 130 ? 'stopped' : 'failed', words: `${message ?? String(error)}${help === undefined ? '' : `\n  help: ${help}`}` }
}
