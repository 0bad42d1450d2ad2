// Owns: opening the generated Oracle unit on an engine.
import { oracleUnit } from '../../coprocessor/unit/oracle-unit.ts'
import { elaborate } from '../../rtl-gen/dsl/index.ts'
import type { EngineName } from '../engines/engine-names.ts'
import { openEngine, type EngineOptions } from '../engines/open-engine.ts'
import { UnitDriver, type UnitOptions } from './unit-driver.ts'

export interface OpenUnit extends Omit<UnitOptions, 'engine' | 'ownsEngine'>, EngineOptions { readonly engine: EngineName }

/**
 * The unit with these parameters, out of reset.
 *
 *     const unit = await openUnit({ parameters: parameters(), engine: 'wasm', peer: new BridgeHost({ oracle, session: 1 }) })
 *     await boot(unit)
 *
 * @throws HarnessError SIM1001 (exit code 3) where the tools of an engine are missing
 */
export async function openUnit(options: OpenUnit): Promise<UnitDriver> {
  const engine = await openEngine(options.engine, elaborate(oracleUnit(options.parameters)), options)
  return new UnitDriver({ ...options, engine })
}
