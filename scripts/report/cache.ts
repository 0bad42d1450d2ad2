// Owns: results that take minutes, kept by the content of what they were made from.
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What a measurement is given. */
export interface ReportContext {
  /** Kept results and builds lie in it. */
  readonly cacheDir: string
  /** Told each step that takes longer than a moment. */
  readonly say: (text: string) => void
}

/** The value that was made from the same parts before, or a new one. A value that cannot be kept is made anew. */
export async function keptBy<T>({ cacheDir }: ReportContext, kind: string, parts: readonly string[], make: () => Promise<T>): Promise<T> {
  const hash = createHash('sha256').update(parts.map((p) => `${p.length}\0${p}`).join('')).digest('hex').slice(0, 24)
  const file = join(cacheDir, `${kind}-${hash}.json`)
  const kept = await readFile(file, 'utf8').then((text) => JSON.parse(text) as T, () => undefined)
  if (kept !== undefined) return kept
  const made = await make()
  await mkdir(cacheDir, { recursive: true })
  await writeFile(`${file}.new`, JSON.stringify(made))
  await rename(`${file}.new`, file)
  return made
}
