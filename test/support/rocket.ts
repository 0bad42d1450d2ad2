// Owns: real Rocket systems and programs for tests: elaborated and built once in the project's cache, programs compiled into a folder of the test.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { parameters } from '../../coprocessor/parameters.ts'
import { commandsProgram, programFiles, rocketPrograms, type RocketProgram } from '../../examples/rocket/programs.ts'
import { buildRocket } from '../../rocket-config/build.ts'
import type { RocketSimulator } from '../../rocket-config/bench/simulator.ts'
import type { RocketConfigName } from '../../rocket-config/configs.ts'
import { elaborateRocket, type ElaboratedRocket } from '../../rocket-config/elaborate.ts'
import { compileProgram, type ProgramSources } from '../../rocket-config/program/compile.ts'
import { readElf } from '../../rocket-config/program/elf.ts'
import type { ProgramImage } from '../../rocket-config/program/image.ts'
import { BridgeHost } from '../../sim-harness/bridge/host.ts'
import type { Oracle } from '../../sim-harness/bridge/oracle.ts'
import { parseScript, scriptOracle } from '../../sim-harness/bridge/oracles/script.ts'
import { modelPlaces } from '../../sim-harness/bridge/setup/places.ts'

const needed = ['verilator', 'g++', 'make', 'java', 'mvn', 'dtc', 'riscv64-unknown-elf-gcc']
/** What is missing here to compile programs and to build a system; tests that need it are skipped where something is. A busy machine misses nothing: nothing is run to find out. */
export const missingTools = needed.filter((name) => !(process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, name))))
export const canRunRocket = missingTools.length === 0

export const rocketCache = join(modelPlaces().cache, 'rocket')
const p = parameters()

export const elaborated = (config: RocketConfigName): Promise<ElaboratedRocket> => elaborateRocket({ config, parameters: p, cacheDir: rocketCache })
export const simulator = async (config: RocketConfigName): Promise<RocketSimulator> => buildRocket({ elaborated: await elaborated(config), parameters: p, cacheDir: rocketCache })

export const exampleOf = (name: string): RocketProgram => [...rocketPrograms, commandsProgram].find((e) => e.name === name)!

/** A program of examples/rocket, compiled into `folder`. */
export const exampleImage = (name: string, config: RocketConfigName, folder: string, defines?: ProgramSources['defines']): Promise<ProgramImage> =>
  imageOf(programFiles(exampleOf(name)).sources, name, config, folder, defines)

export async function imageOf(sources: readonly string[], name: string, config: RocketConfigName, folder: string, defines: ProgramSources['defines'] = {}): Promise<ProgramImage> {
  const out = join(folder, `${[name, config, ...Object.keys(defines)].join('-')}.elf`)
  await compileProgram({ sources, out, config, parameters: p, defines })
  return readElf(await readFile(out), `${name}.elf`)
}

/** A host whose Oracle, under every number, says what a script says. */
export function scriptHost(text: string): BridgeHost {
  const oracle = scriptOracle(parseScript(text))
  return new BridgeHost({ oracle: new Map<number, Oracle>(Array.from({ length: 64 }, (_, n) => [n, oracle])), session: 1 })
}
export const exampleHost = async (name: string): Promise<BridgeHost> => {
  const { script } = programFiles(exampleOf(name))
  return scriptHost(script === undefined ? '' : await readFile(script, 'utf8'))
}
/** What an example prints. */
export const expectedOf = (name: string): Promise<string> => readFile(programFiles(exampleOf(name)).expected, 'utf8')
