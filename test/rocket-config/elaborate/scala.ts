// Owns: the compiled wrapper for tests, from the cache that the commands use, and running its programs.
import { execa } from 'execa'
import { join } from 'node:path'
import { look, tools } from '../../../cli/tools.ts'
import { compileWrapper } from '../../../rocket-config/elaborate/wrapper.ts'
import { modelPlaces } from '../../../sim-harness/bridge/setup/places.ts'

export const cacheDir = join(modelPlaces().cache, 'rocket')
/** Cold, Maven fetches 100 MB and compiles; Chisel itself takes some seconds. */
export const coldBuild = 600_000
const needed = ['java', 'mvn', 'dtc']
/** What is missing here; tests that need it are skipped where something is. */
export const missingTools = tools.filter((t) => needed.includes(t.name) && !look(t).found).map((t) => t.name)
export const canElaborate = missingTools.length === 0

/** What a program of the wrapper printed. */
export async function scala(args: readonly string[], cwd: string): Promise<string> {
  const { classPath } = await compileWrapper({ cacheDir })
  const { stdout } = await execa('java', ['-Xmx1g', '-Xss16m', '-XX:+UseSerialGC', '-classpath', classPath, ...args], { cwd })
  return stdout
}
