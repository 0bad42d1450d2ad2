// Owns: the options that the `rocket` commands share: which Rocket, which unit, where what is built is kept.
import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { Parameters } from '../../coprocessor/parameters.ts'
import { rocketConfigs, type RocketConfigName } from '../../rocket-config/configs.ts'
import { modelPlaces } from '../../sim-harness/bridge/setup/places.ts'
import { parametersFrom } from '../emit.ts'
import { collect, given, oneOf } from '../options.ts'

export interface SystemOptions { readonly config: string; readonly set?: readonly string[]; readonly cache?: string }
/** What they mean. `cacheDir` holds one folder for each elaborated system and each simulator. */
export interface WantedSystem { readonly config: RocketConfigName; readonly parameters: Parameters; readonly cacheDir: string }

const configNames = rocketConfigs.map((c) => c.name)
const wide = Math.max(...configNames.map((name) => name.length))

export const rocketCache = (): string => `${modelPlaces().cache}/rocket`

/** Adds them. `what`: what the command makes of the configuration. */
export const systemOptions = (command: Command): Command => command
  .option('--config <name>', `the Rocket: ${configNames.join(', ')}`, 'small')
  .option('--set <name=value...>', 'a generator parameter of the unit; several may be given (see `archnights emit --help`)', collect)

export const cacheOption = (command: Command): Command => command
  .option('--cache <folder>', 'where elaborated systems and built simulators are kept; default: the cache folder of this package', given)

export const configHelp = ['', 'Configurations:', ...rocketConfigs.map((c) => `  ${c.name.padEnd(wide)}  ${c.doc}`)].join('\n')

/** @throws CliError for a configuration that is not there and for what `--set` cannot mean */
export function wantedSystem(options: SystemOptions): WantedSystem {
  return {
    config: oneOf('--config', options.config, configNames),
    parameters: parametersFrom(options.set ?? []),
    cacheDir: options.cache === undefined ? rocketCache() : resolve(options.cache),
  }
}
