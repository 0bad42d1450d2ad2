// Owns: starting a built Rocket simulator with a program in its memory.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '../../sim-harness/engines/engine.ts'
import { openVerilator } from '../../sim-harness/engines/verilator/verilator-engine.ts'
import { imageArgument, memoryImage } from '../bench/image.ts'
import type { RocketSimulator } from '../bench/simulator.ts'
import type { ProgramImage } from '../program/image.ts'

/**
 * Out of reset, ready for cycle 0; the simulator has read its memory then, and nothing is left on disk.
 * @param wavesFile where the waves go; the simulator must have been built with their form
 * @throws EngineFailure if it does not start, RangeError for waves that the simulator cannot write
 */
export async function openRocket(simulator: RocketSimulator, image: ProgramImage, wavesFile?: string): Promise<Engine> {
  if (wavesFile !== undefined && simulator.waves === undefined) throw new RangeError(`${wavesFile}: this simulator was built without waves`)
  const folder = await mkdtemp(join(tmpdir(), 'archnights-rocket-'))
  try {
    const file = join(folder, 'memory.image')
    await writeFile(file, memoryImage(image.segments))
    return await openVerilator({ layout: simulator.layout, binary: simulator.binary, args: [imageArgument(file)], ...(wavesFile === undefined ? {} : { wavesFile }) })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
