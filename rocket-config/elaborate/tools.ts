// Owns: the tools that an elaboration needs, the packages that have them, and their failures as failures of this room.
import { stripVTControlCharacters } from 'node:util'
import { runTool } from '../../sim-harness/engines/tool.ts'
import { HarnessError } from '../../sim-harness/errors.ts'
import { RocketError } from '../errors.ts'

/** Tool to Debian package. */
export const elaborationTools = { java: 'openjdk-17-jdk-headless', mvn: 'maven', dtc: 'device-tree-compiler' } as const
export type ElaborationTool = keyof typeof elaborationTools

const install = (tools: readonly ElaborationTool[]): string => `sudo apt-get install -y --no-install-recommends ${tools.map((t) => elaborationTools[t]).join(' ')}`
const missing = (tools: readonly ElaborationTool[]): RocketError =>
  new RocketError('RKT1001', `${tools.join(' and ')} ${tools.length > 1 ? 'are' : 'is'} not on this machine`, install(tools))

/** Said by a tool that was started and refused. */
export class ToolRefused extends Error {}

/** @returns what it wrote. @throws RocketError RKT1001 (not there), ToolRefused (its words), HarnessError SIM3005 (stopped) */
export async function runElaborationTool(name: ElaborationTool, args: readonly string[], { cwd, signal }: { readonly cwd?: string; readonly signal?: AbortSignal | undefined }): Promise<string> {
  try {
    return await runTool({ name, args, signal, packages: [elaborationTools[name]], ...(cwd === undefined ? {} : { cwd }) })
  } catch (error) {
    if (error instanceof HarnessError && error.code === 'SIM1001') throw missing([name])
    if (error instanceof HarnessError && error.code === 'SIM1002') throw new ToolRefused(error.message)
    throw error
  }
}

/** Before minutes of work: all that is missing at once, and what is there but does not even say its version. @throws RocketError RKT1001, HarnessError SIM3005 */
export async function needTools(tools: readonly ElaborationTool[], signal: AbortSignal | undefined): Promise<void> {
  const found = await Promise.all(tools.map((tool) => runElaborationTool(tool, ['--version'], { signal }).then(() => 'there' as const, (error: unknown) => {
    if (error instanceof ToolRefused) return error
    if (error instanceof RocketError && error.code === 'RKT1001') return 'missing' as const
    throw error
  })))
  const none = tools.filter((_, i) => found[i] === 'missing')
  if (none.length > 0) throw missing(none)
  tools.forEach((tool, i) => {
    const refused = found[i]
    if (refused instanceof ToolRefused) throw new RocketError('RKT1001', `${tool} is here and does not run: ${stripVTControlCharacters(refused.message).trim()}`, `mend what it says (a JAVA_HOME, an old version), or ${install([tool])}`)
  })
}
