// Owns: a folder that is there during one test file and gone after it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'archnights-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
