// Owns: reading what the user names: a file, or `-` for the standard input.
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { CliError } from './failure.ts'
import { stopped } from './stop.ts'

const reasons: Readonly<Record<string, string>> = { ENOENT: 'there is no such file', EISDIR: 'it is a folder', EACCES: 'it may not be read', EPERM: 'it may not be read', ENOTDIR: 'a part of its path is not a folder' }

/** More than this is no history and no program, and a device that never ends is none either. */
const most = 1 << 30

async function bytesOf(name: string, stream: Readable, signal: AbortSignal): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let total = 0
  const end = () => { stream.destroy() }
  signal.addEventListener('abort', end, { once: true })
  try {
    for await (const part of stream) {
      parts.push(part as Uint8Array)
      total += (part as Uint8Array).length
      if (total > most) throw new CliError('CLI2005', `cannot read ${name}: it has more than ${most} bytes`, 'give a shorter file')
    }
  } finally {
    signal.removeEventListener('abort', end)
    stream.destroy()
  }
  return Buffer.concat(parts)
}

/** All bytes, unchanged. @throws CliError CLI2005 for a file that cannot be read, CLI1301 when stopped */
export async function readInput(file: string, signal: AbortSignal): Promise<Uint8Array> {
  try {
    return await bytesOf(file, file === '-' ? process.stdin : createReadStream(file), signal)
  } catch (error) {
    if (signal.aborted) throw stopped()
    if (error instanceof CliError) throw error
    const code = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new CliError('CLI2005', `cannot read ${file}: ${reasons[code] ?? code}`, 'name a file that is there and that you may read')
  }
}
