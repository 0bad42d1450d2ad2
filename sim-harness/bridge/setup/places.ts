// Owns: where the in-process model and its engine lie on this machine, in a checkout and in an installed package.
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface ModelPlaces {
  /** Holds the model; may be emptied at any time. */
  readonly cache: string
  /** Where package.json and the lock file of the engine come from. */
  readonly engineSource: string
  /** The package folder in which they are installed; the same as `engineSource` in a checkout. */
  readonly engine: string
  readonly model: string
  /** The command that fetches what is missing. */
  readonly command: string
}

export const modelFile = 'SmolLM2-135M-Instruct.Q4_1.gguf'

/** The folder of the nearest package.json above this file: the checkout, or the installed package. */
function packageRoot(): string {
  for (let at = dirname(fileURLToPath(import.meta.url)); ; at = dirname(at)) {
    if (existsSync(join(at, 'package.json')) || at === dirname(at)) return at
  }
}

/**
 * In a checkout: the ignored folder `.cache`, and the engine in its own folder of the sources. In an installed package, which is not to be
 * written to: the user's cache folder (`XDG_CACHE_HOME`, else `~/.cache`). Looks at the disk, changes nothing.
 */
export function modelPlaces(root = packageRoot(), environment: NodeJS.ProcessEnv = process.env): ModelPlaces {
  const inSources = join(root, 'sim-harness', 'bridge', 'engine')
  const checkout = existsSync(join(inSources, 'package.json'))
  const cache = checkout ? join(root, '.cache') : join(environment['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'archnights')
  return {
    cache,
    engineSource: checkout ? inSources : join(root, 'dist', 'sim-harness', 'bridge', 'engine'),
    engine: checkout ? inSources : join(cache, 'engine'),
    model: join(cache, 'models', modelFile),
    command: checkout ? 'npm run setup' : 'npx archnights setup',
  }
}
