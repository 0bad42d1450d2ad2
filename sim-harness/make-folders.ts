// Owns: making a folder with those above it.
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and its parents; the topmost one that it made. (Node's own recursive mkdir never comes back under /proc, where a folder can neither be
 * found nor made.) Another process may make the same at the same time.
 * @throws what the system says; nothing that it made is left then
 */
export function makeFolders(folder: string): string | undefined {
  if (existsSync(folder)) return undefined
  const above = dirname(folder) === folder ? undefined : makeFolders(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return above
    if (above !== undefined) rmSync(above, { recursive: true, force: true })
    throw error
  }
  return above ?? folder
}
