// Owns: the Rocket simulators that the tests run programs on, built before them: so no two test files build the same one, and the minutes show what it took.
import { join } from 'node:path'
import { parameters } from '../coprocessor/parameters.ts'
import { buildRocket } from '../rocket-config/build.ts'
import type { RocketConfigName } from '../rocket-config/configs.ts'
import { elaborateRocket } from '../rocket-config/elaborate.ts'
import { modelPlaces } from '../sim-harness/bridge/setup/places.ts'

/** `missing`: a tool is not on this machine and `words` says which; what needs the simulator cannot be tested here. */
export interface BuiltSimulator { readonly config: RocketConfigName; readonly state: 'there' | 'built' | 'missing' | 'failed' | 'stopped'; readonly words: string }

const all = { cacheDir: join(modelPlaces().cache, 'rocket'), parameters: parameters() }

/** One core each: the elaborations one after the other, and beside each the Verilator build of the one before. `say` is told each step that is not in the cache. */
export async function buildSimulators(configs: readonly RocketConfigName[], say: (text: string) => void, signal: AbortSignal): Promise<BuiltSimulator[]> {
  const builds: Promise<BuiltSimulator>[] = []
  for (const config of configs) {
    const options = { ...all, signal, progress: (text: string) => say(`${config}: ${text}`) }
    try {
      const elaborated = await elaborateRocket({ ...options, config })
      builds.push(buildRocket({ ...options, elaborated }).then(
        (simulator): BuiltSimulator => ({ config, state: simulator.cached && elaborated.cached ? 'there' : 'built', words: '' }), (error: unknown) => failed(config, error)))
    } catch (error) {
      builds.push(Promise.resolve(failed(config, error)))
    }
  }
  return await Promise.all(builds)
}

/** The exit codes of the commands: 3 something is missing here, 130 stopped. */
function failed(config: RocketConfigName, error: unknown): BuiltSimulator {
  const { exitCode, message, help } = error as { exitCode?: number; message?: string; help?: string }
  return { config, state: exitCode === 3 ? 'missing' : exitCode === 130 ? 'stopped' : 'failed', words: `${message ?? String(error)}${help === undefined ? '' : `\n  help: ${help}`}` }
}
