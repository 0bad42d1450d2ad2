// Owns: reading what the user names: a file, or `-` for the standard input.
import { readFile } from 'node:fs/promises'
import { CliError } from './failure.ts'
import { stopped } from './stop.ts'

const reasons: Readonly<Record<string, string>> = { ENOENT: 'there is no such file', EISDIR: 'it is a folder', EACCES: 'it may not be read', EPERM: 'it may not be read', ENOTDIR: 'a part of its path is not a folder' }

async function fromStandardInput(signal: AbortSignal): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  const end = () => process.stdin.destroy()
  signal.addEventListener('abort', end, { once: true })
  try {
    for await (const part of process.stdin) parts.push(part as Uint8Array)
  } finally {
    signal.removeEventListener('abort', end)
  }
  return Buffer.concat(parts)
}

/** All bytes, unchanged. @throws CliError CLI2005 for a file that cannot be read, CLI1301 when stopped */
export async function readInput(file: string, signal: AbortSignal): Promise<Uint8Array> {
  try {
    return file === '-' ? await fromStandardInput(signal) : await readFile(file, { signal })
  } catch (error) {
    if (signal.aborted) throw stopped()
    const code = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new CliError('CLI2005', `cannot read ${file}: ${reasons[code] ?? code}`, 'name a file that is there and that you may read')
  }
}
