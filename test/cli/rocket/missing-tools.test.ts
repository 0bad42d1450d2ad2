// Owns: checks of the `rocket` commands on a machine that lacks a tool: which, how to get it, exit code 3, nothing half-written.
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { archnightsProcess, program, root, withFolder, type Ended } from '../command.ts'
import { missingTools } from '../../support/rocket.ts'

/** A PATH with everything of this machine's but the named commands. */
function pathWithout(folder: string, hidden: readonly string[]): string {
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  for (const place of (process.env['PATH'] ?? '').split(':').filter((p) => existsSync(p))) {
    for (const name of readdirSync(place)) if (!hidden.includes(name) && !existsSync(join(bin, name))) symlinkSync(join(place, name), join(bin, name))
  }
  return bin
}
const without = (folder: string, hidden: readonly string[], args: readonly string[]): Promise<Ended> =>
  archnightsProcess(args, undefined, ['/usr/bin/env', '-u', 'JAVA_HOME', `PATH=${pathWithout(folder, hidden)}`, process.execPath, program])
const failure = ({ stdout }: Ended) => (JSON.parse(stdout) as { error: { code: string; message: string; help: string } }).error
const source = join(root, 'test/rocket-config/programs/hello.c')

describe.skipIf(missingTools.some((name) => ['java', 'mvn', 'dtc'].includes(name)))('nothing is elaborated yet', () => {
  test.each([
    [['java', 'javac'], 'java', 'openjdk'],
    [['mvn'], 'mvn', 'maven'],
    [['dtc'], 'dtc', 'device-tree-compiler'],
  ])('without %j', (hidden, name, debianPackage) => withFolder(async (folder) => {
    const [cache, out] = [join(folder, 'cache'), join(folder, 'rtl')]
    const ended = await without(folder, hidden, ['rocket', 'emit', '--out', out, '--cache', cache, '--json'])
    expect(ended.code).toBe(3)
    const { code, message, help } = failure(ended)
    expect(code).toMatch(/^RKT1\d\d\d$/)
    expect(message).toContain(name)
    expect(help).toContain(debianPackage)
    expect(existsSync(out)).toBe(false)
  }))
})

describe.skipIf(missingTools.includes('riscv64-unknown-elf-gcc'))('compile', () => {
  test('without the RISC-V compiler', () => withFolder(async (folder) => {
    const ended = await without(folder, ['riscv64-unknown-elf-gcc'], ['rocket', 'compile', source, '--out', join(folder, 'hello.elf'), '--json'])
    expect([ended.code, failure(ended)]).toEqual([3, {
      code: 'RKT1101', message: 'riscv64-unknown-elf-gcc is not on this machine', help: 'apt-get install --no-install-recommends gcc-riscv64-unknown-elf',
    }])
    expect(readdirSync(folder)).toEqual(['bin'])
  }))

  test('sources that do not compile: the words of the compiler, exit code 2, the old program as it was', () => withFolder(async (folder) => {
    writeFileSync(join(folder, 'bad.c'), 'int main(void) { return x; }\n')
    writeFileSync(join(folder, 'bad.elf'), 'old')
    const ended = await archnightsProcess(['rocket', 'compile', join(folder, 'bad.c'), '--out', join(folder, 'bad.elf')])
    expect([ended.code, ended.stdout]).toEqual([2, ''])
    expect(ended.stderr).toMatch(/^error RKT1102: .*\n(.*\n)*.*bad\.c:1:\d+: error: .*x.*\n/m)
    expect(readdirSync(folder).sort()).toEqual(['bad.c', 'bad.elf'])
  }))
})
