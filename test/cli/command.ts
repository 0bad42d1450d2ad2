// Owns: running the command line in a test: inside this process for what it prints and answers, as a process of its own for signals and full disks.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { main } from '../../cli/main.ts'

export interface Ended { readonly code: number | null; readonly stdout: string; readonly stderr: string }

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const program = join(root, 'bin', 'archnights.js')

/** Calls `main` and catches what it writes. */
export async function archnights(...args: string[]): Promise<Ended> {
  const written: { stdout: Buffer[]; stderr: Buffer[] } = { stdout: [], stderr: [] }
  const streams = ['stdout', 'stderr'] as const
  const before = streams.map((name) => process[name].write)
  for (const name of streams) {
    process[name].write = ((text: string | Uint8Array) => {
      written[name].push(Buffer.from(text as string))
      return true
    }) as typeof process.stdout.write
  }
  try {
    const code = await main(args)
    // Pieces may end in the middle of a letter.
    return { code, stdout: Buffer.concat(written.stdout).toString('utf8'), stderr: Buffer.concat(written.stderr).toString('utf8') }
  } finally {
    streams.forEach((name, n) => { process[name].write = before[n] as typeof process.stdout.write })
  }
}

/** The same as a process; `during` gets it once it runs. */
export function archnightsProcess(args: readonly string[], during: (child: ChildProcess) => void = () => undefined, command: readonly string[] = [process.execPath, program]): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const [file = '', ...first] = command
    const child = spawn(file, [...first, ...args], { stdio: ['pipe', 'pipe', 'pipe'] })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (part) => { stdout += String(part) })
    child.stderr.on('data', (part) => { stderr += String(part) })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
    during(child)
  })
}

/** A folder for the length of `work`. */
export async function withFolder<T>(work: (folder: string) => Promise<T> | T): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'archnights-cli-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
