// Owns: CIRCT's firtool, which the tests of the FIRRTL back end run: fetched by Maven, checked by its hash, kept in the cache without what came along.
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import { chmod, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { buildOnce } from '../../rocket-config/elaborate/build-once.ts'
import { runTool } from '../../sim-harness/engines/tool.ts'
import { modelPlaces } from '../../sim-harness/bridge/setup/places.ts'

const version = '1.155.0'
const artifact = 'org.chipsalliance:llvm-firtool'
const megabytes = 301
/** Of the binary for each system that the jar has one for and the tests run on. */
const sums: Readonly<Record<string, { readonly folder: string; readonly sha256: string }>> = {
  'linux x64': { folder: 'linux-x64', sha256: 'd92d0c26830e85ab810b3bccb1506cb613b515b388064df12a5a79ec71f3cc6b' },
  'darwin x64': { folder: 'macos-x64', sha256: 'd873a1979865eb46813eec591a0abf4cb9ba4780a35f2faacf1fb71275c8600d' },
  'darwin arm64': { folder: 'macos-aarch64', sha256: '894061e21f7f6a93b9464a3a866467ccc9d37d9bdf9951e9b25d9668690fef00' },
}
const ours = sums[`${process.platform} ${process.arch}`]

const ourParent = join(modelPlaces().cache, 'firtool')
const binaryIn = (folder: string): string => join(folder, 'firtool')

/** Where firtool lies, there or not; undefined where there is none for this system. */
export const firtoolPlace: string | undefined = ours === undefined ? undefined : binaryIn(join(ourParent, version))
/** What fetches it. */
export const firtoolCommand = 'node scripts/setup.mjs firtool'

async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Bytes of the files in a folder and below. */
function sizeOf(folder: string): number {
  if (!existsSync(folder)) return 0
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter(e => e.isFile()).reduce((n, e) => n + (statSync(join(e.parentPath, e.name), { throwIfNoEntry: false })?.size ?? 0), 0)
}

/**
 * Fetches firtool into a folder of `parent` unless it is there. What is there was checked when it came; a folder is there whole or not at all.
 * @returns its place; undefined where there is none for this system. @throws what Maven or the disk says, and an Error if it is not the file that was meant
 */
export async function ensureFirtool(say: (text: string) => void, { parent = ourParent, signal }: { readonly parent?: string; readonly signal?: AbortSignal } = {}): Promise<string | undefined> {
  if (ours === undefined) return undefined
  const { folder } = await buildOnce({
    parent, name: version, usable: async at => existsSync(binaryIn(at)),
    build: async work => {
      say(`Maven fetches firtool ${version}, which checks the emitted FIRRTL (${megabytes} MB, of which 51 are kept)`)
      const repository = join(work, 'maven'), [group, name] = artifact.split(':') as [string, string]
      let told = 0
      const progress = setInterval(() => {
        const now = Math.floor(sizeOf(join(repository, ...group.split('.'))) / 1e6)
        if (now >= told + 50) say(`firtool: ${told = now} of ${megabytes} MB`)
      }, 1000)
      try {
        await runTool({ name: 'mvn', signal, packages: ['maven'], args: ['--batch-mode', '--quiet', `-Dmaven.repo.local=${repository}`, 'dependency:get', `-Dartifact=${artifact}:${version}`, '-Dtransitive=false'] })
      } finally {
        clearInterval(progress)
      }
      const jar = join(repository, ...group.split('.'), name, version, `${name}-${version}.jar`), inside = `${group}/${name}/${ours.folder}/bin/firtool`
      const unpacked = join(work, 'unpacked')
      await mkdir(unpacked)
      await runTool({ name: 'jar', signal, packages: ['openjdk-17-jdk-headless'], args: ['--extract', '--file', jar, inside], cwd: unpacked })
      const sum = await sumOf(join(unpacked, inside))
      if (sum !== ours.sha256) throw new Error(`firtool ${version} has the SHA-256 ${sum}, not ${ours.sha256}`)
      await rename(join(unpacked, inside), binaryIn(work))
      await chmod(binaryIn(work), 0o755)
      for (const made of [unpacked, repository]) await rm(made, { recursive: true, force: true })
    },
  })
  return binaryIn(folder)
}
