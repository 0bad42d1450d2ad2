// Owns: checks of Ctrl-C in each stage of a Rocket system: elaboration, Verilator build, run. Exit code 130, no process left, nothing half-written.
import { existsSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { ChildProcess } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { processesBelow, runs } from '../../support/processes.ts'
import { archnights, archnightsProcess, withFolder, type Ended } from '../command.ts'
import { rocketCache } from '../../../cli/rocket/options.ts'
import { canRun, programs } from './programs.ts'

const program = programs()

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
  return { ended: await archnightsProcess(args, during), below }
}

const stopped = ({ ended, below }: { ended: Ended; below: number[] }) => {
  expect([ended.code, ended.stderr.includes('error CLI1301: stopped from outside')]).toEqual([130, true])
  expect(ended.stderr).not.toMatch(/^\s+at .*:\d+:\d+/m)
  expect(below.length).toBeGreaterThan(0)
  expect(below.filter(runs)).toEqual([])
}

describe.skipIf(!canRun || process.platform !== 'linux')('SIGINT', () => {
  test('while Rocket Chip is compiled and elaborated', () => withFolder(async (folder) => {
    const [cache, out] = [join(folder, 'cache'), join(folder, 'rtl')]
    stopped(await interrupted(['rocket', 'emit', '--out', out, '--cache', cache], (written, below) => written !== '' && below.length > 0))
    expect(existsSync(out)).toBe(false)
    expect(existsSync(cache) ? readdirSync(cache, { recursive: true }).map(String).filter((name) => name.endsWith('.v')) : []).toEqual([])
  }))

  test('while Verilator builds the simulator, on the elaboration that is there', () => withFolder(async (folder) => {
    const elaborated = await archnights('rocket', 'build')
    expect([elaborated.code, elaborated.stderr.includes('error')]).toEqual([0, false])
    for (const name of readdirSync(rocketCache())) if (name !== 'simulators') symlinkSync(join(rocketCache(), name), join(folder, name))
    stopped(await interrupted(['rocket', 'build', '--cache', folder], (written, below) => /compiler builds/.test(written) && below.length > 2))
    expect(readdirSync(join(folder, 'simulators'))).toEqual([])
  }))

  test('while a program runs: its files are as before', () => withFolder(async (folder) => {
    const elf = await program('never-ends')
    const result = await interrupted(['rocket', 'run', elf, '--trace', join(folder, 'trace')], (written) => written.includes('for ever'))
    stopped(result)
    expect(result.ended.stdout).toBe('for ever\n')
    expect(readdirSync(folder)).toEqual([])
  }))
})
