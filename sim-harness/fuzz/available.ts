// Owns: which engines of a fuzz run this machine has the tools for.
import { HarnessError } from '../errors.ts'
import { runTool } from '../engines/tool.ts'
import { fuzzEngineNames, type FuzzEngine } from './engine-names.ts'
import { toolsOf } from './tools.ts'

/** The programs of an engine that are not here; the Wasm engine needs none. @throws HarnessError SIM3005 (stopped) */
export async function missingTools(engine: FuzzEngine, signal?: AbortSignal): Promise<string[]> {
  if (engine === 'wasm') return []
  const missing: string[] = []
  for (const [name, version] of toolsOf[engine].programs) {
    await runTool({ name, args: [version], signal, packages: toolsOf[engine].packages }).catch((error: unknown) => {
      if (!(error instanceof HarnessError)) throw error
      if (error.code === 'SIM1001') missing.push(name)
      else if (error.code !== 'SIM1002') throw error
    })
  }
  return missing
}

/**
 * `wanted`, or without it every engine that this machine has, and what the others lack.
 * @throws HarnessError SIM1001 if a wanted one lacks a program
 */
export async function chooseEngines(wanted: readonly FuzzEngine[] | undefined, signal?: AbortSignal): Promise<{ engines: FuzzEngine[]; without: { engine: FuzzEngine; missing: string[] }[] }> {
  const engines: FuzzEngine[] = [], without: { engine: FuzzEngine; missing: string[] }[] = []
  for (const engine of wanted ?? fuzzEngineNames) {
    const missing = await missingTools(engine, signal)
    if (missing.length === 0) engines.push(engine)
    else without.push({ engine, missing })
  }
  const [first] = without
  if (wanted !== undefined && first !== undefined && first.engine !== 'wasm') {
    throw new HarnessError('SIM1001', `engine ${first.engine} needs ${first.missing.join(', ')}, not on this machine`, `apt-get install --no-install-recommends ${toolsOf[first.engine].packages.join(' ')}; or leave it out of --engines`)
  }
  return { engines, without }
}
