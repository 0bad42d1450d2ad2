// Owns: checks of Ctrl-C in each stage of a Rocket system: elaboration, Verilator build, run. Exit code 130, no process left, nothing half-written.
import { spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { processesBelow, runs } from '../../support/processes.ts'
import { archnightsProcess, program, withFolder, type Ended } from '../command.ts'
import { rocketCache } from '../../../cli/rocket/options.ts'
import { canRunRocket, simulator } from '../../support/rocket.ts'
import { coldBuild, programs } from './programs.ts'

const compiled = programs()
if (canRunRocket) beforeAll(() => simulator('small'), coldBuild)

/** Sends SIGINT as soon as `when` says so of what was written and of the processes that run; resolves with what had run then. */
async function interrupted(args: readonly string[], when: (written: string, below: number[]) => boolean, environment: readonly string[] = []): Promise<{ ended: Ended; below: number[] }> {
  let below: number[] = []
  const during = (child: ChildProcess) => {
    let written = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => { written += String(part) })
    // Nothing is measured by it: it only looks again.
    const look = setInterval(() => {
      below = processesBelow(child.pid ?? 0)
      if (!when(written, below)) return
      clearInterval(look)
      child.kill('SIGINT')
    }, 20)
    child.on('close', () => clearInterval(look))
  }
  return { ended: await archnightsProcess(args, during, ['/usr/bin/env', ...environment, process.execPath, program]), below }
}

const stopped = async ({ ended, below }: { ended: Ended; below: number[] }) => {
  expect([ended.code, ended.stderr]).toEqual([130, expect.stringContaining('error CLI1301: stopped from outside')])
  expect(ended.stderr).not.toMatch(/^\s+at .*:\d+:\d+/m)
  expect(below.length).toBeGreaterThan(0)
  try {
    // They may take a moment to die.
    await vi.waitFor(() => expect(below.filter(runs)).toEqual([]), { timeout: 60_000, interval: 50 })
  } finally {
    for (const pid of below.filter(runs)) process.kill(pid, 'SIGKILL')
  }
}
/** A cache in `folder` that has of the real one only these parts. */
const cacheWith = (folder: string, parts: readonly string[]) => {
  for (const name of parts) symlinkSync(join(rocketCache(), name), join(folder, name))
}
/** What stands in the folders of a cache that are its own. */
const contents = (folder: string) => ['scala', 'elaborated', 'simulators'].filter((name) => existsSync(join(folder, name)) && !lstatSync(join(folder, name)).isSymbolicLink())
  .flatMap((name) => readdirSync(join(folder, name)))

describe.skipIf(!canRunRocket || process.platform !== 'linux')('SIGINT', () => {
  test('while Maven compiles the wrapper', () => withFolder(async (folder) => {
    const [cache, out] = [join(folder, 'cache'), join(folder, 'rtl')]
    await stopped(await interrupted(['rocket', 'emit', '--out', out, '--cache', cache], (written, below) => /Maven fetches/.test(written) && below.length > 0))
    expect([readdirSync(folder), contents(cache)]).toEqual([['cache'], []])
  }))

  test('while Rocket Chip is elaborated', () => withFolder(async (folder) => {
    cacheWith(folder, ['scala'])
    await stopped(await interrupted(['rocket', 'build', '--cache', folder], (written, below) => /Chip elaborates/.test(written) && below.length > 0))
    expect(contents(folder)).toEqual([])
  }))

  test('while Verilator builds the simulator: compilers that run below make are ended too', () => withFolder(async (folder) => {
    const bin = join(folder, 'bin')
    mkdirSync(bin)
    const real = spawnSync('which', ['g++'], { encoding: 'utf8' }).stdout.trim()
    // One that never comes to its end by itself.
    writeFileSync(join(bin, 'g++'), `#!/bin/sh\ncase "$*" in *--version*) exec ${real} --version;; esac\nsleep 100000\n`, { mode: 0o755 })
    cacheWith(folder, ['scala', 'elaborated'])
    const inCompilers = (written: string, below: number[]) => /compiler builds/.test(written) && below.length > 2
    // A compiler cache would know the answers.
    await stopped(await interrupted(['rocket', 'build', '--cache', folder], inCompilers, ['CCACHE_DISABLE=1', `PATH=${bin}:${process.env['PATH']}`]))
    expect(contents(folder)).toEqual([])
  }))

  test('while a program runs: its files are as before', () => withFolder(async (folder) => {
    const elf = await compiled('never-ends')
    const result = await interrupted(['rocket', 'run', elf, '--trace', join(folder, 'trace')], (written) => written.includes('for ever'))
    await stopped(result)
    expect(result.ended.stdout).toBe('for ever\n')
    expect(readdirSync(folder)).toEqual([])
  }))
})
