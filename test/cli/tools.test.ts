// Owns: checks of what `doctor` knows: each tool's package is one that the set-up installs, and a PATH without a tool says so.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { look, tools } from '../../cli/tools.ts'
import { archnightsProcess, program, root, withFolder } from './command.ts'

const listed = readFileSync(join(root, 'scripts/setup/debian-packages.txt'), 'utf8').split('\n').flatMap((line) => /^[^#\s]\S*/.exec(line) ?? [])

describe('the tools', () => {
  test('the package that brings one is in the list of the set-up', () => {
    for (const { name, howToGet } of tools) expect([name, listed.includes(howToGet.split(' ').at(-1) ?? '')]).toEqual([name, true])
  })

  test('what Rocket needs is among them, with the commands that need it', () => {
    const needs = Object.fromEntries(tools.map((t) => [t.name, t.neededBy]))
    for (const name of ['java', 'mvn', 'dtc', 'verilator', 'make', 'g++']) expect([name, needs[name]]).toEqual([name, expect.stringContaining('`rocket build`')])
    expect(needs['riscv64-unknown-elf-gcc']).toContain('`rocket compile`')
  })

  test('a version is the first number of the first line; one that fails is not there', () => withFolder((folder) => {
    const file = (name: string, script: string) => {
      writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
      return join(folder, name)
    }
    const tool = { ...tools[0]!, versionArguments: ['--version'] }
    expect(look({ ...tool, commands: [file('a', 'echo "\\033[1mApache Maven 3.8.7\\033[m"; echo 9.9')] })).toMatchObject({ found: true, version: '3.8.7' })
    expect(look({ ...tool, commands: [file('b', 'echo "a 1.2"; exit 1'), join(folder, 'none')] })).toMatchObject({ found: false, version: '' })
  }))
})

test('doctor on a PATH that has nothing: each tool is missing, with its package', () => withFolder(async (folder) => {
  mkdirSync(join(folder, 'bin'))
  symlinkSync(process.execPath, join(folder, 'bin', 'node'))
  const { stdout } = await archnightsProcess(['doctor'], undefined, ['/usr/bin/env', `PATH=${join(folder, 'bin')}`, process.execPath, program])
  for (const { name, howToGet } of tools) expect(stdout).toMatch(new RegExp(`^missing +${name.replaceAll('+', '\\+')} +for .*${howToGet.replaceAll('+', '\\+')}$`, 'm'))
}))
