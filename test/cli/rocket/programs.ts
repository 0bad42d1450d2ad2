// Owns: the small programs of test/rocket-config/programs for the tests of the command line: compiled once a file, and whether this machine can run them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { look, tools } from '../../../cli/tools.ts'
import { archnights, root } from '../command.ts'

const rocketTools = ['verilator', 'g++', 'make', 'java', 'mvn', 'dtc', 'riscv64-unknown-elf-gcc']
/** What is missing here to compile programs and to build a system; tests that need it are skipped where something is. */
export const missingTools = tools.filter((t) => rocketTools.includes(t.name) && !look(t).found).map((t) => t.name)
export const canRun = missingTools.length === 0

/** `await programs('hello')`: the path of hello.elf, compiled by the command line when it is first asked for, gone after the file. */
export function programs(): (name: string) => Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'archnights-programs-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const made = new Map<string, Promise<string>>()
  const compile = async (name: string): Promise<string> => {
    const out = join(folder, `${name}.elf`)
    const { code, stderr } = await archnights('rocket', 'compile', join(root, 'test/rocket-config/programs', `${name}.c`), '--out', out)
    if (code !== 0 || stderr !== '') throw new Error(`${name}.c: exit code ${code}\n${stderr}`)
    return out
  }
  return (name) => {
    const known = made.get(name) ?? compile(name)
    made.set(name, known)
    return known
  }
}
