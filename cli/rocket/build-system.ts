// Owns: the two steps that a simulator of a system takes, each cached: Rocket Chip elaborated around the unit's ports, then Verilator with the unit in it; and why one runs again.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unitFiles } from '../../coprocessor/output/unit-files.ts'
import { formatParameter, parameterNames } from '../../coprocessor/parameter-text.ts'
import type { RocketSimulator } from '../../rocket-config/bench/simulator.ts'
import { buildRocket } from '../../rocket-config/build.ts'
import { describeUnit } from '../../rocket-config/elaborate/description.ts'
import { elaborateRocket } from '../../rocket-config/elaborate.ts'
import { makeFolders } from '../../sim-harness/make-folders.ts'
import type { WantedSystem } from './options.ts'

export interface SystemBuild extends WantedSystem {
  /** What waves the simulator can write; none makes it quicker. */
  readonly waves: 'vcd' | 'fst' | undefined
  /** Told at each step that takes time: which, and why it is not taken from the cache. */
  readonly step: (text: string) => void
  readonly signal: AbortSignal
}

/** What the last simulator of a configuration was made of, for the words of the next one. */
interface Made { readonly interface: string; readonly unit: string; readonly waves: string; readonly parameters: Readonly<Record<string, string>> }

const none = 'none'

/** Why a simulator is built although there was one, by what it is made of: the first difference that says it. */
export function whyAgain(before: Made | undefined, now: Made): string {
  if (!before) return 'there is none yet'
  const changed = Object.keys(now.parameters).filter((name) => before.parameters[name] !== now.parameters[name])
  if (changed.length > 0) return `other parameters of the unit: ${changed.map((name) => `${name} ${now.parameters[name]}`).join(', ')}`
  if (before.interface !== now.interface) return 'the ports of the unit changed'
  if (before.unit !== now.unit) return 'the unit changed'
  if (before.waves !== now.waves) return now.waves === none ? 'the last one was for waves' : `the last one cannot write ${now.waves}`
  return 'the system around the unit, the test bench or Verilator changed'
}

/** Why Rocket Chip is elaborated although there was a simulator. */
export function whyElaborated(before: Pick<Made, 'interface'> | undefined, interfaceHash: string): string {
  if (!before) return 'there is none yet'
  return before.interface === interfaceHash ? 'the wrapper around the unit changed, or the cache was emptied' : 'what the wrapper knows of the unit changed: ports, opcode or addresses'
}

function remembered(file: string): Made | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Made
  } catch {
    return undefined
  }
}

/** Only words hang on it: a folder that cannot be written to is told by what needs it. */
function remember(file: string, folder: string, made: Made): void {
  try {
    makeFolders(folder)
    writeFileSync(file, `${JSON.stringify(made)}\n`)
  } catch {
    // See above.
  }
}

/** @throws RocketError for tools that are missing and builds that fail, HarnessError when stopped */
export async function buildSystem({ config, parameters, cacheDir, waves, step, signal }: SystemBuild): Promise<{ simulator: RocketSimulator; elaborated: boolean }> {
  const file = join(cacheDir, `last-${config}.json`)
  const before = remembered(file)
  const elaborated = await elaborateRocket({
    config, parameters, cacheDir, signal, progress: (what) => step(`${what}: ${whyElaborated(before, describeUnit(parameters).interfaceHash)}`),
  })
  const made = (): Made => ({
    interface: elaborated.interfaceHash, unit: unitFiles(parameters).metadata.sourceHash, waves: waves ?? none,
    parameters: Object.fromEntries(parameterNames.map((name) => [name, formatParameter(parameters[name])])),
  })
  let why: string | undefined
  const simulator = await buildRocket({
    elaborated, parameters, cacheDir, signal, ...(waves ? { waves } : {}),
    progress: (what) => step(`${what}: ${why ??= whyAgain(before, made())}`),
  })
  if (why !== undefined) remember(file, cacheDir, made())
  return { simulator, elaborated: !elaborated.cached }
}
