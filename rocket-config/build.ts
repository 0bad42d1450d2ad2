// Owns: the simulator of a whole Rocket system with the unit: elaborated Verilog, the unit's Verilog and the bench, built once for each content.
import { unitFiles } from '../coprocessor/output/unit-files.ts'
import type { Parameters } from '../coprocessor/parameters.ts'
import { buildBench, simulatorFolder, type ElaboratedSystem } from './bench/build-bench.ts'
import type { RocketSimulator, UnitKind } from './bench/simulator.ts'
import { stubUnit } from './bench/stub-unit.ts'

export interface RocketBuild {
  /** What `elaborateRocket` gives. */
  readonly elaborated: ElaboratedSystem
  readonly parameters: Parameters
  /** Simulators are kept in `simulators` below it, each content in a folder of its own. */
  readonly cacheDir: string
  /** A simulator that can write waves, several times slower. */
  readonly waves?: 'vcd' | 'fst'
  /** Default: `oracle`. */
  readonly unit?: UnitKind
  /** Told what is done, in words, if there is something to do. */
  readonly progress?: (what: string) => void
  readonly signal?: AbortSignal
}

/**
 * Whether the unit fits the elaborated system is checked first. Nothing is elaborated here: the unit's insides may change freely as long as its ports stay,
 * and a program or a script changes nothing at all.
 *
 *     const elaborated = await elaborateRocket({ config: 'small', parameters, cacheDir })
 *     const simulator = await buildRocket({ elaborated, parameters, cacheDir })
 *
 * @throws as `buildBench`; DiagnosticError if the unit does not pass its own checks
 */
export async function buildRocket({ elaborated, parameters, cacheDir, waves, unit = 'oracle', progress, signal }: RocketBuild): Promise<RocketSimulator> {
  const { metadata: { top, ports }, verilog } = unitFiles(parameters)
  const files = unit === 'oracle' ? verilog : [stubUnit(top, ports)]
  const { binary, layout, cached } = await buildBench({ elaborated, unit: { top, ports, files }, buildDir: simulatorFolder(cacheDir), waves, progress, signal })
  return { binary, layout, parameters, unit, waves, cached }
}
