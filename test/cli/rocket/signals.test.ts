// Owns: checks of Ctrl-C in each stage of a Rocket system: elaboration, Verilator build, run. Exit code 130, no process left, nothing half-written.
import { existsSync, lstatSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { ChildProcess } from 'node:child_process'
import { describe, expect, test, vi } from 'vitest'
import { processesBelow, runs } from '../../support/processes.ts'
import { archnights, archnightsProcess, program, withFolder, type Ended } from '../command.ts'
import { rocketCache } from '../../../cli/rocket/options.ts'
import { canRunRocket } from '../../support/rocket.ts'
import { programs } from './programs.ts'

const compiled = programs()

/** Sends SIGINT as soon as `when` says so of what was written and of the processes that run; resolves with what had run then. */
async function interrupted(args: readonly string[], when: (written: string, below: number[]) => boolean): Promise<{ ended: Ended; below: number[] }> {
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
  // With a compiler cache a build could be over before it is looked at.
  return { ended: await archnightsProcess(args, during, ['/usr/bin/env', 'CCACHE_DISABLE=1', process.execPath, program]), below }
}

const stopped = async ({ ended, below }: { ended: Ended; below: number[] }) => {
  expect([ended.code, ended.stderr.includes('error CLI1301: stopped from outside')]).toEqual([130, true])
  expect(ended.stderr).not.toMatch(/^\s+at .*:\d+:\d+/m)
  expect(below.length).toBeGreaterThan(0)
  // A grandchild may take a moment to die.
  await vi.waitFor(() => expect(below.filter(runs)).toEqual([]), { timeout: 60_000, interval: 50 })
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
    expect((await archnights('rocket', 'build')).code).toBe(0)
    cacheWith(folder, ['scala'])
    await stopped(await interrupted(['rocket', 'build', '--cache', folder], (written, below) => /Chip elaborates/.test(written) && below.length > 0))
    expect(contents(folder)).toEqual([])
  }))

  test('while Verilator builds the simulator', () => withFolder(async (folder) => {
    expect((await archnights('rocket', 'build')).code).toBe(0)
    cacheWith(folder, ['scala', 'elaborated'])
    await stopped(await interrupted(['rocket', 'build', '--cache', folder], (written, below) => /compiler builds/.test(written) && below.length > 2))
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
