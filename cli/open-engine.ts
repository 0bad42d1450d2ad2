// Owns: the simulator of a `run`, with waves if they are wanted.
import { join } from 'node:path'
import type { Design } from '../rtl-gen/ir/index.ts'
import { recordVcd } from '../rtl-gen/waves/index.ts'
import { modelPlaces } from '../sim-harness/bridge/setup/places.ts'
import type { Engine } from '../sim-harness/engines/engine.ts'
import { layoutOf } from '../sim-harness/engines/layout.ts'
import { openEngine, verilogFiles, type EngineName } from '../sim-harness/engines/open-engine.ts'
import { buildVerilator } from '../sim-harness/engines/verilator/build.ts'
import { openVerilator } from '../sim-harness/engines/verilator/verilator-engine.ts'
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

export interface WantedEngine { readonly name: EngineName; readonly vcd: PendingFile | undefined; readonly progress: (text: string) => void; readonly signal: AbortSignal }

/** The engine, out of reset. The waves are complete when it is closed. @throws HarnessError for tools that are missing, CliError for waves that cannot be written */
export async function engineFor(design: Design, { name, vcd, progress, signal }: WantedEngine): Promise<Engine> {
  const buildDir = join(modelPlaces().cache, 'verilator')
  if (!vcd) return await openEngine(name, design, { buildDir, progress, signal })
  if (name === 'wasm') return wasmWithWaves(design, vcd)
  const layout = layoutOf(design)
  progress('Verilator builds a simulator with waves (once for each unit)')
  const binary = await buildVerilator({ layout, files: verilogFiles(design), buildDir, waves: 'vcd', signal })
  return await openVerilator({ layout, binary, wavesFile: vcd.temporary })
}
