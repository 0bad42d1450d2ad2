// Owns: the small programs of test/rocket-config/programs for the tests of the command line, compiled by it, once a file.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { archnights, root } from '../command.ts'

/** Milliseconds in which a system is surely elaborated and built where nothing is cached. */
export const coldBuild = 900_000

/** `await programs('hello')`: the path of hello.elf, compiled by the command line when it is first asked for, gone after the file. */
export function programs(): (name: string) => Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'archnights-programs-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const made = new Map<string, Promise<string>>()
  const compile = async (name: string): Promise<string> => {
    const out = join(folder, `${name}.elf`)
    const { code, stdout } = await archnights('rocket', 'compile', join(root, 'test/rocket-config/programs', `${name}.c`), '--out', out, '--json')
    if (code !== 0 || (JSON.parse(stdout) as { warnings: string }).warnings !== '') throw new Error(`${name}.c: exit code ${code}\n${stdout}`)
    return out
  }
  return (name) => {
    const known = made.get(name) ?? compile(name)
    made.set(name, known)
    return known
  }
}
