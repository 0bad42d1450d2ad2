// Owns: programs of this folder on the small Rocket: the two simulators, compiling, and a run with a script as its Oracle.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { answerFlags, headerLayout, kindCode, linkVersion, trailerLayout } from '../../coprocessor/link/frames.ts'
import { parameters, type Parameters } from '../../coprocessor/parameters.ts'
import type { RocketSimulator, UnitKind } from '../../rocket-config/bench/simulator.ts'
import { buildRocket } from '../../rocket-config/build.ts'
import { elaborateRocket } from '../../rocket-config/elaborate.ts'
import { compileProgram } from '../../rocket-config/program/compile.ts'
import { readElf } from '../../rocket-config/program/elf.ts'
import { withInput, type ProgramImage } from '../../rocket-config/program/image.ts'
import { runRocket, type RocketResult } from '../../rocket-config/run.ts'
import type { CycleEvents } from '../../sim-harness/port-events.ts'
import { BridgeHost } from '../../sim-harness/bridge/host.ts'
import { scriptOracle, type ScriptAnswer } from '../../sim-harness/bridge/oracles/script.ts'
import type { ReportContext } from './cache.ts'

const config = 'small', maxCycles = 200_000_000

/** @param given parameters that are not the defaults; the unit's ports must stay */
export const buildSimulator = async ({ cacheDir, say }: ReportContext, unit: UnitKind, given: Partial<Parameters> = {}): Promise<RocketSimulator> => {
  const options = { parameters: parameters(given), cacheDir: join(cacheDir, '..', 'rocket'), progress: say }
  return await buildRocket({ ...options, elaborated: await elaborateRocket({ ...options, config }), unit })
}

/** The frame table for C: LINK_... */
export function linkDefines(p: Parameters): Record<string, number> {
  const fields = Object.entries(headerLayout).flatMap(([name, at]) => {
    const of = `LINK_${name.toUpperCase()}`
    return [[`${of}_BEAT`, at.beat], [`${of}_LOW`, at.low], [`${of}_WIDTH`, at.width]] as const
  })
  return {
    ...Object.fromEntries(fields),
    LINK_QUERY: kindCode('toHost', 'query'), LINK_HELLO_TO_HOST: kindCode('toHost', 'hello'), LINK_HELLO_FROM_HOST: kindCode('fromHost', 'hello'), LINK_ANSWER: kindCode('fromHost', 'answer'),
    LINK_FLAG_END: answerFlags.end, LINK_TRAILER_FIRST: trailerLayout.first, LINK_TRAILER_LAST: trailerLayout.last, LINK_VERSION: linkVersion, LINK_CHUNK: p.chunkBytes,
  }
}

/** Sources are names of files in `rocket/`. */
export async function compile(sources: readonly string[]): Promise<ProgramImage> {
  const work = await mkdtemp(join(tmpdir(), 'archnights-report-')), out = join(work, 'program.elf'), p = parameters()
  try {
    const { warnings } = await compileProgram({ sources: sources.map((s) => fileURLToPath(new URL(`./rocket/${s}`, import.meta.url))), out, config, parameters: p, defines: linkDefines(p) })
    if (warnings !== '') throw new Error(`${sources.join(', ')}: ${warnings}`)
    return readElf(await readFile(out), out)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** What the program printed. @param settings 64-bit words for its symbol `settings` @throws what ended it, if it was not its own exit 0 */
export async function run(
  simulator: RocketSimulator, image: ProgramImage, settings: readonly number[], answers: readonly ScriptAnswer[], onEvents?: (events: CycleEvents) => void,
): Promise<{ readonly text: string; readonly result: RocketResult }> {
  const chunks: Uint8Array[] = []
  const result = await runRocket({
    simulator, image: withInput(image, 'settings', new Uint8Array(BigUint64Array.from(settings, BigInt).buffer)), observer: false, maxCycles, onEvents,
    peer: new BridgeHost({ oracle: scriptOracle(answers), session: 1 }), console: (bytes) => { chunks.push(bytes) },
  })
  const text = Buffer.concat(chunks).toString('latin1')
  if (result.end.kind !== 'exit') throw result.end.error
  if (result.end.code !== 0) throw new Error(`the program ended with exit code ${result.end.code}: ${text}`)
  return { text, result }
}
