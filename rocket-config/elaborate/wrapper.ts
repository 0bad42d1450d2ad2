// Owns: the Scala wrapper, compiled: Maven fetches Rocket Chip and compiles, once for each content of the sources; later elaborations do without Maven.
import { createHash } from 'node:crypto'
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { RocketError } from '../errors.ts'
import { buildOnce, disk, readRecord, writeRecord } from './build-once.ts'
import { needTools, runElaborationTool, ToolRefused } from './tools.ts'

/** The Maven project; beside this file in a checkout and in an installed package alike. It is only read. */
const project = fileURLToPath(new URL('../', import.meta.url))
const sourceFolder = join('src', 'main', 'scala', 'archnights')

export interface WrapperBuild { readonly cacheDir: string; readonly progress?: ((what: string) => void) | undefined; readonly signal?: AbortSignal | undefined }
export interface CompiledWrapper {
  /** Of the sources that it was compiled from. */
  readonly hash: string
  /** Folders and jars. */
  readonly classPath: string
  readonly cached: boolean
}
interface WrapperRecord { readonly jars: readonly string[] }

/** The Scala sources below `archnights/`, by their paths with `/`, in the order of the paths. */
export async function wrapperSources(): Promise<{ readonly name: string; readonly text: string }[]> {
  const root = join(project, sourceFolder)
  const names = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.scala')).map((name) => name.replaceAll('\\', '/')).sort()
  return await Promise.all(names.map(async (name) => ({ name, text: await readFile(join(root, name), 'utf8') })))
}

/** Lines of Maven that help nobody here: how to run it by hand, and a trace of the plugin that runs the compiler. */
const noWords = /^\[ERROR\]\s*$|Re-run Maven|To see the full stack trace|For more information about the errors|\[Help \d\] http|^ +at |ExecuteException/
/** What Maven's words mean when it could not fetch something. */
const unreachable = /Could not (transfer|find) artifact|could not be resolved|No plugin found|Non-resolvable|Cannot access|Unknown host|name resolution|offline mode|Connection (refused|reset|timed out)/i
/** What the Scala plugin says when the compiler refused. */
const refused = /compilation (error|failed)|error: /i

/** @throws RocketError RKT1001 (a tool is missing), RKT1002 (something could not be fetched), RKT1003 (it does not compile), RKT1006; HarnessError SIM3005 (stopped) */
export async function compileWrapper({ cacheDir, progress, signal }: WrapperBuild): Promise<CompiledWrapper> {
  const pom = { name: 'pom.xml', text: await readFile(join(project, 'pom.xml'), 'utf8') }, scala = await wrapperSources()
  const digest = createHash('sha256')
  for (const { name, text } of [pom, ...scala]) digest.update(`${name}\0${text}\0`)
  const hash = digest.digest('hex')
  const { folder, cached } = await buildOnce({
    parent: join(cacheDir, 'scala'), name: hash.slice(0, 16),
    // Maven's repository is a cache too: a jar may be gone.
    usable: async (at) => {
      const jars = await jarsOf(at)
      return jars !== undefined && await allThere([join(at, 'classes', 'archnights', 'Elaborate.class'), ...jars])
    },
    build: async (work) => {
      await needTools(['java', 'mvn', 'dtc'], signal)
      progress?.('Maven fetches Rocket Chip (100 MB, the first time only) and compiles the wrapper')
      const target = join(work, 'target'), classPathFile = join(work, 'class-path')
      // What was hashed, and no copy of files: an installed package may be read-only, and copies would be too.
      await disk(work, async () => {
        for (const [path, text] of [[pom.name, pom.text], ...scala.map((s) => [join(sourceFolder, s.name), s.text] as const)] as const) {
          await mkdir(dirname(join(work, path)), { recursive: true })
          await writeFile(join(work, path), text)
        }
      })
      await maven(['--batch-mode', '--quiet', '-Dstyle.color=never', `-DclassPathFile=${classPathFile}`, 'compile', 'org.codehaus.mojo:exec-maven-plugin:exec'], work, signal)
      const jars = (await readFile(classPathFile, 'utf8')).trim().split(delimiter).filter((entry) => !entry.startsWith(target))
      await disk(work, async () => {
        await rename(join(target, 'classes'), join(work, 'classes'))
        for (const made of ['target', 'src', 'pom.xml', 'class-path']) await rm(join(work, made), { recursive: true, force: true })
        await writeRecord(join(work, record), { jars } satisfies WrapperRecord)
      })
    },
  })
  return { hash, classPath: [join(folder, 'classes'), ...await jarsOf(folder) ?? []].join(delimiter), cached }
}

const record = 'wrapper.json'

async function jarsOf(folder: string): Promise<readonly string[] | undefined> {
  const made = await readRecord(join(folder, record)) as Partial<WrapperRecord> | undefined
  return Array.isArray(made?.jars) ? made.jars : undefined
}

async function maven(args: readonly string[], cwd: string, signal: AbortSignal | undefined): Promise<void> {
  try {
    await runElaborationTool('mvn', args, { cwd, signal })
  } catch (error) {
    if (!(error instanceof ToolRefused)) throw error
    const words = stripVTControlCharacters(error.message).split('\n').filter((line) => !noWords.test(line)).join('\n').trim()
    if (refused.test(words)) throw new RocketError('RKT1003', `the Scala wrapper does not compile:\n${words}`, 'with unchanged sources: look at the versions by `archnights doctor`, and report it')
    if (unreachable.test(words)) throw new RocketError('RKT1002', `Maven could not fetch Rocket Chip or what compiles it:\n${words}`, 'connect this machine to Maven Central (or set a mirror in ~/.m2/settings.xml), and start it again')
    throw new RocketError('RKT1003', `Maven could not build the Scala wrapper:\n${words}`, 'mend what Maven names; `mvn --version` shows which Java it takes')
  }
}

const allThere = async (paths: readonly string[]): Promise<boolean> => (await Promise.all(paths.map((path) => access(path).then(() => true, () => false)))).every(Boolean)
