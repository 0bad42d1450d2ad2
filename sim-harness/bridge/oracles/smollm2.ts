// Owns: the small real model that comes with the set-up, as an Oracle.
import { BridgeError } from '../errors.ts'
import type { Oracle } from '../oracle.ts'
import { modelStatus } from '../setup/status.ts'
import { ggufOracle, type ModelOptions } from './gguf.ts'

/**
 * SmolLM2-135M-Instruct, in this process; see `ggufOracle` for how it answers.
 * @throws BridgeError BRG2001 or BRG2002 where the engine or the model is missing, BRG2003 where one is damaged; the help is the command of the set-up.
 */
export async function smollm2Oracle(options: ModelOptions): Promise<Oracle> {
  const status = await modelStatus(options.places)
  if (status.state !== 'present') throw new BridgeError(status.what === 'engine' && status.state === 'missing' ? 'BRG2001' : status.state === 'missing' ? 'BRG2002' : 'BRG2003', status.message, status.remedy)
  return Object.assign(await ggufOracle(options.places.model, options), { name: 'smollm2' })
}
