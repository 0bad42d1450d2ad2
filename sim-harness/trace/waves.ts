// Owns: waves of a run on the Wasm engine, as VCD text. Verilator writes its own (`wavesFile`).
import type { Simulator } from '../../rtl-gen/sim/index.ts'
import { recordVcd } from '../../rtl-gen/waves/index.ts'
import type { CycleHook } from '../engines/wasm/wasm-engine.ts'

/** Waves come in small pieces; a disk wants large ones. */
const pieceSize = 1 << 20

/**
 * A hook for `openWasm`. `top` is the name of the outermost scope; `write` gets the file in pieces, the last one when the engine is closed.
 *
 *     const engine = openWasm(design, vcdWaves(design.top, (text) => appendFileSync('waves.vcd', text)))
 */
export const vcdWaves = (top: string, write: (text: string) => void) => (simulator: Simulator): CycleHook => {
  let piece = ''
  const waves = recordVcd(simulator, (text) => {
    piece += text
    if (piece.length < pieceSize) return
    write(piece)
    piece = ''
  }, { top })
  return {
    cycle: () => waves.sample(),
    close: () => {
      waves.finish()
      if (piece !== '') write(piece)
      piece = ''
    },
  }
}
