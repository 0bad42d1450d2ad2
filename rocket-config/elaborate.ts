// Owns: Rocket Chip elaborated around the unit's ports: from configuration and parameters to Verilog, once for each content of what it reads.
import { createHash } from 'node:crypto'
import { access, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Parameters } from '../coprocessor/parameters.ts'
import { rocketConfig, type RocketConfigName } from './configs.ts'
import { buildOnce, disk, readRecord, writeRecord } from './elaborate/build-once.ts'
import { describeUnit, descriptionFile, type OracleLink } from './elaborate/description.ts'
import { needTools, runElaborationTool, ToolRefused } from './elaborate/tools.ts'
import { compileWrapper } from './elaborate/wrapper.ts'
import { RocketError } from './errors.ts'

export interface RocketElaboration {
  readonly config: RocketConfigName
  readonly parameters: Parameters
  /** Made if it is not there; each content gets a folder of its own in it. */
  readonly cacheDir: string
  /** Default: `pins`. */
  readonly link?: OracleLink
  /** Told what is done, in words, if there is something to do. */
  readonly progress?: ((what: string) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

export interface ElaboratedRocket {
  readonly folder: string
  /** Absolute paths of the Verilog, without the unit's. */
  readonly files: readonly string[]
  readonly top: 'OracleSystem'
  /** Of the unit's interface that it was elaborated for (`describeUnit`). */
  readonly interfaceHash: string
  /** Nothing was elaborated. */
  readonly cached: boolean
}

const top = 'OracleSystem'
/** 620 MB are used; the parallel collector would take four times as much and be slower. Bits of it that are not code run on one core. */
const java = ['-Xmx2g', '-Xss16m', '-XX:+UseSerialGC']
/** What Chisel leaves beside the Verilog: megabytes that nobody reads. */
const leftovers = /\.(fir|anno\.json|f)$/
/** Lines of what Chisel and Rocket Chip said last, where they refuse. */
const lastWords = 20
const record = 'elaborated.json'
interface ElaboratedRecord { readonly interfaceHash: string; readonly files: readonly string[] }

/** The DPI module that the wrapper puts beside the unit with `link: 'dpi'`; its C++ half lies beside it. */
const dpiModule = fileURLToPath(new URL('./harness/OracleLinkDPI.sv', import.meta.url))

/**
 * What it read, and so what a new elaboration hangs on: the Maven project and the Scala sources, the configuration, and of the unit only its ports, opcode and address
 * range, with the memory map. The unit's insides may change freely.
 * @throws RocketError RKT1001 (a tool is missing), RKT1002, RKT1003 (the wrapper could not be made), RKT1004 (the unit does not fit the core), RKT1005 (Rocket Chip
 * refused), RKT1006 (the cache folder cannot be used); HarnessError SIM3005 (stopped)
 */
export async function elaborateRocket({ config, parameters, cacheDir, link = 'pins', progress, signal }: RocketElaboration): Promise<ElaboratedRocket> {
  const { interfaceHash, text } = describeUnit(parameters, { link })
  const { scala } = rocketConfig(config)
  const wrapper = await compileWrapper({ cacheDir, progress, signal })
  const hash = createHash('sha256').update([wrapper.hash, scala, text, ...java].join('\0')).digest('hex')
  const { folder, cached } = await buildOnce({
    parent: join(cacheDir, 'elaborated'), name: `${config}-${hash.slice(0, 16)}`,
    usable: async (at) => {
      const files = await filesOf(at)
      return files !== undefined && (await Promise.all(files.map((file) => access(join(at, file)).then(() => true, () => false)))).every(Boolean)
    },
    build: async (work) => {
      await needTools(['java', 'dtc'], signal)
      await disk(work, () => writeFile(join(work, descriptionFile), text))
      await turn(async () => {
        progress?.(`Rocket Chip elaborates the ${config} system (about a minute)`)
        await scalaProgram(wrapper.classPath, ['archnights.Elaborate', scala, descriptionFile, '.', 'verilog'], work, signal)
      })
      await disk(work, async () => {
        const made = await readdir(work)
        for (const file of made) if (leftovers.test(file)) await rm(join(work, file))
        await writeRecord(join(work, record), { interfaceHash, files: made.filter((file) => file.endsWith('.v')).sort() } satisfies ElaboratedRecord)
      })
    },
  })
  const files = await filesOf(folder) ?? []
  return { folder, files: [...files.map((file) => join(folder, file)), ...(link === 'dpi' ? [dpiModule] : [])], top, interfaceHash, cached }
}

async function filesOf(folder: string): Promise<readonly string[] | undefined> {
  const made = await readRecord(join(folder, record)) as Partial<ElaboratedRecord> | undefined
  return Array.isArray(made?.files) ? made.files : undefined
}

/** Runs a program of the wrapper. @throws RocketError RKT1001, RKT1004, RKT1005; HarnessError SIM3005 */
export async function scalaProgram(classPath: string, args: readonly string[], cwd: string, signal: AbortSignal | undefined): Promise<void> {
  try {
    await runElaborationTool('java', [...java, '-classpath', classPath, ...args], { cwd, signal })
  } catch (error) {
    if (!(error instanceof ToolRefused)) throw error
    const misfits = error.message.split('\n').filter((line) => line.startsWith('misfit: ')).map((line) => line.slice('misfit: '.length))
    if (misfits.length > 0) throw new RocketError('RKT1004', `the Oracle unit does not fit this core:\n  ${misfits.join('\n  ')}`, 'each line says what to change; parameters are given by --set')
    const log = await readFile(join(cwd, 'elaboration.log'), 'utf8').then((text) => text.trimEnd().split('\n').slice(-lastWords), () => [])
    throw new RocketError('RKT1005', ['Rocket Chip could not be elaborated:', error.message.trimEnd(), ...log].join('\n'), 'look at the versions by `archnights doctor`, and report it if they are in order')
  }
}

/** Elaborations that run in this process. */
let running = 0
const waiting: (() => void)[] = []
/** At most one elaboration for each core. */
async function turn(work: () => Promise<void>): Promise<void> {
  if (running >= availableParallelism()) await new Promise<void>((go) => { waiting.push(go) })
  else running++
  try {
    await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
