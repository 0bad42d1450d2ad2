// Owns: the measurement of the unit on Rocket: what it costs the simulator, how fast it streams on cache hits, and how long the builds take.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Parameters } from '../../coprocessor/parameters.ts'
import { buildRocket } from '../../rocket-config/build.ts'
import type { RocketSimulator } from '../../rocket-config/bench/simulator.ts'
import { elaborateRocket } from '../../rocket-config/elaborate.ts'
import { compileWrapper } from '../../rocket-config/elaborate/wrapper.ts'
import { compileProgram } from '../../rocket-config/program/compile.ts'
import { readElf } from '../../rocket-config/program/elf.ts'
import type { ProgramImage } from '../../rocket-config/program/image.ts'
import { openRocket } from '../../rocket-config/run/open.ts'
import { runRocket } from '../../rocket-config/run.ts'
import { fieldNamed } from '../../sim-harness/engines/layout.ts'
import { BridgeHost } from '../../sim-harness/bridge/host.ts'
import { parseScript, scriptOracle } from '../../sim-harness/bridge/oracles/script.ts'
import { median, seconds } from './speed.ts'

const config = 'small', rounds = 7, cyclesOfRound = 300_000
/** Turns of rocket-stream.c, and symbols of an answer without the yield symbol. */
const turns = 4, answerSymbols = 1000

/** A program of this folder. */
export async function benchProgram(name: string, folder: string, parameters: Parameters): Promise<ProgramImage> {
  const out = join(folder, `${name}.elf`)
  await compileProgram({ sources: [fileURLToPath(new URL(`./${name}.c`, import.meta.url))], out, config, parameters })
  return readElf(await readFile(out), out)
}

/** Simulated cycles a second of each, the median of rounds in turn. */
async function speeds(simulators: readonly RocketSimulator[], image: ProgramImage): Promise<number[]> {
  const engines = await Promise.all(simulators.map((s) => openRocket(s, image)))
  const found = engines.map((): number[] => [])
  try {
    for (let round = 0; round <= rounds; round++) {
      for (const [i, engine] of engines.entries()) {
        // A host that takes what the unit greets it with, and says nothing.
        const inputs = new Uint32Array(engine.layout.inputWords)
        inputs[fieldNamed(engine.layout, 'link_tx_tready').word] = 1
        const spent = await seconds(() => engine.run(inputs, cyclesOfRound))
        // The first round warms up.
        if (round > 0) found[i]!.push(cyclesOfRound / spent)
      }
    }
  } finally {
    for (const engine of engines) await engine.close()
  }
  return found.map(median)
}

/** Bytes a cycle on cache hits, of `rocket-stream`. */
export async function streaming(simulator: RocketSimulator, image: ProgramImage) {
  const line = JSON.stringify({ text: 'x'.repeat(answerSymbols), yield: true })
  const oracle = scriptOracle(parseScript(`${line}\n`.repeat(turns)))
  const { end, figures } = await runRocket({ simulator, image, peer: new BridgeHost({ oracle, session: 1 }), maxCycles: 5_000_000 })
  if (end.kind !== 'exit') throw end.error
  if (end.code !== 0) throw new Error(`rocket-stream ended with exit code ${end.code}`)
  // The first turn fills the caches; of the rest the best is what the hardware can do on hits.
  const warm = figures.exchanges.slice(1), most = (rates: readonly number[]) => Math.max(...rates)
  return {
    bytesPerCycle: {
      query: most(warm.map((e) => e.queryBytes / (e.queryLast - e.queryFirst + 1))),
      answer: most(warm.flatMap((e) => (e.answerCycles ? [e.answerBytes / e.answerCycles] : []))),
    },
    cyclesFromEnterToQuery: Math.min(...figures.startToQuery.slice(1)),
  }
}

/** @param folder for builds from nothing, apart from the cache @param say told each step */
export async function measureRocket(parameters: Parameters, folder: string, say: (text: string) => void): Promise<object> {
  const cold = join(folder, 'rocket'), progress = say, options = { parameters, cacheDir: cold, progress }
  const disabled = process.env['CCACHE_DISABLE']
  process.env['CCACHE_DISABLE'] = '1'
  let simulator: RocketSimulator | undefined, stub: RocketSimulator | undefined
  const build = async (unit: 'oracle' | 'none') => buildRocket({ ...options, elaborated: await elaborateRocket({ ...options, config }), unit })
  try {
    const wrapper = await seconds(() => compileWrapper(options)), elaborated = await seconds(() => elaborateRocket({ ...options, config }))
    const verilated = await seconds(async () => { simulator = await build('oracle') })
    const warm = await seconds(async () => { simulator = await build('oracle') })
    stub = await build('none')
    say('Rocket: programs')
    const compute = await benchProgram('rocket-compute', folder, parameters), stream = await benchProgram('rocket-stream', folder, parameters)
    say('Rocket: with and without the unit in turn')
    const [with_, without] = await speeds([simulator!, stub], compute)
    say('Rocket: streaming')
    return {
      ...await streaming(simulator!, stream),
      cyclesPerSecond: { withUnit: with_!, withoutUnit: without!, unitCosts: 1 - with_! / without! },
      seconds: { compileWrapper: wrapper, elaborate: elaborated, verilatorAndCompiler: verilated, allCached: warm },
    }
  } finally {
    if (disabled === undefined) delete process.env['CCACHE_DISABLE']
    else process.env['CCACHE_DISABLE'] = disabled
  }
}
