// Owns: the elaborated systems and simulators that tests of the bench run on: the default parameters, from the cache that the commands use.
import { join } from 'node:path'
import { parameters } from '../../../coprocessor/parameters.ts'
import { buildRocket } from '../../../rocket-config/build.ts'
import type { RocketSimulator } from '../../../rocket-config/bench/simulator.ts'
import { memory } from '../../../rocket-config/memory-map.ts'
import type { RocketConfigName } from '../../../rocket-config/configs.ts'
import { elaborateRocket, type ElaboratedRocket } from '../../../rocket-config/elaborate.ts'
import type { ProgramImage } from '../../../rocket-config/program/image.ts'
import { modelPlaces } from '../../../sim-harness/bridge/setup/places.ts'

export const cacheDir = join(modelPlaces().cache, 'rocket')
/** Cold it takes minutes. */
export const coldBuild = 900_000

export const elaboratedSystem = (config: RocketConfigName): Promise<ElaboratedRocket> => elaborateRocket({ config, parameters: parameters(), cacheDir })
export const rocketSimulator = async (config: RocketConfigName): Promise<RocketSimulator> => await buildRocket({ elaborated: await elaboratedSystem(config), parameters: parameters(), cacheDir })

/** Machine code at the start of memory, and other bytes. */
export const programImage = (code: Uint8Array, ...more: { address: bigint; bytes: Uint8Array }[]): ProgramImage => ({
  entry: memory.base, symbols: new Map(), float: 'none',
  segments: [{ address: memory.base, bytes: code }, ...more].map((s) => ({ ...s, size: BigInt(s.bytes.length) })),
})
