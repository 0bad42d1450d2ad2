// Owns: the simulator of a `run`, with waves if they are wanted.
import { join } from 'node:path'
import type { Design } from '../rtl-gen/ir/index.ts'
import { recordVcd } from '../rtl-gen/waves/index.ts'
import { modelPlaces } from '../sim-harness/bridge/setup/places.ts'
import type { Engine } from '../sim-harness/engines/engine.ts'
import type { EngineName } from '../sim-harness/engines/engine-names.ts'
import { openEngine } from '../sim-harness/engines/open-engine.ts'
import { openWasm } from '../sim-harness/engines/wasm/wasm-engine.ts'
import { inPieces, type PendingFile } from './write.ts'

function wasmWithWaves(design: Design, vcd: PendingFile): Engine {
  const pieces = inPieces(vcd)
  return openWasm(design, (simulator) => {
    const waves = recordVcd(simulator, pieces.write, { top: design.top })
    return {
      cycle: () => waves.sample(),
      close: () => {
        waves.finish()
        pieces.end()
      },
    }
  })
}

export interface WantedEngine {
  readonly name: EngineName
  readonly vcd: PendingFile | undefined
  readonly coverageFile?: string | undefined
  readonly progress: (text: string) => void
  readonly signal: AbortSignal
}

/** The engine, out of reset. The waves are complete when it is closed. @throws HarnessError for tools that are missing, CliError for waves that cannot be written */
export async function engineFor(design: Design, { name, vcd, coverageFile, progress, signal }: WantedEngine): Promise<Engine> {
  if (name === 'wasm' && vcd) return wasmWithWaves(design, vcd)
  return await openEngine(name, design, { buildDir: join(modelPlaces().cache, name), vcdFile: vcd?.temporary, coverageFile, progress, signal })
}
