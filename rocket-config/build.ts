// Owns: the simulator of a whole Rocket system with the unit: elaborated Verilog, the unit's Verilog and the bench, built once for each content.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unitFiles } from '../coprocessor/output/unit-files.ts'
import type { Parameters } from '../coprocessor/parameters.ts'
import { buildBench, simulatorFolder } from './bench/build-bench.ts'
import type { RocketSimulator, UnitKind } from './bench/simulator.ts'
import { restingUnit } from './bench/resting-unit.ts'
import { stubUnit } from './bench/stub-unit.ts'
import type { ElaboratedRocket } from './elaborate.ts'
import { describeUnit, descriptionFile } from './elaborate/description.ts'
import { RocketError } from './errors.ts'

export interface RocketBuild {
  readonly elaborated: Pick<ElaboratedRocket, 'folder' | 'files' | 'top' | 'interfaceHash'>
  readonly parameters: Parameters
  /** Simulators are kept in `simulators` below it, each content in a folder of its own. */
  readonly cacheDir: string
  /** A simulator that can write waves, several times slower. */
  readonly waves?: 'vcd' | 'fst' | undefined
  /** Default: `oracle`. */
  readonly unit?: UnitKind | undefined
  /** Told what is done, in words, if there is something to do. */
  readonly progress?: ((what: string) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Whether the unit has the interface that the system was elaborated for is checked first. Nothing is elaborated here: the unit's insides may change freely as long as
 * that stays, and a program or a script changes nothing at all.
 *
 *     const elaborated = await elaborateRocket({ config: 'small', parameters, cacheDir })
 *     const simulator = await buildRocket({ elaborated, parameters, cacheDir })
 *
 * @throws as `buildBench`; DiagnosticError if the unit does not pass its own checks
 */
export async function buildRocket({ elaborated, parameters, cacheDir, waves, unit = 'oracle', progress, signal }: RocketBuild): Promise<RocketSimulator> {
  await checkInterface(elaborated, parameters)
  const { metadata: { top, ports }, verilog } = unitFiles(parameters)
  const files = unit === 'oracle' ? restingUnit(top, ports, verilog) : [stubUnit(top, ports)]
  const { binary, layout, cached } = await buildBench({ elaborated, unit: { top, ports, files }, link: unit === 'link-device' ? 'device' : 'unit', buildDir: simulatorFolder(cacheDir), waves, progress, signal })
  return { binary, layout, parameters, unit, waves, cached }
}

/** @throws RocketError RKT1204 naming every entry of the unit's description that differs */
async function checkInterface({ folder, interfaceHash }: Pick<ElaboratedRocket, 'folder' | 'interfaceHash'>, parameters: Parameters): Promise<void> {
  const wanted = describeUnit(parameters)
  if (wanted.interfaceHash === interfaceHash) return
  const was = entries(await readFile(join(folder, descriptionFile), 'utf8').catch(() => '')), is = entries(wanted.text)
  const differences = [...new Set([...was.keys(), ...is.keys()])].filter((key) => was.get(key) !== is.get(key) && key !== 'interfaceHash' && key !== 'ports')
    .map((key) => `${key}: the system has ${was.get(key) ?? 'none'}, the unit ${is.get(key) ?? 'none'}`)
  throw new RocketError('RKT1204', `the unit is not the one that the system was elaborated for:\n  ${differences.join('\n  ') || `interface ${interfaceHash} there, ${wanted.interfaceHash} here`}`, elaborateAgain)
}

const elaborateAgain = 'elaborate the system for these parameters: archnights rocket build'
const entries = (text: string): Map<string, string> => new Map([...text.matchAll(/^(\w[\w.]*)=(.*)$/gm)].map((m) => [m[1]!, m[2]!]))
